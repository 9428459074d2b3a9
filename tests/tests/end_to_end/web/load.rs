//! A client that reads too little.

use super::serve;
use super::socket;

/// It asks for views again and again, and reads none of them.
#[test]
fn a_tab_that_does_not_read_costs_little_and_delays_nobody() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let file = folder.path().join("plyd.toml");
    std::fs::write(&file, "[session]\nwrite-seconds = 2\n").expect("the folder can be written");
    let served = serve(&["--config", file.to_str().expect("it is text"), "--game", "tictactoe"]);
    let before = served.daemon.process.usage().expect("the process is there").resident_kib;
    let mut slow = socket::enter(served.address, &served.token);
    let views = "view\n".repeat(10_000);
    while slow.try_send(views.trim_end()).is_ok() {}
    let after = served.daemon.process.usage().expect("the process is there").resident_kib;
    assert!(after < before + (64 << 10), "{before} KiB became {after}");
    let mut quick = socket::enter(served.address, &served.token);
    quick.send("isready");
    assert_eq!(quick.line(), "readyok");
}
