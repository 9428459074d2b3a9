//! `plyd check`: a library of a game is put to the test.

use super::program::Program;
use super::standard_output::print;
use anyhow::{Context, bail};
use clap::Args;
use clap::builder::PossibleValuesParser;
use plyd_check::{Job, Request, Wall, WallJob, WallRequest, test_names};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
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
    /// The limits of this process, which has a copy of the library as its result
    #[arg(long, hide = true, requires = "result")]
    within: Option<Wall>,
}

impl Check {
    pub(super) fn run(&self, program: &Program) -> anyhow::Result<ExitCode> {
        let settings = program.log()?;
        if let Some(job) = self.wall_job()? {
            plyd_check::run_within(&job)?;
            return Ok(ExitCode::SUCCESS);
        }
        if let Some(job) = self.job()? {
            plyd_check::run_test(&job, &settings.plugins.cache())?;
            return Ok(ExitCode::SUCCESS);
        }
        let config = program.flags.config.as_deref();
        let (passed, text) = if self.isolation {
            let isolated = plyd_check::check_isolation(&self.wall_request(), &one_wall(config)?)?;
            (isolated.passed(), if self.json { isolated.to_json()? } else { isolated.to_string() })
        } else {
            let examined = plyd_check::check(&self.request(), &one_test(config)?)?;
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

    fn wall_request(&self) -> WallRequest {
        WallRequest { file: self.file.clone(), seed: self.seed, time: Duration::from_secs(self.seconds) }
    }

    /// The run within limits, if this is the process of one.
    fn wall_job(&self) -> anyhow::Result<Option<WallJob<'_>>> {
        let (Some(wall), Some(copy), Some(milliseconds)) = (self.within, &self.result, self.inside) else {
            return Ok(None);
        };
        let Some(seed) = self.seed else { bail!("a run within limits needs a seed") };
        Ok(Some(WallJob { file: &self.file, copy, wall, seed, time: Duration::from_millis(milliseconds) }))
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

/// Starts this program for one test, with the settings of this process: the flags that [`Check::job`] reads.
fn one_test(config: Option<&Path>) -> anyhow::Result<impl Fn(&Job<'_>) -> Command> {
    let again = again(config)?;
    Ok(move |job: &Job<'_>| {
        let mut command = again(job.file, job.seed, job.time, job.folder);
        command.args(["--only", job.test]);
        command
    })
}

/// The same for one run within limits: the flags that [`Check::wall_job`] reads.
fn one_wall(config: Option<&Path>) -> anyhow::Result<impl Fn(&WallJob<'_>) -> Command> {
    let again = again(config)?;
    Ok(move |job: &WallJob<'_>| {
        let mut command = again(job.file, job.seed, job.time, job.copy);
        command.args(["--within", &job.wall.to_string()]);
        command
    })
}

/// Starts this program for a part of its work: a file, a seed, a time, and where the result is.
fn again(config: Option<&Path>) -> anyhow::Result<impl Fn(&Path, u64, Duration, &Path) -> Command> {
    let program = std::env::current_exe().context("plyd cannot find its own program file")?;
    Ok(move |file: &Path, seed: u64, time: Duration, result: &Path| {
        let mut command = Command::new(&program);
        if let Some(file) = config {
            command.arg("--config").arg(file);
        }
        command.arg("check").arg(file).args(["--seed", &seed.to_string()]);
        command.args(["--inside", &time.as_millis().to_string()]).arg("--result").arg(result);
        command
    })
}
