//! The stream to a child, for a task of the runtime.

use std::io::{self, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::io::AsyncWrite;
use tokio::net::UnixStream as Registered;

/// Writes to a child. The runtime knows the stream only while it has no room: it would be woken otherwise whenever the
/// child has read something.
#[derive(Debug)]
pub(super) struct Writer {
    stream: UnixStream,
    /// The same stream, while it has no room.
    full: Option<Registered>,
}

impl Writer {
    pub(super) fn new(stream: UnixStream) -> io::Result<Self> {
        stream.set_nonblocking(true)?;
        Ok(Self { stream, full: None })
    }
}

impl AsyncWrite for Writer {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        loop {
            if let Some(full) = &mut self.full {
                let written = ready!(Pin::new(full).poll_write(context, bytes));
                self.full = None;
                return Poll::Ready(written);
            }
            match self.stream.write(bytes) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    self.full = Some(Registered::from_std(self.stream.try_clone()?)?);
                }
                written => return Poll::Ready(written),
            }
        }
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(self.stream.shutdown(Shutdown::Write))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;
    use std::time::Duration;
    use tokio::io::AsyncWriteExt;
    use tokio::time::timeout;

    #[tokio::test]
    async fn what_has_no_room_waits_until_there_is_some() {
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        let mut writer = Writer::new(ours).unwrap();
        let text = vec![b'x'; 4 << 20];
        assert!(timeout(Duration::from_millis(50), writer.write_all(&text)).await.is_err(), "nobody reads");
        assert!(writer.full.is_some());
        let reading = tokio::task::spawn_blocking(move || theirs.read_to_end(&mut Vec::new()));
        timeout(Duration::from_secs(20), writer.write_all(&text)).await.unwrap().unwrap();
        writer.write_all(b"y").await.unwrap();
        drop(writer);
        assert!(reading.await.unwrap().unwrap() > text.len());
    }

    #[tokio::test]
    async fn an_end_that_nobody_reads_is_an_error() {
        let mut writer = Writer::new(UnixStream::pair().unwrap().0).unwrap();
        assert_eq!(writer.write_all(b"x").await.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }
}
