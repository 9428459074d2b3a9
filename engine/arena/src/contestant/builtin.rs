//! plyd's own search, in this process and on the thread that asks.

use super::{Answer, Choice, Contestant, NoAnswer, Question};
use crate::interrupt::Interrupt;
use crate::openings::Opening;
use crate::surroundings::Surroundings;
use crate::transcript::{Direction, EngineLog};
use plyd_player::{ClientTablebases, Prepared, Quota, SearchOptions, SearchTable, Searcher, TableMemory, budget};
use plyd_protocol::{Command, Info, Mode, Request, Score as ReportedScore};
use plyd_rules::Game;
use plyd_search::{Budget, Clock, Event, Limits, Score as Found};
use plyd_tournament::{Fault, Reason, Score};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The search settings of a built-in contestant. The program that starts a match reads them from the options in the
/// settings, so they are the same as in every session.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BuiltinOptions {
    /// The search settings. With more than one thread, games at equal nodes or depth differ from run to run.
    pub search: SearchOptions,
    /// Whether the settings give the size of the table. If not, short games get a smaller one.
    pub hash_is_wanted: bool,
    /// Time kept back on the clock.
    pub move_overhead: Duration,
}

/// Games of at most this many plies have so few positions that a table of this size, in MiB, holds all important ones.
/// Clearing a larger table would take longer than the game.
const SHORT_GAME: u32 = 16;
const SMALL_TABLE: usize = 1;

/// A contestant of this process.
#[derive(Debug)]
pub(crate) struct Builtin {
    options: BuiltinOptions,
    table: Arc<SearchTable>,
    tablebases: Arc<ClientTablebases>,
    surroundings: Surroundings,
    /// The search of the game that is played.
    search: Option<Prepared>,
    interrupt: Interrupt,
    log: EngineLog,
}

impl Builtin {
    /// A contestant with these search settings.
    pub(crate) fn new(
        options: BuiltinOptions,
        surroundings: &Surroundings,
        interrupt: &Interrupt,
        log: EngineLog,
    ) -> Self {
        // A match takes the memory and the threads that its settings ask for.
        let table = SearchTable::new(&TableMemory::unlimited());
        let tablebases = Arc::new(ClientTablebases::new(Arc::clone(&surroundings.tablebases)));
        let (surroundings, interrupt) = (surroundings.clone(), interrupt.clone());
        Self { options, table, tablebases, surroundings, search: None, interrupt, log }
    }

    /// As if it were a program.
    fn log_question(&self, question: &Question<'_>) {
        if self.log.is_on() {
            for command in [&question.position_command(), &Command::Go(question.go())] {
                self.log.add(Direction::Sent, &Request { command, mode: Mode::Uci }.to_string());
            }
        }
    }

    fn log_answer(&self, question: &Question<'_>, answer: &Answer) {
        if let (true, Choice::Move(mv)) = (self.log.is_on(), &answer.choice) {
            let score = answer.score.map(|score| match score {
                Score::Points(points) => ReportedScore::Points(points),
                Score::Mate(moves) => ReportedScore::Mate(moves),
            });
            let info = Info { depth: answer.depth, score, nodes: answer.nodes, ..Info::default() };
            self.log.add(Direction::Received, &info.to_string());
            // A library that fails here fails the referee next, who tells.
            if let Ok(text) = question.position.move_text(*mv) {
                self.log.add(Direction::Received, &format!("bestmove {text}"));
            }
        }
    }
}

impl Contestant for Builtin {
    fn prepare(&mut self, number: u64, opening: &Opening) -> Result<(), NoAnswer> {
        self.log.begin_game(number);
        let game = opening.position.game();
        let mut options = self.options.search.clone();
        // Nobody reads further lines.
        options.lines = 1;
        if !self.options.hash_is_wanted && game.facts().max_plies <= SHORT_GAME {
            options.hash = options.hash.min(SMALL_TABLE);
        }
        let detail = format!("there is not enough memory for a table of {} MiB", options.hash);
        // The search of the game before lets go of the table, so that it can be cleared.
        self.search = None;
        self.table.forget();
        let searcher = Searcher::new(options, Arc::clone(&self.table), Quota::unlimited())
            .with_tablebases(Arc::clone(&self.tablebases));
        let mut search = searcher.prepare(game);
        if search.lacks_table() {
            return Err(NoAnswer::Lack(detail));
        }
        // Before the clock runs.
        let unused = search.take_tablebases(game, &self.interrupt.control());
        unused.into_iter().for_each(|text| self.surroundings.tell_once(text));
        self.search = Some(search);
        Ok(())
    }

    fn answer(&mut self, question: &Question<'_>) -> Result<Answer, NoAnswer> {
        let unprepared = || Fault::new(Reason::Start, "it was asked for a move before its game began");
        let search = self.search.as_ref().ok_or_else(unprepared)?;
        let limits = question.limits[question.player];
        self.log_question(question);
        let asked = Instant::now();
        let control = self.interrupt.control();
        let clock = question.clocks[question.player].map(|clock| Clock {
            remaining: clock.left,
            increment: clock.increment,
            moves_to_go: clock.moves_to_go,
        });
        // Nothing passes between this process and itself.
        let budget = budget(clock, limits.move_time, self.options.move_overhead, Duration::ZERO);
        let budget = budget.unwrap_or_else(|| Budget::fixed(question.max_think));
        control.start_clock(budget);
        let limits =
            Limits { depth: limits.depth, nodes: limits.nodes, deepen: limits.are_timed(), ..Limits::default() };
        let mut depth = None;
        let mut report = |event: Event<'_>| {
            if let Event::Iteration(iteration) = event {
                depth = Some(iteration.depth);
            }
        };
        let found = search.search(question.position, &limits, question.seed, &control, &mut report);
        if let Some(remark) = question.position.game().library().other_build_remark() {
            self.surroundings.tell_once(remark);
        }
        if self.interrupt.is_asked() {
            return Err(NoAnswer::Interrupted);
        }
        if let Some(fault) = found.fault {
            // One that cannot search the game has said why; else it is the library that failed.
            let refusal = self.options.search.algorithm.refusal(&question.position.game().facts(), &limits);
            let text = refusal.unwrap_or_else(|| format!("the library of the game failed: {fault}"));
            return Err(Fault::new(Reason::Crash, text).into());
        }
        let answer = Answer {
            choice: found.best.map_or(Choice::None, Choice::Move),
            time: asked.elapsed(),
            // A bound says too little to end a game by.
            score: found.score.filter(|_| found.bound.is_none()).map(|score| match score {
                Found::Value(value) => Score::Points(value),
                Found::Win(plies) => Score::Mate(moves(plies)),
                Found::Loss(plies) => Score::Mate(-moves(plies)),
            }),
            depth,
            nodes: Some(found.nodes),
            expected: None,
        };
        self.log_answer(question, &answer);
        Ok(answer)
    }

    fn end(&mut self) {
        self.search = None;
        self.table.free();
    }
}

/// Moves as UCI counts them.
fn moves(plies: u32) -> i32 {
    i32::try_from(plies.div_ceil(2)).unwrap_or(i32::MAX)
}
