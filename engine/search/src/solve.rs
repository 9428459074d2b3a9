//! The solver: null windows over the values of finished games only.
//!
//! A question about the root, see [`crate::questions`], is a window between two neighbouring values, the same at all
//! nodes. No position has a heuristic value, so there is no horizon and no deepening: each entry of the table is a
//! proof, of use to every later question and search. The order of moves is the game's own, and what cut elsewhere;
//! before a move is searched, the table may know one that answers the question ("enhanced transposition cut-offs", J.
//! Schaeffer and A. Plaat, 1996). The README.md of this crate, "Solving", has the rest.

mod bounds;
mod line;
mod order;
mod recursion;
mod root;
mod team;

use crate::helpers::with_helpers;
use crate::job::{SearchJob, Searcher, refusal_of_chance};
use crate::questions::RootQuestions;
use crate::shared::NodeBudget;
use crate::tablebase;
use crate::watch::{SearchWatch, WatchedTree};
use crate::{Algorithm, MAX_DEPTH, MAX_THREADS, SearchResult, SearcherLimits};
use bounds::{BoundScale, ProofTable};
use order::ProofHistory;
use plyd_rules::{Facts, Game};
use plyd_textbook::{NoObserver, Observer};
use recursion::Solver;
use root::Leader;
use team::{ProofThreadStart, Team, help};

/// Solving by null windows.
pub(crate) struct Solve;

impl Searcher for Solve {
    fn run<G: Game, O: Observer>(job: SearchJob<'_, G, O>) -> SearchResult {
        let facts = job.root.game.facts();
        let table = job.settings.table.filter(|_| facts.has_key);
        let threads = if table.is_some() { job.settings.threads.clamp(1, MAX_THREADS) } else { 1 };
        let shared = NodeBudget::new(job.control, job.limits.nodes.unwrap_or(u64::MAX), threads, facts.max_moves);
        let mut questions = RootQuestions::new(&job);
        let SearchJob { root, settings, limits, report, turn, .. } = job;
        let techniques = settings.techniques.for_game(facts.abilities);
        let tablebase = tablebase::of_game(settings.tablebase, &facts);
        let start = ProofThreadStart { root, turn, plies: plies(&facts, limits), table, tablebase, techniques };
        let bounds = table.map(ProofTable::begin);
        // The caller's observer is not used, so there is one recursion for each game, not one for each observer too.
        let mut observer = NoObserver;
        let tree = WatchedTree::new(root, start.plies, &mut observer, SearchWatch::new(&shared, report));
        let inquiry = start.inquiry(tree);
        if threads == 1 {
            return questions.run(Solver::new(inquiry, bounds, techniques, None, 0));
        }
        let team = Team::new();
        let work = |number, _| help(number, &start, &shared, &team);
        with_helpers(threads - 1, settings.experience, &shared, &work, |helpers| {
            let solver = Solver::new(inquiry, bounds, techniques, Some(&team), 0);
            questions.run(Leader { solver, team: &team, shared: &shared, helpers, has_begun: false })
        })
    }

    fn refusal(facts: &Facts, limits: &SearcherLimits) -> Option<String> {
        refusal_of_chance(Algorithm::Solve, facts).or_else(|| refusal_of_length(facts, limits))
    }
}

/// The most places for moves of one path: their memory is some 16 MiB.
const MOST_MOVES: u64 = 1 << 20;

/// Why a game cannot be solved depth first within these limits, if so.
pub(crate) fn refusal_of_length(facts: &Facts, limits: &SearcherLimits) -> Option<String> {
    let plies = u64::from(plies(facts, limits));
    if plies > u64::from(MAX_DEPTH) {
        let longest = match facts.max_plies {
            Facts::UNBOUNDED => "of any length".to_owned(),
            plies => format!("of up to {plies} plies"),
        };
        return Some(format!(
            "`solve` follows every line to its end, and this position has games {longest}, but there is room for \
             {MAX_DEPTH} plies; limit them by `depth` or `mate`, or take the algorithm `dfpn`"
        ));
    }
    (plies * u64::from(facts.max_moves) > MOST_MOVES).then(|| {
        format!(
            "`solve` keeps all moves of a line, and this position has lines of {plies} plies with {} moves each, but \
             there is room for {MOST_MOVES} moves; limit the plies by `depth` or `mate`, or take the algorithm `dfpn`",
            facts.max_moves
        )
    })
}

/// The most plies of a line.
fn plies(facts: &Facts, limits: &SearcherLimits) -> u32 {
    let limit = limits.depth.into_iter().chain(limits.mate_plies).min().unwrap_or(u32::MAX);
    facts.max_plies.min(limit)
}
