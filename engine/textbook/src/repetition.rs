//! Repetitions of positions in the current path, and in the game before it.

use plyd_rules::{Repetition, RepetitionKey, Step, Verdict, Want};

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

    /// The key that a step has to ask for, so that [`Path::note`] can compare positions.
    #[must_use]
    pub fn want(&self) -> Want {
        match self.rule.key {
            RepetitionKey::Position => Want::KEY,
            RepetitionKey::Board => Want::BOARD_KEY,
        }
    }

    /// Records the position at `ply`, which `step` examined with the key of [`Path::want`]. Tells whether the rule applies
    /// to this occurrence.
    #[inline]
    pub fn note(&mut self, ply: usize, step: Step) -> Option<Repeated> {
        let place = ROOT + ply;
        let reversible = if step.is_irreversible() { 0 } else { self.reversible[place - 1] + 1 };
        self.keys[place] = step.key;
        self.reversible[place] = reversible;
        let start = place - reversible as usize;
        let verdict = self.rule.verdict;
        let mut missing = self.rule.times as usize - 1;
        for earlier in (start.max(ROOT)..place).rev() {
            if self.keys[earlier] == step.key {
                missing -= 1;
                if missing == 0 {
                    return Some(Repeated { verdict, since: earlier - ROOT });
                }
            }
        }
        (start < ROOT && self.times_before(step.key) >= missing).then_some(Repeated { verdict, since: 0 })
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
}
