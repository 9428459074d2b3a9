//! The list of all keys. The checks of values, the environment and the documentation follow it.

use plyd_search::MAX_THREADS;
use plyd_worker::LEAST_PENDING;
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
        meaning: "The game to start with. If empty: chess if it is loaded, else tictactoe, else the first game \
                  by name.",
        flag: Some("--game"),
    },
    Key {
        path: "plugins.folders",
        kind: Kind::Folders,
        meaning: "Folders to search for game libraries first, in this order. A relative folder in a settings file \
                  starts at the folder of that file. Elsewhere it starts at the current folder.",
        flag: Some("--plugin-dir"),
    },
    Key {
        path: "plugins.standard-folders",
        kind: Kind::Boolean,
        meaning: "Search the standard folders too: those of PLYD_PLUGIN_PATH, the folder of the program, ../plugins and \
                  ../lib/plyd from there, and your data folder. If no library lies beside the program: \
                  /usr/local/lib/plyd and /usr/lib/plyd.",
        flag: None,
    },
    Key {
        path: "plugins.cache-folder",
        kind: Kind::Folder,
        meaning: "The folder for private copies of the libraries. plyd loads these copies. If empty: in your cache \
                  folder.",
        flag: None,
    },
    Key {
        path: "plugins.try-seconds",
        kind: Kind::Integer { min: 1, max: HOUR },
        meaning: "The timeout for trying a new library in a process of its own, in seconds. A library that takes \
                  longer is not loaded.",
        flag: None,
    },
    Key {
        path: "plugins.processor",
        kind: Kind::OneOf(&["auto", "plain"]),
        meaning: "Which builds of libraries to load. `auto`: those for the processor of this machine, where there are \
                  any, see docs/libraries.md. `plain`: those that run on every processor.",
        flag: None,
    },
    Key {
        path: "plugins.isolation",
        kind: Kind::OneOf(&["default", "process", "none"]),
        meaning: "Where libraries are loaded and called. `process`: in a process of its own for each session, which \
                  limits what a library can do, and which ends alone if the library crashes. `none`: in the process of \
                  plyd. `default`: `process` for `plyd serve`, `none` for all other commands.",
        flag: Some("--isolate"),
    },
    Key {
        path: "plugins.read-folders",
        kind: Kind::Folders,
        meaning: "Folders, with all in them, that libraries in processes of their own may read, such as data of a game. \
                  Such a library can read no other files, also not beside its own. A relative folder in a settings file \
                  starts at the folder of that file. Elsewhere it starts at the current folder.",
        flag: None,
    },
    Key {
        path: "plugins.memory",
        kind: Kind::Integer { min: 0, max: MAX_HASH },
        meaning: "The maximum memory that a library in a process of its own has in use, in MiB, beside the \
                  transposition table that its search was granted and 8 MiB for each thread of that. A process with \
                  more is ended. 0 means no limit.",
        flag: None,
    },
    Key {
        path: "plugins.idle-seconds",
        kind: Kind::Integer { min: 0, max: YEAR },
        meaning: "How long the process of a session is kept that does nothing and has learnt nothing since \
                  `ucinewgame`, in seconds. The next command starts a new one.",
        flag: None,
    },
    Key {
        path: "plugins.pending-bytes",
        kind: Kind::Integer { min: LEAST_PENDING as i64, max: 64 * GIBIBYTE },
        meaning: "The maximum size of all messages from libraries in processes of their own that wait to be read or \
                  passed on, in bytes. While it is reached, plyd reads no further ones.",
        flag: None,
    },
    Key {
        path: "server.listen",
        kind: Kind::Address,
        meaning: "The address and port that `plyd serve` listens on, or the path of a Unix socket. Port 0 takes a free \
                  port.",
        flag: Some("--listen"),
    },
    Key {
        path: "server.allow-remote",
        kind: Kind::Waivers,
        meaning: "Accept clients from other machines without a token or without encryption. Otherwise they need a token, and \
                  the server needs a certificate for TLS.",
        flag: Some("--allow-remote"),
    },
    Key {
        path: "server.token-file",
        kind: Kind::File,
        meaning: "The file of the tokens, of which each client needs one. `plyd token` makes and changes it. Only its \
                  owner may be able to read it. If empty: clients need no token.",
        flag: Some("--token-file"),
    },
    Key {
        path: "server.tls-certificate",
        kind: Kind::File,
        meaning: "The certificate for TLS in PEM, followed by those that vouch for it. It is read again at SIGHUP. If \
                  empty: no TLS. A Unix socket has none in any case.",
        flag: Some("--tls-certificate"),
    },
    Key {
        path: "server.tls-key",
        kind: Kind::File,
        meaning: "The private key of the certificate, in PEM. It is read again at SIGHUP.",
        flag: Some("--tls-key"),
    },
    Key {
        path: "server.max-sessions",
        kind: Kind::Integer { min: 1, max: 1_000_000 },
        meaning: "The maximum number of open sessions. Further clients are refused.",
        flag: None,
    },
    Key {
        path: "server.max-per-address",
        kind: Kind::Integer { min: 1, max: 1_000_000 },
        meaning: "The maximum number of open sessions from one address. IPv6 addresses with the same first 64 bits \
                  count as one address. Clients on this machine do not count.",
        flag: None,
    },
    Key {
        path: "metrics.listen",
        kind: Kind::OptionalAddress,
        meaning: "The address and port where `plyd serve` serves its figures over HTTP, or the path of a Unix socket: \
                  /metrics, /healthz and /readyz, see docs/operations.md. The rules for other machines are those of \
                  `server.listen`. If empty: nowhere.",
        flag: Some("--metrics"),
    },
    Key {
        path: "web.listen",
        kind: Kind::OptionalAddress,
        meaning: "The address and port where `plyd serve` serves its page for browsers, or the path of a Unix socket, see \
                  docs/web.md. Other machines reach it only with TLS, as with `server.listen`. If empty: nowhere.",
        flag: Some("--web"),
    },
    Key {
        path: "web.hosts",
        kind: Kind::Text,
        meaning: "The names by which browsers reach the page, HOST or HOST:PORT, with commas between. The names of this \
                  machine for itself need not be here.",
        flag: None,
    },
    Key {
        path: "web.trusted-proxies",
        kind: Kind::Proxies,
        meaning: "The proxies whose headers Forwarded and X-Forwarded-For say whose requests they bring, so that limits \
                  and logs are about the clients behind them. From any other address these headers mean nothing.",
        flag: None,
    },
    Key {
        path: "web.max-connections",
        kind: Kind::Integer { min: 1, max: 1_000_000 },
        meaning: "The maximum number of connections to the page that are no sessions. A browser opens six. For a further \
                  one an idle one is closed.",
        flag: None,
    },
    Key {
        path: "web.max-per-address",
        kind: Kind::Integer { min: 1, max: 1_000_000 },
        meaning: "The same for one address. IPv6 addresses with the same first 64 bits count as one address. Connections \
                  from this machine and from trusted proxies do not count.",
        flag: None,
    },
    Key {
        path: "admin.socket",
        kind: Kind::File,
        meaning: "The path of the Unix socket where `plyd serve` hears its operator, and where `plyd admin` finds it, see \
                  docs/operations.md. Only its owner can connect. If empty: nowhere.",
        flag: Some("--admin"),
    },
    Key {
        path: "session.max-line-bytes",
        kind: Kind::Integer { min: 1024, max: GIBIBYTE },
        meaning: "The maximum length of a line from a client, in bytes. A longer line is skipped, with an error.",
        flag: None,
    },
    Key {
        path: "session.end-of-input-seconds",
        kind: Kind::Integer { min: 0, max: HOUR },
        meaning: "How long a running search may continue after the end of input, in seconds.",
        flag: None,
    },
    Key {
        path: "session.stop-seconds",
        kind: Kind::Integer { min: 1, max: HOUR },
        meaning: "The timeout for a search to stop when told to, in seconds. After it the game's library counts as \
                  hung.",
        flag: None,
    },
    Key {
        path: "session.position-seconds",
        kind: Kind::Integer { min: 1, max: HOUR },
        meaning: "The timeout for a library to set up a position, or to answer anything else outside a search, in \
                  seconds.",
        flag: None,
    },
    Key {
        path: "session.write-seconds",
        kind: Kind::Integer { min: 1, max: HOUR },
        meaning: "The timeout for a client to read its output, in seconds. A client that takes less than 1 KiB in \
                  this time while more waits is disconnected.",
        flag: None,
    },
    Key {
        path: "session.output-bytes",
        kind: Kind::Integer { min: 4096, max: GIBIBYTE },
        meaning: "The maximum output waiting for one client, in bytes. Above it plyd drops info lines and stops \
                  reading input.",
        flag: None,
    },
    Key {
        path: "session.idle-seconds",
        kind: Kind::Integer { min: 0, max: YEAR },
        meaning: "The timeout for an idle TCP client, in seconds. A client is idle if it sends nothing and nothing \
                  runs for it. Its session ends. 0 means no timeout. A session on standard input has none.",
        flag: None,
    },
    Key {
        path: "session.drain-idle-seconds",
        kind: Kind::Integer { min: 0, max: HOUR },
        meaning: "How long a client may be idle within a game before its session ends, in seconds, when the server takes \
                  no new games (SIGUSR2).",
        flag: None,
    },
    Key {
        path: "search.session-hash",
        kind: Kind::Integer { min: 0, max: MAX_HASH },
        meaning: "The maximum value of the option Hash in a session, in MiB.",
        flag: None,
    },
    Key {
        path: "search.total-hash",
        kind: Kind::Integer { min: 0, max: MAX_HASH },
        meaning: "The maximum memory for the transposition tables of all sessions together, in MiB. A search that gets \
                  less than it asks for uses a smaller table or none, and says so.",
        flag: None,
    },
    Key {
        path: "search.session-threads",
        kind: Kind::Integer { min: 1, max: MAX_THREADS as i64 },
        meaning: "The maximum value of the option Threads in a session.",
        flag: None,
    },
    Key {
        path: "search.total-threads",
        kind: Kind::Integer { min: 0, max: 65_536 },
        meaning: "The maximum number of extra threads of all searches together. The first thread of each search does \
                  not count. A search that gets fewer than it asks for says so. As many again may wait for the next \
                  search of their session.",
        flag: None,
    },
    Key {
        path: "search.max-running",
        kind: Kind::Integer { min: 0, max: 1_048_576 },
        meaning: "The maximum number of searches that run at the same time in all sessions. Further searches wait for \
                  their turn and say so. 0 means 64 for each processor, and at least 256. An address of another machine \
                  gets a further place only while it has fewer than three times as many as are free: alone it has \
                  three quarters of four places or more. For clients of this machine the same holds for a token.",
        flag: None,
    },
    Key {
        path: "search.idle-table-seconds",
        kind: Kind::Integer { min: 0, max: YEAR },
        meaning: "How long an idle TCP client keeps its transposition table, what its searches have learnt and the \
                  threads that helped them, in seconds. It loses them earlier if another session needs the memory of \
                  the table. 0 means no limit.",
        flag: None,
    },
    Key {
        path: "search.tablebases",
        kind: Kind::Folders,
        meaning: "Folders with tables of solved games, which searches use. `plyd solve` builds such tables. A relative \
                  folder in a settings file starts at the folder of that file. Elsewhere it starts at the current folder.",
        flag: Some("--tablebases"),
    },
    Key {
        path: "search.tablebase-memory",
        kind: Kind::Integer { min: 0, max: MAX_HASH },
        meaning: "The maximum memory for tables of solved games, in MiB. A table that does not fit is not used.",
        flag: None,
    },
    Key {
        path: "shutdown.seconds",
        kind: Kind::Integer { min: 1, max: 10 },
        meaning: "How long sessions may take to deliver their bestmove after SIGTERM or SIGINT, in seconds.",
        flag: None,
    },
    Key {
        path: "shutdown.drain-seconds",
        kind: Kind::Integer { min: 1, max: YEAR },
        meaning: "How long sessions may go on after SIGUSR2, in seconds. No new ones begin, and the server ends with the \
                  last one.",
        flag: None,
    },
    Key {
        path: "log.level",
        kind: Kind::Level,
        meaning: "Log messages of this level and more severe ones.",
        flag: Some("--log-level"),
    },
    Key {
        path: "log.format",
        kind: Kind::OneOf(&["text", "json"]),
        meaning: "The format of log messages. They go to standard error.",
        flag: None,
    },
    Key {
        path: OPTIONS,
        kind: Kind::OptionValue,
        meaning: "Engine options to start with. Write one per line, such as \"Move Overhead\" = 10. The case of a name does \
                  not matter. Set the game by `game` above, not by the option UCI_Variant.",
        flag: Some("--option"),
    },
];

/// The one key with names of the user's own below it.
pub(super) const OPTIONS: &str = "options";

/// A key of the settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    /// The section, a dot and the name; `game` and `options` are in no section.
    pub path: &'static str,
    /// The valid values; for `options` those of single options.
    pub kind: Kind,
    /// Its purpose, in whole sentences and with the unit. The settings file, the table in `configs/README.md` and the
    /// help of the flag take their text from here; short help shows only the first sentence.
    pub meaning: &'static str,
    /// The flag of the command line that sets it.
    pub flag: Option<&'static str>,
}

impl Key {
    /// The environment variable that sets it. Options have none: their names do not survive the spelling of variables.
    pub fn variable(&self) -> Option<String> {
        (self.path != OPTIONS).then(|| format!("PLYD_{}", self.path.replace(['.', '-'], "_").to_uppercase()))
    }

    /// The section of the key.
    pub fn section(&self) -> Option<&'static str> {
        self.path.split_once('.').map(|(section, _)| section)
    }

    /// The first sentence of its meaning, without the full stop.
    pub fn summary(&self) -> &'static str {
        self.meaning.split_once(". ").map_or(self.meaning.trim_end_matches('.'), |(first, _)| first)
    }

    /// Its name within the section.
    pub fn name(&self) -> &'static str {
        last_segment(self.path)
    }

    /// Its value in a table of settings.
    pub(super) fn of<'a>(&self, settings: &'a Table) -> Option<&'a Value> {
        let table = self.section().map_or(Some(settings), |section| settings.get(section).and_then(Value::as_table));
        table.and_then(|table| table.get(self.name()))
    }

    /// Puts the value at the key's place in a table of settings.
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

/// The key with exactly this path, such as `server.listen`.
///
/// # Panics
/// The key is unknown.
#[must_use]
pub fn key(path: &str) -> &'static Key {
    find(path).unwrap_or_else(|| panic!("{path} is not a key of the settings"))
}

/// The key with exactly this path.
pub(super) fn find(path: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.path == path)
}

/// Whether a section of this name has keys.
pub(super) fn is_section(name: &str) -> bool {
    KEYS.iter().any(|key| key.section() == Some(name))
}

/// The maximum number of characters of an unknown name that are compared with the known names.
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

/// The known variable that is most similar to an unknown one.
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
