//! The work that the workers of one run share, and how they wait for it.

use crate::interrupt::Interrupt;
use plyd_tournament::{EncounterUnit, EncounterUnits, PlayedGame, Streak, Streaks, Take};
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The maximum sleep of a worker that waits for games of others, if nothing wakes it.
const LONGEST_SLEEP: Duration = Duration::from_secs(10);

/// The units that are left, the faults of the engines, and the end of the run.
#[derive(Debug)]
pub(crate) struct UnitQueue {
    state: Mutex<UnitsState>,
    /// Like faults of an engine in a row that end the run.
    most_faults: u32,
    /// Tells workers that wait that a game has ended, or the run.
    changed: Condvar,
    end: Interrupt,
}

#[derive(Debug)]
struct UnitsState {
    units: EncounterUnits,
    streaks: Streaks,
    /// The streaks that ended the run.
    broken: Option<Vec<Streak>>,
}

impl UnitQueue {
    /// The interrupt is the run's own.
    pub(crate) fn new(units: EncounterUnits, most_faults: u32, end: Interrupt) -> Self {
        let state = UnitsState { units, streaks: Streaks::default(), broken: None };
        Self { state: Mutex::new(state), most_faults, changed: Condvar::new(), end }
    }

    /// Asked for, when the run ends before all is played.
    pub(crate) fn interrupt(&self) -> &Interrupt {
        &self.end
    }

    /// Ends the run after the games in progress: no more games begin.
    pub(crate) fn drain(&self) {
        self.end.drain();
        // With the lock, so that no worker looks before and sleeps after.
        let _state = self.lock();
        self.changed.notify_all();
    }

    /// The next unit; `None` if nothing is left, or the run ends. Waits while it depends on unfinished games.
    pub(crate) fn take(&self) -> Option<EncounterUnit> {
        self.wait_for(EncounterUnits::take)
    }

    fn wait_for(&self, take: impl Fn(&mut EncounterUnits) -> Take) -> Option<EncounterUnit> {
        let mut state = self.lock();
        loop {
            if self.end.is_draining() {
                return None;
            }
            match take(&mut state.units) {
                Take::Unit(unit) => return Some(unit),
                Take::Over => return None,
                Take::Wait => {
                    let woken = self.changed.wait_timeout(state, LONGEST_SLEEP);
                    state = woken.unwrap_or_else(PoisonError::into_inner).0;
                }
            }
        }
    }

    /// Takes in games that are recorded.
    pub(crate) fn played(&self, games: &[PlayedGame]) {
        let mut state = self.lock();
        games.iter().for_each(|game| _ = state.units.played(game));
        self.changed.notify_all();
    }

    /// Looks at a game that has ended, before the worker begins another one. Breaks if no more begin. That is so, and
    /// the run ends, if an engine has failed too often.
    pub(crate) fn after(&self, game: &PlayedGame) -> ControlFlow<()> {
        let mut state = self.lock();
        if state.streaks.add(game).is_none_or(|streak| streak.times < self.most_faults) {
            return if self.end.is_draining() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        }
        let broken = state.streaks.all();
        state.broken.get_or_insert(broken);
        drop(state);
        self.end();
        ControlFlow::Break(())
    }

    /// The engines that were failing when one of them failed too often.
    pub(crate) fn broken(&self) -> Option<Vec<Streak>> {
        self.lock().broken.clone()
    }

    /// Ends the run: games in progress are abandoned, and no more games begin.
    pub(crate) fn end(&self) {
        self.end.ask();
        // With the lock, so that no worker looks before and sleeps after.
        let _state = self.lock();
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, UnitsState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends the run if its worker panics: others would wait for its games.
pub(crate) struct EndOnPanic<'a>(pub(crate) &'a UnitQueue);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.end();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_tournament::Schedule;
    use plyd_tournament::settings::MatchPlan;
    use plyd_tournament::testing::game;
    use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};

    fn work() -> UnitQueue {
        let text = "engine = ['name=A builtin depth=1', 'name=B builtin depth=1']\nrounds = 2";
        let settings = MatchPlan::from_toml(text).unwrap().settle("x", Vec::new(), 0).unwrap();
        UnitQueue::new(EncounterUnits::new(&Schedule::new(&settings)), 10, Interrupt::default())
    }

    /// As in a knockout: nothing before the first encounter is played.
    fn take_late(units: &mut EncounterUnits) -> Take {
        let mut copy = units.clone();
        if matches!(copy.take(), Take::Unit(unit) if unit.encounter == 0) { Take::Wait } else { units.take() }
    }

    /// The unit that a worker gets that had to wait, after this was done.
    fn taken_after(act: impl Fn(&UnitQueue, &Receiver<Option<EncounterUnit>>)) -> Option<EncounterUnit> {
        let (work, (sender, taken)) = (work(), channel());
        thread::scope(|scope| {
            scope.spawn(|| sender.send(work.wait_for(take_late)));
            assert_eq!(taken.recv_timeout(Duration::from_millis(50)), Err(RecvTimeoutError::Timeout));
            act(&work, &taken);
            // Sooner than it would look by itself.
            taken.recv_timeout(LONGEST_SLEEP / 2).expect("it is woken")
        })
    }

    #[test]
    fn a_worker_waits_for_the_games_of_others() {
        let unit = taken_after(|work, taken| {
            work.played(&[game(0)]);
            assert_eq!(taken.recv_timeout(Duration::from_millis(50)), Err(RecvTimeoutError::Timeout));
            work.played(&[game(1)]);
        });
        assert_eq!(unit.unwrap().encounter, 1);
    }

    #[test]
    fn a_game_in_progress_ends_and_no_other_begins() {
        let work = work();
        assert!(work.take().is_some() && work.after(&game(0)).is_continue());
        work.drain();
        assert!(!work.interrupt().is_asked());
        assert!(work.after(&game(1)).is_break() && work.take().is_none() && work.broken().is_none());
    }

    #[test]
    fn a_worker_that_waits_notices_the_end_of_the_run() {
        assert_eq!(taken_after(|work, _| work.end()), None);
        assert_eq!(taken_after(|work, _| work.drain()), None);
        let panics = |work: &UnitQueue, _: &_| {
            let died = thread::scope(|scope| {
                let dies = scope.spawn(|| {
                    let _end = EndOnPanic(work);
                    panic!("a worker dies");
                });
                dies.join()
            });
            assert!(died.is_err());
        };
        assert_eq!(taken_after(panics), None);
    }
}
