//! The moves of the root, each with what is known of it.
//!
//! They are in the order of their values: first the best lines so far, as many as wanted ("MultiPV"), best first, then
//! the other moves. Each line begins with a different move. Each is found by a search of the root without the first
//! moves of better lines.

use crate::Iteration;
use crate::line::from_view;
use plyd_rules::{Move, Player};

/// A move of the root.
struct RootMove {
    mv: Move,
    /// Its place in the game's order.
    place: usize,
    /// The findings of the latest iteration that found anything of it.
    known: Option<RootLine>,
}

/// The line that begins with a root move.
struct RootLine {
    /// Its value from MAX's view.
    value: i32,
    line: Iteration,
}

impl RootLine {
    /// Its exact worth to the player to move: in a game with chance, `value` is only the nearest whole number.
    fn worth(&self, turn: Player) -> f64 {
        self.line.expectation.unwrap_or_else(|| from_view(turn, self.value).into())
    }
}

/// The moves to consider at the root, at least one, and the progress of the current iteration.
pub(crate) struct RootMoves {
    /// The number of lines in the end.
    wanted: usize,
    /// Moves with a known value come first.
    moves: Vec<RootMove>,
    /// The number of moves for which the current iteration has found lines; they come first.
    found: usize,
    /// The values of the lines of the iteration before, best first.
    before: Vec<i32>,
    /// The moves laid out last, with their places in the game's order; kept, so that no iteration allocates it.
    laid_out: Vec<(usize, Move)>,
}

impl RootMoves {
    /// These moves, in the game's order, with this number of wanted lines, at least one. Until there is a better one,
    /// only `first` is known, with depth 0.
    pub(crate) fn new(wanted: usize, moves: &[Move], value: i32, first: Iteration) -> Self {
        let mut moves: Vec<RootMove> =
            moves.iter().enumerate().map(|(place, &mv)| RootMove { mv, place, known: None }).collect();
        moves[0].known = Some(RootLine { value, line: first });
        Self { wanted: wanted.clamp(1, moves.len()), moves, found: 0, before: Vec::new(), laid_out: Vec::new() }
    }

    /// The number of lines in the end.
    pub(crate) fn wanted(&self) -> usize {
        self.wanted
    }

    /// Lays the moves with which the next line of this iteration may begin into the arena, in the game's order. Says
    /// how many there are, and which to try first: the one that is thought the best of them.
    pub(crate) fn lay_out(&mut self, arena: &mut [Move]) -> (usize, usize) {
        let left = &self.moves[self.found..];
        let best = left[0].place;
        self.laid_out.clear();
        self.laid_out.extend(left.iter().map(|root_move| (root_move.place, root_move.mv)));
        self.laid_out.sort_unstable_by_key(|&(place, _)| place);
        for (to, &(_, mv)) in arena.iter_mut().zip(&self.laid_out) {
            *to = mv;
        }
        (self.laid_out.len(), self.laid_out.partition_point(|&(place, _)| place < best))
    }

    /// The value of the next line of this iteration in the iteration before.
    pub(crate) fn expected(&self) -> Option<i32> {
        self.before.get(self.found).copied()
    }

    /// The iteration at work has found its next line, which begins with one of the moves laid out.
    pub(crate) fn add(&mut self, value: i32, line: Iteration) {
        // At a chance root no one chooses among the outcomes: what is known is kept with the first.
        let is_it = |root_move: &RootMove| line.pv.first().is_none_or(|mv| root_move.mv == *mv);
        let Some(from) = self.moves.iter().position(is_it) else { return };
        self.moves[from].known = Some(RootLine { value, line });
        self.moves[self.found..=from].rotate_right(1);
        self.found += 1;
    }

    /// Between two iterations: this line is the best one.
    pub(crate) fn elect(&mut self, value: i32, line: Iteration) {
        self.add(value, line);
        self.found = 0;
    }

    /// The iteration is over, or nearly so: moves without a new line keep the old one. It is the turn of `turn`.
    pub(crate) fn close(&mut self, turn: Player) {
        let worth = |root_move: &RootMove| root_move.known.as_ref().map(|known| known.worth(turn));
        // The sort is stable: equal lines stay in the order in which they were found.
        self.moves[..self.found].sort_by(|a, b| match (worth(a), worth(b)) {
            (Some(a), Some(b)) => b.total_cmp(&a),
            _ => std::cmp::Ordering::Equal,
        });
        if self.found > 0 {
            // The line from before the search is none beside those that were searched.
            for root_move in &mut self.moves[self.found..] {
                root_move.known.take_if(|known| known.line.depth == 0);
            }
        }
        self.found = 0;
        let searched = self.moves.iter().filter_map(|root_move| root_move.known.as_ref());
        let searched = searched.filter(|known| known.line.depth > 0).take(self.wanted);
        self.before.clear();
        self.before.extend(searched.map(|known| known.value));
    }

    /// Whether there is only one move to choose.
    pub(crate) fn has_one_move(&self) -> bool {
        self.moves.len() == 1
    }

    /// Makes the line at this place the best one; if there are fewer lines, the last.
    pub(crate) fn put_first(&mut self, place: usize) {
        let place = place.min(self.lines().count() - 1);
        self.moves[..=place].rotate_right(1);
    }

    /// The lines, best first.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &Iteration> {
        self.moves.iter().filter_map(|root_move| Some(&root_move.known.as_ref()?.line)).take(self.wanted)
    }

    /// The same, to be changed.
    pub(crate) fn lines_mut(&mut self) -> impl Iterator<Item = &mut Iteration> {
        self.moves.iter_mut().filter_map(|root_move| Some(&mut root_move.known.as_mut()?.line)).take(self.wanted)
    }

    /// The value of the best one from MAX's view.
    pub(crate) fn value(&self) -> i32 {
        self.first_known().value
    }

    /// The best one.
    pub(crate) fn first(&self) -> &Iteration {
        &self.first_known().line
    }

    fn first_known(&self) -> &RootLine {
        // Something is known about the first move from the beginning, and only a better line replaces it.
        self.moves[0].known.as_ref().expect("the best root move has a line")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SearchScore;
    use std::time::Duration;

    fn line(depth: u32, mv: u32) -> Iteration {
        let (score, pv) = (SearchScore::Value(0), vec![Move(mv)]);
        Iteration {
            line: 1,
            depth,
            seldepth: 0,
            score,
            expectation: None,
            bound: None,
            solved: false,
            nodes: 0,
            visits: None,
            time: Duration::ZERO,
            pv,
        }
    }

    fn root_moves(wanted: usize) -> RootMoves {
        RootMoves::new(wanted, &[10, 11, 12, 13].map(Move), 5, line(0, 10))
    }

    fn firsts(root: &RootMoves) -> Vec<u32> {
        root.lines().map(|line| line.pv[0].0).collect()
    }

    /// The moves laid out, and which of them is tried first.
    fn laid_out(root: &mut RootMoves) -> (Vec<u32>, u32) {
        let mut arena = [Move(0); 4];
        let (count, first) = root.lay_out(&mut arena);
        (arena[..count].iter().map(|mv| mv.0).collect(), arena[first].0)
    }

    #[test]
    fn the_elected_line_is_the_best_one() {
        let mut root = root_moves(1);
        root.add(7, line(3, 12));
        root.close(Player::Max);
        root.elect(4, line(2, 11));
        assert_eq!((firsts(&root), root.value(), root.first().depth), (vec![11], 4, 2));
        assert_eq!(laid_out(&mut root), (vec![10, 11, 12, 13], 11), "no line is taken as found");
    }

    #[test]
    fn each_line_begins_with_another_move_and_the_best_of_before_is_tried_first() {
        let mut root = root_moves(2);
        assert_eq!((laid_out(&mut root), root.expected()), ((vec![10, 11, 12, 13], 10), None));
        root.add(30, line(1, 12));
        assert_eq!(laid_out(&mut root), (vec![10, 11, 13], 10));
        root.add(40, line(1, 11));
        root.close(Player::Max);
        assert_eq!((firsts(&root), root.value()), (vec![11, 12], 40));
        assert_eq!((laid_out(&mut root), root.expected()), ((vec![10, 11, 12, 13], 11), Some(40)));
        root.add(20, line(2, 12));
        assert_eq!((laid_out(&mut root), root.expected()), ((vec![10, 11, 13], 11), Some(30)));
    }

    #[test]
    fn what_an_unfinished_iteration_has_not_found_stays() {
        let mut root = root_moves(2);
        root.close(Player::Max);
        assert_eq!((firsts(&root), root.first().depth), (vec![10], 0), "nothing was searched");
        root.add(-3, line(1, 13));
        root.close(Player::Min);
        assert_eq!(firsts(&root), [13], "what was said before the search is no line beside it");
        root.add(-3, line(2, 13));
        root.add(-9, line(2, 11));
        root.close(Player::Min);
        root.add(7, line(3, 12));
        root.close(Player::Min);
        assert_eq!(firsts(&root), [12, 11], "as many as are wanted");
        assert_eq!(root.lines().map(|line| line.depth).collect::<Vec<_>>(), [3, 2]);
        root.put_first(1);
        assert_eq!(firsts(&root), [11, 12]);
        root.put_first(9);
        assert_eq!(firsts(&root), [12, 11], "there are no more");
    }

    #[test]
    fn lines_of_one_rounded_value_are_in_the_order_of_their_expectations() {
        let expected = |mv, expectation| Iteration { expectation: Some(expectation), ..line(1, mv) };
        for (turn, value) in [(Player::Max, 3), (Player::Min, -3)] {
            let mut root = root_moves(3);
            for (mv, expectation) in [(11, 3.125), (12, 3.0), (13, 3.25)] {
                root.add(value, expected(mv, expectation));
            }
            root.close(turn);
            assert_eq!(firsts(&root), [13, 11, 12], "{turn:?}");
        }
    }
}
