//! Starting and ending child processes, from the outside.

use crate::Order;
use plyd_host::child_stream::{from_child, to_child};
use plyd_host::{has_more_memory, has_more_threads};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::ffi::OsString;
use std::io;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{self, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

/// How often an ended process is waited for that nobody wants to know about any more.
const REAP_INTERVAL: Duration = Duration::from_millis(10);

/// How often the threads and the memory of children are counted.
const COUNT_INTERVAL: Duration = Duration::from_millis(100);

/// How long a child may take to give back memory that it may no longer have in use.
const RETURN_TIME: Duration = Duration::from_secs(5);

/// How often [`Child::wait`] looks.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// How long the system may take to end a process.
const KILL_TIME: Duration = Duration::from_secs(10);

/// Starts the children of one program.
///
/// It starts them from a thread of its own, which lasts as long as this: a child asks the system to end it together
/// with the thread that started it.
#[derive(Debug)]
pub struct Launcher {
    tasks: Sender<Task>,
}

/// What is started.
struct Program {
    program: PathBuf,
    arguments: Vec<OsString>,
    /// Whether it makes itself the leader of a group. The leader of one cannot lead a session.
    leads: bool,
}

/// What the thread is told to do.
#[derive(Debug)]
enum Task {
    /// To start a process that may have so much; `None` for one without limits.
    Start(Option<Most>, Sender<io::Result<Started>>),
    /// To wait for a process that was killed.
    Reap(process::Child),
}

/// A process, and our ends of its streams: its input and its output.
type Started = (Arc<Member>, UnixStream, UnixStream);

/// What is counted of a process, and how much it may have of it.
#[derive(Clone, Copy, Debug)]
struct Most {
    threads: u64,
    /// The bytes that it may have in use, beside those that it was granted; `None` for no limit.
    memory: Option<u64>,
}

/// The bytes of memory that a process was granted, and those that it was granted before and may still have in use.
#[derive(Debug)]
struct Granted {
    now: u64,
    before: u64,
    /// When those of before count no more.
    until: Instant,
}

/// A process and its group, for the child and for the thread that counts.
#[derive(Debug)]
struct Member {
    /// `None` when it was waited for.
    process: Mutex<Option<process::Child>>,
    /// Its number, and that of its group.
    group: Option<Pid>,
    /// `None` for a process without limits.
    most: Option<Most>,
    granted: Mutex<Granted>,
    /// What it had more of than it may, so that it was ended.
    exceeded: OnceLock<String>,
}

/// A child process. Dropped, it is killed with all of its group.
#[derive(Debug)]
pub struct Child {
    member: Arc<Member>,
    tasks: Sender<Task>,
}

impl Launcher {
    /// Starts `program` with these arguments whenever a child is wanted.
    ///
    /// # Errors
    /// The system has no thread for it.
    pub fn new(program: PathBuf, arguments: Vec<OsString>) -> io::Result<Self> {
        Self::of(Program { program, arguments, leads: false })
    }

    /// The same for a program that makes itself the leader of a session and of a group, as [`enter`](crate::enter) does.
    ///
    /// # Errors
    /// The system has no thread for it.
    pub fn of_leaders(program: PathBuf, arguments: Vec<OsString>) -> io::Result<Self> {
        Self::of(Program { program, arguments, leads: true })
    }

    fn of(program: Program) -> io::Result<Self> {
        let (tasks, all) = channel();
        thread::Builder::new().name("children".into()).spawn(move || serve(&program, &all))?;
        Ok(Self { tasks })
    }

    /// Starts a child for this order, which is not said to it. Returns it with our end of the [stream](to_child) that it
    /// reads, and of the one that it writes to. Its standard error leads nowhere: a library must not write into the log
    /// of others.
    ///
    /// A child with limits has a short [environment](plyd_confine::environment), and is killed when it has more threads or
    /// memory than the order allows.
    ///
    /// # Errors
    /// The system does not start it.
    pub fn start(&self, order: &Order) -> io::Result<(Child, UnixStream, UnixStream)> {
        let gone = || io::Error::other("the thread that starts processes has ended");
        let (sender, started) = channel();
        let most = order.is_limited.then(|| Most { threads: order.threads(), memory: order.memory });
        self.tasks.send(Task::Start(most, sender)).map_err(|_| gone())?;
        let (member, input, output) = started.recv().map_err(|_| gone())??;
        Ok((Child { member, tasks: self.tasks.clone() }, input, output))
    }
}

impl Child {
    /// Ends the process, and all of its group.
    pub fn kill(&self) {
        self.member.kill();
    }

    /// What the process had more of than it may, if it was ended for that: `more than 256 threads`.
    #[must_use]
    pub fn exceeded(&self) -> Option<&str> {
        self.member.exceeded.get().map(String::as_str)
    }

    /// The process may have so many bytes of memory in use beside those of its order, and no longer those that it was
    /// allowed before; it has a few seconds to give them back.
    pub fn allow(&self, bytes: u64) {
        self.member.granted().change(bytes, Instant::now());
    }

    /// Whether the process has ended.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.member.process().is_none() || matches!(self.member.is_zombie(), Ok(true))
    }

    /// How the process ended, if it has; afterwards nothing is left of it and its group. `None` if it has not, or was
    /// asked before.
    ///
    /// # Errors
    /// The system does not say.
    pub fn try_wait(&self) -> io::Result<Option<ExitStatus>> {
        let mut process = self.member.process();
        let Some(waited) = &mut *process else { return Ok(None) };
        if !self.member.is_zombie()? {
            return Ok(None);
        }
        // It is a zombie now, so the number of its group is still its own.
        kill(waited, self.member.group);
        let status = waited.try_wait()?;
        if status.is_some() {
            *process = None;
        }
        Ok(status)
    }

    /// Waits until the process has ended, and kills it if it has not by itself within this time. Returns how it ended;
    /// `None` if the system does not say, or does not end it either.
    pub fn wait(&self, patience: Duration) -> Option<ExitStatus> {
        for patience in [patience, KILL_TIME] {
            let deadline = Instant::now() + patience;
            loop {
                match self.try_wait() {
                    Ok(None) if Instant::now() < deadline => thread::sleep(POLL_INTERVAL),
                    Ok(None) => break,
                    Ok(status) => return status,
                    Err(_) => return None,
                }
            }
            self.kill();
        }
        None
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.kill();
        let process = self.member.process().take();
        // Without the thread this process is ending.
        process.into_iter().for_each(|process| drop(self.tasks.send(Task::Reap(process))));
    }
}

impl Granted {
    fn new(now: Instant) -> Self {
        Self { now: 0, before: 0, until: now }
    }

    fn change(&mut self, bytes: u64, now: Instant) {
        if self.now >= self.most(now) {
            (self.before, self.until) = (self.now, now + RETURN_TIME);
        }
        self.now = bytes;
    }

    /// The bytes that the process may have in use of what it was granted.
    fn most(&self, now: Instant) -> u64 {
        if now < self.until { self.now.max(self.before) } else { self.now }
    }
}

impl Most {
    /// What this process has more of, if it was granted so many bytes.
    fn exceeded_by(self, process: Option<Pid>, granted: u64) -> Option<String> {
        if has_more_threads(process, self.threads) {
            return Some(format!("more than {} threads", self.threads));
        }
        let bytes = self.memory?.saturating_add(granted);
        has_more_memory(process, bytes).then(|| format!("more than {} MiB of memory, see plugins.memory", bytes >> 20))
    }
}

impl Member {
    fn new(process: process::Child, most: Option<Most>) -> Self {
        let (group, granted) = (group_of(&process), Mutex::new(Granted::new(Instant::now())));
        Self { process: Mutex::new(Some(process)), group, most, granted, exceeded: OnceLock::new() }
    }

    fn granted(&self) -> MutexGuard<'_, Granted> {
        self.granted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn process(&self) -> MutexGuard<'_, Option<process::Child>> {
        self.process.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn kill(&self) {
        // The number is its own as long as nobody has waited for it.
        if let Some(process) = &mut *self.process() {
            kill(process, self.group);
        }
    }

    /// Whether the process has ended, and nobody has waited for it.
    fn is_zombie(&self) -> io::Result<bool> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        self.group.map_or(Ok(true), |pid| Ok(waitid(WaitId::Pid(pid), options)?.is_some()))
    }

    /// Ends the process if it has more than it may.
    fn count(&self) {
        let granted = self.granted().most(Instant::now());
        if let Some(process) = &mut *self.process()
            && let Some(exceeded) = self.most.and_then(|most| most.exceeded_by(self.group, granted))
        {
            // The first reason counts.
            let _ = self.exceeded.set(exceeded);
            kill(process, self.group);
        }
    }
}

fn group_of(process: &process::Child) -> Option<Pid> {
    i32::try_from(process.id()).ok().and_then(Pid::from_raw)
}

fn kill(process: &mut process::Child, group: Option<Pid>) {
    // Before it is waited for, so that the number is still its own. All of the group may have ended.
    if let Some(group) = group {
        let _ = kill_process_group(group, Signal::KILL);
    }
    // It may have left its group.
    let _ = process.kill();
}

/// Starts, counts and waits for processes until nobody can order any more.
fn serve(program: &Program, tasks: &Receiver<Task>) {
    let mut ending: Vec<process::Child> = Vec::new();
    let mut counted: Vec<Weak<Member>> = Vec::new();
    let mut next_count = Instant::now();
    loop {
        let task = if !ending.is_empty() {
            tasks.recv_timeout(REAP_INTERVAL)
        } else if !counted.is_empty() {
            tasks.recv_timeout(next_count.saturating_duration_since(Instant::now()))
        } else {
            tasks.recv().map_err(|_| RecvTimeoutError::Disconnected)
        };
        match task {
            Ok(Task::Start(most, sender)) => {
                let started = start(program, most);
                if most.is_some()
                    && let Ok((member, ..)) = &started
                {
                    counted.push(Arc::downgrade(member));
                }
                if let Err(refused) = sender.send(started)
                    && let Ok((unwanted, ..)) = refused.0
                {
                    unwanted.kill();
                    ending.extend(unwanted.process().take());
                }
            }
            Ok(Task::Reap(process)) => ending.push(process),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        ending.retain_mut(|process| matches!(process.try_wait(), Ok(None)));
        if next_count <= Instant::now() {
            counted.retain(|member| member.upgrade().inspect(|member| member.count()).is_some());
            next_count = Instant::now() + COUNT_INTERVAL;
        }
    }
}

/// Starts a process that may have so much; `None` for one without limits.
fn start(Program { program, arguments, leads }: &Program, most: Option<Most>) -> io::Result<Started> {
    let ((input, their_input), (output, their_output)) = (to_child()?, from_child()?);
    let mut command = Command::new(program);
    command.args(arguments).stdin(their_input).stdout(their_output).stderr(Stdio::null());
    if !leads {
        command.process_group(0);
    }
    // Engines that a process without limits starts are programs of its user.
    if most.is_some() {
        command.env_clear().envs(plyd_confine::environment());
    }
    // The command ends here, and with it our copies of the child's ends.
    Ok((Arc::new(Member::new(command.spawn()?, most)), input, output))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::path::Path;

    const PATIENCE: Duration = Duration::from_secs(20);

    fn launcher(script: &str) -> Launcher {
        Launcher::new("sh".into(), ["-c", script].map(OsString::from).to_vec()).unwrap()
    }

    /// An order that the scripts do not read.
    fn order() -> Order {
        Order::of_copy(PathBuf::new(), PathBuf::new(), plyd_host::ContentHash::of(b""))
    }

    /// Waits until this holds.
    fn wait_until(holds: impl Fn() -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !holds() {
            assert!(Instant::now() < deadline, "waited in vain");
            thread::sleep(Duration::from_millis(2));
        }
    }

    fn is_gone(pid: &str) -> bool {
        let state = std::fs::read_to_string(Path::new("/proc").join(pid.trim()).join("stat"));
        !cfg!(target_os = "linux") || state.map_or(true, |state| state.contains(") Z "))
    }

    #[test]
    fn a_child_reads_and_writes_and_its_end_is_told() {
        let (child, mut input, mut output) =
            launcher("read word; echo \"$word $word\"; exit 3").start(&order()).unwrap();
        input.write_all(b"once\n").unwrap();
        let mut said = String::new();
        output.read_to_string(&mut said).unwrap();
        assert_eq!(said, "once once\n");
        let status = child.wait(PATIENCE).map(|status| status.to_string());
        assert_eq!(status.as_deref(), Some("exit status: 3"));
        assert!(child.has_ended());
        assert!(child.try_wait().unwrap().is_none(), "it is told once");
    }

    /// The reader of a pipe waits as long as a library in the child likes.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_child_has_no_pipes() {
        let script = "for stream in 0 1; do test -S /proc/self/fd/$stream && echo socket $stream; done";
        assert_eq!(printed(script, &order()), "socket 0\nsocket 1\n");
    }

    #[test]
    fn a_child_that_does_not_end_is_killed() {
        let (child, input, _output) = launcher("exec sleep 1000").start(&order()).unwrap();
        assert!(!child.has_ended());
        drop(input);
        let status = child.wait(Duration::from_millis(20)).map(|status| status.to_string());
        assert_eq!(status.as_deref(), Some("signal: 9 (SIGKILL)"));
    }

    #[test]
    fn nothing_is_left_of_a_dropped_child_and_its_group() {
        let launcher = launcher("sleep 1000 & echo $$ $!; wait");
        let (child, _input, mut output) = launcher.start(&order()).unwrap();
        let mut line = Vec::new();
        let mut byte = [0];
        while output.read(&mut byte).unwrap() == 1 && byte != *b"\n" {
            line.push(byte[0]);
        }
        let line = String::from_utf8(line).unwrap();
        let [own, grandchild] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        drop(child);
        wait_until(|| is_gone(grandchild));
        // The child is waited for too, so that no zombie is left.
        wait_until(|| !Path::new("/proc").join(own).exists());
    }

    /// All that a child prints.
    fn printed(script: &str, order: &Order) -> String {
        let (_child, _input, mut output) = launcher(script).start(order).unwrap();
        let mut said = String::new();
        output.read_to_string(&mut said).unwrap();
        said
    }

    #[test]
    fn only_a_child_without_limits_has_the_environment_of_its_parent() {
        let names = |order: &Order| -> Vec<String> {
            let said = printed("exec env", order);
            said.lines().filter_map(|line| Some(line.split_once('=')?.0.to_owned())).collect()
        };
        // A shell sets these by itself.
        let of_shell = ["PWD", "OLDPWD", "SHLVL", "_"];
        let kept: Vec<String> =
            plyd_confine::environment().into_iter().filter_map(|(name, _)| name.into_string().ok()).collect();
        let limited = names(&order());
        assert!(limited.iter().all(|name| kept.contains(name) || of_shell.contains(&name.as_str())), "{limited:?}");
        assert!(std::env::var_os("PATH").is_some(), "the tests have one");
        assert!(names(&Order { is_limited: false, ..order() }).contains(&"PATH".to_owned()));
    }

    /// A child that sleeps, and that only this test counts.
    #[cfg(target_os = "linux")]
    fn counted(most: Most) -> Child {
        let (child, ..) = launcher("exec sleep 1000").start(&order()).unwrap();
        let process = child.member.process().take().unwrap();
        Child { member: Arc::new(Member::new(process, Some(most))), tasks: channel().0 }
    }

    /// Counts it until it has more than it may. Returns what it has more of.
    #[cfg(target_os = "linux")]
    fn excess_of(child: &Child) -> &str {
        wait_until(|| {
            child.member.count();
            child.exceeded().is_some()
        });
        assert_eq!(child.wait(PATIENCE).map(|status| status.to_string()).as_deref(), Some("signal: 9 (SIGKILL)"));
        child.exceeded().unwrap()
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_child_with_more_than_it_may_have_is_killed() {
        // Any process has one thread, and some memory.
        let crowd = counted(Most { threads: 0, memory: None });
        assert_eq!(excess_of(&crowd), "more than 0 threads");
        let heavy = counted(Most { threads: 100, memory: Some(1) });
        heavy.allow(1 << 40);
        heavy.member.count();
        assert!(heavy.exceeded().is_none() && !heavy.has_ended());
        *heavy.member.granted() = Granted::new(Instant::now());
        assert_eq!(excess_of(&heavy), "more than 0 MiB of memory, see plugins.memory");
    }

    #[test]
    fn what_was_granted_before_counts_for_a_while_and_no_longer() {
        let (start, second) = (Instant::now(), Duration::from_secs(1));
        let mut granted = Granted::new(start);
        assert_eq!(granted.most(start), 0);
        granted.change(4_096, start);
        granted.change(16, start + second);
        assert_eq!([1, 5, 6].map(|after| granted.most(start + second * after)), [4_096, 4_096, 16]);
        // To ask for less again and again keeps nothing.
        granted.change(1, start + second * 3);
        assert_eq!([3, 5, 6].map(|after| granted.most(start + second * after)), [4_096, 4_096, 1]);
        granted.change(8_192, start + second * 7);
        assert_eq!(granted.most(start + second * 7), 8_192);
    }

    #[test]
    fn a_program_that_is_missing_is_told() {
        let launcher = Launcher::new("/there/is/no/such/program".into(), Vec::new()).unwrap();
        assert_eq!(launcher.start(&order()).unwrap_err().kind(), io::ErrorKind::NotFound);
    }
}
