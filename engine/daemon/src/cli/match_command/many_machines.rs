//! A match whose games are played by workers behind a broker.

use super::super::broker::{BROKER, BrokerArguments, signature};
use super::super::program::Conduct;
use super::figures::MatchFigures;
use super::notices::Notices;
use super::progress::Crew;
use anyhow::{Context, ensure};
use clap::Args;
use plyd_arena::{Conclusion, Interrupt, LARGEST_OPENINGS, Match, Watcher};
use plyd_distribute::{
    BrokerOptions, Coordination, LEASES, NewEntry, Progress, coordinate, has_clocks, not_one_program,
};
use plyd_host::ContentHash;
use plyd_record::{Identity, Store};
use plyd_session::Engine;
use plyd_tournament::settings::EngineKind;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The arguments of a match over many machines.
#[derive(Debug, Args)]
pub(super) struct Farm {
    #[command(flatten)]
    pub(super) broker: BrokerArguments,
    /// Have this share of the encounters played again by another worker, and compare; 1 is all of them
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = share, requires = "broker")]
    #[arg(help_heading = BROKER)]
    audit: f64,
    /// Play with clocks on many machines, whose times are scaled by their speeds
    #[arg(long, requires = "broker", help_heading = BROKER)]
    allow_clocks: bool,
    /// Give the games of a worker to others if it is silent for so long
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0, value_parser = lease, requires = "broker")]
    #[arg(help_heading = BROKER)]
    lease: f64,
    #[arg(skip = Conduct::default())]
    conduct: Conduct,
}

impl Farm {
    /// Takes what the program says of its conduct.
    ///
    /// # Errors
    /// None; a program without the broker refuses here.
    pub(super) fn ready(&mut self, conduct: &Conduct) -> anyhow::Result<()> {
        self.conduct = Conduct(Arc::clone(&conduct.0));
        Ok(())
    }
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "a share from 0 to 1 is needed, such as 0.01".to_owned())
}

fn lease(text: &str) -> Result<f64, String> {
    let is_good = |&seconds: &f64| Duration::try_from_secs_f64(seconds).is_ok_and(|lease| LEASES.contains(&lease));
    let seconds = text.parse().ok().filter(is_good);
    seconds.ok_or_else(|| "a number of seconds from 0.3 to 3600 is needed".to_owned())
}

/// Where to tell how it goes.
pub(super) struct Told<'a> {
    pub(super) watcher: &'a mut dyn Watcher,
    pub(super) notices: &'a Notices,
    pub(super) crew: &'a Crew,
    pub(super) figures: Option<&'a MatchFigures>,
}

/// Plays all games that are not in the store, on the machines of the workers.
pub(super) fn run(
    engine: &Engine,
    (farm, broker): (&Farm, BrokerOptions),
    game: &Match,
    store: &mut dyn Store,
    interrupt: &Interrupt,
    Told { watcher, notices, crew, figures }: Told<'_>,
) -> anyhow::Result<Conclusion> {
    let settings = game.settings();
    let clocks = has_clocks(settings);
    ensure!(
        !clocks || farm.allow_clocks,
        "a match with clocks means little on machines of different speeds; use limits by nodes or depth, or allow it with \
         --allow-clocks, which scales times by measured speeds"
    );
    let identity: Identity = store.identity().clone();
    let games = engine.games();
    let library = games.catalog.get(&settings.game).context("the game is not loaded any more")?;
    let own = signature(engine, library, &settings.game_options, clocks)?;
    let mut files = vec![(library.content().clone(), library.path().to_owned())];
    let openings = match &settings.openings.file {
        Some(file) => {
            let content =
                plyd_foreign::read(file.as_ref(), LARGEST_OPENINGS).with_context(|| format!("the file {file}"))?;
            let hash = ContentHash::of(&content);
            files.push((hash.clone(), PathBuf::from(file)));
            Some(hash)
        }
        None => None,
    };
    for (engine, known) in settings.engines.iter().zip(&identity.engines) {
        match &engine.kind {
            EngineKind::Builtin => {}
            EngineKind::Tcp { .. } => anyhow::bail!(not_one_program(&engine.name)),
            EngineKind::Command { .. } => {
                let hash = known.hash.clone().with_context(|| format!("engine {} has no file", engine.name))?;
                let file = plyd_arena::file_of(&engine.kind).context("the program is gone")?;
                files.push((hash, file));
            }
        }
    }
    let entry = NewEntry {
        settings: settings.clone(),
        builtin: game.all_builtin().to_vec(),
        identity,
        signature: own.digest,
        openings,
        lease: Duration::from_secs_f64(farm.lease),
        speed: clocks.then_some(own.speed),
    };
    let entry = entry.name(store.id())?;
    notices.tell(&format!("the run is {}", entry.run));
    let planned = game.schedule().planned();
    let tell = |text: &str| notices.tell(text);
    let begun = Instant::now();
    let mut see = |progress: &Progress| {
        *crew.borrow_mut() = told(progress, begun.elapsed(), planned);
        if let Some(figures) = figures {
            figures.see_farm(progress);
        }
    };
    let coordination =
        Coordination { broker, entry, files, audit: farm.audit, tell: &tell, see: &mut see, conduct: &*farm.conduct.0 };
    Ok(coordinate(coordination, game, store, interrupt, watcher)?)
}

/// Who plays, and how long it will take.
fn told(progress: &Progress, time: Duration, planned: u64) -> String {
    let &Progress { workers, cores, games, left, quarantined, .. } = progress;
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
