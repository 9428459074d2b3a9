//! The algorithm that plays the first move, without a search.

use crate::job::{Job, Searcher};
use crate::line::from_view;
use crate::{Answer, Event, Iteration, Score};
use plyd_rules::Game;
use plyd_textbook::Observer;

/// The first move.
pub(crate) struct First;

impl Searcher for First {
    fn run<G: Game, O: Observer>(job: Job<'_, G, O>) -> Answer {
        let Job { moves, control, report, turn, value, .. } = job;
        let score = Score::Value(from_view(turn, value));
        let iteration = Iteration { pv: vec![moves[0]], ..Iteration::unsearched(score, None, control.elapsed()) };
        report(Event::Iteration(&iteration));
        Answer { best: Some(moves[0]), score: Some(score), ..Answer::default() }
    }
}
