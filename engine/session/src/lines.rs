//! A reader of bounded lines that survives bad ones.

use crate::client::Input;
use memchr::memchr;
use std::borrow::Cow;
use std::cell::RefCell;
use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::task::{Poll, ready};
use tokio::io::{AsyncRead, ReadBuf};

/// Input from a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientLine {
    /// A line without its end.
    Text(String),
    /// A line that is longer than allowed: its beginning. The rest of it is skipped.
    TooLong(String),
    /// A line that is not UTF-8: its text, with replacements for what is none.
    NotUtf8(String),
    /// The client speaks another protocol, of this name.
    Foreign(&'static str),
}

/// Splits a byte stream at line feeds. An over-long or garbled line is reported and the next one read as usual.
#[derive(Debug)]
pub struct LineReader<R> {
    reader: R,
    buffer: Vec<u8>,
    /// The start of the next line in `buffer`. Earlier lines are removed together, before more is read: moving the rest
    /// after each line would take time in the square of their number.
    start: usize,
    /// Up to where in `buffer` there is no line feed behind `start`.
    scanned: usize,
    longest: usize,
    /// Whether to look for other protocols.
    looks_for_foreign: bool,
    /// Whether the line being read was reported as too long already.
    skipping: bool,
    ended: bool,
}

const READ_SIZE: usize = 16 * 1_024;

thread_local! {
    /// The bytes read go here first, into memory that this thread has used before. If the system had to supply memory
    /// while writing into it, the reader would wait for all other threads that ask for memory, even those of low
    /// priority.
    static PIECE: RefCell<Box<[u8]>> = RefCell::new(vec![0; READ_SIZE].into());
}

/// This much of a line that is too long shows its command.
const BEGINNING: usize = 64;

/// The part of the buffer that is kept after a longer line.
const KEPT_SIZE: usize = 8 * 1_024;

impl<R: Input> LineReader<R> {
    /// Lines of at most `longest` bytes, without the line feed. If asked, it detects HTTP and TLS.
    pub fn new(reader: R, longest: usize, looks_for_foreign: bool) -> Self {
        let (start, scanned, skipping, ended) = (0, 0, false, false);
        Self { reader, buffer: Vec::new(), start, scanned, longest, looks_for_foreign, skipping, ended }
    }

    /// The next line; `None` at the end of input, again and again. A last line without a line feed counts. If nothing
    /// is to be read now, it waits for the client to be gone.
    ///
    /// Cancelling the future loses nothing.
    ///
    /// # Errors
    /// Those of the stream: the client is gone.
    pub async fn next(&mut self, reads: bool) -> io::Result<Option<ClientLine>> {
        if !reads {
            self.reader.gone().await;
            return Err(io::ErrorKind::ConnectionReset.into());
        }
        loop {
            if let Some(line) = self.take_buffered() {
                return Ok(Some(line));
            }
            if self.ended {
                return Ok(None);
            }
            self.buffer.drain(..self.start);
            self.scanned -= std::mem::take(&mut self.start);
            if self.buffer.len() < READ_SIZE {
                // One long line must not keep its memory for the rest of the session.
                self.buffer.shrink_to(KEPT_SIZE);
            }
            let buffer = &mut self.buffer;
            self.ended = read_piece(&mut self.reader, |piece| buffer.extend_from_slice(piece)).await? == 0;
        }
    }

    fn take_buffered(&mut self) -> Option<ClientLine> {
        loop {
            if self.looks_for_foreign && !self.skipping && is_tls(&self.buffer[self.start..]) {
                return Some(ClientLine::Foreign("TLS"));
            }
            let end = memchr(b'\n', &self.buffer[self.scanned..]).map(|at| self.scanned + at);
            let rest_counts = self.ended && self.start < self.buffer.len();
            let Some(end) = end.or(rest_counts.then_some(self.buffer.len())) else {
                self.scanned = self.buffer.len();
                if self.scanned - self.start <= self.longest {
                    return None;
                }
                let line = too_long(&self.buffer[self.start..]);
                self.buffer.clear();
                (self.start, self.scanned) = (0, 0);
                return if std::mem::replace(&mut self.skipping, true) { None } else { Some(line) };
            };
            let bytes = &self.buffer[self.start..end];
            let is_long = bytes.len() > READ_SIZE && bytes.len() <= self.longest;
            if self.start == 0 && is_long && !self.looks_for_foreign && !self.skipping {
                return Some(self.take_whole(end));
            }
            let is_http = self.looks_for_foreign && is_http(bytes);
            let line = if is_http { ClientLine::Foreign("HTTP") } else { decode(bytes, self.longest) };
            self.start = self.buffer.len().min(end + 1);
            self.scanned = self.start;
            if !std::mem::take(&mut self.skipping) {
                return Some(line);
            }
        }
    }
}

impl<R> LineReader<R> {
    /// Takes the long line that the buffer begins with, with its memory: it shall not be there twice.
    fn take_whole(&mut self, end: usize) -> ClientLine {
        let rest = self.buffer.split_off(self.buffer.len().min(end + 1));
        let mut bytes = std::mem::replace(&mut self.buffer, rest);
        self.scanned = 0;
        bytes.truncate(end);
        match String::from_utf8(bytes) {
            Ok(mut text) => {
                text.truncate(text.trim_end_matches('\r').len());
                ClientLine::Text(text)
            }
            Err(error) => ClientLine::NotUtf8(String::from_utf8_lossy(error.as_bytes()).into_owned()),
        }
    }
}

/// Takes what has been sent, and returns how much it is; none at the end.
///
/// Cancelling the future loses nothing.
pub(crate) async fn read_piece<R: AsyncRead + Unpin>(reader: &mut R, mut take: impl FnMut(&[u8])) -> io::Result<usize> {
    poll_fn(|context| {
        PIECE.with_borrow_mut(|piece| {
            let mut piece = ReadBuf::new(piece);
            ready!(Pin::new(&mut *reader).poll_read(context, &mut piece))?;
            take(piece.filled());
            Poll::Ready(Ok(piece.filled().len()))
        })
    })
    .await
}

/// Whether this is the beginning of a record by which a client greets in TLS: a handshake, in a version 3.x.
fn is_tls(bytes: &[u8]) -> bool {
    matches!(bytes, [0x16, 0x03, 0..=4, ..])
}

/// Whether the line ends as the first of a request in HTTP: in `HTTP/` and a version.
fn is_http(line: &[u8]) -> bool {
    let line = line.trim_ascii_end();
    let word = line.rsplit(u8::is_ascii_whitespace).next().unwrap_or_default();
    let version = word.strip_prefix(b"HTTP/").unwrap_or_default();
    !version.is_empty() && version.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.')
}

fn too_long(bytes: &[u8]) -> ClientLine {
    let beginning = &bytes[..bytes.len().min(BEGINNING)];
    ClientLine::TooLong(String::from_utf8_lossy(beginning).into_owned())
}

fn decode(bytes: &[u8], longest: usize) -> ClientLine {
    if bytes.len() > longest {
        return too_long(bytes);
    }
    let text = String::from_utf8_lossy(bytes);
    match text {
        Cow::Borrowed(text) => ClientLine::Text(text.trim_end_matches('\r').to_owned()),
        Cow::Owned(text) => ClientLine::NotUtf8(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::Pipe;

    async fn lines(input: &[u8], longest: usize) -> Vec<ClientLine> {
        let mut reader = LineReader::new(Pipe(input), longest, true);
        let mut lines = Vec::new();
        while let Some(line) = reader.next(true).await.unwrap() {
            if matches!(line, ClientLine::Foreign(_)) {
                return vec![line];
            }
            lines.push(line);
        }
        assert_eq!(reader.next(true).await.unwrap(), None);
        lines
    }

    fn text(text: &str) -> ClientLine {
        ClientLine::Text(text.into())
    }

    #[tokio::test]
    async fn both_line_ends_and_a_last_line_without_one() {
        assert_eq!(lines(b"a\r\nb\n\nc", 9).await, [text("a"), text("b"), text(""), text("c")]);
        assert_eq!(lines(b"", 9).await, []);
    }

    #[tokio::test]
    async fn a_bad_line_is_reported_and_the_next_one_read() {
        assert_eq!(
            lines(b"1234\n12345\nok\n", 4).await,
            [text("1234"), ClientLine::TooLong("12345".into()), text("ok")]
        );
        assert_eq!(lines(b"\xff\xfe\nok\n", 4).await, [ClientLine::NotUtf8("\u{fffd}\u{fffd}".into()), text("ok")]);
    }

    #[tokio::test]
    async fn an_endless_line_is_reported_once_and_needs_no_memory() {
        let mut input = vec![b'x'; 1_000_000];
        input.extend_from_slice(b"\nok\n");
        let mut reader = LineReader::new(Pipe(input.as_slice()), 100, true);
        assert_eq!(reader.next(true).await.unwrap(), Some(ClientLine::TooLong("x".repeat(BEGINNING))));
        assert_eq!(reader.next(true).await.unwrap(), Some(text("ok")));
        assert!(reader.buffer.capacity() < 100_000);
    }

    #[tokio::test]
    async fn other_protocols_are_told_from_lines() {
        for line in
            ["GET / HTTP/1.1\r\nHost: x\r\n", "PRI * HTTP/2.0\r\n\r\n", "POST /x?y=isready HTTP/1.0 \n", "HTTP/9\n"]
        {
            assert_eq!(lines(line.as_bytes(), 99).await, [ClientLine::Foreign("HTTP")], "{line}");
        }
        assert_eq!(lines(b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03", 99).await, [ClientLine::Foreign("TLS")]);
        for line in ["position fen HTTP/", "go HTTP/1.1x", "HTTP/1.1 is spoken", "xHTTP/1.1"] {
            assert_eq!(lines(line.as_bytes(), 99).await, [text(line)]);
        }
        let mut reader = LineReader::new(Pipe(b"GET / HTTP/1.1\n".as_slice()), 99, false);
        assert_eq!(reader.next(true).await.unwrap(), Some(text("GET / HTTP/1.1")));
    }

    #[tokio::test]
    async fn a_long_line_leaves_no_large_buffer_behind() {
        let mut input = vec![b'x'; 1 << 20];
        input.extend_from_slice(b"\nok\n");
        let mut reader = LineReader::new(Pipe(input.as_slice()), 1 << 20, false);
        assert_eq!(reader.next(true).await.unwrap().map(|line| line == text("ok")), Some(false));
        assert_eq!(reader.next(true).await.unwrap(), Some(text("ok")));
        assert_eq!(reader.next(true).await.unwrap(), None);
        assert!(reader.buffer.capacity() <= KEPT_SIZE, "{}", reader.buffer.capacity());
    }
}
