//! A match whose games are played by workers behind a broker.

use super::super::broker::signature;
use super::super::farm::Farm;
use super::figures::MatchFigures;
use super::notices::NoticePrinter;
use super::progress::CrewText;
use anyhow::Context;
use plyd_arena::{Conclusion, Interrupt, Match, Watcher};
use plyd_distribute::{BrokerOptions, CoordinatorProgress, coordinate};
use plyd_record::Store;
use plyd_session::Engine;
use std::time::{Duration, Instant};

/// Where to report progress.
pub(super) struct FarmProgressOutput<'a> {
    pub(super) watcher: &'a mut dyn Watcher,
    pub(super) notices: &'a NoticePrinter,
    pub(super) crew: &'a CrewText,
    pub(super) figures: Option<&'a MatchFigures>,
}

/// Plays all games that are not in the store, on the machines of the workers.
pub(super) fn run(
    engine: &Engine,
    (farm, broker): (&Farm, BrokerOptions),
    game: &Match,
    store: &mut dyn Store,
    interrupt: &Interrupt,
    FarmProgressOutput { watcher, notices, crew, figures }: FarmProgressOutput<'_>,
) -> anyhow::Result<Conclusion> {
    let settings = game.settings();
    let clocks = farm.check(settings)?;
    let games = engine.games();
    let library = games.catalog.get(&settings.game).context("the game is not loaded any more")?;
    let own = signature(engine, library, &settings.game_options, clocks)?;
    let (entry, files) = farm.entry(game, store, library, own)?;
    notices.tell(&format!("the run is {}", entry.run));
    let planned = game.schedule().planned();
    let tell = |text: &str| notices.tell(text);
    let begun = Instant::now();
    let mut see = |progress: &CoordinatorProgress| {
        *crew.borrow_mut() = told(progress, begun.elapsed(), planned);
        if let Some(figures) = figures {
            figures.see_farm(progress);
        }
    };
    let coordination = farm.coordination(broker, (entry, files), &tell, &mut see);
    Ok(coordinate(coordination, game, store, interrupt, watcher)?)
}

/// Who plays, and how long it will take.
fn told(progress: &CoordinatorProgress, time: Duration, planned: u64) -> String {
    let &CoordinatorProgress { workers, cores, games, left, quarantined, .. } = progress;
    let speed = games as f64 / time.as_secs_f64().max(1e-3);
    let mut text = format!("; {workers} workers, {cores} games at a time, {speed:.1} a second");
    if speed > 0.0 && games > 0 {
        let seconds = (left.min(planned) as f64 / speed) as u64;
        text += &format!(", {}:{:02}:{:02} left", seconds / 3_600, seconds / 60 % 60, seconds % 60);
    }
    if quarantined > 0 {
        text += &format!(", {quarantined} in quarantine");
    }
    text
}
