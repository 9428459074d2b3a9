//! Talks to the built program in random lines, over TCP and over standard input, and compares each session with what it
//! is owed; see docs/testing.md.

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
