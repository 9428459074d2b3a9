//! How long the strong search takes to solve positions, through the libraries.

use plyd_benchmarks::{Contender, Scale, contest, empty_table, loaded, say, solve_with, verdict};
use plyd_host::{LoadedGame, StateSlot};
use plyd_rules::{Game, Move, Moves, Want, splitmix64};
use std::time::Duration;

const MEBIBYTES: usize = 16;
const AIM: Duration = Duration::from_millis(10);

/// Games small enough to be searched to their end.
const SMALL: [(&str, &str); 8] = [
    ("tictactoe", ""),
    ("cfour", "4/4/4/4 w"),
    ("cfour", "5/5/5/5 w"),
    ("cfour", "4/4/4/4/4 w"),
    ("cfour", "5/5/5/5/5 w"),
    ("kalah", "3,3,3/3,3,3 w 0 0"),
    ("kalah", "3,3,3,3/3,3,3,3 w 0 0"),
    ("flipello", "4/1pP1/1Pp1/4 w"),
];

/// Numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        (splitmix64::next(&mut self.0) % bound as u64) as usize
    }
}

/// A game of this many random moves; `None` if it ends before.
fn random_game(game: &LoadedGame, plies: usize, random: &mut Random) -> Option<StateSlot> {
    let mut state = game.root();
    for _ in 0..plies {
        let mut room = [Move(0); 7];
        let step = game.examine(&state, Want::MOVES, &mut Moves::new(&mut room));
        if !step.is_ongoing() {
            return None;
        }
        state = game.after(&state, room[random.below(step.count())]).expect("the move is legal");
    }
    game.examine(&state, Want::OUTCOME, &mut Moves::new(&mut [])).is_ongoing().then_some(state)
}

/// The best of some times for each position, sorted.
fn times_to_solve(game: &LoadedGame, positions: &[StateSlot], rounds: usize) -> Vec<Duration> {
    let solve = |state| solve_with(game, state, &empty_table(MEBIBYTES)).1;
    let mut best: Vec<_> = positions.iter().map(&solve).collect();
    for _ in 1..rounds {
        for (best, state) in best.iter_mut().zip(positions) {
            *best = solve(state).min(*best);
        }
    }
    best.sort_unstable();
    best
}

fn connect_four(scale: Scale) {
    let game = loaded("cfour", "");
    let mut random = Random(4);
    let count = scale.pick(40, 400);
    for stones in [20, 24, 28] {
        let mut positions = Vec::new();
        while positions.len() < count {
            positions.extend(random_game(&game, stones, &mut random));
        }
        // Unless one of the next two moves wins, there is something to search.
        let is_quiet = |state: &StateSlot| {
            let table = empty_table(1);
            solve_with(&game, state, &table).0.nodes > 1_000
        };
        let quiet: Vec<_> = positions.iter().filter(|state| is_quiet(state)).cloned().collect();
        for (kind, positions) in [("all", &positions), ("of more than 1,000 nodes", &quiet)] {
            let times = times_to_solve(&game, positions, scale.pick(1, 3));
            let at = |part: usize| times[(times.len() - 1) * part / 100];
            say(&format!(
                "cfour, {stones} random stones, {} positions ({kind}): median {:.3?} (aim: {AIM:?}, {}), 90 of 100 {:.3?}, \
                 longest {:.3?}",
                times.len(),
                at(50),
                verdict(at(50) <= AIM),
                at(90),
                at(100),
            ));
        }
    }
}

fn main() {
    let scale = Scale::of_process();
    connect_four(scale);
    say("solved from the start:");
    for (id, setup) in SMALL {
        let game = loaded(id, setup);
        let root = game.root();
        let run = || {
            let table = empty_table(MEBIBYTES);
            let (answer, time) = solve_with(&game, &root, &table);
            (answer.nodes, time)
        };
        let named = format!("{id} {}", if setup.is_empty() { "start position" } else { setup });
        for measured in contest(scale.pick(1, 5), vec![Contender::new(named, run)]) {
            say(&measured.to_string());
        }
    }
}
