//! The thread of a supervisor. It starts processes, counts what they have, and waits for their ends, until no more
//! orders can come and all have ended.

use super::errors::ChildErrors;
use super::member::SupervisedProcess;
use super::{Errors, ProcessEnd, StartOptions};
use plyd_host::child_stream::{from_child, to_child};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use std::ffi::OsString;
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, TryRecvError};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// How often a process is looked at that has no descriptor.
const LOOK_INTERVAL: Duration = Duration::from_millis(5);

/// How often the threads and the memory of children are counted.
const COUNT_INTERVAL: Duration = Duration::from_millis(100);

/// How long the system may take to end a process.
const KILL_TIME: Duration = Duration::from_secs(10);

/// What is started.
#[derive(Debug)]
pub(super) struct ProgramToStart {
    pub(super) program: PathBuf,
    pub(super) arguments: Vec<OsString>,
    /// Whether it makes itself the leader of a session. The leader of a group cannot do that.
    pub(super) leads: bool,
}

/// A process, and our ends of its streams: its input and its output.
type BegunProcess = (Arc<SupervisedProcess>, UnixStream, UnixStream);

/// An order to the thread.
#[derive(Debug)]
pub(super) enum SupervisorTask {
    Start(StartOptions, Sender<io::Result<BegunProcess>>),
    /// To let a process end by itself within this time, to kill it then, and to say how it ended.
    Finish(Arc<SupervisedProcess>, Duration, oneshot::Sender<ProcessEnd>),
    /// To wait for the end of a process that was killed.
    Reap(Arc<SupervisedProcess>),
}

/// A process whose end is waited for.
struct EndingProcess {
    member: Arc<SupervisedProcess>,
    /// Of the process. Only one whose end is waited for has a descriptor.
    descriptor: Option<OwnedFd>,
    /// When it is killed; if it was already, when no one but this thread waits for it any longer.
    deadline: Instant,
    is_killed: bool,
    /// The receiver of its end; `None` if there is none.
    told: Option<oneshot::Sender<ProcessEnd>>,
}

pub(super) struct Thread {
    program: ProgramToStart,
    tasks: Receiver<SupervisorTask>,
    /// Becomes readable when there are tasks; `None` once no more orders can come.
    woken: Option<UnixStream>,
    ending: Vec<EndingProcess>,
    counted: Vec<Weak<SupervisedProcess>>,
    /// Those whose standard error is read.
    heard: Vec<Weak<SupervisedProcess>>,
    next_count: Instant,
}

impl Thread {
    pub(super) fn new(program: ProgramToStart, tasks: Receiver<SupervisorTask>, woken: UnixStream) -> Self {
        let (ending, counted, heard) = (Vec::new(), Vec::new(), Vec::new());
        Self { program, tasks, woken: Some(woken), ending, counted, heard, next_count: Instant::now() }
    }

    pub(super) fn run(mut self) {
        while self.woken.is_some() || !self.ending.is_empty() {
            self.wait();
            self.take_all();
            self.heard.retain(|member| member.upgrade().is_some_and(|member| listen(&member)));
            self.reap();
            if self.next_count <= Instant::now() {
                self.counted.retain(|member| member.upgrade().inspect(|member| member.count()).is_some());
                self.next_count = Instant::now() + COUNT_INTERVAL;
            }
        }
    }

    /// Waits until there is something to do.
    fn wait(&self) {
        let now = Instant::now();
        let looks = self.ending.iter().map(|ending| match ending.descriptor {
            Some(_) => ending.deadline,
            None => ending.deadline.min(now + LOOK_INTERVAL),
        });
        let count = (!self.counted.is_empty()).then_some(self.next_count);
        let left = looks.chain(count).min().map(|next| next.saturating_duration_since(now));
        let timeout = left.and_then(|left| Timespec::try_from(left).ok());
        let heard: Vec<Arc<SupervisedProcess>> = self.heard.iter().filter_map(Weak::upgrade).collect();
        let mut polled: Vec<PollFd<'_>> = Vec::with_capacity(1 + self.ending.len() + heard.len());
        polled.extend(self.woken.iter().map(|woken| PollFd::new(woken, PollFlags::IN)));
        let ends = self.ending.iter().filter_map(|ending| ending.descriptor.as_ref());
        polled.extend(ends.map(|descriptor| PollFd::new(descriptor, PollFlags::IN)));
        let errors = heard.iter().filter_map(|member| member.errors());
        polled.extend(errors.map(|errors| PollFd::new(errors, PollFlags::IN)));
        // Whatever ends the wait, everything is looked at. If the system cannot wait, it is not asked again at once.
        if poll(&mut polled, timeout.as_ref()).is_err_and(|error| error != Errno::INTR) {
            std::thread::sleep(LOOK_INTERVAL);
        }
    }

    fn take_all(&mut self) {
        if let Some(mut woken) = self.woken.as_ref() {
            while matches!(woken.read(&mut [0; 64]), Ok(64)) {}
        }
        loop {
            match self.tasks.try_recv() {
                Ok(task) => self.take(task),
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => {
                    self.woken = None;
                    return;
                }
            }
        }
    }

    fn take(&mut self, task: SupervisorTask) {
        match task {
            SupervisorTask::Start(start, sender) => {
                let begun = self.program.start(start);
                if let Ok((member, ..)) = &begun {
                    if member.is_counted() {
                        self.counted.push(Arc::downgrade(member));
                    }
                    if member.errors().is_some() {
                        self.heard.push(Arc::downgrade(member));
                    }
                }
                if let Err(refused) = sender.send(begun)
                    && let Ok((unwanted, ..)) = refused.0
                {
                    unwanted.kill();
                    self.take(SupervisorTask::Reap(unwanted));
                }
            }
            SupervisorTask::Finish(member, patience, told) => {
                self.ending.push(EndingProcess::new(member, patience, Some(told)))
            }
            SupervisorTask::Reap(member) => self.ending.push(EndingProcess::new(member, KILL_TIME, None)),
        }
    }

    /// Waits for processes that have ended, and kills those that have not in time.
    fn reap(&mut self) {
        let now = Instant::now();
        self.ending.retain_mut(|ending| {
            let has_ended = ending.member.has_ended();
            if !has_ended && now < ending.deadline {
                return true;
            }
            // Again if the system has not ended it yet. It stays here then, so that no zombie is left.
            if !has_ended {
                ending.member.kill();
                ending.deadline = now + KILL_TIME;
                if !std::mem::replace(&mut ending.is_killed, true) {
                    return true;
                }
            }
            let status = if has_ended { ending.member.reap() } else { None };
            if let Some(told) = ending.told.take() {
                let errors = ending.member.errors().inspect(|errors| errors.hear_out());
                let errors = errors.map(ChildErrors::text).unwrap_or_default();
                let exceeded = ending.member.exceeded().map(str::to_owned);
                // The receiver may be gone.
                let _ = told.send(ProcessEnd { status, was_killed: ending.is_killed, exceeded, errors });
            }
            !has_ended
        });
    }
}

/// Reads some of its standard error. Returns whether there may be more later.
fn listen(member: &SupervisedProcess) -> bool {
    member.errors().is_some_and(ChildErrors::listen)
}

impl EndingProcess {
    fn new(member: Arc<SupervisedProcess>, patience: Duration, told: Option<oneshot::Sender<ProcessEnd>>) -> Self {
        let descriptor = member.descriptor();
        let is_killed = told.is_none();
        Self { member, descriptor, deadline: Instant::now() + patience, is_killed, told }
    }
}

impl ProgramToStart {
    fn start(&self, start: StartOptions) -> io::Result<BegunProcess> {
        let ((input, their_input), (output, their_output)) = (to_child()?, from_child()?);
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).stdin(their_input).stdout(their_output);
        if !self.leads {
            command.process_group(0);
        }
        let errors = match start.errors {
            Errors::Nowhere => {
                command.stderr(Stdio::null());
                None
            }
            Errors::Beginning(most) => {
                let (errors, theirs) = from_child()?;
                command.stderr(theirs);
                Some(ChildErrors::new(errors, most)?)
            }
            Errors::Into(file) => {
                command.stderr(file);
                None
            }
        };
        if let Some(environment) = start.environment {
            command.env_clear().envs(environment);
        }
        // The command ends here, and with it our copies of the child's ends: otherwise we would never see the child
        // close its own.
        Ok((Arc::new(SupervisedProcess::new(command.spawn()?, start.most, errors)), input, output))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    /// The system can take long to end a process, for example one that waits for a disk.
    #[test]
    fn a_process_that_ends_late_is_waited_for_all_the_same() {
        let program = ProgramToStart { program: "sleep".into(), arguments: vec!["1000".into()], leads: false };
        let (member, ..) = program.start(StartOptions::default()).unwrap();
        let ((_tasks, all), (_wake, woken)) = (channel(), UnixStream::pair().unwrap());
        let mut thread = Thread::new(program, all, woken);
        let (sender, mut told) = oneshot::channel();
        // As if it had been killed long ago.
        let ending = EndingProcess::new(Arc::clone(&member), Duration::ZERO, Some(sender));
        thread.ending.push(EndingProcess { is_killed: true, ..ending });
        thread.reap();
        let ended = told.try_recv().unwrap();
        assert_eq!((ended.status, ended.was_killed), (None, true), "who wants to know waits no longer");
        assert_eq!(thread.ending.len(), 1, "it would be left as a zombie");
        while !thread.ending.is_empty() {
            thread.wait();
            thread.reap();
        }
        assert!(member.has_ended());
    }
}
