//! From the start of an engine to the first move of a game: who it is, what it is set to, the board, the clock.

use super::{GtpEngine, NoAnswer};
use crate::openings::Opening;
use plyd_formats::go::{Colour, GoSetup};
use plyd_host::{OpenError, Position};
use plyd_rules::{Game as _, Player};
use plyd_tournament::settings::TimeControl;
use plyd_tournament::{EngineFault, Reason};
use std::time::Duration;

/// The game whose setups can be expressed in GTP.
const GO: &str = "go";

/// A time in the whole seconds of GTP: rounded down, but at least one, because zero would mean no limit.
fn seconds(time: Duration) -> u64 {
    time.as_secs().max(1)
}

/// The shortest time that can be expressed.
const SHORTEST: Duration = Duration::from_millis(1);

/// A time for so many moves, in the whole seconds that GTP has, and the stones of byo-yomi for which they are: never
/// more for a stone than there is for a move. Less than a second is a second for more stones.
pub(super) fn byo_yomi(time: Duration, moves: u32) -> (u64, u128) {
    const SECOND: Duration = Duration::from_secs(1);
    if time >= SECOND {
        return (time.as_secs(), moves.into());
    }
    (1, (u128::from(moves) * SECOND.as_nanos()).div_ceil(time.max(SHORTEST).as_nanos()))
}

fn cannot(detail: String) -> NoAnswer {
    EngineFault::new(Reason::Start, detail).into()
}

impl GtpEngine {
    /// Asks the engine who it is and what it can, and sets its options: each is a command, with the value as its
    /// arguments.
    pub(super) fn handshake(&mut self) -> Result<(), NoAnswer> {
        let version = self.ask_first("protocol_version")?;
        if version.as_deref() != Ok("2") {
            let (name, Ok(said) | Err(said)) = (&self.settings.name, &version);
            let said: String = said.chars().take(80).collect();
            let warning =
                format!("engine {name} answers `protocol_version` with `{said}`; plyd speaks version 2 to it");
            self.surroundings.tell_once(warning);
        }
        let name = self.ask_first("name")?.ok();
        let version = self.ask_first("version")?.unwrap_or_default();
        self.client()?.name = name.map(|name| format!("{name} {version}").trim().to_owned());
        let commands = self.ask_first("list_commands")?.unwrap_or_default();
        self.commands = commands.split_whitespace().map(str::to_owned).collect();
        for (name, value) in self.settings.options.clone() {
            let command = format!("{name} {value}");
            let wait = self.soon(Reason::NoReady);
            if let Err(text) = self.client()?.ask(command.trim(), wait)? {
                let text: String = text.chars().take(80).collect();
                return Err(cannot(format!("it answers `{command}`, one of its options, with `? {text}`")));
            }
        }
        self.tell_limits();
        Ok(())
    }

    /// A question that every engine answers. One that ends before counts as one that could not be started.
    fn ask_first(&mut self, command: &str) -> Result<Result<String, String>, NoAnswer> {
        let wait = self.soon(Reason::NoHandshake);
        match self.client()?.ask(command, wait) {
            Err(NoAnswer::Fault(fault)) if fault.reason == Reason::Crash => Err(cannot(fault.detail)),
            answer => answer,
        }
    }

    /// Tells the user what GTP has no words for.
    fn tell_limits(&self) {
        let (limits, name) = (&self.settings.limits, &self.settings.name);
        if limits.nodes.is_some() || limits.depth.is_some() {
            let text = format!("engine {name} does not learn of its limit of nodes or depth: GTP has no such limit");
            self.surroundings.tell_once(text);
        }
        let move_time = limits.move_time.filter(|_| limits.clock.is_none());
        if let Some(time) = move_time.filter(|time| time.subsec_nanos() > 0) {
            let (seconds, stones) = byo_yomi(time, 1);
            let unit = if seconds == 1 { "second" } else { "seconds" };
            let told = if stones == 1 { "each move".to_owned() } else { format!("every {stones} moves") };
            let text =
                format!("engine {name} is told that it has {seconds} {unit} for {told}: GTP counts in whole seconds");
            self.surroundings.tell_once(text);
        }
        if limits.clock.is_some_and(|clock| !clock.increment.is_zero()) {
            let text =
                format!("engine {name} does not learn of its increments: GTP has none; it learns of what is left");
            self.surroundings.tell_once(text);
        }
        if self.settings.ponder {
            self.surroundings.tell_once(format!("engine {name} does not ponder: GTP has no pondering"));
        }
    }

    /// Sets up the board of a game, and the clock. The moves of the opening are sent with the moves of the game.
    pub(super) fn set_up(&mut self, opening: &Opening) -> Result<(), NoAnswer> {
        let game = opening.position.game();
        if game.facts().chance.is_some() {
            return Err(cannot(format!("{} has chance, and GTP has no rolls", self.game)));
        }
        let library = game.library();
        self.first = Colour::of_first(library.sides().name(Player::Max));
        (self.known, self.opening) = (0, opening.moves.iter().map(|mv| usize::from(mv.player)).collect());
        if self.game == GO {
            let start = match Position::open(library, &self.game_options, &opening.setup) {
                Ok(position) => position.setup().map_err(|fault| NoAnswer::Stopped(fault.into()))?,
                Err(OpenError::Refused(reason)) => return Err(cannot(reason)),
                Err(OpenError::Fault(fault)) => return Err(NoAnswer::Stopped(fault.into())),
            };
            self.set_up_go(&start)?;
        } else {
            if !opening.setup.is_empty() {
                return Err(cannot(format!("GTP cannot set up `{}`; let the games begin at the start", opening.setup)));
            }
            let square = library.board().is_some_and(|board| board.files == board.ranks);
            if square && self.commands.contains("boardsize") {
                // Its size can be an option, so it comes from the start position: its board has a row for each rank.
                let start = opening.position.setup().map_err(|fault| NoAnswer::Stopped(fault.into()))?;
                let ranks = start.split_whitespace().next().unwrap_or_default().split('/').count();
                self.tell(&format!("boardsize {ranks}"))?;
            }
            self.tell("clear_board")?;
        }
        self.set_clock()
    }

    /// Stones are played in turn, whichever side moves next: no group of a setup is without a liberty, so none is
    /// taken.
    fn set_up_go(&mut self, start: &str) -> Result<(), NoAnswer> {
        let setup = GoSetup::read(start).filter(GoSetup::has_only_stones);
        let Some((setup, size)) = setup.and_then(|setup| Some((setup.clone(), setup.size()?))) else {
            let detail =
                format!("GTP cannot set up `{start}`: it has square boards and stones, but no kos and no passes");
            return Err(cannot(detail));
        };
        self.tell(&format!("boardsize {size}"))?;
        self.tell("clear_board")?;
        self.tell(&format!("komi {}", setup.komi_text()))?;
        for (point, colour) in setup.stones() {
            self.tell(&format!("play {} {point}", colour.letter()))?;
        }
        Ok(())
    }

    fn set_clock(&mut self) -> Result<(), NoAnswer> {
        let limits = self.settings.limits;
        let period = |time, moves| {
            let (seconds, stones) = byo_yomi(time, moves);
            format!("0 {seconds} {stones}")
        };
        let settings = match (limits.clock, limits.move_time) {
            (Some(TimeControl { moves: None, time, .. }), _) => format!("{} 0 0", seconds(time)),
            (Some(TimeControl { moves: Some(moves), time, .. }), _) => period(time, moves),
            (None, Some(time)) => period(time, 1),
            (None, None) => return Ok(()),
        };
        if !self.commands.contains("time_settings") {
            return Ok(());
        }
        self.tell(&format!("time_settings {settings}"))
    }
}
