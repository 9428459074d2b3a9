use super::table::Encounter;

/// A tournament of one encounter for each engine: the first meets the second, the third the fourth, and so on, each time
/// on an opening of its own.
#[derive(Clone, Debug)]
pub(super) struct PairSchedule {
    meetings: Vec<(usize, usize)>,
}

impl PairSchedule {
    pub(super) fn new(engines: usize) -> Self {
        Self { meetings: (0..engines / 2).map(|pair| (2 * pair, 2 * pair + 1)).collect() }
    }

    pub(super) fn meetings(&self) -> &[(usize, usize)] {
        &self.meetings
    }

    /// All encounters, each of which is a round.
    pub(super) fn len(&self) -> u64 {
        self.meetings.len() as u64
    }

    pub(super) fn encounter(&self, encounter: u64) -> Option<Encounter> {
        let &(first, second) = self.meetings.get(usize::try_from(encounter).ok()?)?;
        Some((encounter, [first, second], encounter % 2 == 1))
    }
}
