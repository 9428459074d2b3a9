//! A run, which is a match that workers can join, with everything needed to play it identically everywhere.

use crate::error::DistributeError;
use crate::names::RunName;
use crate::wire::{FORM, read_run};
use plyd_arena::BuiltinOptions;
use plyd_host::ContentHash;
use plyd_record::MatchIdentity;
use plyd_tournament::settings::{EngineKind, EngineSettings, MatchSettings};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::ops::RangeInclusive;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The permitted leases, which are the times without a sign of life after which a worker's units are reissued.
pub const LEASES: RangeInclusive<Duration> = Duration::from_millis(300)..=Duration::from_secs(3_600);

/// The plausible search speeds of a machine in nodes per second.
const SPEEDS: RangeInclusive<f64> = 1.0..=1e12;

/// The maximum table size of a built-in engine, in MiB.
const MOST_HASH: usize = 1 << 20;

/// The maximum time that a built-in engine reserves on its clock.
const MOST_OVERHEAD: Duration = Duration::from_secs(3_600);

/// Explains why an engine that is not a single program cannot play in a run.
#[must_use]
pub fn not_one_program(EngineSettings { name, kind, .. }: &EngineSettings) -> String {
    match kind {
        EngineKind::Plugin { .. } => {
            format!("engine {name} has a library of its own (plugin); such a match is played on one machine")
        }
        _ => format!(
            "engine {name} is at a network address (tcp), where workers may find different engines; give its program (cmd)"
        ),
    }
}

/// A run in the form published by the coordinator for workers.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunEntry {
    form: u32,
    /// The name of the run: a digest of all following fields, and of the record.
    pub run: RunName,
    /// The settings of the match.
    pub settings: MatchSettings,
    /// For each built-in engine, its search options.
    pub builtin: Vec<Option<BuiltinOptions>>,
    /// The identity of plyd, the library and the engines.
    pub identity: MatchIdentity,
    /// The platform of the library, such as `x86_64-linux`.
    pub target: String,
    /// The number of nodes visited by the built-in search in a few positions of this game.
    pub signature: u64,
    /// The digest of the opening file, if there is one.
    pub openings: Option<ContentHash>,
    /// The time without a sign of life after which a worker's units are reissued.
    pub lease: Duration,
    /// For a match with clocks, the search speed of the coordinator's machine in nodes per second, by which time is
    /// scaled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speed: Option<f64>,
}

/// An engine of a run that is an external program.
#[derive(Clone, Copy, Debug)]
pub struct ProgramEngine<'a> {
    /// The index in the list of engines.
    pub place: usize,
    /// The settings of the engine. Their path of the program is meaningless on another machine.
    pub engine: &'a EngineSettings,
    /// The digest of the program file.
    pub hash: &'a ContentHash,
}

/// A run before it has a name; the fields are those of [`RunEntry`].
#[derive(Clone, Debug)]
pub struct NewEntry {
    /// The settings of the match.
    pub settings: MatchSettings,
    /// For each built-in engine, its search options.
    pub builtin: Vec<Option<BuiltinOptions>>,
    /// The identity of plyd, the library and the engines.
    pub identity: MatchIdentity,
    /// The number of nodes visited by the built-in search in a few positions of this game.
    pub signature: u64,
    /// The digest of the opening file, if there is one.
    pub openings: Option<ContentHash>,
    /// The time without a sign of life after which a worker's units are reissued.
    pub lease: Duration,
    /// For a match with clocks, the search speed of the coordinator's machine in nodes per second.
    pub speed: Option<f64>,
}

impl NewEntry {
    /// Names the run. `record` is the identity of its record, so that two records yield two runs.
    ///
    /// # Errors
    /// The run cannot be serialized as JSON, or no worker would accept it.
    pub fn name(self, record: &str) -> Result<RunEntry, DistributeError> {
        let Self { settings, builtin, identity, signature, openings, lease, speed } = self;
        let (form, run, target) = (FORM, RunName::of_digest(&[0; 8]), target());
        let mut entry = RunEntry { form, run, settings, builtin, identity, target, signature, openings, lease, speed };
        entry.check().map_err(|reason| DistributeError::Refused(format!("no worker can play this match: {reason}")))?;
        let mut digest = Sha256::new();
        digest.update(entry.text()?);
        digest.update(record);
        entry.run = RunName::of_digest(&digest.finalize());
        Ok(entry)
    }
}

impl RunEntry {
    pub(crate) fn text(&self) -> Result<Vec<u8>, DistributeError> {
        serde_json::to_vec(self).map_err(|error| DistributeError::system("a run", error.into()))
    }

    /// Parses the entry published under this name by a coordinator, or by anyone else with write access.
    pub(crate) fn read(run: &RunName, text: &[u8]) -> Result<Self, String> {
        // The version is parsed separately first, because another version may have other fields.
        #[derive(Deserialize)]
        struct EntryForm {
            form: u32,
        }
        let EntryForm { form } = read_run(text)?;
        if form != FORM {
            return Err(format!("it has form {form}, but this program understands form {FORM}; use the same version"));
        }
        let entry: Self = read_run(text)?;
        if entry.run != *run {
            return Err(format!("it has the name {run}, and says that it is run {}", entry.run));
        }
        entry.check()?;
        Ok(entry)
    }

    /// Checks that the parts are consistent, and that the numbers are in the range that a coordinator uses.
    fn check(&self) -> Result<(), String> {
        self.settings.check().map_err(|error| error.to_string())?;
        let engines = &self.settings.engines;
        if engines.len() != self.builtin.len() || engines.len() != self.identity.engines.len() {
            return Err("it does not say of each engine what it is".to_owned());
        }
        for (engine, (builtin, known)) in engines.iter().zip(self.builtin.iter().zip(&self.identity.engines)) {
            let is_whole = match &engine.kind {
                EngineKind::Builtin => builtin.is_some() && known.hash.is_none(),
                EngineKind::Command { .. } => builtin.is_none() && known.hash.is_some(),
                EngineKind::Tcp { .. } | EngineKind::Plugin { .. } => {
                    return Err(not_one_program(engine));
                }
            };
            if !is_whole {
                return Err(format!("it does not say what engine {} is", engine.name));
            }
            if builtin.as_ref().and_then(BuiltinOptions::network) != known.network {
                return Err(format!("the network of engine {} is not the one that it names", engine.name));
            }
            if builtin.as_ref().is_some_and(|builtin| builtin.move_overhead > MOST_OVERHEAD) {
                return Err(format!("engine {} keeps back more than an hour of its clock", engine.name));
            }
            if builtin.as_ref().is_some_and(|builtin| builtin.search.hash > MOST_HASH) {
                return Err(format!("the Hash of engine {} is above {MOST_HASH} MiB", engine.name));
            }
            // A line break would begin a new line in the input of the program.
            let mut texts = engine.options.iter().flat_map(|(name, value)| [name, value]);
            if texts.any(|text| text.contains(plyd_foreign::is_forbidden)) {
                return Err(format!("an option of engine {} has a character that no option has", engine.name));
            }
        }
        if self.settings.openings.file.is_some() != self.openings.is_some() {
            return Err("it has openings without a digest, or a digest without openings".to_owned());
        }
        if self.identity.library.id != self.settings.game {
            return Err("its library is of another game".to_owned());
        }
        if !LEASES.contains(&self.lease) {
            let (least, most) = (LEASES.start().as_secs_f64(), LEASES.end().as_secs_f64());
            return Err(format!("its lease is not between {least} and {most} seconds"));
        }
        if self.speed.is_some_and(|speed| !SPEEDS.contains(&speed)) {
            return Err("no machine has its speed".to_owned());
        }
        Ok(())
    }

    /// Iterates over the engines that are external programs.
    pub fn programs(&self) -> impl Iterator<Item = ProgramEngine<'_>> {
        let engines = self.settings.engines.iter().zip(&self.identity.engines).enumerate();
        engines.filter_map(|(place, (engine, known))| Some(ProgramEngine { place, engine, hash: known.hash.as_ref()? }))
    }
}

/// Returns the time in milliseconds since 1970.
pub(crate) fn milliseconds() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(now.as_millis()).unwrap_or_default()
}

/// Returns the platform of this program, in the form of [`RunEntry::target`].
#[must_use]
pub fn target() -> String {
    format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS)
}

/// Whether the games of a match repeat exactly: all engines are built in, search with one thread, and have only depth
/// or node limits. Only then can two results of a game be compared.
#[must_use]
pub fn repeats(settings: &MatchSettings, builtin: &[Option<BuiltinOptions>]) -> bool {
    let is_exact =
        |options: &Option<BuiltinOptions>| options.as_ref().is_some_and(|options| options.search.threads <= 1);
    builtin.iter().all(is_exact) && !has_clocks(settings)
}

/// Whether time matters in a match, because an engine has a clock or a time per move.
#[must_use]
pub fn has_clocks(settings: &MatchSettings) -> bool {
    settings.engines.iter().any(|engine| engine.limits.clock.is_some() || engine.limits.move_time.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    /// Returns a run with a built-in engine and a program, as written by a coordinator.
    fn written() -> Value {
        let plan = "engine = ['name=A builtin depth=1', 'name=P cmd=engine depth=1']";
        let settings =
            plyd_tournament::settings::MatchPlan::from_toml(plan).unwrap().settle("x", Vec::new(), 0).unwrap();
        let hash = ContentHash::of(b"").to_string();
        let library = json!({ "id": "x", "version": "1", "hash": hash });
        let engines = json!([{ "hash": null, "version": null }, { "hash": hash, "version": null }]);
        json!({
            "form": FORM,
            "run": "0123456789abcdef",
            "settings": settings,
            "builtin": [{ "search": { "options": [] }, "hash_is_wanted": false, "move_overhead": { "secs": 0, "nanos": 0 } }, null],
            "identity": { "plyd": "1", "library": library, "engines": engines },
            "target": "t",
            "signature": 1,
            "openings": null,
            "lease": { "secs": 30, "nanos": 0 },
        })
    }

    fn read(written: &Value) -> Result<RunEntry, String> {
        RunEntry::read(&"0123456789abcdef".parse().unwrap(), written.to_string().as_bytes())
    }

    #[test]
    fn a_run_that_no_coordinator_writes_is_refused() {
        let entry = read(&written()).unwrap();
        assert_eq!(entry.programs().map(|program| program.place).collect::<Vec<_>>(), [1]);
        let hash_of_nothing = ContentHash::of(b"").to_string();
        let duration = |secs: u64| json!({ "secs": secs, "nanos": 0 });
        for (pointer, value, part) in [
            ("/form", json!(1), "it has form 1"),
            ("/seq", json!(1), "unknown field"),
            ("/run", json!("fedcba9876543210"), "says that it is run fedcba9876543210"),
            ("/run", json!("../../../../tmp/"), "16 digits"),
            ("/openings", json!("/etc/passwd"), "64 digits"),
            ("/openings", json!("/dev/zero"), "64 digits"),
            ("/openings", json!(hash_of_nothing), "a digest without openings"),
            ("/settings/openings/file", json!("/etc/passwd"), "openings without a digest"),
            ("/identity/library/hash", json!("../x"), "64 digits"),
            ("/identity/library/id", json!("../x"), "of another game"),
            ("/identity/engines/1/hash", json!("/bin/sh"), "64 digits"),
            // The worker would take fields missing in the run from the settings.
            ("/identity/engines", json!([{ "hash": null, "version": null }]), "of each engine"),
            ("/identity/engines/1/hash", json!(null), "what engine P is"),
            ("/identity/engines/0/network", json!({ "name": "x", "hash": hash_of_nothing }), "the network of engine A"),
            ("/builtin", json!([null]), "of each engine"),
            ("/builtin/0", json!(null), "what engine A is"),
            (
                "/settings/engines/0/kind",
                json!({ "tcp": { "address": "h:1", "protocol": "uci" } }),
                "a network address",
            ),
            ("/settings/engines/1/options", json!({ "Hash": "1\nquit" }), "the option Hash contains a character"),
            ("/settings/games", json!(0), "1 or 2 games"),
            ("/settings/rounds", json!(u64::MAX), "rounds"),
            ("/builtin/0/search", json!([["Hash", "99999999999999"]]), "Hash"),
            ("/builtin/0/search", json!([["Threads", "0"]]), "Threads"),
            ("/builtin/0/move_overhead", duration(u64::MAX), "more than an hour"),
            ("/lease", duration(0), "its lease"),
            ("/lease", duration(u64::MAX), "its lease"),
            ("/speed", json!(0.0), "its speed"),
        ] {
            let mut bad = written();
            match bad.pointer_mut(pointer) {
                Some(place) => *place = value.clone(),
                None => {
                    let (place, name) = pointer.rsplit_once('/').unwrap();
                    bad.pointer_mut(place).unwrap()[name] = value.clone();
                }
            }
            let error = read(&bad).unwrap_err();
            assert!(error.contains(part), "{pointer} {value}: {error}");
        }
    }
}
