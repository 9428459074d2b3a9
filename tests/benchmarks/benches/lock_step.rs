//! How many fewer nodes each of two threads visits to reach a depth than a single thread does: the speed-up of two
//! processors without any loss to each other or to other programs. The clock plays no part, so a busy machine does no
//! harm.

use cfour::ConnectFour;
use chess::Chess;
use plyd_benchmarks::{LockStep, POSITIONS, Scale, empty_table, say, search_with, verdict};
use plyd_plugin::Plugin;
use plyd_plugin::testing::open;
use plyd_search::SearcherSettings;

const MEBIBYTES: usize = 64;
const AIM: f64 = 1.75;

/// The nodes of one thread, and of two together, the runs of which differ: the fewest first.
fn nodes<P: Plugin>(setup: &str, depth: u32, runs: usize) -> (u64, Vec<u64>) {
    let (game, root) = open::<P>(setup, "");
    let run = |threads| {
        let (game, table) = (LockStep::new(&game), empty_table(MEBIBYTES));
        let settings = SearcherSettings { table: Some(&table), threads, ..SearcherSettings::default() };
        search_with(&game, &root, settings, Some(depth), &mut |_, _| {}).0
    };
    let alone = run(1);
    let mut together: Vec<_> = (0..runs).map(|_| run(2)).collect();
    together.sort_unstable();
    (alone, together)
}

fn main() {
    let scale = Scale::of_process();
    let runs = scale.pick(3, 5);
    let mut logarithm = 0.0;
    for (id, setup, quick_depth, full_depth) in POSITIONS {
        let depth = scale.pick(quick_depth, full_depth - 1);
        let (alone, together) = match id {
            "cfour" => nodes::<ConnectFour>(setup, depth, runs),
            _ => nodes::<Chess>(setup, depth, runs),
        };
        let gain = |nodes: u64| 2.0 * alone as f64 / nodes as f64;
        let median = together[runs / 2];
        logarithm += gain(median).ln() / POSITIONS.len() as f64;
        let (least, most) = (gain(together[runs - 1]), gain(together[0]));
        say(&format!("{id} {setup} to depth {depth}: {alone} nodes, two threads {median}"));
        say(&format!("  {:5.2} times as fast, {least:.2} to {most:.2}", gain(median)));
    }
    let gain = logarithm.exp();
    say(&format!("two threads in lock-step, geometric mean: {gain:.2} (aim: {AIM}, {})", verdict(gain >= AIM)));
}
