//! One iteration of the strong search, with a small window around the value that is expected: what is better or worse
//! than that need only be known to be so ("aspiration window").

use crate::deepening::{DeepeningRound, Iterate};
use crate::found::{INFINITY, is_win};
use crate::line::{BestLine, score};
use crate::strong::Strong;
use crate::watch::{PROGRESS_INTERVAL, WatchedTree, nodes};
use crate::{BoundSide, Iteration, SearchEvent};
use plyd_rules::{Game, Move, Player};
use plyd_textbook::{Observer, WalkInterrupted, Window};

/// Iterations before this one are cheap, and their values waver.
const FIRST_DEPTH: u32 = 4;

/// An end of the window that would be moved by more than this many times the first margin is opened altogether.
const WIDE: i32 = 20;

impl<'a, G: Game, O: Observer> Iterate<'a, G, O> for Strong<'a, G, O> {
    const ALWAYS_DEEPENS: bool = true;
    const IS_BEST_FIRST: bool = true;

    fn iterate(&mut self, turn: Player, round: DeepeningRound) -> Result<bool, WalkInterrupted> {
        self.root_first = round.first;
        self.root_is_whole = round.is_whole;
        self.failed_high = None;
        let mut window = Window { alpha: -INFINITY, beta: INFINITY };
        let mut margin = self.margin;
        let is_expected = |value: &i32| self.techniques.aspiration && round.depth >= FIRST_DEPTH && !is_win(*value);
        if let Some(value) = round.expected.filter(is_expected) {
            window = Window { alpha: value - margin, beta: value + margin };
        }
        if let Some(claim) = round.claim {
            // Whether there is anything as good, and nothing else.
            if claim > 0 {
                window.alpha = claim - 1
            } else {
                window.beta = claim + 1
            }
            let found = self.start(turn, round.depth as usize, round.count, window)?;
            if found.value <= window.alpha || found.value >= window.beta {
                // A later move has spoilt what an earlier one promised.
                self.tree.root_value = None;
            }
            return Ok(found.lower_proven && found.upper_proven);
        }
        loop {
            let found = self.start(turn, round.depth as usize, round.count, window)?;
            margin = margin.saturating_mul(4);
            if found.value <= window.alpha {
                self.tell_bound(turn, round, found.value, Player::Min);
                window.alpha = self.widened(found.value, -margin);
                self.keep(turn, Player::Min, found.value);
            } else if found.value >= window.beta {
                self.tell_bound(turn, round, found.value, Player::Max);
                window.beta = self.widened(found.value, margin);
                self.keep(turn, Player::Max, found.value);
            } else {
                return Ok(found.lower_proven && found.upper_proven);
            }
        }
    }

    fn found(&mut self, turn: Player, round: DeepeningRound) -> Option<BestLine> {
        let (value, bound, pv) = match (self.failed_high, self.tree.root_value) {
            (Some((place, value)), _) => (value, Some(BoundSide::Lower), vec![self.tree.arena[place]]),
            (None, Some(value)) => (value, None, self.line(value, round.depth)),
            (None, None) => return None,
        };
        Some(BestLine { value, score: score(value, turn), expectation: None, bound, depth: round.depth, pv })
    }

    fn tree(&mut self) -> &mut WatchedTree<'a, G, O> {
        &mut self.tree
    }

    fn first(&self) -> usize {
        self.root_first
    }

    fn may_overlook(&self) -> bool {
        self.is_selective()
    }

    fn skips_moves(&self) -> bool {
        self.selectivity.candidates || self.selectivity.twofold_repetition
    }

    fn overlook_nothing(&mut self) {
        self.search_full_width();
    }

    fn reply(&mut self, turn: Player, mv: Move) -> Option<Move> {
        self.known_reply(turn, mv)
    }
}

impl<G: Game, O: Observer> Strong<'_, G, O> {
    /// The value proved better than the window for `better_for`. Where that is the player to move, the move that showed
    /// it is the one to play, should the search end before more is known.
    fn keep(&mut self, turn: Player, better_for: Player, value: i32) {
        self.failed_high = (better_for == turn).then_some((self.root_first, value));
    }

    /// After a second: says that the value is better than this for `better_for`.
    fn tell_bound(
        &mut self,
        turn: Player,
        DeepeningRound { line, depth, .. }: DeepeningRound,
        value: i32,
        better_for: Player,
    ) {
        let time = self.tree.supervisor.control().elapsed();
        if time < PROGRESS_INTERVAL {
            return;
        }
        let bound = Some(if better_for == turn { BoundSide::Lower } else { BoundSide::Upper });
        let (seldepth, nodes) = (self.tree.seldepth as u32, nodes(&self.tree));
        let pv = vec![self.tree.arena[self.root_first]];
        let told = Iteration {
            line,
            depth,
            seldepth,
            score: score(value, turn),
            expectation: None,
            bound,
            solved: false,
            nodes,
            visits: None,
            time,
            pv,
        };
        self.tree.supervisor.report(SearchEvent::Bound(&told));
    }

    /// A bound this much farther out; after a few steps there is none.
    fn widened(&self, value: i32, by: i32) -> i32 {
        if by.abs() > WIDE * self.margin || is_win(value) { by.signum() * INFINITY } else { value + by }
    }
}
