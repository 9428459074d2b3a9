//! `plyd tablebase`: tables of solved games are built and verified.

mod keeper;
mod told;

use super::command::{CliCommand, RunCommand};
use super::examples::example;
use super::groups::CommandGroup;
use super::paths::given_path;
use super::position_file::PositionFile;
use super::program::Program;
use super::runner_words::place_of_command;
use super::signals::INTERRUPTED;
use super::standard_output::print;
use crate::errand::{Errand, ErrandEvent, ErrandResult, ErrandWorkers, SolveEvent, TableBuild, TableCheck};
use anyhow::{Context, ensure};
use clap::{Args, Subcommand};
use keeper::{BuildOutcome, Keeper};
use plyd_foreign::absolute;
use plyd_host::Library;
use plyd_protocol::PositionText;
use plyd_session::{Engine, find_game};
use plyd_tablebase::{BuildFile, BuildProgress, ENDING, SolvedPosition, TableFile};
use std::cell::OnceCell;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use told::BuildProgressOutput;

/// The time to write what was found, after a signal: a table may have more than a gigabyte.
const LAST_FILE: Duration = Duration::from_secs(60);
/// What a position takes in memory, in bytes.
const BYTES_OF_POSITION: u64 = 16;

pub(super) const COMMAND: CliCommand = CliCommand {
    name: "tablebase",
    group: CommandGroup::Search,
    summary: "Build a table with the value of every position of a small game, or check one",
    details: "Searches look up values in these tables if you use --tablebases.",
    document: Some(("Tablebases", "tablebases.md")),
    examples: &[
        example("plyd tablebase build tictactoe -o tictactoe.plydtb", "every position of tic-tac-toe"),
        example(
            "plyd tablebase build cfour --option cfour.Files=5 --option cfour.Ranks=4 -o cfour-5x4.plydtb",
            "connect four on a small board",
        ),
        example("plyd tablebase verify tictactoe.plydtb", "whether every value is right"),
    ],
    // It names its game itself.
    idle: &["game", "tablebases", "networks"],
    ..CliCommand::of::<TablebaseCommand>()
};

#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
pub(super) struct TablebaseCommand {
    #[command(subcommand)]
    task: TablebaseTask,
}

#[derive(Debug, Subcommand)]
enum TablebaseTask {
    /// Build a table of all positions of a game that can be reached from one position
    Build(BuildTablebase),
    /// Check a table: its checksums, its rules, and that every value follows from those after the moves
    Verify {
        /// The file of the table
        #[arg(value_name = "FILE", value_parser = given_path())]
        file: PathBuf,
    },
}

#[derive(Debug, Args)]
struct BuildTablebase {
    /// The game
    #[arg(value_name = "GAME")]
    of: String,
    /// The position: `startpos` or a setup in the game's notation, optionally followed by `moves M1 M2 ...`
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true, default_value = "startpos")]
    position: String,
    #[command(flatten)]
    file: PositionFile,
    /// The file of the table, whose name ends in `.plydtb`. An interrupted build continues from FILE.part
    #[arg(short, long, value_name = "FILE", value_parser = given_path())]
    output: PathBuf,
    /// The memory for the positions, in MiB; each position takes at most 16 bytes
    #[arg(long, value_name = "MIB", default_value_t = 1_024)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=MOST_MEMORY))]
    memory: u64,
}

/// More than the positions of the largest table take, in MiB.
const MOST_MEMORY: u64 = 1 << 20;

/// The command's former name. Its flags `--build GAME` and `--verify FILE` are tasks now.
const FORMER: &str = "solve";

/// A line of `plyd solve` in the words of `plyd tablebase`; any other line as it is.
pub(super) fn in_new_words(mut line: Vec<OsString>, command: &clap::Command) -> Vec<OsString> {
    let Some(place) = place_of_command(&line, command, FORMER) else { return line };
    line[place] = COMMAND.name.into();
    let flag = |(at, word): (usize, &OsString)| {
        let name = word.to_str()?.strip_prefix("--")?;
        let (name, value) = name.split_once('=').map_or((name, None), |(name, value)| (name, Some(value.into())));
        let task = ["build", "verify"].into_iter().find(|task| *task == name)?;
        Some((at, task, value))
    };
    let found: Option<(usize, &str, Option<OsString>)> = line.iter().enumerate().skip(place).find_map(flag);
    if let Some((at, task, value)) = found {
        line.splice(at..=at, value);
        line.insert(place + 1, task.into());
    }
    line
}

impl RunCommand for TablebaseCommand {
    fn run(self: Box<Self>, program: &Program) -> anyhow::Result<ExitCode> {
        match &self.task {
            TablebaseTask::Build(build) => build.run(program),
            TablebaseTask::Verify { file } => verify(program, file),
        }
    }
}

impl BuildTablebase {
    fn run(&self, program: &Program) -> anyhow::Result<ExitCode> {
        let (game, file) = (self.of.as_str(), self.output.as_path());
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
                let (_, engine) = program.start_isolable()?;
                let mut helpers = ErrandWorkers::new(&engine);
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
        let unfinished = Some(BuildFile::Unfinished.path(&file)).filter(|path| path.exists());
        let build = TableBuild { options, text, memory: self.memory, unfinished };
        let (told, stop) = (BuildProgressOutput::new(program), Stop::default());
        let begin = || stop.begin(program);
        let mut keeper = Keeper::new(&told, &begin, file, &build);
        let errand = Errand::Build(Box::new(build));
        let ended = helpers.run_until(&|| stop.is_wanted(), &library, errand, &mut |event| keeper.hear(event));
        told.end();
        match keeper.end(ended?, stop.is_wanted())? {
            BuildOutcome::Table(built) => print(&told::built(given, &built))?,
            BuildOutcome::Unfinished { positions } => {
                told.say(&told::stopped(given, positions));
                return Ok(ExitCode::from(INTERRUPTED));
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn verify(program: &Program, file: &Path) -> anyhow::Result<ExitCode> {
    let (engine, mut helpers) = program.start_helped()?;
    let of_file = || file.display().to_string();
    let table = TableFile::open(file).with_context(of_file)?;
    let library = library(&engine, &table.identity().game)?;
    let (told, stop) = (BuildProgressOutput::new(program), Stop::default());
    let mut hear = |event| {
        if let ErrandEvent::Solving(SolveEvent::Progress { positions, done, sweep }) = event {
            stop.begin(program);
            told.progress(BuildProgress { positions, done, sweep });
        }
        Ok(None)
    };
    let memory = table.bytes().saturating_add(table.positions().saturating_mul(BYTES_OF_POSITION)).div_ceil(1 << 20);
    let errand = Errand::Check(Box::new(TableCheck { file: absolute(file), memory }));
    let verified = helpers.run_until(&|| stop.is_wanted(), &library, errand, &mut hear);
    told.end();
    match verified.with_context(of_file)? {
        ErrandResult::Verified { root } => print(&told::verified(file, &table, root.map(SolvedPosition::from)))?,
        ErrandResult::Stopped { .. } if stop.is_wanted() => return Ok(ExitCode::from(INTERRUPTED)),
        _ => return Err(ErrandResult::unexpected()),
    }
    Ok(ExitCode::SUCCESS)
}

/// The wish to end, once there is something that should be ended in order. Before that a signal ends the process.
#[derive(Debug, Default)]
struct Stop(OnceCell<CancellationToken>);

impl Stop {
    fn begin(&self, program: &Program) {
        self.0.get_or_init(|| program.signals.tell(LAST_FILE));
    }

    fn is_wanted(&self) -> bool {
        self.0.get().is_some_and(CancellationToken::is_cancelled)
    }
}

fn library(engine: &Engine, game: &str) -> anyhow::Result<Arc<Library>> {
    Ok(find_game(&engine.games().catalog, game)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::COMMANDS;
    use crate::cli::arguments::{CommandLine, whole};

    #[test]
    fn lines_of_the_former_name_are_read() {
        for (former, line) in [
            ("-q solve --build nim -o a.plydtb", "-q tablebase build nim -o a.plydtb"),
            ("solve -o a.plydtb --memory 5 --build=nim", "tablebase build -o a.plydtb --memory 5 nim"),
            ("solve --verify a.plydtb --isolate", "tablebase verify a.plydtb --isolate"),
        ] {
            let words =
                |line: &str| ["plyd"].into_iter().chain(line.split(' ')).map(OsString::from).collect::<Vec<_>>();
            assert_eq!(in_new_words(words(former), &whole(COMMANDS)), words(line));
            assert!(CommandLine::read(COMMANDS, words(former)).is_ok(), "{former}");
        }
        let other = ["plyd", "go", "--build"].map(OsString::from).to_vec();
        assert_eq!(in_new_words(other.clone(), &whole(COMMANDS)), other);
    }
}
