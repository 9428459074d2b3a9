//! A search whose reports are looked at.

use plyd_rules::Game;
use plyd_search::{
    Algorithm, Control, Iteration, NoObserver, Root, SearchEvent, SearchResult, SearcherLimits, SearcherSettings,
    TranspositionTable,
};
use plyd_trials::observed::search;

/// Settings with this table.
pub(crate) fn settings(table: &TranspositionTable) -> SearcherSettings<'_> {
    SearcherSettings { table: Some(table), ..Algorithm::Mcts.into() }
}

/// So many visits.
pub(crate) fn visits(count: u64) -> SearcherLimits {
    SearcherLimits { nodes: Some(count), ..SearcherLimits::default() }
}

/// Searches within limits, and returns the lines that were reported last too.
pub(crate) fn reported<G: Game<State: 'static>>(
    root: &Root<'_, G>,
    settings: SearcherSettings<'_>,
    limits: &SearcherLimits,
) -> (SearchResult, Vec<Iteration>) {
    let mut lines: Vec<Iteration> = Vec::new();
    let mut report = |event: SearchEvent<'_>| {
        if let SearchEvent::Iteration(iteration) = event {
            lines.push(iteration.clone());
        }
    };
    let answer = search(root, settings, limits, &Control::new(), &mut NoObserver, &mut report);
    assert_eq!(answer.fault, None);
    let last = lines.iter().rposition(|line| line.line == 1).expect("an answer is reported");
    let lines = lines.split_off(last);
    let first = &lines[0];
    assert_eq!((first.pv.first().copied(), first.nodes), (answer.best, answer.nodes), "the last report is the answer");
    assert_eq!((Some(first.score), first.expectation), (answer.score, answer.expectation));
    (answer, lines)
}
