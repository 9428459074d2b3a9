//! The selection of encounters that a second worker repeats, and the decision in case of disagreement.
//!
//! A game with limits by depth or nodes repeats exactly. Therefore a game with a different course is not a matter of
//! statistics: a third worker plays it, and the worker that stands alone is wrong.

use super::Claim;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

/// The number of first encounters of a new worker that are all repeated, so that a faulty worker is detected early.
const PROBATION: u64 = 100;

/// The comparisons of a run.
#[derive(Clone, Debug)]
pub(super) struct Audits {
    share: f64,
    seed: u64,
    games: u64,
    /// For each worker, the number of its encounters, and the accumulated fraction of an encounter to be repeated.
    drawn: BTreeMap<String, (u64, f64)>,
    /// The encounters to be repeated by workers other than these.
    waiting: VecDeque<(Range<u64>, Vec<String>)>,
    /// The disputed games, by number.
    disputes: BTreeMap<u64, Dispute>,
    compared: u64,
}

/// A game with differing results.
#[derive(Clone, Debug)]
struct Dispute {
    /// The claims of the workers. The first one is in the record.
    claims: Vec<(String, [u8; 32])>,
}

/// The outcome of a dispute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum AuditVerdict {
    /// Two workers agree against this worker.
    Wrong { worker: String, by: Vec<String> },
    /// All three workers disagree.
    Unsettled { number: u64 },
}

impl Audits {
    pub(super) fn new(share: f64, seed: u64, games: u64) -> Self {
        let (drawn, waiting, disputes) = Default::default();
        Self { share, seed, games: games.max(1), drawn, waiting, disputes, compared: 0 }
    }

    /// Draws the encounters to be repeated from those that a worker has played first.
    pub(super) fn draw(&mut self, worker: &str, encounters: Range<u64>) {
        if self.share <= 0.0 {
            return;
        }
        let count = encounters.end - encounters.start;
        let (played, owed) = self.drawn.entry(worker.to_owned()).or_default();
        let on_probation = PROBATION.saturating_sub(*played).min(count);
        *played += count;
        *owed += on_probation as f64 + (count - on_probation) as f64 * self.share;
        let drawn = (*owed as u64).min(count);
        if drawn == 0 {
            return;
        }
        *owed -= drawn as f64;
        // The plan must not reveal which encounters are repeated.
        let place = self.number_of(encounters.start) % (count - drawn + 1);
        let first = encounters.start + place;
        self.waiting.push_back((first..first + drawn, vec![worker.to_owned()]));
    }

    /// Returns a pseudo-random number, which is the same in each run with this seed.
    fn number_of(&self, encounter: u64) -> u64 {
        let mut digest = Sha256::new();
        digest.update(self.seed.to_le_bytes());
        digest.update(encounter.to_le_bytes());
        let digest: [u8; 32] = digest.finalize().into();
        u64::from_le_bytes([0, 1, 2, 3, 4, 5, 6, 7].map(|place: usize| digest[place]))
    }

    /// Takes the next encounters that `can` permits a worker to repeat.
    pub(super) fn take(&mut self, can: impl Fn(&[String]) -> bool) -> Option<(Range<u64>, Vec<String>)> {
        let place = self.waiting.iter().position(|(_, avoid)| can(avoid))?;
        self.waiting.remove(place)
    }

    /// Whether any waiting encounters can be repeated by a worker.
    pub(super) fn can_be_played(&self, can: impl Fn(&[String]) -> bool) -> bool {
        self.waiting.iter().any(|(_, avoid)| can(avoid))
    }

    /// Returns the number of waiting encounters.
    pub(super) fn waiting(&self) -> u64 {
        self.waiting.iter().map(|(range, _)| range.end - range.start).sum()
    }

    /// Returns the number of encounters that two workers played identically.
    pub(super) fn compared(&self) -> u64 {
        self.compared
    }

    /// Handles encounters played by a worker, of which some games conflict with the record.
    pub(super) fn heard(&mut self, worker: &str, encounters: Range<u64>, conflicts: &[Claim]) -> Vec<AuditVerdict> {
        let numbers = encounters.start * self.games..encounters.end * self.games;
        let mut verdicts = Vec::new();
        // Earlier disputes come first, because this may be the third opinion.
        let disputed: Vec<_> = self.disputes.range(numbers).map(|(&number, _)| number).collect();
        for number in disputed {
            let claim = conflicts.iter().find(|claim| claim.number == number);
            verdicts.extend(self.judge(number, worker, claim));
        }
        for claim in conflicts {
            if self.disputes.contains_key(&claim.number) || verdicts.iter().any(|verdict| verdict.is_of(claim, worker))
            {
                continue;
            }
            let claims = vec![(claim.keeper.clone(), claim.kept), (worker.to_owned(), claim.digest)];
            let encounter = claim.number / self.games;
            let avoid = claims.iter().map(|(worker, _)| worker.clone()).collect();
            self.waiting.push_front((encounter..encounter + 1, avoid));
            self.disputes.insert(claim.number, Dispute { claims });
        }
        verdicts
    }

    /// Adds the claim of another worker about a game.
    fn judge(&mut self, number: u64, worker: &str, claim: Option<&Claim>) -> Option<AuditVerdict> {
        let dispute = self.disputes.get_mut(&number)?;
        if dispute.claims.iter().any(|(other, _)| other == worker) {
            return None;
        }
        let digest = claim.map_or(dispute.claims[0].1, |claim| claim.digest);
        dispute.claims.push((worker.to_owned(), digest));
        let dispute = self.disputes.remove(&number)?;
        let agree = |digest| dispute.claims.iter().filter(move |claim| claim.1 == digest);
        let wrong = dispute.claims.iter().find(|claim| agree(claim.1).count() == 1);
        let right: Vec<_> = dispute.claims.iter().filter(|claim| agree(claim.1).count() > 1).collect();
        match wrong {
            Some((worker, _)) if !right.is_empty() => {
                let by = right.into_iter().map(|(worker, _)| worker.clone()).collect();
                Some(AuditVerdict::Wrong { worker: worker.clone(), by })
            }
            _ => Some(AuditVerdict::Unsettled { number }),
        }
    }

    /// Discards the claims of this worker, whose games are played again.
    pub(super) fn forget(&mut self, worker: &str) {
        self.drawn.remove(worker);
        self.waiting.retain(|(_, avoid)| avoid.len() > 1 || avoid.iter().all(|avoided| avoided != worker));
        self.disputes.retain(|_, dispute| dispute.claims.iter().all(|(claimant, _)| claimant != worker));
    }

    /// Adds a number of compared encounters.
    pub(super) fn add_compared(&mut self, count: u64) {
        self.compared += count;
    }
}

impl AuditVerdict {
    /// Whether this verdict has settled the claim of the worker.
    fn is_of(&self, claim: &Claim, worker: &str) -> bool {
        match self {
            Self::Wrong { worker: wrong, .. } => wrong == worker || *wrong == claim.keeper,
            Self::Unsettled { number } => *number == claim.number,
        }
    }
}
