//! How soon `stop` brings `bestmove`, over pipes, for each game and algorithm: the aim is 99 of 100 within 5 ms.
//!
//! Where others use the machine too, most of the time is theirs. So it also says how much of it the engine was at work:
//! by the clock of a machine without others it takes no longer than that.

use plyd_benchmarks::{Scale, processor_time_of, say, verdict};
use plyd_search::Algorithm;
use plyd_tests::Engine;
use plyd_trials::Shipped;
use std::time::{Duration, Instant};

/// Long enough for the search to be deep in its work.
const THINKING: Duration = Duration::from_millis(10);
const AIM: Duration = Duration::from_millis(5);

fn main() {
    let stops = Scale::of_process().pick(20, 200);
    // Tic-tac-toe is solved before the stop comes: only the answer waits for it.
    for Shipped { id: game, long_search, .. } in Shipped::all() {
        for algorithm in Algorithm::ALL.map(Algorithm::name) {
            let mut engine = Engine::start(&["--game", game, "--option", &format!("Algorithm={algorithm}")]);
            engine.ask(&format!("position {long_search}"));
            if let Some(reason) = refusal(&mut engine) {
                say(&format!("{game:12} {algorithm:10} left out: {reason}"));
                continue;
            }
            let stopped: Vec<(Duration, Option<Duration>)> = (0..stops).map(|_| time_of_a_stop(&mut engine)).collect();
            let (median, late, last) = spread(stopped.iter().map(|&(time, _)| time));
            let (_, work, most) = spread(stopped.iter().filter_map(|&(_, work)| work));
            say(&format!(
                "{game:12} {algorithm:10} median {median:9.1?}  99 of 100 {late:9.1?} ({})  longest {last:9.1?}  at work: \
                 99 of 100 {work:9.1?} ({})  longest {most:9.1?}",
                verdict(late <= AIM),
                verdict(work <= AIM),
            ));
        }
    }
}

/// The median, what 99 of 100 do not exceed, and the longest of some times.
fn spread(times: impl Iterator<Item = Duration>) -> (Duration, Duration, Duration) {
    let mut times: Vec<_> = times.collect();
    times.sort_unstable();
    let at = |percent: usize| times.get(((times.len() * percent).div_ceil(100)).saturating_sub(1)).copied();
    let [median, late, last] = [50, 99, 100].map(|percent| at(percent).unwrap_or_default());
    (median, late, last)
}

/// Why the algorithm does not search this game, if so.
fn refusal(engine: &mut Engine) -> Option<String> {
    let lines = engine.ask("go nodes 1");
    let error = lines.iter().find_map(|line| line.strip_prefix("info string error ")).map(str::to_owned);
    // It may still be on its way.
    if error.is_none() && !lines.iter().any(|line| line.starts_with("bestmove")) {
        engine.until("bestmove");
    }
    error
}

/// How long a stop took, and how much of that time the engine was at work.
fn time_of_a_stop(engine: &mut Engine) -> (Duration, Option<Duration>) {
    engine.send("go infinite");
    std::thread::sleep(THINKING);
    let process = engine.process.id();
    let (before, start) = (processor_time_of(process), Instant::now());
    engine.send("stop");
    engine.until("bestmove");
    let time = start.elapsed();
    (time, processor_time_of(process).zip(before).map(|(after, before)| after.saturating_sub(before)))
}
