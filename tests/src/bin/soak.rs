//! A server in use for hours, with or without chaos, and plots of what it used; see docs/testing.md.

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
