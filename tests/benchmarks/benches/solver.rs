//! `solve` beside `pvs` on boards of connect four, linked statically and through the library, one thread.

use plyd_benchmarks::{Contender, Scale, contest, empty_table, loaded, say, verdict};
use plyd_plugin::testing::open;
use plyd_rules::Game;
use plyd_search::{Algorithm, Answer, Control, Limits, NoObserver, Root, Settings, search};
use std::time::Duration;

/// The boards, with the MiB of the table.
const BOARDS: [(u32, u32, usize); 3] = [(5, 5, 64), (6, 4, 128), (6, 5, 128)];

/// How many times as long `pvs` should take.
const AIM: f64 = 8.0;

fn run<G: Game>(game: &G, root: &G::State, algorithm: Algorithm, mebibytes: usize) -> (Answer, Duration) {
    let table = empty_table(mebibytes);
    let settings = Settings { table: Some(&table), ..algorithm.into() };
    let control = Control::new();
    let answer = search(&Root::new(game, root), settings, &Limits::default(), &control, &mut NoObserver, &mut |_| {});
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

fn main() {
    let scale = Scale::of_process();
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
