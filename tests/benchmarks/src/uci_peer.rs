//! Engines of others, as processes on pipes.

use plyd_tests::Process;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than anything takes that is asked here.
const PATIENCE: Duration = Duration::from_secs(120);

/// Where Debian puts games, which is not always in the path.
const GAMES: &str = "/usr/games";

/// A program of this name in the path, or among the system's games.
#[must_use]
pub fn command_of(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([Path::new(GAMES).to_path_buf()]);
    folders.map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// A running engine, which ends with this.
pub struct UciPeer {
    input: ChildStdin,
    lines: Receiver<String>,
    _process: Process,
}

impl UciPeer {
    /// Starts it and sends these options.
    ///
    /// # Panics
    /// It does not start, or does not answer in time.
    #[must_use]
    pub fn start(mut command: Command, options: &[(&str, &str)]) -> Self {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the engine starts");
        let (input, output) = (child.stdin.take().expect("is piped"), child.stdout.take().expect("is piped"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                if !line.is_ok_and(|line| sender.send(line).is_ok()) {
                    break;
                }
            }
        });
        let mut peer = Self { input, lines, _process: Process::new(child) };
        peer.ask("uci", "uciok");
        for (name, value) in options {
            peer.send(&format!("setoption name {name} value {value}"));
        }
        peer.ask("isready", "readyok");
        peer
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").and_then(|()| self.input.flush()).expect("the engine reads");
    }

    /// Sends a line and returns all up to the one that begins with `last`.
    ///
    /// # Panics
    /// It does not come in time.
    pub fn ask(&mut self, line: &str, last: &str) -> Vec<String> {
        self.send(line);
        let deadline = Instant::now() + PATIENCE;
        let mut lines = Vec::new();
        loop {
            let rest = deadline.saturating_duration_since(Instant::now());
            let answer = self.lines.recv_timeout(rest).unwrap_or_else(|_| panic!("no `{last}` after `{line}`"));
            let is_last = answer.starts_with(last);
            lines.push(answer);
            if is_last {
                return lines;
            }
        }
    }

    /// Forgets what was learnt, searches a position so long, and tells how many nodes that took and how much time, both
    /// as the engine counts them.
    ///
    /// # Panics
    /// It says neither, or does not answer in time.
    pub fn nodes_in(&mut self, position: &str, time: Duration) -> (u64, Duration) {
        self.send("ucinewgame");
        self.ask("isready", "readyok");
        self.send(position);
        let lines = self.ask(&format!("go movetime {}", time.as_millis()), "bestmove");
        let number = |line: &str, word: &str| -> Option<u64> {
            line.split_once(&format!(" {word} "))?.1.split(' ').next()?.parse().ok()
        };
        let mut counts = lines.iter().filter_map(|line| Some((number(line, "nodes")?, number(line, "time")?)));
        let (nodes, millis) = counts.next_back().expect("an engine counts nodes and time");
        (nodes, Duration::from_millis(millis.max(1)))
    }
}
