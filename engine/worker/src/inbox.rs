//! The lines that a child reads of its parent.

#[cfg(unix)]
use crate::{FromParent, ReceivedDescriptors};
use crate::{LineSplitter, SplitLine};
use serde::de::DeserializeOwned;
use std::io::{self, ErrorKind, Read};

/// The longest line of a parent, in bytes. A parent lets no more than this wait for its child.
pub const LONG_REQUEST: usize = 64 << 20;

/// So much is read at once, in bytes.
const PIECE: usize = 8 << 10;

/// A stream of lines, which its reader waits for.
#[derive(Debug)]
pub struct Inbox<#[cfg(unix)] R = FromParent, #[cfg(not(unix))] R> {
    stream: R,
    lines: LineSplitter,
    piece: Box<[u8]>,
}

impl<R: Read> Inbox<R> {
    /// Lines of at most `longest` bytes, without the line feed.
    #[must_use]
    pub fn new(stream: R, longest: usize) -> Self {
        Self { stream, lines: LineSplitter::new(longest), piece: vec![0; PIECE].into() }
    }

    /// The next line, without its end; `None` at the end of the stream. A last line without an end is none.
    ///
    /// # Errors
    /// Those of the stream, or the line is too long.
    pub fn line(&mut self) -> io::Result<Option<Vec<u8>>> {
        loop {
            match self.lines.find() {
                Some(SplitLine::Line(line)) => return Ok(Some(line)),
                Some(SplitLine::TooLong) => {
                    let reason = format!("a line of more than {} bytes", self.lines.longest());
                    return Err(io::Error::new(ErrorKind::InvalidData, reason));
                }
                None => {}
            }
            match self.stream.read(&mut self.piece) {
                Ok(0) => return Ok(None),
                Ok(count) => self.lines.feed(&self.piece[..count]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// The next line as a message; `None` at the end of the stream.
    ///
    /// # Errors
    /// As [`Inbox::line`], or it is no such message.
    pub fn message<T: DeserializeOwned>(&mut self) -> io::Result<Option<T>> {
        Ok(self.line()?.map(|line| serde_json::from_slice(&line)).transpose()?)
    }
}

#[cfg(unix)]
impl Inbox {
    /// The descriptors that come with the lines.
    #[must_use]
    pub fn handed(&self) -> ReceivedDescriptors {
        self.stream.handed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_come_until_the_end() {
        let mut inbox = Inbox::new(&b"[1]\n[2,3]\n[4"[..], 6);
        let mut next = || inbox.message::<Vec<u8>>().unwrap();
        assert_eq!([next(), next(), next(), next()], [Some(vec![1]), Some(vec![2, 3]), None, None]);
    }

    #[test]
    fn a_line_that_is_too_long_or_no_message_is_an_error() {
        let mut inbox = Inbox::new(&b"[1]\n[\n[1,2,3]\n"[..], 6);
        assert_eq!(inbox.line().unwrap().as_deref(), Some(&b"[1]"[..]));
        assert!(inbox.message::<Vec<u8>>().is_err());
        assert_eq!(inbox.line().unwrap_err().to_string(), "a line of more than 6 bytes");
    }
}
