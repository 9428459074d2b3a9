//! An engine that speaks UCI or UGI, over pipes or over TCP.

use super::conversation::{Conversation, Wait};
use super::process;
use super::wire::Wire;
use super::{Answer, Choice, Contestant, NoAnswer, Question};
use crate::fault::{Fault, Reason};
use crate::game::Score;
use crate::interrupt::Interrupt;
use crate::openings::Opening;
use crate::settings::{EngineKind, EngineSettings, Protocol};
use plyd_protocol::{Command, Go, Heard, Info, Mode, PositionText, Score as Told};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

/// How long an engine that is told to stop may take to answer: then its move was late, else it hangs.
const LAST_CALL: Duration = Duration::from_secs(5);

/// How long an engine may take to read that it is to quit.
const LAST_WORD: Duration = Duration::from_secs(1);

/// How long an engine that was told to quit may take, before it is killed.
const FAREWELL: Duration = Duration::from_secs(2);
const HURRIED_FAREWELL: Duration = Duration::from_millis(200);

/// An engine on the other end of lines.
#[derive(Debug)]
pub(crate) struct LineEngine {
    settings: EngineSettings,
    mode: Mode,
    /// The id of the game, which the engine is told.
    game: String,
    /// Options of the game, by their own names, which it is told if it has them.
    game_options: Vec<(String, String)>,
    max_start: Duration,
    interrupt: Interrupt,
    running: Option<Conversation>,
}

impl LineEngine {
    /// Not started yet.
    pub(crate) fn new(
        settings: &EngineSettings,
        game: &str,
        game_options: &[(String, String)],
        max_start: Duration,
        interrupt: &Interrupt,
    ) -> Self {
        let (EngineKind::Command { protocol, .. } | EngineKind::Tcp { protocol, .. }) = settings.kind else {
            unreachable!("a built-in engine has no lines")
        };
        Self {
            settings: settings.clone(),
            mode: if protocol == Protocol::Uci { Mode::Uci } else { Mode::Ugi },
            game: game.to_owned(),
            game_options: game_options.to_vec(),
            max_start,
            interrupt: interrupt.clone(),
            running: None,
        }
    }

    fn start(&self) -> Result<Conversation, NoAnswer> {
        let refused = |error: std::io::Error| Fault::new(Reason::Start, error.to_string());
        let (process, input, output) = match &self.settings.kind {
            EngineKind::Tcp { address, .. } => {
                let stream = connect(address, self.max_start).map_err(refused)?;
                // Lines are short, and each waits for an answer.
                stream.set_nodelay(true).map_err(refused)?;
                (None, stream.try_clone().map_err(refused)?.into(), stream.into())
            }
            kind => {
                let (process, input, output) = process::start(kind).map_err(refused)?;
                (Some(process), input, output)
            }
        };
        let wire = Wire::new(input, output, self.interrupt.clone()).map_err(refused)?;
        let mut running = Conversation::new(wire, process);
        self.shake_hands(&mut running)?;
        Ok(running)
    }

    /// From `uci` to `uciok`, then all options.
    fn shake_hands(&self, running: &mut Conversation) -> Result<(), NoAnswer> {
        let wait = Wait {
            deadline: Instant::now() + self.max_start,
            late: Reason::NoHandshake,
            what: if self.mode == Mode::Uci { "uciok" } else { "ugiok" },
        };
        let hello = if self.mode == Mode::Uci { Command::Uci } else { Command::Ugi };
        let mut declared = Vec::new();
        let spoken = running.say(&[hello], self.mode, wait).and_then(|()| {
            running.listen(wait, |heard| match heard {
                Heard::UciOk | Heard::UgiOk => Some(()),
                Heard::Option { name, choices } => {
                    declared.push((name, choices));
                    None
                }
                _ => None,
            })
        });
        match spoken {
            // It has not said yet who it is.
            Err(NoAnswer::Fault(fault)) if fault.reason == Reason::Crash => {
                return Err(Fault::new(Reason::Start, fault.detail).into());
            }
            spoken => spoken?,
        }
        running.say(&self.options(&declared)?, self.mode, wait)
    }

    /// The options to set: the game, if the engine plays several; the game's own, those of them that it knows; its own.
    fn options(&self, declared: &[(String, Vec<String>)]) -> Result<Vec<Command>, Fault> {
        let find = |name: &str| declared.iter().find(|(declared, _)| declared.eq_ignore_ascii_case(name));
        let set = |name: &str, value: &str| Command::SetOption { name: name.into(), value: Some(value.into()) };
        let mut commands = Vec::new();
        if let Some((name, choices)) = find("UCI_Variant") {
            if !choices.iter().any(|choice| choice.eq_ignore_ascii_case(&self.game)) {
                return Err(Fault::new(Reason::Start, format!("it does not play {}", self.game)));
            }
            commands.push(set(name, &self.game));
        }
        for (name, value) in &self.game_options {
            let known = find(&format!("{}.{name}", self.game)).or_else(|| find(name));
            commands.extend(known.map(|(name, _)| set(name, value)));
        }
        for (name, value) in &self.settings.options {
            if find(name).is_none() {
                tracing::warn!(
                    "engine {} has declared no option `{name}`; it is told all the same",
                    self.settings.name
                );
            }
            commands.push(set(name, value));
        }
        Ok(commands)
    }

    fn go(&self, question: &Question<'_>) -> Command {
        let limits = question.limits[question.player];
        let mut go = Go { depth: limits.depth, nodes: limits.nodes, movetime: limits.move_time, ..Go::default() };
        if let Some(own) = question.clocks[question.player] {
            for (player, clock) in question.clocks.iter().enumerate() {
                go.time[player] = clock.map(|clock| clock.left);
                go.increment[player] = clock.map(|clock| clock.increment);
            }
            go.moves_to_go = own.moves_to_go;
        }
        Command::Go(go)
    }
}

fn connect(address: &str, time: Duration) -> std::io::Result<TcpStream> {
    let mut last = std::io::Error::other("the address leads nowhere");
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, time) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

impl Contestant for LineEngine {
    fn prepare(&mut self, _opening: &Opening) -> Result<(), NoAnswer> {
        if self.running.is_none() {
            self.running = Some(self.start()?);
        }
        let (mode, time) = (self.mode, self.max_start);
        match &mut self.running {
            Some(running) => running.synchronise(&[Command::NewGame, Command::IsReady], mode, time),
            None => Ok(()),
        }
    }

    fn answer(&mut self, question: &Question<'_>) -> Result<Answer, NoAnswer> {
        let go = self.go(question);
        let (mode, max_start) = (self.mode, self.max_start);
        let Some(running) = &mut self.running else {
            return Err(Fault::new(Reason::Start, "it was not started").into());
        };
        let setup = Some(question.setup).filter(|setup| !setup.is_empty()).map(str::to_owned);
        let position = Command::Position(PositionText { setup, moves: question.moves.to_vec() });
        // In one write: what the engine does before `readyok` is no thinking, and what it says before that no answer.
        running.synchronise(&[position, Command::IsReady, go], mode, max_start)?;

        let time = question.time();
        let asked = Instant::now();
        let deadline = asked + time.unwrap_or(question.max_think);
        let wait = Wait { deadline, late: Reason::Hang, what: "bestmove" };
        let mut last = Info::default();
        let mut take = |heard: Heard| match heard {
            Heard::Info(info) => {
                merge(&mut last, info);
                None
            }
            Heard::BestMove(mv) => Some(mv),
            _ => None,
        };
        let best = match running.listen(wait, &mut take) {
            Err(NoAnswer::Fault(fault)) if matches!(fault.reason, Reason::Hang | Reason::Garbage) && time.is_some() => {
                // Late, or is there nobody any more?
                let wait = Wait { deadline: Instant::now() + LAST_CALL, ..wait };
                running.say(&[Command::Stop], mode, wait)?;
                running.listen(wait, &mut take)?
            }
            best => best?,
        };
        Ok(Answer {
            choice: best.map_or(Choice::None, Choice::Text),
            time: asked.elapsed(),
            score: last.score.map(|score| match score {
                Told::Points(points) => Score::Points(points),
                Told::Mate(moves) => Score::Mate(moves),
            }),
            depth: last.depth,
            nodes: last.nodes,
        })
    }

    fn end(&mut self) {
        self.running = None;
    }
}

/// Keeps what the newer line does not tell: engines spread their facts over several.
fn merge(last: &mut Info, new: Info) {
    last.depth = new.depth.or(last.depth);
    last.nodes = new.nodes.or(last.nodes);
    last.score = new.score.or(last.score);
}

impl Drop for LineEngine {
    fn drop(&mut self) {
        if let Some(running) = &mut self.running {
            let wait = Wait { deadline: Instant::now() + LAST_WORD, late: Reason::Hang, what: "the end" };
            if running.say(&[Command::Quit], self.mode, wait).is_ok()
                && let Some(process) = running.process()
            {
                process.farewell(if self.interrupt.is_asked() { HURRIED_FAREWELL } else { FAREWELL });
            }
        }
    }
}
