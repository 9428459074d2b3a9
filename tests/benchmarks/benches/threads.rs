//! How much sooner two and more threads reach a depth than one does.
//!
//! It needs as many free processors: where others use them, a second thread only takes from the first.

use plyd_benchmarks::{Contender, Scale, contest, empty_table, loaded, say, search_with, verdict};
use plyd_search::Settings;
use std::thread::available_parallelism;

const MEBIBYTES: usize = 64;
const AIM: f64 = 1.5;

/// Game, setup, and the depth for a quick and for a full run.
const POSITIONS: [(&str, &str, u32, u32); 8] = [
    ("cfour", "", 17, 19),
    ("cfour", "7/7/7/7/3p3/2pPP2 w", 17, 19),
    ("cfour", "7/7/7/3P3/3p3/2pPP2 b", 17, 19),
    ("cfour", "7/3p3/3P3/3p3/3P3/2pPp2 w", 18, 20),
    ("chess", "", 13, 15),
    ("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 12, 14),
    ("chess", "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9", 12, 14),
    ("chess", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 12, 14),
];

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
                let settings = Settings { table: Some(&table), threads, ..Settings::default() };
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
            say(&format!(
                "  {:12} median {millis:9.1} ms, {gain:5.2} times as fast, {nodes:5.2} times the nodes",
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
