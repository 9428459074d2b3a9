//! The root's best lines of play: one, or as many as are asked for ("MultiPV").
//!
//! The second line is the best one that begins with another move than the first, and so on: each is found by a search of
//! the root without the moves that better lines begin with.

use crate::Iteration;
use plyd_rules::Move;

/// The best lines so far, best first, and those that the iteration at work has found.
pub(crate) struct Lines {
    wanted: usize,
    /// The root moves to consider, in the game's order.
    moves: Vec<Move>,
    /// The lines of the iteration before, and what they are worth to MAX.
    best: Vec<(i32, Iteration)>,
    current: Vec<(i32, Iteration)>,
}

impl Lines {
    /// As many as `wanted`, at least one, of a root with these moves. Until there is a better one, `first` is all that is
    /// known.
    pub(crate) fn new(wanted: usize, moves: &[Move], value: i32, first: Iteration) -> Self {
        let wanted = wanted.clamp(1, moves.len());
        Self { wanted, moves: moves.to_vec(), best: vec![(value, first)], current: Vec::new() }
    }

    /// How many lines there will be.
    pub(crate) fn wanted(&self) -> usize {
        self.wanted
    }

    /// Lays the moves with which the next line of this iteration may begin into the arena. Says how many there are, and
    /// which to try first: the one that the iteration before thought the best of them.
    pub(crate) fn lay_out(&self, arena: &mut [Move]) -> (usize, usize) {
        let begins = |mv: Move, lines: &[(i32, Iteration)]| lines.iter().any(|(_, line)| line.pv.first() == Some(&mv));
        let mut count = 0;
        for &mv in self.moves.iter().filter(|&&mv| !begins(mv, &self.current)) {
            arena[count] = mv;
            count += 1;
        }
        let firsts = self.best.iter().filter_map(|(_, line)| line.pv.first());
        let place = firsts.filter_map(|first| arena[..count].iter().position(|mv| mv == first)).next();
        (count, place.unwrap_or(0))
    }

    /// What the next line of this iteration was worth in the iteration before.
    pub(crate) fn expected(&self) -> Option<i32> {
        let (value, line) = self.best.get(self.current.len())?;
        (line.depth > 0).then_some(*value)
    }

    /// The iteration at work has found its next line.
    pub(crate) fn add(&mut self, value: i32, line: Iteration) {
        self.current.push((value, line));
    }

    /// The iteration is over, or as good as: what it has not found stays as it was. `is_better` compares two values.
    pub(crate) fn close(&mut self, is_better: impl Fn(i32, i32) -> bool) {
        let old = std::mem::take(&mut self.best);
        self.best = std::mem::take(&mut self.current);
        // The sort is stable: equal lines stay in the order in which they were found.
        self.best.sort_by(|(a, _), (b, _)| is_better(*b, *a).cmp(&is_better(*a, *b)));
        for line in old {
            let is_new = self.best.iter().all(|(_, other)| other.pv.first() != line.1.pv.first());
            // What was said before anything was searched is no line beside those that were.
            let is_searched = line.1.depth > 0 || self.best.is_empty();
            if is_new && is_searched && self.best.len() < self.wanted {
                self.best.push(line);
            }
        }
    }

    /// Whether there is nothing to choose.
    pub(crate) fn has_one_move(&self) -> bool {
        self.moves.len() == 1
    }

    /// Makes the line at this place the best one; the last, if there are not so many.
    pub(crate) fn put_first(&mut self, place: usize) {
        let place = place.min(self.best.len() - 1);
        self.best[..=place].rotate_right(1);
    }

    /// The lines, best first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Iteration> {
        self.best.iter().map(|(_, line)| line)
    }

    /// The same, to be changed.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Iteration> {
        self.best.iter_mut().map(|(_, line)| line)
    }

    /// What the best one is worth to MAX.
    pub(crate) fn value(&self) -> i32 {
        self.best[0].0
    }

    /// The best one.
    pub(crate) fn first(&self) -> &Iteration {
        &self.best[0].1
    }
}
