//! The process of a trial, from the inside.

use super::question::Answer;
use crate::{Inbox, end};
use plyd_host::{ContentHash, Verdict};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, read};
use std::convert::Infallible;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// No nonce is longer, in bytes.
const LONGEST_NONCE: usize = 256;

/// Tries a library and writes the result to standard output, as one line of JSON. This is the whole task of a process.
/// The process ends by a signal, so its exit code cannot be mistaken for an answer. It ends after its line, when the
/// time is over, or when its standard input ends because the asking process has ended; a library that keeps it from that
/// is ended by the system if [`end_with_parent`](plyd_host::own_process::end_with_parent) was called before. The line
/// begins with a blank, which is written before the library is loaded. If a process ends without this blank, the
/// library was not the cause.
///
/// The first line of standard input is a word that the answer repeats. The library finds standard error where standard
/// output was, so that nothing it prints gets there.
///
/// # Errors
/// The process could not be set up; the library was not loaded.
pub fn answer_trial(library: &Path, time: Duration) -> io::Result<Infallible> {
    let nonce = Inbox::new(io::stdin().lock(), LONGEST_NONCE).line()?.unwrap_or_default();
    let nonce = String::from_utf8_lossy(&nonce).trim().to_owned();
    let mut file = take_output()?;
    // From now on it is the library's fault if there is no answer.
    file.write_all(b" ")?;
    let output = Arc::new(Output { nonce, file: Mutex::new(Some(file)) });
    let (path, loading) = (library.to_path_buf(), Arc::clone(&output));
    let started = thread::Builder::new().spawn(move || {
        // Also if this thread panics, which is no answer.
        let _end = End;
        let (hash, verdict) = Verdict::of_copy(&path);
        loading.tell(hash, verdict);
    });
    match started {
        Err(error) => output.tell(None, Verdict::Untried(format!("a thread cannot be started: {error}"))),
        // It is not the loading thread that says so, as that one may never come back.
        Ok(_) if is_asked_for(time) => output.tell(None, Verdict::Hangs(time)),
        Ok(_) => {}
    }
    end()
}

/// Writes the answer, only once.
struct Output {
    nonce: String,
    file: Mutex<Option<File>>,
}

impl Output {
    fn tell(&self, hash: Option<ContentHash>, verdict: Verdict) {
        let Some(mut file) = self.file.lock().unwrap_or_else(PoisonError::into_inner).take() else { return };
        if let Ok(mut line) = serde_json::to_vec(&Answer { nonce: self.nonce.clone(), hash, verdict }) {
            line.push(b'\n');
            // Where nobody reads it there is nobody to tell.
            let _ = file.write_all(&line);
        }
    }
}

/// A private descriptor of standard output. From then on, standard output leads to standard error.
fn take_output() -> io::Result<File> {
    let private = io::stdout().as_fd().try_clone_to_owned()?;
    rustix::stdio::dup2_stdout(io::stderr().as_fd())?;
    Ok(private.into())
}

/// Whether standard input is still open when the time is over; returns earlier if it ends.
fn is_asked_for(time: Duration) -> bool {
    let (input, deadline) = (io::stdin(), Instant::now() + time);
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let Ok(timeout) = Timespec::try_from(left) else { return true };
        let mut polled = [PollFd::new(&input, PollFlags::IN)];
        match poll(&mut polled, Some(&timeout)) {
            Ok(0) => return true,
            Ok(_) if polled[0].revents().contains(PollFlags::NVAL) => {
                // The library has closed it. Whoever asked still sees that the output is closed, or that there is none.
                thread::sleep(left);
                return true;
            }
            Ok(_) if matches!(read(&input, &mut [0; 256]), Ok(0)) => return false,
            Ok(_) | Err(Errno::INTR) => {}
            Err(_) => return false,
        }
    }
}

/// Ends this process when it is dropped.
struct End;

impl Drop for End {
    fn drop(&mut self) {
        end()
    }
}
