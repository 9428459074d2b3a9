//! The names by which browsers may reach the page.
//!
//! A hostile page can have its own name lead to this machine after it was loaded ("DNS rebinding"). Its requests then
//! carry that name as their `Host`, so a list of names keeps it out.

use crate::listen_address::ListenAddress;
use std::net::{IpAddr, Ipv6Addr};

/// The names of this machine in the form that browsers write.
const OWN_NAMES: [&str; 4] = ["127.0.0.1", "[::1]", "localhost", "localhost."];

/// The names.
#[derive(Debug)]
pub(crate) struct Hosts {
    /// The port of the page; `None` with a Unix socket, which only a proxy reaches.
    port: Option<u16>,
    /// Whether the page can be reached only from this machine.
    is_local: bool,
    /// Those of the settings, in lower case.
    named: Vec<String>,
}

impl Hosts {
    /// Those of an address, and those that are named in a list with commas.
    pub(crate) fn new(address: Option<&ListenAddress>, named: &str) -> Self {
        let port = match address {
            Some(ListenAddress::Tcp(address)) => Some(address.port()),
            Some(ListenAddress::Unix(_)) | None => None,
        };
        let named = named.split(',').map(|host| host.trim().to_ascii_lowercase()).filter(|host| !host.is_empty());
        Self { port, is_local: address.is_none_or(ListenAddress::is_local), named: named.collect() }
    }

    /// Whether a request for this host, `NAME` or `NAME:PORT`, is for the page.
    pub(crate) fn know(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        if self.named.contains(&host) {
            return true;
        }
        let (name, port) = split(&host);
        if port != self.port {
            return false;
        }
        // No one else can have an address as a domain name, so an address is safe if other machines can reach the page.
        OWN_NAMES.contains(&name) || (!self.is_local && is_address(name))
    }
}

/// Whether this is a name of this machine, or an address, which no one can have as a domain name; with any port or
/// none.
pub(crate) fn is_nobodys(host: &str) -> bool {
    let host = host.to_ascii_lowercase();
    let (name, _) = split(&host);
    OWN_NAMES.contains(&name) || is_address(name)
}

/// The name and the port of a host. A browser leaves out the port of its scheme, which only a named host can have.
fn split(host: &str) -> (&str, Option<u16>) {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => (name, port.parse().ok()),
        _ => (host, None),
    }
}

fn is_address(name: &str) -> bool {
    let inner = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
    inner.map_or_else(
        || name.parse::<IpAddr>().is_ok_and(|address| address.is_ipv4()),
        |v6| v6.parse::<Ipv6Addr>().is_ok(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_of_this_machine_has_its_names_and_its_port() {
        let hosts = Hosts::new(Some(&"127.0.0.1:7880".parse().unwrap()), "board.example.org, Other:81");
        for host in [
            "127.0.0.1:7880",
            "localhost:7880",
            "LOCALHOST:7880",
            "localhost.:7880",
            "[::1]:7880",
            "board.example.org",
            "other:81",
        ] {
            assert!(hosts.know(host), "{host}");
        }
        for host in [
            "",
            "127.0.0.1",
            "localhost",
            "127.0.0.1:7881",
            "localhost:",
            "localhost:+7880",
            "192.0.2.1:7880",
            "evil.example.org:7880",
            "127.0.0.1.evil.example.org:7880",
            "localhost:7880:7880",
            "board.example.org:7880",
            "other",
        ] {
            assert!(!hosts.know(host), "{host}");
        }
    }

    #[test]
    fn addresses_and_names_of_this_machine_are_nobodys() {
        for host in ["127.0.0.1:1", "localhost", "LOCALHOST:9", "[::1]", "[::1]:7", "192.0.2.1", "[2001:db8::1]:80"] {
            assert!(is_nobodys(host), "{host}");
        }
        for host in
            ["", "evil.example", "evil.example:80", "127.0.0.1.evil.example", "localhost.evil.example:1", "::1:80"]
        {
            assert!(!is_nobodys(host), "{host}");
        }
    }

    #[test]
    fn a_page_for_other_machines_has_every_address_but_no_other_name() {
        let hosts = Hosts::new(Some(&"0.0.0.0:80".parse().unwrap()), "");
        for host in ["192.0.2.1:80", "[2001:db8::1]:80", "localhost:80"] {
            assert!(hosts.know(host), "{host}");
        }
        for host in ["evil.example.org:80", "192.0.2.1:81", "::1:80", "192.0.2:80"] {
            assert!(!hosts.know(host), "{host}");
        }
    }
}
