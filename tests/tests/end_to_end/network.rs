//! Tests whose clients have addresses of a network of their own, which is in no other process: that of this machine is
//! not counted.

use plyd_trials::left_out;
use std::env;
use std::process::{Command, Stdio};

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
