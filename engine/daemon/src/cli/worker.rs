//! `plyd worker`: plays games for matches of other machines.

mod allowed;
mod figures;
mod name;
mod workshop;

use super::broker::BrokerArguments;
use super::command::RunCommand;
use super::figures::ServedMetrics;
use super::paths::given_path;
use super::program::Program;
use super::runtime::{drive, one_thread};
use super::signals::EndRequests;
use super::standard_error::say;
use crate::own_program::VERSION;
use allowed::AllowedPrograms;
use anyhow::Context;
use clap::Args;
use figures::WorkerFigures;
use name::WorkerHome;
use plyd_distribute::{MOST_CORES, WorkerEnd, WorkerName, WorkerOptions, WorkerTally};
use plyd_server::ListenAddress;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use workshop::Local;

/// The time that is left for the last words, of what the process has to end.
const LAST_WORDS: Duration = Duration::from_secs(2);

#[derive(Debug, Args)]
pub(super) struct WorkerCommand {
    #[command(flatten)]
    broker: BrokerArguments,
    /// Play this many games at a time; 0 is one for each processor
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=MOST_CORES))]
    concurrency: u64,
    /// A unique name for this worker [default: the name of the machine]
    #[arg(long, value_name = "NAME")]
    name: Option<WorkerName>,
    /// Accept game libraries from the broker. Each one is tried first, and runs in a limited process
    #[arg(long)]
    accept_libraries: bool,
    /// Accept engines that are programs if they are in this list: files, or SHA-256 digests of files that the broker
    /// has. Each can be followed by what a match can set for it: args="ARGUMENT ..." option.NAME=VALUE
    #[arg(long, value_name = "LIST")]
    allow_programs: Vec<String>,
    /// Keep fetched files, and results that aren't delivered yet, in this folder [default: in your state folder]
    #[arg(long, value_name = "DIR")]
    #[arg(value_parser = given_path())]
    folder: Option<PathBuf>,
    /// Serve metrics of this worker for Prometheus: /metrics, /healthz and /readyz
    #[arg(long, value_name = "ADDRESS")]
    metrics: Option<ListenAddress>,
}

impl RunCommand for WorkerCommand {
    fn run(self: Box<Self>, program: &Program) -> anyhow::Result<ExitCode> {
        // It has the key of the broker.
        plyd_confine::hide();
        let broker = self.broker.needed()?;
        let (settings, engine) = program.start_worker()?;
        let place = WorkerHome::take(self.name.as_ref(), self.folder.as_deref())?;
        let concurrency = match self.concurrency {
            0 => thread::available_parallelism().context("the number of processors is not known")?.get(),
            given => usize::try_from(given)?,
        };
        let tally = Arc::new(WorkerTally::default());
        let options = WorkerOptions {
            broker,
            name: place.name.clone(),
            concurrency,
            folder: place.folder.clone(),
            plyd: VERSION.to_owned(),
            grace: settings.shutdown.time().saturating_sub(LAST_WORDS),
            tally: Arc::clone(&tally),
            conduct: Arc::clone(&program.conduct.0),
        };
        let allowed = AllowedPrograms::read(&self.allow_programs)?;
        let conduct = Arc::clone(&program.conduct.0);
        let workshop = Arc::new(Local::new(engine, settings.clone(), self.accept_libraries, allowed, conduct));
        let tell = Arc::new(say);
        let EndRequests { drain, end } = program.signals.drain(settings.shutdown.time());
        drive(one_thread(), end, async |end| {
            let asked = WorkerEnd { drain, end };
            let mut _shown = None;
            if let Some(address) = &self.metrics {
                let figures = Arc::new(WorkerFigures { tally, asked: asked.clone() });
                _shown = Some(ServedMetrics::begin(figures, address, &settings).await?);
            }
            let work = move || plyd_distribute::work(options, workshop, asked, tell);
            tokio::task::spawn_blocking(work).await??;
            Ok(ExitCode::SUCCESS)
        })
    }
}
