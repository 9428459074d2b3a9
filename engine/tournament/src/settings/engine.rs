use super::key_values::KeyValues;
use super::runners::refused_value;
use super::time_control::{MAX_TIME, seconds_of};
use super::words::{Synonym, split};
use super::{MatchSettingsError, SettingWords, TimeControl};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;

/// The settings of a contestant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineSettings {
    /// The name, unique within its match.
    pub name: String,
    /// The kind of engine.
    pub kind: EngineKind,
    /// The options by name, in the order in which they are set.
    pub options: BTreeMap<String, String>,
    /// The limits of its searches.
    pub limits: SearchLimits,
    /// `ponder`: whether it thinks on the opponent's time.
    #[serde(default)]
    pub ponder: bool,
}

/// The kinds of engines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EngineKind {
    /// plyd's own search, in this process.
    Builtin,
    /// A program that communicates over pipes.
    Command {
        /// The program: a path, or a name to look up.
        program: String,
        /// The arguments.
        arguments: Vec<String>,
        /// The working directory.
        folder: Option<String>,
        /// The protocol.
        protocol: Protocol,
    },
    /// An engine behind a TCP connection, such as a `plyd serve`.
    Tcp {
        /// The address, `HOST:PORT`.
        address: String,
        /// The protocol.
        protocol: Protocol,
    },
    /// plyd's own search in a separate process, which loads another build of the game.
    Plugin {
        /// The library, the text that a library loads, or the folder with the sources.
        file: String,
    },
}

impl EngineKind {
    /// Whether plyd itself searches.
    #[must_use]
    pub fn is_own(&self) -> bool {
        matches!(self, Self::Builtin | Self::Plugin { .. })
    }
}

/// The protocol an engine speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// The Universal Chess Interface.
    #[default]
    Uci,
    /// The Universal Game Interface.
    Ugi,
    /// The Go Text Protocol.
    Gtp,
}

/// The search limits of an engine. At least one is set, and the first one reached applies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchLimits {
    /// `tc`: a clock.
    pub clock: Option<TimeControl>,
    /// `st`: the time per move.
    pub move_time: Option<Duration>,
    /// `nodes` per move.
    pub nodes: Option<u64>,
    /// `depth` of each move, in plies.
    pub depth: Option<u32>,
    /// `timemargin`: the permitted excess over a clock or `st`; `None` for the default of engines that are not built
    /// in.
    pub margin: Option<Duration>,
}

/// The keys and synonyms of engine settings.
pub(super) const ENGINE: SettingWords = SettingWords {
    about: "an engine",
    keys: &[
        "name",
        "builtin",
        "algorithm",
        "plugin",
        "cmd",
        "args",
        "dir",
        "tcp",
        "proto",
        "option.NAME",
        "tc",
        "st",
        "nodes",
        "depth",
        "timemargin",
        "ponder",
    ],
    synonyms: &[
        Synonym { word: "movetime", key: "st", value: seconds_of_millis, needed: "whole milliseconds of at least 1" },
        Synonym { word: "plies", key: "depth", value: |plies| Some(plies.to_owned()), needed: "" },
    ],
};

/// The keys that limit a search.
pub(super) const LIMITS: [&str; 4] = ["tc", "st", "nodes", "depth"];

/// The default `timemargin` of plyd's own search. If that is late, the machine is overloaded: the runner itself keeps
/// the processors busy, and such a loss would be no evidence about the engine. The record contains the margin.
const BUILTIN_MARGIN: Duration = Duration::from_millis(200);

/// Converts whole milliseconds to the seconds of `st`.
fn seconds_of_millis(text: &str) -> Option<String> {
    let millis: u32 = text.parse().ok().filter(|&millis| millis > 0)?;
    Some(format!("{}.{:03}", millis / 1_000, millis % 1_000))
}

impl EngineSettings {
    /// Reads the settings of an engine; `number`, from 1, becomes the name of an unnamed engine.
    ///
    /// # Errors
    /// An unknown setting, an invalid value, not exactly one kind of engine, or no limit.
    pub fn read(mut values: KeyValues, number: usize) -> Result<Self, MatchSettingsError> {
        let given_name = values.take("name").filter(|name| !name.is_empty());
        let about = given_name.clone().unwrap_or_else(|| format!("number {number}"));
        values
            .check_origin(&ENGINE)
            .and_then(|()| Self::read_named(&mut values, given_name))
            .and_then(|engine| values.finish(&ENGINE).map(|()| engine))
            .and_then(|engine| engine.limits.check().map(|()| engine))
            .map_err(|error| MatchSettingsError::new(format!("engine {about}: {error}")))
    }

    fn read_named(values: &mut KeyValues, given_name: Option<String>) -> Result<Self, MatchSettingsError> {
        let protocol = match values.take("proto").as_deref() {
            None | Some("uci") => Protocol::Uci,
            Some("ugi") => Protocol::Ugi,
            Some("gtp") => Protocol::Gtp,
            Some(other) => return Err(refused_value(ENGINE.about, "proto", other)),
        };
        let algorithm = values.take("algorithm").filter(|name| !name.is_empty());
        let plugin = values.take("plugin").filter(|file| !file.is_empty());
        let is_builtin = values.take_as("builtin", "true or false")?.unwrap_or(algorithm.is_some() && plugin.is_none());
        let arguments = values.take("args").map_or(Ok(Vec::new()), |text| split(&text))?;
        let folder = values.take("dir");
        let (program, address) = (values.take("cmd"), values.take("tcp"));
        if algorithm.is_some() && (program.is_some() || address.is_some()) {
            return Err(MatchSettingsError::new(
                "`algorithm` is for an engine that is built in; another one gets its options by option.NAME=VALUE",
            ));
        }
        let kind = match (is_builtin, plugin, program, address) {
            (true, None, None, None) => EngineKind::Builtin,
            (false, Some(file), None, None) => EngineKind::Plugin { file },
            (false, None, Some(program), None) => EngineKind::Command { program, arguments, folder, protocol },
            (false, None, None, Some(address)) => EngineKind::Tcp { address, protocol },
            _ => {
                return Err(MatchSettingsError::new(
                    "exactly one of builtin, plugin=FILE, cmd=PROGRAM and tcp=HOST:PORT is needed",
                ));
            }
        };
        let name = given_name.unwrap_or_else(|| match &kind {
            EngineKind::Builtin => algorithm.clone().unwrap_or_else(|| "plyd".to_owned()),
            EngineKind::Command { program, .. } => program.rsplit('/').next().unwrap_or_default().to_owned(),
            EngineKind::Tcp { address, .. } => address.clone(),
            EngineKind::Plugin { file } => last_part(file).to_owned(),
        });
        check_name(&name)?;
        let (options, mut limits) = (values.take_prefixed("option."), read_limits(values)?);
        if kind.is_own() && limits.are_timed() {
            limits.margin.get_or_insert(BUILTIN_MARGIN);
        }
        let ponder = values.take_as("ponder", "true or false")?.unwrap_or(false);
        let mut engine = Self { name, kind, options, limits, ponder };
        algorithm.iter().for_each(|algorithm| engine.set_algorithm(algorithm));
        Ok(engine)
    }

    /// Checks settings that were not read from text.
    pub(super) fn check(&self) -> Result<(), MatchSettingsError> {
        let checked = check_name(&self.name).and_then(|()| self.limits.check());
        checked.map_err(|error| MatchSettingsError::new(format!("engine {}: {error}", self.name)))
    }

    /// Returns the algorithm of plyd's own search, if the options name it; records of earlier versions may not.
    #[must_use]
    pub fn algorithm(&self) -> Option<&str> {
        let (_, value) = self.options.iter().find(|(name, _)| is_algorithm(name))?;
        self.kind.is_own().then_some(value)
    }

    /// Replaces the algorithm in the options.
    pub fn set_algorithm(&mut self, algorithm: &str) {
        self.options.retain(|name, _| !is_algorithm(name));
        self.options.insert(ALGORITHM.to_owned(), algorithm.to_owned());
    }
}

/// Returns the last component of a path, ignoring a trailing slash.
fn last_part(path: &str) -> &str {
    let path = path.trim_end_matches('/');
    path.rsplit('/').next().unwrap_or(path)
}

/// Returns default names for engines that load these libraries: the file names, or the paths of files with equal names.
pub(super) fn names_of_plugins(files: &[&str]) -> Vec<String> {
    let is_twin = |file: &str| files.iter().filter(|other| last_part(other) == last_part(file)).count() > 1;
    files.iter().map(|file| if is_twin(file) { *file } else { last_part(file) }.to_owned()).collect()
}

/// The option that selects the algorithm of plyd's own search.
const ALGORITHM: &str = "Algorithm";

fn is_algorithm(name: &str) -> bool {
    name.eq_ignore_ascii_case(ALGORITHM)
}

fn read_limits(values: &mut KeyValues) -> Result<SearchLimits, MatchSettingsError> {
    let control = values.take("tc");
    let clock = match &control {
        Some(text) if text != "inf" && text != "infinite" => {
            Some(text.parse().map_err(|error| MatchSettingsError::new(format!("`tc={text}`: {error}")))?)
        }
        _ => None,
    };
    let move_time = values.take("st").map(|text| {
        let time = seconds_of(&text).filter(|time| !time.is_zero());
        time.ok_or_else(|| MatchSettingsError::new(format!("`st` needs a number of seconds above 0, not `{text}`")))
    });
    let at_least_one = "a whole number of at least 1";
    let margin = values.take_as::<u32>("timemargin", "whole milliseconds")?;
    let limits = SearchLimits {
        clock,
        move_time: move_time.transpose()?,
        nodes: values.take_as::<std::num::NonZeroU64>("nodes", at_least_one)?.map(Into::into),
        depth: values.take_as::<std::num::NonZeroU32>("depth", at_least_one)?.map(Into::into),
        margin: margin.map(|millis| Duration::from_millis(millis.into())),
    };
    match control {
        Some(control) if !limits.are_any() => Err(refused_value(ENGINE.about, "tc", &control)),
        _ => Ok(limits),
    }
}

impl SearchLimits {
    /// Returns the permitted excess over the clock.
    #[must_use]
    pub fn clock_margin(&self) -> Duration {
        self.margin.unwrap_or(Duration::ZERO)
    }

    /// Returns the permitted excess over the time per move. It is above 0 by default, because engines end their
    /// searches when the time is over, not before.
    #[must_use]
    pub fn move_margin(&self) -> Duration {
        self.margin.unwrap_or(Duration::from_millis(100))
    }

    fn check(&self) -> Result<(), MatchSettingsError> {
        if self.move_time.is_some_and(|time| time.is_zero() || time > MAX_TIME) {
            return Err(MatchSettingsError::new("`st` needs a number of seconds above 0, and at most a year"));
        }
        if self.margin.is_some_and(|margin| margin > MAX_TIME) {
            return Err(MatchSettingsError::new("`timemargin` needs whole milliseconds, and at most a year"));
        }
        if self.are_any() {
            return Ok(());
        }
        Err(MatchSettingsError::new("its searches have no limit; set tc, st, movetime, nodes or depth"))
    }

    /// Whether a limit ends each search.
    fn are_any(&self) -> bool {
        self.are_timed() || self.nodes.is_some() || self.depth.is_some()
    }

    /// Whether the engine is sent time limits.
    #[must_use]
    pub fn are_timed(&self) -> bool {
        self.clock.is_some() || self.move_time.is_some()
    }
}

/// The maximum length of the name of an engine, a game or an option, in characters.
pub(super) const LONGEST_NAME: usize = 200;

/// Rejects a text that a terminal or a list would show differently.
pub(super) fn check_text(what: &str, text: &str, longest: usize) -> Result<(), MatchSettingsError> {
    if text.chars().count() > longest {
        return Err(MatchSettingsError::new(format!("{what} has more than {longest} characters")));
    }
    if text.contains(plyd_foreign::is_forbidden) {
        let reason = format!("{what} contains a character that cannot be shown, such as a line break or a tab");
        return Err(MatchSettingsError::new(reason));
    }
    Ok(())
}

fn check_name(name: &str) -> Result<(), MatchSettingsError> {
    check_text("its name", name, LONGEST_NAME)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<EngineSettings, String> {
        EngineSettings::read(KeyValues::parse(&[text], &ENGINE).unwrap(), 2).map_err(|error| error.to_string())
    }

    #[test]
    fn the_words_of_fastchess_are_understood() {
        let engine = read(
            "name=A cmd=./bin/x 'args=-a \"b c\"' dir=/tmp proto=ugi tc=40/60+0.5 st=1.5 nodes=7 depth=3 \
                           timemargin=20 ponder=true option.Hash=16 'option.Move Overhead=5'",
        );
        let expected = EngineSettings {
            name: "A".into(),
            kind: EngineKind::Command {
                program: "./bin/x".into(),
                arguments: vec!["-a".into(), "b c".into()],
                folder: Some("/tmp".into()),
                protocol: Protocol::Ugi,
            },
            options: [("Hash", "16"), ("Move Overhead", "5")].map(|(name, value)| (name.into(), value.into())).into(),
            limits: SearchLimits {
                clock: Some("40/60+0.5".parse().unwrap()),
                move_time: Some(Duration::from_millis(1_500)),
                nodes: Some(7),
                depth: Some(3),
                margin: Some(Duration::from_millis(20)),
            },
            ponder: true,
        };
        assert_eq!(engine, Ok(expected));
        assert_eq!(read("builtin depth=3").unwrap().name, "plyd");
        assert_eq!(read("cmd=x movetime=1500 plies=3"), read("cmd=x st=1.5 depth=3"));
        assert_eq!(read("cmd=x st=2 movetime=1500"), read("cmd=x st=1.5"), "the last one counts");
        let pvs = read("algorithm=pvs depth=3").unwrap();
        assert_eq!((pvs.name.as_str(), pvs.algorithm()), ("pvs", Some("pvs")));
        assert_eq!(Ok(pvs), read("name=pvs builtin option.Algorithm=pvs depth=3"));
        assert!(!read("builtin depth=3").unwrap().ponder && read("builtin depth=3 ponder").unwrap().ponder);
        let plugin = read("plugin=../old/libgame.so algorithm=mcts st=1").unwrap();
        assert_eq!(plugin.kind, EngineKind::Plugin { file: "../old/libgame.so".into() });
        assert_eq!((plugin.name.as_str(), plugin.algorithm()), ("libgame.so", Some("mcts")));
        assert_eq!(read("plugin=games/mine/ depth=1").unwrap().name, "mine");
        assert_eq!(
            read("tcp=localhost:1 proto=gtp depth=3").unwrap().kind,
            EngineKind::Tcp { address: "localhost:1".into(), protocol: Protocol::Gtp }
        );
        assert_eq!(read("cmd=/a/b tc=inf depth=3").unwrap().name, "b");
        assert_eq!(
            read("tcp=localhost:7878 depth=3").unwrap().kind,
            EngineKind::Tcp { address: "localhost:7878".into(), protocol: Protocol::Uci }
        );
    }

    #[test]
    fn a_built_in_engine_may_be_a_little_late_unless_its_words_forbid_it() {
        let margin = |text: &str| read(text).unwrap().limits.margin.map(|margin| margin.as_millis());
        assert_eq!(margin("builtin tc=1+0.1"), Some(200));
        assert_eq!(margin("algorithm=pvs st=0.1"), Some(200));
        assert_eq!(margin("plugin=x.so st=0.1"), Some(200));
        assert_eq!(margin("builtin st=0.1 timemargin=0"), Some(0));
        assert_eq!(margin("builtin depth=3"), None, "it has no time to exceed");
        assert_eq!(margin("cmd=x tc=1+0.1"), None);
    }

    #[test]
    fn a_time_in_milliseconds_is_whole_and_not_zero() {
        for text in ["movetime=0", "movetime=1.5", "movetime=-1", "movetime=x"] {
            let error = KeyValues::parse(&[text], &ENGINE).unwrap_err().to_string();
            assert!(error.contains("`movetime` needs whole milliseconds of at least 1, not `"), "{error}");
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused_with_the_engines_name() {
        for (text, part) in [
            ("name=A depth=3", "engine A: exactly one of"),
            ("builtin cmd=x depth=3", "engine number 2: exactly one of"),
            ("plugin=x.so builtin depth=3", "exactly one of"),
            ("plugin=x.so cmd=x depth=3", "exactly one of"),
            ("builtin", "its searches have no limit"),
            ("algorithm=pvs cmd=x depth=1", "`algorithm` is for an engine that is built in"),
            ("algorithm=pvs builtin=false depth=1", "exactly one of"),
            ("cmd=x depth=1 restart=on", "`restart` is an option of fastchess and cutechess-cli; an engine keeps"),
            ("cmd=x depth=1 trust", "`trust` is an option of cutechess-cli; "),
            ("builtin tc=inf", "; in plyd: `inf` requires another limit: `st`, `movetime`, `nodes` or `depth`"),
            ("conf=x", "engine number 2: `conf` is an option of cutechess-cli; put the engine into a plan file"),
            ("builtin dpeth=3", "no setting `dpeth`"),
            ("builtin depth=0", "`depth` needs a whole number of at least 1, not `0`"),
            ("builtin st=0", "`st` needs a number of seconds above 0"),
            ("builtin tc=ten", "`tc=ten`: a clock is written"),
            ("cmd=x ponder=often depth=3", "`ponder` needs true or false, not `often`"),
            (
                "cmd=x proto=xboard depth=3",
                "`proto=xboard`: `proto` is an option of fastchess and cutechess-cli; in plyd: `uci`",
            ),
            ("'name=A\tB\u{1b}[31m' cmd=x depth=3", "engine A\\tB\\u{1b}[31m: its name contains a character"),
        ] {
            assert!(read(text).unwrap_err().contains(part), "{text}: {:?}", read(text));
        }
    }
}
