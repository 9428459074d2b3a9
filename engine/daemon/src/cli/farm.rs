//! Games that are played by workers behind a broker: the flags, and what workers get to know of a match.

use super::broker::{BROKER, BrokerArguments, MachineSignature};
use super::program::FarmConduct;
use anyhow::{Context, ensure};
use clap::Args;
use plyd_arena::{LARGEST_OPENINGS, Match};
use plyd_distribute::{
    BrokerOptions, Coordination, CoordinatorProgress, LEASES, NewEntry, RunEntry, has_clocks, not_one_program,
};
use plyd_host::{ContentHash, Library};
use plyd_record::Store;
use plyd_tournament::settings::{EngineKind, MatchSettings};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The arguments of games on many machines.
#[derive(Debug, Args)]
pub(super) struct Farm {
    #[command(flatten)]
    pub(super) broker: BrokerArguments,
    /// Replay this share of the encounters on another worker, and compare the results; 1 is all of them
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = share, requires = "broker")]
    #[arg(help_heading = BROKER)]
    audit: f64,
    /// Allow clocks on many machines, with times scaled by the speed of each machine
    #[arg(long, requires = "broker", help_heading = BROKER)]
    allow_clocks: bool,
    /// Give the games of a worker to others if it is silent for this long
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0, value_parser = lease, requires = "broker")]
    #[arg(help_heading = BROKER)]
    lease: f64,
    #[arg(skip = FarmConduct::default())]
    conduct: FarmConduct,
}

impl Farm {
    /// Takes what the program says of its conduct.
    ///
    /// # Errors
    /// None; a program without the broker refuses here.
    pub(super) fn ready(&mut self, conduct: &FarmConduct) -> anyhow::Result<()> {
        self.conduct = FarmConduct(Arc::clone(&conduct.0));
        Ok(())
    }

    /// Whether workers may play a match of these settings, and whether time decides in it.
    ///
    /// # Errors
    /// It has clocks, and they are not allowed.
    pub(super) fn check(&self, settings: &MatchSettings) -> anyhow::Result<bool> {
        let clocks = has_clocks(settings);
        ensure!(
            !clocks || self.allow_clocks,
            "games with clocks mean little on machines of different speeds; use limits by nodes or depth, or allow clocks \
             with --allow-clocks, which scales times by measured speeds"
        );
        Ok(clocks)
    }

    /// The run of a match, and the files that workers may need. `own` is how this machine plays.
    ///
    /// # Errors
    /// A file cannot be read, or no worker can play it.
    pub(super) fn entry(
        &self,
        game: &Match,
        store: &dyn Store,
        library: &Library,
        own: MachineSignature,
    ) -> anyhow::Result<(RunEntry, Vec<(ContentHash, PathBuf)>)> {
        let (settings, identity) = (game.settings(), store.identity().clone());
        let clocks = self.check(settings)?;
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
                EngineKind::Tcp { .. } | EngineKind::Plugin { .. } => anyhow::bail!(not_one_program(engine)),
                EngineKind::Command { .. } => {
                    let hash = known.hash.clone().with_context(|| format!("engine {} has no file", engine.name))?;
                    // The engines of a match may be one program.
                    if files.iter().all(|(other, _)| *other != hash) {
                        files.push((hash, plyd_arena::file_of(&engine.kind).context("the program is gone")?));
                    }
                }
            }
        }
        let entry = NewEntry {
            settings: settings.clone(),
            builtin: game.all_builtin().to_vec(),
            identity,
            signature: own.digest,
            openings,
            lease: Duration::from_secs_f64(self.lease),
            speed: clocks.then_some(own.speed),
        };
        Ok((entry.name(store.id())?, files))
    }

    /// What a coordinator of this run needs beside the match.
    pub(super) fn coordination<'a>(
        &'a self,
        broker: BrokerOptions,
        (entry, files): (RunEntry, Vec<(ContentHash, PathBuf)>),
        tell: &'a dyn Fn(&str),
        see: &'a mut dyn FnMut(&CoordinatorProgress),
    ) -> Coordination<'a> {
        Coordination { broker, entry, files, audit: self.audit, tell, see, conduct: &*self.conduct.0 }
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
