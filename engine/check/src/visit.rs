//! The positions that a test looks at: positions of random games, from the openings and from changed setups.

use crate::elsewhere::ChangedTexts;
use crate::examination::{EXAMINING, Examination, TestResult};
use crate::processor_time::processor_time;
use crate::report::Finding;
use crate::walk::{LibraryView, WalkedPosition};
use std::time::{Duration, Instant};

/// The maximum number of positions of a random game; a game that goes on is left then.
const LONGEST_GAME: u32 = 400;
/// The same for a game from a changed setup.
const CHANGED_GAME: u32 = 16;
/// One in this many positions comes from a changed setup.
const CHANGED_SHARE: u32 = 3;
/// The text of one in this many positions of a random game is kept to be changed.
const KEPT_SHARE: u32 = 8;
/// At least this many positions are examined, even with little time.
const MIN_POSITIONS: u32 = 8;
/// Fewer positions say little.
const FEW_POSITIONS: u32 = 20;
/// A process that computes for less than one part in this many of the time waits for other processes of the machine.
const BUSY_SHARE: u32 = 3;

impl Examination {
    /// Plays random games in turn from all openings and from changed setups until time is up or `positions` positions
    /// were visited, and shows each to `look`.
    pub(super) fn visit(
        &mut self,
        positions: u32,
        mut look: impl FnMut(&mut Self, &WalkedPosition, &LibraryView) -> TestResult,
    ) -> Result<u32, Finding> {
        let openings = self.openings()?;
        // Only after a game was looked at: to change positions is to play moves unwatched.
        let mut elsewhere: Option<ChangedTexts> = None;
        let (mut visited, mut changed, mut round) = (0, 0, 0);
        let (begun, computed) = (Instant::now(), processor_time());
        // Every round visits a position at least.
        loop {
            let is_due = CHANGED_SHARE * changed < visited;
            if is_due && elsewhere.is_none() {
                elsewhere = Some(ChangedTexts::of(&openings)?);
            }
            let setup = match elsewhere.as_mut().filter(|_| is_due) {
                Some(elsewhere) => elsewhere.next(self)?,
                None => None,
            };
            let is_changed = setup.is_some();
            let number = round % openings.len();
            let mut walk = setup.unwrap_or_else(|| openings[number].clone());
            round += usize::from(!is_changed);
            for _ in 0..if is_changed { CHANGED_GAME } else { LONGEST_GAME } {
                if visited >= positions || visited >= MIN_POSITIONS && !self.has_time() {
                    if visited < positions && is_starved(visited, begun.elapsed(), processor_time() - computed) {
                        self.warn(format!(
                            "only {visited} positions were tried, as other processes had the processors"
                        ));
                    }
                    return Ok(visited);
                }
                if is_changed && !walk.is_judged() {
                    break;
                }
                let view = self.looked_at(&walk, &mut look)?;
                visited += 1;
                changed += u32::from(is_changed);
                if !is_changed
                    && visited.is_multiple_of(KEPT_SHARE)
                    && let Some(elsewhere) = &mut elsewhere
                {
                    elsewhere.add(number, walk.text()?);
                }
                let Some(&mv) = self.random.choose(&view.moves) else { break };
                if let Ok(text) = walk.move_text(mv) {
                    self.doing(walk.finding_after(&text, EXAMINING));
                }
                if let Err(fault) = walk.play(mv) {
                    let found = self.shortest(&walk, |_, walk| walk.clone().play(mv));
                    return Err(found.err().unwrap_or(fault));
                }
            }
        }
    }
}

/// Whether so few positions were visited because others had the processors for most of the time.
fn is_starved(visited: u32, time: Duration, computed: Duration) -> bool {
    visited < FEW_POSITIONS && BUSY_SHARE * computed < time
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_positions_in_little_time_of_the_processor_are_too_few() {
        let [time, little] = [3_000, 900].map(Duration::from_millis);
        assert!(is_starved(19, time, little));
        assert!(!is_starved(20, time, little) && !is_starved(8, time, time / 2));
    }
}
