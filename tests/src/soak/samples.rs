//! What the server uses, each second.

use super::stage::Stage;
use crate::Usage;
use crate::family::{descendants, proportional_kib};
use crate::load::Ready;
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use std::{fmt, mem};

/// How often it is looked at.
const INTERVAL: Duration = Duration::from_secs(1);

/// The pause between two questions whether the server is ready.
const PAUSE: Duration = Duration::from_millis(50);

/// The server at an instant.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct Sample {
    /// Since the start.
    pub(super) seconds: f64,
    pub(super) phase: u64,
    /// Sessions of the run that are connected.
    pub(super) sessions: u64,
    pub(super) resident_kib: u64,
    pub(super) proportional_kib: u64,
    pub(super) threads: u64,
    pub(super) descriptors: u64,
    pub(super) children: u64,
    /// Children that have ended, and that the server has not waited for.
    pub(super) zombies: u64,
    pub(super) children_resident_kib: u64,
    pub(super) children_proportional_kib: u64,
    /// The longest wait for `readyok` of a session that does nothing, since the sample before.
    pub(super) slowest_ready_micros: u64,
}

impl Sample {
    /// The largest of each.
    pub(super) fn most(samples: &[Self]) -> Self {
        samples.iter().fold(Self::default(), |most, next| Self {
            seconds: most.seconds.max(next.seconds),
            phase: most.phase.max(next.phase),
            sessions: most.sessions.max(next.sessions),
            resident_kib: most.resident_kib.max(next.resident_kib),
            proportional_kib: most.proportional_kib.max(next.proportional_kib),
            threads: most.threads.max(next.threads),
            descriptors: most.descriptors.max(next.descriptors),
            children: most.children.max(next.children),
            zombies: most.zombies.max(next.zombies),
            children_resident_kib: most.children_resident_kib.max(next.children_resident_kib),
            children_proportional_kib: most.children_proportional_kib.max(next.children_proportional_kib),
            slowest_ready_micros: most.slowest_ready_micros.max(next.slowest_ready_micros),
        })
    }

    fn of(server: u32) -> io::Result<Option<Self>> {
        let Some(Usage { resident_kib, threads, descriptors }) = Usage::of(server) else { return Ok(None) };
        let children = descendants(server)?;
        let sum = |memory: &dyn Fn(u32) -> Option<u64>| children.iter().filter_map(|child| memory(child.process)).sum();
        Ok(Some(Self {
            resident_kib,
            threads,
            descriptors,
            proportional_kib: proportional_kib(server).unwrap_or_default(),
            children: children.len() as u64,
            zombies: children.iter().filter(|child| child.is_zombie).count() as u64,
            children_resident_kib: sum(&|child| Usage::of(child).map(|usage| usage.resident_kib)),
            children_proportional_kib: sum(&proportional_kib),
            ..Self::default()
        }))
    }
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mebibytes = |kibibytes: u64| kibibytes as f64 / 1_024.0;
        write!(
            f,
            "{:.1} MiB, {} threads, {} descriptors; {} child processes with {:.1} MiB; readyok after {:.1} ms",
            mebibytes(self.resident_kib),
            self.threads,
            self.descriptors,
            self.children,
            mebibytes(self.children_resident_kib),
            self.slowest_ready_micros as f64 / 1_000.0
        )
    }
}

/// Threads that take samples until they are stopped.
pub(super) struct Sampler {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    is_over: AtomicBool,
    slowest: Mutex<Duration>,
    samples: Mutex<Vec<Sample>>,
}

impl Sampler {
    /// Samples the server, and writes each sample to this file as a line of JSON.
    ///
    /// # Errors
    /// The file cannot be made, or the server does not answer.
    pub(super) fn start(server: u32, stage: Arc<Stage>, file: &Path) -> io::Result<Self> {
        let (shared, mut file) = (Arc::<Shared>::default(), BufWriter::new(File::create(file)?));
        let mut ready = Ready::open(stage.address)?;
        stage.calm.connections.fetch_add(1, Relaxed);
        let asked_stage = Arc::clone(&stage);
        let mut ask_one = move || {
            asked_stage.calm.readies.ask();
            ready.ask().inspect(|()| asked_stage.calm.readies.answer())
        };
        ask_one()?;
        let asking = Arc::clone(&shared);
        let ask = thread::spawn(move || {
            while !asking.is_over.load(Relaxed) {
                let asked = Instant::now();
                // Who waits for an answer in vain fails the run.
                drop(ask_one());
                let mut slowest = asking.slowest.lock().unwrap_or_else(PoisonError::into_inner);
                *slowest = asked.elapsed().max(*slowest);
                drop(slowest);
                thread::sleep(PAUSE);
            }
        });
        let looking = Arc::clone(&shared);
        let look = thread::spawn(move || {
            let begun = Instant::now();
            while !looking.is_over.load(Relaxed) {
                if let Ok(Some(sample)) = Sample::of(server) {
                    looking.keep(sample, begun.elapsed(), &stage, &mut file);
                }
                thread::sleep(INTERVAL);
            }
            drop(file.flush());
        });
        Ok(Self { shared, threads: vec![ask, look] })
    }

    /// All samples.
    pub(super) fn end(self) -> Vec<Sample> {
        self.shared.is_over.store(true, Relaxed);
        for thread in self.threads {
            // They have no way to fail.
            drop(thread.join());
        }
        mem::take(&mut self.shared.samples.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Shared {
    fn keep(&self, sample: Sample, time: Duration, stage: &Stage, file: &mut impl Write) {
        let slowest = mem::take(&mut *self.slowest.lock().unwrap_or_else(PoisonError::into_inner));
        let sample = Sample {
            seconds: time.as_secs_f64(),
            phase: stage.phase.load(Relaxed),
            sessions: stage.connected.load(Relaxed),
            slowest_ready_micros: u64::try_from(slowest.as_micros()).unwrap_or(u64::MAX),
            ..sample
        };
        if let Ok(line) = serde_json::to_string(&sample) {
            // A full disk spoils the file, not the run.
            drop(writeln!(file, "{line}"));
        }
        self.samples.lock().unwrap_or_else(PoisonError::into_inner).push(sample);
    }
}
