//! Where the games of a run are played: on this machine, or by workers behind a broker. They are the same.

use super::arguments::Learn;
#[cfg(feature = "broker")]
use crate::cli::farm_games::RunWorkers;
use crate::cli::players::{Players, check_sound, with_fewer_random_plies};
use plyd_session::SessionOptions;
use plyd_tournament::PlayedGame;
use plyd_tournament::settings::MatchSettings;

/// Who plays the games.
pub(super) struct SelfPlayer<'a> {
    pub(super) players: &'a Players<'a>,
    pub(super) defaults: &'a SessionOptions,
    /// Those who play in place of this machine.
    #[cfg(feature = "broker")]
    workers: Option<RunWorkers<'a>>,
}

#[cfg(feature = "broker")]
impl<'a> SelfPlayer<'a> {
    /// Those whom the arguments ask for, for a run whose games are like these.
    ///
    /// # Errors
    /// Workers cannot play this run.
    pub(super) fn new(
        wanted: &'a Learn,
        (id, settings): (&str, MatchSettings),
        (players, defaults): (&'a Players<'a>, &'a SessionOptions),
        hint: &'a (dyn Fn(&str) + Sync),
    ) -> anyhow::Result<Self> {
        let of = |broker| {
            let run = (id.to_owned(), vec![settings], defaults);
            RunWorkers::new((players, &wanted.farm), broker, run, hint)
        };
        let workers = wanted.farm.broker.options().map(of).transpose()?;
        Ok(Self { players, defaults, workers })
    }
}

#[cfg(not(feature = "broker"))]
impl<'a> SelfPlayer<'a> {
    /// This machine.
    ///
    /// # Errors
    /// None.
    pub(super) fn new(
        _: &'a Learn,
        _: (&str, MatchSettings),
        (players, defaults): (&'a Players<'a>, &'a SessionOptions),
        _: &'a (dyn Fn(&str) + Sync),
    ) -> anyhow::Result<Self> {
        Ok(Self { players, defaults })
    }
}

impl SelfPlayer<'_> {
    /// The games of this match, in their order; `None` if it is interrupted. If the game is too short for so many random
    /// moves it begins with fewer.
    ///
    /// # Errors
    /// A game cannot be played, or an engine failed otherwise than by its clock.
    pub(super) fn games(&self, settings: MatchSettings) -> anyhow::Result<Option<Vec<PlayedGame>>> {
        let played = with_fewer_random_plies(settings, |settings| self.play(settings))?;
        if let Some(games) = &played {
            games.iter().try_for_each(|game| check_sound(game.number, std::slice::from_ref(game)))?;
        }
        Ok(played)
    }

    fn play(&self, settings: &MatchSettings) -> anyhow::Result<Option<Vec<PlayedGame>>> {
        #[cfg(feature = "broker")]
        if let Some(workers) = &self.workers {
            return workers.games(settings);
        }
        let game = self.players.ready(settings, self.defaults)?;
        let encounters: Vec<u64> = (0..game.schedule().planned() / game.schedule().games_per_encounter()).collect();
        let work = |&encounter: &u64| self.players.encounter(&game, encounter);
        let played = self.players.all(&encounters, self.players.at_a_time, &work, &mut |_, _| Ok(()))?;
        Ok(played.map(|games| games.into_iter().flatten().collect()))
    }
}
