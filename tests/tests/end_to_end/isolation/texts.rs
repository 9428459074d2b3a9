//! Texts of games that mean harm, those of `tests/fixtures/hostile`: each hurts its own session, and nothing beside it.

use super::{SOON, children, quit, wait_until};
use plyd_host::ContentHash;
use plyd_tests::{Client, Daemon, PATIENCE, Usage, built_folder, command, finish};
use plyd_trials::left_out;
use std::collections::BTreeMap;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr as LocalAddress, UnixListener};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Texts that are no games: the beginning of the reason, unless that depends on how busy the machine is.
const REFUSED: &[(&str, &str)] = &[
    ("bytes.ini", "is wrong in line 3: the text is not UTF-8"),
    ("circle.ini", "is wrong in line 2, column 11: there is no section `round` above this one"),
    ("escapes.ini", "is wrong in line 5, column 8: the name should be a line of at most 200 bytes"),
    ("giant.ini", "is wrong in line 3, column 9: the number of files `4000000000` should be"),
    ("import_crash.py", "crashes: it ended its trial process (signal: 11 (SIGSEGV)"),
    ("import_exit.py", "crashes: it ended its trial process (exit status: 0)"),
    ("import_loop.py", "hangs: it did not return within"),
    ("import_memory.py", ""),
    ("long_facts.py", ""),
    ("megabytes.ini", "is longer than 1048576 bytes"),
    ("metaclass.py", "hangs: it did not return within"),
    ("name.ini", "is wrong in line 2, column 2: the section `../../../etc/passwd` should be a word"),
    ("name.py", "has the id `cfour` of "),
    ("numbers.ini", "is wrong in line 6, column 11: the value `-1e308` should be"),
    ("zeros.ini", "is wrong in line 2, column 2: the section `hostile-ze\\0ro` should be a word"),
];

/// Texts whose harm comes with a setup: the setups.
const SETUPS: &[(&str, &[&str])] = &[
    ("descriptors", &["open"]),
    ("exits", &["exit", "interrupt", "abort", "stop", "finaliser"]),
    ("forges", &["forged"]),
    ("long-answers", &["long"]),
    ("pickles", &["marshal", "object"]),
    ("recursion", &["compile", "repr", "compare"]),
];

/// Texts whose picture is what they could do beyond their rights.
const REPORTS: [&str; 5] = ["connects", "forks", "kills", "reads", "writes"];

/// The most memory that a server has, in KiB.
const MEMORY: u64 = 256 << 10;

/// Threads that a server may keep for what comes next.
const FEW: u64 = 8;

/// What the texts could reach, if anything let them.
struct Surroundings {
    folder: TempDir,
    tcp: TcpListener,
    udp: UdpSocket,
    local: [UnixListener; 2],
}

impl Surroundings {
    /// With the hostile texts, which know where everything is.
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("there is a temporary folder");
        let (texts, home) = (folder.path().join("texts"), folder.path().join("home"));
        for folder in [&texts, &home] {
            fs::create_dir(folder).expect("it can be made");
        }
        fs::write(home.join(".bashrc"), "export SECRET=1\n").expect("it can be written");
        let tcp = TcpListener::bind("127.0.0.1:0").expect("there is a port");
        let address = tcp.local_addr().expect("it has an address");
        let socket = folder.path().join("socket");
        let name = format!("plyd-hostile-{}", address.port());
        let hidden = LocalAddress::from_abstract_name(&name).expect("a short name");
        let local = [UnixListener::bind(&socket), UnixListener::bind_addr(&hidden)];
        let udp = UdpSocket::bind(address).expect("nobody has that port");
        let all = Self { tcp, udp, local: local.map(|listener| listener.expect("nobody has that address")), folder };
        let texts = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures/hostile");
        for file in fs::read_dir(texts).expect("it is there").map(|file| file.expect("it can be read").path()) {
            let content = fs::read(&file).expect("it can be read");
            let content = String::from_utf8(content).map(|text| {
                let text = text.replace("/the/secret", &all.secret().to_string_lossy());
                let text = text.replace("/the/home", &home.to_string_lossy());
                let text = text.replace("/the/folder", &all.texts().to_string_lossy());
                let text = text.replace("\\0plyd-hostile", &format!("\\0{name}"));
                let text = text.replace("/the/socket", &socket.to_string_lossy());
                text.replace("PORT = 9", &format!("PORT = {}", address.port())).into_bytes()
            });
            let content = content.unwrap_or_else(|bytes| bytes.into_bytes());
            fs::write(all.texts().join(file.file_name().expect("a file has a name")), content).expect("it is ours");
        }
        let long = "# Has more bytes than anybody reads.\n".to_owned() + &"# x\n".repeat(1 << 18);
        fs::write(all.texts().join("megabytes.ini"), long).expect("it is ours");
        // The game of the honest client, which one of the texts would like to be.
        let honest = format!("{DLL_PREFIX}plyd_cfour{DLL_SUFFIX}");
        fs::copy(built_folder().join(&honest), all.texts().join(honest)).expect("it is ours");
        all
    }

    fn texts(&self) -> PathBuf {
        self.folder.path().join("texts")
    }

    /// The file of the tokens of the server.
    fn secret(&self) -> PathBuf {
        self.folder.path().join("tokens")
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = command(arguments);
        command.arg("--plugin-dir").arg(self.texts()).env("PLYD_PLUGINS_LOAD_TIMEOUT", "5");
        command.env("HOME", self.folder.path().join("home")).env("PLYD_PLUGINS_ISOLATION", "default");
        command
    }

    /// All files, with what a change of them would change.
    fn files(&self) -> BTreeMap<PathBuf, String> {
        let folders = [self.folder.path(), &self.texts(), &self.folder.path().join("home")].map(Path::to_path_buf);
        let entries = folders.into_iter().flat_map(|folder| fs::read_dir(folder).expect("it is there"));
        let files = entries.map(|entry| entry.expect("it can be read").path());
        let fact = |file: &PathBuf| {
            let data = fs::symlink_metadata(file).expect("it is there");
            format!("{:?} {} {:?}", data.file_type(), data.len(), data.permissions())
        };
        files
            .map(|file| {
                (
                    file.clone(),
                    fact(&file) + &format!("{:?}", fs::read(&file).map(|content| ContentHash::of(&content)).ok()),
                )
            })
            .collect()
    }

    /// Nothing has come from outside of the test.
    fn assert_unreached(&self) {
        self.tcp.set_nonblocking(true).expect("a socket has the option");
        self.udp.set_nonblocking(true).expect("a socket has the option");
        let mut kinds = vec![self.tcp.accept().map(drop), self.udp.recv(&mut [0]).map(drop)];
        for listener in &self.local {
            listener.set_nonblocking(true).expect("a socket has the option");
            kinds.push(listener.accept().map(drop));
        }
        for (number, kind) in kinds.into_iter().enumerate() {
            assert_eq!(kind.map_err(|error| error.kind()), Err(ErrorKind::WouldBlock), "listener {number} was reached");
        }
        for folder in ["/tmp", "/var/tmp", "/dev/shm"] {
            let traces = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
            let traces: Vec<_> = traces.filter(|name| name.to_string_lossy().starts_with("plyd-hostile")).collect();
            assert!(traces.is_empty(), "{folder}: {traces:?}");
        }
    }
}

/// The address of a server, and the token for it.
#[derive(Clone, Copy)]
struct Server<'a> {
    address: SocketAddr,
    token: &'a str,
}

impl Server<'_> {
    /// A client with a session of its own.
    fn client(self) -> Client {
        let stream = TcpStream::connect_timeout(&self.address, PATIENCE).expect("the server accepts");
        stream.set_nodelay(true).expect("a socket has the option");
        let mut client = Client::new(stream.try_clone().expect("a socket can be duplicated"), stream);
        client.send(&format!("auth {}", self.token));
        assert_eq!(client.line(), "authok");
        client
    }
}

/// Plays Connect Four until it is stopped: it gets no error, and never waits for long. Returns the plies.
fn play_on(mut client: Client, is_over: &AtomicBool) -> usize {
    client.ask("setoption name UCI_Variant value cfour");
    let (mut moves, mut plies) = (String::new(), 0);
    while !is_over.load(Relaxed) {
        let begun = Instant::now();
        let mut said = client.ask(&format!("position startpos moves{moves}"));
        let best = client.go("go depth 4").pop().expect("there is a last line");
        said.extend(client.ask("query gameover"));
        let gone_on = (best.split(' ').nth(1), said.as_slice());
        (moves, plies) = match gone_on {
            (Some("(none)"), [over]) if over == "response true" => (String::new(), plies),
            (Some(best), [over]) if over == "response false" => (format!("{moves} {best}"), plies + 1),
            _ => panic!("after{moves}: {said:?}, {best}"),
        };
        assert!(begun.elapsed() < SOON, "an honest client waited for {:?}", begun.elapsed());
    }
    quit(client);
    plies
}

/// Does all that a client can with this game. It may get any error, and gets one answer to each search.
fn use_up(server: Server<'_>, game: &str) {
    let mut client = server.client();
    client.send(&format!("setoption name UCI_Variant value {game}"));
    let mut said = client.ask("position startpos");
    for question in ["d", "view", "query fen", "query moves", "eval"] {
        said.extend(client.ask(question));
    }
    for algorithm in ["alphabeta", "mcts"] {
        said.extend(client.ask(&format!("setoption name Algorithm value {algorithm}")));
        said.extend(client.go("go movetime 200"));
    }
    client.send("go infinite");
    thread::sleep(Duration::from_millis(100));
    said.extend(client.go("stop"));
    for line in ["position startpos moves 1", "d", "view", "query fen", "explain depth 2"] {
        said.extend(client.ask(line));
    }
    client.send("go perft 3\nquit");
    said.extend(client.rest());
    assert_honest(game, &said, 3);
    let name = game.trim_start_matches("hostile-");
    let setups = SETUPS.iter().filter(|(its, _)| *its == name).flat_map(|(_, setups)| *setups);
    for setup in setups {
        let mut client = server.client();
        client.send(&format!("setoption name UCI_Variant value {game}\nposition fen {setup}\nview"));
        let mut said = client.go("go depth 2");
        client.send("quit");
        said.extend(client.rest());
        assert_honest(setup, &said, 1);
    }
}

/// So many searches have so many answers, and no line is one that a text has forged.
fn assert_honest(game: &str, lines: &[String], searches: usize) {
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), searches, "{game}: {lines:#?}");
    let is_forged = |line: &String| line.starts_with("ERROR") || line.contains(['\u{1b}', '\u{202e}']);
    assert!(!lines.iter().any(is_forged), "{game}: {lines:#?}");
}

/// What the text of this game could do beyond its rights.
fn report(server: Server<'_>, name: &str) -> String {
    let mut client = server.client();
    client.send(&format!("setoption name UCI_Variant value hostile-{name}\nd"));
    let lines = client.until("Outcome: ");
    quit(client);
    let done = lines.iter().find_map(|line| line.strip_prefix("done "));
    done.unwrap_or_else(|| panic!("{name}: {lines:?}")).to_owned()
}

#[test]
fn hostile_texts_hurt_their_own_sessions_only() {
    if !plyd_confine::held().iter().all(|protection| protection.holds()) {
        return left_out("texts that mean harm", "this kernel cannot hold all that they try");
    }
    let around = Surroundings::new();
    let mut tokens = command(&["token", "new", "all", "--tokens"]);
    tokens.arg(around.secret());
    let token = finish(tokens, PATIENCE).output.trim().to_owned();
    let before = around.files();
    let mut serve = around.command(&["serve", "--listen", "127.0.0.1:0"]);
    serve.arg("--tokens").arg(around.secret()).env("SECRET", "of the server");
    serve.env("PLYD_SESSION_POSITION_SECONDS", "3").env("PLYD_SESSION_STOP_SECONDS", "1");
    let mut daemon = Daemon::spawn(serve);
    let (process, server) = (daemon.process.id(), Server { address: daemon.address(), token: &token });

    let mut client = server.client();
    let lines = client.ask("games");
    quit(client);
    let refusal = format!("info string refused {}/", around.texts().display());
    for (name, reason) in REFUSED {
        let beginning = format!("{refusal}{name} {reason}");
        assert!(lines.iter().any(|line| line.starts_with(&beginning)), "{name}: {lines:#?}");
    }
    let texts = fs::read_dir(around.texts()).expect("it is there").count() - 1;
    let words = lines.iter().map(|line| line.split(' '));
    let games = words.filter_map(|mut words| match (words.next(), words.next(), words.next()) {
        (Some("game"), Some(game), Some("version")) if game.starts_with("hostile-") => Some(game),
        _ => None,
    });
    let games: Vec<&str> = games.collect();
    let refused = lines.iter().filter(|line| line.starts_with(&refusal)).count();
    assert_eq!((games.len() + refused, texts > 30), (texts, true), "{lines:#?}");

    let then = Usage::of(process).expect("it runs");
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let playing = scope.spawn(|| play_on(server.client(), &is_over));
        let work = |share: usize| {
            let own: Vec<&str> = games.iter().copied().skip(share).step_by(3).collect();
            scope.spawn(move || own.into_iter().for_each(|game| use_up(server, game)))
        };
        let workers = [0, 1, 2].map(work).map(|worker| worker.join().is_ok());
        // A panic here would have the honest client play on for ever.
        let reports = REPORTS.map(|name| scope.spawn(move || report(server, name)).join());
        is_over.store(true, Relaxed);
        assert!(playing.join().is_ok_and(|plies| plies > 10), "an honest client was disturbed");
        assert_eq!(workers, [true; 3], "a client got no answer, or a wrong one");
        for (name, report) in REPORTS.iter().zip(reports) {
            assert_eq!(report.ok().as_deref(), Some(""), "{name}");
        }
    });

    wait_until("no process of a text is left", || children(process).is_empty());
    assert_eq!(daemon.fault(), None);
    wait_until("the server has no more threads than before", || {
        Usage::of(process).is_some_and(|now| now.threads <= then.threads + FEW)
    });
    let now = Usage::of(process).expect("it runs");
    assert!(now.resident_kib < MEMORY, "{then}, and then {now}");
    assert_eq!(around.files(), before);
    around.assert_unreached();
}

/// Those that are refused, and do no harm where nothing confines them, which is how files are checked.
#[test]
fn commands_that_take_a_hostile_text_end_and_leave_nothing() {
    let around = Surroundings::new();
    let installed = around.folder.path().join("home/plyd");
    let run = |arguments: &[&str], file: &str| {
        let mut command = around.command(arguments);
        if !file.is_empty() {
            command.arg(around.texts().join(file));
        }
        command.env("XDG_DATA_HOME", around.folder.path().join("home"));
        finish(command, PATIENCE)
    };
    let listed = run(&["games"], "");
    assert!(listed.status.success(), "{}", listed.errors);
    for (name, _) in REFUSED {
        assert!(listed.output.contains(&format!("/{name}: ")), "{name}: {}", listed.output);
    }
    for (name, _) in REFUSED {
        let install = run(&["install", "--seconds", "0"], name);
        assert_eq!(install.status.code(), Some(1), "{name}: {} {}", install.output, install.errors);
        if name.ends_with(".ini") || ["import_crash.py", "import_exit.py"].contains(name) {
            let check = run(&["check", "--seconds", "5"], name);
            assert_eq!(check.status.code(), Some(1), "{name}: {} {}", check.output, check.errors);
        }
    }
    let left = fs::read_dir(installed).into_iter().flatten().count();
    assert_eq!(left, 0, "something was installed");
    for game in ["reads", "writes", "connects", "forks", "kills", "exits", "loop-in-moves", "speaks", "moves"] {
        let play = run(&["go", "--movetime", "300", "--game", &format!("hostile-{game}")], "");
        assert!(play.output.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{game}: {play:?}");
    }
    around.assert_unreached();
}

/// The time for a call in a search is not that for loading: else what passes its trial could never be played.
#[test]
fn a_text_that_takes_its_time_to_load_is_played() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let slow = "import time\nfrom plyd_game import Game\n\ntime.sleep(2.5)\n\n\nclass Slow(Game):\n    \
                    ID, STATE, START = 'slow', 'BB', (9, 0)\n\n    def outcome(self, s):\n        \
                    return None if s[0] else 1\n\n    def moves(self, s):\n        return [1]\n\n    \
                    def play(self, s, mv):\n        return s[0] - 1, 1 - s[1]\n";
    fs::write(folder.path().join("slow.py"), slow).expect("the folder can be written");
    let mut command = command(&["go", "--isolate", "--depth", "3", "--game", "slow", "--plugin-dir"]);
    command.arg(folder.path()).env("PLYD_SESSION_STOP_SECONDS", "1");
    let found = finish(command, PATIENCE);
    assert!(found.output.lines().last().is_some_and(|line| line.starts_with("bestmove 1")), "{found:?}");
    assert!(!found.output.contains(" error "), "{found:?}");
}
