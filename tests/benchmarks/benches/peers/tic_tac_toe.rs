//! Tic-tac-toe, solved from the empty board.

use crate::noughts::{Nothing, Noughts, Position, TutorialBoard};
use minimax::{IterativeOptions, IterativeSearch, Negamax, Strategy};
use plyd_benchmarks::{Contender, Scale, contest, loaded, say, strong_search, timed};
use plyd_search::{Algorithm, Control, NoObserver, Root, SearcherLimits, search};
use std::hint::black_box;

const DEPTH: u8 = 9;

fn of_crate<'a, S: Strategy<Noughts>>(name: &str, make: impl Fn() -> S + 'a) -> Contender<'a> {
    Contender::new(format!("minimax 0.6, {name}"), move || {
        let mut strategy = make();
        strategy.set_max_depth(DEPTH);
        timed(|| strategy.choose_move(&Position::default()).map_or(0, |_| 1))
    })
}

fn of_tutorial<'a>(name: &str, cuts: bool) -> Contender<'a> {
    Contender::new(format!("tutorial, {name}"), move || {
        timed(|| {
            let mut board = TutorialBoard::empty();
            assert_eq!(board.search(black_box(true), -1_000, 1_000, cuts), 0);
            board.nodes
        })
    })
}

pub(crate) fn run(scale: Scale) {
    let game = loaded("tictactoe", "");
    let root = game.root();
    let textbook = |algorithm: Algorithm| {
        let (game, root) = (&game, &root);
        Contender::new(format!("plyd, {} through the library", algorithm.name()), move || {
            let control = Control::new();
            let root = Root::new(game, root);
            timed(|| search(&root, algorithm, &SearcherLimits::default(), &control, &mut NoObserver, &mut |_| {}).nodes)
        })
    };
    let results = contest(
        scale.pick(20, 100),
        vec![
            textbook(Algorithm::Minimax),
            of_tutorial("minimax", false),
            of_crate("Negamax", || Negamax::new(Nothing, DEPTH)),
            textbook(Algorithm::AlphaBeta),
            of_tutorial("alpha-beta", true),
            Contender::new("plyd, pvs through the library", || strong_search(&game, &root, None, 1, &mut |_, _| {})),
            of_crate("IterativeSearch", || IterativeSearch::new(Nothing, IterativeOptions::new())),
        ],
    );
    say("tic-tac-toe, solved from the empty board");
    results.iter().for_each(|result| say(&result.to_string()));
    let [minimax, tutorial_minimax, _, alpha_beta, tutorial_alpha_beta, pvs, iterative] = results.as_slice() else {
        unreachable!("seven contenders have seven results")
    };
    for (what, plyd, other) in [
        ("tutorial's minimax to plyd's", minimax, tutorial_minimax),
        ("tutorial's alpha-beta to plyd's", alpha_beta, tutorial_alpha_beta),
        ("crate's iterative search to plyd's pvs", pvs, iterative),
    ] {
        say(&format!("  time of the {what}: {:.2}", other.time_to(plyd)));
    }
    say("");
}
