//! `plyd web` and the file by which it opens the browser.

use super::PAGE;
use super::token_in;
use plyd_tests::{PATIENCE, Process, Terminal, command, finish};
use rustix::process::Signal;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// A browser that writes down with what it was started, and what was in that file.
const BROWSER: &str = "#!/bin/sh\nprintf '%s\\n' \"$*\" >\"$0.arguments\"\nstat -c %a \"$1\" >\"$0.mode\"\ncat \"$1\" >\"$0.part\"\nmv \"$0.part\" \"$0.page\"\n";

fn wait_for(path: &Path) -> String {
    let deadline = Instant::now() + PATIENCE;
    loop {
        if let Ok(text) = std::fs::read_to_string(path) {
            return text;
        }
        assert!(Instant::now() < deadline, "{} does not come", path.display());
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn plyd_web_opens_the_browser_without_showing_the_token() {
    let state = tempfile::tempdir().expect("a folder for the test");
    let browser = state.path().join("browser");
    std::fs::write(&browser, BROWSER).expect("the folder can be written");
    std::fs::set_permissions(&browser, PermissionsExt::from_mode(0o755)).expect("it is ours");
    let mut web = command(&["web", "127.0.0.1:0"]);
    web.env("XDG_STATE_HOME", state.path()).env("BROWSER", &browser);
    let mut child = web.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("plyd starts");
    let mut lines = BufReader::new(child.stderr.take().expect("is piped")).lines();
    let mut process = Process::new(child);
    let line = lines.next().expect("it says where").expect("it is text");
    let address = line.strip_prefix(PAGE).expect("it says where").to_owned();
    assert!(!line.contains("token"), "nobody sits at a terminal: {line}");
    let page = wait_for(&browser.with_extension("page"));
    let token = token_in(state.path());
    assert!(page.contains(&format!("content=\"0; url={address}#token={token}\"")), "{page}");
    assert_eq!(wait_for(&browser.with_extension("mode")).trim(), "600");
    let arguments = wait_for(&browser.with_extension("arguments"));
    assert!(!arguments.contains(&token), "every user of the machine sees arguments");
    let file = Path::new(arguments.trim());
    assert!(file.is_absolute() && file.starts_with(state.path()) && file.exists(), "{arguments}");
    process.signal(Signal::TERM);
    assert!(process.wait().success());
    assert!(!file.exists(), "the file goes with the server");
}

#[test]
fn the_address_with_the_token_is_printed_on_a_terminal_only() {
    let state = tempfile::tempdir().expect("a folder for the test");
    let mut web = command(&["web", "127.0.0.1:0", "--no-browser"]);
    web.env("XDG_STATE_HOME", state.path());
    let mut terminal = Terminal::spawn(web);
    let line = terminal.until("\n");
    let token = token_in(state.path());
    // A line that is too long for the terminal is not broken by plyd.
    assert!(line.starts_with(PAGE) && line.trim_end().ends_with(&format!("/#token={token}")), "{line}");
}

#[test]
fn the_address_names_the_game_that_was_asked_for() {
    let state = tempfile::tempdir().expect("a folder for the test");
    let (_process, address) = served(web(state.path(), &["--game", "Connect Four"]));
    assert!(address.ends_with("/#game=cfour"), "{address}");
    let (_process, address) = served(web(state.path(), &[]));
    assert!(address.ends_with('/'), "{address}");
}

/// It has none of the flags of `plyd serve`, so its error names settings.
#[test]
fn the_page_is_opened_to_other_machines_by_settings() {
    let state = tempfile::tempdir().expect("a folder for the test");
    let everywhere = || {
        let mut web = command(&["web", "0.0.0.0:0", "--no-browser"]);
        web.env("XDG_STATE_HOME", state.path());
        web
    };
    let said = finish(everywhere(), PATIENCE).errors;
    assert!(said.contains("so TLS (the settings server.tls-certificate and server.tls-key) is needed; "), "{said}");
    assert!(!said.contains("--"), "{said}");
    let way = said.split_once(", such as ").and_then(|(_, way)| way.split_once(", does without"));
    let (variable, value) = way.and_then(|(way, _)| way.split_once('=')).expect(&said);
    let mut allowed = everywhere();
    allowed.env(variable, value);
    let (_process, address) = served(allowed);
    assert!(address.starts_with("http://0.0.0.0:"), "{address}");
}

/// `plyd web` on a port that the system chooses, with its state in this folder.
fn web(state: &Path, arguments: &[&str]) -> std::process::Command {
    let mut web = command(&[&["web", "127.0.0.1:0", "--no-browser"], arguments].concat());
    web.env("XDG_STATE_HOME", state);
    web
}

/// A `plyd web` without a terminal, and the address of its page.
fn served(mut web: std::process::Command) -> (Process, String) {
    let mut child = web.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("plyd starts");
    let errors = child.stderr.take().expect("is piped");
    let process = Process::new(child);
    let line = BufReader::new(errors).lines().next().expect("it says where").expect("it is text");
    let address = line.strip_prefix(PAGE).expect("it says where").to_owned();
    (process, address)
}

#[test]
fn plyd_web_ends_with_sighup_unless_it_is_to_outlive_that() {
    let state = tempfile::tempdir().expect("a folder for the test");
    let (mut process, _) = served(web(state.path(), &[]));
    process.signal(Signal::HUP);
    assert!(process.wait().success());
    // As `nohup` starts it.
    let plain = web(state.path(), &[]);
    let mut command = std::process::Command::new("sh");
    command.args(["-c", "trap '' HUP; exec \"$0\" \"$@\""]).arg(plain.get_program()).args(plain.get_args());
    plain.get_envs().for_each(|(name, value)| {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    });
    let (mut process, address) = served(command);
    process.signal(Signal::HUP);
    assert!(is_served(&address) && process.is_running());
    process.signal(Signal::TERM);
    assert!(process.wait().success());
}

/// Whether the page is served there.
fn is_served(address: &str) -> bool {
    let place = address.trim_start_matches("http://").trim_end_matches('/');
    std::net::TcpStream::connect(place).is_ok()
}

#[test]
fn plyd_web_ends_with_its_terminal() {
    let state = tempfile::tempdir().expect("a folder for the test");
    let (pty, other_end) = pty_process::blocking::open().expect("there is a terminal");
    let web = pty_process::blocking::Command::from(web(state.path(), &[]));
    let mut process = Process::new(web.spawn(other_end).expect("plyd starts"));
    let mut screen = File::from(OwnedFd::from(pty));
    let mut shown = String::new();
    while !shown.contains('\n') {
        let mut bytes = [0; 256];
        let count = screen.read(&mut bytes).expect("the terminal is there");
        shown.push_str(&String::from_utf8_lossy(&bytes[..count]));
    }
    assert!(shown.starts_with(PAGE), "{shown}");
    drop(screen);
    assert!(process.wait().success());
}

#[test]
fn a_second_plyd_web_says_that_the_first_is_there() {
    let state = tempfile::tempdir().expect("a folder for the test");
    let (_first, address) = served(web(state.path(), &[]));
    let place = address.trim_start_matches("http://").trim_end_matches('/');
    let second = |place: &str| {
        let mut second = command(&["web", place, "--no-browser"]);
        second.env("XDG_STATE_HOME", state.path());
        finish(second, PATIENCE)
    };
    let told = second(place);
    assert!(told.status.success(), "{told:?}");
    assert!(told.errors.starts_with(&format!("plyd: another plyd serves the page at {address} already; ")), "{told:?}");
    assert!(told.errors.contains("web-token") && !told.errors.contains(&token_in(state.path())), "{told:?}");
    // Another program is none.
    let other = std::net::TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let told = second(&other.local_addr().expect("it has an address").to_string());
    assert!(!told.status.success() && told.errors.contains("another program has the port"), "{told:?}");
}
