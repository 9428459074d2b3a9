//! Repetitions of positions in the current path, and in the game before it.

use crate::Root;
use plyd_rules::{Game, Move, Moves, Repetition, RepetitionKey, Ruling, Step, Turn, Verdict, Want};

/// The rule of repetition that a recursion knows, decided once a walk, so that a game pays for its own rule only: none.
pub const NEVER: u8 = 0;
/// A repetition by any move has a worth, over the key of the position: the common rule, which needs no more than
/// [`Path::note`].
pub const WORTH: u8 = 1;
/// Any other rule: [`Tree::judge`](crate::Tree::judge) tells what becomes of a position.
pub const JUDGED: u8 = 2;

/// The keys of the current path by ply, and those of the game before the root.
#[derive(Debug)]
pub struct Path {
    rule: Repetition,
    /// How often each position occurred before the root, sorted by key: a game may be so long that examining all its
    /// positions would take longer than the search.
    before: Vec<(u64, usize)>,
    /// An empty place for all positions before the root; then the root, and a place for each ply.
    keys: Vec<u64>,
    /// For each place, the number of earlier ones directly before it that could occur again.
    reversible: Vec<u32>,
}

/// A position that occurred as often as the rule says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeated {
    /// The consequence.
    pub verdict: Verdict,
    /// The first ply of enough occurrences; positions before the root count as ply 0.
    pub since: usize,
}

/// The place of the root.
const ROOT: usize = 1;

impl Path {
    /// For paths of at most `plies` moves from a root with this key.
    pub fn new(rule: Repetition, history: &[u64], root_key: u64, plies: usize) -> Self {
        let mut history = history.to_vec();
        history.sort_unstable();
        let before = history.chunk_by(|one, other| one == other).map(|equal| (equal[0], equal.len())).collect();
        let mut keys = vec![0; ROOT + 1 + plies];
        keys[ROOT] = root_key;
        let reversible = (0..keys.len() as u32).collect();
        Self { rule, before, keys, reversible }
    }

    /// For paths of at most `plies` moves from a root; `None` if the rules know no repetition.
    pub fn from_root<G: Game>(root: &Root<'_, G>, plies: usize) -> Option<Self> {
        let rule = root.game.facts().repetition?;
        let root_key = root.game.examine(root.state, rule.key.want(), &mut Moves::new(&mut [])).key;
        Some(Self::new(rule, root.history, root_key, plies))
    }

    /// The rule.
    #[must_use]
    pub fn rule(&self) -> Repetition {
        self.rule
    }

    /// [`WORTH`] or [`JUDGED`].
    #[must_use]
    pub fn kind(&self) -> u8 {
        match self.rule {
            Repetition { verdict: Verdict::Worth(_), key: RepetitionKey::Position, exempt: None, .. } => WORTH,
            _ => JUDGED,
        }
    }

    /// Whether the rule forbids moves.
    #[must_use]
    pub fn forbids(&self) -> bool {
        self.rule.verdict.forbids()
    }

    /// The key that a step has to ask for, so that [`Path::note`] can compare positions.
    #[must_use]
    pub fn want(&self) -> Want {
        self.rule.key.want()
    }

    /// Records the position at `ply`, which `step` examined with the key of [`Path::want`]. Tells whether the rule
    /// applies to this occurrence.
    #[inline]
    pub fn note(&mut self, ply: usize, step: Step) -> Option<Repeated> {
        let place = ROOT + ply;
        let reversible = self.reversible_at(place, step);
        self.keys[place] = step.key;
        self.reversible[place] = reversible;
        self.repeated(place, reversible, step.key)
    }

    /// Whether [`Path::note`] would find the position at `ply`, one behind those recorded, to be one to which `mover`
    /// may not move by `mv`. Returns the first ply of enough occurrences.
    #[must_use]
    pub fn forbidden(&self, ply: usize, mover: Turn, mv: Move, step: Step) -> Option<usize> {
        if !step.is_ongoing() || self.rule.ruling(mover, mv) != Ruling::Forbidden {
            return None;
        }
        let place = ROOT + ply;
        self.repeated(place, self.reversible_at(place, step), step.key).map(|repeated| repeated.since)
    }

    /// Whether no position before the one at this ply can occur from there on.
    #[inline]
    #[must_use]
    pub fn is_fresh(&self, ply: usize) -> bool {
        self.reversible[ROOT + ply] == 0
    }

    #[inline]
    fn reversible_at(&self, place: usize, step: Step) -> u32 {
        if step.is_irreversible() { 0 } else { self.reversible[place - 1] + 1 }
    }

    #[inline]
    fn repeated(&self, place: usize, reversible: u32, key: u64) -> Option<Repeated> {
        let start = place - reversible as usize;
        let verdict = self.rule.verdict;
        let mut missing = self.rule.times as usize - 1;
        for earlier in (start.max(ROOT)..place).rev() {
            if self.keys[earlier] == key {
                missing -= 1;
                if missing == 0 {
                    return Some(Repeated { verdict, since: earlier - ROOT });
                }
            }
        }
        (start < ROOT && self.times_before(key) >= missing).then_some(Repeated { verdict, since: 0 })
    }

    /// How often the position occurred before the root.
    fn times_before(&self, key: u64) -> usize {
        self.before.binary_search_by_key(&key, |&(key, _)| key).map_or(0, |place| self.before[place].1)
    }

    /// The keys of the root and of earlier positions that end the game if they occur once more.
    pub fn last_chances(&self) -> impl Iterator<Item = u64> {
        let root = self.keys[ROOT];
        let is_last = move |times: usize| times + 1 >= self.rule.times as usize;
        let before = self.before.iter().filter(move |&&(key, times)| key != root && is_last(times));
        before.map(|&(key, _)| key).chain(is_last(self.times_before(root) + 1).then_some(root))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_rules::{Outcome, Player};

    fn step(key: u64, irreversible: bool) -> Step {
        Step::new(Outcome::Ongoing, Player::Max).with_key(key).with_irreversible(irreversible)
    }

    fn repeated(worth: i32, since: usize) -> Option<Repeated> {
        Some(Repeated { verdict: Verdict::Worth(worth), since })
    }

    #[test]
    fn history_root_and_path_count_together() {
        let rule = Repetition { verdict: Verdict::Worth(7), ..Repetition::draw(3) };
        let mut path = Path::new(rule, &[1, 2], 1, 4);
        assert_eq!(path.note(1, step(2, false)), None);
        assert_eq!(path.note(2, step(1, false)), repeated(7, 0));
        assert_eq!(path.note(2, step(3, false)), None);
    }

    #[test]
    fn a_position_ends_the_game_if_it_stood_before_the_root_as_often_as_it_is_missing_on_the_path() {
        let rule = Repetition { verdict: Verdict::Worth(7), ..Repetition::draw(4) };
        // 1 stood three times, 2 and 3 twice, the root's 9 once before.
        let mut path = Path::new(rule, &[3, 1, 2, 9, 1, 2, 3, 1], 9, 4);
        assert_eq!(path.note(1, step(1, false)), repeated(7, 0));
        assert_eq!(path.note(1, step(2, false)), None);
        assert_eq!(path.note(2, step(3, false)), None);
        assert_eq!(path.note(3, step(2, false)), repeated(7, 0));
        assert_eq!(path.note(3, step(9, false)), None);
        assert_eq!(path.note(4, step(9, false)), repeated(7, 0));
        let mut last: Vec<u64> = path.last_chances().collect();
        last.sort_unstable();
        assert_eq!(last, [1]);
    }

    #[test]
    fn the_last_chances_count_the_root() {
        let last = |times: u32, history: &[u64]| {
            let path = Path::new(Repetition::draw(times), history, 5, 0);
            let mut last: Vec<u64> = path.last_chances().collect();
            last.sort_unstable();
            last
        };
        assert_eq!(last(2, &[]), [5]);
        assert_eq!(last(2, &[8, 6, 8]), [5, 6, 8]);
        assert_eq!(last(3, &[8, 6, 8]), [8]);
        assert_eq!(last(3, &[8, 5, 8]), [5, 8]);
        assert_eq!(last(4, &[8, 5, 8]), [0; 0]);
    }

    #[test]
    fn nothing_comes_again_across_an_irreversible_move() {
        let rule = Repetition::draw(2);
        let mut path = Path::new(rule, &[1], 2, 4);
        assert_eq!(path.note(1, step(1, true)), None);
        assert_eq!(path.note(2, step(2, false)), None);
        assert_eq!(path.note(3, step(1, false)), repeated(0, 1));
    }

    #[test]
    fn what_would_be_forbidden_is_not_recorded() {
        let exempt = Some(Move(9));
        let rule = Repetition { verdict: Verdict::Forbidden { stuck: None }, exempt, ..Repetition::draw(2) };
        let mut path = Path::new(rule, &[1], 2, 1);
        assert_eq!(path.note(1, step(3, false)), None);
        let finished = Step::new(Outcome::Draw, Player::Max).with_key(1);
        for (mover, step, since) in [
            (Turn::Max, step(1, false), Some(0)),
            (Turn::Min, step(3, false), Some(1)),
            (Turn::Min, step(4, false), None),
            (Turn::Max, step(1, true), None),
            (Turn::Chance, step(1, false), None),
            (Turn::Max, finished, None),
        ] {
            // The last ply of the path has no place for one more.
            assert_eq!(path.forbidden(2, mover, Move(0), step), since, "{mover:?} {step:?}");
            assert_eq!(path.forbidden(2, mover, Move(9), step), None, "{mover:?} {step:?}");
        }
        assert_eq!(path.note(1, step(4, false)), None);
    }

    #[test]
    fn only_directly_after_an_irreversible_move_nothing_before_can_come_again() {
        let mut path = Path::new(Repetition::draw(2), &[], 1, 3);
        assert!(!path.is_fresh(0));
        path.note(1, step(2, false));
        path.note(2, step(3, true));
        path.note(3, step(4, false));
        assert_eq!([1, 2, 3].map(|ply| path.is_fresh(ply)), [false, true, false]);
    }

    #[test]
    fn only_a_worth_over_positions_is_the_common_rule() {
        let forbidden = Verdict::Forbidden { stuck: Some(0) };
        for (verdict, key, exempt, kind) in [
            (Verdict::DRAW, RepetitionKey::Position, None, WORTH),
            (Verdict::Worth(5), RepetitionKey::Position, None, WORTH),
            (Verdict::DRAW, RepetitionKey::Position, Some(Move(0)), JUDGED),
            (Verdict::DRAW, RepetitionKey::Board, None, JUDGED),
            (Verdict::Loses, RepetitionKey::Position, None, JUDGED),
            (forbidden, RepetitionKey::Board, None, JUDGED),
        ] {
            assert_eq!(Path::new(Repetition { times: 2, verdict, key, exempt }, &[], 1, 0).kind(), kind);
        }
    }
}
