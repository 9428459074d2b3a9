//! A run: a match that workers can join, and what it needs to be the same everywhere.

use crate::error::DistributeError;
use plyd_host::ContentHash;
use plyd_match::settings::{EngineKind, MatchSettings};
use plyd_match::{BuiltinOptions, EngineIdentity, Identity};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The form of all messages. Programs of different forms do not understand each other.
pub(crate) const FORM: u32 = 1;

/// A run, as the coordinator writes it down for workers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// The form of this and of all messages.
    pub form: u32,
    /// The name of the run: a digest of all that follows, and of the record.
    pub run: String,
    /// The settings of the match.
    pub settings: MatchSettings,
    /// For each engine, how it searches if it is a built-in one.
    pub builtin: Vec<Option<BuiltinOptions>>,
    /// plyd, the library and the engines.
    pub identity: Identity,
    /// The machines on which the library runs: `x86_64-linux`.
    pub target: String,
    /// The nodes that the built-in search visits in a few positions of this game.
    pub signature: u64,
    /// The digest of the file of openings, if there is one.
    pub openings: Option<ContentHash>,
    /// How long a unit may stay without a sign of life of its worker.
    pub lease: Duration,
    /// For a match with clocks, the nodes a second of the coordinator's machine, by which time is scaled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<f64>,
}

impl Entry {
    /// Gives the run its name. `record` is the identity of its record: two records are two runs.
    ///
    /// # Errors
    /// It cannot be written as JSON.
    pub fn name(mut self, record: &str) -> Result<Self, DistributeError> {
        self.run = String::new();
        let mut digest = Sha256::new();
        digest.update(self.text()?);
        digest.update(record);
        self.run = digest.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        Ok(self)
    }

    pub(crate) fn text(&self) -> Result<Vec<u8>, DistributeError> {
        serde_json::to_vec(self).map_err(|error| DistributeError::system("a run", error.into()))
    }

    /// Reads what a coordinator wrote.
    pub(crate) fn read(text: &[u8]) -> Result<Self, String> {
        // First the form alone: another one may have other fields.
        #[derive(Deserialize)]
        struct Form {
            form: u32,
        }
        let Form { form } = serde_json::from_slice(text).map_err(|error| error.to_string())?;
        if form != FORM {
            return Err(format!("it has form {form}, but this program understands form {FORM}; use the same version"));
        }
        serde_json::from_slice(text).map_err(|error| error.to_string())
    }

    /// The engines that are programs, with what is known of them.
    pub fn programs(&self) -> impl Iterator<Item = (usize, &EngineIdentity)> {
        let engines = self.settings.engines.iter().zip(&self.identity.engines).enumerate();
        engines.filter(|(_, (engine, _))| engine.kind != EngineKind::Builtin).map(|(place, (_, known))| (place, known))
    }
}

/// The time, in milliseconds since 1970.
pub(crate) fn milliseconds() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(now.as_millis()).unwrap_or_default()
}

/// The machine this program is made for, as [`Entry::target`] has it.
#[must_use]
pub fn target() -> String {
    format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS)
}

/// Whether the games of a match repeat exactly: all engines are built in, search with one thread, and have limits by
/// depth or nodes alone. Then two results of a game can be compared.
#[must_use]
pub fn repeats(settings: &MatchSettings, builtin: &[Option<BuiltinOptions>]) -> bool {
    let is_exact =
        |options: &Option<BuiltinOptions>| options.as_ref().is_some_and(|options| options.search.threads <= 1);
    builtin.iter().all(is_exact) && !has_clocks(settings)
}

/// Whether time decides in a match: an engine has a clock, or a time for each move.
#[must_use]
pub fn has_clocks(settings: &MatchSettings) -> bool {
    settings.engines.iter().any(|engine| engine.limits.clock.is_some() || engine.limits.move_time.is_some())
}
