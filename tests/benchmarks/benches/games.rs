//! Nodes a second of the strong search with a table, on every game as a Rust type and as a library, and how long it
//! takes the library to reach each depth.

use plyd_benchmarks::{Contender, Scale, contest, loaded, say, strong_search, verdict};
use plyd_plugin::{Options, Plugin};
use std::collections::BTreeMap;
use std::time::Duration;

const MEBIBYTES: usize = 16;

/// What is searched, and how much longer it may take through the library.
struct Work {
    setup: &'static str,
    depth: u32,
    quick_depth: u32,
    aim: Option<f64>,
}

fn measure<G: Plugin>(scale: Scale, Work { setup, depth, quick_depth, aim }: Work) {
    let depth = scale.pick(quick_depth, depth);
    let (game, root) = G::open(setup, &Options::new(G::OPTIONS, "")).expect("the setup is right");
    let library = loaded(G::ID, setup);
    let slot = library.root();
    let mut depths = BTreeMap::<u32, Duration>::new();
    let mut note = |depth, time: Duration| {
        depths.entry(depth).and_modify(|best| *best = time.min(*best)).or_insert(time);
    };
    let contenders = vec![
        Contender::new("static", || strong_search(&game, &root, Some(depth), MEBIBYTES, &mut |_, _| {})),
        Contender::new("library", || strong_search(&library, &slot, Some(depth), MEBIBYTES, &mut note)),
    ];
    let results = contest(scale.pick(4, 20), contenders);
    let [linked, through_library] = results.as_slice() else { unreachable!("two contenders have two results") };
    assert_eq!(linked.work, through_library.work, "the searches differ");

    let named = if setup.is_empty() { "start position" } else { setup };
    say(&format!("{}, {named}, to depth {depth}", G::ID));
    say(&linked.to_string());
    say(&through_library.to_string());
    let ratio = through_library.time_to(linked);
    let aim = aim.map_or_else(String::new, |aim| format!(" (aim: at most {aim}, {})", verdict(ratio <= aim)));
    say(&format!("  library to static: {ratio:.3}{aim}"));
    let times = depths.iter().filter(|(_, time)| time.as_micros() >= 100);
    let times: Vec<_> = times.map(|(depth, time)| format!("{depth}: {:.1}", time.as_secs_f64() * 1e3)).collect();
    say(&format!("  ms to depth: {}\n", times.join(", ")));
}

fn main() {
    const START: &str = "";
    let scale = Scale::of_process();
    let work = |setup, quick_depth, depth, aim| Work { setup, depth, quick_depth, aim };
    measure::<cfour::ConnectFour>(scale, work(START, 14, 16, Some(1.15)));
    measure::<kalah::Kalah>(scale, work(START, 14, 17, Some(1.25)));
    measure::<chess::Chess>(scale, work(START, 7, 8, Some(1.05)));
    measure::<flipello::Flipello>(scale, work(START, 12, 14, None));
    measure::<breakthrough::Breakthrough>(scale, work(START, 8, 9, None));
    measure::<ataxx::Ataxx>(scale, work(START, 8, 10, None));
    measure::<checkers::Checkers>(scale, work(START, 11, 13, None));
    measure::<isola::Isola>(scale, work(START, 3, 4, None));
    measure::<dotsandboxes::DotsAndBoxes>(scale, work(START, 5, 7, None));
    measure::<morris::Morris>(scale, work(START, 5, 7, None));
    measure::<tictactoe::TicTacToe>(scale, work(START, 9, 9, None));
    measure::<leaftree::LeafTree>(scale, work("random b=2 depth=24 seed=42", 24, 24, None));
}
