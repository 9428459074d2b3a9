//! Draws that have to be claimed: fifty moves, too few men to mate, a third repetition. Who claims nothing plays on.

use super::only;
use plyd_linked::{Engine, info_field};

/// Knights go out and back, so that the start position comes again.
const OUT_AND_BACK: &str = "g1f3 g8f6 f3g1 f6g8";

/// Positions in which a draw can be claimed, each with the legal moves.
const CLAIMABLE: [(&str, &str); 5] = [
    ("fen 8/8/8/3k4/8/3K4/8/7R b - - 100 120", "d5c5 d5e5 d5c6 d5d6 d5e6"),
    ("fen 8/8/8/3k4/8/3K4/8/7R b - - 250 200", "d5c5 d5e5 d5c6 d5d6 d5e6"),
    ("fen 8/8/8/3k4/8/3K4/8/6R1 w - - 99 120 moves g1h1", "d5c5 d5e5 d5c6 d5d6 d5e6"),
    ("fen 8/8/8/8/8/k7/8/K6n w - - 0 1", "a1b1"),
    ("fen 7K/5k2/8/8/8/8/r7/8 w - - 10 90 moves h8h7 a2a3 h7h8 a3a2 h8h7 a2a3 h7h8 a3a2", "h8h7"),
];

fn chess() -> Engine {
    Engine::start("chess")
}

/// The words after `response`.
fn response(engine: &mut Engine, query: &str) -> String {
    let line = only(engine.ask(&format!("query {query}")));
    line.strip_prefix("response").expect("a query is answered").trim().to_owned()
}

#[test]
fn the_game_is_over_to_whoever_asks_and_goes_on_for_whoever_plays() {
    let mut engine = chess();
    for mode in ["uci", "ugi"] {
        engine.ask(mode);
        for (position, moves) in CLAIMABLE {
            assert!(engine.ask(&format!("position {position}")).is_empty(), "{position}");
            let standing = ["gameover", "result"].map(|query| response(&mut engine, query));
            assert_eq!(standing, ["true", "draw"], "{position}");
            assert!(engine.ask("d").contains(&"Outcome: draw".to_owned()), "{position}");
            assert_eq!(response(&mut engine, "moves"), moves);
            for algorithm in ["minimax", "alphabeta", "pvs"] {
                engine.ask(&format!("setoption name Algorithm value {algorithm}"));
                for go in ["go depth 3", "go nodes 500", "go movetime 20", "go mate 1", "go depth 2 searchmoves 0000"] {
                    let lines = engine.go(go);
                    let best = lines.last().and_then(|line| line.strip_prefix("bestmove ")).expect("it is answered");
                    let is_move = moves.split(' ').any(|mv| Some(mv) == best.split(' ').next());
                    assert_eq!(is_move, !go.contains("searchmoves"), "{position}, {algorithm}, {go}: {lines:?}");
                }
            }
        }
    }
}

/// A mate in 2 that comes too late: with Black's answer a hundred moves of a side are without a capture or a pawn's
/// move.
const LATE: &str = "fen 7k/8/5K2/8/8/8/8/R7 w - - 98 90";

#[test]
fn a_mate_found_with_an_earlier_clock_is_not_claimed_with_a_later_one() {
    for (algorithm, go, early) in [("pvs", "go depth 6", "mate 2"), ("dfpn", "go mate 2", "mate 2")] {
        let mut engine = chess();
        engine.ask(&format!("setoption name Algorithm value {algorithm}"));
        let mut score = |position: &str| {
            engine.ask(&format!("position {position}"));
            let lines = engine.go(go);
            let info = lines.iter().rev().find_map(|line| info_field(line, "score"));
            info.expect("there is a score").to_owned()
        };
        assert_eq!(score(&LATE.replace("98 90", "0 1")), early, "{algorithm}");
        let late = score(LATE);
        assert!(late.starts_with("cp "), "{algorithm}: {late}");
        assert_eq!(score(&LATE.replace("98 90", "0 1")), early, "{algorithm}: it is proven all the same");
    }
    let mut engine = chess();
    engine.ask(&format!("position {LATE} moves f6g6 h8g8"));
    assert_eq!(response(&mut engine, "result"), "draw");
}

#[test]
fn moves_are_played_beyond_each_draw_and_beyond_no_other_end() {
    let mut engine = chess();
    for (position, moves) in CLAIMABLE {
        let list = if position.contains(" moves ") { "" } else { " moves" };
        for mv in moves.split(' ') {
            assert!(engine.ask(&format!("position {position}{list} {mv}")).is_empty(), "{position} then {mv}");
        }
        let refused = only(engine.ask(&format!("position {position}{list} a1a8")));
        assert!(refused.contains(&format!("`a1a8` is not legal; the legal moves are {moves}")), "{refused}");
    }
    // Mate on the last of the fifty moves, and stalemate with too few men.
    for (position, end) in [
        ("fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 90 moves a1a8 g8h8", "p1 wins"),
        ("fen k7/8/1KN5/8/8/8/8/8 b - - 0 1 moves a8b7", "draw"),
    ] {
        let refused = only(engine.ask(&format!("position {position}")));
        assert!(refused.ends_with(&format!("comes after the end of the game ({end})")), "{refused}");
    }
    // The mate is none that could be avoided by a claim.
    engine.ask("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 90 moves a1a8");
    assert_eq!(["gameover", "result"].map(|query| response(&mut engine, query)), ["true", "p1win"]);
}

#[test]
fn leaves_are_counted_through_draws_that_can_be_claimed() {
    let mut engine = chess();
    // The counts come from python-chess.
    for ((position, _), leaves) in CLAIMABLE[..4].iter().zip([106, 106, 106, 5]) {
        engine.ask(&format!("position {position}"));
        engine.send("go perft 2");
        let counted = engine.until("Nodes searched");
        assert_eq!(counted.last(), Some(&format!("Nodes searched: {leaves}")), "{position}: {counted:?}");
        assert_eq!(only(engine.ask("eval")), "Evaluation: 0 (p1's view)");
    }
}

#[test]
fn a_root_whose_draw_can_be_claimed_is_explained_as_it_is_searched() {
    let mut engine = chess();
    engine.ask("position fen 8/8/8/8/8/k7/8/K6n w - - 0 1");
    engine.send("explain depth 2 algorithm minimax");
    let lines = engine.until("explain done");
    assert!(lines.iter().any(|line| line.split_whitespace().eq(["nodes", "visited", "2"])), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains("a1b1")), "{lines:?}");
}

#[test]
fn a_game_of_a_hundred_thousand_moves_to_and_fro_is_taken_and_goes_on() {
    let mut engine = chess();
    let moves = [OUT_AND_BACK; 25_000].join(" ");
    engine.send(&format!("position startpos moves {moves}"));
    // On a busy machine `isready` waits less long than the position takes, so this waits for the answer itself.
    engine.send("query gameover");
    assert_eq!(engine.line(), "response true");
    assert_eq!(response(&mut engine, "result"), "draw");
    let lines = engine.go("go depth 5");
    let best = lines.last().and_then(|line| line.strip_prefix("bestmove ")).expect("it is answered");
    let best = best.split(' ').next().unwrap_or_default().to_owned();
    assert!(response(&mut engine, "moves").split(' ').any(|mv| mv == best), "{best}");
}

#[test]
fn the_line_of_play_ends_where_the_game_does() {
    for (position, depth, end) in [
        // White has nothing better than to give check for ever, and the next one leads to a position for the third time
        // after five plies.
        ("fen 6k1/6p1/8/4Q3/8/8/qq6/7K w - - 0 1 moves e5e8 g8h7 e8h5 h7g8", 12, "repetition"),
        // Fifty moves are over after two plies: there is nothing to take.
        ("fen 8/8/8/3k4/8/3K4/8/7R w - - 98 120 moves", 6, "fifty moves"),
        // The last pawn can be taken, and then no one can mate.
        ("fen 8/8/8/8/8/2k5/2p5/2K4B w - - 0 1 moves", 8, "too few men"),
    ] {
        let mut engine = chess();
        // With an empty table, and twice with what it knows already.
        for round in 0..3 {
            engine.ask(&format!("position {position}"));
            let lines = engine.go(&format!("go depth {depth}"));
            let told: Vec<&str> = lines.iter().filter_map(|line| info_field(line, "pv")).collect();
            told.iter().for_each(|line| assert_no_move_after_the_end(&mut engine, position, line));
            let last = told.last().expect("there is a line of play");
            if round == 0 {
                engine.ask(&format!("position {position} {last}"));
                assert_eq!(response(&mut engine, "gameover"), "true", "{last} should end by {end}");
            }
            let moves: Vec<&str> = last.split(' ').collect();
            let ponder = moves.get(1).map_or(String::new(), |mv| format!(" ponder {mv}"));
            assert_eq!(lines.last(), Some(&format!("bestmove {}{ponder}", moves[0])));
        }
    }
}

/// Before its last move no line of play has come to the end of the game.
fn assert_no_move_after_the_end(engine: &mut Engine, position: &str, line: &str) {
    let moves: Vec<&str> = line.split(' ').collect();
    for count in 1..moves.len() {
        let played = moves[..count].join(" ");
        engine.ask(&format!("position {position} {played}"));
        assert_eq!(response(engine, "gameover"), "false", "{position}: {line} goes on after {played}");
    }
}
