//! `plyd workers`: the workers that are connected to a broker.

use super::broker::BrokerArguments;
use super::command::RunCommand;
use super::program::Program;
use super::runtime::{drive, one_thread};
use super::standard_output::print;
use clap::Args;
use plyd_distribute::{Sign, signs};
use plyd_foreign::one_line;
use std::fmt::Write;
use std::process::ExitCode;
use std::time::Duration;

#[derive(Debug, Args)]
pub(super) struct WorkersCommand {
    #[command(flatten)]
    broker: BrokerArguments,
    /// Print JSON, a line for each worker
    #[arg(long)]
    json: bool,
    /// Wait this long for answers
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds)]
    wait: f64,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.1..=60.0).contains(seconds));
    seconds.ok_or_else(|| "a number of seconds from 0.1 to 60 is needed".to_owned())
}

impl RunCommand for WorkersCommand {
    fn run(self: Box<Self>, program: &Program) -> anyhow::Result<ExitCode> {
        let broker = self.broker.needed()?;
        let settings = program.settings()?;
        crate::logging::init(&settings.log)?;
        let wait = Duration::from_secs_f64(self.wait);
        let workers = drive(one_thread(), program.signals.tell(settings.shutdown.time()), async |_| {
            Ok(signs(&broker, wait).await?)
        })?;
        let text = if self.json {
            workers.iter().map(|sign| Ok(serde_json::to_string(sign)? + "\n")).collect::<anyhow::Result<String>>()?
        } else {
            // What they say of themselves is theirs.
            table(&workers).lines().map(|line| one_line(line) + "\n").collect()
        };
        print(&text)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// A line for each worker.
fn table(workers: &[Sign]) -> String {
    if workers.is_empty() {
        return "no workers\n".to_owned();
    }
    let name = workers.iter().map(|sign| sign.worker.len()).max().unwrap_or(0).max(6);
    let host = workers.iter().map(|sign| sign.host.len()).max().unwrap_or(0).max(7);
    let mut text =
        format!("{:name$}  {:host$}  {:>5}  {:>10}  {:>9}  runs\n", "worker", "machine", "games", "played", "a second");
    for sign in workers {
        let runs: Vec<_> = sign
            .runs
            .iter()
            .map(|run| match &run.refused {
                Some(reason) => format!("{} (no: {reason})", run.run),
                None => {
                    let residual = run.residual.map_or_else(String::new, |value| format!(", residual {value:+.1}"));
                    format!("{} ({} units{residual})", run.run, run.units.len())
                }
            })
            .collect();
        let runs = if runs.is_empty() { "none".to_owned() } else { runs.join(", ") };
        let Sign { worker, host: machine, cores, games, speed, .. } = sign;
        let _ = writeln!(text, "{worker:name$}  {machine:host$}  {cores:>5}  {games:>10}  {speed:>9.1}  {runs}");
    }
    text
}
