//! Talks to the built program in random lines, over TCP and over standard input, and compares each session with what it
//! is owed. docs/testing.md has the commands.
//!
//! Lines contain every game and command, correct, nearly correct and wrong. Some have a million bytes, some come in
//! pieces, and some in floods. Some clients read slowly, leave without `quit`, or speak HTTP. A run fails if
//!
//! - the server or a process crashes or panics, a library fails, or a process ends with an exit code other than 0;
//! - a `go` does not get exactly one `bestmove`, an `explain` one `explain done`, a perft one end, or an `isready`,
//!   `uci`, `ugi` or `query` its answer;
//! - an answer comes before the answer to an earlier line, or before the `bestmove` that it has to wait for (an
//!   `isready` may overtake a command that has lasted a second);
//! - a reply is not UTF-8, contains a control character, or is an error of more than 2,000 bytes;
//! - an answer does not come within `--patience`, counted from a `stop`;
//! - a minute after all clients have left, the server has more threads or descriptors than at the start, or 32 MiB more
//!   memory.
//!
//! `fuzz/ledger.rs` models the answers that plyd owes a session, independently of the parser. A seed determines all
//! lines, but not when they arrive. If a session fails, its last lines in both directions are printed, and how to send
//! them again; `--replay` does so beside as many copies of the session as `--clients` says.

use clap::Parser;
use plyd_tests::fuzz::{Plan, Transport, run};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Random sessions of plyd, each compared with what it is owed.
#[derive(Parser)]
struct Arguments {
    /// For how many minutes.
    #[arg(long, default_value_t = 1.0)]
    minutes: f64,
    /// What all lines follow from; drawn without it.
    #[arg(long)]
    seed: Option<u64>,
    /// Clients of the server at a time; one more talks to processes of its own.
    #[arg(long, default_value_t = 4)]
    clients: usize,
    /// The longest wait, in seconds.
    #[arg(long, default_value_t = 60)]
    patience: u64,
    /// Another build of the program.
    #[arg(long)]
    program: Option<PathBuf>,
    /// One session again and again, as a failure names it: tcp:SEED or pipe:SEED.
    #[arg(long, value_parser = replay)]
    replay: Option<(Transport, u64)>,
}

fn replay(text: &str) -> Result<(Transport, u64), String> {
    let (transport, seed) = text.split_once(':').ok_or("tcp:SEED or pipe:SEED is meant")?;
    let transport = match transport {
        "tcp" => Transport::Tcp,
        "pipe" => Transport::Pipe,
        _ => return Err(format!("there is no transport {transport}")),
    };
    Ok((transport, seed.parse().map_err(|_| format!("{seed} is no seed"))?))
}

fn main() -> io::Result<ExitCode> {
    let arguments = Arguments::parse();
    let drawn = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let plan = Plan {
        time: Duration::from_secs_f64(arguments.minutes * 60.0),
        seed: arguments.seed.unwrap_or_else(drawn),
        clients: arguments.clients,
        patience: Duration::from_secs(arguments.patience),
        program: arguments.program,
        replay: arguments.replay,
    };
    say(&format!("seed {}", plan.seed))?;
    let mut tell = |progress: &str| drop(say(progress));
    match run(&plan, &mut tell) {
        Ok(summary) => {
            say(&summary.to_string())?;
            Ok(ExitCode::SUCCESS)
        }
        Err(fault) => {
            say(&format!("{fault}\nthe seed of the run is {}", plan.seed))?;
            Ok(ExitCode::FAILURE)
        }
    }
}

fn say(text: &str) -> io::Result<()> {
    writeln!(io::stdout().lock(), "{text}")
}
