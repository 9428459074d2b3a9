//! The places for clients: so many in all, and so many for one address. If all are taken, a client may get the place of
//! one who does nothing: of some that are drawn, one that has sent nothing yet, or else the first.
//!
//! By their age those would lose their places that have nearly got in. By a strict order those would that come anew, as
//! soon as a crowd has sent a byte each. A draw leaves each client a chance, whatever the others do.

use std::collections::{BTreeMap, HashMap};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio_util::sync::CancellationToken;

/// The bits of an IPv6 address that identify a network: the owner of one address owns as many as its network has.
const NETWORK_BITS: u32 = 64;

/// The places that are drawn when one is to be given to a newcomer.
const DRAWN: usize = 4;

/// The places of a server.
#[derive(Debug)]
pub(crate) struct ClientLimits {
    /// The number of places.
    pub(crate) most: usize,
    /// The maximum number of places of one address.
    pub(crate) most_per_address: usize,
    taken: Mutex<TakenSlots>,
}

#[derive(Debug, Default)]
struct TakenSlots {
    all: usize,
    of: HashMap<IpAddr, usize>,
    /// The places that a newcomer may get.
    silent: BTreeMap<u64, SilentClient>,
    /// The number of the next silence.
    next: u64,
}

/// A place whose client does nothing.
#[derive(Debug)]
struct SilentClient {
    owner: Option<IpAddr>,
    lost: CancellationToken,
    manner: Manner,
}

/// How a client does nothing. Of those that are drawn the first kind loses its place first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Manner {
    /// It has sent nothing.
    Mute,
    /// It has sent something.
    Idle,
    /// It is in the middle of an answer that it does not take.
    Stalled,
}

/// A place, free again when it is dropped.
#[derive(Debug)]
pub(crate) struct ClientSlot {
    places: Arc<ClientLimits>,
    owner: Option<IpAddr>,
    /// The number of its silence, while a newcomer may get it.
    silence: Mutex<Option<u64>>,
    /// Whether its client has sent anything.
    has_sent: AtomicBool,
    /// Cancelled when a newcomer has got it.
    lost: CancellationToken,
}

/// Why there is no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Full {
    /// All are taken.
    All,
    /// This address has as many as it can have.
    Address,
}

impl ClientLimits {
    pub(crate) fn new(most: usize, most_per_address: usize) -> Arc<Self> {
        Arc::new(Self { most, most_per_address, taken: Mutex::default() })
    }

    /// A place for a client at this address.
    pub(crate) fn take(self: &Arc<Self>, address: IpAddr) -> Result<ClientSlot, Full> {
        let owner = owner(address);
        let mut taken = self.taken();
        if taken.all >= self.most {
            return Err(Full::All);
        }
        if taken.count(owner) >= self.most_per_address {
            return Err(Full::Address);
        }
        Ok(self.give(&mut taken, owner))
    }

    /// The same. If there is none, the client gets the place of one who does nothing: of its own address if that has
    /// too many, else of all.
    pub(crate) fn take_or_oust(self: &Arc<Self>, address: IpAddr) -> Result<ClientSlot, Full> {
        let owner = owner(address);
        let mut taken = self.taken();
        if taken.count(owner) >= self.most_per_address {
            taken.oust(|silent| silent.owner == owner).ok_or(Full::Address)?;
        }
        if taken.all >= self.most {
            taken.oust(|_| true).ok_or(Full::All)?;
        }
        Ok(self.give(&mut taken, owner))
    }

    fn give(self: &Arc<Self>, taken: &mut TakenSlots, owner: Option<IpAddr>) -> ClientSlot {
        taken.all += 1;
        if let Some(owner) = owner {
            *taken.of.entry(owner).or_default() += 1;
        }
        let (silence, has_sent, lost) = Default::default();
        ClientSlot { places: Arc::clone(self), owner, silence, has_sent, lost }
    }

    fn taken(&self) -> MutexGuard<'_, TakenSlots> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TakenSlots {
    /// The places of an owner. Addresses of this machine have none, and may take all.
    fn count(&self, owner: Option<IpAddr>) -> usize {
        owner.and_then(|owner| self.of.get(&owner)).copied().unwrap_or_default()
    }

    /// Frees a place of those that are meant; `None` if there is none.
    fn oust(&mut self, is_meant: impl Fn(&SilentClient) -> bool) -> Option<()> {
        let meant = self.silent.iter().filter(|(_, silent)| is_meant(silent));
        let mut drawn = fastrand::choose_multiple(meant, DRAWN);
        fastrand::shuffle(&mut drawn);
        let (&number, _) = drawn.into_iter().min_by_key(|(_, silent)| silent.manner)?;
        let silent = self.silent.remove(&number)?;
        silent.lost.cancel();
        self.free(silent.owner);
        Some(())
    }

    fn free(&mut self, owner: Option<IpAddr>) {
        self.all -= 1;
        let Some(owner) = owner else { return };
        if let Some(count) = self.of.get_mut(&owner) {
            *count -= 1;
            if *count == 0 {
                self.of.remove(&owner);
            }
        }
    }
}

impl ClientSlot {
    /// From now on its client is silent, and a newcomer may get the place.
    pub(crate) fn fall_silent(&self) {
        self.give_way(if self.has_sent.load(Relaxed) { Manner::Idle } else { Manner::Mute });
    }

    /// Its client has sent something. If it is silent, others that have not lose their places first.
    pub(crate) fn has_sent(&self) {
        if !self.has_sent.swap(true, Relaxed) {
            let mut taken = self.places.taken();
            let number = *self.silence();
            if let Some(silent) = number.and_then(|number| taken.silent.get_mut(&number)) {
                silent.manner = silent.manner.max(Manner::Idle);
            }
        }
    }

    /// From now on its client takes nothing of its answer, and a newcomer may get the place. Those that are
    /// silent lose theirs first.
    pub(crate) fn stall(&self) {
        self.give_way(Manner::Stalled);
    }

    fn give_way(&self, manner: Manner) {
        let mut taken = self.places.taken();
        if self.lost.is_cancelled() {
            return;
        }
        let mut silence = self.silence();
        silence.take().map(|number| taken.silent.remove(&number));
        let number = taken.next;
        taken.next += 1;
        taken.silent.insert(number, SilentClient { owner: self.owner, lost: self.lost.clone(), manner });
        *silence = Some(number);
    }

    /// From now on no one else gets it, unless it is taken already.
    pub(crate) fn speak(&self) {
        let mut taken = self.places.taken();
        self.silence().take().map(|number| taken.silent.remove(&number));
    }

    /// Waits until a newcomer has got it.
    pub(crate) async fn lost(&self) {
        self.lost.cancelled().await;
    }

    fn silence(&self) -> MutexGuard<'_, Option<u64>> {
        self.silence.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for ClientSlot {
    fn drop(&mut self) {
        self.speak();
        let mut taken = self.places.taken();
        if !self.lost.is_cancelled() {
            taken.free(self.owner);
        }
    }
}

/// The owner of an address. Addresses of this machine have no owner.
pub(crate) fn owner(address: IpAddr) -> Option<IpAddr> {
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
    fn a_client_that_takes_nothing_of_its_answer_gives_way_after_those_that_are_idle() {
        let places = ClientLimits::new(2, 2);
        let (stalled, idle) = (places.take(address("192.0.2.1")).unwrap(), places.take(address("192.0.2.2")).unwrap());
        stalled.stall();
        idle.fall_silent();
        let first = places.take_or_oust(address("192.0.2.3")).unwrap();
        assert!(idle.lost.is_cancelled() && !stalled.lost.is_cancelled());
        let second = places.take_or_oust(address("192.0.2.4")).unwrap();
        assert!(stalled.lost.is_cancelled());
        // These are being answered.
        assert_eq!(places.take_or_oust(address("192.0.2.5")).unwrap_err(), Full::All);
        drop((first, second));
    }

    #[test]
    fn places_come_back() {
        let places = ClientLimits::new(5, 2);
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

    #[test]
    fn a_newcomer_gets_the_place_of_one_that_is_silent() {
        let places = ClientLimits::new(3, 2);
        let take = |text: &str| places.take_or_oust(address(text));
        let [first, second, third] = ["127.0.0.1", "192.0.2.1", "192.0.2.1"].map(|text| take(text).unwrap());
        assert_eq!(take("127.0.0.1").unwrap_err(), Full::All, "nobody is silent");
        [&second, &first, &third].into_iter().for_each(ClientSlot::fall_silent);
        // Of its own address, though another one is silent too.
        second.speak();
        let fourth = take("192.0.2.1").unwrap();
        assert!(third.lost.is_cancelled() && !first.lost.is_cancelled());
        let fifth = take("192.0.2.2").unwrap();
        assert!(first.lost.is_cancelled() && !second.lost.is_cancelled());
        assert_eq!(take("192.0.2.3").unwrap_err(), Full::All, "those who speak stay");
        // One that is lost is not counted twice, and does not come back.
        first.fall_silent();
        drop((first, third));
        assert_eq!(places.taken().all, 3);
        fourth.fall_silent();
        fourth.fall_silent();
        drop((second, fourth, fifth));
        let taken = places.taken();
        assert_eq!((taken.all, taken.of.len(), taken.silent.len()), (0, 0, 0), "what is counted is forgotten");
    }

    /// How many of these clients keep their places when a crowd comes that sends nothing.
    fn kept(places: &Arc<ClientLimits>, clients: &[ClientSlot], crowd: usize) -> usize {
        let newcomers: Vec<_> = (0..crowd)
            .map(|_| {
                let place = places.take_or_oust(address("127.0.0.1")).unwrap();
                place.fall_silent();
                place
            })
            .collect();
        drop(newcomers);
        clients.iter().filter(|client| !client.lost.is_cancelled()).count()
    }

    /// Clients that take their places, of which each does this.
    fn clients(places: &Arc<ClientLimits>, count: usize, act: impl Fn(&ClientSlot)) -> Vec<ClientSlot> {
        let client = |_| {
            let place = places.take_or_oust(address("127.0.0.1")).unwrap();
            place.fall_silent();
            act(&place);
            place
        };
        (0..count).map(client).collect()
    }

    #[test]
    fn a_crowd_that_sends_nothing_does_not_oust_those_that_do() {
        let places = ClientLimits::new(256, 128);
        let silent = clients(&places, 246, |_| {});
        // While they greet, ten times as many come as there are places.
        let honest = clients(&places, 10, ClientSlot::has_sent);
        let count = kept(&places, &honest, 2_560);
        assert!(count >= 9, "{count} of 10");
        drop(silent);
    }

    #[test]
    fn whatever_a_crowd_has_sent_each_newcomer_has_a_chance() {
        // A crowd that has sent a byte each does not make those the first to go that are about to send theirs.
        let places = ClientLimits::new(256, 128);
        let mut crowd = clients(&places, 256, ClientSlot::has_sent);
        let mut count = 0;
        for _ in 0..100 {
            let honest = clients(&places, 1, |_| {});
            count += kept(&places, &honest, 1);
            drop(honest);
            crowd.extend(clients(&places, 2, ClientSlot::has_sent));
        }
        assert!(count >= 80, "{count} of 100");
        drop(crowd);
        // And of equals not the oldest goes.
        let places = ClientLimits::new(256, 128);
        let honest = clients(&places, 256, |_| {});
        let count = kept(&places, &honest, 256);
        // 37 % on average, with a deviation of 3 %.
        assert!((50..150).contains(&count), "{count} of 256");
    }
}
