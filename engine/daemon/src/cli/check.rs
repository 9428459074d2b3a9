//! `plyd check`: a library of a game is put to the test.

use super::program::Program;
use super::standard_output::print;
use crate::settings::Settings;
use anyhow::{Context, bail};
use clap::Args;
use clap::builder::PossibleValuesParser;
use plyd_check::{Job, Request, WallJob, WallRequest, test_names};
use plyd_worker::{Start, Supervisor};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

#[derive(Debug, Args)]
pub(super) struct Check {
    /// The library
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Take at most this long for all tests together, in seconds
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,
    /// Run only this test; can be repeated
    #[arg(long, value_name = "TEST", value_parser = PossibleValuesParser::new(test_names()))]
    only: Vec<String>,
    /// Repeat the random choices of an earlier check, which printed this seed
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
    /// Tell what limits a library on this system, and whether this one works within the limits
    #[arg(long, conflicts_with = "only")]
    isolation: bool,
    /// Run the test in this process, for this many milliseconds
    #[arg(long, hide = true, requires = "result")]
    inside: Option<u64>,
    /// The folder for the result
    #[arg(long, hide = true, requires = "inside")]
    result: Option<PathBuf>,
}

impl Check {
    pub(super) fn run(&self, program: &Program) -> anyhow::Result<ExitCode> {
        let settings = program.log()?;
        if let Some(job) = self.job()? {
            plyd_check::run_test(&job, &settings.plugins.cache())?;
            return Ok(ExitCode::SUCCESS);
        }
        let supervisor = Supervisor::of_any(own_program()?, Vec::new()).context("cannot start processes")?;
        let (passed, text) = if self.isolation {
            let isolated = plyd_check::check_isolation(&self.wall_request(&settings), &supervisor, &one_wall)?;
            (isolated.passed(), if self.json { isolated.to_json()? } else { isolated.to_string() })
        } else {
            let config = program.flags.config.as_deref();
            let examined = plyd_check::check(&self.request(), &supervisor, &|job| one_test(job, config))?;
            (examined.passed(), if self.json { examined.to_json()? } else { examined.to_string() })
        };
        print(&text)?;
        Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn request(&self) -> Request {
        Request {
            file: self.file.clone(),
            seed: self.seed,
            time: Duration::from_secs(self.seconds),
            only: self.only.clone(),
        }
    }

    fn wall_request(&self, settings: &Settings) -> WallRequest {
        WallRequest {
            file: self.file.clone(),
            seed: self.seed,
            time: Duration::from_secs(self.seconds),
            readable: settings.plugins.read_folders.clone(),
        }
    }

    /// The test, if this is the process of one.
    fn job(&self) -> anyhow::Result<Option<Job<'_>>> {
        let (Some(folder), Some(milliseconds)) = (&self.result, self.inside) else { return Ok(None) };
        let (Some(seed), [test]) = (self.seed, self.only.as_slice()) else {
            bail!("a test needs its name and a seed");
        };
        Ok(Some(Job { file: &self.file, test, seed, time: Duration::from_millis(milliseconds), folder }))
    }
}

/// How this program is started for one test, with the settings of this process: the flags that [`Check::job`] reads.
fn one_test(job: &Job<'_>, config: Option<&Path>) -> Start {
    let file = |flag: &str, path: &Path| [OsString::from(flag), OsString::from(path)];
    let mut arguments: Vec<OsString> = config.map(|config| file("--config", config)).into_iter().flatten().collect();
    arguments.extend(file("check", job.file));
    arguments.extend(["--only", job.test, "--seed", &job.seed.to_string()].map(OsString::from));
    arguments.extend(["--inside", &job.time.as_millis().to_string()].map(OsString::from));
    arguments.extend(file("--result", job.folder));
    Start { arguments, ..Start::default() }
}

/// How this program is started for one run within limits, which [`run_within`] reads.
fn one_wall(job: &WallJob) -> Start {
    let arguments = [OsString::from(WITHIN)].into_iter().chain(job.arguments()).collect();
    let environment = job.is_limited().then(plyd_confine::environment);
    Start { arguments, environment, ..Start::default() }
}

fn own_program() -> anyhow::Result<PathBuf> {
    std::env::current_exe().context("plyd cannot find its own program file")
}

/// The first argument of a run within limits.
const WITHIN: &str = "check-within";

/// Runs a library within limits, if that is what this process was started for. It comes before anything else, as the
/// limits must hold before there is a second thread, such as that of signals. Its command is not part of the command
/// line, because only a check starts it.
pub(super) fn run_within() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next()? != WITHIN {
        return None;
    }
    let done = WallJob::read(arguments).and_then(|job| plyd_check::run_within(&job));
    Some(match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            super::tell_error(&error.into());
            ExitCode::FAILURE
        }
    })
}
