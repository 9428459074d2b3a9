//! Comparison of games in the language with the same games in Rust.

use crate::given::{Ini, counts, give};
use plyd_plugin::testing::{laws, open, perft};
use plyd_plugin::{Facts, Game, Move, Moves, Plugin};

const BREAKTHROUGH: &str = "
[breakthrough-ini]
piece.P = pawn
moves.P = step n ne nw
captures.P = step ne nw
start = pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP
goals = reach any last: win, left any 0: loss, no move: loss
";
const TIC_TAC_TOE: &str = "
[tictactoe-ini]
board = 3x3
place = P
goals = line 3: win, no move: draw
";
const CONNECT_FOUR: &str = "
[cfour-ini]
board = 7x6
place = P
gravity = yes
goals = line 4: win, no move: draw
";
const HEX: &str = "
[hex-ini]
board = 3x3
place = P
paint = hexes
goals =
    first connect rank 1 to rank 3 by 6: win
    second connect file a to file c by 6: win
    no move: draw
";

#[track_caller]
fn same_counts<P: Plugin>(text: &str, options: &str, depth: u32) {
    let (game, state) = open::<P>("", options);
    give(text);
    let expected: Vec<u64> = (1..=depth).map(|depth| perft(&game, &state, depth)).collect();
    assert_eq!(counts(depth), expected);
    laws::<Ini>(&[("", "")]);
}

#[test]
fn breakthrough_has_the_counts_of_breakthrough() {
    same_counts::<breakthrough::Breakthrough>(BREAKTHROUGH, "", 4);
}

#[test]
fn tic_tac_toe_has_the_counts_of_tic_tac_toe() {
    same_counts::<tictactoe::TicTacToe>(TIC_TAC_TOE, "", 9);
}

#[test]
fn connect_four_has_the_counts_of_connect_four() {
    same_counts::<cfour::ConnectFour>(CONNECT_FOUR, "", 7);
}

#[test]
fn hex_has_the_counts_of_hex() {
    same_counts::<hex::Hex>(HEX, "Size=3 Swap=false", 8);
}

#[test]
fn symmetries_and_bounds_follow_from_the_text() {
    // The symmetries, whether the sides differ, and the bounds on moves and plies.
    for (text, expected) in [
        (BREAKTHROUGH, (1, false, 49, 224)),
        (TIC_TAC_TOE, (7, false, 10, 9)),
        (CONNECT_FOUR, (1, false, 43, 42)),
        (HEX, (1, false, 10, 9)),
        (include_str!("../../games/fox-and-hounds.ini"), (1, true, 9, Facts::UNBOUNDED)),
        (include_str!("../../games/clobber.ini"), (3, false, 61, 30)),
        (include_str!("../../games/domineering.ini"), (1, false, 57, 64)),
        (include_str!("../../games/cram.ini"), (7, false, 61, 36)),
        (include_str!("../../games/hasami-shogi.ini"), (7, false, 145, Facts::UNBOUNDED)),
    ] {
        give(text);
        let facts = open::<Ini>("", "").0.facts();
        let found = (facts.features.symmetries, facts.features.sides_differ, facts.max_moves, facts.max_plies);
        assert_eq!(found, expected, "{text}");
    }
}

/// Counts the leaves at a depth; at the last ply moves are counted without playing them.
fn leaves<G: Game>(game: &G, state: &G::State, depth: u32, room: &mut [Move]) -> u64 {
    let most = game.facts().max_moves as usize;
    let (own, rest) = room.split_at_mut(most);
    let mut moves = Moves::new(own);
    game.moves(state, &mut moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut child = state.clone();
    let mut count = 0;
    for &mv in moves.as_slice() {
        child.clone_from(state);
        game.play(&mut child, mv);
        if game.outcome(&child).has_moves() {
            count += leaves(game, &child, depth - 1, rest);
        }
    }
    count
}

/// Prints the number of leaves counted per second: `cargo test --release -p ini -- --ignored --nocapture speed`.
#[test]
#[ignore = "it measures, and tests nothing"]
fn speed() {
    fn measure<P: Plugin>(what: &str, options: &str, depth: u32) {
        let (game, state) = open::<P>("", options);
        let mut room = vec![Move(0); game.facts().max_moves as usize * depth as usize];
        let begin = std::time::Instant::now();
        let count = leaves(&game, &state, depth, &mut room);
        let seconds = begin.elapsed().as_secs_f64();
        eprintln_of(&format!(
            "{what}: {count} leaves in {seconds:.2} s, {:.1} million a second",
            count as f64 / seconds / 1e6
        ));
    }
    give(BREAKTHROUGH);
    measure::<Ini>("breakthrough, ini", "", 6);
    measure::<breakthrough::Breakthrough>("breakthrough, Rust", "", 6);
    give(CONNECT_FOUR);
    measure::<Ini>("connect four, ini", "", 9);
    measure::<cfour::ConnectFour>("connect four, Rust", "", 9);
}

fn eprintln_of(line: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "{line}");
}
