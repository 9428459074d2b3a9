//! The value of a position by chance: both players move at random until the game is over.

use super::walk::TreeGrower;
use crate::Techniques;
use crate::ground::Valuation;
use plyd_rules::{Game, Moves, Outcome, Ruling, Step, Turn, Want, splitmix64};
use plyd_textbook::{Path, WalkInterrupted};

/// A game that is not over after this many plies is valued at its last position.
const MOST_PLIES: usize = 512;

impl Valuation {
    /// That of a search with these switches, of which none is on that the game has no use for.
    pub(super) fn of(techniques: Techniques) -> Self {
        match techniques {
            Techniques { game_playouts: true, .. } => Self::OwnPlayouts,
            Techniques { playouts: true, .. } => Self::Playouts,
            _ => Self::Heuristic,
        }
    }
}

impl<G: Game> TreeGrower<'_, G> {
    /// The worth of the end of a game that the game plays with itself from the unfinished position at this ply.
    pub(super) fn let_play_out(&mut self, from: usize, turn: Turn) -> Result<f64, WalkInterrupted> {
        let seed = self.random_number();
        let tree = &mut self.tree;
        let mut played = Moves::new(&mut self.later.moves);
        let end = tree.game.playout(&tree.states[from], seed, &mut played);
        if end.is_error() {
            return Err(tree.failed(from));
        }
        let count = played.len();
        self.later.tell(count, from, turn);
        let scale = self.growth.scale;
        if end.is_ongoing() {
            return Ok(scale.of_heuristic(end.value().into()));
        }
        Ok(scale.of_bound(scale.of_end(end)))
    }

    fn random_number(&mut self) -> u64 {
        splitmix64::next(&mut self.random)
    }

    /// The worth of the end of a random game from the unfinished position at this ply.
    pub(super) fn play_out(&mut self, from: usize, turn: Turn) -> Result<f64, WalkInterrupted> {
        let scale = self.growth.scale;
        let (mut ply, mut turn) = (from, turn);
        loop {
            let is_end = ply - from >= MOST_PLIES || ply + 1 >= self.tree.states.len() && !self.tree.deepen(ply);
            let want = if is_end { Want::VALUE } else { Want::MOVES };
            let tree = &mut self.tree;
            let room = &mut tree.arena[..tree.facts.max_moves as usize];
            let here = tree.game.examine(&tree.states[ply], want, &mut Moves::new(room));
            if here.is_error() {
                return Err(tree.failed(ply));
            }
            if is_end {
                return Ok(scale.of_heuristic(here.value().into()));
            }
            let mut count = here.count();
            // Forbidden moves are drawn again.
            let step = loop {
                if count == 0 {
                    let rule = self.tree.path.as_ref().map(Path::rule);
                    let stuck = rule.zip(turn.player()).and_then(|(rule, player)| rule.verdict.stuck(player));
                    return Ok(scale.of_bound(scale.of_end(Step::new(stuck.unwrap_or(Outcome::Draw), turn))));
                }
                let index = self.draw_move(count, ply, turn);
                let mv = self.tree.arena[index];
                let tree = &mut self.tree;
                let (above, below) = tree.states.split_at_mut(ply + 1);
                let also = tree.path.as_ref().map_or(Want::OUTCOME, Path::want);
                let step = tree.game.step(&above[ply], mv, &mut below[0], also, &mut Moves::new(&mut []));
                if step.is_error() {
                    return Err(tree.failed(ply + 1));
                }
                let repeated = tree.path.as_mut().filter(|_| step.is_ongoing()).and_then(|path| {
                    let repeated = path.note(ply + 1, step);
                    repeated.map(|_| path.rule().ruling(turn, mv))
                });
                match repeated {
                    None | Some(Ruling::GoesOn) => break step,
                    Some(Ruling::Ends(outcome)) => {
                        return Ok(scale.of_bound(scale.of_end(Step::new(outcome, turn))));
                    }
                    Some(Ruling::Forbidden) => {
                        count -= 1;
                        self.tree.arena.swap(index, count);
                    }
                }
            };
            if !step.is_ongoing() {
                return Ok(scale.of_bound(scale.of_end(step)));
            }
            (ply, turn) = (ply + 1, step.turn());
        }
    }

    /// The place of a random move among the first in the walk's memory.
    fn draw_move(&mut self, count: usize, ply: usize, turn: Turn) -> usize {
        let random = self.random_number();
        let below = |limit: u64| ((u128::from(random) * u128::from(limit)) >> 64) as u64;
        if turn != Turn::Chance {
            return below(count as u64) as usize;
        }
        self.weights.clear();
        self.weights.resize(count, 1);
        let tree = &self.tree;
        tree.game.weights(&tree.states[ply], &tree.arena[..count], &mut self.weights);
        let mut left = below(self.weights.iter().map(|&weight| u64::from(weight)).sum());
        let is_it = |&weight: &u32| {
            let is_it = left < u64::from(weight);
            left = left.saturating_sub(weight.into());
            is_it
        };
        self.weights.iter().position(is_it).unwrap_or(0)
    }
}
