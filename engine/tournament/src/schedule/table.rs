//! Tournaments whose pairings depend on the settings alone.

/// A tournament with the same pairings in each round.
#[derive(Clone, Debug)]
pub(super) struct RoundTable {
    /// The pairings of each round, as indices into the list of engines; the lower one comes first.
    meetings: Vec<(usize, usize)>,
    rounds: u64,
}

/// An encounter: its round, the two engines, and whether the second of them begins if an encounter is a single game.
pub(super) type Encounter = (u64, [usize; 2], bool);

impl RoundTable {
    /// Pairs every two engines.
    pub(super) fn round_robin(engines: usize, rounds: u64) -> Self {
        let meetings = (0..engines).flat_map(|first| (first + 1..engines).map(move |second| (first, second)));
        Self { meetings: meetings.collect(), rounds }
    }

    /// Pairs the first engine with every other.
    pub(super) fn gauntlet(engines: usize, rounds: u64) -> Self {
        Self { meetings: (1..engines).map(|second| (0, second)).collect(), rounds }
    }

    pub(super) fn meetings(&self) -> &[(usize, usize)] {
        &self.meetings
    }

    pub(super) fn rounds(&self) -> u64 {
        self.rounds
    }

    /// Returns the total number of encounters.
    pub(super) fn len(&self) -> u64 {
        self.rounds * self.meetings.len() as u64
    }

    pub(super) fn encounter(&self, encounter: u64) -> Option<Encounter> {
        if encounter >= self.len() {
            return None;
        }
        let round = encounter / self.meetings.len() as u64;
        let (first, second) = self.meetings[(encounter % self.meetings.len() as u64) as usize];
        Some((round, [first, second], round % 2 == 1))
    }
}

/// A tournament with one encounter per engine: the first against the second, the third against the fourth, and so on,
/// each with a separate opening.
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

    /// Returns the total number of encounters, each of which is a round.
    pub(super) fn len(&self) -> u64 {
        self.meetings.len() as u64
    }

    pub(super) fn encounter(&self, encounter: u64) -> Option<Encounter> {
        let &(first, second) = self.meetings.get(usize::try_from(encounter).ok()?)?;
        Some((encounter, [first, second], encounter % 2 == 1))
    }
}
