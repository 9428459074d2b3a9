//! The transcript of a match: every line to and from every engine, with its time, in a file.
//!
//! A line has a time in UTC, the number of the game, the name of the engine, a direction and a text, separated by tabs.
//! The playing threads put lines into a buffer, and a separate thread writes them, so a slow disk takes no time from a
//! clock.

mod engine_log;
mod file;

pub(crate) use engine_log::EngineLog;

use crate::MatchError;
use file::BoundedFile;
use jiff::Timestamp;
use plyd_foreign::is_forbidden;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Write as _};
use std::io;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The most characters that there are of a line; the rest is counted.
const MAX_LINE_CHARS: usize = 1_000;

/// The most bytes that may wait to be written; more lines are only counted.
const MAX_WAITING_BYTES: usize = 32 << 20;

/// The time for which lines are collected before they are written.
const GATHER_TIME: Duration = Duration::from_millis(20);

/// The maximum wait for the writer: after a fault, and at the end.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(1);
const END_TIMEOUT: Duration = Duration::from_secs(10);

/// The kind of a line of a transcript.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Direction {
    /// `>`: sent to the engine.
    Sent,
    /// `<`: written by the engine to its standard output, or to its connection.
    Received,
    /// `!`: written by the engine to standard error.
    StandardError,
    /// `=`: what became of the engine, in the words of plyd.
    Event,
}

/// A transcript that is being written. Dropped, it is complete.
#[derive(Debug)]
pub struct Transcript(TranscriptTarget);

/// The destination of a transcript's lines.
enum TranscriptTarget {
    /// A file.
    File(Writing),
    /// Another process, which has the file: this function passes the lines to it.
    #[cfg(unix)]
    Elsewhere(Box<Sender>),
}

/// Takes the number of the game, the name of the engine, the direction and the text of a line.
#[cfg(unix)]
type Sender = dyn Fn(u64, &str, Direction, &str) + Send + Sync;

impl fmt::Debug for TranscriptTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(writing) => writing.fmt(f),
            #[cfg(unix)]
            Self::Elsewhere(_) => f.write_str("Elsewhere"),
        }
    }
}

/// A file, and the thread that writes it.
#[derive(Debug)]
struct Writing {
    shared: Arc<SharedTranscript>,
    writer: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct SharedTranscript {
    state: Mutex<TranscriptState>,
    /// There are lines to write, or a reason to end.
    wanted: Condvar,
    /// All that had come has been written.
    written: Condvar,
}

#[derive(Debug, Default)]
struct TranscriptState {
    waiting: Vec<u8>,
    /// Lines for which there was no room.
    missing: u64,
    /// The writer is at work.
    writing: bool,
    /// Somebody waits for what has come so far.
    hurried: bool,
    ended: bool,
    /// The file cannot be written any more.
    failed: bool,
}

impl Transcript {
    /// Appends to the file, and creates it if necessary. The file and its predecessor, with `.1` after its name, never
    /// have more than `limit` bytes together: at half of the limit the file takes that name, and a new one begins.
    ///
    /// # Errors
    /// The file cannot be opened, or is not a transcript.
    pub fn open(path: &Path, limit: u64) -> Result<Self, MatchError> {
        let failed = |error| MatchError::system(format!("the log {}", path.display()), error);
        let file = BoundedFile::open(path, limit / 2).map_err(failed)?;
        let shared = Arc::new(SharedTranscript::default());
        let writers = Arc::clone(&shared);
        let writer = thread::Builder::new().name("transcript".into()).spawn(move || writers.write(file));
        Ok(Self(TranscriptTarget::File(Writing { shared, writer: Some(writer.map_err(failed)?) })))
    }

    /// Hands all lines to this function.
    #[cfg(unix)]
    pub(crate) fn elsewhere(send: impl Fn(u64, &str, Direction, &str) + Send + Sync + 'static) -> Self {
        Self(TranscriptTarget::Elsewhere(Box::new(send)))
    }

    /// Takes a line in. It never waits for the file.
    pub(crate) fn add(&self, game: u64, engine: &str, direction: Direction, text: &str) {
        match &self.0 {
            TranscriptTarget::File(writing) => writing.add(game, engine, direction, text),
            #[cfg(unix)]
            TranscriptTarget::Elsewhere(send) => send(game, engine, direction, text),
        }
    }

    /// Waits for a short time until the file contains all lines received so far.
    pub(crate) fn flush(&self) {
        match &self.0 {
            TranscriptTarget::File(writing) => writing.flush(),
            #[cfg(unix)]
            TranscriptTarget::Elsewhere(_) => {}
        }
    }
}

impl Writing {
    fn add(&self, game: u64, engine: &str, direction: Direction, text: &str) {
        let mut state = self.shared.lock();
        if state.failed {
            return;
        }
        if state.waiting.len() >= MAX_WAITING_BYTES {
            state.missing += 1;
            return;
        }
        let was_empty = state.waiting.is_empty();
        let mut line = BufferedLine(&mut state.waiting);
        // With the lock, so that times rise from line to line.
        line.begin(game, engine, direction);
        line.end(text);
        if was_empty {
            self.shared.wanted.notify_one();
        }
    }

    fn flush(&self) {
        self.shared.lock().hurried = true;
        self.shared.wanted.notify_one();
        self.shared.wait_until_written(FLUSH_TIMEOUT);
    }
}

impl Drop for Writing {
    fn drop(&mut self) {
        self.shared.lock().ended = true;
        self.shared.wanted.notify_one();
        // A file system that does not answer blocks only the writer.
        if self.shared.wait_until_written(END_TIMEOUT)
            && let Some(writer) = self.writer.take()
        {
            // It has nothing left to do. If it panicked, that was reported.
            let _ = writer.join();
        }
    }
}

impl SharedTranscript {
    fn lock(&self) -> MutexGuard<'_, TranscriptState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether that was so in time.
    fn wait_until_written(&self, time: Duration) -> bool {
        let unwritten = |state: &mut TranscriptState| !state.failed && (state.writing || !state.waiting.is_empty());
        let waited = self.written.wait_timeout_while(self.lock(), time, unwritten);
        !waited.unwrap_or_else(PoisonError::into_inner).1.timed_out()
    }

    /// Writes until the end.
    fn write(&self, mut file: BoundedFile) {
        let mut lines = Vec::new();
        while let Some(missing) = self.take(&mut lines) {
            let written = file.write(&lines).and_then(|()| match missing {
                0 => Ok(()),
                count => file.write(&missing_line(count)),
            });
            lines.clear();
            self.lock().writing = false;
            if let Err(error) = written {
                self.fail(&file, &error);
                return;
            }
            self.written.notify_all();
        }
        self.written.notify_all();
    }

    /// Waits for lines, and takes them, with the number of lines lost after them; `None` at the end.
    fn take(&self, lines: &mut Vec<u8>) -> Option<u64> {
        let is_idle = |state: &mut TranscriptState| state.waiting.is_empty() && !state.ended;
        let state = self.wanted.wait_while(self.lock(), is_idle).unwrap_or_else(PoisonError::into_inner);
        let is_early = |state: &mut TranscriptState| !state.hurried && !state.ended;
        let gathered = self.wanted.wait_timeout_while(state, GATHER_TIME, is_early);
        let mut state = gathered.unwrap_or_else(PoisonError::into_inner).0;
        if state.waiting.is_empty() {
            return None;
        }
        std::mem::swap(&mut state.waiting, lines);
        (state.writing, state.hurried) = (true, false);
        Some(std::mem::take(&mut state.missing))
    }

    fn fail(&self, file: &BoundedFile, error: &io::Error) {
        let mut state = self.lock();
        state.failed = true;
        state.waiting = Vec::new();
        drop(state);
        self.written.notify_all();
        tracing::warn!("the log {} ends here, but the match goes on: {error}", file.path().display());
    }
}

fn missing_line(count: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut line = BufferedLine(&mut bytes);
    line.begin(0, "", Direction::Event);
    line.end(&format!("{count} lines are missing: they arrived faster than plyd could write them"));
    bytes
}

/// A line at the end of a buffer.
struct BufferedLine<'a>(&'a mut Vec<u8>);

impl std::fmt::Write for BufferedLine<'_> {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

impl BufferedLine<'_> {
    fn begin(&mut self, game: u64, engine: &str, direction: Direction) {
        let sign = match direction {
            Direction::Sent => '>',
            Direction::Received => '<',
            Direction::StandardError => '!',
            Direction::Event => '=',
        };
        // To a buffer it cannot fail, here and below.
        let _ = write!(self, "{:.6}\t{game}\t{engine}\t{sign}\t", Timestamp::now());
    }

    /// Makes control characters visible, and cuts a long text with a note.
    fn end(&mut self, text: &str) {
        let (kept, rest) = match text.char_indices().nth(MAX_LINE_CHARS) {
            Some((end, _)) => text.split_at(end),
            None => (text, ""),
        };
        if kept.contains(is_forbidden) {
            for c in kept.chars() {
                let _ = if is_forbidden(c) { write!(self, "{}", c.escape_default()) } else { self.write_char(c) };
            }
        } else {
            let _ = self.write_str(kept);
        }
        if !rest.is_empty() {
            let _ = write!(self, " [{} more bytes]", rest.len());
        }
        let _ = self.write_char('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn transcript(limit: u64) -> (tempfile::TempDir, std::path::PathBuf, Transcript) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let transcript = Transcript::open(&path, limit).unwrap();
        (folder, path, transcript)
    }

    /// What is shared with the thread that writes.
    fn writing(transcript: &Transcript) -> &SharedTranscript {
        let TranscriptTarget::File(writing) = &transcript.0 else { panic!("it goes elsewhere") };
        &writing.shared
    }

    #[test]
    fn lines_stand_in_their_order_each_on_a_line_of_its_own() {
        let (_folder, path, transcript) = transcript(1 << 20);
        transcript.add(3, "a b", Direction::Sent, "go depth 1");
        transcript.add(3, "a b", Direction::Received, "a\u{1b}b\tc");
        transcript.add(3, "c", Direction::StandardError, &"ä".repeat(MAX_LINE_CHARS + 5));
        transcript.flush();
        let text = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split('\t').collect()).collect();
        assert_eq!(lines[0][1..], ["3", "a b", ">", "go depth 1"]);
        assert_eq!(lines[1][1..], ["3", "a b", "<", "a\\u{1b}b\\tc"]);
        assert_eq!(lines[2][1..], ["3", "c", "!", &("ä".repeat(MAX_LINE_CHARS) + " [10 more bytes]")]);
        assert!(lines.windows(2).all(|two| two[0][0].parse::<Timestamp>().unwrap() <= two[1][0].parse().unwrap()));
        transcript.add(4, "c", Direction::Event, "ended");
        drop(transcript);
        assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 4, "the end is missing");
        drop(Transcript::open(&path, 1 << 20).unwrap());
        assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 4, "what there was is gone");
    }

    #[test]
    fn both_files_keep_to_the_limit_and_the_newest_lines_stay() {
        let (folder, path, transcript) = transcript(200_000);
        for number in 0..5_000 {
            transcript.add(number, "engine", Direction::Sent, &"x".repeat(100));
        }
        drop(transcript);
        let older = std::fs::read_to_string(folder.path().join("log.1")).unwrap();
        let newer = std::fs::read_to_string(&path).unwrap();
        assert!(older.len() <= 100_000 && newer.len() <= 100_000, "{} and {}", older.len(), newer.len());
        let numbers =
            (older + &newer).lines().map(|line| line.split('\t').nth(1).unwrap().to_owned()).collect::<Vec<_>>();
        let first = 5_000 - numbers.len();
        assert!(numbers.len() > 600, "{}", numbers.len());
        assert!(numbers.iter().enumerate().all(|(index, number)| *number == (first + index).to_string()));
    }

    #[test]
    fn a_file_of_another_kind_is_not_touched() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        std::fs::write(&path, "[Event \"x\"]\n").unwrap();
        let error = Transcript::open(&path, 1 << 20).unwrap_err().to_string();
        assert!(error.contains("games.pgn") && error.contains("not a log"), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "[Event \"x\"]\n");
    }

    #[test]
    fn a_file_of_another_kind_gives_way_to_no_full_one() {
        let folder = tempfile::tempdir().unwrap();
        let (path, older) = (folder.path().join("log"), folder.path().join("log.1"));
        std::fs::write(&older, "a letter").unwrap();
        let error = Transcript::open(&path, 1 << 20).unwrap_err().to_string();
        assert!(error.contains("log.1") && error.contains("not a log of a match"), "{error}");
        assert!(!path.exists());
        // One that comes while the log is written.
        std::fs::remove_file(&older).unwrap();
        let transcript = Transcript::open(&path, 1 << 10).unwrap();
        transcript.add(0, "engine", Direction::Sent, &"x".repeat(400));
        transcript.flush();
        std::fs::write(&older, "a letter").unwrap();
        transcript.add(0, "engine", Direction::Sent, &"x".repeat(400));
        transcript.flush();
        assert!(writing(&transcript).lock().failed);
        assert_eq!(std::fs::read_to_string(&older).unwrap(), "a letter");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk_ends_the_transcript_and_nothing_else() {
        let transcript = Transcript::open(Path::new("/dev/full"), 1 << 20).unwrap();
        for _ in 0..3 {
            transcript.add(0, "engine", Direction::Sent, "x");
            transcript.flush();
        }
        assert!(writing(&transcript).lock().failed);
        assert!(writing(&transcript).lock().waiting.is_empty(), "lines gather that nobody will write");
    }
}
