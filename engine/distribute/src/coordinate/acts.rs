//! Execution of the coordinator's actions, by messages to the broker and changes of the record.

use super::look::{encounters_of, numbers_of};
use super::outside::BrokerLink;
use super::{Shell, scores};
use crate::coordinator::{CoordinatorAction, CoordinatorEvent, CoordinatorProgress};
use crate::error::DistributeError;
use crate::wire::UnitTask;
use plyd_arena::Conclusion;
use plyd_tournament::PlayedGame;
use tokio::task::block_in_place;

/// The maximum number of units whose sequence numbers are remembered for a withdrawal.
const MOST_PLACES: usize = 100_000;

impl Shell<'_> {
    /// Executes an action. Returns the event that results from it.
    pub(super) async fn act(
        &mut self,
        outside: &BrokerLink,
        action: CoordinatorAction,
    ) -> Result<Option<CoordinatorEvent>, DistributeError> {
        match action {
            CoordinatorAction::Publish(unit) => {
                let games = self.look.games_of(&unit, self.coordinator.compares(unit.id), &self.schedule);
                let id = unit.id;
                match outside.publish(&self.entry.run, &UnitTask { since: self.since, unit, games }).await {
                    Some(place) => {
                        self.places.insert(id, place);
                        if self.places.len() > MOST_PLACES {
                            self.places.pop_first();
                        }
                    }
                    None => self.is_queue_lost = true,
                }
            }
            CoordinatorAction::Retract(id) => {
                if let Some(place) = self.places.remove(&id) {
                    outside.retract(place).await;
                }
            }
            CoordinatorAction::Withdraw { worker, reason } => {
                if self.game.schedule().meetings().is_empty() {
                    return Err(DistributeError::Refused(format!(
                        "worker {worker} sent a wrong game ({reason}), and games of this tournament depend on it: play it \
                         again, without that worker"
                    )));
                }
                let numbers = block_in_place(|| self.store.withdraw(&worker, &reason))?;
                self.read_store()?;
                self.watcher.see(&self.scoreboard, None);
                outside.dismiss(&self.entry.run, &worker, &reason).await;
                self.look.note_missing(&numbers);
                return Ok(Some(CoordinatorEvent::Withdrawn(encounters_of(&numbers, &self.schedule))));
            }
            CoordinatorAction::Void { encounters, reason } => {
                let numbers = numbers_of(encounters, &self.schedule);
                let games: Vec<_> = numbers
                    .filter_map(|number| self.schedule.game(number))
                    .map(|pairing| PlayedGame::void(&pairing, &reason, plyd_record::now()))
                    .collect();
                let new = block_in_place(|| self.store.void(&games))?;
                let mut events = Vec::new();
                for game in games.iter().filter(|game| new.iter().any(|range| range.contains(&game.number))) {
                    self.scoreboard.add(game);
                    self.watcher.see(&self.scoreboard, Some(game));
                    self.schedule.played(game).into_iter().for_each(|range| events.push(range));
                }
                if !events.is_empty() {
                    let settled = self.schedule.is_settled();
                    return Ok(Some(CoordinatorEvent::Opened { encounters: events.into_iter().collect(), settled }));
                }
            }
            CoordinatorAction::Reconcile => {
                let played = block_in_place(|| self.store.played())?;
                let encounters = self.look.at(&played, &self.schedule);
                return Ok(Some(CoordinatorEvent::Missing { encounters, settled: self.schedule.is_settled() }));
            }
            CoordinatorAction::Drained => _ = self.conclusion.get_or_insert(Conclusion::Interrupted),
            CoordinatorAction::Tell(text) => (self.tell)(&text),
            CoordinatorAction::Finish => {
                let CoordinatorProgress { compared, to_compare, .. } = self.coordinator.progress();
                if compared + to_compare > 0 {
                    let rest = if to_compare > 0 { format!("; {to_compare} more were not") } else { String::new() };
                    (self.tell)(&format!("{compared} encounters were played by a second worker and compared{rest}"));
                }
                scores::tell(&self.coordinator.residuals()).iter().for_each(|text| (self.tell)(text));
                self.conclusion.get_or_insert(Conclusion::Finished);
            }
        }
        Ok(None)
    }
}
