//! An engine that speaks UCI or UGI, over pipes or over TCP.

use super::line_stream::LineStream;
use super::process;
use super::uci_client::{UciClient, Wait};
use super::{Answer, Choice, Contestant, NoAnswer, Question};
use crate::fault::{Fault, Reason};
use crate::game::Score;
use crate::interrupt::Interrupt;
use crate::openings::Opening;
use crate::settings::{EngineKind, EngineSettings, Protocol};
use plyd_protocol::{Command, EngineReply, Go, Info, Mode, PositionText, Score as ReportedScore};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

/// How long an engine may take to answer `stop`. If it answers, its move was late; if not, it hangs.
const STOP_GRACE: Duration = Duration::from_secs(5);

/// How long an engine may take to read `quit`.
const QUIT_WRITE_TIMEOUT: Duration = Duration::from_secs(1);

/// How long an engine may take to end after `quit` before it is killed; the second, if the match was interrupted.
const QUIT_TIMEOUT: Duration = Duration::from_secs(2);
const INTERRUPTED_QUIT_TIMEOUT: Duration = Duration::from_millis(200);

/// An engine, and the client of it while it runs.
#[derive(Debug)]
pub(crate) struct UciEngine {
    settings: EngineSettings,
    mode: Mode,
    /// The id of the game, which the engine is told.
    game: String,
    /// Options of the game, by their own names, which it is told if it has them.
    game_options: Vec<(String, String)>,
    max_start: Duration,
    interrupt: Interrupt,
    client: Option<UciClient>,
}

impl UciEngine {
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
            client: None,
        }
    }

    fn start(&self) -> Result<UciClient, NoAnswer> {
        let refused = |error: std::io::Error| Fault::new(Reason::Start, error.to_string());
        let (process, input, output) = match &self.settings.kind {
            EngineKind::Tcp { address, .. } => {
                let connected = connect(address, self.max_start);
                let stream = connected.map_err(|error| Fault::new(Reason::Start, format!("{address}: {error}")))?;
                // Lines are short, and each waits for an answer.
                stream.set_nodelay(true).map_err(refused)?;
                (None, stream.try_clone().map_err(refused)?.into(), stream.into())
            }
            kind => {
                let (process, input, output) = process::start(kind).map_err(refused)?;
                (Some(process), input, output)
            }
        };
        let stream = LineStream::new(input, output, self.interrupt.clone()).map_err(refused)?;
        let mut client = UciClient::new(stream, process);
        self.handshake(&mut client)?;
        Ok(client)
    }

    /// From `uci` to `uciok`, then all options.
    fn handshake(&self, client: &mut UciClient) -> Result<(), NoAnswer> {
        let wait = Wait {
            deadline: Instant::now() + self.max_start,
            late: Reason::NoHandshake,
            what: if self.mode == Mode::Uci { "uciok" } else { "ugiok" },
        };
        let hello = if self.mode == Mode::Uci { Command::Uci } else { Command::Ugi };
        let (mut declared, mut name) = (Vec::new(), None);
        let done = client.send(&[hello], self.mode, wait).and_then(|()| {
            client.receive(wait, |reply| match reply {
                EngineReply::UciOk | EngineReply::UgiOk => Some(()),
                EngineReply::Option { name, choices } => {
                    declared.push((name, choices));
                    None
                }
                EngineReply::Name(own) => {
                    name = Some(own);
                    None
                }
                _ => None,
            })
        });
        match done {
            // An engine that ends before it has said who it is counts as one that could not be started.
            Err(NoAnswer::Fault(fault)) if fault.reason == Reason::Crash => {
                return Err(Fault::new(Reason::Start, fault.detail).into());
            }
            done => done?,
        }
        client.name = name;
        client.send(&self.options(&declared)?, self.mode, wait)
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

impl Contestant for UciEngine {
    fn prepare(&mut self, _number: u64, _opening: &Opening) -> Result<(), NoAnswer> {
        if self.client.is_none() {
            self.client = Some(self.start()?);
        }
        let (mode, time) = (self.mode, self.max_start);
        match &mut self.client {
            Some(client) => client.synchronise(&[Command::NewGame, Command::IsReady], mode, time),
            None => Ok(()),
        }
    }

    fn own_name(&self) -> Option<String> {
        self.client.as_ref()?.name.clone()
    }

    fn answer(&mut self, question: &Question<'_>) -> Result<Answer, NoAnswer> {
        let go = self.go(question);
        let (mode, max_start) = (self.mode, self.max_start);
        let Some(client) = &mut self.client else {
            return Err(Fault::new(Reason::Start, "it was not started").into());
        };
        let setup = Some(question.setup).filter(|setup| !setup.is_empty()).map(str::to_owned);
        let position = Command::Position(PositionText { setup, moves: question.moves.iter().collect() });
        // In one write. The time of the move begins with `readyok`, and lines before that are no answer.
        client.synchronise(&[position, Command::IsReady, go], mode, max_start)?;

        let time = question.time();
        let asked = Instant::now();
        let deadline = asked + time.unwrap_or(question.max_think);
        let wait = Wait { deadline, late: Reason::Hang, what: "bestmove" };
        let mut last = Info::default();
        let mut take = |reply: EngineReply| match reply {
            EngineReply::Info(info) => {
                merge(&mut last, info);
                None
            }
            EngineReply::BestMove { best, ponder } => Some((best, ponder)),
            _ => None,
        };
        let (best, expected) = match client.receive(wait, &mut take) {
            Err(NoAnswer::Fault(fault)) if matches!(fault.reason, Reason::Hang | Reason::Garbage) && time.is_some() => {
                // The move is late. The answer to `stop` tells a slow engine from one that hangs.
                let wait = Wait { deadline: Instant::now() + STOP_GRACE, ..wait };
                client.send(&[Command::Stop], mode, wait)?;
                client.receive(wait, &mut take)?
            }
            best => best?,
        };
        Ok(Answer {
            choice: best.map_or(Choice::None, Choice::Text),
            time: asked.elapsed(),
            score: last.score.map(|score| match score {
                ReportedScore::Points(points) => Score::Points(points),
                ReportedScore::Mate(moves) => Score::Mate(moves),
            }),
            depth: last.depth,
            nodes: last.nodes,
            expected,
        })
    }

    fn end(&mut self) {
        self.client = None;
    }
}

/// Keeps what the newer line does not tell: engines spread their facts over several.
fn merge(last: &mut Info, new: Info) {
    last.depth = new.depth.or(last.depth);
    last.nodes = new.nodes.or(last.nodes);
    last.score = new.score.or(last.score);
}

impl Drop for UciEngine {
    fn drop(&mut self) {
        if let Some(client) = &mut self.client {
            let wait = Wait { deadline: Instant::now() + QUIT_WRITE_TIMEOUT, late: Reason::Hang, what: "the end" };
            if client.send(&[Command::Quit], self.mode, wait).is_ok()
                && let Some(process) = client.process()
            {
                process.wait_for_exit(if self.interrupt.is_asked() { INTERRUPTED_QUIT_TIMEOUT } else { QUIT_TIMEOUT });
            }
        }
    }
}
