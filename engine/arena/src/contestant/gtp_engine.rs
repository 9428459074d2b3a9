//! An engine that speaks the Go Text Protocol, over pipes or over TCP.
//!
//! GTP knows no positions: a game is told to the engine as it is played, with `play` and `genmove`. Time is whole
//! seconds, and a clock has no increments. There is no `stop`, and nothing to ponder on.

mod setting_up;

use super::engine_lines::Wait;
use super::gtp_client::GtpClient;
use super::outside::{self, STOP_GRACE};
use super::{Contestant, ContestantMove, MoveChoice, MoveQuestion, NoAnswer};
use crate::interrupt::Interrupt;
use crate::openings::Opening;
use crate::surroundings::MatchSurroundings;
use crate::transcript::{Direction, EngineLog};
use plyd_formats::go::Colour;
use plyd_tournament::settings::EngineSettings;
use plyd_tournament::{ClockReading, EngineFault, Reason};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// An engine, and the client of it while it runs.
#[derive(Debug)]
pub(crate) struct GtpEngine {
    settings: EngineSettings,
    /// The id of the game, and its options.
    game: String,
    game_options: Vec<(String, String)>,
    max_start: Duration,
    interrupt: Interrupt,
    surroundings: MatchSurroundings,
    log: EngineLog,
    client: Option<GtpClient>,
    /// The engine runs, has identified itself and has its options.
    is_started: bool,
    /// The commands that it has.
    commands: BTreeSet<String>,
    /// The colour of the first player.
    first: Colour,
    /// The players of the moves of the opening.
    opening: Vec<usize>,
    /// The number of moves of the game that the engine knows.
    known: usize,
}

impl GtpEngine {
    /// Not started yet.
    pub(crate) fn new(
        settings: &EngineSettings,
        game: &str,
        game_options: &[(String, String)],
        max_start: Duration,
        interrupt: &Interrupt,
        surroundings: &MatchSurroundings,
    ) -> Self {
        Self {
            settings: settings.clone(),
            game: game.to_owned(),
            game_options: game_options.to_vec(),
            max_start,
            interrupt: interrupt.clone(),
            surroundings: surroundings.clone(),
            log: EngineLog::new(surroundings.transcript.as_ref(), &settings.name),
            client: None,
            is_started: false,
            commands: BTreeSet::new(),
            first: Colour::Black,
            opening: Vec::new(),
            known: 0,
        }
    }

    /// The wait for an answer that takes no thought.
    fn soon(&self, late: Reason) -> Wait {
        Wait { deadline: Instant::now() + self.max_start, late, what: "answer to a command" }
    }

    /// Sends a command that the engine has to obey.
    fn tell(&mut self, command: &str) -> Result<(), NoAnswer> {
        let wait = self.soon(Reason::NoReady);
        match self.client()?.ask(command, wait)? {
            Ok(_) => Ok(()),
            Err(text) => {
                let text: String = text.chars().take(80).collect();
                Err(EngineFault::new(Reason::Refused, format!("it answers `{command}` with `? {text}`")).into())
            }
        }
    }

    fn client(&mut self) -> Result<&mut GtpClient, NoAnswer> {
        self.client.as_mut().ok_or_else(|| EngineFault::new(Reason::Start, "it was not started").into())
    }

    /// Tells the engine the moves that it does not know. Those after the opening that it did not make itself are the
    /// other player's.
    fn tell_moves(&mut self, question: &MoveQuestion<'_>) -> Result<(), NoAnswer> {
        for index in self.known..question.moves.len() {
            let player = self.opening.get(index).copied().unwrap_or(1 - question.player);
            let colour = self.first.of_player(player).letter();
            self.tell(&format!("play {colour} {}", question.moves[index]))?;
        }
        self.known = question.moves.len();
        Ok(())
    }

    /// Tells the engine what its clock shows, in whole seconds that it has for sure.
    fn tell_time(&mut self, question: &MoveQuestion<'_>) -> Result<(), NoAnswer> {
        let limits = question.limits[question.player];
        let (left, stones) = match (question.clocks[question.player], limits.move_time) {
            (Some(ClockReading { left, moves_to_go: None, .. }), _) => (left.as_secs(), 0),
            (Some(ClockReading { left, moves_to_go: Some(moves), .. }), _) => setting_up::byo_yomi(left, moves),
            (None, Some(time)) => setting_up::byo_yomi(time, 1),
            (None, None) => return Ok(()),
        };
        if !self.commands.contains("time_left") {
            return Ok(());
        }
        let colour = self.first.of_player(question.player).letter();
        self.tell(&format!("time_left {colour} {left} {stones}"))
    }
}

impl Contestant for GtpEngine {
    fn prepare(&mut self, number: u64, opening: &Opening) -> Result<(), NoAnswer> {
        self.log.begin_game(number);
        if !self.is_started {
            self.end();
            self.log.add(Direction::Event, "start");
            let lines = outside::start(&self.settings, self.max_start, &self.surroundings, &self.interrupt, &self.log)?;
            // Kept also if it fails: what it wrote to standard error belongs to its fault.
            self.client = Some(GtpClient::new(lines));
            self.handshake()?;
            self.is_started = true;
            self.surroundings.greeted(&self.settings.name, self.own_name());
        }
        self.client()?.lines.check()?;
        self.set_up(opening)
    }

    fn own_name(&self) -> Option<String> {
        // Terminals obey control characters.
        Some(plyd_foreign::one_line(self.client.as_ref()?.name.as_ref()?))
    }

    fn answer(&mut self, question: &MoveQuestion<'_>) -> Result<ContestantMove, NoAnswer> {
        self.tell_moves(question)?;
        self.tell_time(question)?;
        let time = question.time();
        let colour = self.first.of_player(question.player).letter();
        let client = self.client()?;
        let asked = Instant::now();
        let deadline = asked + time.unwrap_or(question.max_think);
        let wait = Wait { deadline, late: Reason::Hang, what: "answer to genmove" };
        client.send(&format!("genmove {colour}"), wait)?;
        let answer = match client.receive(wait) {
            Err(NoAnswer::Fault(fault)) if matches!(fault.reason, Reason::Hang | Reason::Garbage) && time.is_some() => {
                // The move is late. If one comes at all, the engine is slow; if not, it hangs.
                client.receive(Wait { deadline: Instant::now() + STOP_GRACE, ..wait })?
            }
            answer => answer?,
        };
        let time = asked.elapsed();
        client.lines.forget_unknown();
        let choice = match answer {
            Ok(text) if text.eq_ignore_ascii_case("resign") => MoveChoice::Resign,
            Ok(text) if text.is_empty() => MoveChoice::None,
            Ok(text) => MoveChoice::Text(text),
            Err(text) => {
                let text: String = text.chars().take(80).collect();
                return Err(EngineFault::new(Reason::NoMove, format!("it answers `genmove` with `? {text}`")).into());
            }
        };
        self.known += 1;
        Ok(ContestantMove { choice, time, score: None, depth: None, nodes: None, expected: None })
    }

    fn fail(&mut self, fault: &EngineFault) -> String {
        let said = self.client.as_mut().map_or_else(String::new, |client| client.lines.standard_error());
        self.log.add(Direction::Event, &format!("fault {fault}"));
        self.end();
        self.log.flush();
        said
    }

    fn end(&mut self) {
        self.is_started = false;
        if self.client.take().is_some() {
            self.log.add(Direction::Event, "ended");
        }
    }
}

impl Drop for GtpEngine {
    fn drop(&mut self) {
        if let Some(client) = &mut self.client
            && client.send("quit", outside::quit_wait()).is_ok()
            && let Some(how) = client.lines.wait_for_exit(outside::quit_time(&self.interrupt))
        {
            self.log.add(Direction::Event, &how);
        }
        self.end();
    }
}
