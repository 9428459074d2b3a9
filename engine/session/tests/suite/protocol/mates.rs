//! Mates in chess, found by `go mate`.

use plyd_linked::{Engine, info_field};

/// Moves to the mate, and the position. Stockfish finds the same distances, but for the first, which it did not solve
/// in 3 s.
const MATES: [(u32, &str); 8] = [
    // P. Morphy, a problem of his youth: every move but one of the rook lets Black out.
    (2, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"),
    // A. Anderssen against L. Kieseritzky, London 1851, the end of the "Immortal Game".
    (2, "r1bk2nr/p2p1pNp/n2B4/1p1NP2P/6P1/3P1Q2/P1P1K3/q5b1 w - - 0 22"),
    // R. Réti against S. Tartakower, Vienna 1910.
    (3, "rnb1kb1r/pp3ppp/2p5/4q3/4n3/3Q4/PPPB1PPP/2KR1BNR w kq - 0 1"),
    // I. Bratko and D. Kopec, a test for programs, 1982: the first position.
    (3, "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1"),
    // A. Anderssen against J. Dufresne, Berlin 1852, the end of the "Evergreen Game".
    (4, "1r2k1r1/pbppnp1p/1b3P2/8/Q7/B1PB1q2/P4PPP/3R2K1 w - - 0 21"),
    // The smothered mate that L. Ramírez de Lucena printed in 1497, and the same with a check before it.
    (4, "4r2k/6pp/8/3Q2N1/8/8/6PP/6K1 w - - 0 1"),
    (5, "4r1k1/6pp/8/6N1/8/8/1Q4PP/6K1 w - - 0 1"),
    // King and queen against the king.
    (5, "8/8/8/1k6/8/1K6/8/7Q w - - 0 1"),
];

#[test]
fn mates_in_two_to_five_moves_are_found_and_none_sooner() {
    let mut engine = Engine::start("chess");
    for (moves, setup) in MATES {
        engine.ask(&format!("ucinewgame\nposition fen {setup}"));
        let score = |lines: &[String]| {
            let info = lines.iter().rev().find(|line| info_field(line, "score").is_some()).expect("there is a score");
            (info_field(info, "score").map(str::to_owned), info_field(info, "pv").unwrap_or_default().to_owned())
        };
        let (sooner, _) = score(&engine.go(&format!("go mate {}", moves - 1)));
        let is_mate = sooner.as_ref().is_some_and(|score| score.starts_with("mate"));
        assert!(!is_mate, "{setup}: {sooner:?} is less than {moves} moves");

        let (found, line) = score(&engine.go(&format!("go mate {moves}")));
        assert_eq!(found, Some(format!("mate {moves}")), "{setup}");
        assert_eq!(line.split(' ').count() as u32, 2 * moves - 1, "{setup}: {line}");
        let winner = if setup.contains(" w ") { "p1win" } else { "p2win" };
        let result = engine.ask(&format!("position fen {setup} moves {line}\nquery result"));
        assert_eq!(result, [format!("response {winner}")], "{setup}: {line}");
    }
}
