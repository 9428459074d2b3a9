//! A server in use for hours: sessions that play on the clock, analyse, come and go; and what it uses meanwhile.
//!
//! The run has phases. In each, the sessions are active; then all leave, and the server has to come back to what it
//! used at the start. With `chaos`, half of the sessions are victims: their connections are reset or frozen, and the
//! processes that the server has started for their games are killed, stopped and continued. The others must not notice.
//!
//! `client` carries lines, `session` is what the clients do, `chaos` what is done to them. `samples` looks at
//! the server each second, and `plot` draws what it saw.

mod chaos;
mod client;
mod games;
mod plot;
mod samples;
mod session;
mod stage;
mod stalls;
mod tally;

pub use session::Broken;

use crate::figures::metrics_address;
use crate::{Daemon, Usage, binary, command_of};
use fastrand::Rng;
use games::Games;
use samples::{Sample, Sampler};
use stage::Stage;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};
use std::{fs, io};
use tokio::runtime::Builder;
use tokio::task::JoinSet;
use tokio::time::sleep;

/// How much more memory the server may use after a phase than at the start.
const MOST_GROWTH_KIB: u64 = 32 << 10;

/// How much more it may hold after the last third of the phases than after the first, without the very first phase.
const MOST_DRIFT_KIB: u64 = 8 << 10;

/// The fewest phases for which drift is checked.
const FEWEST_FOR_DRIFT: usize = 7;

/// How long the server has to give back what sessions used: processes without work may live for a minute.
const SETTLING: Duration = Duration::from_secs(90);

/// The settings of the program: less memory and fewer threads than the sessions together ask for.
const SETTINGS: &[(&str, &str)] =
    &[("PLYD_SEARCH_TOTAL_HASH", "1024"), ("PLYD_SEARCH_TOTAL_THREADS", "32"), ("PLYD_LOG_LEVEL", "warn")];

/// What is to be run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// For how long, in all.
    pub time: Duration,
    /// How long the sessions of a phase are active.
    pub phase: Duration,
    /// What the decisions of sessions and of chaos follow from.
    pub seed: u64,
    /// Sessions at a time.
    pub sessions: usize,
    /// The clock of each side at the beginning of a timed game.
    pub clock: Duration,
    /// The longest wait for an answer.
    pub patience: Duration,
    /// Whether half of the sessions are victims.
    pub chaos: bool,
    /// Positions of games whose library fails. Some of the victims play them.
    pub broken: Vec<Broken>,
    /// Further arguments of `plyd serve`.
    pub arguments: Vec<String>,
    /// Which program; `None` for the one of this build.
    pub program: Option<PathBuf>,
    /// The folder of the samples, the plot, and what chaos did.
    pub output: PathBuf,
}

/// What a run without a fault was like.
#[derive(Debug, Default)]
pub struct Summary {
    counts: stage::Counts,
    /// What the server used at the start, and after each phase.
    pub levels: Vec<Usage>,
    most: Sample,
    late: Option<Duration>,
    /// How often the figures of the server were read.
    read: u64,
    chaos: String,
}

/// Why a run failed.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// A session was not answered as it should be.
    #[error("{0}")]
    Session(String),
    /// The server died, panicked, or keeps what it used.
    #[error("{0}")]
    Server(String),
    /// The output cannot be written, or the system does not report what a process uses.
    #[error(transparent)]
    System(#[from] io::Error),
}

/// Runs phases until the time is over. `tell` hears of each. What was sampled is written and drawn in any case.
///
/// # Errors
/// A session was answered wrongly, or something happened to the server.
///
/// # Panics
/// The program does not start at all, or does not end.
pub fn run(plan: &Plan, tell: &mut dyn FnMut(&str)) -> Result<Summary, Fault> {
    fs::create_dir_all(&plan.output)?;
    let program = plan.program.clone().unwrap_or_else(binary);
    let mut command = command_of(&program, &["serve", "--listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0"]);
    command.args(&plan.arguments).envs(SETTINGS.iter().copied());
    let mut server = Daemon::spawn(command);
    let metrics = metrics_address(&server);
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let games = runtime.block_on(Games::of(server.address(), plan))?;
    let stage = Arc::new(Stage::of(server.address(), games, plan.patience, plan.clock));
    let reader = tally::Reader::start(metrics)?;
    let sampler = Sampler::start(server.process.id(), Arc::clone(&stage), &plan.output.join("samples.jsonl"))?;
    let judged = runtime.block_on(all_phases(plan, &mut server, &stage, &reader, tell));
    let samples = sampler.end();
    plot::write(&samples, &plan.output.join("soak.svg"))?;
    let mut summary = judged?;
    summary.read = reader.end()?;
    summary.counts = stage.counts();
    summary.most = Sample::most(&samples);
    summary.late = stage.latest_move();
    end(&mut server)?;
    Ok(summary)
}

async fn all_phases(
    plan: &Plan,
    server: &mut Daemon,
    stage: &Arc<Stage>,
    reader: &tally::Reader,
    tell: &mut dyn FnMut(&str),
) -> Result<Summary, Fault> {
    let mut random = Rng::with_seed(plan.seed);
    let mut chaos = plan.chaos.then(|| chaos::Log::create(&plan.output.join("chaos.jsonl"))).transpose()?;
    let start = usage(server)?;
    let mut levels = vec![start];
    let deadline = Instant::now() + plan.time;
    while levels.len() == 1 || Instant::now() < deadline {
        let number = levels.len();
        stage.phase.store(number as u64, Relaxed);
        let end = Instant::now() + plan.phase.min(deadline.saturating_duration_since(Instant::now()));
        active_phase(plan, server, stage, random.fork(), chaos.as_mut(), end).await?;
        let level = settle(server, stage, start).await?;
        reader.compare(stage).await?;
        tell(&format!("phase {number}: {}; afterwards the server uses {level}", stage.counts()));
        levels.push(level);
    }
    check_drift(&levels)?;
    let chaos = chaos.map_or_else(String::new, |log| log.to_string());
    Ok(Summary { levels, chaos, ..Summary::default() })
}

/// All sessions are there until the end of the phase, and have left then.
async fn active_phase(
    plan: &Plan,
    server: &mut Daemon,
    stage: &Arc<Stage>,
    mut random: Rng,
    chaos: Option<&mut chaos::Log>,
    end: Instant,
) -> Result<(), Fault> {
    let mut sessions = JoinSet::new();
    let mut victims = Vec::new();
    for number in 0..plan.sessions {
        let (role, orders) = session::Role::of(number, plan);
        victims.extend(orders);
        sessions.spawn(session::run(role, Arc::clone(stage), random.fork(), end));
    }
    let process = server.process.id();
    let (decisions, games) = (random.fork(), Arc::clone(stage));
    let disturbing = async move {
        match chaos {
            Some(log) => chaos::run(log, process, &games, victims, decisions, end).await,
            None => Ok(()),
        }
    };
    let watching = async {
        loop {
            sleep(Duration::from_millis(200)).await;
            if let Some(fault) = server.fault() {
                break Fault::Server(fault);
            }
        }
    };
    let leaving = async {
        while let Some(ended) = sessions.join_next().await {
            ended.map_err(|error| Fault::Session(format!("a client of the run failed: {error}")))??;
        }
        Ok(())
    };
    tokio::select! {
        fault = watching => Err(fault),
        all = async { tokio::try_join!(leaving, async { disturbing.await.map_err(Fault::System) }) } => all.map(|_| ()),
    }
}

/// Waits until the server uses about as much as at the start, now that all have left. Returns what it uses.
async fn settle(server: &mut Daemon, stage: &Stage, start: Usage) -> Result<Usage, Fault> {
    let deadline = Instant::now() + SETTLING;
    loop {
        if let Some(fault) = server.fault() {
            return Err(Fault::Server(fault));
        }
        let (now, children) = (usage(server)?, crate::family::descendants(server.process.id())?.len());
        if now.is_back_to(start, MOST_GROWTH_KIB) && children == 0 {
            return Ok(now);
        }
        if Instant::now() >= deadline {
            let phase = stage.phase.load(Relaxed);
            return Err(Fault::Server(format!(
                "{SETTLING:?} after all have left phase {phase}, the server uses {now} and has {children} child \
                 processes; at the start it used {start} and had none"
            )));
        }
        sleep(Duration::from_millis(250)).await;
    }
}

fn usage(server: &Daemon) -> Result<Usage, Fault> {
    server.process.usage().ok_or_else(|| Fault::Server("the system does not tell what the server uses".into()))
}

/// Memory that grows a little with each phase is found by its trend.
fn check_drift(levels: &[Usage]) -> Result<(), Fault> {
    // Neither the start nor the first phase, in which everything is new.
    let Some(steady) = levels.get(2..).filter(|_| levels.len() > FEWEST_FOR_DRIFT) else { return Ok(()) };
    let median = |part: &[Usage]| {
        let mut sorted: Vec<u64> = part.iter().map(|usage| usage.resident_kib).collect();
        sorted.sort_unstable();
        sorted[sorted.len() / 2]
    };
    let third = steady.len() / 3;
    let (early, late) = (median(&steady[..third]), median(&steady[steady.len() - third..]));
    if late <= early + MOST_DRIFT_KIB {
        return Ok(());
    }
    let levels: Vec<String> = levels.iter().map(|level| (level.resident_kib >> 10).to_string()).collect();
    let levels = levels.join(", ");
    Err(Fault::Server(format!("the memory after each phase grows: {levels} MiB, beginning with that at the start")))
}

/// Ends the server by a signal.
fn end(server: &mut Daemon) -> Result<(), Fault> {
    server.process.signal(rustix::process::Signal::TERM);
    let status = server.process.wait();
    if status.success() { Ok(()) } else { Err(Fault::Server(format!("SIGTERM ended the server with {status}"))) }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}; none failed", self.counts)?;
        let late = self.late.map_or_else(|| "none".to_owned(), |late| format!("the latest by {late:.1?}"));
        writeln!(f, "moves after their time, within the stalls of the machine: {late}")?;
        writeln!(f, "most that was used: {}", self.most)?;
        if let (Some(start), Some(end)) = (self.levels.first(), self.levels.last()) {
            writeln!(f, "the server used {start} at the start, and {end} after the last phase")?;
        }
        writeln!(f, "its figures were read {} times, and agreed with what was done after each phase", self.read)?;
        f.write_str(&self.chaos)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(mebibytes: &[u64]) -> Vec<Usage> {
        let level = |&mebibytes| Usage { resident_kib: mebibytes << 10, threads: 4, descriptors: 10 };
        mebibytes.iter().map(level).collect()
    }

    #[test]
    fn memory_that_grows_with_each_phase_is_drift() {
        assert!(check_drift(&levels(&[10, 30, 31, 33, 30, 32, 31, 33, 30, 31, 32])).is_ok());
        let fault = check_drift(&levels(&[10, 30, 33, 36, 39, 42, 45, 48, 51, 54, 57])).unwrap_err().to_string();
        assert!(fault.contains("10, 30, 33"), "{fault}");
        // Too few phases to check.
        assert!(check_drift(&levels(&[10, 30, 60])).is_ok());
    }
}
