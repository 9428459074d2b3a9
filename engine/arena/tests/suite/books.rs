//! Openings from books of Polyglot.

use super::runs::chess;
use super::{MatchRun, moves};

/// An entry of a book; squares are counted from a1, by files and then ranks.
fn entry(key: u64, from: u16, to: u16, weight: u16) -> (u64, Vec<u8>) {
    let mv = to | from << 6;
    (key, [&key.to_be_bytes()[..], &mv.to_be_bytes(), &weight.to_be_bytes(), &[0; 4]].concat())
}

fn book(mut entries: Vec<(u64, Vec<u8>)>) -> Vec<u8> {
    entries.sort();
    entries.into_iter().flat_map(|(_, bytes)| bytes).collect()
}

/// Published keys: <http://hgm.nubati.net/book_format.html>.
const START: u64 = 0x463b_9618_1691_fc9c;
const E4: u64 = 0x823c_9b50_fd11_4196;
const E4_D5: u64 = 0x0756_b944_61c5_0fb0;

#[test]
fn a_book_of_polyglot_gives_lines_by_weight_and_seed() {
    let (e2, e4, d2, d4, d7, d5) = (12, 28, 11, 27, 51, 35);
    let entries =
        || vec![entry(START, e2, e4, 9), entry(START, d2, d4, 3), entry(START, 8, 16, 0), entry(E4, d7, d5, 1)];
    let content = book([entries(), vec![entry(E4_D5, e4, d5, 1)]].concat());
    let (run, _) = chess("book.bin", &content, "", &["--rounds", "40", "--concurrency", "2"]);
    run.play();
    let games = run.games();
    let lines: Vec<Vec<_>> = games
        .iter()
        .map(|game| {
            let book = game["moves"].as_array().unwrap().iter().take_while(|mv| mv.get("e").is_none()).count();
            moves(game)[..book].to_vec()
        })
        .collect();
    assert!(lines.chunks(2).all(|pair| pair[0] == pair[1]));
    let count = |line: &[&str]| lines.iter().filter(|other| other.as_slice() == line).count();
    let (open, closed) = (count(&["e2e4", "d7d5", "e4d5"]), count(&["d2d4"]));
    assert_eq!(open + closed, 80, "{lines:?}");
    // Three to one, of forty.
    assert!((40..80).contains(&open), "{open} of 80");
    // The same seed draws the same lines, up to the number of plies wanted.
    let (again, _) = chess("book.bin", &content, "plies=1", &["--rounds", "40"]);
    again.play();
    let firsts: Vec<_> = again.games().iter().map(|game| moves(game)[0].to_owned()).collect();
    assert_eq!(firsts, lines.iter().map(|line| line[0].to_owned()).collect::<Vec<_>>());
}

#[test]
fn what_is_wrong_with_a_book_is_told() {
    let illegal = book(vec![entry(START, 12, 28, 1), entry(E4, 12, 28, 1)]);
    for (content, told) in [
        (vec![0; 17], "a Polyglot book has entries of 16 bytes, and this file has 17 bytes"),
        (book(vec![entry(E4, 51, 35, 1)]), "the book does not have the start position of chess"),
        (
            illegal,
            "entry 2 has the move `e2e4`, which is not legal in `rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b",
        ),
    ] {
        let (run, file) = chess("book.bin", content, "", &[]);
        let refusal = run.refusal();
        assert!(refusal.contains(&format!("{}: {told}", file.display())), "{told}: {refusal}");
    }
    let run = MatchRun::new("cfour", &["name=A builtin depth=1", "name=B builtin depth=1"]);
    let file = run.file("book.bin");
    std::fs::write(&file, book(vec![entry(START, 12, 28, 1)])).unwrap();
    let refusal = run.with(&["--openings", &format!("'file={}'", file.display())]).refusal();
    assert!(refusal.contains("there are no Polyglot books of cfour"), "{refusal}");
}

/// The number of a square: its file, then its rank.
fn square(name: &str) -> u16 {
    let [file, rank] = name.as_bytes() else { panic!("{name} is no square") };
    u16::from(file - b'a') + 8 * u16::from(rank - b'1')
}

/// A book of one line: the key of each position, and its move with what a pawn becomes, as the page of the format
/// writes moves.
fn line(entries: &[(u64, &str)]) -> Vec<u8> {
    let promotions = ["", "n", "b", "r", "q"];
    let entries = entries.iter().map(|&(key, mv)| {
        let (from, to) = (square(&mv[..2]), square(&mv[2..4]));
        let promotion = promotions.iter().position(|letter| *letter == &mv[4..]).expect("a man") as u16;
        let (key, mut bytes) = entry(key, from, to, 1);
        bytes[8] |= (promotion << 12).to_be_bytes()[0];
        (key, bytes)
    });
    book(entries.collect())
}

/// The first moves of the first game, up to the end of the book.
fn of_book(content: &[u8], more: &[&str]) -> Vec<String> {
    let (run, _) = chess("book.bin", content, "plies=20", &[&["--rounds", "1"], more].concat());
    run.play();
    let game = &run.games()[0];
    let plies = game["moves"].as_array().expect("a list").iter().take_while(|mv| mv.get("e").is_none()).count();
    moves(game)[..plies].iter().map(|&mv| mv.to_owned()).collect()
}

/// The keys after `START` and `E4` come from python-chess 1.11.2.
const SHORT: [(u64, &str); 8] = [
    (START, "e2e4"),
    (E4, "e7e5"),
    (0x0844_931a_6ef4_b9a0, "g1f3"),
    (0xd320_7fec_0612_d89d, "g8f6"),
    (0x88ce_4b19_abe8_990b, "f1c4"),
    (0xeb7d_ff31_83ab_4fad, "f8c5"),
    (0x4660_bb6a_4999_a52e, "e1h1"),
    (0x3815_c05e_356a_7e3e, "e8h8"),
];

/// As above.
const LONG: [(u64, &str); 10] = [
    (START, "d2d4"),
    (0x830e_b9b2_0758_d1de, "d7d5"),
    (0x0664_9ba6_9b8c_9ff8, "b1c3"),
    (0xfdf3_8304_596e_1d21, "b8c6"),
    (0x561e_5be6_48ff_b822, "c1f4"),
    (0x8d4a_bd67_d19f_5241, "c8f5"),
    (0x0e53_d4e9_667a_5bcc, "d1d2"),
    (0x264b_9b66_a7c3_846c, "d8d7"),
    (0x3bd8_deb0_5e65_5123, "e1a1"),
    (0x03f5_9b93_0d47_5ebb, "e8a8"),
];

/// In a book the king goes to its rook; in a game it does so in Chess960 only.
#[test]
fn castling_of_a_book_is_written_as_the_game_writes_it() {
    for (entries, ordinary) in [(&SHORT[..], ["e1g1", "e8g8"]), (&LONG[..], ["e1c1", "e8c8"])] {
        let known: Vec<_> = entries.iter().map(|&(_, mv)| mv).collect();
        let before = known.len() - 2;
        let content = line(entries);
        assert_eq!(of_book(&content, &[]), [&known[..before], &ordinary].concat());
        assert_eq!(of_book(&content, &["--option", "UCI_Chess960=true"]), known);
    }
}

/// A pawn that has passed another one is part of the key, and of no other position's.
#[test]
fn a_capture_en_passant_is_found_by_its_key() {
    // Published: a capture by White, and one by Black.
    let white = [
        (START, "e2e4"),
        (E4, "d7d5"),
        (E4_D5, "e4e5"),
        (0x662f_afb9_65db_29d4, "f7f5"),
        (0x22a4_8b5a_8e47_ff78, "e5f6"),
    ];
    assert_eq!(of_book(&line(&white), &[]), ["e2e4", "d7d5", "e4e5", "f7f5", "e5f6"]);
    // python-chess has the keys in between.
    let black = [
        (START, "a2a4"),
        (0x2df2_e8f4_7b02_2952, "b7b5"),
        (0x4df6_82e1_e0af_946f, "h2h4"),
        (0xd155_1ec8_4b90_ed11, "b5b4"),
        (0xb098_2f16_8a89_b452, "c2c4"),
        (0x3c81_23ea_7b06_7637, "b4c3"),
    ];
    assert_eq!(of_book(&line(&black), &[]), ["a2a4", "b7b5", "h2h4", "b5b4", "c2c4", "b4c3"]);
}

#[test]
fn promotions_of_a_book_are_to_every_man() {
    for man in ["n", "b", "r", "q"] {
        let promotion = format!("a7b8{man}");
        // Keys of python-chess.
        let entries = [
            (START, "a2a4"),
            (0x2df2_e8f4_7b02_2952, "b7b5"),
            (0x4df6_82e1_e0af_946f, "a4b5"),
            (0x95c7_e513_cddb_267b, "a7a6"),
            (0x4730_14e0_2afb_dea7, "b5a6"),
            (0x3517_8841_fc68_1940, "b8c6"),
            (0x9efa_50a3_edf9_bc43, "a6a7"),
            (0xfea0_e66f_26ed_6101, "a8b8"),
            (0x78f5_ab54_c145_c8a2, &promotion),
        ];
        assert_eq!(of_book(&line(&entries), &[]), entries.map(|(_, mv)| mv));
    }
}
