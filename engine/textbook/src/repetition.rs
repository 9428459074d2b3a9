//! Which positions of the current path, and of the game before it, stand again.

use plyd_rules::{Repetition, Step};

/// The keys of the current path by ply, behind those of the game before the root.
#[derive(Debug)]
pub struct Path {
    rule: Repetition,
    /// The game's history, then the root, then a place for each ply.
    keys: Vec<u64>,
    /// For each place, how many of those right before it could come again.
    reversible: Vec<u32>,
    root: usize,
}

impl Path {
    /// For paths of at most `plies` moves from a root with this key.
    pub fn new(rule: Repetition, history: &[u64], root_key: u64, plies: usize) -> Self {
        let root = history.len();
        let mut keys = history.to_vec();
        keys.push(root_key);
        keys.resize(root + 1 + plies, 0);
        let reversible = (0..keys.len() as u32).collect();
        Self { rule, keys, reversible, root }
    }

    /// Notes the position at `ply`, which `step` examined with its key. If it stands for the time that ends the game, says
    /// what that is worth, and from which ply on it stood often enough; before the root counts as 0.
    #[inline]
    pub fn note(&mut self, ply: usize, step: Step) -> Option<(i32, usize)> {
        let place = self.root + ply;
        let reversible = if step.is_irreversible() { 0 } else { self.reversible[place - 1] + 1 };
        self.keys[place] = step.key;
        self.reversible[place] = reversible;
        let start = place - reversible as usize;
        let earlier = self.keys[start..place].iter().enumerate().rev().filter(|(_, key)| **key == step.key);
        let (back, _) = earlier.map(|(back, key)| (start + back, key)).nth(self.rule.times as usize - 2)?;
        Some((self.rule.worth, back.saturating_sub(self.root)))
    }

    /// The keys of the positions before the root, and of the root, that end the game if they stand once more.
    pub fn last_chances(&self) -> impl Iterator<Item = u64> {
        let stood = &self.keys[..=self.root];
        let times = |key: u64| stood.iter().filter(|&&other| other == key).count();
        stood.iter().enumerate().filter_map(move |(place, &key)| {
            // Each once.
            let is_first = !stood[..place].contains(&key);
            (is_first && times(key) + 1 >= self.rule.times as usize).then_some(key)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_rules::{Outcome, Player};

    fn step(key: u64, irreversible: bool) -> Step {
        Step::new(Outcome::Ongoing, Player::Max).with_key(key).with_irreversible(irreversible)
    }

    #[test]
    fn history_root_and_path_count_together() {
        let rule = Repetition { times: 3, worth: 7 };
        let mut path = Path::new(rule, &[1, 2], 1, 4);
        assert_eq!(path.note(1, step(2, false)), None);
        assert_eq!(path.note(2, step(1, false)), Some((7, 0)));
        assert_eq!(path.note(2, step(3, false)), None);
    }

    #[test]
    fn nothing_comes_again_across_an_irreversible_move() {
        let rule = Repetition { times: 2, worth: 0 };
        let mut path = Path::new(rule, &[1], 2, 4);
        assert_eq!(path.note(1, step(1, true)), None);
        assert_eq!(path.note(2, step(2, false)), None);
        assert_eq!(path.note(3, step(1, false)), Some((0, 1)));
    }
}
