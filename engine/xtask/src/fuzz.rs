//! Runs the fuzz targets of `tests/fuzz_targets` with libFuzzer.
//!
//! All is in the folder `fuzz` of the target folder: the program, the libraries that it loads, for each target the
//! inputs that reached something new (`corpus`), and those that broke a law (`found`).

use crate::built::{beside_this_program, built_by_cargo, cargo};
use crate::sources_folder::workspace;
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The workspace of the program. Its folder has settings of cargo that instrument all code, so cargo has to run there.
const FOLDER: &str = "tests/fuzz_targets/libfuzzer";
const PROGRAM: &str = "plyd-fuzz";

/// An input that takes longer, in seconds, or more memory, in MiB, is a finding.
const LONGEST_SECONDS: u32 = 10;
const MOST_MEMORY: u32 = 2_048;

/// The built program.
#[derive(Debug)]
pub(crate) struct Fuzzer {
    program: PathBuf,
    folder: PathBuf,
}

/// A part of plyd that is attacked.
#[derive(Debug, PartialEq, Eq)]
struct FuzzTarget {
    name: String,
    /// The longest input that makes sense, in bytes.
    longest: usize,
}

impl FuzzTarget {
    /// Reads a line of the program, `NAME LONGEST`.
    fn read(line: &str) -> Result<Self> {
        let (name, longest) = line.split_once(' ').context("the fuzzer does not tell how long an input may be")?;
        Ok(Self { name: name.to_owned(), longest: longest.parse()? })
    }
}

/// Reads a number of minutes.
pub(crate) fn minutes(text: &str) -> Result<f64, String> {
    let minutes = text.parse().ok().filter(|minutes| (0.01..=100_000.0).contains(minutes));
    minutes.ok_or_else(|| "a number from 0.01 to 100000 is needed".into())
}

impl Fuzzer {
    /// Builds the program, and the libraries that some targets load.
    ///
    /// # Errors
    /// They do not build; without a C++ compiler for example.
    pub(crate) fn build() -> Result<Self> {
        let release = beside_this_program()?;
        let folder = release.parent().context("the release folder is not in the target folder")?.join("fuzz");
        let mut libraries = cargo();
        libraries.args(["build", "--quiet", "--locked", "-p", "plyd-chess", "-p", "plyd-nim", "--target-dir"]);
        libraries.arg(folder.join("libraries")).env_remove("CARGO_BUILD_TARGET").current_dir(workspace());
        ensure!(libraries.status().context("cargo cannot be started")?.success(), "the libraries do not build");
        let target = folder.to_str().context("the path of the target folder is not Unicode")?;
        let arguments = ["--quiet", "--release", "--locked", "--target-dir", target];
        let program = built_by_cargo(&workspace().join(FOLDER), &arguments, PROGRAM)
            .context("the fuzzer needs a C++ compiler, `c++` or the one in the variable CXX")?;
        Ok(Self { program, folder })
    }

    /// The names of the targets, a line each.
    pub(crate) fn list(&self) -> Result<String> {
        Ok(self.targets()?.iter().map(|target| format!("{}\n", target.name)).collect())
    }

    fn targets(&self) -> Result<Vec<FuzzTarget>> {
        let output = Command::new(&self.program).output().context("the fuzzer does not start")?;
        ensure!(output.status.success(), "the fuzzer does not tell its targets");
        String::from_utf8(output.stdout)?.lines().map(FuzzTarget::read).collect()
    }

    /// Runs each of these targets for a time, or all.
    ///
    /// # Errors
    /// There is no such target. Or an input broke a law; then the others run nevertheless.
    pub(crate) fn run(&self, targets: &[String], time: Duration, output: &mut impl Write) -> Result<()> {
        let known = self.targets()?;
        let names: Vec<&str> = known.iter().map(|target| target.name.as_str()).collect();
        if let Some(unknown) = targets.iter().find(|target| !names.contains(&target.as_str())) {
            bail!("there is no fuzz target `{unknown}`; there are {}", names.join(", "));
        }
        let is_chosen = |target: &&FuzzTarget| targets.is_empty() || targets.contains(&target.name);
        let mut broken = Vec::new();
        for target in known.iter().filter(is_chosen) {
            writeln!(output, "== {}", target.name)?;
            output.flush()?;
            if !self.run_one(target, time)? {
                broken.push(target.name.as_str());
            }
        }
        let found = self.folder.join("found");
        ensure!(broken.is_empty(), "inputs that break laws of {} are in {}", broken.join(", "), found.display());
        Ok(())
    }

    fn run_one(&self, target: &FuzzTarget, time: Duration) -> Result<bool> {
        let folder = |name: &str| -> Result<PathBuf> {
            let folder = self.folder.join(name).join(&target.name);
            fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
            Ok(folder)
        };
        let (corpus, seeds, found) = (folder("corpus")?, folder("seeds")?, folder("found")?);
        let dictionary = self.folder.join("seeds").join(&target.name).with_extension("dict");
        let mut program = self.program(&target.name);
        program.env("PLYD_FUZZ_SEEDS", &seeds).env("PLYD_FUZZ_DICTIONARY", &dictionary);
        program.arg(&corpus).arg(&seeds).arg(format!("-dict={}", dictionary.display()));
        program.arg(format!("-max_len={}", target.longest));
        program.arg(format!("-max_total_time={}", time.as_secs().max(1)));
        // A slash at the end: libFuzzer takes it for the beginning of the name.
        program.arg(format!("-artifact_prefix={}/", found.display()));
        program.args(["-print_final_stats=1", "-report_slow_units=5", "-reload=0"]);
        Ok(program.status().context("the fuzzer does not start")?.success())
    }

    /// Runs one target with the input in a file.
    ///
    /// # Errors
    /// It breaks a law, or it is not one target.
    pub(crate) fn replay(&self, targets: &[String], input: &Path) -> Result<()> {
        let [target] = targets else { bail!("an input is for one target: give its name before `--input`") };
        let status = self.program(target).arg(input).status().context("the fuzzer does not start")?;
        ensure!(status.success(), "{} breaks a law of {target}", input.display());
        Ok(())
    }

    fn program(&self, target: &str) -> Command {
        let mut program = Command::new(&self.program);
        program.env("PLYD_FUZZ_TARGET", target);
        program.env("PLYD_FUZZ_LIBRARIES", self.folder.join("libraries").join("debug"));
        program.args([format!("-timeout={LONGEST_SECONDS}"), format!("-rss_limit_mb={MOST_MEMORY}")]);
        program
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_has_a_name_and_a_length() {
        assert_eq!(FuzzTarget::read("chess 512").unwrap(), FuzzTarget { name: "chess".into(), longest: 512 });
        assert!(FuzzTarget::read("chess").is_err() && FuzzTarget::read("chess x").is_err());
    }

    #[test]
    fn minutes_are_numbers_above_0() {
        assert_eq!((minutes("10"), minutes("0.5")), (Ok(10.0), Ok(0.5)));
        assert!(["", "0", "-1", "x", "NaN", "inf"].iter().all(|text| minutes(text).is_err()));
    }
}
