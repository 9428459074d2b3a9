//! Tests of algebraic notation, and of the keys of opening books.

use crate::games::visit;
use crate::setups::open;
use plyd_plugin::testing::legal;
use plyd_plugin::{Game, Plugin};

/// A setup, whether it uses Chess960, and its moves in UCI and in standard algebraic notation.
type Written = (&'static str, bool, &'static [(&'static str, &'static str)]);

/// Moves of all kinds, written by hand.
const MOVES: [Written; 9] = [
    ("", false, &[("e2e4", "e4"), ("g1f3", "Nf3")]),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", false, &[("e5d6", "exd6"), ("e5e6", "e6"), ("e1d2", "Kd2")]),
    (
        "1n2k3/P7/8/8/8/8/7K/8 w - - 0 1",
        false,
        &[("a7a8q", "a8=Q"), ("a7b8q", "axb8=Q+"), ("a7b8n", "axb8=N"), ("a7a8r", "a8=R"), ("a7b8b", "axb8=B")],
    ),
    (
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        false,
        &[("e1g1", "O-O"), ("e1c1", "O-O-O"), ("h1h8", "Rxh8+"), ("e1e2", "Ke2")],
    ),
    ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", false, &[("e1g1", "O-O+")]),
    // One of the two knights is pinned, so the move needs no disambiguation.
    ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", false, &[("g1e2", "Ne2")]),
    // Three queens need the file, the rank, or both.
    (
        "6k1/8/8/8/Q6Q/8/8/K6Q w - - 0 1",
        false,
        &[("a4e4", "Qae4"), ("h1e4", "Q1e4"), ("h4e4", "Qh4e4"), ("a4d1", "Qad1"), ("h4e1", "Q4e1")],
    ),
    ("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", false, &[("e1e8", "Re8#")]),
    ("4k3/8/8/8/8/8/8/5K1R w H - 0 1", true, &[("f1h1", "O-O"), ("f1g1", "Kg1")]),
];

#[test]
fn moves_are_written_as_people_write_them() {
    for (setup, chess960, moves) in MOVES {
        let (game, state) = open(setup, chess960);
        for (text, san) in moves {
            let mv = game.parse_move(&state, text).unwrap_or_else(|| panic!("{setup}: {text}"));
            assert_eq!(game.notate(&state, mv), *san, "{setup}: {text}");
            assert_eq!(game.read_notation(&state, san), Some(mv), "{setup}: {san}");
        }
    }
}

#[test]
fn much_is_let_pass_and_nothing_is_guessed() {
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let promoting = "1n2k3/P7/8/8/8/8/7K/8 w - - 0 1";
    let en_passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    for (setup, words, text) in [
        ("", "Nf3 Nf3+ Nf3!? Nf3?? Ng1f3 Ngf3 N1f3 Ng1-f3 g1f3", "g1f3"),
        ("", "e4 e2e4 e2-e4 Pe4 e4!", "e2e4"),
        (castling, "O-O 0-0 o-o O-O+ 0-0!? e1g1 e1h1", "e1g1"),
        (castling, "O-O-O 0-0-0 O-O-O# e1c1", "e1c1"),
        (castling, "Rxh8+ Rxh8 Rh8 R:h8 Rh1xh8 Rhxh8", "h1h8"),
        (promoting, "a8=Q a8Q a8(Q) a8/Q a8=Q+ a7a8q a7-a8=Q", "a7a8q"),
        (promoting, "axb8=N ab8=N a:b8N axb8(N)", "a7b8n"),
        (en_passant, "exd6 ed6 exd6e.p. e5d6", "e5d6"),
    ] {
        let (game, state) = open(setup, false);
        for word in words.split(' ') {
            let mv = game.read_notation(&state, word).unwrap_or_else(|| panic!("{setup}: {word}"));
            assert_eq!(game.format_move(&state, mv), text, "{setup}: {word}");
        }
    }
    for (setup, words) in [
        ("", " + e5 Nf6 Nd2 O-O O-O-O 0-0 -- 0000 Z0 e4= e4) e4() Kxh1 é4 Né3 nf3 e2e4x x e4e.p.e.p."),
        (castling, "Kh1 Ka1 Kxa1 Rf2 Kg1"),
        (promoting, "a8 a8=K a8=P axb8 a8=q) a8(Q"),
        ("6k1/8/8/8/Q6Q/8/8/K6Q w - - 0 1", "Qe4 Qd1 Qhe1 Qhe4"),
        ("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", "Kb8"),
    ] {
        let (game, state) = open(setup, false);
        for word in words.split(' ') {
            assert_eq!(game.read_notation(&state, word), None, "{setup}: {word}");
        }
    }
}

#[test]
fn every_move_of_a_position_has_a_notation_of_its_own() {
    visit(1, |game, state| {
        let mut seen = std::collections::HashSet::new();
        for mv in legal(&game, state) {
            let san = game.notate(state, mv);
            assert_eq!(game.read_notation(state, &san), Some(mv), "{san} in {state}");
            assert!(seen.insert(san.clone()), "{san} twice in {state}");
        }
    });
}

/// The test vectors of <http://hgm.nubati.net/book_format.html>: moves from the start position, and the resulting key.
const KEYS: [(&str, u64); 9] = [
    ("", 0x463b_9618_1691_fc9c),
    ("e2e4", 0x823c_9b50_fd11_4196),
    ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
    ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
    ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
    ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
    ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
    ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
    ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
];

#[test]
fn keys_are_the_published_ones() {
    for (moves, key) in KEYS {
        let (game, mut state) = open("", false);
        for text in moves.split_whitespace() {
            let mv = game.parse_move(&state, text).unwrap();
            game.play(&mut state, mv);
        }
        assert_eq!(game.book_key(&state), Some(key), "{moves}");
    }
}
