//! The proof-number search at the root.

use super::numbers::ProofNumbers;
use super::recursion::{ProofLimit, ProofSearch, for_mover};
use crate::NoObserver;
use crate::inquiry::ProofNode;
use crate::questions::{QuestionSearch, RootChoice, RootQuestion, WON};
use crate::watch::WatchedTree;
use plyd_rules::{Game, Move, Player};
use plyd_textbook::WalkInterrupted;

impl<'a, G: Game> QuestionSearch<'a, G> for ProofSearch<'a, G> {
    fn ask(&mut self, choices: &mut [RootChoice], question: RootQuestion) -> Result<Option<usize>, WalkInterrupted> {
        self.prepare(question);
        let RootQuestion { least, ends } = question;
        let by_distance = self.inquiry.by_distance();
        if !by_distance && let Some(place) = choices.iter().position(|choice| choice.low >= least) {
            return Ok(Some(place));
        }
        // Those that are not settled, by their places.
        let is_open = |choice: &RootChoice| by_distance || choice.high >= least;
        let open: Vec<usize> = (0..choices.len()).filter(|&place| is_open(&choices[place])).collect();
        let tree = &mut self.inquiry.tree;
        tree.begin(self.inquiry.horizon.min(tree.plies()))?;
        tree.reserve(open.len());
        for (to, &place) in tree.arena.iter_mut().zip(&open) {
            *to = choices[place].mv;
        }
        let root = ProofNode { count: open.len(), ..ProofNode::ROOT };
        // A move that is not looked at has no known result.
        self.children.clear();
        let outcome = self.root(root);
        let seen: Vec<ProofNumbers> = self.children.iter().copied().take(open.len()).collect();
        let easy = |numbers: ProofNumbers| match self.inquiry.turn {
            Player::Max => for_mover::<true>(numbers).0,
            Player::Min => for_mover::<false>(numbers).0,
        };
        let easiest = (0..seen.len()).min_by_key(|&index| easy(seen[index]));
        match (outcome, easiest) {
            (Ok(found), Some(index)) if easy(found) == 0 => {
                let choice = &mut choices[open[index]];
                if ends.proves_low() {
                    choice.low = choice.low.max(if seen[index].outright { WON } else { least });
                }
                Ok(Some(open[index]))
            }
            (Ok(found), _) if easy(found) == super::numbers::NEVER => {
                if ends.proves_high() {
                    for (&place, numbers) in open.iter().zip(&seen) {
                        let high = if numbers.outright { -WON } else { least - 1 };
                        choices[place].high = choices[place].high.min(high);
                    }
                }
                Ok(None)
            }
            // Undecided: the move that is the easiest to win by goes first.
            (_, easiest) => {
                if let Some(index) = easiest {
                    choices[..=open[index]].rotate_right(1);
                }
                Err(WalkInterrupted)
            }
        }
    }

    fn line(&mut self, first: Move, _value: i32) -> Vec<Move> {
        vec![first]
    }

    fn tree(&mut self) -> &mut WatchedTree<'a, G, NoObserver> {
        &mut self.inquiry.tree
    }
}

impl<G: Game> ProofSearch<'_, G> {
    /// Looks into the moves of the root until the question is decided.
    fn root(&mut self, root: ProofNode) -> Result<ProofNumbers, WalkInterrupted> {
        match (self.inquiry.turn, self.inquiry.has_repetition()) {
            (Player::Max, false) => self.node::<true, false>(root, ProofLimit::NONE),
            (Player::Min, false) => self.node::<false, false>(root, ProofLimit::NONE),
            (Player::Max, true) => self.node::<true, true>(root, ProofLimit::NONE),
            (Player::Min, true) => self.node::<false, true>(root, ProofLimit::NONE),
        }
    }
}
