//! Attacks a server of the built program with many clients at once, and measures what others notice. docs/testing.md
//! has the commands.
//!
//! Clients send option names of a million bytes, ask questions and do not read the answers, start 530 searches with
//! 8,000 words after `searchmoves`, and 200 searches without an end. Printed are the times of `isready`, the most
//! memory and that of a minute after all clients have left, the searches that got their `bestmove` at SIGTERM, and the
//! cost of clients that read slowly. `--figures N` compares two servers in N turns, one of which has its metrics read
//! each second, and fails if the median ratio of `isready` is above 1.05.

use clap::Parser;
use plyd_tests::load::latency::compare;
use plyd_tests::load::{Figure, Mix, Plan, run};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// A server of plyd under attack: what another client notices, what it costs, and what is left of it.
#[derive(Parser)]
struct Arguments {
    /// How long the crowd stays, in seconds.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// How long the server is left alone then, in seconds.
    #[arg(long, default_value_t = 60)]
    quiet_seconds: u64,
    /// How long slow readers read, in seconds; 0 leaves them out.
    #[arg(long, default_value_t = 300)]
    slow_seconds: u64,
    /// Clients that name an option in a line of a million bytes, again and again.
    #[arg(long, default_value_t = 2)]
    long_names: usize,
    /// Clients that ask a thousand questions behind a `stop` and read none of the answers.
    #[arg(long, default_value_t = 1)]
    never_reading: usize,
    /// Clients with 8,000 words after `searchmoves`, at a root of 65,536 moves.
    #[arg(long, default_value_t = 530)]
    many_words: usize,
    /// Clients whose search has no end.
    #[arg(long, default_value_t = 200)]
    searching: usize,
    /// Only compare how soon a server answers that serves its figures with one that does not, in so many turns.
    #[arg(long, value_name = "TURNS")]
    figures: Option<usize>,
    /// Another build of the program.
    #[arg(long)]
    program: Option<PathBuf>,
}

fn main() -> io::Result<ExitCode> {
    let arguments = Arguments::parse();
    if let Some(turns) = arguments.figures {
        return compare_figures(arguments.program, turns);
    }
    let Arguments { long_names, never_reading, many_words, searching, .. } = arguments;
    let plan = Plan {
        mix: Mix { long_names, never_reading, many_words, searching },
        crowd: Duration::from_secs(arguments.seconds),
        quiet: Duration::from_secs(arguments.quiet_seconds),
        slow_readers: Duration::from_secs(arguments.slow_seconds),
        program: arguments.program,
    };
    let mut all_hold = true;
    let mut tell = |figure: &Figure| {
        all_hold &= figure.holds;
        // Without a place to write to the exit code still tells.
        drop(writeln!(io::stdout().lock(), "{figure}"));
    };
    run(&plan, &mut tell)?;
    Ok(if all_hold { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// How many times as long an answer may take when the figures of the server are read.
const MOST_FOR_FIGURES: f64 = 1.05;

fn compare_figures(program: Option<PathBuf>, turns: usize) -> io::Result<ExitCode> {
    let compared = compare(program, turns)?;
    let (without, with, ratio) = (compared.without, compared.with, compared.ratio);
    let holds = ratio <= MOST_FOR_FIGURES;
    let verdict = if holds { "within" } else { "beyond" };
    writeln!(
        io::stdout().lock(),
        "readyok without figures {without:.1?}, with figures {with:.1?}: {ratio:.3} times as long, {verdict} {MOST_FOR_FIGURES}"
    )?;
    Ok(if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
