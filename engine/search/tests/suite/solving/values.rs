//! What the tests of solving share: settings, and how a search of them is asked and judged.

use plyd_rules::Game;
use plyd_search::{
    Algorithm, BoundSide, Control, Iteration, NoObserver, Root, SearchEvent, SearchResult, SearchScore, SearcherLimits,
    SearcherSettings,
};
use plyd_trials::observed::search;

/// A value beyond all others to the oracles.
pub(crate) const WON: i32 = 1 << 20;

/// Solves within limits, and returns every reported line too.
pub(crate) fn reported<G: Game<State: 'static>>(
    root: &Root<'_, G>,
    settings: SearcherSettings<'_>,
    limits: &SearcherLimits,
) -> (SearchResult, Vec<Iteration>) {
    let mut lines = Vec::new();
    let mut report = |event: SearchEvent<'_>| {
        if let SearchEvent::Iteration(iteration) = event {
            lines.push(iteration.clone());
        }
    };
    let answer = search(root, settings, limits, &Control::new(), &mut NoObserver, &mut report);
    assert_eq!(answer.fault, None);
    let last = lines.iter().rfind(|line| line.line == 1).expect("an answer is reported");
    assert_eq!((last.pv.first().copied(), last.nodes), (answer.best, answer.nodes), "the last report is the answer");
    assert_eq!((Some(last.score), last.bound, last.solved), (answer.score, answer.bound, answer.solved));
    (answer, lines)
}

/// Solves the whole tree.
pub(crate) fn solve<G: Game<State: 'static>>(root: &Root<'_, G>, settings: SearcherSettings<'_>) -> SearchResult {
    reported(root, settings, &SearcherLimits::default()).0
}

/// The algorithms that prove.
pub(crate) const PROVING: [Algorithm; 2] = [Algorithm::Solve, Algorithm::Dfpn];

/// The reported score for a value of an oracle, from the mover's view, if a win counts `win`.
pub(crate) fn score(value: i32, win: i32) -> SearchScore {
    SearchScore::Value(match value {
        WON => win,
        _ if value == -WON => -win,
        _ => value,
    })
}

/// Whether a report, from the mover's view, is true of this value.
pub(crate) fn is_true(line: &Iteration, value: i32, win: i32) -> bool {
    let SearchScore::Value(said) = line.score else { return false };
    let SearchScore::Value(true_value) = score(value, win) else { unreachable!("no score of an oracle is a mate") };
    match line.bound {
        Some(BoundSide::Lower) => true_value >= said,
        Some(BoundSide::Upper) => true_value <= said,
        None => line.depth == 0 || true_value == said,
    }
}
