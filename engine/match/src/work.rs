//! The work that the workers of one run share, and how they wait for it.

use crate::game::PlayedGame;
use crate::interrupt::Interrupt;
use crate::units::{Take, Unit, Units};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How long a worker sleeps that waits for games of others, if nobody wakes it.
const LONGEST_SLEEP: Duration = Duration::from_secs(10);

/// The units that are left, and the end of the run.
#[derive(Debug)]
pub(crate) struct Work {
    units: Mutex<Units>,
    /// Tells workers that wait that a game has ended, or the run.
    changed: Condvar,
    end: Interrupt,
}

impl Work {
    pub(crate) fn new(units: Units) -> Self {
        Self { units: Mutex::new(units), changed: Condvar::new(), end: Interrupt::default() }
    }

    /// Asked for, when the run ends before all is played.
    pub(crate) fn interrupt(&self) -> &Interrupt {
        &self.end
    }

    /// The next unit; `None` if there is nothing left, or the run ends. Waits while other games have to end before.
    pub(crate) fn take(&self) -> Option<Unit> {
        self.wait_for(Units::take)
    }

    fn wait_for(&self, take: impl Fn(&mut Units) -> Take) -> Option<Unit> {
        let mut units = self.lock();
        loop {
            if self.end.is_asked() {
                return None;
            }
            match take(&mut units) {
                Take::Unit(unit) => return Some(unit),
                Take::Over => return None,
                Take::Wait => {
                    let woken = self.changed.wait_timeout(units, LONGEST_SLEEP);
                    units = woken.unwrap_or_else(PoisonError::into_inner).0;
                }
            }
        }
    }

    /// Takes in games that have ended.
    pub(crate) fn played(&self, games: &[PlayedGame]) {
        let mut units = self.lock();
        games.iter().for_each(|game| units.played(game));
        self.changed.notify_all();
    }

    /// Ends the run: games in progress are given up, and no further ones begin.
    pub(crate) fn end(&self) {
        self.end.ask();
        // With the lock, so that no worker looks before and sleeps after.
        let _units = self.lock();
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Units> {
        self.units.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends the run if the worker that holds it panics: others would wait for its games.
pub(crate) struct EndOnPanic<'a>(pub(crate) &'a Work);

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
    use crate::schedule::Schedule;
    use crate::settings::Plan;
    use crate::store::samples::game;
    use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};

    fn work() -> Work {
        let text = "engine = ['name=A builtin depth=1', 'name=B builtin depth=1']\nrounds = 2";
        Work::new(Units::new(&Schedule::new(&Plan::from_toml(text).unwrap().settle("x", Vec::new(), 0).unwrap())))
    }

    /// As in a knockout: nothing before the first encounter is played.
    fn take_late(units: &mut Units) -> Take {
        let mut copy = units.clone();
        if matches!(copy.take(), Take::Unit(unit) if unit.encounter == 0) { Take::Wait } else { units.take() }
    }

    /// What a worker gets that had to wait, after this was done.
    fn taken_after(act: impl Fn(&Work, &Receiver<Option<Unit>>)) -> Option<Unit> {
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
    fn a_worker_that_waits_notices_the_end_of_the_run() {
        assert_eq!(taken_after(|work, _| work.end()), None);
        let panics = |work: &Work, _: &_| {
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
