//! The output of a search: events during it, and the answer.

use plyd_rules::Move;
use std::time::Duration;

/// A value from the view of the player to move at the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchScore {
    /// A utility, a textbook win, or a heuristic value.
    Value(i32),
    /// A proven win in this many plies; 0 plies: the game is already won.
    Win(u32),
    /// A proven loss in this many plies; 0 plies: the game is already lost.
    Loss(u32),
}

/// A finished iteration, or as much of one as there was when the search ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Iteration {
    /// The rank of this line among the best lines, from 1.
    pub line: u32,
    /// Its depth in plies; 0 if not one root move was searched.
    pub depth: u32,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// The value of the first move of `pv` at this depth, or a bound of it.
    pub score: SearchScore,
    /// In a game with chance, the expectation that `score` rounds, from the same view; at a chance root from MAX's.
    pub expectation: Option<f64>,
    /// The kind of bound; `None` if the score is exact. Only an unfinished iteration reports a bound, including one in
    /// which the search ended.
    pub bound: Option<BoundSide>,
    /// Whether the score is final for the whole tree: no deeper search could change it.
    pub solved: bool,
    /// All nodes of the search so far.
    pub nodes: u64,
    /// How often the position behind the first move of `pv` was visited, by a search that counts visits.
    pub visits: Option<u64>,
    /// Time since the search started.
    pub time: Duration,
    /// The principal variation. It ends at the first chance node, and is empty only at a chance root, or if the game is
    /// over.
    pub pv: Vec<Move>,
}

impl Iteration {
    /// The result before a root move was searched.
    pub(crate) fn unsearched(score: SearchScore, expectation: Option<f64>, time: Duration) -> Self {
        let (line, depth, seldepth, nodes, pv) = (1, 0, 0, 0, Vec::new());
        Self { line, depth, seldepth, score, expectation, bound: None, solved: false, nodes, visits: None, time, pv }
    }
}

/// The relation of a score to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundSide {
    /// The true score is this or better.
    Lower,
    /// The true score is this or worse.
    Upper,
}

/// A report of a running search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SearchEvent<'a> {
    /// The result so far; the last one before the end with the line number 1 belongs to the answer.
    Iteration(&'a Iteration),
    /// After a second of search: a bound of the score of the iteration at work.
    Bound(&'a Iteration),
    /// After a second of search: the iteration of this depth begins with a root move.
    RootMove {
        /// The depth of the iteration.
        depth: u32,
        /// The move.
        mv: Move,
        /// Its number in this iteration, from 1.
        number: u32,
    },
    /// The system gave fewer threads than wanted: this many search.
    FewThreads(usize),
    /// About once a second: the search is alive.
    Progress {
        /// All nodes so far.
        nodes: u64,
        /// Time since the search started.
        time: Duration,
    },
    /// The depth bound was reached in an unfinished game, whose static value was taken there.
    DepthBound(u32),
}

/// The end of a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchResult {
    /// The best move; `None` if the game is over, at a chance root, or if the game's first answer was an error.
    pub best: Option<Move>,
    /// The reply to `best` that the search expects.
    pub ponder: Option<Move>,
    /// The score of the last reported iteration; `None` if the game could not even give its outcome.
    pub score: Option<SearchScore>,
    /// In a game with chance, the expectation that `score` rounds, from the same view; at a chance root from MAX's.
    pub expectation: Option<f64>,
    /// The kind of bound; `None` if the score is exact. It is a bound if the search ended while it examined a move that
    /// had proved better than expected.
    pub bound: Option<BoundSide>,
    /// All nodes visited.
    pub nodes: u64,
    /// Whether the value is proven for the whole tree, so that searching deeper is pointless.
    pub solved: bool,
    /// Why the game ended the search by an error, if it did.
    pub fault: Option<String>,
}
