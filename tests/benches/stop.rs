//! How soon `stop` brings `bestmove`, over pipes, for each game and algorithm: the aim is 99 of 100 within 20 ms.

use plyd_tests::Engine;
use std::io::{self, Write};
use std::time::{Duration, Instant};

const STOPS: usize = 200;
/// Long enough for the search to be deep in its work.
const THINKING: Duration = Duration::from_millis(10);

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    let games = [("tictactoe", "position startpos"), ("leaftree", "position fen random b=2 depth=26 seed=1")];
    for (game, position) in games {
        for algorithm in ["minimax", "alphabeta", "pvs"] {
            let mut engine = Engine::start(&["--game", game, "--option", &format!("Algorithm={algorithm}")]);
            engine.ask(position);
            let mut times: Vec<Duration> = (0..STOPS).map(|_| time_of_a_stop(&mut engine)).collect();
            times.sort_unstable();
            let (median, late, last) = (times[STOPS / 2], times[STOPS * 99 / 100], times[STOPS - 1]);
            writeln!(out, "{game:10} {algorithm:10} median {median:9.1?}  99 of 100 {late:9.1?}  longest {last:9.1?}")?;
        }
    }
    Ok(())
}

fn time_of_a_stop(engine: &mut Engine) -> Duration {
    engine.send("go infinite");
    std::thread::sleep(THINKING);
    let start = Instant::now();
    engine.send("stop");
    engine.until("bestmove");
    start.elapsed()
}
