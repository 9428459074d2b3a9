//! Random games by clicks alone.

use super::clicks::ViewedBoard;
use super::meaning;
use plyd_trials::Client;
use std::collections::BTreeSet;
use std::ops::DerefMut;

/// Random games of each game: few in the usual run, as `.ci/full` plays the rest.
const GAMES: u64 = if cfg!(feature = "long-tests") { 1_000 } else { 6 };
/// So many with one engine, whose conversation the test keeps in memory.
const GAMES_AN_ENGINE: usize = 20;
/// Longer games are broken off.
const MOST_PLIES: usize = 120;

/// Plays from each of the positions in turn, with engines that `start` starts.
pub(super) fn play<E: DerefMut<Target = Client>>(start: impl Fn() -> E, game: &str, positions: &[String]) {
    let numbers: Vec<u64> = (0..GAMES).collect();
    for part in numbers.chunks(GAMES_AN_ENGINE) {
        let mut engine = start();
        for &number in part {
            let mut rng = fastrand::Rng::with_seed(number);
            play_one(&mut engine, game, &positions[number as usize % positions.len()], &mut rng);
        }
    }
}

fn play_one(engine: &mut Client, game: &str, setup: &str, rng: &mut fastrand::Rng) {
    let (mut moves, mut before): (Vec<String>, Option<(Vec<String>, String)>) = (Vec::new(), None);
    for _ in 0..MOST_PLIES {
        let played = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        // Each question has one line for an answer. No `isready` ends them, as its answer overtakes a slow machine's.
        engine.send(&format!("position {setup}{played}\nview\nquery moves\nquery fen\nquery result"));
        let [view, legal, state, result] = std::array::from_fn(|_| engine.line());
        let board = ViewedBoard::read(&view);
        let legal: BTreeSet<String> = legal.split(' ').skip(1).map(str::to_owned).collect();
        assert_eq!(board.reachable(), legal, "{game} {setup}{played}");
        let state = state.strip_prefix("response ").expect("a position").to_owned();
        if let Some((steps, expected)) = &before {
            assert_eq!(&state, expected, "{game} {setup}{played}");
            // A place is marked once, however often it was clicked.
            let first = steps.iter().enumerate().filter(|(index, step)| !steps[..*index].contains(step));
            let still_there: Vec<_> = first.map(|(_, step)| step).filter(|step| board.has_spot(step)).collect();
            assert_eq!(board.last(), still_there, "{game} {setup}{played}");
        }
        assert_eq!(outcome(&result), board.json["outcome"], "{game} {setup}{played}");
        for mv in &legal {
            let Some(steps) = meaning::steps(game, &state, mv, &board) else { break };
            let (_, made) = board.after(&steps);
            assert_eq!(made, Some(mv.as_str()), "{game} {state}");
        }
        if legal.is_empty() || result != "response none" {
            return;
        }
        let mv = board.click(rng);
        // The same move by its text, from the text of the position.
        engine.send(&format!("position fen {state} moves {mv}\nquery fen"));
        let after = engine.line();
        // The spots of the first way are marked, no matter which was clicked.
        before = Some((board.steps(&mv), after.strip_prefix("response ").expect("a position").to_owned()));
        moves.push(mv);
    }
}

/// The outcome in the words of views.
fn outcome(response: &str) -> &'static str {
    match response {
        "response p1win" => "max",
        "response p2win" => "min",
        "response draw" => "draw",
        "response none" => "ongoing",
        _ => panic!("no result: {response}"),
    }
}
