//! The entry: from a position and limits to the answer.

use crate::algorithm::algorithms;
use crate::dfpn::Dfpn;
use crate::exact;
use crate::job::{SearchJob, Searcher};
use crate::line::{from_view, view};
use crate::mcts::Mcts;
use crate::pvs::Pvs;
use crate::solve::Solve;
use crate::{
    Algorithm, Control, Iteration, Root, SearchEvent, SearchResult, SearchScore, SearcherLimits, SearcherSettings,
    textbook,
};
use plyd_rules::{Facts, Game, Move, Moves, Outcome, Player, Repetition, Step, Want};
use plyd_textbook::Observer;

/// Searches for the best move of `root`.
///
/// The root itself is searched even if it is a repetition that ends the game, or drawn if claimed, so that a request
/// for a move gets one. Below it the game ends there for every algorithm, and positions before the root count. A root
/// all of whose moves are forbidden is finished.
///
/// The textbook algorithms search once, to the depth limit or to the end of the game, unless the limits require
/// iterations. The strong one always deepens ply by ply and ends when the tree is solved. `report` receives every
/// iteration on this thread. Before the answer of an unfinished game it always receives an [`SearchEvent::Iteration`]
/// with the answer's move and the final count of nodes. If the search is stopped early, the answer is the best root
/// move so far, or the first legal one. A move that proved better than the window is the best one, with a bound for its
/// score, although its value is not known yet. An error of the game ends the search in the same way, with
/// [`SearchResult::fault`] set.
///
/// An algorithm that cannot search the game, see [`Algorithm::refusal`](crate::Algorithm::refusal), answers the first
/// move, with the reason as its fault.
///
/// In a game with chance the score is an expectation, rounded to the nearest whole number, and the answer and every
/// iteration have the expectation itself. A win counts what the game says, however late it comes; only the strong
/// search gives its distance, and only if it comes with every outcome, at the latest then. Lines end at the first
/// chance node. If it is the turn of chance at the root, the answer is the expectation from MAX's view, without a move
/// and a line, and [`SearcherLimits::root_moves`] are the outcomes that are possible, with their weights; there is one
/// line, at any [`SearcherSettings::lines`] and [`SearcherSettings::strength`].
pub fn search<'a, G: Game, O: Observer>(
    root: &Root<'a, G>,
    settings: impl Into<SearcherSettings<'a>>,
    limits: &SearcherLimits,
    control: &'a Control,
    observer: &'a mut O,
    report: &'a mut dyn FnMut(SearchEvent<'_>),
) -> SearchResult {
    begin(root, settings.into(), limits, control, observer, report, Algorithm::run)
}

/// [`search`] by an algorithm of [`Algorithm::BY_DEPTH`], for callers that observe its tree: the other algorithms are
/// not compiled for the game and the observer.
///
/// # Panics
/// The algorithm is another one.
pub fn search_by_depth<'a, G: Game, O: Observer>(
    root: &Root<'a, G>,
    settings: impl Into<SearcherSettings<'a>>,
    limits: &SearcherLimits,
    control: &'a Control,
    observer: &'a mut O,
    report: &'a mut dyn FnMut(SearchEvent<'_>),
) -> SearchResult {
    begin(root, settings.into(), limits, control, observer, report, Algorithm::run_by_depth)
}

/// Answers what needs no search, and runs the algorithm by `run` for the rest.
fn begin<'a, G: Game, O: Observer>(
    root: &Root<'a, G>,
    settings: SearcherSettings<'a>,
    limits: &SearcherLimits,
    control: &'a Control,
    observer: &'a mut O,
    report: &'a mut dyn FnMut(SearchEvent<'_>),
    run: impl FnOnce(Algorithm, SearchJob<'_, G, O>) -> SearchResult,
) -> SearchResult {
    let Root { game, state, .. } = *root;
    let mut moves = vec![Move(0); game.facts().max_moves as usize];
    let step = game.examine(state, Want::MOVES.and(Want::VALUE), &mut Moves::new(&mut moves));
    if step.is_error() {
        return SearchResult { fault: Some(game.last_error(state)), ..SearchResult::default() };
    }
    let (root_turn, Facts { win, chance, repetition, .. }) = (step.turn(), game.facts());
    // A chance root is no one's turn, so the view there is MAX's.
    let turn = root_turn.player().unwrap_or(Player::Max);
    let expected = |value: i32| chance.map(|_| view(turn, value.into()));
    if !step.outcome().has_moves() {
        return without_move(control, report, finished_score(step), expected(step.worth(win)));
    }
    moves.truncate(step.count());
    root.retain_permitted(step.turn(), &mut moves);
    if moves.is_empty() {
        let step = stuck(step, repetition);
        return without_move(control, report, finished_score(step), expected(step.worth(win)));
    }
    if let Some(wanted) = &limits.root_moves {
        moves.retain(|mv| wanted.contains(mv));
    }
    let value = if step.is_ongoing() { step.value() } else { 0 };
    // Without those that its history forbids it is not: what is found of the others is not the position's own value.
    let is_whole = moves.len() == step.count();
    if moves.is_empty() {
        return without_move(control, report, SearchScore::Value(from_view(turn, value)), expected(value));
    }
    if let Some(refusal) = settings.algorithm.refusal(&game.facts(), limits) {
        let unsearched =
            Iteration::unsearched(SearchScore::Value(from_view(turn, value)), expected(value), control.elapsed());
        let iteration = Iteration { pv: vec![moves[0]], ..unsearched };
        report(SearchEvent::Iteration(&iteration));
        return SearchResult {
            best: Some(moves[0]),
            score: Some(iteration.score),
            fault: Some(refusal),
            ..SearchResult::default()
        };
    }
    let job = SearchJob { root, settings, limits, control, observer, report, turn, root_turn, value, moves, is_whole };
    run(settings.algorithm, job)
}

/// Has each algorithm run by the type of its row.
macro_rules! dispatch {
    ($($(#[$attribute:meta])* $variant:ident = $name:literal => $searcher:ty { $($use:ident),* },)+) => {
        impl Algorithm {
            fn run<G: Game, O: Observer>(self, job: SearchJob<'_, G, O>) -> SearchResult {
                match self {
                    $(Self::$variant => <$searcher>::run(job),)+
                }
            }

            /// Why it cannot search a game with these facts within these limits, in a sentence for people; `None` if it
            /// can.
            #[must_use]
            pub fn refusal(self, facts: &Facts, limits: &SearcherLimits) -> Option<String> {
                match self {
                    $(Self::$variant => <$searcher>::refusal(facts, limits),)+
                }
            }
        }
    };
}

algorithms!(dispatch);

/// Runs the algorithm that a game wishes for.
struct ResolvedAlgorithm;

impl Searcher for ResolvedAlgorithm {
    fn run<G: Game, O: Observer>(mut job: SearchJob<'_, G, O>) -> SearchResult {
        job.settings.algorithm = job.settings.algorithm.resolve(&job.root.game.facts());
        match job.settings.algorithm {
            Algorithm::Mcts => Mcts::run(job),
            _ if exact::is_wanted(&job) => exact::run(job),
            _ => Pvs::run(job),
        }
    }
}

impl Algorithm {
    /// Runs one of [`Self::BY_DEPTH`].
    fn run_by_depth<G: Game, O: Observer>(self, job: SearchJob<'_, G, O>) -> SearchResult {
        match self {
            Self::Minimax => textbook::MinimaxSearcher::run(job),
            Self::AlphaBeta => textbook::AlphaBetaSearcher::run(job),
            Self::Pvs => Pvs::run(job),
            other => panic!("{} does not search by depth", other.name()),
        }
    }
}

/// The answer about a position all of whose moves are forbidden. If a draw can be claimed it is drawn.
fn stuck(step: Step, rule: Option<Repetition>) -> Step {
    let outcome = rule.filter(|_| step.is_ongoing()).and_then(|rule| rule.verdict.stuck(step.player()));
    Step::new(outcome.unwrap_or(Outcome::Draw), step.turn())
}

/// Reports and answers a position in which no move can be chosen.
fn without_move(
    control: &Control,
    report: &mut dyn FnMut(SearchEvent<'_>),
    score: SearchScore,
    expectation: Option<f64>,
) -> SearchResult {
    let iteration = Iteration { solved: true, ..Iteration::unsearched(score, expectation, control.elapsed()) };
    report(SearchEvent::Iteration(&iteration));
    SearchResult { score: Some(score), expectation, solved: true, ..SearchResult::default() }
}

fn finished_score(step: Step) -> SearchScore {
    match step.outcome() {
        Outcome::Win(winner) if winner == step.player() => SearchScore::Win(0),
        Outcome::Win(_) => SearchScore::Loss(0),
        Outcome::Utility(value) => SearchScore::Value(from_view(step.player(), value)),
        Outcome::Draw | Outcome::DrawIfClaimed | Outcome::Ongoing | Outcome::Unknown => SearchScore::Value(0),
    }
}
