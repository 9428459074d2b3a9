//! What plays the games of a match: units of work, one after the other, with engines that stay for the next.

use crate::MatchError;
use crate::contestant::{Builtin, Contestant};
use crate::game::PlayedGame;
use crate::interrupt::Interrupt;
use crate::referee;
use crate::settings::{EngineSettings, SettingsError};
use crate::tournament::Match;
use crate::units::Unit;
use std::fmt;
use std::ops::ControlFlow;

/// Plays on one thread. Its two last engines stay for the next unit, and no others live.
pub struct Worker<'a> {
    game: &'a Match,
    interrupt: Interrupt,
    /// Two at most, with their places in the settings.
    engines: Vec<(usize, Box<dyn Contestant>)>,
}

impl fmt::Debug for Worker<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let engines: Vec<_> = self.engines.iter().map(|(engine, _)| engine).collect();
        f.debug_struct("Worker").field("engines", &engines).finish_non_exhaustive()
    }
}

impl<'a> Worker<'a> {
    /// For games of this match; an interrupt gives up the one that is played.
    #[must_use]
    pub fn new(game: &'a Match, interrupt: &Interrupt) -> Self {
        Self { game, interrupt: interrupt.clone(), engines: Vec::new() }
    }

    /// The engines with these places. Others are ended first, so that there are never more than two.
    fn engines(&mut self, players: [usize; 2]) -> Result<[&mut dyn Contestant; 2], MatchError> {
        let known = 0..self.game.settings().engines.len();
        if players[0] == players[1] || !players.iter().all(|player| known.contains(player)) {
            return Err(SettingsError::new("a game of another match was to be played").into());
        }
        self.engines.retain(|(engine, _)| players.contains(engine));
        for player in players {
            if self.engines.iter().all(|&(engine, _)| engine != player) {
                self.engines.push((player, contestant(self.game, player, &self.interrupt)));
            }
        }
        self.engines.sort_by_key(|&(engine, _)| engine != players[0]);
        match self.engines.as_mut_slice() {
            [(_, first), (_, second)] => Ok([first.as_mut(), second.as_mut()]),
            _ => unreachable!("those of the game are kept or made, and no others are kept"),
        }
    }
}

/// Plays a unit, and hands on each game as it ends. Broken off, if an interrupt was asked for or `ended` says so: then the
/// game that was played is given up, and counts as not begun.
///
/// # Errors
/// The library of the game failed, or the unit is of another match.
pub fn play_pair(
    worker: &mut Worker<'_>,
    unit: &Unit,
    ended: &mut dyn FnMut(PlayedGame) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, MatchError> {
    let game = worker.game;
    for &pairing in &unit.games {
        if worker.interrupt.is_asked() {
            return Ok(ControlFlow::Break(()));
        }
        let opening = game.openings().of_round(pairing.round)?;
        let engines = worker.engines(pairing.players)?;
        let Some(played) = referee::play(pairing, &opening, engines, game.settings())? else {
            return Ok(ControlFlow::Break(()));
        };
        if ended(played).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

fn contestant(game: &Match, engine: usize, interrupt: &Interrupt) -> Box<dyn Contestant> {
    match game.builtin(engine) {
        Some(options) => {
            let EngineSettings { name, ponder, .. } = &game.settings().engines[engine];
            if *ponder {
                game.surroundings().warn_once(format!("engine {name} does not ponder: built-in engines do not"));
            }
            Box::new(Builtin::new(options.clone(), interrupt))
        }
        None => external(game, engine, interrupt),
    }
}

#[cfg(unix)]
fn external(played: &Match, engine: usize, interrupt: &Interrupt) -> Box<dyn Contestant> {
    let crate::settings::MatchSettings { game, game_options, max_start, .. } = played.settings();
    let engine = &played.settings().engines[engine];
    Box::new(crate::contestant::UciEngine::new(
        engine,
        game,
        game_options,
        *max_start,
        interrupt,
        played.surroundings(),
    ))
}

#[cfg(not(unix))]
fn external(_played: &Match, _engine: usize, _interrupt: &Interrupt) -> Box<dyn Contestant> {
    Box::new(crate::contestant::Unsupported)
}
