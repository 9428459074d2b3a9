//! A search without any limit ends when the position is solved: the strong search and the solver take turns.
//!
//! The strong search has a good move at any time. In a game that ends after a known number of moves the solver usually
//! finishes first: it needs no horizon and no heuristic values, and the distance of a win is a question or two more.
//! Which one is faster is not known in advance, so they take turns of growing length. What they have found is in the
//! table, in entries of their own. After the last turn of the solver, which takes a second or a few, the strong search
//! goes on alone.

use crate::job::{SearchJob, Searcher};
use crate::pvs::Pvs;
use crate::solve::{Solve, refusal_of_length};
use crate::{Algorithm, Iteration, NoObserver, SearchEvent, SearchResult, SearcherLimits, SearcherSettings};
use plyd_rules::Game;
use plyd_textbook::Observer;

/// The turns of the solver.
const TURNS: u32 = 4;

/// The nodes of the first turn of the strong search. Small games are solved by then.
const FIRST_TURN: u64 = 1 << 11;

/// Each turn has this many times the nodes of the one before.
const GROWTH: u64 = 4;

/// The solver's turn has this many times the nodes of the strong search's turn before it.
const SOLVER_SHARE: u64 = 16;

/// Whether this search for the best line of all has no limit, and the solver could end it. On a clock the turns of the
/// solver would be lost in every position that it does not solve.
pub(crate) fn is_wanted<G: Game, O>(job: &SearchJob<'_, G, O>) -> bool {
    let (facts, settings) = (job.root.game.facts(), &job.settings);
    let is_on_clock = job.limits.deepen && job.control.is_timed();
    let is_endless =
        SearcherLimits { deepen: false, ..job.limits.clone() } == SearcherLimits::default() && !is_on_clock;
    let is_plain = is_endless && job.is_whole && settings.lines == 1 && settings.strength.is_none();
    let has_table = settings.table.is_some() && facts.has_key;
    // Where positions come again, a table is of little use to the solver.
    let is_finite = facts.repetition.is_none() && refusal_of_length(&facts, job.limits).is_none();
    is_plain && has_table && is_finite && facts.chance.is_none()
}

/// Searches until the position is solved, or the control ends it.
pub(crate) fn run<G: Game, O: Observer>(mut job: SearchJob<'_, G, O>) -> SearchResult {
    let mut progress = SolveProgress::default();
    for turn in 0..TURNS {
        let nodes = FIRST_TURN * GROWTH.pow(turn);
        let (found, line) = progress.take_turn(&mut job, nodes);
        if found.solved || found.fault.is_some() || job.control.must_stop() {
            return progress.end(found, line, &mut job);
        }
        let (proved, proof) = progress.prove(&mut job, nodes * SOLVER_SHARE);
        if proved.solved || proved.fault.is_some() {
            return progress.end(proved, proof, &mut job);
        }
        if job.control.must_stop() {
            return progress.end(found, line, &mut job);
        }
    }
    let (found, line) = progress.take_turn(&mut job, u64::MAX);
    progress.end(found, line, &mut job)
}

/// What was done and reported so far.
#[derive(Default)]
struct SolveProgress {
    /// The nodes of all turns.
    nodes: u64,
    /// The last line reported.
    told: Option<Iteration>,
}

impl SolveProgress {
    /// A turn of the strong search, with its last line.
    fn take_turn<G: Game, O: Observer>(
        &mut self,
        job: &mut SearchJob<'_, G, O>,
        nodes: u64,
    ) -> (SearchResult, Option<Iteration>) {
        let before = self.nodes;
        let mut last = None;
        // What an earlier turn has reported is not reported again.
        let mut is_deeper = self.told.is_none();
        let report = &mut *job.report;
        let mut relay = |event: SearchEvent<'_>| match event {
            SearchEvent::Iteration(iteration) => {
                let line = Iteration { nodes: before + iteration.nodes, ..iteration.clone() };
                is_deeper |= self.told.as_ref().is_some_and(|told| line.depth > told.depth);
                if is_deeper {
                    report(SearchEvent::Iteration(&line));
                    self.told = Some(line.clone());
                }
                last = Some(line);
            }
            event => report(later(event, before)),
        };
        let limits = SearcherLimits { nodes: Some(nodes), ..SearcherLimits::default() };
        let turn = SearchJob {
            limits: &limits,
            report: &mut relay,
            observer: &mut *job.observer,
            moves: job.moves.clone(),
            ..*job
        };
        let answer = Pvs::run(turn);
        self.nodes += answer.nodes;
        (answer, last)
    }

    /// A turn of the solver, with its last line. Until it is complete, what the strong search has found says more.
    fn prove<G: Game, O>(&mut self, job: &mut SearchJob<'_, G, O>, nodes: u64) -> (SearchResult, Option<Iteration>) {
        let before = self.nodes;
        let mut last = None;
        let report = &mut *job.report;
        let mut relay = |event: SearchEvent<'_>| match event {
            SearchEvent::Iteration(iteration) => {
                last = Some(Iteration { nodes: before + iteration.nodes, ..iteration.clone() });
            }
            SearchEvent::Bound(_) | SearchEvent::RootMove { .. } => {}
            event => report(later(event, before)),
        };
        let limits = SearcherLimits { nodes: Some(nodes), ..SearcherLimits::default() };
        let settings = SearcherSettings { algorithm: Algorithm::Solve, distance: true, ..job.settings };
        let SearchJob { root, control, turn, root_turn, value, is_whole, .. } = *job;
        let (limits, observer, report, moves) = (&limits, &mut NoObserver, &mut relay, job.moves.clone());
        let answer = Solve::run(SearchJob {
            root,
            settings,
            limits,
            control,
            observer,
            report,
            turn,
            root_turn,
            value,
            moves,
            is_whole,
        });
        self.nodes += answer.nodes;
        (answer, last)
    }

    /// The answer with all nodes. Its line is reported now if it was not the last one reported.
    fn end<G: Game, O>(
        self,
        answer: SearchResult,
        line: Option<Iteration>,
        job: &mut SearchJob<'_, G, O>,
    ) -> SearchResult {
        if let Some(line) = line {
            let line = Iteration { nodes: self.nodes, ..line };
            if self.told.as_ref() != Some(&line) {
                (job.report)(SearchEvent::Iteration(&line));
            }
        }
        job.settings.table.iter().for_each(|table| table.show_entries());
        SearchResult { nodes: self.nodes, ..answer }
    }
}

/// The event with the `before` nodes of other turns added.
fn later(event: SearchEvent<'_>, before: u64) -> SearchEvent<'_> {
    match event {
        SearchEvent::Progress { nodes, time } => SearchEvent::Progress { nodes: before + nodes, time },
        event => event,
    }
}
