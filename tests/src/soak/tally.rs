//! What the clients of a run did, and whether the figures of the server say the same.
//!
//! Each count has a least and a most: a victim may leave before the server has read its line, and others ask all the
//! while. Where nobody is disturbed the two are the same.

use super::Fault;
use super::stage::Stage;
use crate::figures::{Figures, figures};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// How often the figures are read.
const INTERVAL: Duration = Duration::from_secs(1);
/// How long the server may take to notice that its clients and children have gone.
const SETTLING: Duration = Duration::from_secs(10);

/// What some clients did.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) connections: AtomicU64,
    pub(super) searches: Done,
    pub(super) readies: Done,
    /// Searches that were stopped.
    pub(super) stops: Done,
    pub(super) errors: AtomicU64,
    /// The sum of the most nodes that each search has reported.
    pub(super) nodes: AtomicU64,
}

/// Something that is asked for, and answered.
#[derive(Debug, Default)]
pub(super) struct Done {
    asked: AtomicU64,
    answered: AtomicU64,
}

impl Done {
    pub(super) fn ask(&self) {
        self.asked.fetch_add(1, Relaxed);
    }

    pub(super) fn answer(&self) {
        self.answered.fetch_add(1, Relaxed);
    }
}

impl Tally {
    /// The least that a server must have counted by now, and the most that it may count from now on.
    fn counts(&self) -> [(&'static str, u64, u64); 3] {
        let of = |name, done: &Done| (name, done.answered.load(Relaxed), done.asked.load(Relaxed));
        [
            of("plyd_searches_total", &self.searches),
            of("plyd_isready_seconds_count", &self.readies),
            of("plyd_stop_seconds_count", &self.stops),
        ]
    }
}

/// Reads the figures during a run. No counter may ever go down.
pub(super) struct Reader {
    address: SocketAddr,
    begun: Figures,
    is_over: Arc<AtomicBool>,
    thread: JoinHandle<io::Result<u64>>,
}

impl Reader {
    /// Begins, while no client is connected.
    ///
    /// # Errors
    /// The server does not answer.
    pub(super) fn start(address: SocketAddr) -> io::Result<Self> {
        let is_over = Arc::<AtomicBool>::default();
        let (over, begun) = (Arc::clone(&is_over), figures(address)?);
        let thread = thread::spawn(move || {
            let (mut before, mut read) = (figures(address)?, 0);
            while !over.load(Relaxed) {
                thread::sleep(INTERVAL);
                let now = figures(address)?;
                for (name, value) in before.iter().filter(|(name, _)| is_counter(name)) {
                    if now.get(name).is_none_or(|now| now < value) {
                        return Err(io::Error::other(format!("{name} went down from {value} to {:?}", now.get(name))));
                    }
                }
                (before, read) = (now, read + 1);
            }
            Ok(read)
        });
        Ok(Self { address, begun, is_over, thread })
    }

    /// Compares the figures with what was done, now that all have left but the one session that asks whether the server
    /// is ready.
    ///
    /// # Errors
    /// A figure is another, and stays so.
    pub(super) async fn compare(&self, stage: &Stage) -> Result<(), Fault> {
        let deadline = Instant::now() + SETTLING;
        loop {
            let wrong = self.differences(stage)?;
            if wrong.is_empty() {
                return Ok(());
            }
            if Instant::now() >= deadline {
                return Err(Fault::Server(wrong.join("\n")));
            }
            sleep(INTERVAL / 10).await;
        }
    }

    fn differences(&self, stage: &Stage) -> io::Result<Vec<String>> {
        let least = [&stage.calm, &stage.victims].map(Tally::counts);
        let now = figures(self.address)?;
        let most = [&stage.calm, &stage.victims].map(Tally::counts);
        // Of a family, all that it counts; of a counter, what it has grown by.
        let counted = |name: &str| -> u64 {
            let of = |figures: &Figures| -> f64 {
                let is_meant =
                    |key: &str| key == name || key.strip_prefix(name).is_some_and(|rest| rest.starts_with('{'));
                figures.iter().filter(|(key, _)| is_meant(key)).map(|(_, value)| value).sum()
            };
            let begun = if is_counter(name) { of(&self.begun) } else { 0.0 };
            (of(&now) - begun) as u64
        };
        let mut bounds = Vec::new();
        for number in 0..least[0].len() {
            let (name, calm, _) = least[0][number];
            bounds.push((name, calm, most[0][number].2 + most[1][number].2));
        }
        let errors = [&stage.calm, &stage.victims].iter().map(|tally| tally.errors.load(Relaxed)).sum::<u64>();
        // A search whose time is over before its turn comes is stopped too, and gives an error.
        bounds.iter_mut().filter(|(name, ..)| name.starts_with("plyd_stop")).for_each(|bound| bound.2 += errors);
        let all = |of: fn(&Tally) -> &AtomicU64| of(&stage.calm).load(Relaxed) + of(&stage.victims).load(Relaxed);
        let connections = all(|tally| &tally.connections);
        bounds.push(("plyd_sessions_total", connections, connections));
        bounds.push(("plyd_sessions_open", 1, 1));
        bounds.push(("plyd_searches_running", 0, 0));
        bounds.push(("plyd_library_processes", 0, 0));
        bounds.push(("plyd_threads_used", 0, 0));
        bounds.push(("plyd_sessions_refused_total", 0, 0));
        bounds.push(("plyd_nodes_total", all(|tally| &tally.nodes), u64::MAX));
        // A victim may not have read all of its own.
        let is_calm = stage.victims.connections.load(Relaxed) == 0;
        bounds.push(("plyd_errors_total", errors, if is_calm { errors } else { u64::MAX }));
        let crashes = if is_calm { 0 } else { u64::MAX };
        bounds.push(("plyd_library_crashes_total", 0, crashes));
        let (ended, started) =
            (counted("plyd_library_processes_ended_total"), counted("plyd_library_processes_started_total"));
        bounds.push(("plyd_library_processes_ended_total", started, started));
        let unneeded = counted(r#"plyd_library_processes_ended_total{cause="unneeded"}"#);
        let lost = counted("plyd_library_crashes_total");
        let mut wrong: Vec<String> = bounds
            .into_iter()
            .map(|(name, least, most)| (name, counted(name), least, most))
            .filter(|(_, value, least, most)| !(least..=most).contains(&value))
            .map(|(name, value, least, most)| {
                format!("{name} is {value} more than at the start, but should be {least} to {most}")
            })
            .collect();
        if ended != unneeded + lost {
            wrong.push(format!("{ended} children have ended, but {unneeded} were unneeded and {lost} were lost"));
        }
        Ok(wrong)
    }

    /// Ends it. Returns how often the figures were read.
    ///
    /// # Errors
    /// They could not be read, or a counter went down.
    ///
    /// # Panics
    /// Its thread has panicked.
    pub(super) fn end(self) -> Result<u64, Fault> {
        self.is_over.store(true, Relaxed);
        let read = self.thread.join().expect("the thread that reads has no way to fail");
        read.map_err(|error| Fault::Server(format!("the figures: {error}")))
    }
}

fn is_counter(name: &str) -> bool {
    let name = name.split('{').next().unwrap_or_default();
    ["_total", "_count", "_sum", "_bucket"].iter().any(|end| name.ends_with(end))
}
