//! What a child says, as bytes: a line for each message.

use crate::lines::read_piece;
use plyd_worker::{Found, Lines, SHORT_MESSAGE};
use std::io;
use tokio::io::AsyncRead;

/// Reads messages, no longer than is allowed at the time.
#[derive(Debug)]
pub(super) struct MessageReader<R> {
    stream: R,
    lines: Lines,
}

impl<R: AsyncRead + Unpin> MessageReader<R> {
    /// Of a child that may say something short.
    pub(super) fn new(stream: R) -> Self {
        Self { stream, lines: Lines::new(SHORT_MESSAGE) }
    }

    /// From now on this is the longest message, in bytes.
    pub(super) fn allow(&mut self, longest: usize) {
        self.lines.allow(longest);
    }

    /// The next message, or that it is too long, again and again until a longer one is allowed; `None` at the end of
    /// the stream. A last line without an end is none.
    ///
    /// Cancelling the future loses nothing.
    ///
    /// # Errors
    /// Those of the stream.
    pub(super) async fn next(&mut self) -> io::Result<Option<Found>> {
        let Self { stream, lines } = self;
        loop {
            if let Some(found) = lines.find() {
                return Ok(Some(found));
            }
            if read_piece(stream, |piece| lines.feed(piece)).await? == 0 {
                return Ok(None);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_longer_message_is_read_when_it_is_allowed() {
        let mut said = b"short\n".to_vec();
        said.extend(vec![b'x'; 3 * SHORT_MESSAGE]);
        said.extend_from_slice(b"\nlast\nrest");
        let mut reader = MessageReader::new(said.as_slice());
        let line = |text: &str| Some(Found::Line(text.as_bytes().to_vec()));
        assert_eq!(reader.next().await.unwrap(), line("short"));
        for _ in 0..3 {
            assert_eq!(reader.next().await.unwrap(), Some(Found::TooLong));
            assert!(reader.stream.len() > SHORT_MESSAGE, "it has read on");
        }
        reader.allow(3 * SHORT_MESSAGE);
        assert_eq!(reader.next().await.unwrap(), line(&"x".repeat(3 * SHORT_MESSAGE)));
        assert_eq!(reader.next().await.unwrap(), line("last"));
        assert_eq!(reader.next().await.unwrap(), None);
        assert_eq!(reader.next().await.unwrap(), None);
    }
}
