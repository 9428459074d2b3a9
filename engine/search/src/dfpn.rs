//! Depth-first proof-number search (A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002).
//!
//! A question about the root, see [`crate::questions`], is true or false. The proof number of a position says how many
//! positions at least have to be looked at to prove it, the disproof number how many to disprove it. The search follows
//! the line that is the easiest to settle. So it finds long forced wins, and is at home where some moves leave few
//! replies. It goes as deep as it pays, so games may be of any length. The README.md of this crate, "Solving", has
//! the rest.

mod numbers;
mod recursion;
mod root;

use crate::inquiry::Inquiry;
use crate::job::{SearchJob, Searcher, refusal_of_chance};
use crate::questions::RootQuestions;
use crate::shared::NodeBudget;
use crate::solve::{self, Solve};
use crate::tablebase;
use crate::watch::{SearchWatch, WatchedTree};
use crate::{Algorithm, MAX_DEPTH, SearchResult, SearcherLimits, TranspositionTable};
use numbers::NumberTable;
use plyd_rules::{Facts, Game};
use plyd_textbook::{NoObserver, Observer};
use recursion::ProofSearch;

/// Proof-number search.
pub(crate) struct Dfpn;

/// The size in MiB of the search's own table if it is given none: it cannot work without one.
const OWN_MEBIBYTES: usize = 4;

impl Searcher for Dfpn {
    fn run<G: Game, O: Observer>(job: SearchJob<'_, G, O>) -> SearchResult {
        let facts = job.root.game.facts();
        if job.limits.mate_plies.is_some() && solve::refusal_of_length(&facts, job.limits).is_none() {
            // Of the wins within some plies, null windows find the shortest one with fewer nodes.
            return Solve::run(job);
        }
        let mut questions = RootQuestions::new(&job);
        // Without keys a position is known by its path from this root, which is meaningless to another search.
        let table = job.settings.table.filter(|_| facts.has_key);
        let own = if table.is_none() { TranspositionTable::new(OWN_MEBIBYTES) } else { None };
        let Some(table) = table.or(own.as_ref()) else {
            let fault = format!("there is no memory for the {OWN_MEBIBYTES} MiB that `dfpn` needs at least");
            return SearchResult { best: job.moves.first().copied(), fault: Some(fault), ..SearchResult::default() };
        };
        let shared = NodeBudget::new(job.control, job.limits.nodes.unwrap_or(u64::MAX), 1, facts.max_moves);
        let SearchJob { root, settings, limits, report, turn, .. } = job;
        let techniques = settings.techniques.for_game(facts.abilities);
        let plies = limits.depth.into_iter().chain(limits.mate_plies).min().unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        // The caller's observer is not used, so there is one recursion for each game, not one for each observer too.
        let mut observer = NoObserver;
        let tree = WatchedTree::new(root, plies, &mut observer, SearchWatch::new(&shared, report));
        let mut inquiry = Inquiry::new(tree, root, turn, facts.has_key, techniques.symmetry)
            .with_tablebase(tablebase::of_game(settings.tablebase, &facts));
        if !facts.has_key {
            inquiry.tell_apart_by_path();
        }
        questions.run(ProofSearch::new(inquiry, NumberTable::begin(table)))
    }

    fn refusal(facts: &Facts, _: &SearcherLimits) -> Option<String> {
        refusal_of_chance(Algorithm::Dfpn, facts)
    }
}
