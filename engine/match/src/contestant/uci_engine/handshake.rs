//! From the start of an engine to its first game: who it is, and what it is set to.

use super::UciEngine;
use crate::contestant::NoAnswer;
use crate::contestant::engine_lines::Wait;
use crate::contestant::uci_client::UciClient;
use crate::fault::{Fault, Reason};
use plyd_protocol::{Command, EngineReply, Mode, PositionText, Query};
use std::time::Instant;

/// The option by which an engine declares that it can ponder. plyd sets it to permit pondering.
const PONDER: &str = "Ponder";

/// The option by which an engine lists its games.
const VARIANT: &str = "UCI_Variant";

/// The options that an engine has declared: names and choices.
type Declared = [(String, Vec<String>)];

impl UciEngine {
    /// From `uci` to `uciok`, then all options. Whether the engine is to think on the other player's time.
    ///
    /// In a game with chance the engine has to know positions at which nobody chooses. It does if it lists the game by
    /// `UCI_Variant`, or if it answers `query turn`.
    pub(super) fn handshake(&self, client: &mut UciClient, has_chance: bool) -> Result<bool, NoAnswer> {
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
        let ponders = self.can_ponder(&declared);
        client.send(&self.options(&declared, ponders)?, self.mode, wait)?;
        if has_chance && find(&declared, VARIANT).is_none() {
            self.check_chance(client)?;
        }
        Ok(ponders)
    }

    /// Asks an engine whose games nobody knows whether it knows the turn of chance.
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
        Err(Fault::new(Reason::Start, detail).into())
    }

    /// Whether the engine is to think on the other player's time, and can.
    fn can_ponder(&self, declared: &Declared) -> bool {
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

    /// The options to set: the game, if the engine plays several; the options of the game that the engine has; the
    /// permission to ponder; the engine's own options.
    fn options(&self, declared: &Declared, ponders: bool) -> Result<Vec<Command>, Fault> {
        let set = |name: &str, value: &str| Command::SetOption { name: name.into(), value: Some(value.into()) };
        let mut commands = Vec::new();
        if let Some((name, choices)) = find(declared, VARIANT) {
            if !choices.iter().any(|choice| choice.eq_ignore_ascii_case(&self.game)) {
                return Err(Fault::new(Reason::Start, format!("it does not play {}", self.game)));
            }
            commands.push(set(name, &self.game));
        }
        for (name, value) in &self.game_options {
            let known = find(declared, &format!("{}.{name}", self.game)).or_else(|| find(declared, name));
            commands.extend(known.map(|(name, _)| set(name, value)));
        }
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
        Ok(commands)
    }
}

fn find<'a>(declared: &'a Declared, name: &str) -> Option<&'a (String, Vec<String>)> {
    declared.iter().find(|(declared, _)| declared.eq_ignore_ascii_case(name))
}
