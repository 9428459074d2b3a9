//! Between the entry of a search and the algorithms: what each of them is given, and what it owes.

use crate::{Algorithm, Control, Root, SearchEvent, SearchResult, SearcherSettings};
use plyd_rules::{Facts, Game, Move, Player, Turn};
use plyd_textbook::Observer;

/// A way to find the best move of a position, however it does so: by depth, by proof or by chance.
pub(crate) trait Searcher {
    /// Searches until the position is solved or the limits or the control end it, and answers.
    /// [`search`](crate::search) describes its reports.
    fn run<G: Game, O: Observer>(job: SearchJob<'_, G, O>) -> SearchResult;

    /// Why it cannot search a game with these facts within these limits, in a sentence for people; `None` if it can.
    fn refusal(_: &Facts, _: &SearcherLimits) -> Option<String> {
        None
    }
}

/// The refusal of games with chance by an algorithm that knows none.
pub(crate) fn refusal_of_chance(algorithm: Algorithm, facts: &Facts) -> Option<String> {
    facts.chance.map(|_| format!("`{}` does not search games with chance", algorithm.name()))
}

/// One search: an unfinished position with at least one move to choose from, how to search it, and who hears of it.
pub(crate) struct SearchJob<'a, G: Game, O> {
    pub(crate) root: &'a Root<'a, G>,
    pub(crate) settings: SearcherSettings<'a>,
    pub(crate) limits: &'a SearcherLimits,
    pub(crate) control: &'a Control,
    pub(crate) observer: &'a mut O,
    pub(crate) report: &'a mut dyn FnMut(SearchEvent<'_>),
    /// The player from whose view scores are: the player to move, and MAX at a chance root.
    pub(crate) turn: Player,
    /// Whose turn it is at the root.
    pub(crate) root_turn: Turn,
    /// The static value of the root, from MAX's view.
    pub(crate) value: i32,
    /// The root moves to choose from, or the outcomes of a chance root, in the game's order.
    pub(crate) moves: Vec<Move>,
    /// Whether these are all moves of the position.
    pub(crate) is_whole: bool,
}

/// The deepest search, in plies. Deeper trees are cut off there and valued statically.
pub const MAX_DEPTH: u32 = 1_024;

/// The most threads of a search.
pub const MAX_THREADS: usize = 256;

/// The stack of a search thread: room for the recursion of the deepest search, with plenty for a library's own
/// functions. The system supplies it on first use.
pub const STACK_BYTES: usize = 64 << 20;

/// The limits of one search, apart from time, which [`Control`](crate::Control) keeps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearcherLimits {
    /// The depth in plies, at least 1; more than [`MAX_DEPTH`] counts as that.
    pub depth: Option<u32>,
    /// The most nodes to visit, the root included.
    pub nodes: Option<u64>,
    /// End as soon as the side to move is known to win within this many plies, and search no deeper.
    pub mate_plies: Option<u32>,
    /// Whether the textbook algorithms deepen ply by ply even if the depth is the only limit above: there is a clock,
    /// or the answer may be requested at any time. The strong search always deepens.
    pub deepen: bool,
    /// Whether a clock may begin while it searches, for example if the move is pondered.
    pub ponders: bool,
    /// The root moves to consider, all legal and without repetition; `None` for all of them.
    pub root_moves: Option<Vec<Move>>,
}

impl SearcherLimits {
    /// The deepest iteration these limits allow.
    pub(crate) fn depth_limit(&self) -> u32 {
        self.depth.unwrap_or(MAX_DEPTH).min(self.mate_plies.unwrap_or(MAX_DEPTH)).clamp(1, MAX_DEPTH)
    }

    /// Whether to search ply by ply instead of directly to the depth limit.
    pub(crate) fn deepens(&self) -> bool {
        self.deepen || self.nodes.is_some() || self.mate_plies.is_some()
    }
}
