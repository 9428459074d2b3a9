//! Clients that ask for much, all at once.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

/// How many clients of each kind there are.
#[derive(Clone, Copy, Debug)]
pub struct Mix {
    /// They name an option in a line of a million bytes, again and again.
    pub long_names: usize,
    /// They ask a thousand questions behind a `stop`, each with an answer of a million bytes, and read none.
    pub never_reading: usize,
    /// Their `searchmoves` have 8,000 words, at a root of 65,536 moves.
    pub many_words: usize,
    /// Their search has no end.
    pub searching: usize,
}

/// How long a client with many words rests between two searches.
const REST: Duration = Duration::from_secs(1);

/// How long a connection may take. A server that is busy accepts late.
const CONNECTING: Duration = Duration::from_secs(60);

/// What some clients asked for and got.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// Searches that the server has read.
    pub(super) read: AtomicU64,
    /// Those that were answered.
    pub(super) answered: AtomicU64,
    /// Clients that got an answer.
    pub(super) clients_answered: AtomicU64,
}

/// All clients that are there.
#[derive(Debug)]
pub(super) struct Crowd {
    tasks: JoinSet<()>,
    pub(super) many_words: Arc<Tally>,
    pub(super) searching: Arc<Tally>,
}

impl Crowd {
    /// They all come at once. Must be called within a runtime.
    pub(super) fn gather(address: SocketAddr, mix: Mix) -> Self {
        let (many_words, searching) = (Arc::<Tally>::default(), Arc::<Tally>::default());
        let mut tasks = JoinSet::new();
        for _ in 0..mix.long_names {
            tasks.spawn(name_at_length(address));
        }
        for _ in 0..mix.never_reading {
            tasks.spawn(ask_without_reading(address));
        }
        for _ in 0..mix.searching {
            // The memory of 200 tables of the usual size is meant to be used, and is not what is measured.
            let setup = "setoption name UCI_Variant value chess\nsetoption name Hash value 1\n";
            tasks.spawn(search(address, setup.into(), "go infinite\n".into(), Arc::clone(&searching)));
        }
        let words: Arc<str> = format!("go depth 1 searchmoves {}\n", "65535 ".repeat(8_000)).into();
        for _ in 0..mix.many_words {
            let setup = "setoption name UCI_Variant value leaftree\nposition fen random b=65536 depth=1\n";
            tasks.spawn(search(address, setup.into(), Arc::clone(&words), Arc::clone(&many_words)));
        }
        Self { tasks, many_words, searching }
    }

    /// They all leave, without a word.
    pub(super) async fn leave(mut self) {
        self.tasks.shutdown().await;
    }

    /// Waits until the server has closed all connections, but at most this long.
    pub(super) async fn see_out(&mut self, patience: Duration) {
        // Who has not left by then has got no answer, and is counted.
        drop(timeout(patience, async { while self.tasks.join_next().await.is_some() {} }).await);
    }
}

impl Tally {
    /// Searches that were read and never answered.
    pub(super) fn missing(&self) -> u64 {
        self.read.load(Relaxed).saturating_sub(self.answered.load(Relaxed))
    }
}

async fn connect(address: SocketAddr) -> Option<(OwnedReadHalf, OwnedWriteHalf)> {
    timeout(CONNECTING, TcpStream::connect(address)).await.ok()?.ok().map(TcpStream::into_split)
}

async fn name_at_length(address: SocketAddr) {
    let Some((mut reader, mut writer)) = connect(address).await else { return };
    let line = format!("setoption name {}\n", "a ".repeat(520_000));
    let reading = async {
        let mut part = vec![0; 64 << 10];
        while reader.read(&mut part).await.is_ok_and(|count| count > 0) {}
    };
    let writing = async { while writer.write_all(line.as_bytes()).await.is_ok() {} };
    tokio::join!(reading, writing);
}

async fn ask_without_reading(address: SocketAddr) {
    let leaves = vec!["1"; 500_000].join(",");
    let lines = format!(
        "setoption name UCI_Variant value leaftree\nposition fen [{leaves}]\ngo infinite\nstop\n{}",
        "query moves\n".repeat(1_000)
    );
    while let Some((_reader, mut writer)) = connect(address).await {
        // The server hangs up on a client that reads nothing; then it comes back.
        while writer.write_all(lines.as_bytes()).await.is_ok() {
            sleep(REST).await;
        }
    }
}

/// A client that searches again and again.
async fn search(address: SocketAddr, setup: String, go: Arc<str>, tally: Arc<Tally>) {
    let Some((reader, mut writer)) = connect(address).await else { return };
    let mut lines = BufReader::new(reader).lines();
    let mut has_answer = false;
    if writer.write_all(setup.as_bytes()).await.is_err() {
        return;
    }
    loop {
        // The answer to the second line shows that the first one was read.
        let sent = async {
            writer.write_all(go.as_bytes()).await?;
            writer.write_all(b"isready\n").await
        };
        if sent.await.is_err() {
            return;
        }
        let (mut is_read, mut is_answered) = (false, false);
        while !(is_read && is_answered) {
            let Ok(Some(line)) = lines.next_line().await else { return };
            if line == "readyok" {
                is_read = true;
                tally.read.fetch_add(1, Relaxed);
            } else if line.starts_with("bestmove ") {
                is_answered = true;
                tally.answered.fetch_add(1, Relaxed);
            }
        }
        if !std::mem::replace(&mut has_answer, true) {
            tally.clients_answered.fetch_add(1, Relaxed);
        }
        sleep(REST).await;
    }
}
