//! `plyd solve`: tables of solved games are built and verified.

mod told;

use super::errand::Helpers;
use super::match_command::INTERRUPTED;
use super::paths::given_path;
use super::position_file::{PositionFile, Written};
use super::program::Program;
use super::standard_output::print;
use anyhow::{Context, bail, ensure};
use clap::{ArgGroup, Args};
use plyd_host::{Library, Position};
use plyd_protocol::PositionText;
use plyd_session::{Engine, find_game, position};
use plyd_tablebase::{Build, BuildStep, ENDING, Ended, Identity, Progress, Tablebase, estimate, verify};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;
use told::Told;

/// The time to write what was found, after a signal: a table may have more than a gigabyte.
const LAST_FILE: Duration = Duration::from_secs(60);
/// The least time from one unfinished file to the next.
const BETWEEN_FILES: Duration = Duration::from_secs(20);
/// The part of the time that may go into unfinished files.
const FILES_SHARE: u32 = 10;

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("task").required(true).args(["build", "verify"]))]
pub(super) struct Solve {
    /// Build a table of this game: of all positions that can be reached from one of them
    #[arg(long, value_name = "GAME", requires = "output")]
    build: Option<String>,
    /// Check a table: its checksums, its rules, and that every value follows from those behind its moves
    #[arg(long, value_name = "FILE", conflicts_with = "from")]
    #[arg(value_parser = given_path())]
    verify: Option<PathBuf>,
    /// The position: `startpos` or a setup in the game's notation, and `moves M1 M2 ...` if there are any
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, default_value = "startpos")]
    #[arg(conflicts_with = "verify")]
    position: String,
    #[command(flatten)]
    file: PositionFile,
    /// The file of the table, whose name ends in `.plydtb`. An interrupted build continues from FILE.part
    #[arg(short, long, value_name = "FILE", conflicts_with = "verify")]
    #[arg(value_parser = given_path())]
    output: Option<PathBuf>,
    /// The memory for the positions, in MiB; each takes at most 16 bytes
    #[arg(long, value_name = "MIB", default_value_t = 1_024, conflicts_with = "verify")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=MOST_MEMORY))]
    memory: u64,
}

/// More than the positions of the largest table take, in MiB.
const MOST_MEMORY: u64 = 1 << 20;

impl Solve {
    pub(super) fn run(&self, program: &Program) -> anyhow::Result<ExitCode> {
        match (&self.build, &self.output, &self.verify) {
            (Some(game), Some(file), _) => self.build(program, game, file),
            (_, _, Some(file)) => check(program, file),
            // The arguments have one of the two, and a table to build has a file.
            _ => bail!("give --build or --verify"),
        }
    }

    fn build(&self, program: &Program, game: &str, file: &Path) -> anyhow::Result<ExitCode> {
        let name = file.display();
        ensure!(
            file.extension().is_some_and(|ending| ending == ENDING),
            "{name} does not end in `.{ENDING}`; searches look for tables by this ending"
        );
        ensure!(!file.exists(), "{name} exists already; remove it, or choose another name");
        let written = self.file.read()?;
        let (settings, engine) = program.start()?;
        let mut helpers = Helpers::new(&settings, &engine)?;
        let position = self.position((&engine, &mut helpers), game, written, program)?;
        let identity = Identity::of(&position).map_err(anyhow::Error::msg)?;
        let (game, root) = (position.game(), position.state());
        let build = Build::new(game, root, identity, self.memory << 20, file)?;
        let told = Told::new(program);
        told.plan(build.most_positions(), self.memory, &estimate(game, root));
        if let Some(part) = build.unfinished() {
            told.say(&format!("the build continues from {}", part.display()));
        }
        let stop = program.signals.tell(LAST_FILE);
        let mut saves = Saves::new();
        let ended = build.run(&mut |progress| {
            told.progress(progress);
            saves.next(&stop)
        });
        told.end();
        match ended? {
            Ended::Built(built) => print(&told::built(file, &built))?,
            Ended::Stopped(positions) => {
                told.say(&told::stopped(file, positions));
                return Ok(ExitCode::from(INTERRUPTED));
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The position, opened from its own text: a table knows no moves before it.
    fn position(
        &self,
        (engine, helpers): (&Engine, &mut Helpers),
        game: &str,
        written: Option<Written>,
        program: &Program,
    ) -> anyhow::Result<Position> {
        let library = library(engine, game)?;
        let (options, played) = match written {
            Some(written) => {
                let taken = written.take((engine, helpers), Arc::clone(&library), program)?;
                let played = position::open(&library, &taken.options, &taken.text, &|| false)?;
                (taken.options, played)
            }
            None => {
                let options = engine.games().options.of_game(&library);
                let text = PositionText::parse(self.position.trim())?;
                let played = position::open(&library, &options, &text, &|| false)?;
                (options, played)
            }
        };
        let setup = played.setup()?;
        Position::open(&library, &options, &setup).with_context(|| format!("the position `{setup}` does not open"))
    }
}

fn check(program: &Program, file: &Path) -> anyhow::Result<ExitCode> {
    let (_, engine) = program.start()?;
    let of_file = || file.display().to_string();
    let table = Tablebase::read(file).with_context(of_file)?;
    let library = library(&engine, &table.identity().game)?;
    let position = table.identity().open(&library).with_context(of_file)?;
    let told = Told::new(program);
    let stop = program.signals.tell(LAST_FILE);
    let verified = verify(&table, position.game(), position.state(), &mut |progress: Progress| {
        told.progress(progress);
        !stop.is_cancelled()
    });
    told.end();
    if !verified.with_context(of_file)? {
        return Ok(ExitCode::from(INTERRUPTED));
    }
    print(&told::verified(file, &table, table.of_state(position.game(), position.state())))?;
    Ok(ExitCode::SUCCESS)
}

fn library(engine: &Engine, game: &str) -> anyhow::Result<Arc<Library>> {
    Ok(find_game(&engine.games().catalog, game)?)
}

/// When to write what was found.
struct Saves {
    last: Instant,
    /// When the file was begun that is being written.
    begun: Option<Instant>,
    pause: Duration,
}

impl Saves {
    fn new() -> Self {
        Self { last: Instant::now(), begun: None, pause: BETWEEN_FILES }
    }

    fn next(&mut self, stop: &CancellationToken) -> BuildStep {
        let now = Instant::now();
        if let Some(begun) = self.begun.take() {
            self.pause = BETWEEN_FILES.max(now.duration_since(begun) * FILES_SHARE);
            self.last = now;
        }
        if stop.is_cancelled() {
            return BuildStep::Stop;
        }
        if now.duration_since(self.last) < self.pause {
            return BuildStep::GoOn;
        }
        self.begun = Some(now);
        BuildStep::Save
    }
}
