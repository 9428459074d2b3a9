//! A server under attack by many clients at once: what another client notices, what it costs, and what is left of it.

mod crowd;
pub mod latency;
mod probe;
mod slow_readers;

pub use crowd::Mix;
#[cfg(target_os = "linux")]
pub(crate) use probe::Ready;

use crate::{Daemon, Usage, binary, command_of};
use crowd::Crowd;
use probe::{Observation, Probe};
use rustix::process::Signal;
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::{Duration, Instant};
use tokio::runtime::{Builder, Runtime};

/// The limits: the latency of 99 of 100 answers, and memory in KiB.
const LATEST: Duration = Duration::from_millis(100);
const MOST_RESIDENT_KIB: u64 = 512 << 10;
const MOST_LEFT_KIB: u64 = 32 << 10;
const MOST_OF_A_SLOW_READER_KIB: u64 = 4 << 10;

/// How long the server may take to end.
const ENDING: Duration = Duration::from_secs(60);

/// What is to be run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Who is in the crowd.
    pub mix: Mix,
    /// How long the crowd stays.
    pub crowd: Duration,
    /// How long the server is left alone then.
    pub quiet: Duration,
    /// How long slow readers read; zero leaves them out.
    pub slow_readers: Duration,
    /// Which program; `None` for the one of this build.
    pub program: Option<PathBuf>,
}

/// A figure, and whether it is within its bound.
#[derive(Clone, Debug)]
pub struct Figure {
    what: String,
    value: String,
    bound: Option<String>,
    /// Whether it is as it must be.
    pub holds: bool,
}

/// Runs the plan. Reports each figure as soon as it is known.
///
/// # Errors
/// The server does not serve at all.
///
/// # Panics
/// The program does not start, or does not end.
pub fn run(plan: &Plan, tell: &mut dyn FnMut(&Figure)) -> io::Result<()> {
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    withstand_a_crowd(plan, &runtime, tell)?;
    if plan.slow_readers > Duration::ZERO {
        for clients in [1, 100] {
            serve_slow_readers(plan, clients, &runtime, tell)?;
        }
    }
    Ok(())
}

fn serve(plan: &Plan) -> Daemon {
    let program = plan.program.clone().unwrap_or_else(binary);
    Daemon::spawn(command_of(&program, &["serve", "--listen", "127.0.0.1:0"]))
}

fn usage(server: &Daemon) -> io::Result<Usage> {
    server.process.usage().ok_or_else(|| io::Error::other("the system does not tell what a process uses"))
}

fn withstand_a_crowd(plan: &Plan, runtime: &Runtime, tell: &mut dyn FnMut(&Figure)) -> io::Result<()> {
    let mut server = serve(plan);
    let start = usage(&server)?;
    tell(&Figure::plain("at the start", start));
    let alone = Probe::start(server.address(), server.process.id())?;
    thread::sleep(Duration::from_secs(2));
    tell_latencies("nobody else", &alone.end(), tell, false);

    let probe = Probe::start(server.address(), server.process.id())?;
    let crowd = runtime.block_on(async { Crowd::gather(server.address(), plan.mix) });
    thread::sleep(plan.crowd);
    let seen = probe.end();
    let clients_answered = crowd.many_words.clients_answered.load(Relaxed);
    let answered = crowd.many_words.answered.load(Relaxed);
    runtime.block_on(crowd.leave());
    tell_latencies("the crowd", &seen, tell, true);
    tell(&Figure::bounded(
        "most memory beside the crowd",
        mebibytes(seen.most_resident_kib()),
        "below 512 MiB",
        seen.most_resident_kib() < MOST_RESIDENT_KIB,
    ));
    let all = format!("{clients_answered} of {}, {answered} searches", plan.mix.many_words);
    tell(&Figure::bounded(
        "clients with many words that were answered",
        all,
        "all",
        clients_answered == plan.mix.many_words as u64,
    ));

    thread::sleep(plan.quiet);
    let left = usage(&server)?;
    let within = left.resident_kib <= start.resident_kib + MOST_LEFT_KIB;
    tell(&Figure::bounded(&format!("{:?} after all have left", plan.quiet), left, "the start and 32 MiB", within));
    end_beside_a_crowd(plan, &mut server, runtime, tell)
}

/// All reading clients come again, and then the server is asked to end.
fn end_beside_a_crowd(
    plan: &Plan,
    server: &mut Daemon,
    runtime: &Runtime,
    tell: &mut dyn FnMut(&Figure),
) -> io::Result<()> {
    // Clients that read nothing are cut off at the end, which the exit status has to show.
    let mix = Mix { never_reading: 0, ..plan.mix };
    let mut crowd = runtime.block_on(async { Crowd::gather(server.address(), mix) });
    thread::sleep(Duration::from_secs(15));
    let asked = Instant::now();
    server.process.signal(Signal::TERM);
    runtime.block_on(crowd.see_out(ENDING));
    let status = server.process.wait();
    let ended = format!("{status} after {:.1?}", asked.elapsed());
    tell(&Figure::bounded("SIGTERM beside the crowd", ended, "exit status: 0", status.success()));
    for (name, tally) in
        [("searches without an end", &crowd.searching), ("searches with many words", &crowd.many_words)]
    {
        let (read, missing) = (tally.read.load(Relaxed), tally.missing());
        let value = format!("{} of {read}", read - missing);
        tell(&Figure::bounded(&format!("bestmoves at SIGTERM, {name}"), value, "all", missing == 0));
    }
    Ok(())
}

fn tell_latencies(beside: &str, seen: &Observation, tell: &mut dyn FnMut(&Figure), is_bounded: bool) {
    let [median, most, longest] = [500, 990, 1_000].map(|permille| seen.latency(permille));
    tell(&Figure::plain(
        &format!("isready beside {beside}, median of {}", seen.latencies.len()),
        format!("{median:.1?}"),
    ));
    let (what, value) = (format!("isready beside {beside}, p99"), format!("{most:.1?}"));
    tell(&if is_bounded {
        Figure::bounded(&what, value, "100 ms", most <= LATEST)
    } else {
        Figure::plain(&what, value)
    });
    tell(&Figure::plain(&format!("isready beside {beside}, max"), format!("{longest:.1?}")));
}

fn serve_slow_readers(plan: &Plan, clients: usize, runtime: &Runtime, tell: &mut dyn FnMut(&Figure)) -> io::Result<()> {
    let server = serve(plan);
    let start = usage(&server)?;
    let probe = Probe::start(server.address(), server.process.id())?;
    let until = Instant::now() + plan.slow_readers;
    let read = runtime.block_on(slow_readers::read_slowly(server.address(), clients, until))?;
    let seen = probe.end();
    let each = seen.most_resident_kib().saturating_sub(start.resident_kib) / clients as u64;
    let value = format!("{}, {} read in {:?}", mebibytes(each), mebibytes(read >> 10), plan.slow_readers);
    let what = format!("most memory of a slow reader, of {clients}");
    tell(&Figure::bounded(&what, value, "below 4 MiB", each < MOST_OF_A_SLOW_READER_KIB));
    Ok(())
}

fn mebibytes(kib: u64) -> String {
    format!("{:.1} MiB", kib as f64 / 1_024.0)
}

impl Figure {
    fn plain(what: &str, value: impl fmt::Display) -> Self {
        Self { what: what.to_owned(), value: value.to_string(), bound: None, holds: true }
    }

    fn bounded(what: &str, value: impl fmt::Display, bound: &str, holds: bool) -> Self {
        Self { bound: Some(bound.to_owned()), holds, ..Self::plain(what, value) }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bound = self.bound.as_deref().unwrap_or("");
        let verdict = if self.holds { "" } else { "BROKEN" };
        write!(f, "| {:<52} | {:<46} | {bound:<20} | {verdict:<6} |", self.what, self.value)
    }
}
