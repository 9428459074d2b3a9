//! Settings: where they come from, what is refused, and that documents are right about them and about the commands.

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

use plyd::cli::{commands_table, flags_table};
use plyd::settings::{
    EngineOptionValue, LogFormat, Overlay, PlydSettings, Setting, SettingKind, Sources, all_settings, settings_file,
    settings_table,
};
use tempfile::TempDir;
use toml::{Table, Value};

fn environment(variables: &[(&str, &str)]) -> Vec<(OsString, OsString)> {
    variables.iter().map(|(name, value)| (name.into(), value.into())).collect()
}

/// Sources with one settings file that has this text; the folder lives as long as the test needs it.
fn file(text: &str) -> (TempDir, Sources) {
    let folder = TempDir::new().expect("a folder for the test");
    let path = folder.path().join("plyd.toml");
    fs::write(&path, text).expect("the folder can be written");
    (folder, Sources { file: Some(path), ..Sources::default() })
}

fn load_file(text: &str) -> PlydSettings {
    let (_folder, sources) = file(text);
    PlydSettings::load(&sources).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The error, with all its causes.
fn error(sources: &Sources) -> String {
    let error = PlydSettings::load(sources).expect_err("an error");
    format!("{:#}", anyhow::Error::new(error))
}

/// The error for a settings file with this text, without the path of the file.
fn file_error(text: &str) -> String {
    let (folder, sources) = file(text);
    error(&sources).replace(&format!("{}", folder.path().join("plyd.toml").display()), "FILE")
}

fn variable_error(name: &str, value: &str) -> String {
    error(&Sources { environment: environment(&[(name, value)]), ..Sources::default() })
}

#[test]
fn without_sources_everything_has_its_default() {
    assert_eq!(PlydSettings::load(&Sources::default()).expect("nothing is wrong"), PlydSettings::default());
    assert_eq!(load_file(""), PlydSettings::default());
}

#[test]
fn each_source_overrides_those_before_it() {
    let (_folder, mut sources) = file(
        "game = 'file'\n[server]\nmax-sessions = 1\n[shutdown]\nseconds = 1\n[options]\nHash = 1\nThreads = 1\nPonder = true\n",
    );
    sources.environment = environment(&[("PLYD_SERVER_MAX_SESSIONS", "2"), ("PLYD_SHUTDOWN_SECONDS", "2")]);
    sources.flags.set("shutdown.seconds", 3).set_option("hash", "2").set_option("HASH", "3");
    let settings = PlydSettings::load(&sources).expect("nothing is wrong");
    assert_eq!(settings.game, "file");
    assert_eq!(settings.server.max_sessions, 2);
    assert_eq!(settings.shutdown.seconds, 3);
    let options: Vec<_> = settings.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    assert_eq!(options, ["HASH=3", "Ponder=true", "Threads=1"]);
    assert_eq!(settings.session, PlydSettings::default().session);
}

/// A right value of each setting but the options, as a variable has it.
fn value_of(setting: &Setting) -> String {
    match setting.kind {
        SettingKind::Text => "chess".to_owned(),
        SettingKind::Boolean => "false".to_owned(),
        SettingKind::Integer { max, .. } => max.to_string(),
        SettingKind::Folder | SettingKind::File => "/cache".to_owned(),
        SettingKind::Folders => {
            std::env::join_paths(["/one", "/two"]).expect("no colons").into_string().expect("is text")
        }
        SettingKind::OneOf(words) => words.last().expect("some words").to_string(),
        SettingKind::Own(own) => own.example.to_owned(),
    }
}

#[test]
fn every_setting_but_the_options_has_a_variable() {
    let named = all_settings().filter(|setting| setting.path != "options");
    let variables: Vec<(OsString, OsString)> =
        named.map(|setting| (setting.variable().into(), value_of(setting).into())).collect();
    assert_eq!(variables.len(), all_settings().count() - 1);
    let settings =
        PlydSettings::load(&Sources { environment: variables, ..Sources::default() }).expect("all are right");
    assert_eq!(settings.game, "chess");
    assert_eq!(settings.plugins.folders, [Path::new("/one"), Path::new("/two")]);
    assert_eq!(settings.server.listen.to_string(), "[::1]:9000");
    assert_eq!(settings.metrics.address(), Some(settings.server.listen.clone()));
    assert!(settings.server.allow_remote.token && settings.server.allow_remote.tls);
    assert_eq!(settings.shutdown.time().as_secs(), 10);
    assert_eq!(settings.log.format, LogFormat::Json);
    let again = load_file(&settings.to_toml().expect("all paths are text"));
    assert_eq!(again, settings);
}

#[test]
fn what_is_printed_loads_again() {
    let mut settings = PlydSettings::default();
    settings.options.insert("kalah.Houses".to_owned(), EngineOptionValue::Integer(6));
    settings.options.insert("Ponder".to_owned(), EngineOptionValue::Boolean(true));
    settings.options.insert("Move Overhead".to_owned(), EngineOptionValue::Text("10".to_owned()));
    assert_eq!(load_file(&settings.to_toml().expect("all paths are text")), settings);
}

#[test]
fn an_option_of_a_game_needs_no_quotes() {
    assert_eq!(load_file("[options]\nkalah.Houses = 6\n"), load_file("[options]\n\"kalah.Houses\" = 6\n"));
}

#[test]
fn relative_folders_start_where_they_are_written() {
    let (folder, mut sources) = file("[plugins]\nfolders = ['games', '/games']\ncache-folder = 'cache'\n");
    let settings = PlydSettings::load(&sources).expect("nothing is wrong");
    assert_eq!(settings.plugins.folders, [folder.path().join("games"), "/games".into()]);
    assert_eq!(settings.plugins.cache_folder, folder.path().join("cache"));

    sources.flags.set("plugins.folders", vec!["games"]);
    let settings = PlydSettings::load(&sources).expect("nothing is wrong");
    assert_eq!(settings.plugins.folders, [std::env::current_dir().expect("there is one").join("games")]);
}

#[test]
fn files_and_sockets_start_where_they_are_written() {
    let (folder, sources) = file("[server]\nlisten = 'unix:plyd.socket'\ntoken-file = 'tokens'\ntls-key = '/key'\n");
    let server = PlydSettings::load(&sources).expect("nothing is wrong").server;
    assert_eq!(server.listen.to_string(), format!("unix:{}", folder.path().join("plyd.socket").display()));
    assert_eq!((server.token_file, server.tls_key), (folder.path().join("tokens"), "/key".into()));
    assert_eq!(server.tls_certificate, PathBuf::new());
}

#[test]
fn the_example_of_a_server_is_right() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/server.toml");
    let settings = PlydSettings::load(&Sources { file: Some(file), ..Sources::default() }).expect("nothing is wrong");
    let server = &settings.server;
    assert!(!server.listen.is_local() && server.allow_remote == PlydSettings::default().server.allow_remote);
    for file in [&server.token_file, &server.tls_certificate, &server.tls_key] {
        assert!(file.is_absolute(), "{}", file.display());
    }
}

#[test]
fn what_remote_clients_may_do_without_is_named() {
    let waivers = |value: &str| {
        let waivers = load_file(&format!("server.allow-remote = {value}")).server.allow_remote;
        (waivers.token, waivers.tls)
    };
    assert_eq!(waivers("false"), (false, false));
    assert_eq!(waivers("[]"), (false, false));
    assert_eq!(waivers("['no-token']"), (true, false));
    assert_eq!(waivers("['no-tls', 'no-token', 'no-tls']"), (true, true));
    for value in ["true", "'no-token'", "['all']", "[true]", "['']", "1"] {
        let error = file_error(&format!("server.allow-remote = {value}"));
        let expected = format!(
            "FILE, line 1: `server.allow-remote` is {value}, but must be false, or a list of the words no-token"
        );
        assert!(error.starts_with(&expected), "{error}");
    }
}

#[test]
fn the_file_is_chosen_by_flag_then_variable_then_user() {
    let (_asked, asked) = file("game = 'asked'");
    let (_named, named) = file("game = 'named'");
    let (_user, user) = file("game = 'user'");
    let named = OsString::from(named.file.expect("it has a file"));
    let mut sources = Sources {
        file: asked.file,
        user_file: user.file,
        environment: vec![("PLYD_CONFIG".into(), named)],
        flags: Overlay::default(),
    };
    let game = |sources: &Sources| PlydSettings::load(sources).expect("nothing is wrong").game;
    assert_eq!(game(&sources), "asked");
    sources.file = None;
    assert_eq!(game(&sources), "named");
    sources.environment = environment(&[("PLYD_CONFIG", "")]);
    assert_eq!(game(&sources), "");
    sources.environment.clear();
    assert_eq!(game(&sources), "user");
    sources.user_file = Some("/nowhere/plyd.toml".into());
    assert_eq!(game(&sources), "");
}

#[test]
fn a_file_that_was_asked_for_must_exist_and_be_toml() {
    let missing = Sources { file: Some("/nowhere/plyd.toml".into()), ..Sources::default() };
    assert!(error(&missing).starts_with("cannot read the settings file /nowhere/plyd.toml: "), "{}", error(&missing));
    let syntax = file_error("game = \n");
    assert!(syntax.starts_with("the settings file FILE is not TOML: TOML parse error at line 1"), "{syntax}");
}

#[test]
fn an_unknown_key_is_named_with_its_place_and_the_nearest_one() {
    for (text, key, line, nearest) in [
        ("\n[server]\nlisten = '127.0.0.1:1'\nmax-session = 1", "server.max-session", 4, "server.max-sessions"),
        ("max-sessions = 1", "max-sessions", 1, "server.max-sessions"),
        ("gmae = 'chess'", "gmae", 1, "game"),
        ("# Nothing in it.\n[serverr]", "serverr", 2, "server"),
        ("[log]\nlevle = 'warn'", "log.levle", 2, "log.level"),
        ("'server.listen' = '127.0.0.1:1'", "server.listen", 1, "server.listen"),
        ("session.stop_seconds = 3", "session.stop_seconds", 1, "session.stop-seconds"),
    ] {
        let expected = format!("FILE, line {line}: unknown key `{key}`, the nearest known one is `{nearest}`");
        assert_eq!(file_error(text), expected);
    }
    let mut sources = Sources::default();
    sources.flags.set("server.port", 1);
    assert!(error(&sources).starts_with("command line: unknown key `server.port`, the nearest"), "{}", error(&sources));
}

/// Were a key compared with all before it, or its line counted from the beginning, these would take minutes.
#[test]
fn as_many_keys_as_fit_into_a_file_cost_little() {
    let lines = |line: &dyn Fn(usize) -> String| (0..100_000).map(line).collect::<String>();
    let options = lines(&|number| format!("a{number}=1\n"));
    assert_eq!(load_file(&format!("[options]\n{options}")).options.len(), 100_000);
    // The names are looked at in their order, in which capitals come first.
    let twice = file_error(&format!("[options]\n{options}A99999 = 2"));
    assert_eq!(twice, "FILE, line 100001: `options.a99999` is 1, but must be left out: the option is set twice");
    let wrong = file_error(&format!("[options]\n{options}a=1.5"));
    assert!(wrong.starts_with("FILE, line 100002: `options.a` is 1.5, but must be "), "{wrong}");
    let in_tables = lines(&|number| format!("a.{number}=1\n"));
    assert_eq!(load_file(&format!("[options]\n{in_tables}")).options.len(), 100_000);

    let unknown = file_error(&options);
    assert!(unknown.starts_with("FILE, line 1: unknown key `a0`, the nearest known one is `"), "{unknown}");
    let unknown = file_error(&lines(&|number| format!("[a{number}]\n")));
    assert!(unknown.starts_with("FILE, line 1: unknown key `a0`, the nearest known one is `"), "{unknown}");

    let mut sources = Sources::default();
    (0..100_000).for_each(|number| {
        sources.flags.set_option(&format!("a{number}"), 1);
    });
    assert_eq!(PlydSettings::load(&sources).expect("nothing is wrong").options.len(), 100_000);
}

#[test]
fn a_long_name_is_compared_and_shown_as_far_as_it_can_be_read() {
    let long = "a".repeat(500_000);
    let shown = format!("{}…", "a".repeat(60));
    let unknown = file_error(&format!("{long} = 1"));
    assert!(unknown.starts_with(&format!("FILE, line 1: unknown key `{shown}`, the nearest")), "{unknown}");
    let unknown = variable_error(&format!("PLYD_{long}"), "1");
    assert!(unknown.starts_with("unknown environment variable PLYD_aaa"), "{unknown}");
    assert!(unknown.len() < 200, "{unknown}");
    let wrong = file_error(&format!("[options]\n{long} = 1.5"));
    assert!(wrong.len() < 300, "{wrong}");
}

#[test]
fn a_file_that_is_too_long_is_refused() {
    let comment = |length: usize| format!("#{}\n", "x".repeat(length - 2));
    assert_eq!(load_file(&comment(1 << 20)), PlydSettings::default());
    assert_eq!(
        file_error(&comment((1 << 20) + 1)),
        "the settings file FILE is longer than the maximum of 1048576 bytes"
    );
}

#[test]
#[cfg(unix)]
fn a_file_that_never_ends_is_refused() {
    let endless = Sources { file: Some("/dev/zero".into()), ..Sources::default() };
    assert_eq!(error(&endless), "the settings file /dev/zero is longer than the maximum of 1048576 bytes");
}

#[test]
fn an_unknown_variable_is_named_with_the_nearest_one() {
    assert_eq!(
        variable_error("PLYD_MAX_SESSIONS", "1"),
        "unknown environment variable PLYD_MAX_SESSIONS, the nearest known one is PLYD_SERVER_MAX_SESSIONS"
    );
    let of_tests = variable_error("PLYD_TEST_REQUIRE", "1");
    assert!(of_tests.starts_with("unknown environment variable PLYD_TEST_REQUIRE"), "{of_tests}");
    let others = [("PLYDX", "1"), ("HOME", "/")];
    let sources = Sources { environment: environment(&others), ..Sources::default() };
    assert_eq!(PlydSettings::load(&sources).expect("none is ours to read"), PlydSettings::default());
}

#[test]
fn former_names_are_still_read() {
    let loaded = |sources: &Sources| {
        let plugins = PlydSettings::load(sources).expect("the names are known").plugins;
        (plugins.load_timeout, plugins.processor, plugins.folders)
    };
    let former =
        [("PLYD_PLUGINS_TRY_SECONDS", "7"), ("PLYD_PLUGINS_PROCESSOR", "plain"), ("PLYD_PLUGIN_PATH", "/games")];
    let now = [
        ("PLYD_PLUGINS_LOAD_TIMEOUT", "7"),
        ("PLYD_PLUGINS_PROCESSOR", "baseline"),
        ("PLYD_PLUGINS_FOLDERS", "/games"),
    ];
    let [former, now] =
        [former, now].map(|all| loaded(&Sources { environment: environment(&all), ..Sources::default() }));
    assert_eq!(former, now);
    assert_eq!((now.0, now.2.len()), (7, 1));
    let mut flags = Overlay::default();
    flags.set("plugins.try-seconds", 7).set("plugins.processor", "plain");
    let written = loaded(&Sources { flags, ..Sources::default() });
    assert_eq!((written.0, written.1), (now.0, now.1));
}

#[test]
#[cfg(unix)]
fn a_variable_that_is_not_text_is_named() {
    use std::os::unix::ffi::OsStringExt;
    let value = OsString::from_vec(vec![b'/', 0xff]);
    let mut sources = Sources { environment: vec![("PLYD_GAME".into(), value.clone())], ..Sources::default() };
    assert_eq!(error(&sources), "environment variable PLYD_GAME: the value is not Unicode");
    sources.environment = vec![(value, "1".into())];
    assert_eq!(PlydSettings::load(&sources).expect("none is ours to read"), PlydSettings::default());
}

#[test]
fn a_wrong_value_is_named_with_its_place_and_what_is_right() {
    for (text, expected) in [
        ("game = 1", "FILE, line 1: `game` is 1, but must be a string"),
        ("\n[shutdown]\nseconds = 0", "FILE, line 3: `shutdown.seconds` is 0, but must be a whole number from 1 to 10"),
        ("shutdown.seconds = 11", "FILE, line 1: `shutdown.seconds` is 11, but must be a whole number from 1 to 10"),
        (
            "shutdown.seconds = 99999999999999999999",
            "FILE, line 1: `shutdown.seconds` is 99999999999999999999, but must be a whole number from 1 to 10",
        ),
        ("log.format = 'xml'", "FILE, line 1: `log.format` is 'xml', but must be text or json"),
        ("log = 'debug'", "FILE, line 1: `log` is 'debug', but must be a table that begins with the line [log]"),
        ("plugins.folders = 'games'", "FILE, line 1: `plugins.folders` is 'games', but must be a list of folders"),
        ("plugins.folders = ['']", "FILE, line 1: `plugins.folders` is [''], but must be a list of folders"),
        ("plugins.folders = [\n1]", "FILE, line 1: `plugins.folders` is […, but must be a list of folders"),
        (
            "server.listen = 'localhost'",
            "FILE, line 1: `server.listen` is 'localhost', but must be an address and a port, such as 127.0.0.1:7878 \
             or [::1]:7878, or unix: and the path of a socket",
        ),
        (
            "[options]\nHash = 1.5",
            "FILE, line 2: `options.Hash` is 1.5, but must be a string on one line, a whole number, or true or false",
        ),
        (
            "[options]\nHash = 1\nhash = 2",
            "FILE, line 3: `options.hash` is 2, but must be left out: the option is set twice",
        ),
        (
            "[options]\nuci_variant = 'chess'",
            "FILE, line 2: `options.uci_variant` is 'chess', but must be left out: the key `game` names the game",
        ),
    ] {
        assert_eq!(file_error(text), expected);
    }
    assert_eq!(
        variable_error("PLYD_SERVER_ALLOW_REMOTE", "yes"),
        "environment variable PLYD_SERVER_ALLOW_REMOTE: `server.allow-remote` is \"yes\", but must be false, \
         or a list of the words no-token (clients from other machines need no token) and no-tls (nothing is encrypted)"
    );
    let level = variable_error("PLYD_LOG_LEVEL", "warm");
    assert!(level.contains("`log.level` is \"warm\", but must be off, error, warn, info, debug or trace"), "{level}");
    let mut sources = Sources::default();
    sources.flags.set("server.listen", "7878");
    let expected = "command line: `server.listen` is \"7878\", but must be an address and a port";
    assert!(error(&sources).starts_with(expected), "{}", error(&sources));
}

#[test]
fn no_value_of_any_kind_is_a_panic() {
    let values =
        ["''", "'x'", "0", "-1", "9223372036854775807", "1.5", "nan", "true", "[]", "[[]]", "{}", "1979-05-27"];
    for setting in all_settings() {
        for value in values {
            for path in [setting.path.to_owned(), format!("{}.x", setting.path)] {
                let (_folder, sources) = file(&format!("{path} = {value}"));
                // Either is right, for one key or another.
                let _ = PlydSettings::load(&sources);
            }
        }
    }
}

/// Every word of a setting is one that its type knows.
#[test]
fn every_word_of_a_setting_is_read() {
    for setting in all_settings() {
        let SettingKind::OneOf(words) = setting.kind else { continue };
        for word in words {
            let variables = vec![(setting.variable().into(), word.into())];
            let settings = PlydSettings::load(&Sources { environment: variables, ..Sources::default() });
            let table = Table::try_from(settings.expect("the word is right")).expect("the settings are TOML");
            assert_eq!(setting.value_in(&table), Some(&Value::String((*word).to_owned())), "{}", setting.path);
        }
    }
}

/// Every setting with its default as TOML.
fn defaults() -> Vec<(&'static Setting, String)> {
    let table = Table::try_from(PlydSettings::default()).expect("the defaults are TOML");
    let value = |setting: &Setting| setting.value_in(&table).expect("it has a default").to_string();
    all_settings().map(|setting| (setting, value(setting))).collect()
}

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

fn document(name: &str) -> String {
    let path = path(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn the_rows_are_those_of_the_settings() {
    let table = Table::try_from(PlydSettings::default()).expect("the defaults are TOML");
    let paths = table.iter().flat_map(|(name, value)| match value {
        Value::Table(section) if name != "options" => {
            section.keys().map(|inner| format!("{name}.{inner}")).collect::<Vec<_>>()
        }
        _ => vec![name.clone()],
    });
    let mut paths: Vec<_> = paths.collect();
    let mut known: Vec<_> = all_settings().map(|setting| setting.path.to_owned()).collect();
    paths.sort();
    known.sort();
    assert_eq!(paths, known);
}

/// Compares a document with the text that the rows make, or writes it if `PLYD_WRITE_SETTINGS` is set.
fn reviewed(name: &str, text: &str) {
    if std::env::var_os("PLYD_WRITE_SETTINGS").is_some() {
        let path = path(name);
        return fs::write(&path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
    assert_eq!(document(name), text, "write it anew with PLYD_WRITE_SETTINGS=1");
}

#[test]
fn the_settings_file_is_made_from_the_rows() {
    let text = settings_file();
    reviewed("configs/plyd.toml", &text);
    assert_eq!(load_file(&text), PlydSettings::default());
    for (setting, default) in defaults() {
        let line =
            if setting.path == "options" { "[options]".to_owned() } else { format!("{} = {default}", setting.name()) };
        assert_eq!(
            table(&text, setting.path).lines().filter(|&found| found == line).count(),
            1,
            "{}: {line}",
            setting.path
        );
        assert!(text.contains(&format!("# Value: {}", first_words(&setting.kind.expected()))), "{}", setting.path);
    }
    assert!(text.lines().all(|line| line.len() <= 120), "a line is longer than 120 characters");
}

/// The part of a settings file that is about the table of a key; all of it if the key is in no table.
fn table<'a>(text: &'a str, path: &str) -> &'a str {
    let Some((table, _)) = path.rsplit_once('.') else { return text };
    let (_, rest) = text.split_once(&format!("\n[{table}]\n")).unwrap_or_else(|| panic!("there is no [{table}]"));
    rest.split_once("\n[").map_or(rest, |(part, _)| part)
}

/// The part of a text that fits in the first line of a comment.
fn first_words(text: &str) -> &str {
    text.get(..30).unwrap_or(text)
}

/// The document with this table in the place of the one that begins with the same line.
fn with_table(name: &str, made: &str) -> String {
    let text = document(name);
    let head = made.lines().next().expect("a table has a head");
    let before: Vec<_> = text.lines().take_while(|line| *line != head).collect();
    let after: Vec<_> = text.lines().skip(before.len()).skip_while(|line| line.starts_with('|')).collect();
    assert!(!after.is_empty(), "{name} has no table with the head {head}");
    format!("{}\n{made}{}\n", before.join("\n"), after.join("\n"))
}

#[test]
fn the_tables_of_documents_are_made_from_the_rows() {
    for (name, table) in [
        ("configs/README.md", settings_table()),
        ("docs/commands.md", commands_table()),
        ("docs/commands.md", flags_table()),
    ] {
        reviewed(name, &with_table(name, &table));
    }
    assert_eq!(settings_table().lines().count(), all_settings().count() + 2);
}

#[test]
fn the_first_sentence_of_a_meaning_is_its_summary() {
    let summary = |path: &str| all_settings().find(|setting| setting.path == path).expect("it is one").summary();
    assert_eq!(
        summary("server.listen"),
        "The address and port that `plyd serve` listens on, or the path of a Unix socket"
    );
    assert_eq!(summary("log.level"), "Log messages of this level and more severe ones");
}
