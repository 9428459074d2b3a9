//! plyd's own search, in this process and on the thread that asks.

use super::{Contestant, ContestantMove, MoveChoice, MoveQuestion, NoAnswer};
use crate::interrupt::Interrupt;
use crate::openings::Opening;
use crate::surroundings::MatchSurroundings;
use crate::transcript::{Direction, EngineLog};
use plyd_host::{OpenError, Position};
use plyd_player::{
    ClientTablebases, GameSearcher, PreparedSearch, Quota, SearchOptions, SearchTable, TableMemory, budget,
};
use plyd_protocol::{ClientRequest, Command, Info, Mode, Score as ReportedScore};
use plyd_record::NetworkIdentity;
use plyd_rules::Game;
use plyd_search::{Budget, SearchEvent, SearchScore, SearcherLimits, SideClock};
use plyd_tournament::{EngineFault, EngineScore, Reason};
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
    /// The numbers of the game's heuristic that are its own: names within the game, and values. It begins with those of
    /// the match.
    #[serde(default)]
    pub parameters: Vec<(String, String)>,
}

impl BuiltinOptions {
    /// The identity of its network for records; `None` without a network.
    #[must_use]
    pub fn network(&self) -> Option<NetworkIdentity> {
        let network = self.search.network()?;
        Some(NetworkIdentity { name: network.name().to_owned(), hash: network.hash().clone() })
    }
}

/// Games of at most this many plies have so few positions that a table of [`SMALL_TABLE`] MiB has room for all the
/// important ones. Clearing a larger table would take longer than the game.
const SHORT_GAME: u32 = 16;
const SMALL_TABLE: usize = 1;

/// A contestant of this process.
#[derive(Debug)]
pub(crate) struct Builtin {
    options: BuiltinOptions,
    table: Arc<SearchTable>,
    tablebases: Arc<ClientTablebases>,
    surroundings: MatchSurroundings,
    /// The options of the game, set by the match.
    game_options: Vec<(String, String)>,
    /// The search of the game that is played.
    search: Option<PreparedSearch>,
    /// The game that is played as its own heuristic values it, if it has one.
    own: Option<OwnPosition>,
    interrupt: Interrupt,
    log: EngineLog,
}

/// The position of the game in an instance of its own, and how many moves of the game led there. The referee's instance
/// has the numbers of the match.
#[derive(Debug)]
struct OwnPosition {
    position: Position,
    moves: usize,
}

impl OwnPosition {
    /// The position that an opening begins with.
    fn open(
        opening: &Opening,
        options: &[(String, String)],
        parameters: &[(String, String)],
    ) -> Result<Self, OpenError> {
        let options = [options, parameters].concat();
        let position = Position::open(opening.position.game().library(), &options, &opening.setup)?;
        Ok(Self { position, moves: 0 })
    }

    /// Plays the moves of the game that are new.
    fn follow(&mut self, moves: &[String]) -> Result<(), String> {
        for text in &moves[self.moves.min(moves.len())..] {
            let found = self.position.find_move(text).map_err(|fault| fault.to_string())?;
            let mv = found.ok_or_else(|| format!("with its own parameters the move `{text}` is not legal"))?;
            self.position.play(mv).map_err(|fault| fault.to_string())?;
            self.moves += 1;
        }
        Ok(())
    }
}

impl Builtin {
    /// A contestant with these search settings, in a game with these options.
    pub(crate) fn new(
        options: BuiltinOptions,
        game_options: &[(String, String)],
        surroundings: &MatchSurroundings,
        interrupt: &Interrupt,
        log: EngineLog,
    ) -> Self {
        // A match takes the memory and the threads that its settings ask for.
        let table = SearchTable::new(&TableMemory::unlimited());
        let tablebases = Arc::new(ClientTablebases::new(Arc::clone(&surroundings.tablebases)));
        let (surroundings, interrupt) = (surroundings.clone(), interrupt.clone());
        let game_options = game_options.to_vec();
        Self { options, table, tablebases, surroundings, game_options, search: None, own: None, interrupt, log }
    }

    /// As if it were a program.
    fn log_question(&self, question: &MoveQuestion<'_>) {
        if self.log.is_on() {
            for command in [&question.position_command(), &Command::Go(question.go())] {
                self.log.add(Direction::Sent, &ClientRequest { command, mode: Mode::Uci }.to_string());
            }
        }
    }

    fn log_answer(&self, question: &MoveQuestion<'_>, answer: &ContestantMove) {
        if !self.log.is_on() {
            return;
        }
        let text = match &answer.choice {
            // A library that fails here fails the referee next, which reports it.
            MoveChoice::Move(mv) => question.position.move_text(*mv).ok(),
            MoveChoice::Text(text) => Some(text.clone()),
            MoveChoice::Resign | MoveChoice::None => None,
        };
        if let Some(text) = text {
            let score = answer.score.map(|score| match score {
                EngineScore::Points(points) => ReportedScore::Points(points),
                EngineScore::Mate(moves) => ReportedScore::Mate(moves),
            });
            let info = Info { depth: answer.depth, score, nodes: answer.nodes, ..Info::default() };
            self.log.add(Direction::Received, &info.to_string());
            self.log.add(Direction::Received, &format!("bestmove {text}"));
        }
    }
}

impl Contestant for Builtin {
    fn prepare(&mut self, number: u64, opening: &Opening) -> Result<(), NoAnswer> {
        self.log.begin_game(number);
        self.own = None;
        if !self.options.parameters.is_empty() {
            let own = OwnPosition::open(opening, &self.game_options, &self.options.parameters);
            self.own = Some(own.map_err(|error| EngineFault::new(Reason::Start, error.to_string()))?);
        }
        let game = self.own.as_ref().map_or(&opening.position, |own| &own.position).game();
        let mut options = self.options.search.clone();
        // Only the first line is read.
        options.lines = 1;
        if !self.options.hash_is_wanted && game.facts().max_plies <= SHORT_GAME {
            options.hash = options.hash.min(SMALL_TABLE);
        }
        let detail = format!("there is not enough memory for a table of {} MiB", options.hash);
        // The search of the game before lets go of the table, so that it can be cleared.
        self.search = None;
        self.table.forget();
        let searcher = GameSearcher::new(options, Arc::clone(&self.table), Quota::unlimited())
            .with_tablebases(Arc::clone(&self.tablebases));
        let mut search = searcher.prepare(game);
        if search.lacks_table() {
            return Err(NoAnswer::Lack(detail));
        }
        search.misfit().into_iter().for_each(|text| self.surroundings.tell_once(text.to_owned()));
        // Before the clock runs.
        let unused = search.take_tablebases(game, &self.interrupt.control());
        unused.into_iter().for_each(|text| self.surroundings.tell_once(text));
        self.search = Some(search);
        Ok(())
    }

    fn answer(&mut self, question: &MoveQuestion<'_>) -> Result<ContestantMove, NoAnswer> {
        let unprepared = || EngineFault::new(Reason::Start, "it was asked for a move before its game began");
        if let Some(own) = &mut self.own {
            own.follow(question.moves).map_err(|reason| EngineFault::new(Reason::Crash, reason))?;
        }
        let position = self.own.as_ref().map_or(question.position, |own| &own.position);
        let search = self.search.as_ref().ok_or_else(unprepared)?;
        let limits = question.limits[question.player];
        self.log_question(question);
        let asked = Instant::now();
        let control = self.interrupt.control();
        let clock = question.clocks[question.player].map(|clock| SideClock {
            remaining: clock.left,
            increment: clock.increment,
            moves_to_go: clock.moves_to_go,
        });
        // Nothing passes between this process and itself.
        let budget = budget(clock, limits.move_time, self.options.move_overhead, Duration::ZERO);
        let budget = budget.unwrap_or_else(|| Budget::fixed(question.max_think));
        control.start_clock(budget);
        let limits = SearcherLimits {
            depth: limits.depth,
            nodes: limits.nodes,
            deepen: limits.are_timed(),
            ..SearcherLimits::default()
        };
        let mut depth = None;
        let mut report = |event: SearchEvent<'_>| {
            if let SearchEvent::Iteration(iteration) = event {
                depth = Some(iteration.depth);
            }
        };
        let found = search.search(position, &limits, question.seed, &control, &mut report);
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
            return Err(EngineFault::new(Reason::Crash, text).into());
        }
        let answer = ContestantMove {
            choice: match (found.best, &self.own) {
                (None, _) => MoveChoice::None,
                (Some(best), None) => MoveChoice::Move(best),
                // The number of a move is valid only in its own instance; the referee's instance reads the text.
                (Some(best), Some(own)) => {
                    let text = own.position.move_text(best);
                    MoveChoice::Text(text.map_err(|fault| EngineFault::new(Reason::Crash, fault.to_string()))?)
                }
            },
            time: asked.elapsed(),
            // A bound says too little to end a game by.
            score: found.score.filter(|_| found.bound.is_none()).map(|score| match score {
                SearchScore::Value(value) => EngineScore::Points(value),
                SearchScore::Win(plies) => EngineScore::Mate(moves(plies)),
                SearchScore::Loss(plies) => EngineScore::Mate(-moves(plies)),
            }),
            depth,
            nodes: Some(found.nodes),
            expected: None,
        };
        self.log_answer(question, &answer);
        Ok(answer)
    }

    fn end(&mut self) {
        (self.search, self.own) = (None, None);
        self.table.free();
    }
}

/// Moves as UCI counts them.
fn moves(plies: u32) -> i32 {
    i32::try_from(plies.div_ceil(2)).unwrap_or(i32::MAX)
}
