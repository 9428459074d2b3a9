//! The bytes of one session, both ways, on threads of their own: no wait of the client is without a deadline.

use crate::Process;
use socket2::SockRef;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often the threads of a connection look whether it was given up.
const LOOK: Duration = Duration::from_millis(50);

/// What a slow reader takes at a time, and how long it rests then.
const SIP: usize = 4 << 10;
const REST: Duration = Duration::from_millis(2);

/// A line that was received, without its end.
#[derive(Debug)]
pub(super) struct Received {
    pub(super) line: Vec<u8>,
    pub(super) at: Instant,
}

/// What comes of a wait for a line.
#[derive(Debug)]
pub(super) enum Next {
    Line(Received),
    Nothing,
    /// The program has closed the output.
    End,
}

/// What is to be sent.
enum Step {
    Bytes(Vec<u8>),
    Pause(Duration),
}

/// How the client behaves beyond what it sends.
#[derive(Debug, Default)]
struct Manner {
    reads_slowly: AtomicBool,
    is_gone: AtomicBool,
}

/// One session's connection, or its process.
pub(super) struct Wire {
    steps: Option<Sender<Step>>,
    received: Receiver<Received>,
    manner: Arc<Manner>,
    child: Option<Child>,
}

/// A process of the session's own, and what it wrote to standard error.
struct Child {
    process: Process,
    errors: Arc<Mutex<Vec<u8>>>,
}

impl Wire {
    /// A connection to a server.
    pub(super) fn connect(address: SocketAddr, patience: Duration) -> io::Result<Self> {
        let stream = TcpStream::connect_timeout(&address, patience)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(LOOK))?;
        stream.set_write_timeout(Some(LOOK))?;
        let (reader, ender) = (stream.try_clone()?, stream.try_clone()?);
        let half_close = move |manner: &Manner| {
            if manner.is_gone.load(Relaxed) {
                // With this, closing is a reset. It may be closed already.
                drop(SockRef::from(&ender).set_linger(Some(Duration::ZERO)));
            } else {
                drop(ender.shutdown(std::net::Shutdown::Write));
            }
        };
        Ok(Self::new(reader, stream, half_close, None))
    }

    /// A process on pipes.
    pub(super) fn spawn(mut command: Command) -> io::Result<Self> {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let pipes = (child.stdout.take(), child.stdin.take(), child.stderr.take());
        let (Some(output), Some(input), Some(mut stderr)) = pipes else { return Err(ErrorKind::BrokenPipe.into()) };
        let errors = Arc::<Mutex<Vec<u8>>>::default();
        let kept = Arc::clone(&errors);
        thread::spawn(move || {
            let mut part = [0; 4 << 10];
            while let Ok(count @ 1..) = stderr.read(&mut part) {
                kept.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(&part[..count]);
            }
        });
        let child = Child { process: Process::new(child), errors };
        Ok(Self::new(output, input, |_: &Manner| {}, Some(child)))
    }

    fn new(
        reader: impl Read + Send + 'static,
        writer: impl Write + Send + 'static,
        end: impl FnOnce(&Manner) + Send + 'static,
        child: Option<Child>,
    ) -> Self {
        let manner = Arc::<Manner>::default();
        let (sender, received) = channel();
        let shared = Arc::clone(&manner);
        thread::spawn(move || read_lines(reader, &shared, &sender));
        let (steps, to_send) = channel();
        let shared = Arc::clone(&manner);
        thread::spawn(move || {
            write_steps(writer, &shared, &to_send);
            end(&shared);
        });
        Self { steps: Some(steps), received, manner, child }
    }

    /// Sends bytes as soon as the program takes them.
    pub(super) fn send(&self, bytes: &[u8]) {
        self.step(Step::Bytes(bytes.to_vec()));
    }

    /// Sends nothing for this time.
    pub(super) fn pause(&self, time: Duration) {
        self.step(Step::Pause(time));
    }

    fn step(&self, step: Step) {
        if let Some(steps) = &self.steps {
            // The thread has ended if the program has closed its input, which shows elsewhere.
            drop(steps.send(step));
        }
    }

    pub(super) fn read_slowly(&self, slowly: bool) {
        self.manner.reads_slowly.store(slowly, Relaxed);
    }

    /// Says that no more comes.
    pub(super) fn end_input(&mut self) {
        self.steps = None;
    }

    /// Leaves without a word.
    pub(super) fn vanish(mut self) {
        self.manner.is_gone.store(true, Relaxed);
        self.steps = None;
    }

    pub(super) fn next(&self, patience: Duration) -> Next {
        match self.received.recv_timeout(patience) {
            Ok(received) => Next::Line(received),
            Err(RecvTimeoutError::Timeout) => Next::Nothing,
            Err(RecvTimeoutError::Disconnected) => Next::End,
        }
    }

    /// How the process ended, which has closed its output; `None` of a connection.
    pub(super) fn end_of_process(&mut self) -> Option<ExitStatus> {
        self.child.as_mut().map(|child| child.process.wait())
    }

    /// What the process has written to standard error.
    pub(super) fn errors(&self) -> String {
        let errors = self.child.as_ref().map(|child| child.errors.lock().unwrap_or_else(PoisonError::into_inner));
        errors.map(|errors| String::from_utf8_lossy(&errors).into_owned()).unwrap_or_default()
    }
}

/// Whether an error only means that there is nothing to do yet.
fn is_pause(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}

fn read_lines(mut reader: impl Read, manner: &Manner, sender: &Sender<Received>) {
    let (mut line, mut part) = (Vec::new(), vec![0; 64 << 10]);
    while !manner.is_gone.load(Relaxed) {
        let most = if manner.reads_slowly.load(Relaxed) {
            thread::sleep(REST);
            SIP
        } else {
            part.len()
        };
        let count = match reader.read(&mut part[..most]) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if is_pause(&error) => continue,
            Err(_) => break,
        };
        let at = Instant::now();
        for piece in part[..count].split_inclusive(|&byte| byte == b'\n') {
            line.extend_from_slice(piece);
            if line.pop_if(|end| *end == b'\n').is_some()
                && sender.send(Received { line: std::mem::take(&mut line), at }).is_err()
            {
                return;
            }
        }
    }
    if !line.is_empty() {
        // The output was cut off within a line, which the ledger shall see.
        drop(sender.send(Received { line, at: Instant::now() }));
    }
}

fn write_steps(mut writer: impl Write, manner: &Manner, steps: &Receiver<Step>) {
    for step in steps {
        let bytes = match step {
            Step::Bytes(bytes) => bytes,
            Step::Pause(time) => {
                thread::sleep(time);
                continue;
            }
        };
        let mut rest = &bytes[..];
        while !rest.is_empty() && !manner.is_gone.load(Relaxed) {
            match writer.write(rest) {
                Ok(count) => rest = &rest[count..],
                Err(error) if is_pause(&error) => {}
                Err(_) => return,
            }
        }
    }
}
