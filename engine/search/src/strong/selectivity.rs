//! Whether a search may overlook something, so that it looks deeper.
//!
//! The selective techniques, null move, late move reductions and pruning, internal iterative reduction, futility and
//! candidates, change values at equal depth. Each has a switch, and a game may forbid them all. So do evasions and
//! extensions, which overlook no moves, but look deeper in some lines than in others. All of them must not change this:
//!
//! - A win is a win. A value that depends on a skipped move or a null move is heuristic, and proves nothing about the
//!   tree below.
//! - Solved means the shortest win and the longest defence. A selective search may miss a shorter win, so only a
//!   full-width search calls a win or loss solved. As soon as a selective iteration finds one, the deepening restarts
//!   at full width, and the result found stays valid until it is confirmed. The two kinds of search do not see each
//!   other's table entries.

use super::{SearchNode, Strong};
use crate::Techniques;
use crate::found::NodeValue;
use plyd_rules::{Game, Want};
use plyd_textbook::{Observer, Path, VariationRow, WalkInterrupted, Window};

/// Mixed into the keys of entries of selective searches.
pub(crate) const SALT: u64 = 0x5E1E_C71B_E5EA_2C45;

/// The selective techniques that a search uses.
#[derive(Clone, Copy)]
pub(crate) struct Selectivity {
    pub(crate) null_move: bool,
    pub(crate) reductions: bool,
    pub(crate) internal_reduction: bool,
    pub(crate) futility: bool,
    pub(crate) candidates: bool,
    pub(crate) late_moves: bool,
    pub(crate) evasions: bool,
    pub(crate) check_extensions: bool,
    /// Whether a position that occurs for the second time below the root is a draw already.
    pub(crate) twofold_repetition: bool,
    pub(crate) singular_extensions: bool,
    /// Whether it is any of them.
    is_any: bool,
}

impl Selectivity {
    /// None of them: full width.
    pub(crate) const NONE: Self = Self {
        null_move: false,
        reductions: false,
        internal_reduction: false,
        futility: false,
        candidates: false,
        late_moves: false,
        evasions: false,
        check_extensions: false,
        twofold_repetition: false,
        singular_extensions: false,
        is_any: false,
    };

    /// Those among the techniques of a search.
    fn of(techniques: Techniques, path: Option<&mut Path>) -> Self {
        if techniques.equal_depth {
            return Self::NONE;
        }
        let Techniques { null_move, reductions, internal_reduction, futility, candidates, late_moves, .. } = techniques;
        let skips = null_move || reductions || internal_reduction || futility || candidates || late_moves;
        // There are evasions beyond the horizon only if quiescence searches there.
        let evasions = techniques.evasions && techniques.quiescence;
        let check_extensions = techniques.check_extensions;
        let twofold_repetition = path.is_some_and(|path| path.set_twofold(techniques.twofold_repetition));
        let singular_extensions = techniques.singular_extensions;
        let is_any = skips || evasions || check_extensions || twofold_repetition || singular_extensions;
        Self {
            null_move,
            reductions,
            internal_reduction,
            futility,
            candidates,
            late_moves,
            evasions,
            check_extensions,
            twofold_repetition,
            singular_extensions,
            is_any,
        }
    }
}

impl<G: Game, O: Observer> Strong<'_, G, O> {
    /// Lets the search overlook what the game and the switches allow.
    pub(crate) fn use_selectivity(&mut self) {
        self.selectivity = Selectivity::of(self.techniques, self.tree.path.as_mut());
        if self.selectivity.is_any {
            self.salt ^= SALT;
            // The techniques need the static value of a position before its moves are searched.
            self.inner = Want::MOVES.and(Want::VALUE);
        }
    }

    /// Makes the search full width from now on.
    pub(crate) fn search_full_width(&mut self) {
        if self.is_selective() {
            self.selectivity = Selectivity::NONE;
            self.salt ^= SALT;
            self.inner = Want::MOVES;
            if let Some(path) = &mut self.tree.path {
                path.set_twofold(false);
            }
        }
    }

    /// A result for a node, whose window is one point wide, without a search of all its moves: a value for the whole
    /// node, with no moves left, or a value for the removed moves. The move to try first, whose place is `hint`, stays.
    pub(crate) fn prune<const MAX: bool, const REPEATS: u8, const TEAM: bool>(
        &mut self,
        node: &mut SearchNode,
        hint: &mut Option<usize>,
        window: Window,
        row: VariationRow,
    ) -> Result<Option<NodeValue>, WalkInterrupted> {
        let Selectivity { null_move, futility, .. } = self.selectivity;
        let mut found = if futility { self.reverse_futility::<MAX>(*node, window) } else { None };
        if null_move && found.is_none() {
            found = self.null_move::<MAX, REPEATS, TEAM>(*node, window, row)?;
        }
        if found.is_some() {
            node.count = 0;
            return Ok(found);
        }
        Ok(if futility { self.futility::<MAX>(node, hint, window) } else { None })
    }

    /// Whether the search may overlook something.
    pub(crate) fn is_selective(&self) -> bool {
        self.selectivity.is_any
    }
}
