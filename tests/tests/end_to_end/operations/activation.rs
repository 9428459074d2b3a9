//! Sockets that the server is started with.

use super::{get, ready};
use plyd_tests::{Client, Process, command};
use rustix::process::Signal;
use std::fs::{self, Permissions};
use std::io::{BufRead, BufReader};
use std::net::{TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::process::{Command, Stdio};

/// Moves the sockets to where systemd puts them, and becomes the server.
const ACTIVATE: &str = "exec 3<&0 </dev/null; exec 4>&1 >/dev/null; export LISTEN_PID=$$; exec \"$@\"";

/// `plyd serve` with sockets of these names, and these arguments.
fn activated(names: &str, first: impl Into<OwnedFd>, second: Option<OwnedFd>, arguments: &[&str]) -> Command {
    let plyd = command(&[&["serve"], arguments].concat());
    let mut shell = Command::new("sh");
    shell.args(["-c", ACTIVATE, "sh"]).arg(plyd.get_program()).args(plyd.get_args());
    for (name, value) in plyd.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    let count = if second.is_some() { "2" } else { "1" };
    shell.env("LISTEN_FDS", count).env("LISTEN_FDNAMES", names).stdin(first.into()).stderr(Stdio::piped());
    shell.stdout(second.map_or_else(Stdio::null, Stdio::from));
    shell
}

/// Starts it. Returns what it has said when it listens, or when it has ended.
fn start(mut command: Command) -> (Process, Vec<String>) {
    let mut child = command.spawn().expect("a shell starts");
    let errors = BufReader::new(child.stderr.take().expect("is piped"));
    let process = Process::new(child);
    let mut said = Vec::new();
    let mut lines = errors.lines();
    for line in lines.by_ref() {
        let line = line.expect("it is text");
        let last = ["plyd: admin on ", "plyd: metrics on ", "plyd: the page is at "];
        let is_last = last.iter().any(|beginning| line.starts_with(beginning));
        said.push(line);
        if is_last {
            break;
        }
    }
    std::thread::spawn(move || lines.for_each(drop));
    (process, said)
}

fn local() -> TcpListener {
    TcpListener::bind("127.0.0.1:0").expect("a free port")
}

#[test]
fn clients_and_watchers_come_to_given_sockets() {
    let (lines, metrics) = (local(), local());
    let [lines_at, metrics_at] = [&lines, &metrics].map(|listener| listener.local_addr().expect("it has one"));
    // The addresses of the settings are not used: the first one cannot be.
    let arguments = ["--listen", "192.0.2.1:1", "--metrics", "192.0.2.1:2", "--allow-remote=no-token,no-tls"];
    let (mut server, said) =
        start(activated("lines:metrics", lines.try_clone().expect("it is open"), Some(metrics.into()), &arguments));
    assert!(said.contains(&format!("plyd: listening on {lines_at}, given by activation")), "{said:?}");
    assert!(said.contains(&format!("plyd: metrics on {metrics_at}, given by activation")), "{said:?}");
    let stream = TcpStream::connect(lines_at).expect("it accepts");
    let mut client = Client::new(stream.try_clone().expect("a socket can be duplicated"), stream);
    assert!(client.go("go depth 1").last().is_some_and(|line| line.starts_with("bestmove ")));
    assert!(get(metrics_at, "/readyz", "").starts_with("HTTP/1.1 200 "));
    server.signal(Signal::TERM);
    assert!(server.wait().success());
}

#[test]
fn the_operator_comes_to_a_given_socket_that_only_its_owner_can_use() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("admin");
    let text = path.to_str().expect("it is text");
    let admin = UnixListener::bind(&path).expect("a socket");
    let serve = |mode| {
        fs::set_permissions(&path, Permissions::from_mode(mode)).expect("it is the test's own");
        // A socket whose unit names it after itself is for clients.
        let (lines, admin) = (local(), admin.try_clone().expect("it is open"));
        start(activated("plyd.socket:admin", lines, Some(admin.into()), &[]))
    };
    for mode in [0o660, 0o602] {
        let (mut server, said) = serve(mode);
        assert!(!server.wait().success());
        assert!(said.concat().contains("is for the operator, but others can connect"), "{said:?}");
    }
    let (mut server, said) = serve(0o600);
    assert!(said.contains(&format!("plyd: admin on unix:{text}, given by activation")), "{said:?}");
    let answer = plyd_tests::finish(command(&["admin", "--socket", text, "games"]), plyd_tests::PATIENCE);
    assert!(answer.status.success() && answer.output.contains("tictactoe"), "{}", answer.errors);
    server.signal(Signal::TERM);
    assert!(server.wait().success());
    // It belongs to its creator.
    assert!(path.exists());
}

#[test]
fn browsers_come_to_a_given_socket() {
    let state = tempfile::tempdir().expect("a folder for the test");
    let (lines, web) = (local(), local());
    let address = web.local_addr().expect("it has one");
    let mut activated = activated("lines:web", lines, Some(web.into()), &[]);
    activated.env("XDG_STATE_HOME", state.path());
    let (_server, said) = start(activated);
    assert!(said.contains(&format!("plyd: the page is at http://{address}/")), "{said:?}");
    // The name in the request is none of this server's: its page has it.
    assert!(get(address, "/healthz", "").starts_with("HTTP/1.1 421 "));
}

#[test]
fn a_unix_socket_without_a_name_is_for_clients() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let path = folder.path().join("lines");
    let socket = UnixListener::bind(&path).expect("a socket");
    let mut activated = activated("", socket, None, &["--metrics", "127.0.0.1:0"]);
    activated.env_remove("LISTEN_FDNAMES");
    let (_server, said) = start(activated);
    assert!(said[0].ends_with("lines, given by activation"), "{said:?}");
    let stream = UnixStream::connect(&path).expect("it accepts");
    ready(&mut Client::new(stream.try_clone().expect("a socket can be duplicated"), stream));
}

#[test]
fn other_machines_need_the_same_at_given_sockets() {
    let everywhere = || TcpListener::bind("0.0.0.0:0").expect("a free port");
    let (mut server, said) = start(activated("lines", everywhere(), None, &[]));
    assert!(!server.wait().success());
    assert!(said.concat().contains("can be reached from other machines, so tokens"), "{said:?}");
    let (mut server, said) = start(activated("lines:metrics", local(), Some(everywhere().into()), &[]));
    assert!(!server.wait().success());
    assert!(said.concat().contains("can be reached from other machines, so tokens"), "{said:?}");
}

#[test]
fn what_is_of_no_use_is_refused_by_its_name() {
    let (one, other) = UnixStream::pair().expect("two sockets");
    let stream: OwnedFd = one.into();
    for (names, first, second, said) in [
        ("page", OwnedFd::from(local()), None, "\"page\", but must be lines, metrics, web or admin"),
        ("lines:x.socket", local().into(), Some(OwnedFd::from(local())), "two sockets were given"),
        ("lines", stream, None, "does not listen"),
        ("lines:metrics", local().into(), None, "LISTEN_FDNAMES is wrong"),
        ("admin", local().into(), None, "is for the operator, but others can connect"),
    ] {
        let (mut server, errors) = start(activated(names, first, second, &[]));
        assert!(!server.wait().success(), "{names}");
        assert!(errors.concat().contains(said), "{names}: {errors:?}");
    }
    drop(other);
}
