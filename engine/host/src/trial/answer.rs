//! The process of a trial, from the inside.

use super::question::Answer;
use crate::cache::PrivateCopy;
use crate::found_file::FoundFile;
use crate::own_process::end;
use crate::{Cache, ContentHash, Library, LoadError, Verdict};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, read};
use std::convert::Infallible;
use std::fs::File;
use std::io::{self, BufRead, Read, Write};
use std::os::fd::AsFd;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// No nonce is longer.
const LONGEST_NONCE: u64 = 256;

/// Tries a library and writes the result to standard output, as one line of JSON. This is the whole task of a process.
/// The process ends by a signal, so its exit code cannot be mistaken for an answer. It ends after its line, when the
/// time is over, or when its standard input ends because the asking process has ended; a library that keeps it from that
/// is ended by the system if [`end_with_parent`](crate::own_process::end_with_parent) was called before. The line begins
/// with a blank, which is written before the library is loaded. If a process ends without this blank, the library was not
/// the cause.
///
/// The first line of standard input is a word that the answer repeats. The library finds standard error where standard
/// output was, so that nothing it prints gets there.
///
/// # Errors
/// The process could not be set up; the library was not loaded.
pub fn answer_trial(library: &Path, time: Duration) -> io::Result<Infallible> {
    let mut nonce = String::new();
    io::stdin().lock().take(LONGEST_NONCE).read_line(&mut nonce)?;
    let mut file = take_output()?;
    // From now on it is the library's fault if there is no answer.
    file.write_all(b" ")?;
    let output = Arc::new(Output { nonce: nonce.trim().to_owned(), file: Mutex::new(Some(file)) });
    let (path, loading) = (library.to_path_buf(), Arc::clone(&output));
    let started = thread::Builder::new().spawn(move || {
        // Also if this thread panics, which is no answer.
        let _end = End;
        let (hash, verdict) = verdict(&path);
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

/// Loads the library that this copy holds.
fn verdict(copy: &Path) -> (Option<ContentHash>, Verdict) {
    let found = match FoundFile::read(copy) {
        Ok(found) => found,
        Err(error) => return (None, Verdict::Untried(format!("its copy {error}"))),
    };
    let cache = Cache::new(copy.parent().map(Path::to_path_buf));
    // Its content was read just now, so it is what its hash says, and no other copy is needed.
    let private = PrivateCopy::at(copy.to_path_buf(), found.hash.clone());
    let loaded = found.check_whole().and_then(|()| Library::of_copy(copy, &private, &cache));
    let verdict = match loaded {
        Ok(library) => {
            let facts = library.facts();
            match facts.check() {
                Ok(()) => Verdict::Sound(Box::new(facts)),
                Err(reason) => Verdict::Refused(LoadError::Declaration(reason).to_string()),
            }
        }
        Err(LoadError::NotALibrary(reason)) => Verdict::NotLoaded(reason),
        Err(error @ (LoadError::Unreadable(_) | LoadError::NotCopied(_))) => {
            Verdict::Untried(format!("its copy {error}"))
        }
        Err(error) => Verdict::Refused(error.to_string()),
    };
    (Some(found.hash), verdict)
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
