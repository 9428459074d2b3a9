//! How soon `stop` brings `bestmove`, over pipes, for each game and algorithm: the aim is 99 of 100 within 5 ms.

use plyd_benchmarks::{Scale, say, verdict};
use plyd_tests::Engine;
use std::time::{Duration, Instant};

/// Long enough for the search to be deep in its work.
const THINKING: Duration = Duration::from_millis(10);
const AIM: Duration = Duration::from_millis(5);

const GAMES: [(&str, &str); 18] = [
    ("amazons", "position startpos"),
    ("ataxx", "position startpos"),
    ("backgammon", "position startpos moves 31"),
    ("breakthrough", "position startpos"),
    ("cfour", "position startpos"),
    ("checkers", "position startpos"),
    ("chess", "position startpos"),
    ("dotsandboxes", "position startpos"),
    ("flipello", "position startpos"),
    ("go", "position startpos"),
    ("gomoku", "position startpos"),
    ("hex", "position startpos"),
    ("isolation", "position startpos"),
    ("kalah", "position startpos"),
    ("leaftree", "position fen random b=2 depth=26 seed=1"),
    ("morris", "position startpos"),
    ("nim", "position fen 15 17 19 21 23 w"),
    // Solved before the stop comes: the answer is only held back.
    ("tictactoe", "position startpos"),
];

fn main() {
    let stops = Scale::of_process().pick(20, 200);
    for (game, position) in GAMES {
        for algorithm in ["minimax", "alphabeta", "pvs"] {
            let mut engine = Engine::start(&["--game", game, "--option", &format!("Algorithm={algorithm}")]);
            engine.ask(position);
            let mut times: Vec<Duration> = (0..stops).map(|_| time_of_a_stop(&mut engine)).collect();
            times.sort_unstable();
            let (median, late, last) = (times[stops / 2], times[(stops * 99).div_ceil(100) - 1], times[stops - 1]);
            let verdict = verdict(late <= AIM);
            say(&format!(
                "{game:12} {algorithm:10} median {median:9.1?}  99 of 100 {late:9.1?} ({verdict})  longest {last:9.1?}"
            ));
        }
    }
}

fn time_of_a_stop(engine: &mut Engine) -> Duration {
    engine.send("go infinite");
    std::thread::sleep(THINKING);
    let start = Instant::now();
    engine.send("stop");
    engine.until("bestmove");
    start.elapsed()
}
