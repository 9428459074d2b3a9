//! Honest sessions beside children that mean harm, for minutes; see docs/testing.md.

use clap::Parser;
use plyd_tests::siege::{Plan, run};
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

/// How a server keeps its memory and its answers while libraries in processes of their own say as much as they can.
#[derive(Parser)]
struct Arguments {
    /// For how many minutes, half of them without hostile children.
    #[arg(long, default_value_t = 20.0)]
    minutes: f64,
    /// Honest sessions.
    #[arg(long, default_value_t = 200)]
    sessions: usize,
    /// Hostile sessions of each kind: every second one reads what it is told.
    #[arg(long, default_value_t = 2)]
    hostile: usize,
}

fn main() -> io::Result<ExitCode> {
    let Arguments { minutes, sessions, hostile } = Arguments::parse();
    let plan = Plan { time: Duration::from_secs_f64(minutes * 30.0), sessions, hostile };
    let mut tell = |progress: &str| drop(say(progress));
    let fault = match run(&plan, &mut tell) {
        Ok(outcome) => outcome.fault(),
        Err(fault) => Some(fault),
    };
    match fault {
        None => {
            say("the server has kept its bounds")?;
            Ok(ExitCode::SUCCESS)
        }
        Some(fault) => {
            say(&fault)?;
            Ok(ExitCode::FAILURE)
        }
    }
}

fn say(text: &str) -> io::Result<()> {
    writeln!(io::stdout().lock(), "{text}")
}
