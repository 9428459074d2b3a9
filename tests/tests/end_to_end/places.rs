//! How many sessions one address may have. The clients of these tests have addresses of a network of their own, which
//! is in no other process: that of this machine is not counted.

use plyd_tests::{Daemon, Engine, PATIENCE, command, copy_environment};
use plyd_trials::left_out;
use std::env;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Makes a network whose only device has these addresses, and runs what follows in it. The system may take a moment to
/// know the way to a new address.
const NETWORK: &str = "ip link set lo up || exit
    for host in 1 2; do ip address add 192.0.2.$host/32 dev lo || exit; done
    for host in 1:1 1:2 2:1; do ip address add 2001:db8:0:$host::/128 dev lo nodad || exit; done
    for try in $(seq 500); do ip route get 2001:db8:0:2:1:: >/dev/null 2>&1 && break; sleep 0.01; done
    exec \"$@\"";

/// The same command in a network of its own.
fn in_network(program: &Command) -> Command {
    let mut command = Command::new("unshare");
    command
        .args(["--map-root-user", "--net", "sh", "-c", NETWORK, "sh"])
        .arg(program.get_program())
        .args(program.get_args());
    for (name, value) in program.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command
}

/// Whether this system has such networks; it says if not.
fn has_networks(what: &str) -> bool {
    let probe = in_network(&Command::new("true")).stdin(Stdio::null()).output();
    let failure = match probe {
        Ok(output) if output.status.success() => return true,
        Ok(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
        Err(error) => error.to_string(),
    };
    left_out(what, &format!("there is no network namespace: {}", failure.trim()));
    false
}

/// Set in such a network.
const INSIDE: &str = "PLYD_TEST_IN_NETWORK";

/// Runs the test of this name once more, in a network of its own. `None` if this is that run. Otherwise what it has
/// printed, which is nothing where the system has no such networks.
pub(super) fn again_in_network(test: &str, what: &str) -> Option<String> {
    if env::var_os(INSIDE).is_some() {
        return None;
    }
    if !has_networks(what) {
        return Some(String::new());
    }
    let mut again = Command::new(env::current_exe().expect("it is a program"));
    again.args(["--exact", test, "--nocapture"]).env(INSIDE, "1");
    let output = in_network(&again).output().expect("it starts");
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
    Some(said)
}

/// A server for all addresses of a network of its own, if this system has such.
fn server(settings: &[(&str, &str)]) -> Option<Daemon> {
    let mut plyd = command(&["serve", "--allow-remote=no-token,no-tls", "--listen", "[::]:0"]);
    plyd.envs(settings.iter().copied());
    has_networks("sessions of one address").then(|| Daemon::spawn(in_network(&plyd)))
}

/// A client in the server's network, at the address that it connects to.
fn client(daemon: &Daemon, address: &str) -> Engine {
    let connect = command(&["connect", &format!("{address}:{}", daemon.address().port())]);
    let mut entered = Command::new("nsenter");
    entered.args(["--preserve-credentials", "--user", "--net", "--target", &daemon.process.id().to_string()]);
    copy_environment(&connect, &mut entered);
    entered.arg(connect.get_program()).args(connect.get_args());
    Engine::spawn(entered)
}

fn assert_served(client: &mut Engine) {
    assert_eq!(client.ask("debug off"), [""; 0]);
}

const REFUSED: &str = "info string error too-many-sessions all 2 sessions of one address are taken (setting \
                       server.max-per-address); try again later";

#[test]
fn an_address_has_so_many_sessions_and_leaves_the_others_theirs() {
    let settings = [("PLYD_SERVER_MAX_PER_ADDRESS", "2"), ("PLYD_LOG_LEVEL", "info")];
    let Some(daemon) = server(&settings) else { return };
    let (mut first, mut second) = (client(&daemon, "192.0.2.1"), client(&daemon, "192.0.2.1"));
    [&mut first, &mut second].into_iter().for_each(assert_served);
    assert_eq!(client(&daemon, "192.0.2.1").rest(), [REFUSED]);
    let log = daemon.log_until("a client was refused");
    let line = log.last().expect("it is the last one");
    assert!(line.contains("192.0.2.1") && line.contains("server.max-per-address"), "{line}");

    let mut others = ["192.0.2.2", "127.0.0.1", "127.0.0.1", "127.0.0.1", "[::1]", "[::1]", "[::1]"]
        .map(|address| client(&daemon, address));
    others.iter_mut().for_each(assert_served);

    // The place is free as soon as the session has ended.
    first.send("quit");
    assert!(first.rest().is_empty());
    first.process.wait();
    let deadline = Instant::now() + PATIENCE;
    loop {
        let mut third = client(&daemon, "192.0.2.1");
        third.send("isready");
        if third.line() == "readyok" {
            break;
        }
        assert!(Instant::now() < deadline, "the place was not freed");
        sleep(Duration::from_millis(20));
    }
}

#[test]
fn the_addresses_of_an_ipv6_network_count_as_one() {
    let Some(daemon) = server(&[("PLYD_SERVER_MAX_PER_ADDRESS", "2")]) else { return };
    let mut served =
        ["[2001:db8:0:1:1::]", "[2001:db8:0:1:2::]", "[2001:db8:0:2:1::]"].map(|address| client(&daemon, address));
    served.iter_mut().for_each(assert_served);
    assert_eq!(client(&daemon, "[2001:db8:0:1:1::]").rest(), [REFUSED]);
}

/// However often a client is refused, the log has a line a second, and counts all.
#[test]
fn refusals_do_not_fill_the_log() {
    const REFUSALS: u64 = 500;
    let mut plyd = command(&["serve", "--listen", "127.0.0.1:0"]);
    plyd.env("PLYD_SERVER_MAX_SESSIONS", "1");
    let daemon = Daemon::spawn(plyd);
    let mut only = daemon.client();
    assert!(only.ask("debug off").is_empty());
    let begun = Instant::now();
    for _ in 0..REFUSALS {
        drop(daemon.stream());
    }
    let (mut counted, mut lines) = (0, 0);
    while counted < REFUSALS {
        let line = daemon.log_until("refused").pop().expect("it is the last one");
        lines += 1;
        // A line by itself is one refusal more than those that it says were left out.
        counted += u64::from(line.contains("a client was refused"));
        let (_, left_out) = line.split_once("left_out=").expect("it counts what was left out");
        counted += left_out.split(' ').next().and_then(|count| count.parse::<u64>().ok()).expect("it is a number");
    }
    assert_eq!(counted, REFUSALS);
    assert!(lines <= begun.elapsed().as_secs() + 2, "{lines} lines in {:?}", begun.elapsed());
}
