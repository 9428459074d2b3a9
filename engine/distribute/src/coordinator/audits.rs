//! Which encounters another worker plays again, and who is right where two disagree.
//!
//! A game with limits by depth or nodes repeats exactly. So a game that went differently elsewhere is no matter of
//! statistics: a third worker plays it, and who stands alone is wrong.

use super::Claim;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

/// A new worker's first encounters are all played again: one with a fault shows it early.
const PROBATION: u64 = 100;

/// The comparisons of a run.
#[derive(Clone, Debug)]
pub(super) struct Audits {
    share: f64,
    seed: u64,
    games: u64,
    /// For each worker, its encounters in all, and the share of an encounter that is to be played again.
    drawn: BTreeMap<String, (u64, f64)>,
    /// Encounters that are to be played again by other workers than these.
    waiting: VecDeque<(Range<u64>, Vec<String>)>,
    /// Games of which two went differently, by number.
    disputes: BTreeMap<u64, Dispute>,
    compared: u64,
}

/// A game that was played differently.
#[derive(Clone, Debug)]
struct Dispute {
    /// Who says what. The first one is in the record.
    claims: Vec<(String, [u8; 32])>,
}

/// What came of a dispute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum AuditVerdict {
    /// These two agree against this worker.
    Wrong { worker: String, by: Vec<String> },
    /// All three disagree.
    Unsettled { number: u64 },
}

impl Audits {
    pub(super) fn new(share: f64, seed: u64, games: u64) -> Self {
        let (drawn, waiting, disputes) = Default::default();
        Self { share, seed, games: games.max(1), drawn, waiting, disputes, compared: 0 }
    }

    /// A worker is the first to have played these encounters. Draws those that are played again.
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
        // The plan does not reveal which ones they are.
        let place = self.number_of(encounters.start) % (count - drawn + 1);
        let first = encounters.start + place;
        self.waiting.push_back((first..first + drawn, vec![worker.to_owned()]));
    }

    /// A number that looks random, and is the same in each run with this seed.
    fn number_of(&self, encounter: u64) -> u64 {
        let mut digest = Sha256::new();
        digest.update(self.seed.to_le_bytes());
        digest.update(encounter.to_le_bytes());
        let digest: [u8; 32] = digest.finalize().into();
        u64::from_le_bytes([0, 1, 2, 3, 4, 5, 6, 7].map(|place: usize| digest[place]))
    }

    /// The next encounters that a worker can play again.
    pub(super) fn take(&mut self, can: impl Fn(&[String]) -> bool) -> Option<(Range<u64>, Vec<String>)> {
        let place = self.waiting.iter().position(|(_, avoid)| can(avoid))?;
        self.waiting.remove(place)
    }

    /// Whether something waits that a worker can play.
    pub(super) fn can_be_played(&self, can: impl Fn(&[String]) -> bool) -> bool {
        self.waiting.iter().any(|(_, avoid)| can(avoid))
    }

    /// The encounters that wait.
    pub(super) fn waiting(&self) -> u64 {
        self.waiting.iter().map(|(range, _)| range.end - range.start).sum()
    }

    /// The encounters that two workers played alike.
    pub(super) fn compared(&self) -> u64 {
        self.compared
    }

    /// A worker has played these encounters; these games of them went differently from those in the record.
    pub(super) fn heard(&mut self, worker: &str, encounters: Range<u64>, conflicts: &[Claim]) -> Vec<AuditVerdict> {
        let numbers = encounters.start * self.games..encounters.end * self.games;
        let mut verdicts = Vec::new();
        // Those that were disputed before first: this may be the third opinion.
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

    /// Hears another worker about a game.
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

    /// The word of this worker counts no more, and its games are played again.
    pub(super) fn forget(&mut self, worker: &str) {
        self.drawn.remove(worker);
        self.waiting.retain(|(_, avoid)| avoid.len() > 1 || avoid.iter().all(|avoided| avoided != worker));
        self.disputes.retain(|_, dispute| dispute.claims.iter().all(|(claimant, _)| claimant != worker));
    }

    /// So many encounters were compared.
    pub(super) fn add_compared(&mut self, count: u64) {
        self.compared += count;
    }
}

impl AuditVerdict {
    /// Whether this has settled what the worker claims.
    fn is_of(&self, claim: &Claim, worker: &str) -> bool {
        match self {
            Self::Wrong { worker: wrong, .. } => wrong == worker || *wrong == claim.keeper,
            Self::Unsettled { number } => *number == claim.number,
        }
    }
}
