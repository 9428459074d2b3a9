//! `plyd web` and the file by which it opens the browser.

use super::PAGE;
use super::token_in;
use plyd_tests::{PATIENCE, Process, Terminal, command};
use std::io::{BufRead, BufReader};
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
    process.signal(rustix::process::Signal::TERM);
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
