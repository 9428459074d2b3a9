//! `solve` beside `pvs` on boards of connect four, linked statically and through the library, one thread; alone on
//! endgames of othello, and on the empty 7x6 board of connect four, which takes minutes.

use plyd_benchmarks::{Contender, Scale, contest, empty_table, loaded, processor_timed, say, verdict};
use plyd_plugin::testing::open;
use plyd_rules::Game;
use plyd_search::{
    Algorithm, Control, NoObserver, Root, SearchResult, SearchScore, SearcherLimits, SearcherSettings, search,
};
use std::time::Duration;

/// The boards, with the MiB of the table.
const BOARDS: [(u32, u32, usize); 3] = [(5, 5, 64), (6, 4, 128), (6, 5, 128)];

/// How many times as long `pvs` should take.
const AIM: f64 = 8.0;

fn run<G: Game>(game: &G, root: &G::State, algorithm: Algorithm, mebibytes: usize) -> (SearchResult, Duration) {
    let table = empty_table(mebibytes);
    let settings = SearcherSettings { table: Some(&table), ..algorithm.into() };
    let control = Control::new();
    let answer =
        search(&Root::new(game, root), settings, &SearcherLimits::default(), &control, &mut NoObserver, &mut |_| {});
    let time = control.elapsed();
    assert!(answer.solved, "not solved: {answer:?}");
    (answer, time)
}

fn contender<'a, G: Game>(
    name: String,
    game: &'a G,
    root: &'a G::State,
    algorithm: Algorithm,
    mebibytes: usize,
) -> Contender<'a> {
    Contender::new(name, move || {
        let (answer, time) = run(game, root, algorithm, mebibytes);
        (answer.nodes, time)
    })
}

/// Problems of the set by the French othello federation, numbers 40 and 42, with the difference of discs that is known
/// from the program Edax.
const ENDGAMES: [(u32, &str, i32); 2] = [
    (40, "8/4p2P/3ppppP/ppppppPP/ppPpppPP/ppPPpppP/1ppppppP/p2ppppP w", 38),
    (42, "2pppp2/3pppPp/3ppPpp/P1pppPPp/1ppppPpp/pppppPpp/4PP1p/2ppp3 w", 6),
];
const ENDGAME_MEBIBYTES: usize = 256;
const ENDGAME_AIM: Duration = Duration::from_secs(60);

/// The first player wins.
const WHOLE_BOARD_MEBIBYTES: usize = 1_024;

fn endgames(_: Scale) {
    for (number, setup, difference) in ENDGAMES {
        let (game, root) = open::<flipello::Flipello>(setup, "DiscDifference=true");
        let ((answer, _), time) = processor_timed(|| run(&game, &root, Algorithm::Solve, ENDGAME_MEBIBYTES));
        assert_eq!(answer.score, Some(SearchScore::Value(difference)), "FFO {number}");
        say(&format!(
            "othello, FFO {number}: {difference:+} discs, {} nodes, {time:.1?} of processor time (aim: {ENDGAME_AIM:?}, {})",
            answer.nodes,
            verdict(time <= ENDGAME_AIM),
        ));
    }
}

fn whole_board(_: Scale) {
    let (game, root) = open::<cfour::ConnectFour>("", "");
    let ((answer, _), time) = processor_timed(|| run(&game, &root, Algorithm::Solve, WHOLE_BOARD_MEBIBYTES));
    assert!(matches!(answer.score, Some(SearchScore::Value(1..))), "{answer:?}");
    say(&format!("connect four 7x6: the first player wins, {} nodes, {time:.1?} of processor time", answer.nodes));
}

/// A part's name, and what measures it.
type Part = (&'static str, fn(Scale));

/// The parts, by their names on the command line. Without a name there, all but the last are run.
const PARTS: [Part; 3] = [("boards", boards), ("endgames", endgames), ("whole-board", whole_board)];

fn main() {
    let scale = Scale::of_process();
    let names: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let known = PARTS.map(|(name, _)| name);
    for wanted in &names {
        assert!(known.contains(&wanted.as_str()), "there is no part `{wanted}`: the parts are {known:?}");
    }
    for (name, run) in PARTS {
        let is_wanted = names.iter().any(|wanted| wanted == name);
        if is_wanted || names.is_empty() && name != "whole-board" {
            run(scale);
        }
    }
}

fn boards(scale: Scale) {
    for (files, ranks, mebibytes) in BOARDS {
        let (game, root) = open::<cfour::ConnectFour>("", &format!("Files={files} Ranks={ranks}"));
        let row = format!("{files}/").repeat(ranks as usize);
        let library = loaded("cfour", &format!("{} w", row.trim_end_matches('/')));
        let start = library.root();
        let named = |what: &str| format!("{files}x{ranks}, {what}");
        let measured = contest(
            scale.pick(1, 3),
            vec![
                contender(named("pvs"), &game, &root, Algorithm::Pvs, mebibytes),
                contender(named("solve"), &game, &root, Algorithm::Solve, mebibytes),
                contender(named("solve, library"), &library, &start, Algorithm::Solve, mebibytes),
            ],
        );
        measured.iter().for_each(|measured| say(&measured.to_string()));
        let ratio = measured[0].time_to(&measured[1]);
        say(&format!("  pvs / solve: {ratio:.1} in time (aim: {AIM}, {})", verdict(ratio >= AIM)));
    }
}
