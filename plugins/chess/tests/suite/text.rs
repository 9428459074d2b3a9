//! Tests of positions, moves and pictures as text, and of refused setups.

use crate::setups::{open, try_open};
use chess::{Chess, State};
use plyd_plugin::{Game, Options, Plugin};
use proptest::prelude::*;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The text of the position that a setup opens.
fn reopened(setup: &str, chess960: bool) -> String {
    let (game, state) = open(setup, chess960);
    game.format_state(&state)
}

#[test]
fn the_start_position() {
    assert_eq!(reopened("", false), START);
    assert_eq!(reopened("  ", false), START);
    assert_eq!(reopened(START, false), START);
    assert_eq!(reopened("", true), START.replace("KQkq", "HAha"));
    let (game, _) = Chess::open("", &Options::new(Chess::OPTIONS, "")).unwrap();
    assert!(!game.chess960);
}

#[test]
fn setups_may_leave_out_what_follows_the_side_to_move() {
    let board = "r3k2r/8/8/8/8/8/8/R3K2R";
    for (setup, full) in [
        ("w", "w - - 0 1"),
        ("b KQ", "b KQ - 0 1"),
        ("w KQkq -", "w KQkq - 0 1"),
        ("w qkQK - 7", "w KQkq - 7 1"),
        ("w HAha - 7 9", "w KQkq - 7 9"),
        ("  w   KQkq - 0 0", "w KQkq - 0 1"),
        ("w - - 1234 9", "w - - 100 9"),
        ("w - - 3 99999", "w - - 3 65535"),
    ] {
        assert_eq!(reopened(&format!("{board} {setup}"), false), format!("{board} {full}"));
    }
    assert_eq!(reopened("4k3/11222/8/8/8/8/8/4K2R w", false), "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
}

#[test]
fn castling_rights_are_read_in_all_ways_and_written_by_the_files_of_the_rooks_in_chess960() {
    let board = "1r2k1r1/8/8/8/8/8/8/RR2K1R1";
    for (rights, written) in
        [("KQkq", "GAgb"), ("GAgb", "GAgb"), ("GBgb", "GBgb"), ("Kb", "Gb"), ("bK", "Gb"), ("-", "-")]
    {
        assert_eq!(reopened(&format!("{board} w {rights} - 0 1"), true), format!("{board} w {written} - 0 1"));
    }
}

#[test]
fn the_en_passant_square_is_written_where_it_is_of_use() {
    for (setup, kept) in [
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", true),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", false),
        ("3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1", false),
    ] {
        let text = reopened(setup, false);
        assert_eq!(text == setup, kept, "{text}");
        assert_eq!(text, setup.replace("e3", if kept { "e3" } else { "-" }));
    }
}

#[test]
fn moves_are_read_in_several_ways_and_written_in_one() {
    let castling = "r3k2r/p7/8/8/8/8/P7/R3K2R w KQkq - 0 1";
    let promoting = "1n2k3/P7/8/8/8/8/7K/8 w - - 0 1";
    let en_passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    for (setup, texts, written) in [
        ("", "e2e4 E2E4 e4", "e2e4"),
        ("", "g1f3 G1F3 Nf3", "g1f3"),
        (castling, "e1g1 e1h1 O-O", "e1g1"),
        (castling, "e1c1 e1a1 O-O-O", "e1c1"),
        (castling, "h1h8 Rxh8+", "h1h8"),
        (promoting, "a7a8q a7a8Q a8=Q", "a7a8q"),
        (promoting, "a7b8n axb8=N", "a7b8n"),
        (en_passant, "e5d6 exd6", "e5d6"),
    ] {
        let (game, state) = open(setup, false);
        for text in texts.split(' ') {
            let mv = game.parse_move(&state, text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(game.format_move(&state, mv), written, "{text}");
        }
    }
    for text in
        ["", "e2e5", "e2", "e2e4q", "e2e4x", "e2e4 ", "0000", "e1e1", "e9e4", "a7a8", "Nd4", "é2e4", "O-O", "e1g1"]
    {
        let (game, state) = open("", false);
        assert_eq!(game.parse_move(&state, text), None, "{text}");
    }
    let (game, state) = open(promoting, false);
    for text in ["a7a8", "a7a8k", "a7a8p", "a7a8qq"] {
        assert_eq!(game.parse_move(&state, text), None, "{text}");
    }
    // A finished game has no moves.
    let (game, state) = open("k7/2Q5/1K6/8/8/8/8/8 b", false);
    assert_eq!(game.parse_move(&state, "a8b8"), None);
    // A game that is drawn only if claimed still has all its moves.
    let (game, state) = open("k7/8/8/8/8/8/8/K7 w", false);
    assert_eq!(game.parse_move(&state, "a1a2").map(|mv| game.format_move(&state, mv)).as_deref(), Some("a1a2"));
    assert_eq!(game.parse_move(&state, "a1a3"), None);
}

#[test]
fn castling_in_chess960_is_king_takes_rook_and_its_other_way_only_where_that_is_no_move() {
    let read = |setup: &str, text: &str| {
        let (game, state) = open(setup, true);
        game.parse_move(&state, text).map(|mv| game.format_move(&state, mv))
    };
    let ordinary = "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1";
    assert_eq!(read(ordinary, "e1h1").as_deref(), Some("e1h1"));
    assert_eq!(read(ordinary, "e1g1").as_deref(), Some("e1h1"));
    assert_eq!(read(ordinary, "O-O-O").as_deref(), Some("e1a1"));
    // In this position, f1g1 is a king step.
    let near = "4k3/8/8/8/8/8/8/5K1R w H - 0 1";
    assert_eq!(read(near, "f1g1").as_deref(), Some("f1g1"));
    assert_eq!(read(near, "f1h1").as_deref(), Some("f1h1"));
}

#[test]
fn the_picture_shows_men_labels_and_whose_move_it_is() {
    let picture = |setup| {
        let (game, state) = open(setup, false);
        game.picture(&state)
    };
    let start = "8  r n b q k b n r\n7  p p p p p p p p\n6  . . . . . . . .\n5  . . . . . . . .\n4  . . . . . . . .\n\
                 3  . . . . . . . .\n2  P P P P P P P P\n1  R N B Q K B N R\n   a b c d e f g h\nWhite to move";
    assert_eq!(picture(""), start);
    assert!(picture("4k3/8/8/8/8/8/8/4R1K1 b").ends_with("   a b c d e f g h\nBlack to move, in check"));
    assert!(picture("R5k1/5ppp/8/8/8/8/8/6K1 b").ends_with("   a b c d e f g h"));
}

#[test]
fn setups_that_make_no_sense_are_refused_with_what_and_where() {
    for (setup, reason) in [
        ("8/8 w", "the board `8/8` has 2 ranks but should have 8"),
        ("startpos", "the board `startpos` has 1 rank but should have 8"),
        ("k7/8/8/8/8/8/8/K6 w", "rank 1 of the board, `K6`, has 7 squares but should have 8"),
        ("k8/8/8/8/8/8/8/K7 w", "rank 8 of the board, `k8`, has 9 squares but should have 8"),
        ("k7/8/8/8//8/8/K7 w", "rank 4 of the board, ``, has 0 squares but should have 8"),
        ("k7/8/8/3x4/8/8/8/K7 w", "unknown piece `x` on rank 5 of the board: use PNBRQK or pnbrqk"),
        ("k7/9/8/8/8/8/8/K7 w", "unknown piece `9` on rank 7 of the board: use PNBRQK or pnbrqk"),
        ("8/8/8/8/8/8/8/K7 w", "black has 0 kings but should have 1"),
        ("k7/8/8/8/8/8/8/KK6 w", "white has 2 kings but should have 1"),
        ("k6P/8/8/8/8/8/8/K7 w", "a white pawn stands on h8; pawns stand on ranks 2 to 7"),
        ("k7/pppppppp/p7/8/8/8/8/K7 w", "black has 9 pawns, but can have at most 8"),
        ("k7/8/8/8/8/Q7/QQQQQQQQ/KQQQQQQQ w", "white has 17 men, but can have at most 16"),
        ("k7/8/8/8/8/8/8/K7", "the side to move is missing after the board: add w for White or b for Black"),
        ("k7/8/8/8/8/8/8/K7 whit", "`whit` is not a side to move: use w for White or b for Black"),
        ("k7/8/8/8/8/8/8/K6r b", "white is in check, but it is black's move"),
        ("k6R/8/8/8/8/8/8/K7 w", "black is in check, but it is white's move"),
        ("8/8/8/3kK3/8/8/8/8 w", "the kings stand next to each other"),
        ("k7/8/8/8/8/1n6/2n5/K6r w", "3 pieces give check to white; no move gives more than two"),
        ("4k3/8/8/8/8/8/8/4K3 w K", "the castling right `K` needs a white rook on rank 1, right of the king"),
        ("4k3/8/8/8/8/8/8/4K2R w Q", "the castling right `Q` needs a white rook on rank 1, left of the king"),
        ("4k3/8/8/8/8/8/8/4K3 w h", "the castling right `h` needs a black rook on h8"),
        ("8/4k3/8/8/8/8/8/4K3 w kq", "the castling right `k` needs the black king on rank 8"),
        (
            "4k3/8/8/8/8/8/8/4K3 w x",
            "the castling right `x` is unknown: use KQkq, the letters of the rooks' files, or -",
        ),
        (
            "4k3/8/8/8/8/8/8/R3K1RR w KGQ",
            "the castling right `G`, with the king on file e and the rook on file g, needs Chess960: set the option \
             UCI_Chess960",
        ),
        (
            "4k3/8/8/8/8/8/8/5K1R w K",
            "the castling right `K`, with the king on file f and the rook on file h, needs Chess960: set the option \
             UCI_Chess960",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - e9", "the en passant square `e9` should be a square or -"),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1", "the half-move clock `-1` should be a number"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 x", "the move number `x` should be a number"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 z", "`z` after the move number, where the setup should end"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 move e1e2", "`move` after the move number, where the setup should end"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 2;", "`2` after the move number, where the setup should end"),
        ("4k3/8/8/8/8/8/8/4K3 w - - hmvc x;", "the half-move clock `x` should be a number"),
        ("4k3/8/8/8/8/8/8/4K3[Q] w", "the pocket has `Q`, but in chess no men are dropped: write [] or nothing"),
        ("4k3/8/8/8/8/8/8/4K3[x] w", "unknown piece `x` in the pocket: use PNBRQK or pnbrqk"),
    ] {
        assert_eq!(try_open(setup, false).map(|_| ()), Err(reason.to_string()), "{setup}");
    }
}

/// Fields in the formats of other programs, and the text that plyd writes for them.
#[test]
fn positions_of_other_programs_are_read_where_they_can_mean_one_thing_only() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for (rest, read) in [
        ("[] w KQkq - 0 1", "w KQkq - 0 1"),
        ("[-] w KQkq - 0 1", "w KQkq - 0 1"),
        (" W KQkq - 3 4", "w KQkq - 3 4"),
        (" B KQkq - 3 4", "b KQkq - 3 4"),
        (" White KQkq - 3 4", "w KQkq - 3 4"),
        ("\tb\t\u{a0} KQkq   -\u{3000}3\r4 ", "b KQkq - 3 4"),
        (" w HAha - 0 1", "w KQkq - 0 1"),
        (" w AHah - 0 1", "w KQkq - 0 1"),
        (" w KKQHqk - 0 1", "w KQkq - 0 1"),
        (" w \u{2013} \u{2013} 0 1", "w - - 0 1"),
        // En passant squares on which no pawn can capture.
        (" w KQkq e3 0 1", "w KQkq - 0 1"),
        (" w KQkq e6 0 1", "w KQkq - 0 1"),
        (" b KQkq E3 0 1", "b KQkq - 0 1"),
        (" w KQkq h4 0 1", "w KQkq - 0 1"),
        // Counters.
        (" w KQkq - 7 9;", "w KQkq - 7 9"),
        (" w KQkq - 7 9 ;", "w KQkq - 7 9"),
        (" w KQkq - 7;", "w KQkq - 7 1"),
        (" w KQkq -;", "w KQkq - 0 1"),
        (" w KQkq - - -", "w KQkq - 0 1"),
        (" w KQkq - 0 99999999999999999999", "w KQkq - 0 65535"),
        (" w KQkq 7 9", "w KQkq - 7 9"),
        (" w KQkq - 7 9 +0+0", "w KQkq - 7 9"),
        (" w KQkq - +2+0 7 9", "w KQkq - 7 9"),
        (" w KQkq - 3+3 7 9", "w KQkq - 7 9"),
        (" w KQkq - 7 9 3+1;", "w KQkq - 7 9"),
        (" w KQkq - 3+3", "w KQkq - 0 1"),
        // Operations of EPD.
        (" w KQkq - bm e4;", "w KQkq - 0 1"),
        (" w KQkq - bm e4", "w KQkq - 0 1"),
        (" w KQkq bm e4; id \"a; hmvc 5; b\";", "w KQkq - 0 1"),
        (" w KQkq - hmvc 7; fmvn 9; bm e4;", "w KQkq - 7 9"),
        (" w KQkq - c0 \"x\"; fmvn 9; hmvc 7", "w KQkq - 7 9"),
        (" w KQkq - 7 9 c9 \"1-0\"; hmvc 3;", "w KQkq - 7 9"),
        (" w KQkq - bm #2; hmvc 7; fmvn 9; # hmvc 1;", "w KQkq - 7 9"),
        (" w KQkq c3 7 9", "w KQkq - 7 9"),
        (" w KQkq - 7 9 ;D1 20 ;D2 400", "w KQkq - 7 9"),
        (" w KQkq - 7 9; perft 20; note", "w KQkq - 7 9"),
        (" w KQkq - 7 9 # a remark; 5", "w KQkq - 7 9"),
    ] {
        let setup = format!("{start}{rest}");
        let canonical = format!("{start} {read}");
        let ((game, state), (_, same)) = (open(&setup, false), open(&canonical, false));
        assert_eq!(game.format_state(&state), canonical, "{setup}");
        assert_eq!((game.key(&state), state), (game.key(&same), same), "{setup}");
    }
    // In Chess960, a letter may name an inner rook.
    let chess960 = "1r3krr/8/8/8/8/8/8/1R3KRR";
    for rest in [" w GBgb - 0 1;", "[] W BGgb a3 0 1", " w GBGbgb - 0 1 +0+0"] {
        assert_eq!(reopened(&format!("{chess960}{rest}"), true), format!("{chess960} w GBgb - 0 1"), "{rest}");
    }
    // An en passant square on which a pawn can capture is kept.
    let passed = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    assert_eq!(reopened(&passed.replace(" w - d6", " W - D6"), false), passed);
}

proptest! {
    /// Any text is either refused with one short line or accepted, and accepted setups round-trip.
    #[test]
    fn any_text_is_read_or_refused(
        men in "[PNBRQpnbrq1-8]{1,6}", home in "[RNBQ1-3]{0,4}K[RNBQ1-3]{0,4}", rest in "[wb] [KQkqA-Hh-]{1,3}( [-e][36]?( [0-9]{1,3}){0,2})?",
        chess960: bool,
    ) {
        let setup = format!("r3k2r/{men}/8/8/8/8/8/{home} {rest}");
        check(&setup, chess960)?;
        check(&setup.replace(&men, "8"), chess960)?;
    }

    #[test]
    fn any_text_at_all_is_read_or_refused(setup in ".{0,60}", chess960: bool) {
        check(&setup, chess960)?;
    }

    #[test]
    fn any_text_is_a_move_or_none(text in "([a-h][1-8]){2}[qrbnk]?|.{0,8}", chess960: bool) {
        let (game, state): (Chess, State) = open("r3k2r/pPpppppp/8/8/8/8/PPPP1PPP/R3K2R w KQkq", chess960);
        if let Some(mv) = game.parse_move(&state, &text) {
            let written = game.format_move(&state, mv);
            prop_assert_eq!(game.parse_move(&state, &written), Some(mv));
        }
    }
}

fn check(setup: &str, chess960: bool) -> Result<(), TestCaseError> {
    match try_open(setup, chess960) {
        Ok((game, state)) => {
            let text = game.format_state(&state);
            prop_assert_eq!(reopened(&text, chess960), text);
        }
        Err(reason) => prop_assert!(!reason.is_empty() && reason.len() < 250 && !reason.contains('\n'), "{}", reason),
    }
    Ok(())
}
