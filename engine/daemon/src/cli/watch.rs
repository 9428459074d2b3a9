//! `plyd web --watch`: the game of an author, which is built, checked and loaded again whenever its files are saved.
//!
//! It is got as `plyd install` gets a game. What has no faults is put into a folder of its own, which is looked at
//! before all others, and the server reloads as it does on SIGHUP; so a build with faults changes nothing for those who
//! play.

mod changes;

use super::install::tool::{ToolFailure, UserInterrupt};
use super::install::{InstallCandidate, InstallSource, SourceKind, loader_of};
use super::program::Program;
use super::state_file::replace;
use crate::settings::PlydSettings;
use anyhow::{Context, bail, ensure};
use changes::Changes;
use plyd_foreign::one_line;
use plyd_host::{ContentHash, Library};
use plyd_network::ENDING;
use plyd_session::{BuildNotices, ReloadChange, Reloads};
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;

/// How long a build is checked. It finds most faults, and an author waits for it at each save.
const CHECK_TIME: Duration = Duration::from_secs(2);

/// The most time that the end may take once it was asked for: a check that has begun is not interrupted.
const END_TIME: Duration = Duration::from_secs(3);

/// A game whose files are watched.
#[derive(Debug)]
pub(super) struct GameWatch {
    source: InstallSource,
    /// The settings without this folder.
    settings: PlydSettings,
    /// Where the build lies that is in play.
    folder: TempDir,
    changes: Changes,
    /// The last build, and the network beside it: what has the same content is not checked again.
    last: Option<(ContentHash, Option<ContentHash>)>,
    /// The name of the game, once one was loaded.
    id: String,
}

/// What came of files that were saved.
#[derive(Debug)]
struct CheckedBuild {
    library: Arc<Library>,
    /// How long it was built; `None` if there was nothing to build.
    built: Option<Duration>,
    checked: Duration,
}

impl GameWatch {
    /// Watches this file or folder, and makes the first build. The settings find its game from now on, and begin with
    /// it if they name no other.
    ///
    /// # Errors
    /// It is no game, cannot be watched, or the first build fails.
    pub(super) fn begin(
        what: &str,
        program: &Program,
        settings: &mut PlydSettings,
        stop: &CancellationToken,
    ) -> anyhow::Result<Self> {
        let source = InstallSource::of(what, None)?;
        ensure!(source.kind != SourceKind::Git, "{source} is a repository; clone it, and name its folder");
        let folder = tempfile::Builder::new().prefix("plyd-watch-").tempdir();
        let folder = folder.context("cannot make a temporary folder")?;
        let changes = Changes::of(Path::new(&source.address))?;
        let mut watch = Self { source, settings: settings.clone(), folder, changes, last: None, id: String::new() };
        let Some(checked) = watch.take_up(stop)? else { bail!("there is no build") };
        program.hint(&format!("plyd: {}", watch.told(&checked, "loaded")));
        settings.plugins.folders.insert(0, watch.folder.path().to_owned());
        if program.flags.game().is_none() {
            watch.id.clone_into(&mut settings.game);
        }
        Ok(watch)
    }

    /// Watches until the end, on a thread of its own. The server reloads, and informs its sessions.
    ///
    /// # Errors
    /// The system gives no thread.
    pub(super) fn go_on(
        self,
        reloads: Arc<Reloads>,
        builds: BuildNotices,
        stop: CancellationToken,
    ) -> io::Result<WatchThread> {
        let runtime = Handle::current();
        let work = move || self.run(&runtime, &reloads, &builds, &stop);
        thread::Builder::new().name("watch".into()).spawn(work).map(|thread| WatchThread(Some(thread)))
    }

    fn run(mut self, runtime: &Handle, reloads: &Reloads, builds: &BuildNotices, stop: &CancellationToken) {
        while self.changes.next(stop) {
            let checked = match self.take_up(stop) {
                Ok(Some(checked)) => checked,
                Ok(None) => continue,
                Err(error) if error.is::<UserInterrupt>() => return,
                Err(error) => {
                    self.tell_of(&error);
                    continue;
                }
            };
            let result = runtime.block_on(async {
                tokio::select! {
                    result = reloads.answer(reloads.ask()) => Some(result),
                    () = stop.cancelled() => None,
                }
            });
            let Some(result) = result else { return };
            let own = self.folder.path().display().to_string();
            let refused = result.changes.iter().find_map(|change| match change {
                ReloadChange::Refused { file, reason } if file.starts_with(&own) => Some(reason.clone()),
                _ => None,
            });
            match refused {
                Some(reason) => say(&format!("{}: it {}; the old build stays", self.name(), one_line(&reason))),
                None => {
                    say(&self.told(&checked, "reloaded"));
                    builds.tell(&self.id);
                }
            }
        }
    }

    /// Builds and checks what there is now, and puts it into the folder. `None` if it is what it was.
    ///
    /// # Errors
    /// It cannot be built or opened, or has faults; or it was interrupted. The old build is still there.
    fn take_up(&mut self, stop: &CancellationToken) -> anyhow::Result<Option<CheckedBuild>> {
        self.changes.note();
        let begun = Instant::now();
        let got = self.source.get(None, stop)?;
        let built = (self.source.kind == SourceKind::Folder).then(|| begun.elapsed());
        let candidate = InstallCandidate::of(&got.library, loader_of(&self.source, &self.settings)?.as_ref())?;
        let library = candidate.opened(&self.settings)?;
        let network = got.network(library.id())?;
        let content = (library.content().clone(), network.as_deref().map(ContentHash::of));
        if self.last.as_ref() == Some(&content) {
            return Ok(None);
        }
        ensure!(!stop.is_cancelled(), UserInterrupt);
        let begun = Instant::now();
        let examined = candidate.examined(&self.settings, CHECK_TIME)?;
        let checked = begun.elapsed();
        ensure!(!stop.is_cancelled(), UserInterrupt);
        let faults = examined.faults();
        if !examined.passed() {
            let what = match faults.len() {
                1 => "one fault".to_owned(),
                count => format!("{count} faults"),
            };
            return Err(ToolFailure { what: format!("{what}; `plyd check` says more"), lines: faults }.into());
        }
        let name = format!("{DLL_PREFIX}plyd_watched{DLL_SUFFIX}");
        let bytes = plyd_foreign::read(candidate.file(), plyd_host::LARGEST_LIBRARY)?;
        if let Some(network) = network {
            replace(&self.folder.path().join(library.id()).with_extension(ENDING), &network)?;
        } else {
            // There may be none.
            let _ = fs::remove_file(self.folder.path().join(library.id()).with_extension(ENDING));
        }
        replace(&self.folder.path().join(name), &bytes).context("cannot write the new build")?;
        self.last = Some(content);
        library.id().clone_into(&mut self.id);
        Ok(Some(CheckedBuild { library, built, checked }))
    }

    /// The line about a build.
    fn told(&self, CheckedBuild { library, built, checked }: &CheckedBuild, what: &str) -> String {
        let built = built.map_or_else(String::new, |time| format!("built in {:.1} s, ", time.as_secs_f64()));
        format!("{}: {built}0 faults in {:.0} s, {what}", one_line(library.id()), checked.as_secs_f64())
    }

    fn tell_of(&self, error: &anyhow::Error) {
        say(&format!("{}: {error:#}; the old build stays", self.name()));
        super::install::tool::tell_lines(error);
    }

    /// The game, for people.
    fn name(&self) -> &str {
        &self.id
    }
}

/// A thread that watches. Its end is waited for, so that no build outlives the server.
#[derive(Debug)]
pub(super) struct WatchThread(Option<JoinHandle<()>>);

impl Drop for WatchThread {
    fn drop(&mut self) {
        let Some(thread) = self.0.take() else { return };
        let deadline = Instant::now() + END_TIME;
        while !thread.is_finished() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Says something on standard error, which is for people; whether anyone reads it does not matter.
fn say(text: &str) {
    let _ = writeln!(io::stderr(), "plyd: {text}");
}
