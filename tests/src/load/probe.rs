//! What others notice of a crowd: how soon a session that does nothing answers, and what the server uses.

use crate::Usage;
use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The pause between two questions.
const PAUSE: Duration = Duration::from_millis(20);

/// A question that was not answered by then counts with this time.
const PATIENCE: Duration = Duration::from_secs(30);

/// Asks and samples until it is stopped.
pub(super) struct Probe {
    is_over: Arc<AtomicBool>,
    asking: JoinHandle<Vec<Duration>>,
    looking: JoinHandle<Vec<Usage>>,
}

/// What it has seen.
pub(super) struct Observation {
    /// How long each `readyok` took, sorted.
    pub(super) latencies: Vec<Duration>,
    /// What the server used, at regular intervals.
    pub(super) usage: Vec<Usage>,
}

impl Probe {
    /// A session of its own, which was there before all others.
    ///
    /// # Errors
    /// The server does not accept it, or does not answer.
    pub(super) fn start(address: SocketAddr, server: u32) -> io::Result<Self> {
        let is_over = Arc::<AtomicBool>::default();
        let mut session = Ready::open(address)?;
        session.ask()?;
        let over = Arc::clone(&is_over);
        let asking = thread::spawn(move || {
            let mut latencies = Vec::new();
            while !over.load(Relaxed) {
                let asked = Instant::now();
                let answered = session.ask();
                latencies.push(asked.elapsed());
                if answered.is_err() {
                    // The late answer would be taken for the next question's.
                    match Ready::open(address) {
                        Ok(fresh) => session = fresh,
                        Err(_) => thread::sleep(PAUSE),
                    }
                }
                thread::sleep(PAUSE);
            }
            latencies
        });
        let over = Arc::clone(&is_over);
        let looking = thread::spawn(move || {
            let mut usage = Vec::new();
            while !over.load(Relaxed) {
                usage.extend(Usage::of(server));
                thread::sleep(PAUSE * 5);
            }
            usage
        });
        Ok(Self { is_over, asking, looking })
    }

    /// Ends it.
    ///
    /// # Panics
    /// A thread of it has panicked.
    pub(super) fn end(self) -> Observation {
        self.is_over.store(true, Relaxed);
        let mut latencies = self.asking.join().expect("the thread that asks has no way to fail");
        latencies.sort_unstable();
        Observation { latencies, usage: self.looking.join().expect("the thread that looks has no way to fail") }
    }
}

impl Observation {
    /// So many of a thousand answers took no longer.
    pub(super) fn latency(&self, permille: usize) -> Duration {
        let last = self.latencies.len().saturating_sub(1);
        self.latencies.get((last * permille).div_ceil(1_000)).copied().unwrap_or_default()
    }

    /// The most memory that the server used, in KiB.
    pub(super) fn most_resident_kib(&self) -> u64 {
        self.usage.iter().map(|usage| usage.resident_kib).max().unwrap_or_default()
    }
}

/// A session that only asks whether the server is ready.
pub(crate) struct Ready {
    reader: BufReader<TcpStream>,
    writer: TcpStream,
}

impl Ready {
    /// # Errors
    /// The server does not accept it.
    pub(crate) fn open(address: SocketAddr) -> io::Result<Self> {
        let writer = TcpStream::connect_timeout(&address, PATIENCE)?;
        writer.set_nodelay(true)?;
        writer.set_read_timeout(Some(PATIENCE))?;
        Ok(Self { reader: BufReader::new(writer.try_clone()?), writer })
    }

    /// Waits for the answer.
    ///
    /// # Errors
    /// It is late, or another one.
    pub(crate) fn ask(&mut self) -> io::Result<()> {
        self.writer.write_all(b"isready\n")?;
        let mut line = String::new();
        self.reader.read_line(&mut line)?;
        if line == "readyok\n" { Ok(()) } else { Err(ErrorKind::InvalidData.into()) }
    }
}
