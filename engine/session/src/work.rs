//! The work that a game's library does for a session, in this process or in a child.
//!
//! Everything that a session asks is plain data, a [`WorkerRequest`], so that it can be asked of either. A
//! [`SessionWork`] does it.

mod clock;
mod desk;
mod exercises;
mod explain;
mod info_lines;
mod known;
mod perft;
mod place;
pub mod record;
mod report;
pub(crate) mod search;
mod tree_lines;
mod wdl;

use clock::MoveClock;
pub(crate) use desk::{InitialPosition, SearchResources, SessionWork};
pub(crate) use explain::request;
pub(crate) use info_lines::plugin_error;
pub(crate) use place::PermitSlot;
pub(crate) use record::RecordToRead;
use report::TaskReporter;
pub(crate) use search::SearchOrder;

use crate::position::{self, PositionRefused};
use plyd_host::{Library, Position};
use plyd_player::{ClientTablebases, NetworkFile, Quota, SearchOptions, SearchTable};
use plyd_protocol::{ExplainLimits, GameStatus, Mode, PositionText, Query, Reply, Response, TurnOf};
use plyd_rules::{Player, Turn};
use plyd_search::{Budget, Control};
use plyd_worker::{LONG_ANSWER, LONG_TEXT, LONG_TREE, SHORT_MESSAGE};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;

/// A position as a client has set it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ClientSetup {
    /// The values set for the game's options.
    pub(crate) options: Vec<(String, String)>,
    pub(crate) text: PositionText,
}

impl ClientSetup {
    /// Opens the position, see [`position::open`].
    pub(crate) fn open(
        &self,
        library: &Arc<Library>,
        is_given_up: &dyn Fn() -> bool,
    ) -> Result<Position, PositionRefused> {
        position::open(library, &self.options, &self.text, is_given_up)
    }
}

/// A question about a position, whose answer takes no search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum PositionQuestion {
    /// `query`
    Query(Query),
    /// `d`
    Show,
    /// `view`, with the odds of values by which searches with these options are guided
    View(Box<SearchOptions>),
    /// `known`, in the units of this mode; whether searches let mirrored positions share an entry.
    Known { mode: Mode, symmetry: bool },
    /// `read`; of the position only the game matters.
    Read(RecordToRead),
    /// `eval`, by the network of these options too
    Evaluate(Box<SearchOptions>),
}

impl PositionQuestion {
    /// The lines of the answer, by those whose searches have left this table. A long one is given up if no one waits
    /// for it any more.
    ///
    /// # Errors
    /// The library failed, or what it was asked to read is no game of it.
    pub(crate) fn answer(
        &self,
        position: &Position,
        table: &SearchTable,
        is_given_up: &dyn Fn() -> bool,
    ) -> Result<Vec<Reply>, PositionRefused> {
        Ok(match self {
            Self::Query(query) => vec![Reply::Response(respond(*query, position)?)],
            Self::Show => show(position)?,
            Self::View(options) => vec![Reply::View(valued(position, options).0.view()?.to_json())],
            Self::Known { mode, symmetry } => vec![known::tell(position, table, *mode, *symmetry)?],
            Self::Read(record) => vec![record.read(position.game().library(), is_given_up)?],
            Self::Evaluate(options) => evaluations(position, options)?,
        })
    }

    /// The longest message with the answer, of a child.
    pub(crate) fn longest_answer(&self) -> usize {
        match self {
            // The position as text, or a text for each of its moves.
            Self::View(_) | Self::Known { .. } | Self::Show => LONG_ANSWER,
            Self::Query(Query::Moves | Query::Chances | Query::Fen) => LONG_ANSWER,
            Self::Read(_) => LONG_TEXT,
            Self::Query(_) | Self::Evaluate(_) => SHORT_MESSAGE,
        }
    }
}

fn respond(query: Query, position: &Position) -> Result<Response, PositionRefused> {
    Ok(match query {
        Query::Turn => Response::Turn(turn_of(position.turn()?)),
        Query::P1Turn => Response::Truth(position.turn()? == Player::Max),
        Query::P2Turn => Response::Truth(position.turn()? == Player::Min),
        Query::GameOver => Response::Truth(position::result(position)? != GameStatus::Ongoing),
        Query::Result => Response::Result(position::result(position)?),
        Query::Moves => Response::Moves(position::move_texts(position)?),
        Query::Chances => Response::Chances(position::chances(position)?),
        Query::Fen => Response::Fen(position.setup()?),
    })
}

/// The position as searches with these options value it. A network that is not for the game is not used; searches say
/// so.
fn valued<'a>(position: &Position, options: &'a SearchOptions) -> (Position, Option<&'a NetworkFile>) {
    options.valued(position.clone()).unwrap_or_else(|_| (position.clone(), None))
}

/// The value of a position. If a network values it, the values by the heuristic and by the network come first.
fn evaluations(position: &Position, options: &SearchOptions) -> Result<Vec<Reply>, PositionRefused> {
    let own = position.evaluate()?;
    match valued(position, options) {
        (valued, Some(network)) if position.outcome()?.has_moves() => {
            let (value, name) = (valued.evaluate()?, network.name().to_owned());
            Ok(vec![Reply::Heuristic(own), Reply::Network { value, name }, Reply::Evaluation(value)])
        }
        _ => Ok(vec![Reply::Evaluation(own)]),
    }
}

fn show(position: &Position) -> Result<Vec<Reply>, PositionRefused> {
    let picture = position.picture()?.unwrap_or_default();
    let mut lines: Vec<_> = Reply::text_lines(&picture).collect();
    lines.push(Reply::Fen(position.setup()?));
    lines.push(Reply::Turn(turn_of(position.turn()?)));
    lines.push(Reply::Outcome(position::result(position)?));
    Ok(lines)
}

pub(crate) fn turn_of(turn: Turn) -> TurnOf {
    match turn {
        Turn::Max => TurnOf::First,
        Turn::Min => TurnOf::Second,
        Turn::Chance => TurnOf::Chance,
    }
}

/// The same for the rules.
pub(crate) fn rules_turn(turn: TurnOf) -> Turn {
    match turn {
        TurnOf::First => Turn::Max,
        TurnOf::Second => Turn::Min,
        TurnOf::Chance => Turn::Chance,
    }
}

/// Whose turn it is, in JSON.
fn turn_name(turn: Turn) -> &'static str {
    match turn {
        Turn::Max => "max",
        Turn::Min => "min",
        Turn::Chance => "chance",
    }
}

/// Work on a position that takes a thread for a while, and can be stopped.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum TaskJob {
    /// `go`
    Search(SearchOrder),
    /// `go perft`, of this depth
    Perft(u32),
    /// `explain`, with the options for searches
    Explain(ExplainLimits, SearchOptions),
}

/// The kind of a [`TaskJob`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JobKind {
    Search,
    Perft,
    Explain,
}

/// What a session asks. The first four are questions, with one answer each; [`WorkerRequest::Start`] begins the task;
/// the rest has no end.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum WorkerRequest {
    /// To set this position up; the one before stays if that fails.
    Open(ClientSetup),
    /// To answer a question about the position.
    Ask(PositionQuestion),
    /// To find the move of this text if it is legal, or else the first legal one.
    FindLegal(Option<String>),
    /// To make the table that searches with these options take, or to empty it, in a child of so many MiB, and to
    /// compare their network with the game.
    GetReady(Box<SearchOptions>, usize),
    /// To begin a task.
    Start(Box<TaskJob>, Grant),
    /// To forget what searches have learnt.
    Forget,
    /// To free the table, which no search uses.
    FreeTable,
}

/// What a task may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Grant {
    /// The MiB for its table, in a child.
    pub(crate) hash: usize,
    /// The threads beyond the first, in a child.
    pub(crate) threads: usize,
    /// The soft and the hard limit of its time; `None` for no limit.
    pub(crate) budget: Option<(Duration, Duration)>,
    /// Whether it must end as soon as it has begun.
    pub(crate) is_stopped: bool,
    /// Whether the pondered move was played already.
    pub(crate) is_hit: bool,
}

impl Grant {
    pub(crate) fn budget(&self) -> Option<Budget> {
        self.budget.map(|(soft, hard)| Budget { soft, hard })
    }
}

/// What a job shares with others.
struct JobResources {
    /// What the searches of a session have learnt.
    table: Arc<SearchTable>,
    /// The threads that there are for searches, beyond the one that each has.
    threads: Arc<Quota>,
    /// The tablebases of the session.
    tablebases: Arc<ClientTablebases>,
    control: Arc<Control>,
    clock: Arc<MoveClock>,
    /// The time for the move; `None` for no limit.
    budget: Option<Budget>,
}

/// The last lines of a job, and then the one that says that it is over.
pub(crate) type LastReplies = (Vec<Reply>, Option<Reply>);

impl TaskJob {
    pub(crate) fn kind(&self) -> JobKind {
        match self {
            Self::Search(_) => JobKind::Search,
            Self::Perft(_) => JobKind::Perft,
            Self::Explain(..) => JobKind::Explain,
        }
    }

    /// In which units a search gives scores; of no meaning to other jobs.
    pub(crate) fn mode(&self) -> Mode {
        match self {
            Self::Search(order) => order.mode,
            Self::Perft(_) | Self::Explain(..) => Mode::Uci,
        }
    }

    /// The longest message about it, of a child.
    pub(crate) fn longest_message(&self) -> usize {
        match self {
            Self::Search(order) if order.watching.is_some() => LONG_TREE,
            Self::Explain(..) => LONG_TEXT,
            Self::Search(_) | Self::Perft(_) => SHORT_MESSAGE,
        }
    }

    /// Does the work, on this thread.
    fn run(&self, position: &Position, shared: &JobResources, report: &TaskReporter) -> LastReplies {
        let ended = match self {
            Self::Search(order) => search::run(position, order, shared, report),
            Self::Perft(depth) => perft::count(position, *depth, &shared.control, report),
            Self::Explain(explain, options) => {
                let told = request(explain, options)
                    .map_err(explain::ExplainRefusal::from)
                    .and_then(|request| explain::tell(position, explain, (&request, options), shared, report));
                let lines = told.err().map(Reply::from).into_iter().collect();
                (lines, Some(Reply::ExplainDone))
            }
        };
        if let Some(remark) = position.game().library().other_build_remark() {
            report.remark(vec![remark]);
        }
        ended
    }
}

/// The line that says that a job is over, which found this move.
pub(crate) fn last_line(kind: JobKind, best: Option<String>, mode: Mode) -> Option<Reply> {
    match kind {
        JobKind::Search => Some(Reply::best_move(best, None, mode)),
        JobKind::Perft => None,
        JobKind::Explain => Some(Reply::ExplainDone),
    }
}

/// The last lines of a job that cannot begin.
pub(crate) fn refused(kind: JobKind, mode: Mode, reason: PositionRefused) -> LastReplies {
    (vec![reason.into()], last_line(kind, None, mode))
}
