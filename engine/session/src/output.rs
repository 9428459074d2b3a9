//! The output that waits for a client.

use plyd_protocol::{Info, Reply};
use std::io::{self, Write as _};
use std::time::Duration;
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::time::Instant;

/// So many bytes must be taken within the time, or all that waits. A system that takes a few now and then for a client
/// that reads nothing is no client that reads.
const ENOUGH: usize = 1_024;

/// Lines of one session on their way out, written in batches. Lines that must arrive are always taken; info lines are
/// dropped while more than the limit waits for a slow client, and the latest result among them is kept for later.
#[derive(Debug)]
pub(crate) struct OutputBuffer {
    /// Bytes, as a client may take a part of a letter.
    waiting: Vec<u8>,
    written: usize,
    /// Whether the stream may still hold back output, or an error about earlier output.
    unflushed: bool,
    limit: usize,
    /// The lines of the latest result that was dropped, at most as much as the limit.
    dropped: Vec<u8>,
    /// When the client last took enough, or when there first was something to take.
    progress: Instant,
    /// What it has taken since then, in bytes.
    taken: usize,
    patience: Duration,
    /// How many bytes were queued since somebody asked.
    grown: usize,
}

impl OutputBuffer {
    /// An empty queue. `limit` is in bytes. A client that reads nothing for `patience` counts as gone.
    pub(crate) fn new(limit: usize, patience: Duration) -> Self {
        let (waiting, progress) = (Vec::new(), Instant::now());
        Self {
            waiting,
            written: 0,
            unflushed: false,
            limit,
            dropped: Vec::new(),
            progress,
            taken: 0,
            patience,
            grown: 0,
        }
    }

    /// Queues a line that must arrive. The latest result, if it was dropped, goes before a `bestmove`.
    pub(crate) fn push(&mut self, reply: &Reply) {
        if self.is_empty() {
            (self.progress, self.taken) = (Instant::now(), 0);
        }
        match reply {
            Reply::Info(info) if info.is_result() => self.dropped.clear(),
            Reply::BestMove { .. } => {
                self.grown += self.dropped.len();
                self.waiting.append(&mut self.dropped);
            }
            _ => {}
        }
        self.write_line(reply);
    }

    /// Queues an info line unless the client is too slow for it. Of results the latest is kept, with all of its lines.
    pub(crate) fn push_info(&mut self, info: Info) {
        let (is_result, is_further) = (info.is_result(), info.is_further_line());
        let reply = Reply::Info(info);
        if is_result {
            self.dropped.clear();
        }
        // Behind a line that waits the others of the same result wait as well.
        let waits = self.is_full() || is_further && !self.dropped.is_empty();
        if !waits {
            self.push(&reply);
        } else if is_result || is_further && self.dropped.len() < self.limit {
            // Writing to memory cannot fail.
            let _ = writeln!(self.dropped, "{reply}");
        }
    }

    fn write_line(&mut self, reply: &Reply) {
        let before = self.waiting.len();
        // Writing to memory cannot fail.
        let _ = writeln!(self.waiting, "{reply}");
        self.grown += self.waiting.len() - before;
    }

    /// How many bytes were queued since this was asked before.
    pub(crate) fn take_grown(&mut self) -> usize {
        std::mem::take(&mut self.grown)
    }

    /// Whether nothing waits.
    pub(crate) fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Whether all has reached the client.
    pub(crate) fn is_delivered(&self) -> bool {
        self.is_empty() && !self.unflushed
    }

    /// Whether as much waits as may.
    pub(crate) fn is_full(&self) -> bool {
        self.waiting.len() - self.written >= self.limit
    }

    /// When the client counts as gone, if it does not take enough until then.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        (!self.is_empty()).then(|| self.progress + self.patience)
    }

    /// Writes some of the waiting output in one system call, or flushes the stream if there is none. Cancelling the
    /// future loses nothing.
    ///
    /// # Errors
    /// Those of the stream: the client is gone.
    pub(crate) async fn write_some<W: AsyncWrite + Unpin>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.is_empty() {
            // A file writes in the background; without this, a closed pipe would be found out at the next line only.
            writer.flush().await?;
            self.unflushed = false;
            return Ok(());
        }
        self.unflushed = true;
        let count = writer.write(&self.waiting[self.written..]).await?;
        if count == 0 {
            return Err(io::ErrorKind::WriteZero.into());
        }
        self.written += count;
        self.taken += count;
        self.forget_written();
        if self.taken >= ENOUGH || self.is_empty() {
            (self.progress, self.taken) = (Instant::now(), 0);
        }
        Ok(())
    }

    /// Frees what was written. A client that reads steadily but slowly always leaves something behind, so it does not
    /// wait until nothing is left; that less is moved than removed bounds the work by what was written.
    fn forget_written(&mut self) {
        if self.written * 2 < self.waiting.len() {
            return;
        }
        self.waiting.drain(..std::mem::take(&mut self.written));
        // One huge answer must not keep its memory for the rest of the session.
        if self.waiting.capacity() > 2 * self.limit.max(self.waiting.len()) {
            self.waiting.shrink_to(self.limit.max(self.waiting.len()));
        }
    }

    /// Writes all that waits, and flushes the stream.
    ///
    /// # Errors
    /// The errors of the stream, and a timeout when the client takes nothing.
    pub(crate) async fn finish<W: AsyncWrite + Unpin>(&mut self, writer: &mut W) -> io::Result<()> {
        while !self.is_delivered() {
            let deadline = self.deadline().unwrap_or_else(|| Instant::now() + self.patience);
            tokio::time::timeout_at(deadline, self.write_some(writer)).await??;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_protocol::{Score, ScoreBound};

    fn info(depth: u32) -> Info {
        Info { depth: Some(depth), score: Some(Score::Points(0)), ..Info::default() }
    }

    #[tokio::test]
    async fn a_slow_client_loses_info_lines_but_not_the_last_one_before_bestmove() {
        let mut output = OutputBuffer::new(40, Duration::from_secs(1));
        (1..=5).for_each(|depth| output.push_info(info(depth)));
        output.push_info(Info { nodes: Some(1), ..Info::default() });
        output.push(&Reply::BestMove { best: None, ponder: None });
        let mut written = Vec::new();
        output.finish(&mut written).await.unwrap();
        assert_eq!(
            String::from_utf8(written).unwrap(),
            "info depth 1 score cp 0\ninfo depth 2 score cp 0\ninfo depth 5 score cp 0\nbestmove (none)\n"
        );
    }

    #[tokio::test]
    async fn a_slow_client_gets_the_lower_bound_that_belongs_to_bestmove() {
        let mut output = OutputBuffer::new(20, Duration::from_secs(1));
        (1..=3).for_each(|depth| output.push_info(info(depth)));
        output.push_info(Info { bound: Some(ScoreBound::Lower), ..info(4) });
        output.push_info(Info { bound: Some(ScoreBound::Upper), ..info(4) });
        output.push(&Reply::BestMove { best: None, ponder: None });
        let mut written = Vec::new();
        output.finish(&mut written).await.unwrap();
        assert_eq!(
            String::from_utf8(written).unwrap(),
            "info depth 1 score cp 0\ninfo depth 4 score cp 0 lowerbound\nbestmove (none)\n"
        );
    }

    #[tokio::test]
    async fn a_client_may_take_a_part_of_a_letter() {
        let (mut ours, mut theirs) = tokio::io::duplex(2);
        let mut output = OutputBuffer::new(20, Duration::from_secs(9));
        output.push(&Reply::InfoString("αβ −∞ ক্ষ".into()));
        let reading = tokio::spawn(async move {
            let mut read = String::new();
            tokio::io::AsyncReadExt::read_to_string(&mut theirs, &mut read).await.unwrap();
            read
        });
        output.finish(&mut ours).await.unwrap();
        drop(ours);
        assert_eq!(reading.await.unwrap(), "info string αβ −∞ ক্ষ\n");
    }

    #[tokio::test]
    async fn a_client_that_takes_nothing_is_given_up() {
        let (mut ours, _theirs) = tokio::io::duplex(1);
        let mut output = OutputBuffer::new(20, Duration::from_millis(20));
        output.push(&Reply::ReadyOk);
        assert_eq!(output.finish(&mut ours).await.unwrap_err().kind(), io::ErrorKind::TimedOut);
    }

    #[test]
    fn further_lines_that_a_slow_client_has_not_taken_have_a_bound() {
        const LIMIT: usize = 1 << 12;
        let mut output = OutputBuffer::new(LIMIT, Duration::from_secs(1));
        while !output.is_full() {
            output.push(&Reply::ReadyOk);
        }
        output.push_info(info(1));
        (0..10_000).for_each(|_| output.push_info(Info { multipv: Some(2), ..info(1) }));
        assert!((LIMIT..2 * LIMIT).contains(&output.dropped.len()), "{}", output.dropped.len());
    }

    #[tokio::test]
    async fn a_client_that_takes_a_few_bytes_now_and_then_is_given_up() {
        let (mut ours, mut theirs) = tokio::io::duplex(1);
        let mut output = OutputBuffer::new(20, Duration::from_millis(200));
        (0..100).for_each(|_| output.push(&Reply::ReadyOk));
        let reading = tokio::spawn(async move {
            let mut count = 0;
            while tokio::io::AsyncReadExt::read_u8(&mut theirs).await.is_ok() {
                count += 1;
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            count
        });
        assert_eq!(output.finish(&mut ours).await.unwrap_err().kind(), io::ErrorKind::TimedOut);
        drop(ours);
        assert!((2..100).contains(&reading.await.unwrap()));
    }

    #[tokio::test]
    async fn a_client_that_reads_slowly_but_steadily_costs_no_more_memory_the_longer_it_reads() {
        const LIMIT: usize = 1 << 14;
        let (mut ours, mut theirs) = tokio::io::duplex(1 << 12);
        let mut output = OutputBuffer::new(LIMIT, Duration::from_secs(9));
        let (mut most, mut read) = (0, [0; 1 << 10]);
        for _ in 0..2_000 {
            while !output.is_full() {
                output.push(&Reply::ReadyOk);
            }
            output.write_some(&mut ours).await.unwrap();
            most = most.max(output.waiting.capacity());
            tokio::io::AsyncReadExt::read_exact(&mut theirs, &mut read).await.unwrap();
            assert!(!output.is_empty(), "the client has caught up, and the test shows nothing");
        }
        assert!(most < 4 * LIMIT, "{most} bytes wait");
    }
}
