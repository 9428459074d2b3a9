//! A worker whose games are played by its child, and by another one when that is lost.

use super::child::{ChildLoss, MatchChild};
use super::children::MatchChildren;
use super::messages::{ChildEvent, ChildRequest};
use crate::MatchError;
use crate::contest::Contest;
use crate::heartbeat::Heartbeat;
use crate::interrupt::Interrupt;
use crate::no_answer::MOST_VOIDED;
use crate::openings::OpeningNotes;
use crate::place::{PlayVenue, Plays};
use crate::start_check::StartCheck;
use crate::surroundings::MatchSurroundings;
use plyd_tournament::{EncounterUnit, Pairing, PlayedGame};
use plyd_worker::Crashes;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::time::Instant;

/// A process for each worker.
impl PlayVenue for MatchChildren {
    fn plays<'a>(&'a self, game: &'a Contest, interrupt: &Interrupt, _: &'a Heartbeat) -> Box<dyn Plays + 'a> {
        Box::new(Player::new(game, self, interrupt))
    }

    /// One of them looks at those that are needed.
    fn look_at_openings(&self, game: &Contest) -> Result<(Option<u64>, OpeningNotes), MatchError> {
        match self.start(game, &Interrupt::default()) {
            Ok((_, openings)) => Ok(openings),
            Err(lost) => Err(lost.into()),
        }
    }

    fn most_plies(&self) -> Result<Option<usize>, MatchError> {
        Ok(None)
    }

    /// Each of them reads the tablebases for itself.
    fn read_tablebases(&mut self, MatchSurroundings { folders, tablebases, .. }: &MatchSurroundings, game: &str) {
        self.read(folders, tablebases.reserve(game).bytes());
    }
}

/// Plays on one thread, in a child that stays for the next unit.
#[derive(Debug)]
pub(super) struct Player<'a> {
    game: &'a Contest,
    children: &'a MatchChildren,
    interrupt: Interrupt,
    child: Option<MatchChild<'a>>,
    crashes: Crashes,
}

/// Takes a game in as it ends, and says whether the rest of its unit is played.
type OnGameEnd<'a> = dyn FnMut(PlayedGame) -> ControlFlow<()> + 'a;

impl<'a> Player<'a> {
    /// A worker for games of this match.
    pub(super) fn new(game: &'a Contest, children: &'a MatchChildren, interrupt: &Interrupt) -> Self {
        Self { game, children, interrupt: interrupt.clone(), child: None, crashes: Crashes::default() }
    }

    fn ask_for_check(&mut self) -> Result<StartCheck, ChildLoss> {
        let mut child = self.take_child()?;
        child.begin_game(0);
        child.ask(ChildRequest::CheckStart { concurrency: 1 });
        match child.hear()? {
            ChildEvent::Checked(check) => {
                child.part();
                Ok(check)
            }
            ChildEvent::Failed(failure) => Err(ChildLoss::Failed(failure.into())),
            _ => Err(ChildLoss::unasked()),
        }
    }

    fn play_rest(
        &mut self,
        encounter: u64,
        rest: &mut VecDeque<Pairing>,
        ended: &mut OnGameEnd<'_>,
    ) -> Result<ControlFlow<()>, ChildLoss> {
        let mut child = self.take_child()?;
        rest.front().iter().for_each(|pairing| child.begin_game(pairing.number));
        child.ask(ChildRequest::Play(EncounterUnit { encounter, games: rest.iter().copied().collect() }));
        let played = hear_games(&mut child, rest, ended);
        match played {
            Ok(ControlFlow::Continue(())) => self.child = Some(child),
            Ok(ControlFlow::Break(())) | Err(ChildLoss::Interrupted) => child.stop(),
            Err(ChildLoss::Crashed(_) | ChildLoss::Failed(_)) => {}
        }
        played
    }

    /// The child of this worker, or a new one. It is given back when it has done what was ordered.
    fn take_child(&mut self) -> Result<MatchChild<'a>, ChildLoss> {
        match self.child.take() {
            Some(child) => Ok(child),
            None => self.children.start(self.game, &self.interrupt).map(|(child, _)| child),
        }
    }

    /// The child was lost in this game, for the `times`th time.
    fn note_crash(&mut self, pairing: Pairing, times: u32, reason: &str) -> Result<(), MatchError> {
        let now = Instant::now();
        self.crashes.note(now);
        let number = pairing.number + 1;
        let [first, second] = pairing.players.map(|player| &self.game.settings().engines[player].name);
        if times > MOST_VOIDED || self.crashes.are_too_many(now) {
            return Err(MatchError::Game(format!(
                "it has crashed again and again, the last time in game {number}, {first} against {second}: {reason}"
            )));
        }
        let id = &self.game.settings().game;
        self.game.surroundings().tell(&format!(
            "game {number}, {first} against {second}, is played again: the library of `{id}` has crashed: {reason}"
        ));
        Ok(())
    }
}

impl Plays for Player<'_> {
    /// The games that a lost child did not end are played again by another one.
    fn play(
        &mut self,
        unit: &EncounterUnit,
        ended: &mut dyn FnMut(PlayedGame) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, MatchError> {
        let mut rest: VecDeque<Pairing> = unit.games.iter().copied().collect();
        let mut voided = 0;
        while let Some(&pairing) = rest.front() {
            let mut take = |game: PlayedGame| {
                ended(PlayedGame { voided: game.voided.saturating_add(std::mem::take(&mut voided)), ..game })
            };
            match self.play_rest(unit.encounter, &mut rest, &mut take) {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) | Err(ChildLoss::Interrupted) => return Ok(ControlFlow::Break(())),
                Err(ChildLoss::Failed(error)) => return Err(error),
                Err(ChildLoss::Crashed(reason)) => {
                    // Games before it have ended.
                    let lost = rest.front().copied().unwrap_or(pairing);
                    voided += 1;
                    self.note_crash(lost, voided, &reason)?;
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// As many at a time as in one game: each has its table, and the memory of the process suffices for one game.
    fn check_start(&mut self, _concurrency: usize) -> Result<StartCheck, MatchError> {
        match self.ask_for_check() {
            Ok(check) => Ok(check),
            Err(ChildLoss::Interrupted) => Ok(StartCheck::Interrupted),
            Err(lost) => Err(lost.into()),
        }
    }

    fn part(self: Box<Self>) {
        self.child.into_iter().for_each(MatchChild::part);
    }
}

/// Hears of games until those that are left to play have ended.
fn hear_games(
    child: &mut MatchChild<'_>,
    rest: &mut VecDeque<Pairing>,
    ended: &mut OnGameEnd<'_>,
) -> Result<ControlFlow<()>, ChildLoss> {
    loop {
        match child.hear()? {
            // It is the one that was asked for.
            ChildEvent::Ended(game) => {
                rest.pop_front();
                rest.front().iter().for_each(|pairing| child.begin_game(pairing.number));
                if ended(*game).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            ChildEvent::Over => return Ok(ControlFlow::Continue(())),
            ChildEvent::Failed(failure) => return Err(ChildLoss::Failed(failure.into())),
            _ => return Err(ChildLoss::unasked()),
        }
    }
}
