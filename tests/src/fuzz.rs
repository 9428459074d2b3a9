//! Sessions of the built program with random lines, over TCP and over standard input, each compared with a model of
//! what it is owed.
//!
//! `generator` makes the lines, `wire` carries them, `ledger` judges what comes back, and `conversation` joins
//! the three. All lines follow from one seed; when they arrive does not.

mod conversation;
mod generator;
mod ledger;
mod meaning;
mod setups;
mod vocabulary;
mod wire;

pub use conversation::Failure;
pub use meaning::Transport;

use crate::{Daemon, Usage, binary, command_of};
use conversation::{Account, Conversation};
use fastrand::Rng;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};
use wire::Wire;

/// How much more memory the server may use at the end than at the start.
const MOST_GROWTH_KIB: u64 = 32 << 10;

/// How long it has to give back what sessions used.
const SETTLING: Duration = Duration::from_secs(60);

/// The settings of the program, apart from those for serving: little memory and time for what the sessions share.
const SETTINGS: &[(&str, &str)] = &[
    ("PLYD_SEARCH_TOTAL_HASH", "512"),
    ("PLYD_SEARCH_TOTAL_THREADS", "32"),
    ("PLYD_SESSION_END_OF_INPUT_SECONDS", "1"),
    // A machine that does much else shall fail no session.
    ("PLYD_SESSION_STOP_SECONDS", "60"),
    ("PLYD_LOG_LEVEL", "warn"),
];

/// What is to be run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// For how long.
    pub time: Duration,
    /// What all lines follow from.
    pub seed: u64,
    /// Clients of the server at a time; one more talks to processes of its own.
    pub clients: usize,
    /// The longest wait.
    pub patience: Duration,
    /// Which program; `None` for the one of this build.
    pub program: Option<PathBuf>,
    /// A single session, again and again, instead of many different ones.
    pub replay: Option<(Transport, u64)>,
}

/// What a run without a fault was like.
#[derive(Debug, Default)]
pub struct Summary {
    /// Sessions that ended.
    pub sessions: u64,
    /// Lines that were sent.
    pub lines: u64,
    /// `go` lines among them that ask for a move.
    pub searches: u64,
    latencies: Vec<Duration>,
    /// The longest wait for all answers after a `stop`.
    pub longest_settling: Duration,
    /// What the server used at the start and at the end; `None` if the system does not report it.
    pub usage: Option<(Usage, Usage)>,
}

/// Why a run failed.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// A session was not answered as it should be.
    #[error("{0}")]
    Session(Box<Failure>),
    /// The server died, panicked, or keeps what it used.
    #[error("{0}")]
    Server(String),
}

/// Runs sessions until the time is over. `tell` hears of the progress, about every ten seconds.
///
/// # Errors
/// A session was answered wrongly, or something happened to the server.
///
/// # Panics
/// The program does not start at all.
pub fn run(plan: &Plan, tell: &mut dyn FnMut(&str)) -> Result<Summary, Fault> {
    let program = plan.program.clone().unwrap_or_else(binary);
    let command = |arguments: &[&str]| {
        let mut command = command_of(&program, arguments);
        command.envs(SETTINGS.iter().copied());
        command
    };
    let mut server = Daemon::spawn(command(&["serve", "--listen", "127.0.0.1:0"]));
    let start = server.process.usage();
    let (over, deadline) = (AtomicBool::new(false), Instant::now() + plan.time);
    let is_over = || over.load(Relaxed) || Instant::now() >= deadline;
    let (sender, receiver) = channel();
    let (address, stdio) = (server.address(), || command(&[]));
    let mut summary = Summary::default();
    thread::scope(|scope| {
        for client in 0..=plan.clients {
            let transport = if client == 0 { Transport::Pipe } else { Transport::Tcp };
            let client = Client { number: client, transport, address, stdio: &stdio, plan, is_over: &is_over };
            let sender = sender.clone();
            scope.spawn(move || client.run(&sender));
        }
        drop(sender);
        let mut told = Instant::now();
        let judged = loop {
            match receiver.recv_timeout(Duration::from_secs(1)) {
                Ok(Ok(account)) => summary.add(account),
                Ok(Err(failure)) => break Err(Fault::Session(failure)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break Ok(()),
            }
            if let Err(fault) = check_server(&mut server) {
                break Err(fault);
            }
            if told.elapsed() >= Duration::from_secs(10) {
                told = Instant::now();
                tell(&format!("{}; the server uses {}", summary.progress(), level(server.process.usage())));
            }
        };
        over.store(true, Relaxed);
        judged
    })?;
    summary.usage = start.map(|start| wait_until_quiet(&mut server, start)).transpose()?;
    Ok(summary)
}

/// One of the clients at a time.
struct Client<'a> {
    number: usize,
    transport: Transport,
    address: SocketAddr,
    stdio: &'a (dyn Fn() -> Command + Sync),
    plan: &'a Plan,
    is_over: &'a (dyn Fn() -> bool + Sync),
}

impl Client<'_> {
    /// One session after the other, until the time is over or one has failed.
    fn run(&self, sender: &Sender<Result<Account, Box<Failure>>>) {
        let mut seeds = Rng::with_seed(self.plan.seed.wrapping_add(self.number as u64));
        while !(self.is_over)() {
            let (transport, seed) = match self.plan.replay {
                Some((transport, seed)) => (transport, seed),
                None => (self.transport, seeds.u64(..)),
            };
            let wire = match transport {
                Transport::Tcp => Wire::connect(self.address, self.plan.patience),
                Transport::Pipe => Wire::spawn((self.stdio)()),
            };
            let account = match wire {
                Ok(wire) => Conversation::new(seed, transport, wire, self.plan.patience).run(&self.is_over),
                Err(error) => Err(Failure::without_session(seed, transport, &error)),
            };
            let has_failed = account.is_err();
            if sender.send(account).is_err() || has_failed {
                return;
            }
        }
    }
}

fn check_server(server: &mut Daemon) -> Result<(), Fault> {
    server.fault().map_or(Ok(()), |fault| Err(Fault::Server(fault)))
}

/// Waits until the server uses about as much as at the start, now that all have left. Returns both.
fn wait_until_quiet(server: &mut Daemon, start: Usage) -> Result<(Usage, Usage), Fault> {
    let deadline = Instant::now() + SETTLING;
    loop {
        check_server(server)?;
        let Some(now) = server.process.usage() else {
            return Err(Fault::Server("the server is gone".into()));
        };
        if now.is_back_to(start, MOST_GROWTH_KIB) {
            return Ok((start, now));
        }
        if Instant::now() >= deadline {
            let text = format!("a minute after all have left the server uses {now}; at the start it used {start}");
            return Err(Fault::Server(text));
        }
        thread::sleep(Duration::from_millis(100));
    }
}

impl Summary {
    fn add(&mut self, account: Account) {
        self.sessions += 1;
        self.lines += account.lines;
        self.searches += account.searches;
        self.latencies.extend(account.latencies);
        self.longest_settling = self.longest_settling.max(account.longest_settling);
    }

    /// How long sessions with nothing to do took to say `readyok`: so many of a thousand took no longer.
    #[must_use]
    pub fn latency(&self, permille: usize) -> Duration {
        let mut sorted = self.latencies.clone();
        sorted.sort_unstable();
        let last = sorted.len().saturating_sub(1);
        sorted.get(last * permille / 1_000).copied().unwrap_or_default()
    }

    fn progress(&self) -> String {
        format!("{} sessions, {} lines, {} searches", self.sessions, self.lines, self.searches)
    }
}

fn level(usage: Option<Usage>) -> String {
    usage.map_or_else(|| "an unknown amount".to_owned(), |usage| usage.to_string())
}

impl std::fmt::Display for Summary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{}; none failed", self.progress())?;
        let [median, most, longest] = [500, 990, 1_000].map(|permille| self.latency(permille));
        writeln!(f, "readyok of a session with nothing to do: median {median:.1?}, p99 {most:.1?}, max {longest:.1?}")?;
        writeln!(f, "all answers after a stop: max {:.1?}", self.longest_settling)?;
        let (start, end) = self.usage.unzip();
        write!(f, "the server at the start: {}\nthe server at the end:   {}", level(start), level(end))
    }
}
