//! How many sessions one address may have. That of this machine is not counted.

use super::{TestServer, until};
use plyd_linked::Client;

const REFUSED: &str = "info string error too-many-sessions all 2 sessions of one address are taken (setting \
                       server.max-per-address); try again later";

fn server() -> TestServer {
    TestServer::start("tictactoe", |settings| settings.server.max_per_address = 2)
}

fn assert_served(client: &mut Client) {
    assert_eq!(client.ask("debug off"), [""; 0]);
}

#[test]
fn an_address_has_so_many_sessions_and_leaves_the_others_theirs() {
    let served = server();
    let (mut first, mut second) = (served.client_at("192.0.2.1"), served.client_at("192.0.2.1"));
    [&mut first, &mut second].into_iter().for_each(assert_served);
    assert_eq!(served.client_at("192.0.2.1").rest(), [REFUSED]);
    let log = served.log_until("a client was refused");
    let line = log.lines().last().expect("it is the last one");
    assert!(line.contains("192.0.2.1") && line.contains("server.max-per-address"), "{line}");

    let mut others = ["192.0.2.2", "127.0.0.1", "127.0.0.1", "127.0.0.1", "::1", "::1", "::1"]
        .map(|address| served.client_at(address));
    others.iter_mut().for_each(assert_served);

    // The place is free as soon as the session has ended.
    first.send("quit");
    assert!(first.rest().is_empty());
    drop(first);
    until("the place was not freed", || {
        let mut third = served.client_at("192.0.2.1");
        third.send("isready");
        third.line() == "readyok"
    });
}

#[test]
fn the_addresses_of_an_ipv6_network_count_as_one() {
    let served = server();
    let mut inside =
        ["2001:db8:0:1:1::", "2001:db8:0:1:2::", "2001:db8:0:2:1::"].map(|address| served.client_at(address));
    inside.iter_mut().for_each(assert_served);
    assert_eq!(served.client_at("2001:db8:0:1:1::").rest(), [REFUSED]);
}
