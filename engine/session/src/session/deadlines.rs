//! The deadlines of a session.

use super::grant::PendingGrant;
use super::{Session, SessionTask, Transport};
use plyd_protocol::{ErrorCode, Reply};
use plyd_worker::{Moment, is_over, next_look};
use std::time::Duration;
use tokio::time::Instant;

/// The maximum time that other waiting lines delay an `isready` or a `quit` among them.
const HOLD: Duration = Duration::from_secs(1);

/// On which clock a deadline is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DeadlineClock {
    /// That of the library: time counts only while the session has listened, and what came before the deadline is read
    /// first.
    Library,
    /// The plain one.
    Client,
}

/// A deadline: when it is, on which clock, and what comes of it.
type Deadline = (DeadlineClock, fn(&Session) -> Option<Instant>, fn(&mut Session));

/// All deadlines of a session, in the order in which they are judged.
const DEADLINES: [Deadline; 9] = [
    (DeadlineClock::Client, Session::end_of_queue, Session::leave_queue),
    (DeadlineClock::Library, Session::end_of_task, Session::end_overdue),
    (DeadlineClock::Client, Session::end_of_grace, Session::stop),
    (DeadlineClock::Library, Session::end_of_call, Session::give_up_call),
    (DeadlineClock::Client, Session::end_of_hold, Session::overtake),
    (DeadlineClock::Client, Session::end_of_table, Session::free_idle_table),
    (DeadlineClock::Client, Session::end_of_child, Session::dismiss),
    (DeadlineClock::Client, Session::end_of_idleness, Session::leave_idle),
    (DeadlineClock::Client, Session::end_of_drain, Session::leave_drained),
];

impl Session {
    /// When there is next something to do although nothing happens, see [`Session::judge`].
    pub(super) fn deadline(&self, now: Instant) -> Option<Instant> {
        let looks = DEADLINES.into_iter().filter_map(|(clock, end, _)| match clock {
            DeadlineClock::Library => Some(next_look(end(self)?.into_std(), now.into_std()).into()),
            DeadlineClock::Client => end(self),
        });
        looks.chain(self.look_at_worker(now)).min()
    }

    /// A deadline has passed. Nothing else compares one with a time.
    pub(super) fn judge(&mut self) {
        let now = Instant::now();
        // If this process was stopped meanwhile, no library is to blame.
        self.attention.go_on(now.into_std());
        if !self.is_library_paused()
            && let Some(hired) = &mut self.hired
        {
            hired.worker.judge(self.attention.clock(), now.into_std());
        }
        for (clock, end, act) in DEADLINES {
            let has_passed = end(self).is_some_and(|end| match clock {
                DeadlineClock::Library => is_over(end.into_std(), now.into_std()),
                DeadlineClock::Client => end <= now,
            });
            if has_passed {
                act(self);
            }
        }
    }

    /// When the worker is to be looked at, which may hang.
    fn look_at_worker(&self, now: Instant) -> Option<Instant> {
        let hired = self.hired.as_ref().filter(|_| !self.is_library_paused())?;
        hired.worker.deadline(self.attention.clock(), now.into_std()).map(Instant::from)
    }

    fn free_idle_table(&mut self) {
        (self.has_table, self.has_learnt) = (false, false);
        self.table.free_idle();
        self.granting.iter().for_each(PendingGrant::free_idle);
    }

    fn leave_idle(&mut self) {
        let seconds = self.engine.settings.session.idle_seconds;
        self.say_error(
            ErrorCode::Idle,
            format!("the client has sent nothing for {seconds} seconds; the connection is closed"),
        );
        self.close();
    }

    fn leave_drained(&mut self) {
        self.leave("the server takes no new games, and ends when the last one has ended; the connection is closed");
    }

    /// The time of a search has expired while it waits for its turn.
    fn leave_queue(&mut self) {
        let text = "its time has expired, and too many searches are running".into();
        self.say(Reply::Error { code: ErrorCode::TooManySearches, text });
        self.stop();
    }

    /// The library of the task does not return.
    fn end_overdue(&mut self) {
        let Some(running) = &self.running else { return };
        let is_in_child = self.hired.as_ref().is_some_and(|hired| hired.is_in_child());
        let (error, goes_on) = (running.hung(), is_in_child && !running.is_recovering());
        let refused = self.give_up_worker("it did not return in time");
        if goes_on {
            self.fail_with_task(refused);
        } else {
            self.abandon(error);
        }
        self.ask_next();
    }

    /// The end of the time of a search that waits for its turn.
    fn end_of_queue(&self) -> Option<Instant> {
        self.running.as_ref().and_then(SessionTask::end_of_queue).map(Instant::from)
    }

    /// The deadline of a search whose client has closed its end.
    fn end_of_grace(&self) -> Option<Instant> {
        let running = self.running.as_ref().filter(|running| !running.is_stopping())?;
        match self.transport {
            Transport::Script(time) => Some((running.began().at() + time?).into()),
            _ => {
                let (ended, time) = (self.input_ended?, self.engine.settings.session.end_of_input_time());
                match running.needs_every_line() {
                    // Its answer is complete, and waits for the client.
                    true if self.is_library_paused() => None,
                    true => Some(self.attention.clock().end(ended, time).into()),
                    false => Some((ended.at() + time).into()),
                }
            }
        }
    }

    /// Whether nothing is heard of the library at present, and it is not to blame: the client must take something
    /// first, or all children together have said too much.
    pub(super) fn is_library_paused(&self) -> bool {
        self.running.as_ref().is_some_and(SessionTask::is_blocked) && !self.has_room()
            || self.hired.as_ref().is_some_and(|hired| hired.worker.is_paused())
    }

    /// When the library of the running task counts as hung.
    fn end_of_task(&self) -> Option<Instant> {
        self.running.as_ref().filter(|_| !self.is_library_paused())?.deadline().map(Instant::from)
    }

    /// When the library that is called counts as hung.
    fn end_of_call(&self) -> Option<Instant> {
        let call = self.call.as_ref().filter(|_| !self.is_library_paused())?;
        Some(self.attention.clock().end(call.began(), self.engine.settings.session.position_time()).into())
    }

    /// Since when lines wait for a call or a search to end.
    fn held_since(&self) -> Option<Moment> {
        let call = self.call.as_ref().map(super::LineInProgress::began);
        call.or_else(|| self.running.as_ref()?.keeps_others_waiting_since())
    }

    fn end_of_hold(&self) -> Option<Instant> {
        let is_ready_question = self.call.as_ref().is_some_and(|call| call.ready_since().is_some());
        let since = self.held_since().filter(|_| is_ready_question || self.waiting.has_overtaking())?;
        Some((since.at() + HOLD).into())
    }

    /// Since when the client is idle. It is not while a search runs, waits, or has its answer held back.
    fn idle_since(&self) -> Option<Instant> {
        let is_idle = self.running.is_none() && self.call.is_none() && self.waiting.is_empty();
        let open = self.input_ended.is_none() && !self.closing;
        (is_idle && open).then_some(self.active)
    }

    /// When the client counts as idle.
    fn end_of_idleness(&self) -> Option<Instant> {
        let time = self.engine.settings.session.idle_time().filter(|_| self.transport.is_connection())?;
        Some(self.idle_since()? + time)
    }

    /// When the session ends because the server takes no new games. In a game the client thinks about its moves, or
    /// waits for its opponent's.
    fn end_of_drain(&self) -> Option<Instant> {
        let since = self.idle_since().filter(|_| self.is_drained)?;
        let time = if self.in_game { self.engine.settings.session.drain_idle_time() } else { Duration::ZERO };
        Some(since + time)
    }

    /// When the child of a client that has no use for it ends: it does nothing, and has learnt nothing.
    fn end_of_child(&self) -> Option<Instant> {
        let is_idle = self.running.is_none() && self.call.is_none() && !self.has_learnt;
        let is_in_child = self.hired.as_ref().is_some_and(|hired| hired.is_in_child());
        (is_idle && is_in_child).then(|| self.active + self.engine.settings.plugins.idle_time())
    }

    /// When the table of a client that does not search is freed.
    fn end_of_table(&self) -> Option<Instant> {
        let has_table = self.has_table && self.running.is_none();
        let time = self.engine.settings.search.idle_table_time().filter(|_| self.transport.is_connection())?;
        has_table.then(|| self.active + time)
    }
}
