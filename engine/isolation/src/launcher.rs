//! Starting and ending child processes, from the outside.

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::ffi::OsString;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{self, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often an ended process is waited for that nobody wants to know about any more.
const REAP_INTERVAL: Duration = Duration::from_millis(10);

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
    orders: Sender<Order>,
}

/// What the thread is told to do.
#[derive(Debug)]
enum Order {
    Start(Sender<io::Result<process::Child>>),
    /// To wait for a process that was killed.
    Reap(process::Child),
}

/// A child process. Dropped, it is killed with all of its group.
#[derive(Debug)]
pub struct Child {
    /// `None` when it was waited for.
    process: Mutex<Option<process::Child>>,
    group: Option<Pid>,
    orders: Sender<Order>,
}

impl Launcher {
    /// Starts `program` with these arguments whenever a child is wanted.
    ///
    /// # Errors
    /// The system has no thread for it.
    pub fn new(program: PathBuf, arguments: Vec<OsString>) -> io::Result<Self> {
        let (orders, all) = channel();
        thread::Builder::new().name("children".into()).spawn(move || serve(&program, &arguments, &all))?;
        Ok(Self { orders })
    }

    /// Starts a child. Returns it with the end of a pipe that it reads, and with the end of one that it writes to. Its
    /// standard error leads nowhere: a library must not write into the log of others.
    ///
    /// # Errors
    /// The system does not start it.
    pub fn start(&self) -> io::Result<(Child, OwnedFd, OwnedFd)> {
        let gone = || io::Error::other("the thread that starts processes has ended");
        let (sender, started) = channel();
        self.orders.send(Order::Start(sender)).map_err(|_| gone())?;
        let mut process = started.recv().map_err(|_| gone())??;
        let input = process.stdin.take().map(OwnedFd::from);
        let output = process.stdout.take().map(OwnedFd::from);
        let group = i32::try_from(process.id()).ok().and_then(Pid::from_raw);
        let child = Child { process: Mutex::new(Some(process)), group, orders: self.orders.clone() };
        match (input, output) {
            (Some(input), Some(output)) => Ok((child, input, output)),
            _ => Err(io::Error::other("it has no standard input and output")),
        }
    }
}

impl Child {
    /// Ends the process, and all of its group.
    pub fn kill(&self) {
        let mut process = self.process.lock().unwrap_or_else(PoisonError::into_inner);
        // The number is its own as long as nobody has waited for it.
        if let Some(process) = &mut *process {
            kill(process, self.group);
        }
    }

    /// Whether the process has ended.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.process.lock().unwrap_or_else(PoisonError::into_inner).is_none() || matches!(self.is_zombie(), Ok(true))
    }

    /// Whether the process has ended, and nobody has waited for it.
    fn is_zombie(&self) -> io::Result<bool> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        self.group.map_or(Ok(true), |pid| Ok(waitid(WaitId::Pid(pid), options)?.is_some()))
    }

    /// How the process ended, if it has; afterwards nothing is left of it and its group. `None` if it has not, or was
    /// asked before.
    ///
    /// # Errors
    /// The system does not say.
    pub fn try_wait(&self) -> io::Result<Option<ExitStatus>> {
        let mut process = self.process.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(waited) = &mut *process else { return Ok(None) };
        if !self.is_zombie()? {
            return Ok(None);
        }
        // It is a zombie now, so the number of its group is still its own.
        kill(waited, self.group);
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
        let process = self.process.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        // Without the thread this process is ending.
        process.into_iter().for_each(|process| drop(self.orders.send(Order::Reap(process))));
    }
}

fn kill(process: &mut process::Child, group: Option<Pid>) {
    // Before it is waited for, so that the number is still its own. All of the group may have ended.
    if let Some(group) = group {
        let _ = kill_process_group(group, Signal::KILL);
    }
    // It may have left its group.
    let _ = process.kill();
}

/// Starts and waits for processes until nobody can order any more.
fn serve(program: &PathBuf, arguments: &[OsString], orders: &Receiver<Order>) {
    let mut ending: Vec<process::Child> = Vec::new();
    loop {
        let order = if ending.is_empty() {
            orders.recv().map_err(|_| RecvTimeoutError::Disconnected)
        } else {
            orders.recv_timeout(REAP_INTERVAL)
        };
        match order {
            Ok(Order::Start(sender)) => {
                let mut command = Command::new(program);
                command
                    .args(arguments)
                    .stdin(Stdio::piped())
                    .stdout(Stdio::piped())
                    .stderr(Stdio::null())
                    .process_group(0);
                if let Err(refused) = sender.send(command.spawn())
                    && let Ok(mut unwanted) = refused.0
                {
                    let group = i32::try_from(unwanted.id()).ok().and_then(Pid::from_raw);
                    kill(&mut unwanted, group);
                    ending.push(unwanted);
                }
            }
            Ok(Order::Reap(process)) => ending.push(process),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
        ending.retain_mut(|process| matches!(process.try_wait(), Ok(None)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;
    use std::io::{Read, Write};
    use std::path::Path;

    const PATIENCE: Duration = Duration::from_secs(20);

    fn launcher(script: &str) -> Launcher {
        Launcher::new("sh".into(), ["-c", script].map(OsString::from).to_vec()).unwrap()
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
    fn a_child_reads_and_writes_pipes_and_its_end_is_told() {
        let (child, input, output) = launcher("read word; echo \"$word $word\"; exit 3").start().unwrap();
        File::from(input).write_all(b"once\n").unwrap();
        let mut said = String::new();
        File::from(output).read_to_string(&mut said).unwrap();
        assert_eq!(said, "once once\n");
        let status = child.wait(PATIENCE).map(|status| status.to_string());
        assert_eq!(status.as_deref(), Some("exit status: 3"));
        assert!(child.has_ended());
        assert!(child.try_wait().unwrap().is_none(), "it is told once");
    }

    #[test]
    fn a_child_that_does_not_end_is_killed() {
        let (child, input, _output) = launcher("exec sleep 1000").start().unwrap();
        assert!(!child.has_ended());
        drop(input);
        let status = child.wait(Duration::from_millis(20)).map(|status| status.to_string());
        assert_eq!(status.as_deref(), Some("signal: 9 (SIGKILL)"));
    }

    #[test]
    fn nothing_is_left_of_a_dropped_child_and_its_group() {
        let launcher = launcher("sleep 1000 & echo $$ $!; wait");
        let (child, _input, output) = launcher.start().unwrap();
        let mut line = Vec::new();
        let mut output = File::from(output);
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

    #[test]
    fn a_program_that_is_missing_is_told() {
        let launcher = Launcher::new("/there/is/no/such/program".into(), Vec::new()).unwrap();
        assert_eq!(launcher.start().unwrap_err().kind(), io::ErrorKind::NotFound);
    }
}
