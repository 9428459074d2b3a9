//! A search, from the questions before it to its last lines.

use super::info_lines::InfoLines;
use super::tree_lines::TreeLines;
use super::{JobResources, LastReplies, TaskReporter};
use crate::event::WorkerEvent;
use crate::position::{PositionRefused, first_move_text, not_legal};
use plyd_host::Position;
use plyd_player::{GameSearcher, SampledTree, SearchOptions, TreeSampler, budget, random_seed};
use plyd_protocol::{ErrorCode, GoLimits, LineWords, Mode, Reply, WatchedTreePart, quote};
use plyd_rules::{Game, Move, Player, Turn};
use plyd_search::{Budget, Control, MoveLag, SearchEvent, SearcherLimits, SideClock};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

/// The null move, which clients send for an empty list of moves.
const NO_MOVE: &str = "0000";

/// A search as requested, with all of the session's context for it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SearchOrder {
    pub(crate) go: GoLimits,
    pub(crate) options: SearchOptions,
    /// In which units scores are written.
    pub(crate) mode: Mode,
    pub(crate) move_overhead: Duration,
    pub(crate) debug: bool,
    /// The part of its tree that the client watches.
    pub(crate) watching: Option<WatchedTreePart>,
}

impl SearchOrder {
    /// The clock of the player whose turn it is. At the turn of chance no clock runs, and a search takes its time as if
    /// the shorter one did.
    fn clock(&self, turn: Turn) -> Option<SideClock> {
        let of = |player: Player| {
            let (side, go) = (player as usize, &self.go);
            let increment = go.increment[side].unwrap_or_default();
            go.time[side].map(|remaining| SideClock { remaining, increment, moves_to_go: go.moves_to_go })
        };
        let either = || [Player::Max, Player::Min].into_iter().filter_map(of).min_by_key(|clock| clock.remaining);
        turn.player().map_or_else(either, of)
    }

    /// The time for a move of this player; the lag learns of its clock.
    pub(crate) fn begin(&self, turn: Turn, lag: &mut MoveLag) -> Option<Budget> {
        match (self.clock(turn), turn.player()) {
            (Some(clock), Some(player)) if !self.go.ponder && !self.go.infinite => lag.begin(player, clock),
            _ => lag.skip(),
        }
        self.budget(turn, lag.usual())
    }

    /// The time for this move: what `movetime` says, or a share of the clock, or the smaller of both.
    pub(crate) fn budget(&self, turn: Turn, lag: Duration) -> Option<Budget> {
        budget(self.clock(turn), self.go.movetime, self.move_overhead, lag)
    }

    fn limits(&self, root_moves: Option<Vec<Move>>) -> SearcherLimits {
        let go = &self.go;
        let clocked = go.movetime.is_some() || go.time.iter().any(Option::is_some);
        SearcherLimits {
            depth: go.depth,
            nodes: go.nodes,
            mate_plies: go.mate.map(|mate| mate_plies(mate, self.mode)),
            deepen: clocked || go.infinite || go.ponder,
            ponders: go.ponder,
            root_moves,
        }
    }
}

/// The library's facts about the position before the search.
struct SearchFacts {
    /// Whether there are outcomes of chance to be searched.
    is_chance: bool,
    root_moves: Option<Vec<Move>>,
    first_move: Option<String>,
}

/// The whole of a search, on its thread. Returns its last lines.
pub(super) fn run(
    position: &Position,
    order: &SearchOrder,
    shared: &JobResources,
    report: &TaskReporter,
) -> LastReplies {
    let told = match ask(position, order.go.searchmoves.as_ref(), &shared.control) {
        Ok(told) => told,
        Err(PositionRefused { code, text }) => {
            return (vec![Reply::Error { code, text }], Some(Reply::best_move(None, None, order.mode)));
        }
    };
    let limits = order.limits(told.root_moves);
    if let Some(text) = refusal(position, order, &limits) {
        let error = Reply::Error { code: ErrorCode::BadGo, text };
        return (vec![error], Some(Reply::best_move(None, None, order.mode)));
    }
    let budget = shared.budget;
    shared.clock.set(budget);
    let debug = order.debug.then(|| format!("debug {:?} {limits:?} {budget:?}", order.options));
    let algorithm = Some(order.options.algorithm.resolve(&position.game().facts()).name().to_owned());
    report.say(WorkerEvent::Began { first_move: told.first_move, algorithm, order: debug });
    let searcher = GameSearcher::new(order.options.clone(), Arc::clone(&shared.table), Arc::clone(&shared.threads))
        .with_tablebases(Arc::clone(&shared.tablebases));
    let mut prepared = searcher.prepare(position.game());
    let unused = prepared.take_tablebases(position.game(), &shared.control);
    if !unused.is_empty() {
        report.remark(unused.clone());
    }
    let known = (prepared.table(), &prepared.measured_facts(position));
    let mut info_lines = InfoLines::new(position, known, order, told.is_chance, report);
    let unused_limits = prepared.unused_limits(&limits);
    prepared.remarks().iter().chain(&unused_limits).chain(&unused).for_each(|remark| info_lines.remark(remark.clone()));
    let lack = order.watching.and_then(|_| prepared.lack_of_tree());
    lack.iter().for_each(|lack| info_lines.remark(lack.clone()));
    let mut tell_info = |event: SearchEvent<'_>| info_lines.tell(event);
    let Some(watching) = order.watching.filter(|_| lack.is_none()) else {
        let answer = prepared.search(position, &limits, random_seed(), &shared.control, &mut tell_info);
        return info_lines.finish(answer);
    };
    let tree_lines = TreeLines::new(position, prepared.algorithm());
    let mut tell = |tree: &mut SampledTree, time| tree_lines.tell(tree, time, report);
    let mut sample = TreeSampler::new(watching.plies(), watching.nodes(), &shared.control, &mut tell);
    let looked_at = (&*shared.control, &mut sample);
    let answer = prepared.search_watched(position, &limits, random_seed(), looked_at, &mut tell_info);
    let (tree, time) = sample.finish();
    let (lines, last) = info_lines.finish(answer);
    (tree_lines.all(&tree, time).into_iter().chain(lines).collect(), last)
}

/// Why the algorithm cannot search this position, if so. Where the game is over there is nothing to search.
fn refusal(position: &Position, order: &SearchOrder, limits: &SearcherLimits) -> Option<String> {
    let text = order.options.algorithm.refusal(&position.game().facts(), limits)?;
    let is_over = position.outcome().is_ok_and(|outcome| !outcome.has_moves());
    (!is_over).then_some(text)
}

fn ask(
    position: &Position,
    searchmoves: Option<&LineWords>,
    control: &Control,
) -> Result<SearchFacts, PositionRefused> {
    let turn = position.turn()?;
    let root_moves = match (searchmoves, turn) {
        (Some(words), Turn::Chance) => none_of_chance(words)?,
        (Some(words), Turn::Max | Turn::Min) => Some(root_moves(position, words, control)?),
        (None, _) => None,
    };
    let first_move = match &root_moves {
        None => first_move_text(position)?,
        Some(moves) => moves.first().map(|&mv| position.move_text(mv)).transpose()?,
    };
    let is_chance = turn == Turn::Chance && position.outcome()?.has_moves();
    Ok(SearchFacts { is_chance, root_moves, first_move })
}

/// The moves of `searchmoves`, without repetition. The null move `0000`, if it is not a legal move, means no move:
/// clients send it for an empty list. If the search is stopped meanwhile, the moves found so far are used.
fn root_moves(position: &Position, words: &LineWords, control: &Control) -> Result<Vec<Move>, PositionRefused> {
    let finder = position.move_finder()?;
    let (mut moves, mut seen) = (Vec::new(), HashSet::new());
    for word in words.iter() {
        match finder.find(word)? {
            Some(mv) if seen.insert(mv) => moves.push(mv),
            Some(_) => {}
            None if word == NO_MOVE => {}
            None => {
                let refused = not_legal(position, word)?;
                return Err(PositionRefused { text: format!("searchmoves {}", refused.text), ..refused });
            }
        }
        if control.must_stop() && !moves.is_empty() {
            break;
        }
    }
    Ok(moves)
}

/// The moves of `searchmoves` at the turn of chance: there can be none, as the expectation is that of all outcomes.
fn none_of_chance(words: &LineWords) -> Result<Option<Vec<Move>>, PositionRefused> {
    let Some(word) = words.iter().find(|&word| word != NO_MOVE) else { return Ok(None) };
    let text = format!(
        "`searchmoves` names {}, but it is the turn of chance, and nobody chooses an outcome; add the outcome to the moves \
         of `position`, and search after it",
        quote(word)
    );
    Err(PositionRefused { code: ErrorCode::BadGo, text })
}

/// The most plies to a mate in this many moves, or plies in UGI.
fn mate_plies(mate: u32, mode: Mode) -> u32 {
    match mode {
        Mode::Uci => mate.saturating_mul(2).saturating_sub(1),
        Mode::Ugi => mate,
    }
}
