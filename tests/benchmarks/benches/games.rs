//! Nodes a second of the strong search with a table, on games as a Rust type and as a library, and how long it
//! takes the library to reach each depth.

use plyd_benchmarks::{Contender, Scale, contest, loaded, say, strong_search, verdict};
use plyd_linked::each_game;
use plyd_plugin::{Options, Plugin};
use plyd_trials::{Shipped, Speed};
use std::collections::BTreeMap;
use std::time::Duration;

const MEBIBYTES: usize = 16;

/// Measures a game that says what to search.
fn measure<G: Plugin>(scale: Scale) {
    let Some(Speed { setup, quick_depth, depth, most_times_static: aim }) = &Shipped::of(G::ID).speed else { return };
    let depth = scale.pick(*quick_depth, *depth);
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

    let named = if setup.is_empty() { "start position" } else { setup.as_str() };
    say(&format!("{}, {named}, to depth {depth}", G::ID));
    say(&linked.to_string());
    say(&through_library.to_string());
    let ratio = through_library.time_to(linked);
    let aim = aim.as_ref().map_or_else(String::new, |aim| format!(" (aim: at most {aim}, {})", verdict(ratio <= *aim)));
    say(&format!("  library to static: {ratio:.3}{aim}"));
    let times = depths.iter().filter(|(_, time)| time.as_micros() >= 100);
    let times: Vec<_> = times.map(|(depth, time)| format!("{depth}: {:.1}", time.as_secs_f64() * 1e3)).collect();
    say(&format!("  ms to depth: {}\n", times.join(", ")));
}

macro_rules! measure {
    ($($name:ident $game:ty),*) => {
        |scale: Scale| {
            $(measure::<$game>(scale);)*
        }
    };
}

fn main() {
    let measure = each_game!(measure);
    measure(Scale::of_process());
}
