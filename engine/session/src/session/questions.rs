//! Questions of a client: the identity of the engine, and the facts that the library gives about the position.

use super::Session;
use super::position::{self, PositionRefused};
use plyd_protocol::{Mode, Query, Reply, Response, Standing, TurnOf};
use plyd_rules::{Player, Turn};

const NAME: &str = concat!("plyd ", env!("CARGO_PKG_VERSION"));
const AUTHOR: &str = "the plyd authors";

impl Session {
    pub(super) fn introduce(&mut self, mode: Mode) {
        self.mode = mode;
        self.say(Reply::IdName(NAME.into()));
        self.say(Reply::IdAuthor(AUTHOR.into()));
        for line in self.options.lines(&self.engine.games().catalog) {
            self.say(Reply::Option(line));
        }
        self.say(if mode == Mode::Uci { Reply::UciOk } else { Reply::UgiOk });
    }

    pub(super) fn query(&mut self, query: Query) -> Result<(), PositionRefused> {
        let answer = move |position: &plyd_host::Position| {
            Ok(match query {
                Query::Turn => Response::Turn(turn_of(position.turn()?)),
                Query::P1Turn => Response::Truth(position.turn()? == Player::Max),
                Query::P2Turn => Response::Truth(position.turn()? == Player::Min),
                Query::GameOver => Response::Truth(position::result(position)? != Standing::Ongoing),
                Query::Result => Response::Result(position::result(position)?),
                Query::Moves => Response::Moves(position::move_texts(position)?),
                Query::Chances => Response::Chances(position::chances(position)?),
                Query::Fen => Response::Fen(position.setup()?),
            })
        };
        self.ask(answer, |session, response| session.say(Reply::Response(response)))
    }

    pub(super) fn evaluate(&mut self) -> Result<(), PositionRefused> {
        self.ask(|position| Ok(position.evaluate()?), |session, value| session.say(Reply::Evaluation(value)))
    }

    pub(super) fn view(&mut self) -> Result<(), PositionRefused> {
        let described = |position: &plyd_host::Position| Ok(position.view()?.to_json());
        self.ask(described, |session, json| session.say(Reply::View(json)))
    }

    pub(super) fn show(&mut self) -> Result<(), PositionRefused> {
        let shown = |position: &plyd_host::Position| {
            let picture = position.picture()?.unwrap_or_default();
            let mut lines: Vec<_> = Reply::text_lines(&picture).collect();
            lines.push(Reply::Fen(position.setup()?));
            lines.push(Reply::Turn(turn_of(position.turn()?)));
            lines.push(Reply::Outcome(position::result(position)?));
            Ok(lines)
        };
        self.ask(shown, |session, lines| lines.into_iter().for_each(|line| session.say(line)))
    }
}

fn turn_of(turn: Turn) -> TurnOf {
    match turn {
        Turn::Max => TurnOf::First,
        Turn::Min => TurnOf::Second,
        Turn::Chance => TurnOf::Chance,
    }
}
