//! A server between honest sessions and children that mean harm: libraries that take over what their process says, and
//! say as much as they can. Honest sessions must not notice, and the server must not keep it.

use crate::{Daemon, PluginFolder};
use fastrand::Rng;
use std::fmt;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::runtime::Builder;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

/// What a hostile library says, after which lines. Each is tried by a client that reads all, and by one that reads
/// nothing.
const KINDS: [(&str, &str); 8] = [
    ("strings", "position fen 9 w open+speaks:strings:60\ngo infinite\n"),
    ("long strings", "position fen 9 w open+speaks:strings:1024\ngo infinite\n"),
    ("remarks", "position fen 9 w open+speaks:remarks:60\ngo infinite\n"),
    ("long remarks", "position fen 9 w open+speaks:remarks:16384\ngo infinite\n"),
    ("partial lines", "position fen 9 w open+speaks:partial:63488\n"),
    ("texts", "position fen 9 w open+speaks:texts:8000\nexplain depth 2\n"),
    ("pulses", "position fen 9 w open+speaks:pulses\ngo infinite\n"),
    ("trees", "watch on plies 3 nodes 1000\nposition fen 9 w open+speaks:trees:60000\ngo depth 3\n"),
];

/// How long the honest sessions have, at most, to start their children before anything is measured.
const WARM_UP: Duration = Duration::from_secs(10);

/// How long a hostile client stays. Then it comes back.
const STAY: Duration = Duration::from_secs(20);

/// The longest wait of an honest client for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// The most memory of the server.
const MOST_MIB: u64 = 256;

/// How much longer an answer to `isready` may take beside hostile children.
const MOST_TIMES: f64 = 3.0;

/// A shorter time is noise of the machine.
const NOISE: Duration = Duration::from_millis(2);

/// What is to be run.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// For how long without hostile children, and for how long with them.
    pub time: Duration,
    /// Honest sessions.
    pub sessions: usize,
    /// Hostile sessions of each kind.
    pub hostile: usize,
}

/// What a part of a run was like.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    asked: usize,
    p50: Duration,
    p99: Duration,
    most: Duration,
    /// The most memory of the server, in KiB.
    resident_kib: u64,
    searches: u64,
    /// How often a hostile client came.
    visits: u64,
}

/// What a run was like: without hostile children, and with them.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// Without.
    pub calm: Part,
    /// With.
    pub siege: Part,
}

#[derive(Debug, Default)]
struct Tally {
    times: Mutex<Vec<Duration>>,
    searches: AtomicU64,
    visits: AtomicU64,
    is_over: AtomicBool,
    fault: Mutex<Option<String>>,
}

/// Runs both parts against a new server.
///
/// # Errors
/// An honest session was not answered, or the server has ended.
///
/// # Panics
/// The program does not start.
pub fn run(plan: &Plan, tell: &mut dyn FnMut(&str)) -> Result<Outcome, String> {
    let folder = PluginFolder::new(&["hostile", "heap"]);
    let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0", "--game", "heap"]);
    command.env("PLYD_LOG_LEVEL", "error").env("PLYD_SERVER_MAX_SESSIONS", "2000");
    let mut server = Daemon::spawn(command);
    let runtime =
        Builder::new_multi_thread().worker_threads(2).enable_all().build().map_err(|error| error.to_string())?;
    let calm = runtime.block_on(part(plan, 0, &mut server))?;
    tell(&format!("without hostile children: {calm}"));
    let siege = runtime.block_on(part(plan, plan.hostile, &mut server))?;
    tell(&format!("beside {} hostile sessions: {siege}", plan.hostile * KINDS.len()));
    Ok(Outcome { calm, siege })
}

async fn part(plan: &Plan, hostile: usize, server: &mut Daemon) -> Result<Part, String> {
    let (tally, mut clients, mut enemies) = (Arc::<Tally>::default(), JoinSet::new(), JoinSet::new());
    let mut random = Rng::with_seed(hostile as u64);
    for _ in 0..plan.sessions {
        clients.spawn(honest(server.address(), random.fork(), Arc::clone(&tally)));
    }
    for number in 0..hostile * KINDS.len() {
        let reads = number / KINDS.len() % 2 == 1;
        enemies.spawn(enemy(server.address(), KINDS[number % KINDS.len()].1, reads, Arc::clone(&tally)));
    }
    sleep(WARM_UP.min(plan.time / 4)).await;
    lock(&tally.times).clear();
    let (end, mut resident_kib) = (Instant::now() + plan.time, 0);
    while Instant::now() < end {
        sleep(Duration::from_millis(20)).await;
        if let Some(fault) = server.fault().or_else(|| lock(&tally.fault).clone()) {
            return Err(fault);
        }
        let usage = server.process.usage().ok_or("the system does not tell what the server uses")?;
        resident_kib = resident_kib.max(usage.resident_kib);
    }
    tally.is_over.store(true, Relaxed);
    enemies.shutdown().await;
    clients.join_all().await;
    if let Some(fault) = lock(&tally.fault).clone() {
        return Err(fault);
    }
    let mut times = std::mem::take(&mut *lock(&tally.times));
    times.sort_unstable();
    let at = |part: f64| times.get(((times.len() as f64 * part) as usize).min(times.len().saturating_sub(1))).copied();
    let (searches, visits) = (tally.searches.load(Relaxed), tally.visits.load(Relaxed));
    let [p50, p99, most] = [0.5, 0.99, 1.0].map(|part| at(part).unwrap_or_default());
    Ok(Part { asked: times.len(), p50, p99, most, resident_kib, searches, visits })
}

async fn honest(address: SocketAddr, mut random: Rng, tally: Arc<Tally>) {
    if let Err(fault) = play(address, &mut random, &tally).await {
        lock(&tally.fault).get_or_insert(format!("an honest session: {fault}"));
    }
}

async fn play(address: SocketAddr, random: &mut Rng, tally: &Tally) -> Result<(), String> {
    let stream = TcpStream::connect(address).await.map_err(|error| error.to_string())?;
    stream.set_nodelay(true).map_err(|error| error.to_string())?;
    let (reader, mut writer) = stream.into_split();
    let mut lines = BufReader::new(reader).lines();
    while !tally.is_over.load(Relaxed) {
        sleep(Duration::from_millis(random.u64(300..1_200))).await;
        let heap = random.u32(8..30);
        for (line, answer) in
            [("isready".to_owned(), "readyok"), (format!("position fen {heap} w\ngo depth 6"), "bestmove ")]
        {
            let asked = Instant::now();
            writer.write_all(format!("{line}\n").as_bytes()).await.map_err(|error| error.to_string())?;
            loop {
                let said = timeout(PATIENCE, lines.next_line()).await.map_err(|_| format!("no answer to `{line}`"))?;
                let said = said.map_err(|error| error.to_string())?.ok_or("the server has closed the connection")?;
                if said.contains(" error ") {
                    return Err(said);
                }
                if said.starts_with(answer) {
                    break;
                }
            }
            if answer == "readyok" {
                lock(&tally.times).push(asked.elapsed());
            } else {
                tally.searches.fetch_add(1, Relaxed);
            }
        }
    }
    Ok(())
}

/// Comes with a library that means harm, again and again.
async fn enemy(address: SocketAddr, lines: &'static str, reads: bool, tally: Arc<Tally>) {
    let mut piece = vec![0; 64 << 10];
    loop {
        let Ok(mut stream) = TcpStream::connect(address).await else { return };
        let lines = format!("setoption name UCI_Variant value hostile\n{lines}");
        let _ = stream.write_all(lines.as_bytes()).await;
        let end = Instant::now() + STAY;
        while let Some(left) = end.checked_duration_since(Instant::now()) {
            if !reads {
                sleep(left).await;
            } else if !matches!(timeout(left, stream.read(&mut piece)).await, Ok(Ok(1..)) | Err(_)) {
                break;
            }
        }
        tally.visits.fetch_add(1, Relaxed);
        sleep(Duration::from_millis(100)).await;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Outcome {
    /// What is wrong with it.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        let memory = self.siege.resident_kib >> 10;
        if memory >= MOST_MIB {
            return Some(format!("the server used {memory} MiB; less than {MOST_MIB} are allowed"));
        }
        let allowed = self.calm.p99.max(NOISE).mul_f64(MOST_TIMES);
        (self.siege.p99 > allowed)
            .then(|| format!("99 of 100 `isready` took up to {:?}; {allowed:?} are allowed", self.siege.p99))
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { asked, p50, p99, most, resident_kib, searches, visits } = self;
        write!(
            f,
            "{asked} isready: p50 {p50:.2?}, p99 {p99:.2?}, most {most:.2?}; {searches} searches; at most {} MiB; \
             {visits} hostile visits ended",
            resident_kib >> 10
        )
    }
}
