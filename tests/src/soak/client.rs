//! One client's lines, each wait with a deadline, and the rule that each `go` has one `bestmove`.

use super::Fault;
use super::stage::Stage;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::time::timeout;

/// Lines that a failure shows.
const KEPT: usize = 40;

/// The errors that may report a failed library.
const PLUGIN_ERRORS: [&str; 4] = ["plugin", "plugin-crashed", "plugin-disabled", "timeout"];

/// The errors that may follow, because the session has no position until one is accepted.
const CONSEQUENCES: [&str; 4] = ["bad-position", "illegal-move", "no-position", "bad-go"];

/// How an error begins.
const ERROR: &str = "info string error ";

/// With many sessions a search may have to wait for others until its time is over. It is answered with a move.
const QUOTA_ERROR: &str = "too-many-searches";

/// A session of the server.
pub(super) struct Client {
    stage: Arc<Stage>,
    reader: Lines<BufReader<OwnedReadHalf>>,
    writer: OwnedWriteHalf,
    /// Searches without their `bestmove`.
    owed: u32,
    /// Whether its library may fail.
    is_victim: bool,
    /// Whether it did.
    has_failed: bool,
    /// The most nodes that the running search has reported.
    nodes: u64,
    history: VecDeque<String>,
}

impl Client {
    /// Connects. A victim's library may fail.
    pub(super) async fn connect(stage: &Arc<Stage>, is_victim: bool) -> Result<Self, Fault> {
        let connecting = timeout(stage.patience, TcpStream::connect(stage.address));
        let stream = match connecting.await {
            Ok(Ok(stream)) => stream,
            Ok(Err(error)) => return Err(Fault::Session(format!("the server refuses a connection: {error}"))),
            Err(_) => return Err(Fault::Session("the server does not accept a connection".into())),
        };
        stream.set_nodelay(true)?;
        let (reader, writer) = stream.into_split();
        stage.connected.fetch_add(1, Relaxed);
        stage.tally(is_victim).connections.fetch_add(1, Relaxed);
        let (reader, history) = (BufReader::new(reader).lines(), VecDeque::new());
        Ok(Self { stage: Arc::clone(stage), reader, writer, owed: 0, is_victim, has_failed: false, nodes: 0, history })
    }

    /// Whether its library has failed.
    pub(super) fn has_failed(&self) -> bool {
        self.has_failed
    }

    pub(super) async fn send(&mut self, line: &str) -> Result<(), Fault> {
        self.note('>', line);
        let tally = self.stage.tally(self.is_victim);
        match line.split(' ').next() {
            Some("go") => tally.searches.ask(),
            Some("isready") => tally.readies.ask(),
            Some("stop") => tally.stops.ask(),
            // It stops what a victim leaves behind.
            Some("quit") if self.is_victim => tally.stops.ask(),
            _ => {}
        }
        let text = format!("{line}\n");
        match timeout(self.stage.patience, self.writer.write_all(text.as_bytes())).await {
            Ok(Ok(())) => {
                self.owed += u32::from(line.starts_with("go "));
                Ok(())
            }
            Ok(Err(error)) => Err(self.fail(&format!("the server does not read: {error}"))),
            Err(_) => Err(self.fail("the server does not read")),
        }
    }

    /// The next line.
    pub(super) async fn line(&mut self) -> Result<String, Fault> {
        let line = match timeout(self.stage.patience, self.reader.next_line()).await {
            Ok(Ok(Some(line))) => line,
            Ok(Ok(None)) => return Err(self.fail("the server has closed the connection")),
            Ok(Err(error)) => return Err(self.fail(&format!("the connection failed: {error}"))),
            Err(_) => return Err(self.fail(&format!("no answer came within {:?}", self.stage.patience))),
        };
        self.note('<', &line);
        self.check(&line)?;
        Ok(line)
    }

    /// What follows this word in the first line that begins with it.
    pub(super) async fn until(&mut self, word: &str) -> Result<String, Fault> {
        loop {
            let line = self.line().await?;
            if let Some(rest) = line.strip_prefix(word) {
                return Ok(rest.trim().to_owned());
            }
        }
    }

    /// Asks a question. Returns what follows `response`, or `None` if the library of a victim has failed instead. A
    /// `readyok` would not tell that the answer has come: it overtakes a library that takes longer than a second.
    pub(super) async fn ask(&mut self, question: &str) -> Result<Option<String>, Fault> {
        self.send(question).await?;
        loop {
            let line = self.line().await?;
            if let Some(rest) = line.strip_prefix("response") {
                return Ok(Some(rest.trim().to_owned()));
            }
            if self.has_failed && line.starts_with(ERROR) {
                return Ok(None);
            }
        }
    }

    /// Sends a line that has no answer of its own, and waits until it was executed, or until it has lasted a second.
    pub(super) async fn set(&mut self, line: &str) -> Result<(), Fault> {
        self.send(line).await?;
        self.send("isready").await?;
        self.until("readyok").await.map(|_| ())
    }

    /// The move of a search, if it has one, and how long the search took.
    pub(super) async fn go(&mut self, line: &str) -> Result<(Option<String>, Duration), Fault> {
        let asked = Instant::now();
        self.send(line).await?;
        let best = self.best_move().await?;
        Ok((best, asked.elapsed()))
    }

    pub(super) async fn best_move(&mut self) -> Result<Option<String>, Fault> {
        let rest = self.until("bestmove").await?;
        self.stage.searches.fetch_add(1, Relaxed);
        let best = rest.split_whitespace().next().filter(|&mv| mv != "(none)");
        Ok(best.map(str::to_owned))
    }

    /// Notes that a stopped search has ended.
    pub(super) fn note_stopped(&self) {
        self.stage.tally(self.is_victim).stops.answer();
    }

    /// Says goodbye, and waits for the end of the answers.
    pub(super) async fn quit(mut self) -> Result<(), Fault> {
        self.send("quit").await?;
        loop {
            match timeout(self.stage.patience, self.reader.next_line()).await {
                Ok(Ok(Some(line))) => self.check(&line)?,
                Ok(Ok(None)) if self.owed > 0 => return Err(self.fail("the session ended without a bestmove")),
                Ok(Ok(None)) => return Ok(()),
                Ok(Err(error)) => return Err(self.fail(&format!("the connection failed: {error}"))),
                Err(_) => return Err(self.fail("the server does not close the connection after `quit`")),
            }
        }
    }

    /// Leaves without a word: the connection is reset.
    pub(super) fn vanish(self) -> Result<(), Fault> {
        // With this, closing is a reset.
        socket2::SockRef::from(self.writer.as_ref()).set_linger(Some(Duration::ZERO))?;
        Ok(())
    }

    fn check(&mut self, line: &str) -> Result<(), Fault> {
        let tally = self.stage.tally(self.is_victim);
        let words: Vec<_> = line.split(' ').collect();
        match words.first() {
            Some(&"readyok") => tally.readies.answer(),
            Some(&"info") => {
                let told =
                    words.iter().position(|word| *word == "nodes").and_then(|place| words.get(place + 1)?.parse().ok());
                self.nodes = self.nodes.max(told.unwrap_or_default());
            }
            Some(&"bestmove") => {
                tally.searches.answer();
                tally.nodes.fetch_add(std::mem::take(&mut self.nodes), Relaxed);
            }
            _ => {}
        }
        if line.starts_with(ERROR) {
            tally.errors.fetch_add(1, Relaxed);
        }
        if line.starts_with("bestmove") {
            self.owed = self.owed.checked_sub(1).ok_or_else(|| self.fail("a bestmove that no `go` asked for"))?;
        }
        let Some(error) = line.strip_prefix(ERROR) else { return Ok(()) };
        let code = error.split(' ').next().unwrap_or_default();
        if code == QUOTA_ERROR {
            return Ok(());
        }
        if self.is_victim && PLUGIN_ERRORS.contains(&code) {
            self.has_failed = true;
            self.stage.failures.fetch_add(1, Relaxed);
            return Ok(());
        }
        if self.has_failed && CONSEQUENCES.contains(&code) {
            return Ok(());
        }
        Err(self.fail(&format!("an error that nothing gave cause for: {error}")))
    }

    fn note(&mut self, side: char, line: &str) {
        if self.history.len() == KEPT {
            self.history.pop_front();
        }
        self.history.push_back(format!("  {side} {line:.200}"));
    }

    /// A fault with the last lines of the session.
    pub(super) fn fail(&self, what: &str) -> Fault {
        let lines: Vec<&str> = self.history.iter().map(String::as_str).collect();
        let who = if self.is_victim { "a victim" } else { "a session that chaos does not touch" };
        Fault::Session(format!("the last lines of the session:\n{}\nFAILED: {who}: {what}", lines.join("\n")))
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.stage.connected.fetch_sub(1, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::soak::games::Games;
    use std::io::{Read, Write};
    use std::net::TcpListener;
    use std::thread;
    use tokio::runtime::Builder;

    /// Asks a server for a move that answers so, and then for the end; what is wrong with that.
    fn fault(answer: &'static str, is_victim: bool) -> Option<String> {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let server = thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut part = [0; 64];
            // Until `quit`, which ends what is read.
            while let Ok(count @ 1..) = stream.read(&mut part) {
                stream.write_all(answer.as_bytes()).unwrap();
                if count > 0 && part[..count].windows(4).any(|word| word == b"quit") {
                    break;
                }
            }
        });
        let stage = Arc::new(Stage::of(address, Games::default(), Duration::from_secs(10), Duration::from_secs(1)));
        let talking = async {
            let mut client = Client::connect(&stage, is_victim).await?;
            client.go("go depth 1").await?;
            client.quit().await
        };
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let fault = runtime.block_on(talking).err().map(|fault| fault.to_string());
        drop(runtime);
        server.join().unwrap();
        fault
    }

    #[test]
    fn a_go_has_one_bestmove() {
        let twice = fault("bestmove a\n", false).expect("`quit` is answered by a second bestmove");
        assert!(twice.contains("no `go` asked for") && twice.contains("> go depth 1"), "{twice}");
    }

    #[test]
    fn an_error_of_a_library_is_for_victims_alone() {
        const ERROR: &str = "info string error plugin it fell over\nbestmove a\n";
        assert!(fault(ERROR, false).is_some_and(|fault| fault.contains("nothing gave cause for")));
        let of_a_victim = fault(ERROR, true).expect("the second bestmove is wrong there too");
        assert!(of_a_victim.contains("no `go` asked for"), "{of_a_victim}");
        assert!(fault("info string error busy\n", true).is_some_and(|fault| fault.contains("busy")));
    }
}
