//! An engine for tic-tac-toe with one fault, for the tests of matches: `faulty-engine FAULT [MARK [FILE]]`.
//!
//! It plays the first free square. The fault, named by the first argument, shows itself at the second move of each game,
//! or before a game begins. The mark is there to find the process by. With a file the engine is sound as long as there is
//! no such file, which it makes: so it fails when it is started for the second time. `slow-N` thinks for N milliseconds.

use std::fs::File;
use std::io::{self, BufRead, Write};
use std::process::{Command, ExitCode, Stdio};
use std::thread::sleep;
use std::time::Duration;

const SQUARES: [&str; 9] = ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"];

/// Longer than any test waits.
const LONG: Duration = Duration::from_secs(600);

fn main() -> io::Result<ExitCode> {
    let mut arguments = std::env::args().skip(1);
    let mut fault = arguments.next().unwrap_or_default();
    if let Some(file) = arguments.nth(1)
        && File::create_new(file).is_ok()
    {
        fault = "none".into();
    }
    if fault == "sleep" {
        sleep(LONG);
    }
    if fault == "start" {
        return Ok(ExitCode::from(9));
    }
    if fault == "vanish" {
        std::fs::remove_file(std::env::current_exe()?)?;
    }
    let (mut played, mut games) = (Vec::new(), 0);
    for line in io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["uci" | "ugi"] if fault == "no-handshake" => {}
            ["uci"] => say("id name faulty\nuciok")?,
            ["ugi"] => say("id name faulty\nugiok")?,
            ["isready"] if fault == "no-ready" => {}
            ["isready"] => say("readyok")?,
            ["position", "startpos", rest @ ..] => {
                played = rest.iter().skip(1).map(|mv| mv.trim_start_matches("P@").to_owned()).collect();
            }
            ["ucinewgame"] => games += 1,
            ["go", ..] if fault == "always-a1" => say("bestmove P@a1")?,
            ["go", ..] if fault == "crash-second-game" && games == 2 => return Ok(ExitCode::from(7)),
            ["go", ..] => {
                if let Some(millis) = fault.strip_prefix("slow-").and_then(|millis| millis.parse().ok()) {
                    sleep(Duration::from_millis(millis));
                }
                if played.len() >= 2
                    && let Some(code) = fail(&fault)?
                {
                    return Ok(ExitCode::from(code));
                }
                if !["hang", "no-move", "illegal-move", "empty-move"].contains(&fault.as_str()) || played.len() < 2 {
                    let free = SQUARES.iter().find(|square| !played.iter().any(|other| other == *square));
                    say(&format!("info depth 1 score cp 5 nodes 1\nbestmove P@{}", free.unwrap_or(&"a1")))?;
                }
                if fault == "twice" {
                    // As if it had gone on thinking: an answer to nothing, which would be legal in the next game.
                    say("bestmove P@c3")?;
                }
            }
            ["quit"] => break,
            _ => {}
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn say(text: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    writeln!(output, "{text}")?;
    output.flush()
}

/// Does what the fault is named for; the code to end with, if it ends.
fn fail(fault: &str) -> io::Result<Option<u8>> {
    match fault {
        "crash" => return Ok(Some(7)),
        "no-move" => say("bestmove (none)")?,
        "empty-move" => say("bestmove")?,
        "illegal-move" => say("bestmove P@z9")?,
        "late" => sleep(Duration::from_millis(700)),
        "garbage" => {
            for number in 0..5_000 {
                io::stdout().write_all(&[0xff, 0x00, 0x1b, b'g', number as u8, b'\n'])?;
            }
            io::stdout().flush()?;
            sleep(LONG);
        }
        "long-line" => loop {
            io::stdout().write_all(&[b'x'; 4_096])?;
        },
        "flood" => loop {
            io::stdout().write_all(&b"info depth 1 score cp 3 nodes 1 pv P@a1\n".repeat(100))?;
        },
        "closed-output" => {
            #[cfg(unix)]
            rustix::stdio::dup2_stdout(io::stderr())?;
            sleep(LONG);
        }
        "deaf" => sleep(LONG),
        "grandchildren" => {
            let mark = std::env::args().nth(2).unwrap_or_default();
            // They hold its output, and live on when it ends.
            for _ in 0..3 {
                Command::new(std::env::current_exe()?).args(["sleep", &mark]).stdin(Stdio::null()).spawn()?;
            }
            return Ok(Some(7));
        }
        _ => {}
    }
    Ok(None)
}
