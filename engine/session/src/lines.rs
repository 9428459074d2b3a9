//! A reader of bounded lines that survives bad ones.

use std::io;
use tokio::io::{AsyncRead, AsyncReadExt};

/// What a client sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// A line without its end.
    Text(String),
    /// A line that is longer than allowed; the rest of it is skipped.
    TooLong,
    /// A line that is not UTF-8.
    NotUtf8,
}

/// Splits a byte stream at line feeds. An over-long or garbled line is reported and the next one read as usual.
#[derive(Debug)]
pub(crate) struct LineReader<R> {
    reader: R,
    buffer: Vec<u8>,
    /// Where in `buffer` the next line begins. The lines before it are removed all at once, before more is read: to
    /// move the rest for every line would take time in the square of their number.
    start: usize,
    /// Up to where in `buffer` there is no line feed behind `start`.
    scanned: usize,
    longest: usize,
    /// Whether the line being read was reported as too long already.
    skipping: bool,
    ended: bool,
}

const READ_SIZE: usize = 8 * 1_024;

impl<R: AsyncRead + Unpin> LineReader<R> {
    /// Lines of at most `longest` bytes, the line feed not counted.
    pub(crate) fn new(reader: R, longest: usize) -> Self {
        Self { reader, buffer: Vec::new(), start: 0, scanned: 0, longest, skipping: false, ended: false }
    }

    /// The next line; `None` at the end of input, again and again. A last line without a line feed counts.
    ///
    /// Cancelling the future loses nothing.
    ///
    /// # Errors
    /// Those of the stream: the client is gone.
    pub(crate) async fn next(&mut self) -> io::Result<Option<Line>> {
        loop {
            if let Some(line) = self.take_buffered() {
                return Ok(Some(line));
            }
            if self.ended {
                return Ok(None);
            }
            self.buffer.drain(..self.start);
            self.scanned -= std::mem::take(&mut self.start);
            self.buffer.reserve(READ_SIZE);
            self.ended = self.reader.read_buf(&mut self.buffer).await? == 0;
        }
    }

    /// Looks, after the end of input, whether the other side is still there. A peer that closed only its sending side
    /// still is; one that reset the connection is not.
    pub(crate) async fn probe(&mut self) -> io::Result<()> {
        self.reader.read(&mut [0; 64]).await.map(drop)
    }

    fn take_buffered(&mut self) -> Option<Line> {
        loop {
            let end = self.buffer[self.scanned..].iter().position(|&byte| byte == b'\n').map(|at| self.scanned + at);
            let rest_counts = self.ended && self.start < self.buffer.len();
            let Some(end) = end.or(rest_counts.then_some(self.buffer.len())) else {
                self.scanned = self.buffer.len();
                if self.scanned - self.start <= self.longest {
                    return None;
                }
                self.buffer.clear();
                (self.start, self.scanned) = (0, 0);
                return if std::mem::replace(&mut self.skipping, true) { None } else { Some(Line::TooLong) };
            };
            let line = decode(&self.buffer[self.start..end], self.longest);
            self.start = self.buffer.len().min(end + 1);
            self.scanned = self.start;
            if !std::mem::take(&mut self.skipping) {
                return Some(line);
            }
        }
    }
}

fn decode(bytes: &[u8], longest: usize) -> Line {
    if bytes.len() > longest {
        return Line::TooLong;
    }
    std::str::from_utf8(bytes).map_or(Line::NotUtf8, |text| Line::Text(text.trim_end_matches('\r').to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn lines(input: &[u8], longest: usize) -> Vec<Line> {
        let mut reader = LineReader::new(input, longest);
        let mut lines = Vec::new();
        while let Some(line) = reader.next().await.unwrap() {
            lines.push(line);
        }
        assert_eq!(reader.next().await.unwrap(), None);
        lines
    }

    fn text(text: &str) -> Line {
        Line::Text(text.into())
    }

    #[tokio::test]
    async fn both_line_ends_and_a_last_line_without_one() {
        assert_eq!(lines(b"a\r\nb\n\nc", 9).await, [text("a"), text("b"), text(""), text("c")]);
        assert_eq!(lines(b"", 9).await, []);
    }

    #[tokio::test]
    async fn a_bad_line_is_reported_and_the_next_one_read() {
        assert_eq!(lines(b"1234\n12345\nok\n", 4).await, [text("1234"), Line::TooLong, text("ok")]);
        assert_eq!(lines(b"\xff\xfe\nok\n", 4).await, [Line::NotUtf8, text("ok")]);
    }

    #[tokio::test]
    async fn an_endless_line_is_reported_once_and_needs_no_memory() {
        let mut input = vec![b'x'; 1_000_000];
        input.extend_from_slice(b"\nok\n");
        let mut reader = LineReader::new(input.as_slice(), 100);
        assert_eq!(reader.next().await.unwrap(), Some(Line::TooLong));
        assert_eq!(reader.next().await.unwrap(), Some(text("ok")));
        assert!(reader.buffer.capacity() < 100_000);
    }
}
