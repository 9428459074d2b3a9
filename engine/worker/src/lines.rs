//! Lines of another process, of bounded length. This does no input: the owner of the stream feeds the bytes.

use memchr::memchr;

/// The part of the buffer that is kept after a longer line.
const KEPT_BYTES: usize = 8 << 10;

/// Splits bytes at line feeds. A line that is too long stays, and is found again, until a longer one is
/// [allowed](Self::allow).
///
/// It is fed when it finds nothing more, so it has no more than the longest line and one piece.
#[derive(Debug)]
pub struct LineSplitter {
    buffer: Vec<u8>,
    /// The start of the next line in `buffer`. Earlier lines are removed together, when there are no more: moving the
    /// rest after each line would take time in the square of their number.
    start: usize,
    /// Up to where in `buffer` there is no line feed behind `start`.
    scanned: usize,
    longest: usize,
}

/// What there is.
#[derive(Debug, PartialEq, Eq)]
pub enum SplitLine {
    /// A line without its end.
    Line(Vec<u8>),
    /// The next line is longer than allowed, whole or not.
    TooLong,
}

impl LineSplitter {
    /// Lines of at most this many bytes, without the line feed.
    #[must_use]
    pub fn new(longest: usize) -> Self {
        Self { buffer: Vec::new(), start: 0, scanned: 0, longest }
    }

    /// From now on this is the longest line.
    pub fn allow(&mut self, longest: usize) {
        self.longest = longest;
    }

    /// The longest line.
    #[must_use]
    pub fn longest(&self) -> usize {
        self.longest
    }

    /// These bytes have come.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.buffer.extend_from_slice(bytes);
    }

    /// Takes the next line, if it is whole.
    pub fn find(&mut self) -> Option<SplitLine> {
        let end = memchr(b'\n', &self.buffer[self.scanned..]).map(|at| self.scanned + at);
        self.scanned = end.unwrap_or(self.buffer.len());
        if self.scanned - self.start > self.longest {
            return Some(SplitLine::TooLong);
        }
        let Some(end) = end else {
            self.forget();
            return None;
        };
        let line = if self.start == 0 && end > KEPT_BYTES && self.buffer.len() - end <= end {
            // A long line shall not be there twice. A longer rest is not moved: each of many lines would move it.
            let rest = self.buffer.split_off(end + 1);
            let mut line = std::mem::replace(&mut self.buffer, rest);
            line.truncate(end);
            self.scanned = 0;
            line
        } else {
            let line = self.buffer[self.start..end].to_vec();
            self.start = end + 1;
            self.scanned = self.start;
            line
        };
        Some(SplitLine::Line(line))
    }

    /// Forgets the lines that were taken.
    fn forget(&mut self) {
        self.buffer.drain(..self.start);
        self.scanned -= std::mem::take(&mut self.start);
        if self.buffer.len() < KEPT_BYTES {
            // One long line must not keep its memory for the rest of the stream.
            self.buffer.shrink_to(KEPT_BYTES);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    fn line(text: &str) -> Option<SplitLine> {
        Some(SplitLine::Line(text.as_bytes().to_vec()))
    }

    #[test]
    fn lines_come_whole_whatever_the_pieces() {
        let mut lines = LineSplitter::new(100);
        lines.feed(b"one\ntwo\nthr");
        assert_eq!([lines.find(), lines.find(), lines.find()], [line("one"), line("two"), None]);
        lines.feed(b"ee\n");
        lines.feed(b"\nrest");
        assert_eq!([lines.find(), lines.find(), lines.find()], [line("three"), line(""), None]);
        lines.feed(b"\n");
        assert_eq!([lines.find(), lines.find()], [line("rest"), None]);
    }

    #[test]
    fn a_line_that_is_too_long_waits_until_it_may_come() {
        let mut lines = LineSplitter::new(4);
        lines.feed(b"four\nfive5");
        assert_eq!(
            [lines.find(), lines.find(), lines.find()],
            [line("four"), Some(SplitLine::TooLong), Some(SplitLine::TooLong)]
        );
        lines.allow(6);
        assert_eq!((lines.find(), lines.longest()), (None, 6));
        lines.feed(b"5\nsix");
        assert_eq!([lines.find(), lines.find()], [line("five55"), None]);
        // Also if it is whole.
        lines.feed(b"six\nlast\n");
        assert_eq!(lines.find(), line("sixsix"));
        lines.allow(3);
        assert_eq!(lines.find(), Some(SplitLine::TooLong));
        lines.allow(4);
        assert_eq!([lines.find(), lines.find()], [line("last"), None]);
    }

    #[test]
    fn long_lines_keep_no_memory() {
        let mut lines = LineSplitter::new(1 << 20);
        let long = vec![b'x'; 1 << 20];
        for before in ["", "short\n"] {
            lines.feed(before.as_bytes());
            lines.feed(&long);
            lines.feed(b"\nlast\n");
            if !before.is_empty() {
                assert_eq!(lines.find(), line("short"));
            }
            assert_eq!(lines.find(), Some(SplitLine::Line(long.clone())));
            assert_eq!([lines.find(), lines.find()], [line("last"), None]);
            assert!(lines.buffer.capacity() <= KEPT_BYTES, "{}", lines.buffer.capacity());
        }
    }

    #[test]
    fn many_short_lines_take_time_in_proportion() {
        let mut lines = LineSplitter::new(100);
        lines.feed(&b"info depth 1\n".repeat(500_000));
        let mut count = 0;
        while let Some(SplitLine::Line(_)) = lines.find() {
            count += 1;
        }
        assert_eq!(count, 500_000);
    }

    #[test]
    fn many_long_lines_take_time_in_proportion() {
        let mut lines = LineSplitter::new(1 << 20);
        let mut line = vec![b'x'; KEPT_BYTES + 1];
        line.push(b'\n');
        lines.feed(&line.repeat(5_000));
        let (begun, mut count) = (Instant::now(), 0);
        while let Some(SplitLine::Line(_)) = lines.find() {
            count += 1;
        }
        assert_eq!(count, 5_000);
        // If each line moved the rest, it would move 100 GB.
        assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
    }
}
