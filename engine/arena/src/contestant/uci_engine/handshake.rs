//! From the start of an engine to its first game: who it is, and what it is set to.

use super::UciEngine;
use crate::contestant::engine_lines::Wait;
use crate::contestant::uci_client::UciClient;
use crate::no_answer::NoAnswer;
use plyd_protocol::{Command, EngineReply, Mode, PositionText, Query};
use plyd_tournament::{EngineFault, Reason};
use std::time::Instant;

/// The option by which an engine declares that it can ponder. plyd sets it to permit pondering.
const PONDER: &str = "Ponder";

/// The option by which an engine lists its games.
const VARIANT: &str = "UCI_Variant";

/// The most games of an engine that an error lists.
const MOST_LISTED: usize = 10;

/// An option that an engine has declared: its name and its choices.
type DeclaredOption = (String, Vec<String>);

impl UciEngine {
    /// From `uci` to `uciok`, then all options. Whether the engine is to think on the other player's time.
    ///
    /// What the engine plays is judged after its options are set: some learn of games by them, as Fairy-Stockfish does
    /// by `VariantPath`.
    ///
    /// In a game with chance the engine has to know positions at which nobody chooses. It does if it lists the game by
    /// `UCI_Variant`, or if it answers `query turn`.
    pub(super) fn handshake(&self, client: &mut UciClient, has_chance: bool) -> Result<bool, NoAnswer> {
        let wait = Wait {
            deadline: Instant::now() + self.max_start,
            late: Reason::NoHandshake,
            what: if self.mode == Mode::Uci { "uciok" } else { "ugiok" },
        };
        let (declared, name) = match self.introduce(client, wait) {
            // An engine that ends before it has said who it is counts as one that could not be started.
            Err(NoAnswer::Fault(fault)) if fault.reason == Reason::Crash => {
                return Err(EngineFault::new(Reason::Start, fault.detail).into());
            }
            told => told?,
        };
        client.name = name;
        let ponders = self.can_ponder(&declared);
        let own = self.own_options(&declared, ponders);
        client.send(&own, self.mode, wait)?;
        let declared = if self.lacks_game(&declared) && !own.is_empty() {
            // They may have brought games.
            self.introduce(client, wait)?.0
        } else {
            declared
        };
        client.send(&self.options_of_game(&declared)?, self.mode, wait)?;
        if has_chance && find(&declared, VARIANT).is_none() {
            self.check_chance(client)?;
        }
        Ok(ponders)
    }

    /// Has the engine say who it is, and which options it has.
    fn introduce(&self, client: &mut UciClient, wait: Wait) -> Result<(Vec<DeclaredOption>, Option<String>), NoAnswer> {
        let hello = if self.mode == Mode::Uci { Command::Uci } else { Command::Ugi };
        let (mut declared, mut name) = (Vec::new(), None);
        client.send(&[hello], self.mode, wait)?;
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
        })?;
        Ok((declared, name))
    }

    /// Asks an engine with an unknown list of games whether it knows the turn of chance.
    fn check_chance(&self, client: &mut UciClient) -> Result<(), NoAnswer> {
        let mut knows = false;
        let commands = [Command::Position(PositionText::default()), Command::Query(Query::Turn), Command::IsReady];
        client.synchronise(&commands, self.mode, self.max_start, |reply| {
            knows |= matches!(reply, EngineReply::Turn(_))
        })?;
        if knows {
            return Ok(());
        }
        let game = &self.game;
        let detail = format!(
            "{game} has chance, and the engine cannot play it: it neither lists `{game}` by its option `{VARIANT}` nor \
             answers `query turn` with `response first`, `second` or `chance`, as engines do that take rolls in `position`"
        );
        Err(EngineFault::new(Reason::Start, detail).into())
    }

    /// Whether the engine is to think on the other player's time, and can.
    fn can_ponder(&self, declared: &[DeclaredOption]) -> bool {
        if !self.settings.ponder {
            return false;
        }
        let name = &self.settings.name;
        let problem = match self.mode {
            Mode::Uci if find(declared, PONDER).is_some() => return true,
            Mode::Uci => "it has no option `Ponder`",
            Mode::Ugi => "UGI has no move to ponder on",
        };
        self.surroundings.tell_once(format!("engine {name} does not ponder: {problem}"));
        false
    }

    /// The permission to ponder, and the options that the match sets for this engine.
    fn own_options(&self, declared: &[DeclaredOption], ponders: bool) -> Vec<Command> {
        let mut commands = Vec::new();
        if ponders && let Some((name, _)) = find(declared, PONDER) {
            commands.push(set(name, "true"));
        }
        for (name, value) in &self.settings.options {
            if find(declared, name).is_none() {
                let engine = &self.settings.name;
                let warning = format!("engine {engine} has no option `{name}`; plyd sets it anyway");
                self.surroundings.tell_once(warning);
            }
            commands.push(set(name, value));
        }
        commands
    }

    /// Whether the match sets this option for this engine alone.
    fn is_own(&self, name: &str) -> bool {
        self.settings.options.keys().any(|own| own.eq_ignore_ascii_case(name))
    }

    /// Whether the engine lists its games, and this is none of them. A game that is set for the engine alone is not
    /// judged: its name for it may be another one.
    fn lacks_game(&self, declared: &[DeclaredOption]) -> bool {
        if self.is_own(VARIANT) {
            return false;
        }
        let is_game = |choice: &String| choice.eq_ignore_ascii_case(&self.game);
        find(declared, VARIANT).is_some_and(|(_, choices)| !choices.iter().any(is_game))
    }

    /// The options that the game asks for: the game itself, if the engine plays several, and the options of the game
    /// that the engine has. What is set for the engine alone stays.
    fn options_of_game(&self, declared: &[DeclaredOption]) -> Result<Vec<Command>, EngineFault> {
        let mut commands = Vec::new();
        if let Some((name, choices)) = find(declared, VARIANT) {
            if self.lacks_game(declared) {
                let listed = choices.iter().take(MOST_LISTED).map(String::as_str).collect::<Vec<_>>().join(", ");
                let more = if choices.len() > MOST_LISTED { ", ..." } else { "" };
                let detail =
                    format!("it does not play {}; by its option `{VARIANT}` it plays {listed}{more}", self.game);
                return Err(EngineFault::new(Reason::Start, detail));
            }
            if !self.is_own(name) {
                commands.push(set(name, &self.game));
            }
        }
        for (name, value) in &self.game_options {
            let known = find(declared, &format!("{}.{name}", self.game)).or_else(|| find(declared, name));
            commands.extend(known.filter(|(name, _)| !self.is_own(name)).map(|(name, _)| set(name, value)));
        }
        Ok(commands)
    }
}

fn set(name: &str, value: &str) -> Command {
    Command::SetOption { name: name.into(), value: Some(value.into()) }
}

fn find<'a>(declared: &'a [DeclaredOption], name: &str) -> Option<&'a DeclaredOption> {
    declared.iter().find(|(declared, _)| declared.eq_ignore_ascii_case(name))
}
