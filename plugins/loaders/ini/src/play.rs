//! Execution of moves, and detection of the end of the game.

use crate::goals::{Condition, Ending, Goal};
use crate::grid::Set;
use crate::moves::{Deed, Take, Wanted};
use crate::rules::{Chain, Rules};
use crate::state::State;
use plyd_plugin::{Move, Player};

impl Rules {
    /// Plays a legal move.
    pub(crate) fn play(&self, state: &mut State, mv: Move) {
        let side = state.side();
        state.quiet = state.quiet.saturating_add(1);
        let mut last = None;
        let (mut passes, mut chain) = (0, 0);
        match Deed::of(mv) {
            Deed::Go { from, to, take, promotion } => {
                last = Some(to).filter(|_| !self.custody.as_ref().is_some_and(|custody| custody.flips));
                chain = self.go(state, (from, to), take, promotion);
            }
            Deed::Place(place) => {
                state.quiet = 0;
                last = self.place(state, side, place);
            }
            Deed::Pass => passes = state.passes.saturating_add(1),
            Deed::Stop => {}
        }
        (state.chain, state.passes) = (chain, passes);
        if chain == 0 {
            state.turns = state.turns.saturating_add(1);
        }
        state.end = self.end(state, last.map(|cell| (side, cell)));
    }

    /// Moves a piece. Returns the new [`State::chain`].
    fn go(&self, state: &mut State, (from, to): (u32, u32), take: Take, promotion: Option<usize>) -> u16 {
        let side = state.side();
        let kind = if self.kinds.len() == 1 { 0 } else { state.kind(from) };
        let now = promotion.unwrap_or(kind);
        match take {
            Take::Nothing => {}
            Take::Target => state.clear(to),
            Take::Hopped => state.remove(self.hopped(from, to) & state.sides[1 - side]),
        }
        state.clear(from);
        state.put(side, now, to);
        let caught = self.custody(state, side, to);
        if take == Take::Nothing && now == kind && !caught {
            return 0;
        }
        state.quiet = 0;
        let goes_on = self.chain != Chain::No && take != Take::Nothing && now == kind && self.can_capture(state, to);
        if goes_on { to as u16 + 1 } else { 0 }
    }

    /// Places a piece. Returns its cell if no other cell changes.
    fn place(&self, state: &mut State, side: usize, place: u32) -> Option<u32> {
        let placing = self.placing.as_ref()?;
        if let Some(shapes) = &placing.shapes {
            let cells = shapes[side][place as usize].cells;
            state.sides[side] |= cells;
            state.set_kind(placing.kind, cells);
            return None;
        }
        state.put(side, placing.kind, place);
        state.hands[side] = state.hands[side].saturating_sub(1);
        self.custody(state, side, place);
        Some(place).filter(|_| !self.custody.as_ref().is_some_and(|custody| custody.flips))
    }

    /// Returns the cells that a hopping piece jumps over.
    fn hopped(&self, from: u32, to: u32) -> Set {
        let ((file, rank), (files, ranks)) = (self.board.place(from), self.board.place(to));
        let (files, ranks) = (files as i32 - file as i32, ranks as i32 - rank as i32);
        let mut line = self.board.line(from, (files.signum(), ranks.signum()));
        let mut hopped = Set::EMPTY;
        for _ in 0..files.abs().max(ranks.abs()) / 2 {
            if let Some(cell) = line.next() {
                hopped = hopped.with(cell);
            }
            line.next();
        }
        hopped
    }

    /// Captures or flips the enemies that the piece on a cell encloses. Returns whether there were any.
    fn custody(&self, state: &mut State, side: usize, cell: u32) -> bool {
        let Some(custody) = &self.custody else { return false };
        let caught = custody.caught(state.sides[side], state.sides[1 - side], cell);
        if custody.flips {
            state.sides[side] |= caught;
            state.sides[1 - side] = state.sides[1 - side].without(caught);
        } else if !caught.is_empty() {
            state.remove(caught);
        }
        !caught.is_empty()
    }

    /// Computes [`State::end`] of a position. `last` is the player and the cell if the last move only added one piece
    /// to an ongoing position; a newly fulfilled condition then involves that piece.
    pub(crate) fn end(&self, state: &State, last: Option<(usize, u32)>) -> u8 {
        let turn = state.side();
        // Goals of the player who made the move take precedence.
        let mover = if state.chain == 0 { 1 - turn } else { turn };
        for goal in &self.goals.goals {
            for player in [mover, 1 - mover] {
                if goal.players[player] && self.holds(goal, state, player, last) {
                    return ending(goal.result, state, player);
                }
            }
        }
        if self.plies_left(state) == 0 { 3 } else { 0 }
    }

    /// Returns the number of plies until a counter ends the game, or `u16::MAX`.
    pub(crate) fn plies_left(&self, state: &State) -> u16 {
        let left = |limit: Option<u32>, count: u32| limit.map_or(u16::MAX, |limit| limit.saturating_sub(count) as u16);
        left(self.goals.turns, state.turns).min(left(self.goals.quiet, state.quiet))
    }

    /// Whether a player fulfils the condition of a goal.
    fn holds(&self, goal: &Goal, state: &State, player: usize, last: Option<(usize, u32)>) -> bool {
        let own = &state.sides[player];
        let of_kinds = |kinds: u8| {
            if kinds == u8::MAX {
                return *own;
            }
            let kinds = (0..self.kinds.len()).filter(|kind| kinds >> kind & 1 == 1);
            kinds.fold(Set::EMPTY, |set, kind| set | state.of_kind(kind) & *own)
        };
        match &goal.condition {
            Condition::Reach { kinds: u8::MAX, all: false, region } => {
                let region = &region[player];
                (0..self.board.words()).any(|word| region.word_at(word) & own.word_at(word) != 0)
            }
            Condition::Reach { kinds, all: false, region } => region[player].meets(of_kinds(*kinds)),
            Condition::Reach { kinds, all: true, region } => {
                let pieces = of_kinds(*kinds);
                !pieces.is_empty() && pieces.without(region[player]).is_empty() && state.hands[player] == 0
            }
            Condition::Left { kinds, most } => {
                let placed = self.placing.as_ref().filter(|placing| kinds >> placing.kind & 1 == 1);
                let hand = match placed {
                    Some(placing) if placing.hands.is_none() => return false,
                    Some(_) => u32::from(state.hands[player]),
                    None => 0,
                };
                if *kinds == u8::MAX {
                    let counts = (0..self.board.words()).map(|word| own.word_at(word).count_ones());
                    return counts.sum::<u32>() + hand <= *most;
                }
                of_kinds(*kinds).len() + hand <= *most
            }
            Condition::Line { length, exactly, directions } => match last {
                // A removal elsewhere may shorten a longer line to the exact length.
                Some((side, cell)) if !exactly || self.only_grows() => {
                    side == player && directions.iter().any(|way| self.is_line(own, cell, *way, *length, *exactly))
                }
                _ => directions.iter().any(|way| self.has_line(own, *way, *length, *exactly)),
            },
            Condition::Square => match last {
                Some((side, _)) if side != player => false,
                _ => self.has_square(own),
            },
            Condition::Connect { ends, steps } => {
                let from = match last {
                    Some((side, _)) if side != player => return false,
                    Some((_, cell)) => Set::of(cell),
                    None => *own & ends[0][player],
                };
                let group = self.group(*own, from, steps);
                match last {
                    Some(_) => group.meets(ends[0][player]) && group.meets(ends[1][player]),
                    None => group.meets(ends[1][player]),
                }
            }
            Condition::NoMove => player == state.side() && !self.each_move(state, Wanted::All, |_| true),
            Condition::Passes(count) => state.passes >= *count,
        }
    }

    /// Whether pieces are only placed, and none ever moves or is removed.
    fn only_grows(&self) -> bool {
        self.placing.as_ref().is_some_and(|placing| placing.hands.is_none()) && self.custody.is_none()
    }

    /// Whether a cell belongs to a line of this length.
    fn is_line(&self, own: &Set, cell: u32, way: usize, length: u32, exactly: bool) -> bool {
        let run = |way: usize| {
            let (mut cell, mut count) = (cell, 0);
            while let Some(next) = self.beside(cell, way).filter(|next| own.has(*next)) {
                (cell, count) = (next, count + 1);
            }
            count
        };
        let found = 1 + run(way) + run(way + 4);
        if exactly { found == length } else { found >= length }
    }

    fn has_line(&self, own: &Set, way: usize, length: u32, exactly: bool) -> bool {
        let begins = |cell: &u32| self.beside(*cell, way + 4).is_none_or(|before| !own.has(before));
        own.into_iter().filter(begins).any(|cell| self.is_line(own, cell, way, length, exactly))
    }

    fn has_square(&self, own: &Set) -> bool {
        let beside = |cell: u32, way: usize| self.beside(cell, way).is_some_and(|next| own.has(next));
        own.into_iter().any(|cell| (0..3).all(|way| beside(cell, way)))
    }

    /// Returns the pieces connected to some cells.
    fn group(&self, own: Set, from: Set, steps: &[usize]) -> Set {
        let (mut reached, mut front) = (from, from);
        while !front.is_empty() {
            let near = front.into_iter().flat_map(|cell| steps.iter().filter_map(move |way| self.beside(cell, *way)));
            front = near.collect::<Set>() & own.without(reached);
            reached |= front;
        }
        reached
    }
}

fn ending(result: Ending, state: &State, player: usize) -> u8 {
    let won = |side: usize| side as u8 + 1;
    let counts = state.sides.map(Set::len);
    let by_count = |most: usize| match counts[0].cmp(&counts[1]) {
        std::cmp::Ordering::Equal => 3,
        std::cmp::Ordering::Greater => won(most),
        std::cmp::Ordering::Less => won(1 - most),
    };
    match result {
        Ending::Win => won(player),
        Ending::Loss => won(1 - player),
        Ending::Draw => 3,
        Ending::Most => by_count(Player::Max as usize),
        Ending::Fewest => by_count(Player::Min as usize),
    }
}
