//! The deadlines of a session.

use super::{Session, Task, Transport};
use plyd_protocol::{ErrorCode, Reply};
use plyd_worker::{Moment, is_over, next_look};
use std::time::Duration;
use tokio::time::Instant;

/// The maximum time that other waiting lines delay an `isready` or a `quit` among them.
const HOLD: Duration = Duration::from_secs(1);

/// How often a session looks whether its child is read again.
const LOOK_INTERVAL: Duration = Duration::from_millis(250);

impl Session {
    /// When there is next something to do although nothing happens, see [`Session::time_out`].
    pub(super) fn deadline(&self, now: Instant) -> Option<Instant> {
        let of_library = [self.end_of_task(), self.end_of_call()].into_iter().flatten();
        let all = [
            of_library.map(|end| next_look(end, now.into_std()).into()).min(),
            self.running.as_ref().and_then(Task::end_of_queue).map(Instant::from),
            self.end_of_grace(),
            self.child_is_paused().then(|| now + LOOK_INTERVAL),
            self.end_of_hold().filter(|_| self.waiting.has_overtaking()),
            self.end_of_table(),
            self.end_of_child(),
            self.end_of_idleness(),
            self.end_of_drain(),
        ];
        all.into_iter().flatten().min()
    }

    /// A deadline has passed.
    pub(super) fn time_out(&mut self) {
        let now = Instant::now();
        // If this process was stopped meanwhile, no library is to blame.
        self.attention.go_on(now.into_std());
        let has_passed = |deadline: Option<Instant>| deadline.is_some_and(|deadline| deadline <= now);
        let hangs = |end: Option<std::time::Instant>| end.is_some_and(|end| is_over(end, now.into_std()));
        if has_passed(self.running.as_ref().and_then(Task::end_of_queue).map(Instant::from)) {
            self.leave_queue();
        }
        if hangs(self.end_of_task()) {
            self.end_overdue();
        }
        if has_passed(self.end_of_grace()) {
            self.stop();
        }
        if hangs(self.end_of_call()) {
            self.give_up_call();
        }
        if has_passed(self.end_of_hold()) {
            self.overtake();
        }
        if has_passed(self.end_of_table()) {
            (self.has_table, self.has_learnt) = (false, false);
            self.table.free_idle();
            self.seat.iter().for_each(|seat| seat.free_idle());
        }
        if has_passed(self.end_of_child()) {
            self.seat.iter().for_each(|seat| seat.leave());
        }
        if has_passed(self.end_of_idleness()) {
            let seconds = self.engine.settings.session.idle_seconds;
            self.say_error(
                ErrorCode::Idle,
                format!("the client has sent nothing for {seconds} seconds; the connection is closed"),
            );
            self.close();
        } else if has_passed(self.end_of_drain()) {
            self.leave("the server takes no new games, and ends when the last one has ended; the connection is closed");
        }
    }

    /// The time of a search has expired while it waits for its turn.
    fn leave_queue(&mut self) {
        let Some(running) = &mut self.running else { return };
        running.stop();
        let text = "its time has expired, and too many searches are running".into();
        self.say(Reply::Error { code: ErrorCode::TooManySearches, text });
    }

    /// The library of the task does not return.
    fn end_overdue(&mut self) {
        let Some(running) = &mut self.running else { return };
        if running.is_recovering() {
            let error = running.hung();
            return self.abandon(error);
        }
        match running.lose_child(Some("it did not return in time")) {
            Some(error) => self.say(error.into()),
            None => {
                let error = running.hung();
                self.abandon(error);
            }
        }
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
        self.running.as_ref().is_some_and(Task::is_blocked) && !self.has_room() || self.child_is_paused()
    }

    fn child_is_paused(&self) -> bool {
        let is_asked = self.running.is_some() || self.call.is_some();
        is_asked && self.seat.as_ref().is_some_and(|seat| seat.is_paused())
    }

    /// When the library of the running task counts as hung.
    fn end_of_task(&self) -> Option<std::time::Instant> {
        self.running.as_ref().filter(|_| !self.is_library_paused())?.deadline()
    }

    /// When the library that is called counts as hung.
    fn end_of_call(&self) -> Option<std::time::Instant> {
        let call = self.call.as_ref().filter(|_| !self.is_library_paused())?;
        Some(self.attention.clock().end(call.began(), self.engine.settings.session.position_time()))
    }

    /// Since when lines wait for a call or a search to end.
    fn held_since(&self) -> Option<Moment> {
        let call = self.call.as_ref().map(super::Call::began);
        call.or_else(|| self.running.as_ref()?.keeps_others_waiting_since())
    }

    fn end_of_hold(&self) -> Option<Instant> {
        self.held_since().map(|since| (since.at() + HOLD).into())
    }

    /// Whether an `isready` or a `quit` need not wait for what holds up other lines.
    pub(super) fn is_held_for_long(&self) -> bool {
        self.end_of_hold().is_some_and(|end| end <= Instant::now())
    }

    /// Since when the client is idle. A search that runs or is held is something that it does.
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
        let seat = self.seat.as_ref().filter(|_| is_idle)?;
        seat.is_taken().then(|| self.active + self.engine.settings.plugins.idle_time())
    }

    /// When the table of a client that does not search is freed.
    fn end_of_table(&self) -> Option<Instant> {
        let has_table = self.has_table && self.running.is_none();
        let time = self.engine.settings.search.idle_table_time().filter(|_| self.transport.is_connection())?;
        has_table.then(|| self.active + time)
    }
}
