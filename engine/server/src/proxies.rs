//! The proxies that say whose requests they bring.
//!
//! A header is what its sender likes. So it is read only from addresses that the settings trust, and of its list only the
//! last address that is no such proxy: that one was added by a proxy, those before it by anybody.

use crate::connection::PeerAddress;
use axum::http::{HeaderMap, HeaderName, header};
use plyd_settings::CrateKind;
use serde::{Deserialize, Serialize};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// What a list has for programs that come over the Unix socket of the page.
const UNIX: &str = "unix";

/// The address of clients whose proxy does not say where they are.
const UNKNOWN: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The proxies whose word counts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
pub struct TrustedProxies {
    words: Vec<String>,
    networks: Vec<AddressRange>,
    has_unix: bool,
}

/// Addresses that begin with the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct AddressRange {
    address: IpAddr,
    bits: u32,
}

/// A text that is no such list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", TrustedProxies::EXPECTED)]
pub struct ProxiesError;

/// Two headers that contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HeaderConflict;

impl TrustedProxies {
    /// The right values in words.
    pub const EXPECTED: &str =
        "a list of addresses and networks, such as 127.0.0.1, 10.0.0.0/8 or 2001:db8::/32, or the word unix";

    /// Those of these words.
    ///
    /// # Errors
    /// One is neither an address, nor a network, nor the word for Unix sockets.
    pub fn of<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<Self, ProxiesError> {
        let mut proxies = Self::default();
        for word in words {
            if word == UNIX {
                proxies.has_unix = true;
            } else {
                proxies.networks.push(AddressRange::read(word).ok_or(ProxiesError)?);
            }
            proxies.words.push(word.to_owned());
        }
        Ok(proxies)
    }

    /// Whether the other end of a connection is such a proxy.
    pub(crate) fn trust(&self, peer: PeerAddress) -> bool {
        match peer {
            PeerAddress::Tcp(address) => self.have(address.ip()),
            #[cfg(unix)]
            PeerAddress::Local => self.has_unix,
            PeerAddress::Forwarded(_) => false,
        }
    }

    /// The client of a request that came over a connection with this other end.
    ///
    /// # Errors
    /// Two headers name different clients. One of them may be the client's own invention.
    pub(crate) fn client(&self, peer: PeerAddress, fields: &HeaderMap) -> Result<PeerAddress, HeaderConflict> {
        if !self.trust(peer) {
            return Ok(peer);
        }
        let [standard, usual] = [header::FORWARDED, X_FORWARDED_FOR].map(|name| {
            // What a client writes before the proxy's own words must not spoil those.
            let values: Vec<_> =
                fields.get_all(&name).iter().map(|value| String::from_utf8_lossy(value.as_bytes())).collect();
            (!values.is_empty()).then(|| self.last_client(values.join(",").split(','), name == header::FORWARDED))
        });
        match (standard, usual) {
            (None, None) => Ok(peer),
            (Some(one), None) | (None, Some(one)) => Ok(one.map_or(peer, PeerAddress::Forwarded)),
            (Some(one), Some(other)) if one == other => Ok(one.map_or(peer, PeerAddress::Forwarded)),
            (Some(_), Some(_)) => Err(HeaderConflict),
        }
    }

    /// The last address of a list that is no proxy; `None` if there is none. A client whose address the proxy keeps back is
    /// [`UNKNOWN`]: all of them share the places of one address.
    fn last_client<'a>(&self, list: impl DoubleEndedIterator<Item = &'a str>, is_standard: bool) -> Option<IpAddr> {
        for element in list.rev() {
            let node = if is_standard { forwarded_for(element) } else { Some(element) };
            let address = node.and_then(read_node).unwrap_or(UNKNOWN);
            if !self.have(address) || address == UNKNOWN {
                return Some(address);
            }
        }
        None
    }

    fn have(&self, address: IpAddr) -> bool {
        self.networks.iter().any(|network| network.has(address))
    }
}

impl TryFrom<Vec<String>> for TrustedProxies {
    type Error = ProxiesError;

    fn try_from(words: Vec<String>) -> Result<Self, ProxiesError> {
        Self::of(words.iter().map(String::as_str))
    }
}

impl From<TrustedProxies> for Vec<String> {
    fn from(proxies: TrustedProxies) -> Self {
        proxies.words
    }
}

impl AddressRange {
    fn read(text: &str) -> Option<Self> {
        let (address, bits) = text.split_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
        let address: IpAddr = address.parse().ok()?;
        let most = if address.is_ipv4() { Ipv4Addr::BITS } else { Ipv6Addr::BITS };
        let bits = bits.map_or(Some(most), |bits| bits.parse().ok().filter(|bits| *bits <= most))?;
        // An address of version 4 may be written as one of version 6, whose first bits say so.
        let canonical = address.to_canonical();
        let is_mapped = address.is_ipv6() && canonical.is_ipv4();
        let bits = if is_mapped { bits.checked_sub(Ipv6Addr::BITS - Ipv4Addr::BITS)? } else { bits };
        Some(Self { address: canonical, bits })
    }

    fn has(&self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(one), IpAddr::V4(other)) => {
                let differ = one.to_bits() ^ other.to_bits();
                differ.checked_shr(Ipv4Addr::BITS - self.bits).unwrap_or_default() == 0
            }
            (IpAddr::V6(one), IpAddr::V6(other)) => {
                let differ = one.to_bits() ^ other.to_bits();
                differ.checked_shr(Ipv6Addr::BITS - self.bits).unwrap_or_default() == 0
            }
            _ => false,
        }
    }
}

/// What an element of the header `Forwarded` says of its client.
fn forwarded_for(element: &str) -> Option<&str> {
    element.split(';').find_map(|pair| {
        let (name, value) = pair.split_once('=')?;
        name.trim().eq_ignore_ascii_case("for").then_some(value)
    })
}

/// An address, perhaps with a port, in quotes, or in brackets.
fn read_node(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let text = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let address = bare.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()))?;
    Some(IpAddr::to_canonical(&address))
}

/// The kind of settings that are such a list.
pub(crate) static PROXIES: CrateKind = CrateKind {
    expected: TrustedProxies::EXPECTED,
    example: "127.0.0.1, 2001:db8::/32, unix",
    accept: |value, _| {
        let is_right = CrateKind::words(&value).is_some_and(|words| TrustedProxies::of(words).is_ok());
        is_right.then_some(value)
    },
    read: |text| if text.is_empty() { toml::Value::Array(Vec::new()) } else { CrateKind::read_words(text) },
};

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn proxies(words: &[&str]) -> TrustedProxies {
        TrustedProxies::of(words.iter().copied()).unwrap()
    }

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn networks_have_the_addresses_with_the_same_first_bits() {
        for (network, inside, outside) in [
            ("127.0.0.1", "127.0.0.1", "127.0.0.2"),
            ("127.0.0.1", "::ffff:127.0.0.1", "::1"),
            ("10.0.0.0/8", "10.255.0.1", "11.0.0.1"),
            ("192.0.2.128/25", "192.0.2.129", "192.0.2.127"),
            ("2001:db8::/32", "2001:db8:ffff::1", "2001:db9::1"),
            ("0.0.0.0/0", "203.0.113.9", "2001:db8::1"),
            ("::/0", "2001:db8::1", "203.0.113.9"),
            ("::ffff:10.0.0.0/104", "10.255.0.1", "127.0.0.1"),
            ("::ffff:10.0.0.0/104", "::ffff:10.255.0.1", "::ffff:11.0.0.1"),
            ("::ffff:10.0.0.1/128", "10.0.0.1", "10.0.0.2"),
            ("::ffff:10.0.0.1", "10.0.0.1", "10.0.0.2"),
            ("::ffff:0:0/96", "203.0.113.9", "2001:db8::1"),
        ] {
            let proxies = proxies(&[network]);
            assert!(proxies.have(address(inside)), "{network} {inside}");
            assert!(!proxies.have(address(outside)), "{network} {outside}");
        }
        for word in [
            "",
            "10.0.0.0/33",
            "10.0.0.0/",
            "10.0.0.0/-1",
            "proxy.example.org",
            "10.0.0.1:80",
            "Unix",
            "::ffff:0:0/95",
            "::ffff:10.0.0.0/8",
        ] {
            assert_eq!(TrustedProxies::of([word]), Err(ProxiesError), "{word}");
        }
    }

    /// The client of a request from `peer` with these fields.
    fn client(words: &[&str], peer: &str, fields: &[(&'static str, &'static str)]) -> Result<String, HeaderConflict> {
        let mut all = HeaderMap::new();
        for (name, value) in fields {
            all.append(*name, HeaderValue::from_static(value));
        }
        let peer = PeerAddress::Tcp(SocketAddr::new(address(peer), 1));
        proxies(words).client(peer, &all).map(|peer| peer.ip().to_string())
    }

    #[test]
    fn only_the_last_address_that_is_no_proxy_counts() {
        const USUAL: &str = "x-forwarded-for";
        const STANDARD: &str = "forwarded";
        for (words, peer, fields, expected) in [
            // From anybody else the headers mean nothing.
            (&[][..], "127.0.0.1", &[(USUAL, "192.0.2.1")][..], "127.0.0.1"),
            (&["10.0.0.1"], "10.0.0.2", &[(USUAL, "192.0.2.1")], "10.0.0.2"),
            (&["10.0.0.1"], "10.0.0.1", &[], "10.0.0.1"),
            (&["10.0.0.1"], "10.0.0.1", &[(USUAL, "192.0.2.1")], "192.0.2.1"),
            // A client has invented the first ones.
            (&["10.0.0.1"], "10.0.0.1", &[(USUAL, "127.0.0.1, 203.0.113.5,192.0.2.1")], "192.0.2.1"),
            (&["10.0.0.1"], "10.0.0.1", &[(USUAL, "127.0.0.1"), (USUAL, "192.0.2.1")], "192.0.2.1"),
            (&["10.0.0.1"], "10.0.0.1", &[(USUAL, "10.0.0.1")], "10.0.0.1"),
            // A chain of proxies.
            (&["10.0.0.0/8"], "10.0.0.1", &[(USUAL, "203.0.113.5, 192.0.2.1, 10.7.0.1")], "192.0.2.1"),
            (&["10.0.0.0/8"], "10.0.0.1", &[(USUAL, "192.0.2.1, unknown")], "0.0.0.0"),
            (&["10.0.0.0/8"], "10.0.0.1", &[(USUAL, "")], "0.0.0.0"),
            (&["10.0.0.1"], "10.0.0.1", &[(STANDARD, "for=203.0.113.5, for=192.0.2.1;proto=https")], "192.0.2.1"),
            (&["10.0.0.1"], "10.0.0.1", &[(STANDARD, "proto=https;For=\"[2001:db8::1]:4711\"")], "2001:db8::1"),
            (&["10.0.0.1"], "10.0.0.1", &[(STANDARD, "for=192.0.2.1, for=_hidden")], "0.0.0.0"),
            (&["10.0.0.1"], "10.0.0.1", &[(STANDARD, "for=192.0.2.1, by=10.0.0.1")], "0.0.0.0"),
            (&["10.0.0.1"], "10.0.0.1", &[(USUAL, "192.0.2.1:4711")], "192.0.2.1"),
            (&["10.0.0.1"], "::ffff:10.0.0.1", &[(USUAL, "::ffff:192.0.2.1")], "192.0.2.1"),
            (&["10.0.0.1"], "10.0.0.1", &[(USUAL, "192.0.2.1"), (STANDARD, "for=192.0.2.1")], "192.0.2.1"),
        ] {
            assert_eq!(client(words, peer, fields).as_deref(), Ok(expected), "{words:?} {peer} {fields:?}");
        }
        // A letter that a client has written before what the proxy says.
        let mut spoilt = HeaderMap::new();
        spoilt.append(USUAL, HeaderValue::from_bytes(b"\xc3\xa4, 192.0.2.1").unwrap());
        let proxy = PeerAddress::Tcp(SocketAddr::new(address("10.0.0.1"), 1));
        assert_eq!(proxies(&["10.0.0.1"]).client(proxy, &spoilt).map(|peer| peer.ip()), Ok(address("192.0.2.1")));
        let both = [(USUAL, "192.0.2.1"), (STANDARD, "for=203.0.113.5")];
        assert_eq!(client(&["10.0.0.1"], "10.0.0.1", &both), Err(HeaderConflict));
        assert_eq!(client(&[], "10.0.0.1", &both).as_deref(), Ok("10.0.0.1"));
    }
}
