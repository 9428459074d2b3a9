//! The state of a tuning run, in a file.

use super::batch::Results;
use super::plan::TunePlan;
use crate::bounded_file;
use crate::cli::standard_output;
use anyhow::{Context, ensure};
use plyd_foreign::{Unread, share};
use plyd_learn::Parameter;
use plyd_tournament::settings::SettingsError;
use serde::{Deserialize, Serialize};
use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::ops::{Range, RangeInclusive};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// The form of the file.
const VERSION: u32 = 1;

/// What a pair of games can bring.
const RESULTS: RangeInclusive<i32> = -2..=2;

/// What a person who looks into the file wants to know.
const HEAD: &str =
    "# The state of a run of `plyd tune`, which `plyd tune --file` with the name of this file continues.\n";

/// Everything that a run needs to go on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct State {
    version: u32,
    /// The iterations that have moved the values.
    pub(super) done: u64,
    /// The values, by parameter.
    pub(super) values: Vec<f64>,
    /// The results of pairs of the batch that comes next.
    #[serde(default, with = "as_list", skip_serializing_if = "Results::is_empty")]
    pub(super) results: Results,
    /// The identity by which workers know the run, if they have played for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) run: Option<String>,
    pub(super) plan: TunePlan,
}

impl State {
    /// The state before the first iteration.
    pub(super) fn new(plan: TunePlan) -> Self {
        Self { version: VERSION, done: 0, values: plan.spsa().start(), results: Results::new(), run: None, plan }
    }

    /// The pairs that are played.
    pub(super) fn played(&self) -> u64 {
        self.done + self.results.len() as u64
    }

    fn from_text(text: &str) -> anyhow::Result<Self> {
        let state: Self = toml::from_str(text).map_err(|error| SettingsError::of_toml(&error))?;
        ensure!(state.version == VERSION, "it has version {}, and this plyd reads {VERSION}", state.version);
        state.plan.parameters.iter().try_for_each(Parameter::check)?;
        let in_range = state.plan.parameters.iter().zip(&state.values);
        let is_sound = state.values.len() == state.plan.parameters.len()
            && in_range
                .into_iter()
                .all(|(parameter, value)| (parameter.from as f64..=parameter.to as f64).contains(value))
            && !state.values.is_empty()
            && !state.plan.games.is_empty()
            && state.plan.batch > 0
            && state.done <= state.plan.iterations
            && state.results.iter().all(|(&pair, result)| state.in_batch().contains(&pair) && RESULTS.contains(result));
        ensure!(is_sound, "it is no state of a run: it was changed, or written by another program");
        Ok(state)
    }

    /// The pairs of the batch that comes next.
    fn in_batch(&self) -> Range<u64> {
        self.done..self.plan.iterations.min(self.done.saturating_add(self.plan.batch))
    }

    fn to_text(&self) -> anyhow::Result<String> {
        Ok(HEAD.to_owned() + &toml::to_string(self).context("the state cannot be written as TOML")?)
    }
}

/// Results as pairs of numbers: the keys of a table of TOML are texts.
mod as_list {
    use super::Results;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(results: &Results, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(results)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Results, D::Error> {
        Vec::<(u64, i32)>::deserialize(deserializer).map(Results::from_iter)
    }
}

/// The file of a run.
#[derive(Debug)]
pub(super) struct StateFile {
    path: PathBuf,
}

impl StateFile {
    /// The file at this path.
    ///
    /// # Errors
    /// It is standard output, which cannot be read again.
    pub(super) fn new(path: &Path) -> anyhow::Result<Self> {
        ensure!(
            !standard_output::is_named(path),
            "the state needs a file, not standard output; a file of this name is ./-"
        );
        Ok(Self { path: path.to_owned() })
    }

    /// For people.
    pub(super) fn name(&self) -> impl Display {
        self.path.display()
    }

    /// The state in it; `None` if there is no file.
    ///
    /// # Errors
    /// It cannot be read, or has something else in it.
    pub(super) fn read(&self) -> anyhow::Result<Option<State>> {
        let text = match bounded_file::read_regular(&self.path) {
            Err(Unread::System(error)) if error.kind() == ErrorKind::NotFound => return Ok(None),
            text => text.with_context(|| format!("cannot read {}", self.name()))?,
        };
        State::from_text(&text).with_context(|| format!("cannot continue the run of {}", self.name())).map(Some)
    }

    /// Writes the state in place of the former one: whenever this process or the machine ends, one of both is there.
    ///
    /// # Errors
    /// It cannot be written. The former one is there.
    pub(super) fn write(&self, state: &State) -> anyhow::Result<()> {
        let text = state.to_text()?;
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let write = || -> io::Result<()> {
            let mut file = NamedTempFile::new_in(folder)?;
            file.write_all(text.as_bytes())?;
            share(file.as_file())?;
            file.as_file().sync_all()?;
            file.persist(&self.path)?;
            Ok(())
        };
        write().with_context(|| format!("cannot write {}", self.name()))
    }
}
