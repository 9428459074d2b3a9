//! Reading what a process writes, by a thread that waits for nothing else.

use super::Started;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::io::{ErrorKind, Read};
use std::time::{Duration, Instant};

/// How long one wait is. The output of a process that has ended may stay open, because another one that it started has
/// it.
const WAIT: Duration = Duration::from_millis(20);

/// What came of one wait for output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// So many bytes.
    Bytes(usize),
    /// Nothing yet.
    Nothing,
    /// The process has ended, and all of its output was read; or it has closed its output.
    End,
}

impl Started {
    /// Waits for output, some milliseconds at most and no longer than until this time, and reads into `piece`, which
    /// has room.
    pub fn hear(&mut self, piece: &mut [u8], until: Instant) -> Progress {
        // Asked before the output is read: what was written before the end is there then.
        let has_ended = self.child.has_ended();
        if has_ended {
            // Others of its group may write on for ever.
            self.child.kill();
        }
        let left = if has_ended { Duration::ZERO } else { until.saturating_duration_since(Instant::now()).min(WAIT) };
        let mut polled = [PollFd::new(&self.output, PollFlags::IN)];
        let is_ready = Timespec::try_from(left).is_ok_and(|left| matches!(poll(&mut polled, Some(&left)), Ok(1..)));
        if !is_ready {
            return if has_ended { Progress::End } else { Progress::Nothing };
        }
        match self.output.read(piece) {
            Ok(count @ 1..) => Progress::Bytes(count),
            Err(error) if error.kind() == ErrorKind::Interrupted => Progress::Nothing,
            Ok(_) | Err(_) => Progress::End,
        }
    }
}
