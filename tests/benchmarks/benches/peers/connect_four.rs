//! Connect four from the empty board to full-width depth 14: plyd against the crate `minimax` with one thread and 64
//! MiB.
//!
//! The crate leaves heuristic and order of moves to the game, and they decide how long it takes. So it is measured as
//! its own example plays, and as well as it can with plyd's heuristic and the moves from the centre outwards. Last,
//! both search without a heuristic: that only asks whether anyone wins, and most of the tree need not be seen.

use crate::drop_four::{DropFour, Nothing, OpenLines, Position, Threats};
use cfour::{ConnectFour, State};
use minimax::{Evaluator, IterativeOptions, IterativeSearch, Strategy};
use plyd_benchmarks::{Contender, Measured, Scale, contest, loaded, say, strong_search, timed, verdict};
use plyd_plugin::{Facts, Game, Move, Moves, Options, Outcome, Plugin, Turn};
use std::iter;

const DEPTH: u8 = 14;
const MEBIBYTES: usize = 64;
/// How many times as fast plyd should be as the best of the crate: as in its example, with plyd's heuristic, and
/// without any.
const AIMS: [f64; 3] = [3.0, 2.5, 1.0];

/// The same game without a heuristic.
struct Blind(ConnectFour);

impl Game for Blind {
    type State = State;

    fn facts(&self) -> Facts {
        self.0.facts()
    }

    fn turn(&self, state: &State) -> Turn {
        self.0.turn(state)
    }

    fn play(&self, state: &mut State, mv: Move) {
        self.0.play(state, mv);
    }

    fn outcome(&self, state: &State) -> Outcome {
        self.0.outcome(state)
    }

    fn moves(&self, state: &State, out: &mut Moves<'_>) {
        self.0.moves(state, out);
    }

    fn key(&self, state: &State) -> u64 {
        self.0.key(state)
    }

    fn order(&self, state: &State, moves: &[Move], scores: &mut [i32]) {
        self.0.order(state, moves, scores);
    }

    fn noisy(&self, state: &State, out: &mut Moves<'_>) {
        self.0.noisy(state, out);
    }

    fn symmetric_key(&self, state: &State) -> u64 {
        self.0.symmetric_key(state)
    }
}

/// The nodes of the latest search, which the crate reports in a sentence.
fn nodes_of<const CENTRE_FIRST: bool, E: Evaluator<G = DropFour<CENTRE_FIRST>>>(search: &IterativeSearch<E>) -> u64 {
    let told = search.stats(&mut Position::default());
    let count = told.split_once("Explored ").and_then(|(_, rest)| rest.split(' ').next()?.parse().ok());
    count.expect("the crate tells how many nodes it explored")
}

fn peers<'a, const CENTRE_FIRST: bool, E>(evaluator: E) -> impl Iterator<Item = Contender<'a>>
where
    E: Evaluator<G = DropFour<CENTRE_FIRST>> + Copy + 'a,
{
    let plain = IterativeOptions::new;
    let ways = [
        ("as it comes", plain()),
        ("aspiration", plain().with_aspiration_window(5)),
        ("steps of two", plain().with_double_step_increment()),
        ("steps of two, aspiration", plain().with_double_step_increment().with_aspiration_window(5)),
        ("countermoves", plain().with_countermoves()),
        ("countermove history", plain().with_countermove_history()),
        ("MTD(f)", plain().with_mtdf()),
    ];
    ways.into_iter().map(move |(name, options)| {
        Contender::new(format!("minimax 0.6, {name}"), move || {
            let mut search = IterativeSearch::new(evaluator, options.with_table_byte_size(MEBIBYTES << 20));
            search.set_max_depth(DEPTH);
            let (_, time) = timed(|| search.choose_move(&Position::default()).map_or(0, |_| 1));
            (nodes_of(&search), time)
        })
    })
}

/// Prints the results, plyd's first, and compares it with the best other.
fn tell(question: &str, results: &[Measured], aim: f64) {
    say(&format!("connect four, empty board to depth {DEPTH}, {question}, {MEBIBYTES} MiB, one thread"));
    results.iter().for_each(|result| say(&result.to_string()));
    let (plyd, others) = results.split_first().expect("plyd is the first");
    let best = others.iter().min_by_key(|other| other.time).expect("there are others");
    let ratio = best.median_ratio_to(plyd);
    say(&format!("  plyd is {ratio:.2} times as fast as the best (aim: {aim}, {})\n", verdict(ratio >= aim)));
}

pub(crate) fn run(scale: Scale) {
    let depth = Some(DEPTH.into());
    let rounds = scale.pick(2, 10);
    let library = loaded("cfour", "");
    let slot = library.root();
    let plyd = || {
        let search = || strong_search(&library, &slot, depth, MEBIBYTES, &mut |_, _| {});
        iter::once(Contender::new("plyd, pvs through the library", search))
    };
    let results = contest(scale.pick(1, 5), plyd().chain(peers(Threats)).collect());
    tell("the crate as in its own example", &results, AIMS[0]);
    let results = contest(rounds, plyd().chain(peers(OpenLines)).collect());
    tell("the crate with plyd's heuristic", &results, AIMS[1]);

    let (game, root) = ConnectFour::open("", &Options::new(ConnectFour::OPTIONS, "")).expect("the setup is right");
    let game = Blind(game);
    let plyd = || strong_search(&game, &root, depth, MEBIBYTES, &mut |_, _| {});
    let contenders = iter::once(Contender::new("plyd, pvs, static", plyd)).chain(peers(Nothing));
    tell("both without a heuristic", &contest(rounds, contenders.collect()), AIMS[2]);
}
