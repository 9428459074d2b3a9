//! `plyd solve`: tables of solved games are built and verified.

mod told;
mod work;

pub(super) use work::{Solved, Solving, TableBuild, TableCheck, Worth};

use super::errand::{Answer, Errand, Event, Helpers, Word};
use super::match_command::INTERRUPTED;
use super::paths::given_path;
use super::position_file::PositionFile;
use super::program::Program;
use super::standard_output::print;
use anyhow::{Context, bail, ensure};
use clap::{ArgGroup, Args};
use plyd_foreign::absolute;
use plyd_host::Library;
use plyd_protocol::PositionText;
use plyd_session::{Engine, find_game};
use plyd_tablebase::{Beside, BuildStep, ENDING, Estimate, Files, Known, NewFile, Progress, Tablebase, Which};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};
use told::Told;

/// The time to write what was found, after a signal: a table may have more than a gigabyte.
const LAST_FILE: Duration = Duration::from_secs(60);
/// More than the bytes of a file beside those of its positions: its header.
const MOST_AROUND: u64 = 16 << 20;
/// What a position takes in memory, in bytes.
const BYTES_OF_POSITION: u64 = 16;
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
        let (engine, mut helpers, written) = match written {
            None => {
                let (engine, helpers) = program.start_helped()?;
                (engine, helpers, None)
            }
            Some(written) => {
                let (settings, engine) = program.start_isolable()?;
                let mut helpers = Helpers::new(&settings, &engine)?;
                let taken = written.take((&engine, &mut helpers), library(&engine, game)?, program)?;
                (engine, helpers, Some(taken))
            }
        };
        let library = library(&engine, game)?;
        let (options, text) = match written {
            Some(taken) => (taken.options, taken.text),
            None => (engine.games().options.of_game(&library), PositionText::parse(self.position.trim())?),
        };
        let (given, file) = (file, absolute(file));
        let files = Beside(file.clone());
        let unfinished = Some(files.path(Which::Unfinished)).filter(|path| path.exists());
        let build = TableBuild { options, text, memory: self.memory, file, unfinished };
        let told = Told::new(program);
        let stop = program.signals.tell(LAST_FILE);
        let mut keeper = Keeper::new(&told, files, &build);
        let errand = Errand::Build(Box::new(build));
        let ended = helpers.run_until(&|| stop.is_cancelled(), &library, errand, &mut |event| keeper.hear(event));
        told.end();
        match ended? {
            Answer::Solved(solved) => print(&told::built(given, &solved.into()))?,
            Answer::Stopped { positions } => {
                told.say(&told::stopped(given, positions));
                return Ok(ExitCode::from(INTERRUPTED));
            }
            _ => return Err(Answer::unexpected()),
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn check(program: &Program, file: &Path) -> anyhow::Result<ExitCode> {
    let (engine, mut helpers) = program.start_helped()?;
    let of_file = || file.display().to_string();
    let table = Tablebase::read(file).with_context(of_file)?;
    let library = library(&engine, &table.identity().game)?;
    let told = Told::new(program);
    let stop = program.signals.tell(LAST_FILE);
    let mut hear = |event| {
        if let Event::Solving(Solving::Progress { positions, done, sweep }) = event {
            told.progress(Progress { positions, done, sweep });
        }
        Ok(None)
    };
    let errand = Errand::Check(Box::new(TableCheck { file: absolute(file), memory: memory_of(&table, file) }));
    let verified = helpers.run_until(&|| stop.is_cancelled(), &library, errand, &mut hear);
    told.end();
    match verified.with_context(of_file)? {
        Answer::Verified { root } => print(&told::verified(file, &table, root.map(Known::from)))?,
        Answer::Stopped { .. } => return Ok(ExitCode::from(INTERRUPTED)),
        _ => return Err(Answer::unexpected()),
    }
    Ok(ExitCode::SUCCESS)
}

/// The memory that the check of a table takes, in MiB: the file, and its positions.
fn memory_of(table: &Tablebase, file: &Path) -> u64 {
    let file = file.metadata().map_or(0, |file| file.len());
    let positions = (table.positions() as u64).saturating_mul(BYTES_OF_POSITION);
    file.saturating_add(positions).div_ceil(1 << 20)
}

/// Shows how far a build is, and writes its files.
struct Keeper<'a> {
    told: &'a Told,
    files: Beside,
    memory: u64,
    unfinished: Option<PathBuf>,
    /// The file that is being written; its bytes so far.
    new: Option<(io::Result<NewFile>, u64)>,
}

impl<'a> Keeper<'a> {
    fn new(told: &'a Told, files: Beside, build: &TableBuild) -> Self {
        Self { told, files, memory: build.memory, unfinished: build.unfinished.clone(), new: None }
    }

    fn hear(&mut self, event: Event) -> anyhow::Result<Option<Word>> {
        let Event::Solving(solving) = event else { return Ok(None) };
        match solving {
            Solving::Plan { most, moves, step, has_cycles } => {
                let most = usize::try_from(most).unwrap_or(usize::MAX);
                self.told.plan(most, self.memory, &Estimate { moves, step, has_cycles });
                if let Some(part) = &self.unfinished {
                    self.told.say(&format!("the build continues from {}", part.display()));
                }
            }
            Solving::Progress { positions, done, sweep } => {
                self.told.progress(Progress { positions, done, sweep });
            }
            Solving::File(which) => self.new = Some((NewFile::new(&self.files.path(which)), 0)),
            Solving::Bytes(bytes) => self.write(&bytes)?,
            Solving::Put => {
                let put = match self.new.take() {
                    Some((file, _)) => file.and_then(NewFile::put).map_err(|error| error.to_string()),
                    None => Err("no file was begun".to_owned()),
                };
                return Ok(Some(Word::Saved(put)));
            }
            Solving::Remove => self.files.remove_unfinished(),
        }
        Ok(None)
    }

    fn write(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        let Some((file, written)) = &mut self.new else { bail!("a file without a beginning is written") };
        *written += bytes.len() as u64;
        // The process of a library must not fill the disk.
        let most = (self.memory << 20).saturating_add(MOST_AROUND);
        ensure!(*written <= most, "the file of a build has more than {most} bytes, which no such table has");
        if let Ok(new) = file
            && let Err(error) = new.write_all(bytes)
        {
            // It is said when the file should be put in its place.
            *file = Err(error);
        }
        Ok(())
    }
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

    fn next(&mut self, must_stop: bool) -> BuildStep {
        let now = Instant::now();
        if let Some(begun) = self.begun.take() {
            self.pause = BETWEEN_FILES.max(now.duration_since(begun) * FILES_SHARE);
            self.last = now;
        }
        if must_stop {
            return BuildStep::Stop;
        }
        if now.duration_since(self.last) < self.pause {
            return BuildStep::GoOn;
        }
        self.begun = Some(now);
        BuildStep::Save
    }
}
