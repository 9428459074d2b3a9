//! What the operator asks, over the socket of `--admin`.

use super::{ready, until_figure};
use plyd_tests::{Daemon, Finished, PATIENCE, PluginFolder, command, descendants, finish, fixture};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::time::Instant;
use tempfile::TempDir;

/// The folder of a socket.
struct Desk(TempDir);

impl Desk {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder for the test"))
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("admin.socket")
    }

    fn text(&self) -> String {
        self.path().to_str().expect("it is text").to_owned()
    }

    fn server(&self, arguments: &[&str]) -> Daemon {
        Daemon::start(&[&["--admin", &self.text()], arguments].concat())
    }

    /// `plyd admin` with these arguments.
    fn admin(&self, arguments: &[&str]) -> Finished {
        finish(command(&[&["admin", "--socket", &self.text()], arguments].concat()), PATIENCE)
    }

    /// The records of an answer without a fault.
    fn records(&self, arguments: &[&str]) -> Vec<Value> {
        let finished = self.admin(&[arguments, &["--json"]].concat());
        assert!(finished.status.success(), "{}", finished.errors);
        finished.output.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
    }

    /// All that is answered to these bytes.
    fn said(&self, bytes: &[u8]) -> String {
        let mut stream = UnixStream::connect(self.path()).expect("the server accepts");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
        // It may answer, and close, before all was sent.
        let _ = stream.write_all(bytes);
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        answer
    }
}

#[test]
fn sessions_are_listed_and_ended() {
    let desk = Desk::new();
    let mut daemon = desk.server(&["--game", "tictactoe"]);
    daemon.log_until(&format!("plyd: admin on unix:{}", desk.text()));
    let mut idle = daemon.client();
    ready(&mut idle);
    let mut searching = daemon.client();
    searching.ask("setoption name UCI_Variant value leaftree");
    searching.send("position fen random b=2 depth=26");
    searching.send("go infinite");
    searching.until("info depth 3 ");
    let sessions = desk.records(&["sessions"]);
    assert_eq!(sessions.len(), 2, "{sessions:?}");
    let (first, second) = (&sessions[0], &sessions[1]);
    assert_eq!((&first["id"], &first["game"], &first["does"]), (&1.into(), &"tictactoe".into(), &"idle".into()));
    assert_eq!((&second["id"], &second["game"], &second["does"]), (&2.into(), &"leaftree".into(), &"search".into()));
    assert_eq!((&first["nodes"], &first["token"]), (&0.into(), &Value::Null));
    assert!(second["nodes"].as_u64() > Some(0), "{second}");
    assert!(sessions.iter().all(|session| session["client"].as_str().is_some_and(|it| it.starts_with("127.0.0.1:"))));
    let table = desk.admin(&["sessions"]).output;
    let lines: Vec<_> = table.lines().collect();
    let words = |line: usize| lines[line].split_whitespace().collect::<Vec<_>>();
    assert_eq!(words(0), ["ID", "CLIENT", "TOKEN", "AGE", "GAME", "DOES", "NODES"]);
    assert_eq!((words(1)[0], words(1)[2], words(2)[4], lines.len()), ("1", "-", "leaftree", 3), "{table}");

    assert_eq!(desk.records(&["kick", "2"]), [Value::Null; 0]);
    let mut told = searching.rest();
    assert!(told.pop().is_some_and(|line| line.starts_with("bestmove ")));
    // The search says what it has found until it ends.
    let told = told.into_iter().rfind(|line| !line.starts_with("info depth ")).expect("the error is told before it");
    assert_eq!(
        told,
        "info string error kicked the operator of the server has ended this session; the connection is closed"
    );
    let again = desk.admin(&["kick", "2"]);
    assert_eq!(again.status.code(), Some(1));
    assert!(again.errors.contains("there is no session 2; `plyd admin sessions` lists them"), "{}", again.errors);
    ready(&mut idle);
    assert_eq!(desk.records(&["sessions"]).len(), 1);
    daemon.process.signal(Signal::TERM);
    assert!(daemon.process.wait().success());
    assert!(!desk.path().exists(), "the socket is left behind");
}

#[test]
fn a_client_that_does_not_read_is_cut_off_when_it_is_sent_away() {
    let desk = Desk::new();
    let daemon = desk.server(&["--game", "chess"]);
    let mut deaf = daemon.stream();
    deaf.write_all("uci\n".repeat(20_000).as_bytes()).expect("the server reads");
    let deadline = Instant::now() + PATIENCE;
    while desk.records(&["sessions"]).is_empty() {
        assert!(Instant::now() < deadline, "the session does not begin");
    }
    desk.records(&["kick", "1"]);
    while !desk.records(&["sessions"]).is_empty() {
        assert!(Instant::now() < deadline, "the session does not end");
    }
}

#[test]
fn games_are_listed_with_their_crashes() {
    let desk = Desk::new();
    let (daemon, metrics) = super::serve(&["--admin", &desk.text(), "--game", "tictactoe"]);
    let mut client = daemon.client();
    client.go("go depth 2");
    let crashes = || {
        let games = desk.records(&["games"]);
        let game = games.iter().find(|game| game["game"] == "tictactoe").expect("it is loaded").clone();
        assert!(game["file"].as_str().is_some_and(|file| file.contains("tictactoe")), "{game}");
        assert!(game["version"].is_string(), "{game}");
        game["crashes"].as_u64()
    };
    assert_eq!(crashes(), Some(0));
    let children = descendants(daemon.process.id()).expect("there is /proc");
    let child = children.iter().find(|child| child.name.contains("tictactoe")).expect("it has a child");
    let child = i32::try_from(child.process).ok().and_then(Pid::from_raw).expect("a process number");
    kill_process(child, Signal::KILL).expect("it is there");
    until_figure(metrics, r#"plyd_library_crashes_total{game="tictactoe"}"#, 1.0);
    assert_eq!(crashes(), Some(1));
    let table = desk.admin(&["games"]).output;
    assert!(table.starts_with("GAME "), "{table}");
}

#[test]
fn a_reload_says_what_came_of_it_when_it_has_ended() {
    let (desk, folder) = (Desk::new(), PluginFolder::new(&["heap"]));
    let _daemon = Daemon::spawn(folder.command(&["serve", "--listen", "127.0.0.1:0", "--admin", &desk.text()]));
    assert_eq!(desk.admin(&["reload"]).output, "nothing has changed\n");
    fs::copy(fixture("dice"), folder.library("dice")).expect("the folder can be written");
    let changes = desk.records(&["reload"]);
    assert_eq!((changes.len(), &changes[0]["change"]), (1, &"loaded".into()), "{changes:?}");
    assert!(changes[0]["file"].as_str().is_some_and(|file| file.contains("dice")), "{changes:?}");
    fs::write(folder.library("none"), "no library").expect("the folder can be written");
    let failed = desk.admin(&["reload"]);
    assert_eq!(failed.status.code(), Some(1), "{}", failed.output);
    assert!(failed.output.starts_with("refused  ") && failed.output.contains("none"), "{}", failed.output);
    let games = desk.records(&["games"]);
    assert_eq!(games.len(), 2, "{games:?}");
}

/// The settings are read at the start alone. A reload says so, and goes on without the one who has asked for it.
#[test]
fn settings_and_sockets_that_have_changed_are_told_by_a_reload() {
    let (desk, folder) = (Desk::new(), PluginFolder::new(&["heap"]));
    let config = desk.0.path().join("plyd.toml");
    let settings = |text: &str| fs::write(&config, text).expect("the folder can be written");
    let old = format!("[admin]\nsocket = \"{}\"\n", desk.text());
    settings(&old);
    let config_argument = config.to_str().expect("it is text");
    let daemon =
        Daemon::spawn(folder.command(&["serve", "--listen", "127.0.0.1:0", "--config", config_argument, "-v"]));
    assert_eq!(desk.admin(&["reload"]).output, "nothing has changed\n");
    settings("[admin]\nsocket = \"/nowhere/else\"\n[server]\nmax-sessions = 5\n");
    let told = desk.admin(&["reload"]);
    let all = "failed   settings: others since the start: server.max-sessions, admin.socket; the server reads them only \
               then, so restart it\n";
    assert_eq!((told.status.code(), &*told.output), (Some(1), all), "{}", told.errors);
    settings("[admin]\nsockte = 5\n");
    let told = desk.admin(&["reload"]).output;
    assert!(told.contains("sockte") && told.ends_with("and would not start again\n"), "{told}");
    settings(&old);
    assert_eq!(desk.admin(&["reload"]).output, "nothing has changed\n");

    // This answer is never read, and the next one does not wait for it.
    drop(UnixStream::connect(desk.path()).and_then(|mut stream| stream.write_all(b"reload\n")));
    assert_eq!(desk.admin(&["reload"]).output, "nothing has changed\n");

    // Under another name the socket is still the server's.
    let moved = desk.0.path().join("moved.socket");
    fs::rename(desk.path(), &moved).expect("it is there");
    daemon.log();
    daemon.process.signal(Signal::HUP);
    let log = daemon.log_until("the file of the socket was removed or moved").join("\n");
    assert!(log.contains(&desk.text()), "{log}");
    let there = moved.to_str().expect("it is text");
    let told = finish(command(&["admin", "--socket", there, "reload"]), PATIENCE);
    assert_eq!(told.status.code(), Some(1), "{}", told.errors);
    assert!(
        told.output.starts_with(&format!("failed   unix:{}: the file of the socket ", desk.text())),
        "{}",
        told.output
    );
    fs::rename(&moved, desk.path()).expect("it is there");
    assert_eq!(desk.admin(&["reload"]).output, "nothing has changed\n");
    ready(&mut daemon.client());
}

#[test]
fn a_drain_is_begun() {
    let desk = Desk::new();
    let mut daemon = desk.server(&["--game", "tictactoe"]);
    let mut playing = daemon.client();
    playing.go("go depth 2");
    let drained = desk.admin(&["drain"]);
    assert_eq!(drained.output, "1 sessions are open\n", "{}", drained.errors);
    assert!(daemon.client().line().contains("error shutdown "));
    playing.send("quit");
    assert!(daemon.process.wait().success());
}

#[test]
fn the_socket_is_for_its_owner_and_a_stale_one_is_replaced() {
    let desk = Desk::new();
    let mut first = desk.server(&[]);
    let metadata = fs::symlink_metadata(desk.path()).expect("the socket is there");
    assert!(metadata.file_type().is_socket());
    assert_eq!(metadata.permissions().mode() & 0o777, 0o600);
    let second = finish(command(&["serve", "--listen", "127.0.0.1:0", "--admin", &desk.text()]), PATIENCE);
    assert_eq!(second.status.code(), Some(1));
    assert!(second.errors.contains("another server answers there"), "{}", second.errors);
    first.process.signal(Signal::KILL);
    first.process.wait();
    let nobody = desk.admin(&["sessions"]);
    assert_eq!(nobody.status.code(), Some(1));
    assert!(nobody.errors.contains("no server answers"), "{}", nobody.errors);
    let _third = desk.server(&[]);
    assert!(desk.records(&["sessions"]).is_empty());
    let unnamed = finish(command(&["admin", "sessions"]), PATIENCE);
    assert!(unnamed.errors.contains("no socket is named"), "{}", unnamed.errors);
}

#[test]
fn hostile_clients_of_the_socket_are_cut_off() {
    let desk = Desk::new();
    let daemon = desk.server(&[]);
    let wrong = "error the line must be sessions, kick and the number of a session, games, reload or drain\n";
    for line in ["", "\n", "nonsense\n", "kick\n", "kick x\n", "GET / HTTP/1.1\r\n\r\n", "sessions games\n"] {
        let mut stream = UnixStream::connect(desk.path()).expect("the server accepts");
        stream.write_all(line.as_bytes()).expect("the server reads");
        stream.shutdown(std::net::Shutdown::Write).expect("it is open");
        let mut answer = String::new();
        BufReader::new(stream).read_line(&mut answer).expect("an answer");
        assert_eq!(answer, wrong, "{line:?}");
    }
    for bytes in [vec![b'x'; 1 << 20], vec![0xff; 300], b"sessions \xff\n".to_vec()] {
        let said = desk.said(&bytes);
        // What is unread when it closes may take the answer with it.
        assert!(said.is_empty() || said == wrong, "{said}");
    }
    // Only the first line counts.
    assert_eq!(desk.said(b"sessions\ndrain\nkick 1\n"), "ok\n");
    // All places are taken for a while, and no longer.
    let silent: Vec<_> = (0..100).filter_map(|_| UnixStream::connect(desk.path()).ok()).collect();
    ready(&mut daemon.client());
    let deadline = Instant::now() + PATIENCE;
    while !desk.said(b"sessions\n").ends_with("ok\n") {
        assert!(Instant::now() < deadline, "it never answers again");
    }
    drop(silent);
    ready(&mut daemon.client());
}
