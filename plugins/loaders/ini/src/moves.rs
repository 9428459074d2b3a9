//! Move encoding, and generation of the legal moves of a position.

use crate::grid::Set;
use crate::rules::{Chain, Custody, Pass, Rules};
use crate::state::State;
use crate::tables::{Ray, RayKind};
use plyd_plugin::Move;
use std::cell::Cell;

/// The decoded action of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    /// Moves a piece from one cell to another.
    Go {
        from: u32,
        to: u32,
        take: Take,
        promotion: Option<usize>,
    },
    /// Places a piece on a cell, or a multi-cell piece at the placement with this index.
    Place(u32),
    Pass,
    /// Ends the captures of the piece that captured in this turn.
    Stop,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Take {
    Nothing,
    /// Captures the piece on the target cell.
    Target,
    /// Captures the enemies that were hopped over.
    Hopped,
}

const TO: u32 = 9;
const PROMOTION: u32 = 18;
const DEED: u32 = 22;
const CELL: u32 = (1 << TO) - 1;
const PLACE: u32 = 3 << DEED;
pub(crate) const PASS: Move = Move(4 << DEED);
pub(crate) const STOP: Move = Move(5 << DEED);

impl Deed {
    #[inline]
    pub(crate) fn of(mv: Move) -> Self {
        let take = match mv.0 >> DEED {
            0 => Take::Nothing,
            1 => Take::Target,
            2 => Take::Hopped,
            3 => return Self::Place(mv.0 & !PLACE),
            4 => return Self::Pass,
            _ => return Self::Stop,
        };
        let promotion = (mv.0 >> PROMOTION & 0xF).checked_sub(1).map(|kind| kind as usize);
        Self::Go { from: mv.0 & CELL, to: mv.0 >> TO & CELL, take, promotion }
    }
}

/// Filter for generated moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    All,
    /// Moves that capture, flip or promote.
    Noisy,
}

impl Rules {
    /// Visits the legal moves of an ongoing position, until a visit returns `true`. Returns whether one did.
    #[inline]
    pub(crate) fn each_move(&self, state: &State, wanted: Wanted, mut visit: impl FnMut(Move) -> bool) -> bool {
        let side = state.side();
        let sight = Sight::of(state, side);
        if state.chain != 0 {
            let may_stop = self.chain == Chain::May && wanted == Wanted::All;
            return self.each_ray(&sight, u32::from(state.chain) - 1, true, &mut visit) || may_stop && visit(STOP);
        }
        if let Some(placing) = self.placing.as_ref().filter(|placing| placing.hands.is_none() || state.hands[side] > 0)
        {
            if wanted == Wanted::Noisy && self.custody.is_none() {
                return false;
            }
            let taken = sight.taken;
            let mut found = false;
            let hits = |cell: u32| wanted == Wanted::All || self.custody_hits(state, None, cell);
            if let Some(shapes) = &placing.shapes {
                for (number, placed) in (0..).zip(&shapes[side]) {
                    if !placed.cells.meets(taken) && wanted == Wanted::All {
                        found = true;
                        if visit(Move(PLACE | number)) {
                            return true;
                        }
                    }
                }
            } else {
                let free = self.board.cells.without(taken);
                let free = if placing.gravity { free.without(free.up(self.board.files)) } else { free };
                for cell in free.into_iter().filter(|cell| hits(*cell)) {
                    found = true;
                    if visit(Move(PLACE | cell)) {
                        return true;
                    }
                }
            }
            return self.pass_if(!found, wanted, visit);
        }
        let found = Cell::new(false);
        let mut note = |mv| {
            found.set(true);
            visit(mv)
        };
        if self.forced_capture {
            if self.each_own(&sight, |from| self.each_ray(&sight, from, true, &mut note)) {
                return true;
            }
            if found.get() {
                return false;
            }
        }
        let captures = !self.forced_capture;
        let mut of_piece = |from: u32| {
            captures && self.each_ray(&sight, from, true, &mut note)
                || match wanted {
                    Wanted::All => self.each_ray(&sight, from, false, &mut note),
                    Wanted::Noisy => self.each_ray(&sight, from, false, &mut |mv| self.is_noisy(state, mv) && note(mv)),
                }
        };
        if self.each_own(&sight, &mut of_piece) {
            return true;
        }
        self.pass_if(!found.get(), wanted, visit)
    }

    #[inline]
    fn pass_if(&self, is_stuck: bool, wanted: Wanted, mut visit: impl FnMut(Move) -> bool) -> bool {
        let may_pass = self.pass == Pass::Always || self.pass == Pass::Stuck && is_stuck;
        wanted == Wanted::All && may_pass && visit(PASS)
    }

    /// Visits the cells of the pieces of the player to move, until a visit returns `true`.
    #[inline]
    fn each_own(&self, sight: &Sight<'_>, mut visit: impl FnMut(u32) -> bool) -> bool {
        for number in 0..self.board.words() {
            let mut word = sight.own.word_at(number);
            while word != 0 {
                if visit(number as u32 * u64::BITS + word.trailing_zeros()) {
                    return true;
                }
                word &= word - 1;
            }
        }
        false
    }

    /// Whether a move changes the material balance: it captures, flips or promotes.
    #[inline]
    pub(crate) fn is_noisy(&self, state: &State, mv: Move) -> bool {
        match Deed::of(mv) {
            Deed::Go { from, to, take, promotion } => {
                take != Take::Nothing
                    || promotion.is_some_and(|kind| kind != state.kind(from))
                    || self.custody_hits(state, Some(from), to)
            }
            Deed::Place(place) => {
                self.placing.as_ref().is_some_and(|placing| placing.shapes.is_none())
                    && self.custody_hits(state, None, place)
            }
            Deed::Pass | Deed::Stop => false,
        }
    }

    /// Visits the captures or the quiet moves of a piece.
    #[inline]
    fn each_ray(&self, sight: &Sight<'_>, from: u32, captures: bool, visit: &mut impl FnMut(Move) -> bool) -> bool {
        let kind = if self.kinds.len() == 1 { 0 } else { sight.state.kind(from) };
        let steps = self.tables.steps(sight.side, kind, from, captures);
        for (number, step) in steps.iter().enumerate() {
            let may = if captures { sight.enemies.word_at(number) } else { !sight.taken.word_at(number) };
            let mut ends = step & may;
            while ends != 0 {
                let to = number as u32 * u64::BITS + ends.trailing_zeros();
                if self.arrive(kind, sight.side, (from, to, captures.into()), visit) {
                    return true;
                }
                ends &= ends - 1;
            }
        }
        let rays = self.tables.rays(sight.side, kind, from, captures);
        rays.iter().any(|ray| self.along(sight, ray, (kind, from), visit))
    }

    #[inline]
    fn along(
        &self,
        sight: &Sight<'_>,
        ray: &Ray,
        (kind, from): (usize, u32),
        visit: &mut impl FnMut(Move) -> bool,
    ) -> bool {
        let Sight { side, own, enemies, taken, .. } = sight;
        let cells = self.tables.cells(ray);
        let mut arrive = |to: u16, deed: u32| self.arrive(kind, *side, (from, to.into(), deed), visit);
        match ray.kind {
            RayKind::Slide => {
                for (count, &cell) in (1..).zip(cells) {
                    if taken.has(cell.into()) {
                        break;
                    }
                    if count >= ray.least && arrive(cell, 0) {
                        return true;
                    }
                }
            }
            RayKind::Far => {
                let free = cells.iter().take_while(|cell| !taken.has((**cell).into()));
                return free.last().is_some_and(|cell| arrive(*cell, 0));
            }
            RayKind::Take => {
                for (count, &cell) in (1..).zip(cells) {
                    if taken.has(cell.into()) {
                        return enemies.has(cell.into()) && count >= ray.least && arrive(cell, 1);
                    }
                }
            }
            RayKind::Hop(over) => {
                let captures = over == 2 && ray.takes;
                for (count, pair) in (1..).zip(cells.chunks_exact(2)) {
                    let (middle, landing) = (u32::from(pair[0]), u32::from(pair[1]));
                    let hops = over & 1 != 0 && own.has(middle) || over & 2 != 0 && enemies.has(middle);
                    if !hops || taken.has(landing) {
                        break;
                    }
                    if count >= ray.least && arrive(pair[1], if captures { 2 } else { 0 }) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Visits a move, or one move for each possible promotion.
    #[inline]
    fn arrive(
        &self,
        kind: usize,
        side: usize,
        (from, to, deed): (u32, u32, u32),
        visit: &mut impl FnMut(Move) -> bool,
    ) -> bool {
        let mv = from | to << TO | deed << DEED;
        match &self.kinds[kind].promotion {
            Some((regions, choices)) if regions[side].has(to) => {
                choices.iter().any(|choice| visit(Move(mv | (*choice as u32 + 1) << PROMOTION)))
            }
            _ => visit(Move(mv)),
        }
    }

    /// Whether a piece on a cell can capture.
    pub(crate) fn can_capture(&self, state: &State, cell: u32) -> bool {
        self.each_ray(&Sight::of(state, state.side()), cell, true, &mut |_| true)
    }

    /// Whether a piece of the player to move that arrives on a cell encloses enemies between itself and another own
    /// piece.
    #[inline]
    fn custody_hits(&self, state: &State, from: Option<u32>, to: u32) -> bool {
        let Some(custody) = &self.custody else { return false };
        let side = state.side();
        let own = from.map_or(state.sides[side], |from| state.sides[side].without(Set::of(from)));
        !custody.caught(own, state.sides[1 - side], to).is_empty()
    }
}

/// A position from the viewpoint of the player to move.
struct Sight<'a> {
    state: &'a State,
    side: usize,
    own: &'a Set,
    enemies: &'a Set,
    taken: Set,
}

impl<'a> Sight<'a> {
    #[inline]
    fn of(state: &'a State, side: usize) -> Self {
        Self { state, side, own: &state.sides[side], enemies: &state.sides[1 - side], taken: state.occupied() }
    }
}

impl Custody {
    /// Returns the enemies enclosed in a row between a cell and another own piece.
    pub(crate) fn caught(&self, own: Set, enemies: Set, cell: u32) -> Set {
        let mut caught = Set::EMPTY;
        for line in &self.lines[cell as usize] {
            let mut between = Set::EMPTY;
            for (count, &next) in (0..).zip(line) {
                if own.has(next.into()) {
                    caught |= between;
                    break;
                }
                if count == self.longest || !enemies.has(next.into()) {
                    break;
                }
                between = between.with(next.into());
            }
        }
        caught
    }
}
