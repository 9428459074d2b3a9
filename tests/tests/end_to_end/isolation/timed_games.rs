//! Timed games beside libraries that crash, hang and take memory.

use super::folder;
use plyd_tests::{Client, Daemon, built_folder};
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

/// Sessions that play.
const GAMES: usize = 8;

/// The clock of each side. All its moves of a game take less than half of it, so a move is late only if it comes
/// seconds after it was meant to: no machine that can run the tests is that slow.
const CLOCK: Duration = Duration::from_secs(30);

/// The moves of a game, of both sides.
const MOVES: usize = 12;

/// What is done beside them, in a move or when a position is opened, each again and again in new sessions. A hang lasts
/// until the server ends it, after ten seconds.
const DEEDS: &[&str] = &["segv", "overflows-stack", "loops", "stops", "open+takes:100", "threads:100"];

fn connect(address: SocketAddr) -> Client {
    let stream = TcpStream::connect(address).expect("the server accepts");
    stream.set_nodelay(true).expect("a socket has the option");
    Client::new(stream.try_clone().expect("a socket can be duplicated"), stream)
}

#[test]
fn timed_games_are_not_late_beside_libraries_that_crash_hang_and_take_memory() {
    let folder = folder();
    let game = format!("{DLL_PREFIX}plyd_cfour{DLL_SUFFIX}");
    fs::copy(built_folder().join(&game), folder.path().join(&game)).expect("the folder can be written");
    let mut command = folder.command(&["serve", "--listen", "127.0.0.1:0", "--game", "cfour"]);
    command.env("PLYD_PLUGINS_ISOLATION", "process");
    // Those who play must not be late either where the machine has much else to do.
    command.env("PLYD_SESSION_STOP_SECONDS", "10").env("PLYD_SESSION_POSITION_SECONDS", "10");
    let mut daemon = Daemon::spawn(command);
    let (address, are_over) = (daemon.address(), AtomicBool::new(false));
    let (games, failures): (Vec<_>, Vec<_>) = thread::scope(|scope| {
        let games: Vec<_> = (0..GAMES).map(|_| scope.spawn(|| play(address))).collect();
        let harm: Vec<_> = DEEDS.iter().map(|deed| scope.spawn(|| fail(address, deed, &are_over))).collect();
        // A lost game is reported only when the others have ended.
        let games: Vec<_> = games.into_iter().map(thread::ScopedJoinHandle::join).collect();
        are_over.store(true, Relaxed);
        (games, harm.into_iter().map(thread::ScopedJoinHandle::join).collect())
    });
    assert_eq!(daemon.fault(), None);
    assert!(games.into_iter().all(|game| game.is_ok()), "a game was lost");
    assert!(failures.into_iter().all(|failures| failures.is_ok_and(|count| count > 0)), "nothing failed beside them");
}

/// Both sides of a game on the clock.
fn play(address: SocketAddr) {
    let mut client = connect(address);
    let (mut clocks, mut moves) = ([CLOCK; 2], Vec::new());
    for number in 0..MOVES {
        client.send(&format!("position startpos moves {}", moves.join(" ")));
        if client.ask("query gameover") == ["response true"] {
            return;
        }
        let [first, second] = clocks.map(|clock| clock.as_millis());
        let began = Instant::now();
        let lines = client.go(&format!("go wtime {first} btime {second}"));
        let (clock, taken) = (&mut clocks[number % 2], began.elapsed());
        *clock = clock.checked_sub(taken).unwrap_or_else(|| panic!("a move took {taken:?}, but had {clock:?}"));
        assert!(lines.iter().all(|line| !line.contains(" error ")), "{lines:?}");
        let best = lines.last().and_then(|line| line.split(' ').nth(1));
        moves.push(best.filter(|best| *best != "(none)").expect("there is a move").to_owned());
    }
}

/// Sessions, one after the other, whose library fails in this way. Returns their number.
fn fail(address: SocketAddr, deed: &str, are_over: &AtomicBool) -> usize {
    let mut count = 0;
    while !are_over.load(Relaxed) {
        let mut client = connect(address);
        client.ask("setoption name UCI_Variant value hostile");
        let mut lines = client.ask(&format!("position fen 9 w {deed}"));
        lines.extend(client.go("go depth 20"));
        assert!(lines.iter().any(|line| line.contains(" error ")), "{deed}: {lines:?}");
        client.send("quit");
        client.rest();
        count += 1;
    }
    count
}
