//! SIGINT and SIGTERM: the first asks for an orderly end, the second ends the process at once. Where games are played,
//! a SIGINT before that asks for an end with the games in progress. SIGHUP: `plyd serve` searches the plugin folders
//! again, and `plyd web` ends, as its terminal has gone. SIGUSR2: it takes no more sessions, and ends with the last
//! one. Other signals that would end the process, such as SIGUSR1, are ignored, and the process says so once.
//!
//! The signals are handled, not masked: a program that this one starts inherits a mask, but its handlers become the
//! default again. A separate thread waits for them, so they work no matter what the other threads do: read settings,
//! load a hanging library, wait for a key.
//!
//! A library that hangs while it is loaded holds the lock of the system's loader. No thread can start then, and none
//! can use a thread-local value with a destructor for the first time. So the thread starts before anything is loaded,
//! and does nothing for the first time later.

mod requests;
#[cfg(unix)]
mod terminal;

use requests::{First, Requests, SignalAction};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::low_level::exit;
use std::ffi::c_int;
use std::io::{self, IsTerminal};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
#[cfg(unix)]
use {
    std::sync::OnceLock,
    std::sync::atomic::{AtomicBool, Ordering::Relaxed},
    terminal::Terminal,
};

/// The exit code of a command that a signal has interrupted, as shells have it for SIGINT.
pub(super) const INTERRUPTED: u8 = 130;

/// The maximum wait for standard error to accept the last message.
#[cfg(unix)]
const LAST_WORDS: Duration = Duration::from_millis(100);
/// The interval at which signals are checked after the first request, when a deadline is checked as well.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Signals that mean nothing to plyd, and end a process that does not handle them: somebody takes it for another
/// program, or a timer for another process is left. SIGUSR2 means something to a server.
#[cfg(unix)]
const MEANINGLESS: &[(c_int, &str)] = &{
    use signal_hook::consts::{SIGALRM, SIGIO, SIGPROF, SIGUSR1, SIGUSR2, SIGVTALRM};
    [
        #[cfg(target_os = "linux")]
        (rustix::process::Signal::POWER.as_raw(), "SIGPWR"),
        #[cfg(target_os = "linux")]
        (rustix::process::Signal::STKFLT.as_raw(), "SIGSTKFLT"),
        (SIGUSR1, "SIGUSR1"),
        (SIGUSR2, "SIGUSR2"),
        (SIGALRM, "SIGALRM"),
        (SIGVTALRM, "SIGVTALRM"),
        (SIGPROF, "SIGPROF"),
        (SIGIO, "SIGIO"),
    ]
};

/// The signals of this process, handled from the making of this value to the end of the process.
#[derive(Clone, Debug)]
pub(super) struct Signals {
    requests: Arc<Mutex<Requests>>,
    hangups: Arc<Notify>,
    drains: Arc<Notify>,
    /// Whether this is a server, for which SIGUSR2 has a meaning.
    #[cfg(unix)]
    serves: Arc<AtomicBool>,
    /// Whether SIGHUP asks it to end, as the loss of its terminal does.
    #[cfg(unix)]
    ends_with_terminal: Arc<AtomicBool>,
    /// The modes that the terminal gets back when a signal ends the process; `None` for a terminal whose modes are
    /// unchanged.
    #[cfg(unix)]
    terminal: Arc<OnceLock<Terminal>>,
    #[cfg(unix)]
    watched: signal_hook::iterator::Handle,
}

impl Signals {
    /// Takes SIGINT and SIGTERM over. They are kept until it is known what the process is for.
    ///
    /// # Errors
    /// The system gives no descriptors or no thread.
    #[cfg(unix)]
    pub(super) fn take_over() -> io::Result<Self> {
        // With a handler, a file that grows beyond its limit is an error of the write.
        const BEYOND_LIMIT: c_int = signal_hook::consts::SIGXFSZ;
        const CHILD_ENDED: c_int = signal_hook::consts::SIGCHLD;
        let of_all = [SIGINT, SIGTERM, BEYOND_LIMIT];
        let handled = of_all.into_iter().chain(MEANINGLESS.iter().map(|&(signal, _)| signal));
        let mut coming = signal_hook::iterator::Signals::new(handled)?;
        let signals = Self {
            requests: Arc::default(),
            hangups: Arc::default(),
            drains: Arc::default(),
            serves: Arc::default(),
            ends_with_terminal: Arc::default(),
            terminal: Arc::default(),
            watched: coming.handle(),
        };
        if terminal::is_ignored(CHILD_ENDED) {
            // Then the system would not say how processes have ended, and would give their numbers to others at once.
            signals.watched.add_signal(CHILD_ENDED)?;
        }
        let watcher = signals.clone();
        start(move || {
            let mut deadline = None;
            let mut told = [false; MEANINGLESS.len()];
            loop {
                let came = match deadline {
                    None => coming.wait(),
                    Some(_) => {
                        thread::sleep(POLL_INTERVAL);
                        coming.pending()
                    }
                };
                for signal in came {
                    match signal {
                        signal_hook::consts::SIGHUP => watcher.hang_up(),
                        signal_hook::consts::SIGUSR2 if watcher.serves.load(Relaxed) => watcher.drains.notify_one(),
                        BEYOND_LIMIT | CHILD_ENDED => {}
                        signal => match MEANINGLESS.iter().position(|&(number, _)| number == signal) {
                            // Once, however many there are.
                            Some(place) if !std::mem::replace(&mut told[place], true) => {
                                say(&format!("plyd: the signal {} is ignored\n", MEANINGLESS[place].1));
                            }
                            Some(_) => {}
                            None => watcher.take(signal),
                        },
                    }
                }
                deadline = watcher.requests().deadline();
                fail_after(deadline);
            }
        })?;
        Ok(signals)
    }

    /// The same, as far as the system has signals: they are looked for every now and then.
    #[cfg(not(unix))]
    pub(super) fn take_over() -> io::Result<Self> {
        use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
        let signals = Self { requests: Arc::default(), hangups: Arc::default(), drains: Arc::default() };
        let watcher = signals.clone();
        let flags = [SIGINT, SIGTERM].map(|signal| (signal, Arc::new(AtomicBool::new(false))));
        for (signal, flag) in &flags {
            signal_hook::flag::register(*signal, Arc::clone(flag))?;
        }
        start(move || {
            loop {
                let came = flags.iter().filter(|(_, flag)| flag.swap(false, Relaxed));
                came.for_each(|(signal, _)| watcher.take(*signal));
                fail_after(watcher.requests().deadline());
                thread::sleep(POLL_INTERVAL);
            }
        })?;
        Ok(signals)
    }

    /// From now on the first request ends the process at once, with this code; without a code, with 128 + the signal's
    /// number.
    pub(super) fn end_with(&self, code: Option<u8>) {
        self.set(First::Ends(code));
    }

    /// From now on the first request cancels the token that is returned. If the process has not ended within `time`,
    /// and a moment more, it fails.
    pub(super) fn tell(&self, time: Duration) -> CancellationToken {
        let token = CancellationToken::new();
        self.set(First::Tells(token.clone(), time));
        token
    }

    /// From now on a first SIGINT cancels the token `drain` of the two, and anything more, or another signal, cancels
    /// the token `end`. From then on it is as after [`tell`](Self::tell).
    pub(super) fn drain(&self, time: Duration) -> EndRequests {
        let requested = EndRequests { drain: CancellationToken::new(), end: CancellationToken::new() };
        self.set(First::Drains { drain: requested.drain.clone(), end: requested.end.clone(), time });
        requested
    }

    /// Handles SIGHUP and SIGUSR2, on systems with these signals. From now on they are kept for [`Hangups`].
    ///
    /// # Errors
    /// The system does not allow it.
    pub(super) fn take_hangups(&self) -> io::Result<Hangups> {
        #[cfg(unix)]
        {
            self.watched.add_signal(signal_hook::consts::SIGHUP)?;
            self.serves.store(true, Relaxed);
        }
        Ok(Hangups { hangups: Arc::clone(&self.hangups), drains: Arc::clone(&self.drains) })
    }

    /// The same for a server whose user sits at a terminal: the loss of that asks for the end, and so does SIGHUP,
    /// unless the process was started with SIGHUP ignored, as by `nohup`.
    ///
    /// # Errors
    /// The system does not allow it, or gives no thread.
    pub(super) fn end_with_terminal(&self) -> io::Result<Hangups> {
        #[cfg(unix)]
        {
            self.serves.store(true, Relaxed);
            if !terminal::is_ignored(signal_hook::consts::SIGHUP) {
                self.ends_with_terminal.store(true, Relaxed);
                self.watched.add_signal(signal_hook::consts::SIGHUP)?;
                if let Some(loss) = terminal::TerminalLoss::of_standard_streams()? {
                    let signals = self.clone();
                    thread::Builder::new().name("terminal".into()).spawn(move || {
                        loss.wait();
                        signals.hang_up();
                    })?;
                }
            }
        }
        Ok(Hangups { hangups: Arc::clone(&self.hangups), drains: Arc::clone(&self.drains) })
    }

    /// From now on the modes of the terminal may change: SIGINT, SIGTERM and SIGHUP restore them before they end the
    /// process.
    ///
    /// # Errors
    /// Standard input is no terminal, or the system does not allow it.
    #[cfg(unix)]
    pub(super) fn restore_terminal(&self) -> io::Result<()> {
        let _ = self.terminal.set(Terminal::of_standard_input()?);
        self.watched.add_signal(signal_hook::consts::SIGHUP)
    }

    /// The same, where the system puts them back.
    #[cfg(not(unix))]
    pub(super) fn restore_terminal(&self) -> io::Result<()> {
        Ok(())
    }

    /// A server gets the signal; a command for a person at a terminal ends. Of several ways to hear of a lost terminal
    /// only the first counts.
    #[cfg(unix)]
    fn hang_up(&self) {
        match self.terminal.get() {
            None if self.ends_with_terminal.load(Relaxed) => {
                let step = self.requests().take_once(signal_hook::consts::SIGHUP, Instant::now());
                self.act(step);
            }
            None => self.hangups.notify_one(),
            Some(terminal) => {
                terminal.restore_for_good();
                // It does not come back, unless the system has no such signal.
                let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGHUP);
            }
        }
    }

    fn set(&self, first: First) {
        let step = self.requests().set(first);
        self.act(step);
    }

    fn take(&self, signal: c_int) {
        let step = self.requests().take(signal, Instant::now());
        self.act(step);
    }

    fn act(&self, step: SignalAction) {
        match step {
            SignalAction::Nothing => {}
            SignalAction::Exit(code) => {
                #[cfg(unix)]
                if let Some(terminal) = self.terminal.get() {
                    terminal.restore_for_good();
                }
                // The terminal has written `^C`, and the shell's next line should be one of its own.
                if io::stdin().is_terminal() && io::stderr().is_terminal() {
                    say("\n");
                }
                exit(code);
            }
            SignalAction::Tell(token) => token.cancel(),
        }
    }

    fn requests(&self) -> MutexGuard<'_, Requests> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is asked of a command that can end with what runs, or at once.
#[derive(Clone, Debug)]
pub(super) struct EndRequests {
    /// Nothing new is to begin.
    pub(super) drain: CancellationToken,
    /// It is to end at once.
    pub(super) end: CancellationToken,
}

/// The signals by which a server is asked to look at the plugin folders again, and to end with its last session.
#[derive(Debug)]
pub(super) struct Hangups {
    hangups: Arc<Notify>,
    drains: Arc<Notify>,
}

impl Hangups {
    /// Waits for the next SIGHUP; all since the last wait count as one.
    pub(super) async fn next(&self) {
        self.hangups.notified().await;
    }

    /// Waits for SIGUSR2.
    pub(super) async fn drain(&self) {
        self.drains.notified().await;
    }
}

/// Starts the thread, and comes back when it can do everything that it will.
fn start(watch: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let (sender, started) = channel();
    thread::Builder::new().name("signals".into()).spawn(move || {
        // The one thread-local value that it uses later: what cancels a token wakes a task.
        let _ = tokio::runtime::Handle::try_current();
        // The other side waits for it.
        let _ = sender.send(());
        drop(sender);
        watch();
    })?;
    // The thread does not end before it has said so.
    let _ = started.recv();
    Ok(())
}

/// Ends the process with an error if the time is over. This is not a timer of the runtime, because the runtime itself
/// may hang, or a destructor of a library that runs after everything else.
fn fail_after(deadline: Option<Instant>) {
    if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
        say("plyd: did not end in time\n");
        exit(1);
    }
}

/// Writes to standard error if possible without a wait: perhaps it is not read, and another thread may wait with its
/// lock.
#[cfg(unix)]
fn say(text: &str) {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let errors = io::stderr();
    let time = Timespec::try_from(LAST_WORDS).ok();
    if poll(&mut [PollFd::new(&errors, PollFlags::OUT)], time.as_ref()).is_ok_and(|ready| ready > 0) {
        // There is no way to report it.
        let _ = rustix::io::write(&errors, text.as_bytes());
    }
}

#[cfg(not(unix))]
fn say(text: &str) {
    use std::io::Write;
    // There is no way to report it.
    let _ = io::stderr().write_all(text.as_bytes());
}
