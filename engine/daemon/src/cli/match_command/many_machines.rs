//! A match whose games are played by workers behind a broker.

use super::super::broker::signature;
use super::arguments::Match as Arguments;
use super::notices::Notices;
use super::progress::Crew;
use anyhow::{Context, ensure};
use plyd_distribute::{BrokerOptions, Coordination, Entry, Progress, coordinate, has_clocks, target};
use plyd_host::ContentHash;
use plyd_match::settings::EngineKind;
use plyd_match::{Conclusion, Identity, Interrupt, Match, Store, Watcher};
use plyd_session::Engine;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Plays all games that are not in the store, on the machines of the workers.
pub(super) fn run(
    engine: &Engine,
    arguments: &Arguments,
    broker: BrokerOptions,
    game: &Match,
    store: &mut dyn Store,
    (interrupt, watcher, notices, crew): (&Interrupt, &mut dyn Watcher, &Notices, &Crew),
) -> anyhow::Result<Conclusion> {
    let settings = game.settings();
    let clocks = has_clocks(settings);
    ensure!(
        !clocks || arguments.allow_clocks,
        "a match with clocks means little on machines of different speeds; use limits by nodes or depth, or allow it with \
         --allow-clocks, which scales times by measured speeds"
    );
    let identity: Identity = store.identity().cloned().context("the record does not say who plays")?;
    let games = engine.games();
    let library = games.catalog.get(&settings.game).context("the game is not loaded any more")?;
    let own = signature(engine, library, &settings.game_options)?;
    let mut files = vec![(library.content().clone(), library.path().to_owned())];
    let openings = match &settings.openings.file {
        Some(file) => {
            let content = std::fs::read(file).with_context(|| format!("the file {file}"))?;
            let hash = ContentHash::of(&content);
            files.push((hash.clone(), PathBuf::from(file)));
            Some(hash)
        }
        None => None,
    };
    for (engine, known) in settings.engines.iter().zip(&identity.engines) {
        match &engine.kind {
            EngineKind::Builtin => {}
            EngineKind::Tcp { .. } => anyhow::bail!(
                "engine {} is behind a connection, which is not the same for two machines; give a program by cmd=",
                engine.name
            ),
            EngineKind::Command { .. } => {
                let hash = known.hash.clone().with_context(|| format!("engine {} has no file", engine.name))?;
                let file = plyd_match::file_of(&engine.kind).context("the program is gone")?;
                files.push((hash, file));
            }
        }
    }
    let entry = Entry {
        form: 1,
        run: String::new(),
        settings: settings.clone(),
        builtin: game.all_builtin().to_vec(),
        identity,
        target: target(),
        signature: own.digest,
        openings,
        lease: Duration::from_secs_f64(arguments.lease),
        speed: clocks.then_some(own.speed),
    };
    let entry = entry.name(store.id())?;
    notices.tell(&format!("the run is {}", entry.run));
    let planned = game.schedule().planned();
    let tell = |text: &str| notices.tell(text);
    let begun = Instant::now();
    let mut see = |progress: &Progress| *crew.borrow_mut() = told(progress, begun.elapsed(), planned);
    let coordination = Coordination { broker, entry, files, audit: arguments.audit, tell: &tell, see: &mut see };
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
