//! The list of all keys. The checks of values, the environment and the documentation follow it.

use plyd_search::MAX_THREADS;
use toml::{Table, Value};

use super::Kind;

/// The longest time a setting can give, an hour: a wait that long is as good as none, and its end still counts.
const HOUR: i64 = 3600;
const YEAR: i64 = 365 * 24 * HOUR;
const GIBIBYTE: i64 = 1 << 30;
/// 32 TiB, in MiB: more than any machine has.
const MAX_HASH: i64 = 1 << 25;

/// Every key, in the order of the settings file.
pub const KEYS: &[Key] = &[
    Key {
        path: "game",
        kind: Kind::Text,
        meaning: "The game a session begins with. Empty: chess if it is loaded, else tictactoe, else the first by name.",
        flag: Some("--game"),
    },
    Key {
        path: "plugins.folders",
        kind: Kind::Folders,
        meaning: "Folders searched for game libraries before all others, in this order. In a file, a relative folder \
                  is relative to the folder of that file, elsewhere to the current one.",
        flag: Some("--plugin-dir"),
    },
    Key {
        path: "plugins.standard-folders",
        kind: Kind::Boolean,
        meaning: "Whether the folders of PLYD_PLUGIN_PATH, the executable's own, ../plugins and ../lib/plyd from \
                  there, and the user's data folder are searched too.",
        flag: None,
    },
    Key {
        path: "plugins.cache-folder",
        kind: Kind::Folder,
        meaning: "Where private copies of the libraries are kept, which are what is loaded. Empty: in the user's \
                  cache folder.",
        flag: None,
    },
    Key {
        path: "plugins.try-seconds",
        kind: Kind::Integer { min: 1, max: HOUR },
        meaning: "How long a library may take in the process that tries it, in seconds. One that is new, and is not back \
                  by then, is not loaded.",
        flag: None,
    },
    Key {
        path: "server.listen",
        kind: Kind::Address,
        meaning: "Where `plyd serve` listens. Port 0 takes a free one.",
        flag: Some("--listen"),
    },
    Key {
        path: "server.allow-remote",
        kind: Kind::Boolean,
        meaning: "Whether that address may be one that other machines reach. There is neither \
                  encryption nor a password.",
        flag: Some("--allow-remote"),
    },
    Key {
        path: "server.max-sessions",
        kind: Kind::Integer { min: 1, max: 1_000_000 },
        meaning: "How many sessions may be open at a time; one more is refused.",
        flag: None,
    },
    Key {
        path: "server.max-per-address",
        kind: Kind::Integer { min: 1, max: 1_000_000 },
        meaning: "How many of them one address may have; one more is refused. IPv6 addresses count as one if their \
                  first 64 bits are the same. Clients on this machine are not counted.",
        flag: None,
    },
    Key {
        path: "session.max-line-bytes",
        kind: Kind::Integer { min: 1024, max: GIBIBYTE },
        meaning: "The longest line a client may send, in bytes. A longer one is skipped, with an error.",
        flag: None,
    },
    Key {
        path: "session.end-of-input-seconds",
        kind: Kind::Integer { min: 0, max: HOUR },
        meaning: "How long a running search may go on after the end of input, in seconds.",
        flag: None,
    },
    Key {
        path: "session.stop-seconds",
        kind: Kind::Integer { min: 1, max: HOUR },
        meaning: "How long a search may take to obey a stop before the game's library counts as hung, in seconds.",
        flag: None,
    },
    Key {
        path: "session.position-seconds",
        kind: Kind::Integer { min: 1, max: HOUR },
        meaning: "How long a library may take to open a position, or to answer anything else outside a search, in seconds.",
        flag: None,
    },
    Key {
        path: "session.write-seconds",
        kind: Kind::Integer { min: 1, max: HOUR },
        meaning: "How long a client may take nothing of what is written to it before it counts as gone, in seconds.",
        flag: None,
    },
    Key {
        path: "session.output-bytes",
        kind: Kind::Integer { min: 4096, max: GIBIBYTE },
        meaning: "How much output may wait for the client, in bytes. Beyond it info lines are dropped and input waits.",
        flag: None,
    },
    Key {
        path: "session.idle-seconds",
        kind: Kind::Integer { min: 0, max: YEAR },
        meaning: "How long a client on TCP may send nothing while nothing runs for it, in seconds. Then its session ends. \
                  0 is for ever. A session on standard input never ends so.",
        flag: None,
    },
    Key {
        path: "search.session-hash",
        kind: Kind::Integer { min: 0, max: MAX_HASH },
        meaning: "The largest transposition table that a session may ask for by the option Hash, in MiB.",
        flag: None,
    },
    Key {
        path: "search.total-hash",
        kind: Kind::Integer { min: 0, max: MAX_HASH },
        meaning: "The most that the transposition tables of all sessions may take together, in MiB. A search that finds \
                  less left than it wants has a smaller table or none, and says so.",
        flag: None,
    },
    Key {
        path: "search.session-threads",
        kind: Kind::Integer { min: 1, max: MAX_THREADS as i64 },
        meaning: "The most threads that a session may ask for by the option Threads.",
        flag: None,
    },
    Key {
        path: "search.total-threads",
        kind: Kind::Integer { min: 0, max: 65_536 },
        meaning: "The most threads that all searches may use together, beyond the one that each has. A search that finds \
                  less left than it wants has fewer, and says so.",
        flag: None,
    },
    Key {
        path: "search.max-running",
        kind: Kind::Integer { min: 0, max: 1_048_576 },
        meaning: "How many searches of all sessions may run at a time. One more waits for its turn, and says so. \
                  0 is 64 for each processor, and at least 256.",
        flag: None,
    },
    Key {
        path: "search.idle-table-seconds",
        kind: Kind::Integer { min: 0, max: YEAR },
        meaning: "How long the transposition table of a client on TCP is kept while it does nothing, in seconds. \
                  0 is for ever. It goes earlier when another session needs its memory.",
        flag: None,
    },
    Key {
        path: "shutdown.seconds",
        kind: Kind::Integer { min: 1, max: 10 },
        meaning: "How long sessions get to deliver their bestmove after SIGTERM or SIGINT, in seconds.",
        flag: None,
    },
    Key {
        path: "log.level",
        kind: Kind::Level,
        meaning: "What is logged: records of this level and the graver ones.",
        flag: Some("--log-level"),
    },
    Key {
        path: "log.format",
        kind: Kind::OneOf(&["text", "json"]),
        meaning: "How a record is written, always to standard error.",
        flag: None,
    },
    Key {
        path: OPTIONS,
        kind: Kind::OptionValue,
        meaning: "Engine options every session begins with, a line each, such as \"Move Overhead\" = 10. The \
                  case of a name does not matter. The game is set by `game` above, not by the option UCI_Variant.",
        flag: Some("--option"),
    },
];

/// The one key with names of the user's own below it.
pub(super) const OPTIONS: &str = "options";

/// A key of the settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    /// The section, a dot and the name; `game` and `options` stand in no section.
    pub path: &'static str,
    /// What values it takes; those of `options` are the values of single options.
    pub kind: Kind,
    /// What it is for, in whole sentences and with the unit.
    pub meaning: &'static str,
    /// The flag of the command line that sets it.
    pub flag: Option<&'static str>,
}

impl Key {
    /// The environment variable that sets it. Options have none: their names do not survive the spelling of variables.
    pub fn variable(&self) -> Option<String> {
        (self.path != OPTIONS).then(|| format!("PLYD_{}", self.path.replace(['.', '-'], "_").to_uppercase()))
    }

    /// The section it stands in.
    pub fn section(&self) -> Option<&'static str> {
        self.path.split_once('.').map(|(section, _)| section)
    }

    /// Its name within the section.
    pub fn name(&self) -> &'static str {
        last_segment(self.path)
    }

    /// Puts the value where the key stands in a table of settings.
    pub(super) fn insert(&self, settings: &mut Table, value: Value) {
        let name = self.name().to_owned();
        match self.section() {
            None => {
                settings.insert(name, value);
            }
            Some(section) => {
                let table = settings.entry(section).or_insert_with(|| Value::Table(Table::new()));
                table.as_table_mut().expect("no key has the path of a section").insert(name, value);
            }
        }
    }
}

/// The key with exactly this path.
pub(super) fn find(path: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.path == path)
}

/// Whether keys stand in a section of this name.
pub(super) fn is_section(name: &str) -> bool {
    KEYS.iter().any(|key| key.section() == Some(name))
}

/// So much of a name that there is not is compared with those that there are, in characters.
const MAX_COMPARED: usize = 100;

/// The key or section most like a path that is neither. A right name in a wrong section counts for much.
pub(super) fn nearest(path: &str) -> String {
    let path = &beginning(path);
    let alike = |known: &&str| {
        let whole = strsim::normalized_damerau_levenshtein(path, known);
        let name = strsim::normalized_damerau_levenshtein(last_segment(path), last_segment(known));
        whole.max(0.9 * name)
    };
    let known = KEYS.iter().flat_map(|key| [Some(key.path), key.section()]).flatten();
    most(known, alike).to_owned()
}

/// The variable most like one that sets nothing.
pub(super) fn nearest_variable(name: &str) -> String {
    let name = &beginning(name);
    let known = KEYS.iter().filter_map(Key::variable);
    most(known, |known| strsim::normalized_damerau_levenshtein(name, known))
}

fn most<T>(items: impl Iterator<Item = T>, worth: impl Fn(&T) -> f64) -> T {
    items.max_by(|a, b| worth(a).total_cmp(&worth(b))).expect("the list of keys is not empty")
}

fn beginning(name: &str) -> String {
    name.chars().take(MAX_COMPARED).collect()
}

fn last_segment(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}
