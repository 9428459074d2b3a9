//! A worker whose games are played by its child, and by another one when that is lost.

use super::children::Children;
use super::conversation::{Conversation, Lost};
use super::messages::{FromChild, ToChild, is_asked};
use crate::MatchError;
use crate::game::PlayedGame;
use crate::interrupt::Interrupt;
use crate::lack::MOST_VOIDED;
use crate::schedule::Pairing;
use crate::start_check::StartCheck;
use crate::tournament::Match;
use crate::units::Unit;
use plyd_worker::Crashes;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::time::Instant;

/// Plays on one thread, in a child that stays for the next unit.
#[derive(Debug)]
pub(crate) struct Player<'a> {
    game: &'a Match,
    children: &'a Children,
    interrupt: Interrupt,
    conversation: Option<Conversation<'a>>,
    crashes: Crashes,
}

/// Takes a game in as it ends, and says whether the rest of its unit is played.
type Ended<'a> = dyn FnMut(PlayedGame) -> ControlFlow<()> + 'a;

impl<'a> Player<'a> {
    /// A worker for games of this match.
    pub(crate) fn new(game: &'a Match, children: &'a Children, interrupt: &Interrupt) -> Self {
        Self { game, children, interrupt: interrupt.clone(), conversation: None, crashes: Crashes::default() }
    }

    /// Tries all engines, see [`Match::check_start`].
    pub(crate) fn check_start(&mut self, concurrency: usize) -> Result<StartCheck, MatchError> {
        // Each engine that is tried has its table, and the memory of a limited process is that of one game.
        let concurrency = if self.children.are_limited() { 1 } else { concurrency };
        match self.ask_for_check(concurrency) {
            Ok(check) => Ok(check),
            Err(Lost::Interrupted) => Ok(StartCheck::Interrupted),
            Err(lost) => Err(lost.into()),
        }
    }

    fn ask_for_check(&mut self, concurrency: usize) -> Result<StartCheck, Lost> {
        let mut conversation = self.take_child()?;
        conversation.order(&ToChild::CheckStart { concurrency })?;
        match conversation.hear()? {
            FromChild::Checked(check) => {
                conversation.part();
                Ok(check)
            }
            FromChild::Failed(failure) => Err(Lost::Failed(failure.into())),
            _ => Err(conversation.unasked()),
        }
    }

    /// Plays a unit, and returns each game as it ends, see [`play_pair`](crate::play_pair). The games that a lost child
    /// did not end are played again by another one.
    pub(crate) fn play(&mut self, unit: &Unit, ended: &mut Ended<'_>) -> Result<ControlFlow<()>, MatchError> {
        let mut rest: VecDeque<Pairing> = unit.games.iter().copied().collect();
        let mut voided = 0;
        while let Some(&pairing) = rest.front() {
            let mut take = |game: PlayedGame| {
                ended(PlayedGame { voided: game.voided.saturating_add(std::mem::take(&mut voided)), ..game })
            };
            match self.play_rest(unit.encounter, &mut rest, &mut take) {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) | Err(Lost::Interrupted) => return Ok(ControlFlow::Break(())),
                Err(Lost::Failed(error)) => return Err(error),
                Err(Lost::Crashed(reason)) => {
                    // Games before it have ended.
                    let lost = rest.front().copied().unwrap_or(pairing);
                    voided += 1;
                    self.note_crash(lost, voided, &reason)?;
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn play_rest(
        &mut self,
        encounter: u64,
        rest: &mut VecDeque<Pairing>,
        ended: &mut Ended<'_>,
    ) -> Result<ControlFlow<()>, Lost> {
        let mut conversation = self.take_child()?;
        conversation.order(&ToChild::Play(Unit { encounter, games: rest.iter().copied().collect() }))?;
        let played = hear_games(&mut conversation, rest, ended);
        match played {
            Ok(ControlFlow::Continue(())) => self.conversation = Some(conversation),
            Ok(ControlFlow::Break(())) | Err(Lost::Interrupted) => conversation.stop(),
            Err(Lost::Crashed(_) | Lost::Failed(_)) => {}
        }
        played
    }

    /// The child of this worker, or a new one. It is given back when it has done what was ordered.
    fn take_child(&mut self) -> Result<Conversation<'a>, Lost> {
        match self.conversation.take() {
            Some(conversation) => Ok(conversation),
            None => self.children.start(self.game, &self.interrupt).map(|(conversation, _)| conversation),
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

    /// Lets the child end its engines, and itself.
    pub(crate) fn part(self) {
        self.conversation.into_iter().for_each(Conversation::part);
    }
}

/// Hears of games until those that are left to play have ended.
fn hear_games(
    conversation: &mut Conversation<'_>,
    rest: &mut VecDeque<Pairing>,
    ended: &mut Ended<'_>,
) -> Result<ControlFlow<()>, Lost> {
    loop {
        match conversation.hear()? {
            FromChild::Ended(game) if rest.front().is_some_and(|pairing| is_asked(&game, pairing)) => {
                rest.pop_front();
                if ended(*game).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            FromChild::Over if rest.is_empty() => return Ok(ControlFlow::Continue(())),
            FromChild::Failed(failure) => return Err(Lost::Failed(failure.into())),
            _ => return Err(conversation.unasked()),
        }
    }
}
