//! The strong search of games with chance: alpha-beta with iterative deepening, a table, the order of moves, and Star2
//! at chance nodes.
//!
//! It is a recursion of its own on the memory of [`Strong`], because its values are expectations. A window of one point
//! says little about an average, and what a turn or a late move is worth depends on the roll. So it has no null
//! windows, aspiration, quiescence, null move, reductions or futility, whatever the switches say.

mod average;
mod choice;
mod entries;
mod expected;
mod textbook;

pub(crate) use entries::known_expectation;
pub(crate) use textbook::Expectation;

use crate::deepening::{DeepeningRound, Iterate};
use crate::found::win_distance;
use crate::horizon::depends_on_path;
use crate::line::{BestLine, rounded, view};
use crate::strong::{SearchNode, Strong};
use crate::watch::WatchedTree;
use crate::{SearchScore, SearcherSettings, Techniques};
use average::OutcomeBounds;
use expected::Expected;
use plyd_rules::{Chance, Game, Move, Player, Turn};
use plyd_textbook::{Expectations, Observer, PrincipalVariation, WalkInterrupted, tell};

/// One strong search of a game with chance.
pub(crate) struct Averaging<'a, G: Game, O> {
    strong: Strong<'a, G, O>,
    chance: Chance,
    turn: Turn,
    /// Whether the table's values count. Where positions come again a value depends on the path, and what is known of
    /// wins in games without chance is not known here: so the table orders moves only.
    trusts_table: bool,
    /// The knowledge of the outcomes of chance nodes on the path, each at the place of its outcome in the arena.
    outcomes: Vec<OutcomeBounds>,
    /// The number of chance nodes above the node at work. The line of play ends at the first.
    averages: u32,
    /// The root's best so far.
    best: Option<Expected>,
}

impl<'a, G: Game, O: Observer> Averaging<'a, G, O> {
    /// A search of the tree's root, at which it is this turn, by the thread with this number.
    pub(crate) fn new(tree: WatchedTree<'a, G, O>, turn: Turn, settings: &SearcherSettings<'a>, number: usize) -> Self {
        let techniques = Techniques { aspiration: false, quiescence: false, ..settings.techniques.full_width() };
        let (chance, trusts_table) = (tree.chance(), !depends_on_path(&tree.facts));
        let strong = Strong::new(tree, &SearcherSettings { techniques, ..*settings }, number, None);
        Self { strong, chance, turn, trusts_table, outcomes: Vec::new(), averages: 0, best: None }
    }

    /// The bounds of all values.
    fn all(&self) -> Expectations {
        Expectations::all(self.chance)
    }
}

impl<'a, G: Game, O: Observer> Iterate<'a, G, O> for Averaging<'a, G, O> {
    const ALWAYS_DEEPENS: bool = true;
    const IS_BEST_FIRST: bool = true;

    fn iterate(&mut self, _: Player, round: DeepeningRound) -> Result<bool, WalkInterrupted> {
        let (strong, depth, turn) = (&mut self.strong, round.depth as usize, self.turn);
        strong.root_first = round.first;
        strong.root_is_whole = round.is_whole;
        (self.averages, self.best) = (0, None);
        strong.tree.begin(depth)?;
        let window = Expectations::OPEN;
        tell!(strong.tree, enter(window.entered(0, depth, 0, Move(0), turn)));
        let key = strong.table.map_or(0, |_| strong.own_table_key(0));
        let root = SearchNode { depth, count: round.count, key, ..SearchNode::ROOT };
        let found = self.search(root, turn, window, PrincipalVariation::ROOT)?;
        self.best = Some(found);
        Ok(found.lower_proven && found.upper_proven)
    }

    fn found(&mut self, turn: Player, round: DeepeningRound) -> Option<BestLine> {
        let best = self.best?;
        let expectation = view(turn, best.value);
        let score = match win_distance(best.win) {
            Some(plies) if (best.win > 0) == (turn == Player::Max) => SearchScore::Win(plies),
            Some(plies) => SearchScore::Loss(plies),
            None => SearchScore::Value(rounded(expectation)),
        };
        let pv = self.strong.tree.line();
        let value = rounded(best.value);
        Some(BestLine { value, score, expectation: Some(expectation), bound: None, depth: round.depth, pv })
    }

    fn tree(&mut self) -> &mut WatchedTree<'a, G, O> {
        &mut self.strong.tree
    }

    fn first(&self) -> usize {
        self.strong.root_first
    }
}
