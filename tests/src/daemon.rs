//! The built binary as a TCP daemon.

use crate::{Client, PATIENCE, Process, command};
use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpStream};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Instant;

/// `plyd serve` on a free port.
pub struct Daemon {
    /// The process; killed when dropped.
    pub process: Process,
    address: SocketAddr,
    log: Receiver<String>,
}

impl Daemon {
    /// Starts a daemon with these additional arguments.
    #[must_use]
    pub fn start(arguments: &[&str]) -> Self {
        let mut command = command(&["serve", "--listen", "127.0.0.1:0"]);
        command.args(arguments);
        Self::spawn(command)
    }

    /// Runs a prepared command that serves.
    ///
    /// # Panics
    /// It does not say where it listens.
    #[must_use]
    pub fn spawn(mut command: Command) -> Self {
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("plyd starts");
        let (sender, log) = channel();
        let errors = child.stderr.take().expect("is piped");
        let process = Process::new(child);
        thread::spawn(move || {
            for line in BufReader::new(errors).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let deadline = Instant::now() + PATIENCE;
        loop {
            let line = log.recv_timeout(deadline.saturating_duration_since(Instant::now())).expect("says where it is");
            if let Some(address) = line.strip_prefix("plyd: listening on ") {
                let address = address.parse().expect("an address and a port");
                return Self { process, address, log };
            }
        }
    }

    /// The address it listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// A bare connection.
    ///
    /// # Panics
    /// It is not accepted.
    #[must_use]
    pub fn stream(&self) -> TcpStream {
        TcpStream::connect_timeout(&self.address, PATIENCE).expect("the daemon accepts")
    }

    /// A client with a session of its own.
    ///
    /// # Panics
    /// The connection is not accepted.
    #[must_use]
    pub fn client(&self) -> Client {
        let stream = self.stream();
        // A line and its `isready` are sent one after the other. With Nagle's algorithm the second would wait for the
        // acknowledgement of the first, which a kernel delays by 40 ms.
        stream.set_nodelay(true).expect("a socket has the option");
        Client::new(stream.try_clone().expect("a socket can be duplicated"), stream)
    }

    /// All log lines up to and including the first that contains `text`.
    ///
    /// # Panics
    /// No such line comes in time.
    pub fn log_until(&self, text: &str) -> Vec<String> {
        let deadline = Instant::now() + PATIENCE;
        let mut lines = Vec::new();
        loop {
            match self.log.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) => lines.push(line),
                Err(_) => panic!("no `{text}` was logged\n{}", lines.join("\n")),
            }
            if lines.last().is_some_and(|line| line.contains(text)) {
                return lines;
            }
        }
    }

    /// What has gone wrong since the last call, judging by its log and its state: a panic, or an exit by itself.
    pub fn fault(&mut self) -> Option<String> {
        let log = self.log();
        if let Some(at) = log.iter().position(|line| line.contains("panicked")) {
            return Some(format!("the server panicked:\n{}", log[at..].join("\n")));
        }
        if self.process.is_running() {
            return None;
        }
        let status = self.process.wait();
        Some(format!("the server ended with {status}, and wrote:\n{}", log.join("\n")))
    }

    /// The lines it has logged since the last call.
    pub fn log(&self) -> Vec<String> {
        self.log.try_iter().collect()
    }
}
