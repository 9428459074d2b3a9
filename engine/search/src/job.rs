//! Between the entry of a search and the algorithms: what each of them is given, and what it owes.

use crate::{Algorithm, Control, Root, SearchEvent, SearchResult, SearcherLimits, SearcherSettings};
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
