//! A worker plays the games of a match: units of work, one after another, with engines that stay for the next unit.

use crate::MatchError;
use crate::contest::Contest;
use crate::contestant::Contestant;
use crate::heartbeat::Heartbeat;
use crate::interrupt::Interrupt;
use crate::no_answer::{self, MOST_VOIDED};
use crate::openings::{OpeningNotes, Openings};
use crate::place::{PlayVenue, Plays};
use crate::referee::{self, PlayProgress};
use crate::start_check::{StartCheck, try_engines};
use crate::surroundings::MatchSurroundings;
use plyd_tournament::settings::MatchSettingsError;
use plyd_tournament::{EncounterUnit, EncounterUnits, Pairing, PlayedGame, told_with};
use std::fmt;
use std::ops::ControlFlow;
use std::time::Duration;

/// Plays on one thread. Its two last engines stay for the next unit, and no others live.
pub(crate) struct GameThread<'a> {
    game: &'a Contest,
    openings: &'a Openings,
    interrupt: Interrupt,
    heartbeat: &'a Heartbeat,
    /// Two at most, with their places in the settings.
    engines: Vec<(usize, Box<dyn Contestant>)>,
}

impl fmt::Debug for GameThread<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let engines: Vec<_> = self.engines.iter().map(|(engine, _)| engine).collect();
        f.debug_struct("Worker").field("engines", &engines).finish_non_exhaustive()
    }
}

impl<'a> GameThread<'a> {
    /// A worker for games of this match, which have these openings. An interrupt abandons the current game; a game
    /// during which the heartbeat found a pause is played again.
    pub(crate) fn new(
        game: &'a Contest,
        openings: &'a Openings,
        interrupt: &Interrupt,
        heartbeat: &'a Heartbeat,
    ) -> Self {
        Self { game, openings, interrupt: interrupt.clone(), heartbeat, engines: Vec::new() }
    }

    /// The engines with these places. Others are ended first, so that there are never more than two.
    fn engines(&mut self, players: [usize; 2]) -> Result<[&mut dyn Contestant; 2], MatchError> {
        let known = 0..self.game.settings().engines.len();
        if players[0] == players[1] || !players.iter().all(|player| known.contains(player)) {
            return Err(MatchSettingsError::new("the game belongs to another match").into());
        }
        self.engines.retain(|(engine, _)| players.contains(engine));
        for player in players {
            if self.engines.iter().all(|&(engine, _)| engine != player) {
                let kept = self.game.ready().take(player, self.game.surroundings());
                let engine = kept.unwrap_or_else(|| self.game.contestant(player, &self.interrupt));
                self.engines.push((player, engine));
            }
        }
        self.engines.sort_by_key(|&(engine, _)| engine != players[0]);
        match self.engines.as_mut_slice() {
            [(_, first), (_, second)] => Ok([first.as_mut(), second.as_mut()]),
            _ => unreachable!("those of the game are kept or made, and no others are kept"),
        }
    }
}

impl Plays for GameThread<'_> {
    fn play(
        &mut self,
        unit: &EncounterUnit,
        ended: &mut dyn FnMut(PlayedGame) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, MatchError> {
        for &pairing in &unit.games {
            if self.interrupt.is_asked() {
                return Ok(ControlFlow::Break(()));
            }
            let Some(played) = play(self, pairing)? else { return Ok(ControlFlow::Break(())) };
            if ended(played).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The engines of the first games stay for them.
    fn check_start(&mut self, concurrency: usize) -> Result<StartCheck, MatchError> {
        let kept = EncounterUnits::new(self.game.schedule()).first_players(concurrency);
        try_engines((self.game, self.openings), concurrency, (&self.interrupt, self.heartbeat), &kept)
    }

    fn part(self: Box<Self>) {}
}

/// This process.
impl PlayVenue for Openings {
    fn plays<'a>(&'a self, game: &'a Contest, interrupt: &Interrupt, heartbeat: &'a Heartbeat) -> Box<dyn Plays + 'a> {
        Box::new(GameThread::new(game, self, interrupt, heartbeat))
    }

    fn look_at_openings(&self, _: &Contest) -> Result<(Option<u64>, OpeningNotes), MatchError> {
        Ok((self.count(), self.notes().clone()))
    }

    fn most_plies(&self) -> Result<Option<usize>, MatchError> {
        self.most_plies()
    }

    /// They are read by the process that plays the games.
    fn read_tablebases(&mut self, _: &MatchSurroundings, _: &str) {}
}

/// Plays a game, again after each pause that may have decided it, and after each lack of resources that prevented its
/// start; `None` if it was abandoned.
fn play(worker: &mut GameThread<'_>, pairing: Pairing) -> Result<Option<PlayedGame>, MatchError> {
    let (game, heartbeat) = (worker.game, worker.heartbeat);
    let opening = worker.openings.of_round(pairing.round)?;
    let mut voided = 0;
    loop {
        let engines = worker.engines(pairing.players)?;
        let watched = (voided < MOST_VOIDED).then_some(heartbeat);
        let gallery = game.surroundings().gallery.as_deref();
        match referee::play(pairing, &opening, engines, game.settings(), watched, gallery)? {
            PlayProgress::Ended(mut played) => {
                tell_of_fault(&played, game);
                if let Some(first) = played.moves.first_mut() {
                    first.opening.clone_from(&opening.tags);
                }
                return Ok(Some(PlayedGame { voided, ..played }));
            }
            PlayProgress::Interrupted => return Ok(None),
            PlayProgress::Paused(time) => {
                voided += 1;
                tell_of_pause(game, pairing, time, heartbeat);
            }
            PlayProgress::Lacking(player, detail) => {
                let engine = game.settings().engines[pairing.players[player]].name.clone();
                if voided == MOST_VOIDED {
                    return Err(MatchError::Lack { engine, detail });
                }
                voided += 1;
                let number = pairing.number + 1;
                game.surroundings().tell(&format!(
                    "game {number} is played again: plyd itself lacked the resources to start engine {engine}: {detail}"
                ));
                no_answer::wait(voided, &worker.interrupt);
            }
        }
    }
}

/// An engine ended a game by a fault, if one did.
fn tell_of_fault(played: &PlayedGame, game: &Contest) {
    let Some((engine, reason)) = played.at_fault() else { return };
    let name = &game.settings().engines[engine].name;
    let detail = told_with(&played.detail, &played.standard_error);
    let number = played.number + 1;
    game.surroundings().tell(&format!("engine {name} failed in game {number} ({reason}): {detail}"));
}

/// A game was abandoned because of a pause.
fn tell_of_pause(game: &Contest, Pairing { number, .. }: Pairing, time: Duration, heartbeat: &Heartbeat) {
    let seconds = time.as_secs_f64();
    let number = number + 1;
    let text = format!("game {number} is played again from its start: the match was paused for {seconds:.1} s");
    game.surroundings().tell(&text);
    if heartbeat.cost_a_game() {
        game.surroundings().tell(&format!(
            "the machine is too busy for the time control of this match: {} pauses within an hour interrupted games; play \
             fewer games at a time, or give the engines more time",
            Heartbeat::MANY_PAUSES
        ));
    }
}
