//! The places for sessions: so many in all, and so many for one address.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The bits of an IPv6 address that identify a network: the owner of one address owns as many as its network has.
const NETWORK_BITS: u32 = 64;

/// The places of a server.
#[derive(Debug)]
pub(crate) struct Places {
    /// The number of places.
    pub(crate) most: usize,
    /// The maximum number of places of one address.
    pub(crate) most_per_address: usize,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    all: usize,
    of: HashMap<IpAddr, usize>,
}

/// A place, free again when it is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    places: Arc<Places>,
    owner: Option<IpAddr>,
}

/// Why there is no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Full {
    /// All are taken.
    All,
    /// This address has as many as it can have.
    Address,
}

impl Places {
    pub(crate) fn new(most: usize, most_per_address: usize) -> Arc<Self> {
        Arc::new(Self { most, most_per_address, taken: Mutex::default() })
    }

    /// A place for a client at this address.
    pub(crate) fn take(self: &Arc<Self>, address: IpAddr) -> Result<Place, Full> {
        let owner = owner(address);
        let mut taken = self.taken();
        if taken.all == self.most {
            return Err(Full::All);
        }
        if let Some(owner) = owner {
            let count = taken.of.entry(owner).or_default();
            if *count == self.most_per_address {
                return Err(Full::Address);
            }
            *count += 1;
        }
        taken.all += 1;
        Ok(Place { places: Arc::clone(self), owner })
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
        taken.all -= 1;
        let Some(owner) = self.owner else { return };
        if let Some(count) = taken.of.get_mut(&owner) {
            *count -= 1;
            if *count == 0 {
                taken.of.remove(&owner);
            }
        }
    }
}

/// The owner of an address. Addresses of this machine have no owner.
fn owner(address: IpAddr) -> Option<IpAddr> {
    Some(network(address)).filter(|owner| !owner.is_loopback())
}

/// The address itself, with IPv6 its network. All addresses of this machine are one.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        address if address.is_loopback() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(address) => {
            let network = u128::from(address) >> (Ipv6Addr::BITS - NETWORK_BITS) << (Ipv6Addr::BITS - NETWORK_BITS);
            IpAddr::V6(network.into())
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn an_address_has_its_own_places_and_an_ipv6_network_shares_them() {
        for (one, other, is_same) in [
            ("192.0.2.1", "192.0.2.1", true),
            ("192.0.2.1", "192.0.2.2", false),
            ("192.0.2.1", "::ffff:192.0.2.1", true),
            ("2001:db8::1", "2001:db8::ffff:ffff:ffff:ffff", true),
            ("2001:db8::1", "2001:db8:0:1::1", false),
            ("2001:db8::1", "2001:db9::1", false),
        ] {
            assert_eq!(owner(address(one)) == owner(address(other)), is_same, "{one} {other}");
        }
        // The network that the address of the machine itself would lie in is a network like any other.
        assert!(owner(address("::2")).is_some());
    }

    #[test]
    fn nobody_owns_the_addresses_of_this_machine() {
        for text in ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"] {
            assert_eq!(owner(address(text)), None, "{text}");
        }
    }

    #[test]
    fn places_come_back() {
        let places = Places::new(5, 2);
        let take = |text: &str| places.take(address(text));
        let (first, second) = (take("192.0.2.1").unwrap(), take("::ffff:192.0.2.1").unwrap());
        assert_eq!(take("192.0.2.1").unwrap_err(), Full::Address);
        let others = [take("192.0.2.2").unwrap(), take("127.0.0.1").unwrap(), take("127.0.0.1").unwrap()];
        assert_eq!(take("127.0.0.1").unwrap_err(), Full::All);
        assert_eq!(take("192.0.2.1").unwrap_err(), Full::All);
        drop(first);
        assert_eq!(take("192.0.2.3").map(drop), Ok(()));
        let third = take("192.0.2.1").unwrap();
        drop((second, third, others));
        let taken = places.taken();
        assert_eq!((taken.all, taken.of.len()), (0, 0), "what is counted is forgotten");
    }
}
