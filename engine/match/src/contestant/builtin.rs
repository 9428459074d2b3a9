//! plyd's own search, in this process and on the thread that asks.

use super::{Answer, Choice, Contestant, NoAnswer, Question};
use crate::fault::{Fault, Reason};
use crate::game::Score;
use crate::interrupt::Interrupt;
use crate::openings::Opening;
use plyd_plugin::Game;
use plyd_search::{
    Algorithm, Budget, Clock, Event, Limits, NoObserver, Root, Score as Found, Settings, Strength, Table, Techniques,
    search,
};
use std::time::{Duration, Instant};

/// How a built-in contestant searches. Whoever starts a match reads this from the options in the settings, so that they are
/// those of every session.
#[derive(Clone, Copy, Debug)]
pub struct BuiltinOptions {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The size of the table in MiB; 0 for none.
    pub hash: usize,
    /// Whether that size is one that was asked for. If not, short games get a smaller one.
    pub hash_is_wanted: bool,
    /// How many threads search. With more than one, games at equal nodes or depth differ from run to run.
    pub threads: usize,
    /// The switches of the strong search.
    pub techniques: Techniques,
    /// The rating to play at, if it is to be weaker than it could.
    pub elo: Option<u32>,
    /// Time kept back on the clock.
    pub move_overhead: Duration,
}

/// The largest table, in MiB, that is cleared for the next game. A larger one is made anew: empty without being written to.
const MOST_CLEARED: usize = 4;

/// Games of at most so many plies have so few positions that this table, in MiB, holds all that matter. To clear a larger
/// one would take longer than to play.
const SHORT_GAME: u32 = 16;
const SMALL_TABLE: usize = 1;

/// A contestant of this process.
#[derive(Debug)]
pub(crate) struct Builtin {
    options: BuiltinOptions,
    table: Option<Table>,
    interrupt: Interrupt,
}

impl Builtin {
    /// That searches in this way.
    pub(crate) fn new(options: BuiltinOptions, interrupt: &Interrupt) -> Self {
        Self { options, table: None, interrupt: interrupt.clone() }
    }
}

impl Contestant for Builtin {
    fn prepare(&mut self, opening: &Opening) -> Result<(), NoAnswer> {
        let facts = opening.position.game().facts();
        let is_small = !self.options.hash_is_wanted && facts.max_plies <= SHORT_GAME;
        let hash = if is_small { self.options.hash.min(SMALL_TABLE) } else { self.options.hash };
        let uses_table = self.options.algorithm == Algorithm::Pvs && facts.has_key;
        let hash = if uses_table { hash } else { 0 };
        if let Some(table) = self.table.as_mut().filter(|table| table.mebibytes() == hash && hash <= MOST_CLEARED) {
            table.clear();
            return Ok(());
        }
        // The old one goes first: there may not be room for both.
        self.table = None;
        if hash > 0 {
            let detail = || format!("there is no memory for a table of {hash} MiB");
            self.table = Some(Table::new(hash).ok_or_else(|| Fault::new(Reason::Start, detail()))?);
        }
        Ok(())
    }

    fn answer(&mut self, question: &Question<'_>) -> Result<Answer, NoAnswer> {
        let limits = question.limits[question.player];
        let asked = Instant::now();
        let control = self.interrupt.control();
        let share = question.clocks[question.player].map(|clock| {
            let clock = Clock { remaining: clock.left, increment: clock.increment, moves_to_go: clock.moves_to_go };
            // Nothing passes between this process and itself.
            Budget::share(clock, self.options.move_overhead, Duration::ZERO)
        });
        let fixed = Budget::fixed(limits.move_time.unwrap_or(question.max_think));
        let budget = share.filter(|share| limits.move_time.is_none() || share.hard <= fixed.hard).unwrap_or(fixed);
        control.start_clock(budget);
        let limits =
            Limits { depth: limits.depth, nodes: limits.nodes, deepen: limits.are_timed(), ..Limits::default() };
        let position = question.position;
        let root = Root::new(position.game(), position.state()).with_history(position.history());
        let BuiltinOptions { algorithm, techniques, threads, elo, .. } = self.options;
        let strength = elo.map(|elo| Strength::new(elo, question.seed));
        let table = self.table.as_ref();
        let settings = Settings { algorithm, table, techniques, threads, strength, ..Settings::default() };
        let mut depth = None;
        let mut report = |event: Event<'_>| {
            if let Event::Iteration(iteration) = event {
                depth = Some(iteration.depth);
            }
        };
        let found = search(&root, settings, &limits, &control, &mut NoObserver, &mut report);
        if self.interrupt.is_asked() {
            return Err(NoAnswer::Interrupted);
        }
        if let Some(fault) = found.fault {
            return Err(Fault::new(Reason::Crash, format!("the library of the game failed: {fault}")).into());
        }
        Ok(Answer {
            choice: found.best.map_or(Choice::None, Choice::Move),
            time: asked.elapsed(),
            score: found.score.map(|score| match score {
                Found::Value(value) => Score::Points(value),
                Found::Win(plies) => Score::Mate(moves(plies)),
                Found::Loss(plies) => Score::Mate(-moves(plies)),
            }),
            depth,
            nodes: Some(found.nodes),
        })
    }

    fn end(&mut self) {
        self.table = None;
    }
}

/// Moves as UCI counts them.
fn moves(plies: u32) -> i32 {
    i32::try_from(plies.div_ceil(2)).unwrap_or(i32::MAX)
}
