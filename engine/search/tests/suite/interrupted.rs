//! A search that ends while it searches a move again that proved better than the window.

use crate::random::SeededRandom;
use crate::restless::RestlessGame;
use plyd_plugin::testing::try_open as open;
use plyd_rules::{Game, Move, Player};
use plyd_search::{
    Algorithm, BoundSide, Control, EnteredNode, Iteration, LeafKind, Observer, Root, SearchEvent, SearchScore,
    SearcherLimits, SearcherSettings, TranspositionTable,
};
use plyd_trials::observed::search;

/// Follows the root of the iteration at work.
struct RootFollower<'a> {
    control: &'a Control,
    /// It stops the search at this node.
    stop_at: u64,
    nodes: u64,
    /// The root, with its window as it is now.
    root: Option<EnteredNode>,
    /// The root move that was entered last, and how often it was entered without being left.
    entered: Option<EnteredNode>,
    open: u32,
    /// Whether that is not the first move of this window.
    is_later: bool,
    /// The move that proved better than a window, and its least worth, until a larger window gives its value.
    failed_high: Option<(Move, f64)>,
}

impl<'a> RootFollower<'a> {
    fn new(control: &'a Control, stop_at: u64) -> Self {
        Self { control, stop_at, nodes: 0, root: None, entered: None, open: 0, is_later: false, failed_high: None }
    }
}

impl Observer for RootFollower<'_> {
    fn enter(&mut self, node: EnteredNode) {
        self.nodes += 1;
        if self.nodes == self.stop_at {
            self.control.stop();
        }
        if node.ply == 0 {
            (self.root, self.entered) = (Some(node), None);
        } else if node.ply == 1 {
            // A position may be entered within itself, to confirm a null move.
            if self.open == 0 {
                (self.is_later, self.entered) = (self.entered.is_some(), Some(node));
            }
            self.open += 1;
        }
    }

    fn leaf(&mut self, ply: usize, value: f64, _: LeafKind) {
        self.leave(ply, value);
    }

    fn leave(&mut self, ply: usize, value: f64) {
        if ply != 1 {
            return;
        }
        self.open -= 1;
        if self.open > 0 {
            return;
        }
        let (root, child) = (self.root.unwrap(), self.entered.unwrap());
        // Of a later move it is asked with a window of one point whether it is better, and then how much.
        let is_question = self.is_later && child.beta - child.alpha <= 1.0 && child.depth + 1 == root.depth;
        let is_better = is_question && root.alpha < value && value < root.beta;
        self.failed_high = is_better.then_some((child.mv, value));
    }

    fn update(&mut self, ply: usize, _: usize, best: f64, alpha: f64, beta: f64) {
        if ply > 0 {
            return;
        }
        let root = self.root.as_mut().unwrap();
        if if root.turn == Player::Max { best >= root.beta } else { best <= root.alpha } {
            (self.failed_high, self.is_later) = (Some((self.entered.unwrap().mv, best)), false);
        }
        (root.alpha, root.beta) = (alpha, beta);
    }
}

/// The searches that ended after a move had proved better than expected, and before its value was known.
#[derive(Default)]
struct InterruptedSearches {
    /// It was better than the window of the iteration.
    of_window: u32,
    /// It was better than the moves before it.
    of_later_moves: u32,
}

impl InterruptedSearches {
    /// Ends a search. If it knew such a move then, that must be a line of the answer, with a bound; the first line is
    /// the answer.
    fn add<G: Game<State: 'static>>(
        &mut self,
        game: &G,
        root: &G::State,
        lines: usize,
        limits: &SearcherLimits,
        stop_at: u64,
    ) {
        let (table, control) = (TranspositionTable::new(1).unwrap(), Control::new());
        let settings = SearcherSettings { table: Some(&table), lines, ..Algorithm::Pvs.into() };
        let mut last: Vec<Iteration> = Vec::new();
        let mut report = |event: SearchEvent<'_>| {
            if let SearchEvent::Iteration(iteration) = event {
                last.truncate(iteration.line as usize - 1);
                last.push(iteration.clone());
            }
        };
        let mut follower = RootFollower::new(&control, stop_at);
        let answer = search(&Root::new(game, root), settings, limits, &control, &mut follower, &mut report);
        assert_eq!((answer.best, answer.nodes), (last[0].pv.first().copied(), last[0].nodes));
        assert_eq!((answer.score, answer.bound), (Some(last[0].score), last[0].bound));
        assert!(answer.nodes - stop_at.min(answer.nodes) <= 256, "stopped at {stop_at}, {} nodes", answer.nodes);
        let mut bounds = last.iter().filter(|line| line.bound.is_some());
        let Some((mv, value)) = follower.failed_high else {
            assert_eq!(bounds.next(), None);
            return;
        };
        let seen = if game.turn(root) == Player::Max { value } else { -value };
        let line = bounds.next().expect("the move is forgotten");
        assert_eq!((line.bound, line.score), (Some(BoundSide::Lower), SearchScore::Value(seen as i32)), "{line:?}");
        // The table may know a reply.
        assert!(line.pv.first() == Some(&mv) && line.pv.len() <= 2 && !line.solved, "{line:?}");
        assert!(bounds.next().is_none() && (lines > 1 || line.line == 1));
        *(if follower.is_later { &mut self.of_later_moves } else { &mut self.of_window }) += 1;
    }

    /// So many searches of a restless game, each ended at another node.
    fn of_restless(
        lines: usize,
        limits: &SearcherLimits,
        mut end: impl FnMut(&mut SearcherLimits, u64) -> Option<u64>,
    ) -> Self {
        let (game, mut ends, mut random) = (RestlessGame::new(4), Self::default(), SeededRandom(1));
        for _ in 0..30 {
            let root = random.below(u64::MAX);
            for nodes in (200..12_000).step_by(97) {
                let mut limits = limits.clone();
                let stop_at = end(&mut limits, nodes).unwrap_or(u64::MAX);
                ends.add(&game, &root, lines, &limits, stop_at);
            }
        }
        ends
    }

    fn assert_many(&self, least: u32) {
        let Self { of_window, of_later_moves } = *self;
        assert!(of_window >= least && of_later_moves >= least, "{of_window} and {of_later_moves}");
    }
}

fn end_by_nodes(limits: &mut SearcherLimits, nodes: u64) -> Option<u64> {
    limits.nodes = Some(nodes);
    None
}

#[test]
fn a_move_that_proved_better_than_expected_is_played_when_the_nodes_end() {
    InterruptedSearches::of_restless(1, &SearcherLimits::default(), end_by_nodes).assert_many(50);
}

#[test]
fn it_is_played_after_a_stop() {
    InterruptedSearches::of_restless(1, &SearcherLimits::default(), |_, nodes| Some(nodes)).assert_many(50);
}

#[test]
fn it_is_one_of_several_lines() {
    InterruptedSearches::of_restless(3, &SearcherLimits::default(), end_by_nodes).assert_many(50);
}

#[test]
fn it_is_played_where_some_moves_are_left_out() {
    let limits = SearcherLimits { root_moves: Some([4, 2, 3].map(Move).to_vec()), ..SearcherLimits::default() };
    InterruptedSearches::of_restless(1, &limits, end_by_nodes).assert_many(50);
}

#[test]
fn a_better_move_of_chess_is_not_forgotten() {
    let mut ends = InterruptedSearches::default();
    // Values of quiet positions rarely leave the window, so these have combinations.
    for setup in [
        "5rk1/1ppb3p/p1pb4/6q1/3P1p1r/2P1R2P/PP1BQ1P1/5RKN w - - 0 1",
        "r1b1kb1r/3q1ppp/pBp1pn2/8/Np3P2/5B2/PPP3PP/R2Q1RK1 w kq - 0 1",
    ] {
        let (game, root) = open::<chess::Chess>(setup, "").unwrap();
        for nodes in (1_000..30_000).step_by(400) {
            ends.add(&game, &root, 1, &SearcherLimits { nodes: Some(nodes), ..SearcherLimits::default() }, u64::MAX);
        }
    }
    ends.assert_many(1);
}
