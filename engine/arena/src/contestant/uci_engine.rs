//! An engine that speaks UCI or UGI, over pipes or over TCP.

mod handshake;

use super::engine_lines::Wait;
use super::outside::{self, STOP_GRACE};
use super::uci_client::UciClient;
use super::{Contestant, ContestantMove, MoveChoice, MoveQuestion, NoAnswer};
use crate::MatchError;
use crate::interrupt::Interrupt;
use crate::openings::Opening;
use crate::surroundings::MatchSurroundings;
use crate::transcript::{Direction, EngineLog};
use plyd_protocol::{ClientRequest, Command, EngineReply, ErrorCode, GoLimits, Info, Mode, Score as ReportedScore};
use plyd_rules::Game as _;
use plyd_tournament::settings::{EngineKind, EngineSettings, Protocol};
use plyd_tournament::{EngineFault, EngineScore, Reason, told_with};
use std::time::{Duration, Instant};

/// An engine, and the client of it while it runs.
#[derive(Debug)]
pub(crate) struct UciEngine {
    settings: EngineSettings,
    mode: Mode,
    /// The id of the game in commands to the engine.
    game: String,
    /// Options of the game, by their own names. The engine gets those that it has.
    game_options: Vec<(String, String)>,
    max_start: Duration,
    interrupt: Interrupt,
    surroundings: MatchSurroundings,
    log: EngineLog,
    client: Option<UciClient>,
    /// The engine runs, has identified itself and has its options.
    is_started: bool,
    /// The engine is pondering.
    ponders: bool,
    /// The moves of the position about which it does that now.
    pondered: Option<Vec<String>>,
}

/// A `bestmove` and its `ponder`.
type BestMove = (Option<String>, Option<String>);

impl UciEngine {
    /// Not started yet.
    pub(crate) fn new(
        settings: &EngineSettings,
        game: &str,
        game_options: &[(String, String)],
        max_start: Duration,
        interrupt: &Interrupt,
        surroundings: &MatchSurroundings,
    ) -> Self {
        let protocol = match settings.kind {
            EngineKind::Command { protocol, .. } | EngineKind::Tcp { protocol, .. } => protocol,
            EngineKind::Plugin { .. } => Protocol::Uci,
            EngineKind::Builtin => unreachable!("a built-in engine has no lines"),
        };
        Self {
            settings: settings.clone(),
            mode: if protocol == Protocol::Uci { Mode::Uci } else { Mode::Ugi },
            game: game.to_owned(),
            game_options: game_options.to_vec(),
            max_start,
            interrupt: interrupt.clone(),
            surroundings: surroundings.clone(),
            log: EngineLog::new(surroundings.transcript.as_ref(), &settings.name),
            client: None,
            is_started: false,
            ponders: false,
            pondered: None,
        }
    }

    /// Ends a search on the other player's time; its answer is dropped.
    fn stop_pondering(&mut self) -> Result<(), NoAnswer> {
        let (Some(client), Some(_)) = (&mut self.client, self.pondered.take()) else { return Ok(()) };
        let deadline = Instant::now() + STOP_GRACE;
        let wait = Wait { deadline, late: Reason::Hang, what: "bestmove after the stop of pondering" };
        client.send(&[Command::Stop], self.mode, wait)?;
        client.receive(wait, |reply| matches!(reply, EngineReply::BestMove { .. }).then_some(()))
    }

    /// Sends the question, and waits until the engine has read it: the time of the move begins then. If the engine
    /// already ponders on this question, it gets `ponderhit`. Returns the engine's information until then, and its
    /// answer if it did not wait for the question.
    fn ask(&mut self, question: &MoveQuestion<'_>) -> Result<(Info, Option<BestMove>), NoAnswer> {
        let is_pondered = self.pondered.as_ref().is_some_and(|moves| moves == question.moves);
        if !is_pondered {
            self.stop_pondering()?;
        }
        self.pondered = None;
        let Some(client) = &mut self.client else {
            return Err(EngineFault::new(Reason::Start, "it was not started").into());
        };
        let (mut last, mut answer) = (Info::default(), None);
        if is_pondered {
            let early = |reply| answer = answer.take().or_else(|| heard(&mut last, reply));
            client.synchronise(&[Command::IsReady, Command::PonderHit], self.mode, self.max_start, early)?;
        } else {
            // In one write. Lines before `readyok` are no answer to this question.
            let commands = [question.position_command(), Command::IsReady, Command::Go(question.go())];
            let mut refusal = None;
            client.synchronise(&commands, self.mode, self.max_start, |reply| {
                if let EngineReply::Error { code, text } = reply {
                    refusal.get_or_insert((code, text));
                }
            })?;
            if let (EngineKind::Plugin { .. }, Some((code, text))) = (&self.settings.kind, refusal) {
                return Err(self.refused(&code, &text, question));
            }
        }
        Ok((last, answer))
    }

    /// The library of the engine does not accept the position of the match.
    fn refused(&self, code: &str, text: &str, question: &MoveQuestion<'_>) -> NoAnswer {
        let is_of_rules = [ErrorCode::IllegalMove, ErrorCode::BadPosition].iter().any(|of| of.as_str() == code);
        if !is_of_rules {
            return EngineFault::new(Reason::Crash, text).into();
        }
        let (name, command) = (&self.settings.name, question.position_command());
        let position = ClientRequest { command: &command, mode: self.mode };
        NoAnswer::Stopped(MatchError::Rules(format!("that of engine {name} refuses `{position}`: {text}")))
    }
}

/// Keeps what an engine says of its search; its answer, if the line is one.
fn heard(last: &mut Info, reply: EngineReply) -> Option<BestMove> {
    match reply {
        EngineReply::Info(info) => {
            merge(last, info);
            None
        }
        EngineReply::BestMove { best, ponder } => Some((best, ponder)),
        _ => None,
    }
}

impl Contestant for UciEngine {
    fn prepare(&mut self, number: u64, opening: &Opening) -> Result<(), NoAnswer> {
        self.log.begin_game(number);
        if !self.is_started {
            self.end();
            self.log.add(Direction::Event, "start");
            let lines = outside::start(&self.settings, self.max_start, &self.surroundings, &self.interrupt, &self.log)?;
            let mut client = UciClient::new(lines);
            let greeted = self.handshake(&mut client, opening.position.game().facts().chance.is_some());
            // Kept also if it failed: what it wrote to standard error belongs to its fault.
            self.client = Some(client);
            (self.ponders, self.is_started) = (greeted?, true);
            self.surroundings.greeted(&self.settings.name, self.own_name());
        }
        match &mut self.client {
            Some(client) => client.synchronise(&[Command::NewGame, Command::IsReady], self.mode, self.max_start, drop),
            None => Ok(()),
        }
    }

    fn own_name(&self) -> Option<String> {
        // Terminals obey control characters.
        Some(plyd_foreign::one_line(self.client.as_ref()?.name.as_ref()?))
    }

    fn answer(&mut self, question: &MoveQuestion<'_>) -> Result<ContestantMove, NoAnswer> {
        let (mut last, early) = self.ask(question)?;
        let mode = self.mode;
        let Some(client) = &mut self.client else {
            return Err(EngineFault::new(Reason::Start, "it was not started").into());
        };
        let time = question.time();
        let asked = Instant::now();
        let deadline = asked + time.unwrap_or(question.max_think);
        let wait = Wait { deadline, late: Reason::Hang, what: "bestmove" };
        let mut refusal = None;
        let mut take = |reply| {
            if let EngineReply::Error { text, .. } = reply {
                refusal.get_or_insert(text);
                return None;
            }
            heard(&mut last, reply)
        };
        let answer = match early {
            Some(answer) => Ok(answer),
            None => client.receive(wait, &mut take),
        };
        let (best, expected) = match answer {
            Err(NoAnswer::Fault(fault)) if matches!(fault.reason, Reason::Hang | Reason::Garbage) && time.is_some() => {
                // The move is late. The answer to `stop` distinguishes a slow engine from one that hangs.
                let wait = Wait { deadline: Instant::now() + STOP_GRACE, ..wait };
                client.send(&[Command::Stop], mode, wait)?;
                client.receive(wait, &mut take)?
            }
            answer => answer?,
        };
        // plyd plays on with a legal move, which says nothing of the search.
        if let (EngineKind::Plugin { .. }, Some(text)) = (&self.settings.kind, refusal) {
            return Err(EngineFault::new(Reason::Crash, text).into());
        }
        Ok(ContestantMove {
            choice: best.map_or(MoveChoice::None, MoveChoice::Text),
            time: asked.elapsed(),
            score: last.score.map(|score| match score {
                ReportedScore::Points(points) => EngineScore::Points(points),
                ReportedScore::Mate(moves) => EngineScore::Mate(moves),
            }),
            depth: last.depth,
            nodes: last.nodes,
            expected,
        })
    }

    fn ponders(&self) -> bool {
        self.ponders
    }

    fn ponder(&mut self, question: &MoveQuestion<'_>) {
        let Some(client) = &mut self.client else { return };
        let go = GoLimits { ponder: true, ..question.go() };
        let deadline = Instant::now() + self.max_start;
        let wait = Wait { deadline, late: Reason::NoReady, what: "a reader of the move to ponder on" };
        if client.send(&[question.position_command(), Command::Go(go)], self.mode, wait).is_ok() {
            self.pondered = Some(question.moves.to_vec());
            client.lines.read_ahead();
        }
    }

    fn rest(&mut self) {
        if let Err(NoAnswer::Fault(fault)) = self.stop_pondering() {
            // The game is over, and no other has begun: it loses none.
            let said = self.fail(&fault);
            let (name, reason, detail) = (&self.settings.name, fault.reason, told_with(&fault.detail, &said));
            let text = format!("engine {name} failed after a game and is restarted ({reason}): {detail}");
            self.surroundings.tell(&text);
        }
    }

    fn fail(&mut self, fault: &EngineFault) -> String {
        let said = self.client.as_mut().map_or_else(String::new, |client| client.lines.standard_error());
        self.log.add(Direction::Event, &format!("fault {fault}"));
        self.end();
        self.log.flush();
        said
    }

    fn end(&mut self) {
        (self.is_started, self.ponders, self.pondered) = (false, false, None);
        if self.client.take().is_some() {
            self.log.add(Direction::Event, "ended");
        }
    }
}

/// Keeps the facts that the newer line does not contain: engines spread their facts over several lines.
fn merge(last: &mut Info, new: Info) {
    last.depth = new.depth.or(last.depth);
    last.nodes = new.nodes.or(last.nodes);
    last.score = new.score.or(last.score);
}

impl Drop for UciEngine {
    fn drop(&mut self) {
        if let Some(client) = &mut self.client {
            let wait = outside::quit_wait();
            if client.send(&[Command::Quit], self.mode, wait).is_ok()
                && let Some(how) = client.lines.wait_for_exit(outside::quit_time(&self.interrupt))
            {
                self.log.add(Direction::Event, &how);
            }
        }
        self.end();
    }
}
