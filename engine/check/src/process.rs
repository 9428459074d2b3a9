//! A test in a separate process: a library that crashes, hangs, exits or prints ruins only its own test.

use super::inside::{OUTPUT, TestProcessMessage, Testing};
use super::report::{Finding, TestReport};
use super::spent::SpentTime;
use super::suite::Test;
use plyd_worker::{Blocking, ConversationEnd, Errors, StartOptions, Work, WorkerMessage};
use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

/// The minimum time before the library counts as hung, however small a test's share is, if this much is left: on a busy
/// machine everything takes its time.
pub(super) const MIN_DEADLINE: Duration = Duration::from_secs(5);
/// The longest message of a test's process, in bytes.
pub(super) const LONGEST_RESULT: usize = 16 << 20;
/// So much of an output is kept, in bytes.
const KEPT: u64 = 4_096;
/// What becomes of the standard error of the processes within limits.
pub(crate) const ERRORS: Errors = Errors::Beginning(KEPT as usize);
/// A longer standard error of a test is cut to its end, in bytes.
const LONG: u64 = 64 << 10;
/// The maximum number of characters shown from a library's output.
const SHOWN: usize = 80;
/// The factor by which the time of a process is extended if it has to wait for other processes of the machine.
const PATIENCE: u32 = 4;
/// What a test says that had no time.
pub(super) const NO_TIME: &str = "there was no time left";

/// The result of a test's process.
#[derive(Debug)]
pub(super) struct TestProcessEnd {
    /// Its account, or the reason why there is none.
    pub(super) part: TestReport,
    /// The end of the output to standard error.
    pub(super) errors: String,
}

/// Waits for the process of a test, which was asked for it, for at most `deadline`. If that is less than
/// [`MIN_DEADLINE`], a test that does not return is skipped.
pub(super) fn run(
    process: Blocking<Testing>,
    written: OutputFiles,
    test: &Test,
    deadline: Duration,
) -> io::Result<TestProcessEnd> {
    let (mut part, mut doing, mut is_done) = (TestReport::default(), None, false);
    let way = hear(process, deadline, &|| written.cut(), |said| match said {
        WorkerMessage::Event(TestProcessMessage::Doing(what), _) => doing = Some(what),
        WorkerMessage::Event(TestProcessMessage::Kept(so_far), _) => part = *so_far,
        WorkerMessage::Event(TestProcessMessage::Done(result), _) => {
            part = *result;
            is_done = true;
        }
        WorkerMessage::Lacks(_) | WorkerMessage::Ended(..) => {}
    });
    let errors = match &way {
        // Within limits it writes to no file.
        ProcessOutcome::Ended(_, errors) if !errors.is_empty() => errors.clone(),
        _ => text_of(&end_of(&written.errors)),
    };
    let output = ProcessOutput::of(written.output);
    let has_no_time = !is_done
        && match way {
            ProcessOutcome::Starved(_) => true,
            ProcessOutcome::Late(_) => deadline < MIN_DEADLINE,
            _ => false,
        };
    if is_done && matches!(way, ProcessOutcome::Late(_)) {
        part.notes.push(format!("the process did not end by itself within {:.1} s", MIN_DEADLINE.as_secs_f64()));
    }
    if part.fault.is_none() && has_no_time {
        part.skipped = Some(NO_TIME.into());
    } else if part.fault.is_none() {
        part.fault = match way.fault(is_done)? {
            Some(how) => Some(while_doing(doing, &how)),
            None if output.length > 0 => {
                let (text, length) = (output.text(), output.length);
                let beginning: String = text.chars().take(SHOWN).collect();
                let what = format!("the library wrote {length} bytes to standard output, which begin {beginning:?}");
                Some(Finding::new(what))
            }
            None => None,
        };
    }
    if part.fault.is_some() {
        tracing::debug!("the test {} found a fault", test.name);
    }
    Ok(TestProcessEnd { part, errors })
}

/// How a process ended.
#[derive(Debug)]
pub(crate) enum ProcessOutcome {
    /// By itself, with the beginning of its standard error if that was kept.
    Ended(ExitStatus, String),
    /// It did not within this time, for which it computed or slept.
    Late(Duration),
    /// It did not within this time, for most of which others had the processors.
    Starved(Duration),
    /// It was ended, for this reason.
    Over(ConversationEnd),
}

/// Waits until a process ends, or until it has computed or slept for this long; then it is killed, with all that it
/// started. `take` gets its messages; after a [result](IsLast) it is asked no more, and has [`MIN_DEADLINE`] to end.
/// `look` is called again and again meanwhile. The time begins when the process has started, or is as long before that.
/// After [`PATIENCE`] times as much it is killed, however little of that it had.
pub(crate) fn hear<W: Work<Event: IsLast>>(
    mut process: Blocking<W>,
    time: Duration,
    look: &dyn Fn(),
    mut take: impl FnMut(WorkerMessage<W::Event>),
) -> ProcessOutcome {
    let (mut begun, mut is_begun, mut is_done) = (Instant::now(), false, false);
    let spent = RefCell::new(SpentTime::new());
    let is_late = |begun: Instant, is_done: bool, id: Option<u32>| {
        look();
        let elapsed = begun.elapsed();
        if is_done {
            return elapsed >= MIN_DEADLINE;
        }
        // If the system does not say, all of the time was spent. Linux does, unless the process has ended.
        let otherwise = if cfg!(target_os = "linux") { Duration::ZERO } else { elapsed };
        let spent = id.and_then(|id| spent.borrow_mut().look(id)).unwrap_or(otherwise);
        elapsed >= time && spent >= time || elapsed >= time * PATIENCE
    };
    loop {
        let id = process.id();
        let Ok(said) = process.next(&|| is_late(begun, is_done, id)) else {
            let is_starved = !is_done && begun.elapsed() >= time * PATIENCE;
            return if is_starved { ProcessOutcome::Starved(time * PATIENCE) } else { ProcessOutcome::Late(time) };
        };
        if matches!(said, WorkerMessage::Lacks(_)) {
            (begun, is_begun) = (Instant::now(), true);
        }
        if let WorkerMessage::Ended(over, ended) = said {
            return match ended.status {
                Some(status)
                    if matches!(over, ConversationEnd::Closed | ConversationEnd::Kept) && !ended.was_killed =>
                {
                    ProcessOutcome::Ended(status, ended.errors)
                }
                // It is not the library that refused its limits.
                _ if !is_begun => match over {
                    ConversationEnd::Unloadable(reason) => ProcessOutcome::Over(ConversationEnd::NotStarted(reason)),
                    over => ProcessOutcome::Over(over),
                },
                _ => ProcessOutcome::Over(over),
            };
        }
        if matches!(&said, WorkerMessage::Event(event, _) if event.is_last()) {
            process.close();
            (begun, is_done) = (Instant::now(), true);
        }
        take(said);
    }
}

/// What the process of a check says.
pub(crate) trait IsLast {
    /// Whether this is its result, after which it ends.
    fn is_last(&self) -> bool;
}

impl IsLast for TestProcessMessage {
    fn is_last(&self) -> bool {
        matches!(self, Self::Done(_))
    }
}

impl ProcessOutcome {
    /// What the library did that was wrong, if this is no good end. `is_done` is whether there was a result.
    ///
    /// # Errors
    /// There was no process, or no processor for it.
    pub(crate) fn fault(&self, is_done: bool) -> io::Result<Option<String>> {
        Ok(match self {
            // After its result a process only has to end, which is no act of the game.
            Self::Late(_) if is_done => None,
            Self::Late(time) => Some(format!("did not return within {:.1} s", time.as_secs_f64())),
            Self::Starved(time) => {
                let what = format!("other processes took nearly all processors for {:.1} s", time.as_secs_f64());
                return Err(io::Error::new(io::ErrorKind::TimedOut, what));
            }
            Self::Ended(status, _) if !status.success() => Some(how(*status)),
            Self::Ended(..) if !is_done => Some("ended the process with exit code 0".into()),
            Self::Ended(..) => None,
            Self::Over(ConversationEnd::NotStarted(reason)) => return Err(io::Error::other(reason.clone())),
            // A process that may load its library by itself does not say that it could not.
            Self::Over(ConversationEnd::Lies(what) | ConversationEnd::Unloadable(what)) => {
                Some(format!("made the process send what is no message ({what})"))
            }
            Self::Over(_) => Some("closed the stream of the process".into()),
        })
    }
}

/// Where the process of a test writes. These are files and no sockets, because a library may also open its standard
/// output or standard error by name, such as `/dev/stdout`, and a socket cannot be opened so.
#[derive(Debug)]
pub(super) struct OutputFiles {
    output: File,
    errors: File,
}

impl OutputFiles {
    /// Nothing yet, in this folder.
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        // All who write there write at the end.
        let new = |name| File::options().read(true).append(true).create_new(true).open(folder.join(name));
        Ok(Self { output: new(OUTPUT)?, errors: new("errors")? })
    }

    /// For a process that writes there. It opens the file of its standard output itself, because its own leads to its
    /// parent.
    pub(super) fn start(&self) -> io::Result<StartOptions> {
        Ok(StartOptions { errors: Errors::Into(self.errors.try_clone()?), ..StartOptions::default() })
    }

    /// Cuts a long standard error, of which only the end is read: a library may write more than there is room for,
    /// which is no fault.
    fn cut(&self) {
        if self.errors.metadata().is_ok_and(|data| data.len() > LONG) {
            let end = end_of(&self.errors);
            // Then it is longer.
            let _ = self.errors.set_len(0).and_then(|()| (&self.errors).write_all(&end));
        }
    }
}

/// The last bytes of a file. What cannot be read is not there.
fn end_of(mut file: &File) -> Vec<u8> {
    let length = file.metadata().map_or(0, |data| data.len());
    let mut end = Vec::new();
    let begin = SeekFrom::Start(length.saturating_sub(KEPT));
    let _ = file.seek(begin).and_then(|_| file.take(KEPT).read_to_end(&mut end));
    end
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim_end().to_owned()
}

/// All that was written to an output.
#[derive(Debug, Default)]
struct ProcessOutput {
    beginning: Vec<u8>,
    length: u64,
}

impl ProcessOutput {
    /// What cannot be read is not there.
    fn of(mut file: File) -> Self {
        let length = file.metadata().map_or(0, |data| data.len());
        let mut beginning = Vec::new();
        let _ = file.rewind().and_then(|()| file.take(KEPT).read_to_end(&mut beginning));
        Self { beginning, length }
    }

    fn text(&self) -> String {
        text_of(&self.beginning)
    }
}

/// A fault of this activity; `None` means loading the library.
pub(crate) fn while_doing(doing: Option<Finding>, how: &str) -> Finding {
    match doing {
        Some(doing) => Finding { what: format!("the library {how} while {}", doing.what), ..doing },
        None => Finding::new(format!("the library {how} while it was loaded")),
    }
}

/// The way in which an unsuccessful process ended.
fn how(status: ExitStatus) -> String {
    if let Some(number) = status.signal() {
        return match signal_name(number) {
            Some(name) => format!("crashed with {name} (signal {number})"),
            None => format!("crashed with signal {number}"),
        };
    }
    match status.code() {
        Some(code) => format!("ended the process with exit code {code}"),
        None => "ended the process".into(),
    }
}

fn signal_name(number: i32) -> Option<&'static str> {
    use rustix::process::Signal;
    let names = [
        (Signal::ABORT, "SIGABRT"),
        (Signal::BUS, "SIGBUS"),
        (Signal::FPE, "SIGFPE"),
        (Signal::ILL, "SIGILL"),
        (Signal::KILL, "SIGKILL"),
        (Signal::PIPE, "SIGPIPE"),
        (Signal::SEGV, "SIGSEGV"),
        (Signal::SYS, "SIGSYS"),
        (Signal::TERM, "SIGTERM"),
        (Signal::TRAP, "SIGTRAP"),
    ];
    names.into_iter().find(|(signal, _)| signal.as_raw() == number).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_host::ContentHash;
    use plyd_worker::{ChildOrder, Role, SHORT_MESSAGE, Supervisor, WorkerThreads};
    use std::ffi::OsString;

    /// What a shell with this script has written to standard output, and the end of its standard error.
    fn written_by(script: &str) -> (ProcessOutput, Vec<u8>) {
        let folder = tempfile::tempdir().unwrap();
        let written = OutputFiles::new(folder.path()).unwrap();
        let all = format!("exec 3>&1 >>'{}'; {script}", folder.path().join(OUTPUT).display());
        let supervisor = Supervisor::of_any("sh".into(), ["-c", &all].map(OsString::from).to_vec()).unwrap();
        let order = ChildOrder::of_copy(Role::Test, "library".into(), "copy".into(), ContentHash::of(b""));
        let pool = WorkerThreads::for_unwatched();
        let process =
            Blocking::<Testing>::unwatched(&pool, &supervisor, written.start().unwrap(), order, SHORT_MESSAGE).unwrap();
        let way = hear(process, Duration::from_secs(60), &|| written.cut(), |_| {});
        assert!(matches!(&way, ProcessOutcome::Ended(status, _) if status.success()), "{script}: {way:?}");
        (ProcessOutput::of(written.output), end_of(&written.errors))
    }

    #[test]
    fn what_is_written_to_the_outputs_by_name_is_found() {
        for (output, errors) in [("&1", "&2"), ("/dev/stdout", "/dev/stderr"), ("/proc/self/fd/1", "/proc/self/fd/2")] {
            let script = format!("echo first; echo said >{output}; echo complained >{errors}");
            let (said, complained) = written_by(&script);
            let (said, complained) = (said.text(), text_of(&complained));
            // To open a file can make it empty.
            assert!(said.ends_with("said") && complained == "complained", "{script}: {said}, {complained}");
        }
    }

    #[test]
    fn a_process_that_never_pauses_is_late_in_time() {
        let doing = r#"{"Event":{"Doing":{"what":"x","options":"","moves":""}}}"#;
        let script = format!("while :; do echo '{doing}'; sleep 0.05; done");
        let supervisor = Supervisor::of_any("sh".into(), ["-c", &script].map(OsString::from).to_vec()).unwrap();
        let order = ChildOrder::of_copy(Role::Test, "library".into(), "copy".into(), ContentHash::of(b""));
        let start = StartOptions { errors: ERRORS, ..StartOptions::default() };
        let process =
            Blocking::unwatched(&WorkerThreads::for_unwatched(), &supervisor, start, order, SHORT_MESSAGE).unwrap();
        let (begun, mut heard) = (Instant::now(), 0);
        let way = hear::<Testing>(process, Duration::from_millis(500), &|| (), |_| heard += 1);
        assert!(matches!(way, ProcessOutcome::Late(_) | ProcessOutcome::Starved(_)) && heard > 0, "{way:?}, {heard}");
        assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
    }

    #[test]
    fn of_a_long_standard_error_the_end_is_kept() {
        let (output, errors) = written_by(
            "for piece in 1 2 3 4; do head -c 1000000 /dev/zero | tr '\\0' x >&2; sleep 0.05; done; echo reason >&2",
        );
        assert!(errors.len() == KEPT as usize && errors.ends_with(b"xreason\n"), "{}", text_of(&errors));
        assert_eq!(output.length, 0);
    }

    #[test]
    fn a_long_standard_error_takes_little_room() {
        let folder = tempfile::tempdir().unwrap();
        let written = OutputFiles::new(folder.path()).unwrap();
        (&written.errors).write_all(&vec![b'x'; 10 * LONG as usize]).unwrap();
        (&written.errors).write_all(b"reason").unwrap();
        written.cut();
        assert_eq!(written.errors.metadata().unwrap().len(), KEPT);
        (&written.errors).write_all(b"s").unwrap();
        assert!(end_of(&written.errors).ends_with(b"xreasons"));
    }
}
