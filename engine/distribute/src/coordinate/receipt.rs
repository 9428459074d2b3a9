//! A received result. A worker may send anything, so all of it is validated.

use super::look::{RecordScan, numbers_of};
use crate::coordinator::{Claim, CoordinatorEvent, EncounterScore, StoredGames};
use crate::length;
use crate::unit::UnitId;
use crate::wire::{self, MOST_ENCOUNTERS, UnitReport};
use async_nats::jetstream::Message;
use plyd_record::{Arrival, ReceivedGames, is_asked};
use plyd_tournament::{PlayedGame, Schedule};
use std::ops::Range;
use std::time::Duration;

/// A result as received from the queue.
pub(super) struct Receipt(pub(super) Message);

/// The parsed content of a result.
pub(super) enum ReceiptContent {
    /// Games for the record.
    Games(ReceivedGames, ReceiptFacts),
    /// A unit that could not be played.
    Failed(CoordinatorEvent),
    /// An invalid or superfluous result, possibly with a sentence for the user.
    Refused(Option<String>),
}

/// The facts of a result that are not recorded.
pub(super) struct ReceiptFacts {
    worker: String,
    unit: UnitId,
    encounters: Range<u64>,
    time: Duration,
    games: usize,
}

impl Receipt {
    /// Acknowledges to the queue that the result is stored. If the acknowledgement is lost, the result is delivered
    /// again.
    pub(super) async fn acknowledge(&self) {
        let _ = self.0.ack().await;
    }

    /// Returns the unpacked size in bytes, according to the header.
    pub(super) fn unpacked_bytes(&self) -> usize {
        UnitReport::unpacked_bytes(&self.0.payload)
    }

    /// Parses the result, for a match with this schedule and maximum number of moves per game.
    pub(super) fn read(
        &self,
        (schedule, most_moves): (&Schedule, usize),
        look: &RecordScan,
        accepts: &dyn Fn(&str) -> bool,
    ) -> ReceiptContent {
        let report = match UnitReport::unpack(&self.0.subject, &self.0.payload) {
            Ok(report) => report,
            Err(reason) => return ReceiptContent::Refused(Some(format!("a result cannot be read: {reason}"))),
        };
        read(report, (schedule, most_moves), look, accepts)
    }
}

fn read(
    report: UnitReport,
    (schedule, most_moves): (&Schedule, usize),
    look: &RecordScan,
    accepts: &dyn Fn(&str) -> bool,
) -> ReceiptContent {
    let UnitReport { worker, unit, attempt, content } = report;
    let worker = worker.to_string();
    if !accepts(&worker) {
        return ReceiptContent::Refused(None);
    }
    let refused =
        |reason: &str| ReceiptContent::Refused(Some(format!("a result of worker {worker} was refused: {reason}")));
    let (first, count, micros, scale, games) = match content {
        wire::ReportContent::Played { first, count, micros, scale, games } => (first, count, micros, scale, games),
        wire::ReportContent::Failed { reason } => {
            return ReceiptContent::Failed(CoordinatorEvent::Failed { worker, unit, reason: reason.to_string() });
        }
    };
    let Some(end) = first.checked_add(count).filter(|_| (1..=MOST_ENCOUNTERS).contains(&count)) else {
        return refused("it has no encounters, or too many");
    };
    let per_encounter = schedule.games_per_encounter();
    let Some(numbers) = end.checked_mul(per_encounter).map(|end| first * per_encounter..end) else {
        return refused("it has encounters that no plan has");
    };
    let mut before = None;
    for game in &games {
        let is_next = before.is_none_or(|before| before < game.number);
        before = Some(game.number);
        let pairing = schedule.game(game.number).filter(|_| is_next && numbers.contains(&game.number));
        if !pairing.is_some_and(|pairing| is_asked(game, &pairing)) {
            return refused(&format!("the plan has no game {} like that", game.number + 1));
        }
        if let Err(reason) = length::check(game, most_moves) {
            return refused(&reason);
        }
    }
    let whole = whole(first..end, &games, schedule, look);
    if whole.is_empty() {
        return refused("it has all games of none of its encounters");
    }
    let about = ReceiptFacts {
        worker: worker.clone(),
        unit,
        encounters: whole,
        time: Duration::from_micros(micros.min(u64::from(u32::MAX) * 1_000_000)),
        games: games.len(),
    };
    let scale = if scale.is_finite() { scale } else { 1.0 };
    ReceiptContent::Games(ReceivedGames { worker, first, encounters: count, attempt: attempt + 1, scale, games }, about)
}

/// Returns the longest range of these encounters of which every game is in the result or in the record. A worker is
/// asked for complete encounters, but may falsely claim to have played them.
fn whole(encounters: Range<u64>, games: &[PlayedGame], schedule: &Schedule, look: &RecordScan) -> Range<u64> {
    let (mut games, mut longest, mut run) = (games.iter().peekable(), 0..0, encounters.start..encounters.start);
    for encounter in encounters {
        let mut is_whole = true;
        for number in numbers_of(encounter..encounter + 1, schedule) {
            let is_there = games.next_if(|game| game.number == number).is_some();
            is_whole &= is_there || look.has(number) || schedule.game(number).is_none();
        }
        run = if is_whole { run.start..encounter + 1 } else { encounter + 1..encounter + 1 };
        if run.end - run.start > longest.end - longest.start {
            longest = run.clone();
        }
    }
    longest
}

impl ReceiptFacts {
    /// Returns the event for the coordinator, given the outcome of storing the result.
    pub(super) fn event(self, arrival: &Arrival, scores: Vec<EncounterScore>) -> CoordinatorEvent {
        let claims = arrival.conflicts.iter().map(|conflict| Claim {
            number: conflict.number,
            keeper: conflict.before.clone(),
            kept: conflict.kept.0,
            digest: conflict.digest.0,
        });
        CoordinatorEvent::Stored(StoredGames {
            worker: self.worker,
            unit: self.unit,
            encounters: self.encounters,
            is_new: arrival.new.len() == self.games,
            time: self.time,
            conflicts: claims.collect(),
            scores,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_tournament::settings::MatchPlan;

    fn schedule() -> Schedule {
        let text = "engine = ['name=A builtin depth=1', 'name=B builtin depth=1']\nrounds = 10";
        Schedule::new(&MatchPlan::from_toml(text).unwrap().settle("x", Vec::new(), 0).unwrap())
    }

    fn games(schedule: &Schedule, numbers: &[u64]) -> Vec<PlayedGame> {
        numbers
            .iter()
            .map(|&number| PlayedGame::void(&schedule.game(number).unwrap(), "", plyd_record::now()))
            .collect()
    }

    /// A worker could otherwise claim 4,096 encounters, send one game, and complete its probation.
    #[test]
    fn only_encounters_whose_games_are_all_there_count() {
        let (schedule, mut look) = (schedule(), RecordScan::default());
        // One game of encounter 2 is in the record.
        look.at(std::slice::from_ref(&(4..5)), &schedule);
        let of = |range: Range<u64>, numbers: &[u64]| whole(range, &games(&schedule, numbers), &schedule, &look);
        assert_eq!(of(0..10, &[0]), 0..0);
        assert_eq!(of(0..10, &[0, 1]), 0..1);
        assert_eq!(of(0..2, &[0, 1, 2, 3]), 0..2);
        assert_eq!(of(0..10, &[1, 2, 3, 5, 6]), 1..3);
        assert_eq!(of(2..3, &[5]), 2..3);
        assert_eq!(of(2..3, &[4]), 0..0);
    }
}
