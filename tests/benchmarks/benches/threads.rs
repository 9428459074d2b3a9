//! How much sooner two and more threads reach a depth than one does.
//!
//! By the clock that shows only where each thread has a processor to itself. Where others use the machine, the threads
//! share what this process gets, and the time of processors tells more: all threads work until the search is done, so with
//! a processor each they would take that time divided by their number.

use plyd_benchmarks::{Contender, Scale, contest, empty_table, loaded, say, search_with, verdict};
use plyd_search::Settings;
use std::cell::RefCell;
use std::thread::available_parallelism;

const MEBIBYTES: usize = 64;
const AIM: f64 = 1.5;

/// Game, setup, and the depth for a quick and for a full run.
const POSITIONS: [(&str, &str, u32, u32); 8] = [
    ("cfour", "", 16, 18),
    ("cfour", "7/7/7/7/3p3/2pPP2 w", 16, 18),
    ("cfour", "7/7/7/3P3/3p3/2pPP2 b", 16, 18),
    ("cfour", "7/3p3/3P3/3p3/3P3/2pPp2 w", 17, 19),
    ("chess", "", 8, 10),
    ("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 7, 8),
    ("chess", "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9", 7, 8),
    ("chess", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 7, 8),
];

/// The seconds that processors have worked for this process; no number where the system does not tell.
fn processor_time() -> f64 {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
    }
    #[cfg(not(unix))]
    f64::NAN
}

fn median(times: &RefCell<Vec<f64>>) -> f64 {
    let mut times = times.borrow_mut();
    times.sort_unstable_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}

fn main() {
    let scale = Scale::of_process();
    let most = available_parallelism().map_or(2, usize::from).max(2);
    // 1, 2, 4, ... and all there are.
    let mut counts: Vec<usize> = (0..).map(|power| 1 << power).take_while(|&count| count < most).collect();
    counts.push(most);
    // Of the gain by the clock and of that by the processors' time.
    let mut logarithms = vec![(0.0, 0.0); counts.len()];
    for (id, setup, quick_depth, depth) in POSITIONS {
        let game = loaded(id, setup);
        let root = game.root();
        let depth = scale.pick(quick_depth, depth);
        let worked: Vec<RefCell<Vec<f64>>> = counts.iter().map(|_| RefCell::default()).collect();
        let contenders = counts.iter().zip(&worked).map(|(&threads, worked)| {
            let (game, root) = (&game, &root);
            Contender::new(format!("{threads} threads"), move || {
                let table = empty_table(MEBIBYTES);
                let settings = Settings { table: Some(&table), threads, ..Settings::default() };
                let before = processor_time();
                let result = search_with(game, root, settings, Some(depth), &mut |_, _| {});
                worked.borrow_mut().push(processor_time() - before);
                result
            })
        });
        let results = contest(scale.pick(3, 9), contenders.collect());
        say(&format!("{id} {setup} to depth {depth}"));
        let alone = median(&worked[0]);
        for (index, result) in results.iter().enumerate() {
            // With several threads each run is another search, so a typical one counts, not the luckiest.
            let by_clock = results[0].median.as_secs_f64() / result.median.as_secs_f64();
            let by_work = alone / (median(&worked[index]) / counts[index] as f64);
            logarithms[index].0 += by_clock.ln() / POSITIONS.len() as f64;
            logarithms[index].1 += by_work.ln() / POSITIONS.len() as f64;
            let millis = result.median.as_secs_f64() * 1e3;
            say(&format!(
                "  {:12} median {millis:9.1} ms: {by_clock:5.2} times as fast, with a processor each {by_work:5.2}",
                result.name
            ));
        }
    }
    for (count, (by_clock, by_work)) in counts.iter().zip(logarithms).skip(1) {
        let (by_clock, by_work) = (by_clock.exp(), by_work.exp());
        let aim = if *count == 2 { format!(" (aim: {AIM}, {})", verdict(by_work >= AIM)) } else { String::new() };
        say(&format!(
            "{count} threads against one, geometric mean: by the clock {by_clock:.2}, with a processor each {by_work:.2}{aim}"
        ));
    }
}
