//! A server in use for hours, with or without chaos, and plots of what it used. docs/testing.md has the commands.
//!
//! With `--chaos` half of the sessions are victims: at random, child processes of the server are killed, stopped and
//! continued, connections are reset and frozen, and SIGHUP has the server look for games again. Victims play other
//! games than the rest, and a process has the name of its library, so it is known whose it is. A run fails if
//!
//! - the server ends or panics, or SIGTERM at the end does not end it with exit code 0;
//! - a `go` gets no `bestmove` within `--patience`, or more than one;
//! - a session gets an error, except a victim whose library failed;
//! - a move in a timed game comes later than its clock allows, by more than 250 ms and the time for which the machine
//!   stalled (games of victims do not count);
//! - 90 seconds after all have left, the server has child processes, more threads or descriptors than at the start, or
//!   32 MiB more memory;
//! - a metric goes down if it may not, or differs after a phase from what the sessions did: sessions, searches,
//!   `isready`, `stop`, errors, nodes, child processes (with victims, between what was asked and what was answered);
//! - the memory after the last third of the phases is more than 8 MiB above that after the first third; that needs
//!   seven phases.
//!
//! All decisions follow from the seed. Whom they meet depends on who is there at that moment.

use clap::Parser;
use plyd_tests::soak::{Broken, Plan, run};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Sessions that play on the clock, analyse, come and go, and what the server uses meanwhile.
#[derive(Parser)]
struct Arguments {
    /// For how many minutes.
    #[arg(long, default_value_t = 10.0, value_parser = above_zero)]
    minutes: f64,
    /// What all decisions follow from; drawn without it.
    #[arg(long)]
    seed: Option<u64>,
    /// Sessions at a time.
    #[arg(long, default_value_t = 24)]
    sessions: usize,
    /// How long the sessions are active before all leave and the server is looked at, in seconds.
    #[arg(long, default_value_t = 60.0, value_parser = above_zero)]
    phase_seconds: f64,
    /// The clock of each side in timed games, in seconds.
    #[arg(long, default_value_t = 10.0, value_parser = above_zero)]
    clock_seconds: f64,
    /// The longest wait for an answer, in seconds.
    #[arg(long, default_value_t = 60)]
    patience: u64,
    /// Disturb half of the sessions: kill, stop and continue what the server has started for them, and reset and freeze
    /// their connections.
    #[arg(long)]
    chaos: bool,
    /// With --chaos, a position whose library fails: GAME, or GAME:SETUP. May be repeated.
    #[arg(long, value_name = "POSITION", requires = "chaos")]
    broken: Vec<Broken>,
    /// The folder of the samples and the plots.
    #[arg(long, default_value = "target/soak", value_name = "FOLDER")]
    output: PathBuf,
    /// Another build of the program.
    #[arg(long)]
    program: Option<PathBuf>,
    /// Further arguments of `plyd serve`, such as --plugin-dir.
    #[arg(last = true)]
    arguments: Vec<String>,
}

fn above_zero(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| *number > 0.0 && *number < 1e7);
    number.ok_or_else(|| "a number above 0 is needed".into())
}

fn main() -> io::Result<ExitCode> {
    let arguments = Arguments::parse();
    let drawn = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let plan = Plan {
        time: Duration::from_secs_f64(arguments.minutes * 60.0),
        phase: Duration::from_secs_f64(arguments.phase_seconds),
        seed: arguments.seed.unwrap_or_else(drawn),
        sessions: arguments.sessions,
        clock: Duration::from_secs_f64(arguments.clock_seconds),
        patience: Duration::from_secs(arguments.patience),
        chaos: arguments.chaos,
        broken: arguments.broken,
        arguments: arguments.arguments,
        program: arguments.program,
        output: arguments.output,
    };
    say(&format!("seed {}; the samples and the plots are in {}", plan.seed, plan.output.display()))?;
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
