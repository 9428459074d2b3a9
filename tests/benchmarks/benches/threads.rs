//! How much sooner two and more threads reach a depth than one does.
//!
//! It needs as many free processors: where others use them, a second thread only takes from the first.

use plyd_benchmarks::{Contender, POSITIONS, Scale, contest, empty_table, loaded, say, search_with, verdict};
use plyd_search::SearcherSettings;
use std::thread::available_parallelism;

const MEBIBYTES: usize = 64;
const AIM: f64 = 1.6;

fn main() {
    let scale = Scale::of_process();
    let most = available_parallelism().map_or(2, usize::from).max(2);
    // 1, 2, 4, ... and all there are.
    let mut counts: Vec<usize> = (0..).map(|power| 1 << power).take_while(|&count| count < most).collect();
    counts.push(most);
    let mut logarithms = vec![0.0; counts.len()];
    for (id, setup, quick_depth, depth) in POSITIONS {
        let game = loaded(id, setup);
        let root = game.root();
        let depth = scale.pick(quick_depth, depth);
        let contenders = counts.iter().map(|&threads| {
            let (game, root) = (&game, &root);
            Contender::new(format!("{threads} threads"), move || {
                let table = empty_table(MEBIBYTES);
                let settings = SearcherSettings { table: Some(&table), threads, ..SearcherSettings::default() };
                search_with(game, root, settings, Some(depth), &mut |_, _| {})
            })
        });
        let results = contest(scale.pick(3, 15), contenders.collect());
        say(&format!("{id} {setup} to depth {depth}"));
        for (result, logarithm) in results.iter().zip(&mut logarithms) {
            // With several threads each run is another search, so a typical one counts, not the luckiest.
            let gain = results[0].median.as_secs_f64() / result.median.as_secs_f64();
            *logarithm += gain.ln() / POSITIONS.len() as f64;
            let (millis, nodes) = (result.median.as_secs_f64() * 1e3, result.work as f64 / results[0].work as f64);
            let speed = result.speed() / results[0].speed();
            say(&format!(
                "  {:12} median {millis:9.1} ms, {gain:5.2} times as fast, {nodes:5.2} times the nodes, {speed:5.2} times as \
                 many a second",
                result.name
            ));
        }
    }
    for (count, logarithm) in counts.iter().zip(logarithms).skip(1) {
        let gain = logarithm.exp();
        let aim = if *count == 2 { format!(" (aim: {AIM}, {})", verdict(gain >= AIM)) } else { String::new() };
        say(&format!("{count} threads against one, geometric mean: {gain:.2}{aim}"));
    }
}
