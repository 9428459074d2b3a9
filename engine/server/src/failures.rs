//! Wrong tokens, counted by the address from which they come.

use crate::places::network;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long one wrong token is remembered.
const FORGIVEN_AFTER: Duration = Duration::from_secs(6);
/// The maximum number of wrong tokens that are remembered of an address before nothing more is taken from it.
const MOST: u32 = 10;
/// How much later each further wrong token is answered.
const DELAY: Duration = Duration::from_millis(200);
/// The maximum number of addresses that are remembered. The one that is forgiven first gives way.
const MOST_ADDRESSES: usize = 1_024;

/// The wrong tokens of late. All addresses of this machine count as one, and so do those of an IPv6 network.
#[derive(Debug, Default)]
pub(crate) struct Failures {
    /// When all wrong tokens of an address are forgiven.
    forgiven: Mutex<HashMap<IpAddr, Instant>>,
}

impl Failures {
    /// Counts a wrong token; how long to wait before it is answered.
    pub(crate) fn count(&self, address: IpAddr, now: Instant) -> Duration {
        let address = network(address);
        let mut all = self.forgiven();
        if !all.contains_key(&address) && all.len() >= MOST_ADDRESSES {
            all.retain(|_, end| *end > now);
            if all.len() >= MOST_ADDRESSES {
                let first = all.iter().min_by_key(|(_, end)| **end).map(|(first, _)| *first);
                first.map(|first| all.remove(&first));
            }
        }
        let end = all.entry(address).or_insert(now);
        *end = (*end).max(now) + FORGIVEN_AFTER;
        DELAY * remembered(*end, now)
    }

    /// How long nothing is taken from this address; `None` if something is.
    pub(crate) fn shut(&self, address: IpAddr, now: Instant) -> Option<Duration> {
        let end = *self.forgiven().get(&network(address))?;
        (remembered(end, now) >= MOST).then(|| end - now - FORGIVEN_AFTER * (MOST - 1))
    }

    fn forgiven(&self) -> MutexGuard<'_, HashMap<IpAddr, Instant>> {
        self.forgiven.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How many wrong tokens are not forgiven yet.
fn remembered(end: Instant, now: Instant) -> u32 {
    let left = end.saturating_duration_since(now).as_nanos().div_ceil(FORGIVEN_AFTER.as_nanos());
    u32::try_from(left).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    #[test]
    fn an_address_is_shut_after_some_wrong_tokens_and_opens_by_itself() {
        let (failures, start) = (Failures::default(), Instant::now());
        let address = |text: &str| -> IpAddr { text.parse().unwrap() };
        let own = address("127.0.0.1");
        for count in 1..=MOST {
            assert_eq!(failures.shut(own, start), None);
            assert_eq!(failures.count(own, start), DELAY * count);
        }
        assert_eq!(failures.shut(own, start), Some(FORGIVEN_AFTER));
        assert_eq!(failures.shut(address("::1"), start), Some(FORGIVEN_AFTER), "it is the same machine");
        assert_eq!(failures.shut(address("192.0.2.1"), start), None);
        assert_eq!(failures.shut(own, start + FORGIVEN_AFTER), None);
        let later = start + FORGIVEN_AFTER * MOST;
        assert_eq!(failures.count(own, later), DELAY, "all are forgiven");
    }

    #[test]
    fn many_addresses_take_little_memory() {
        let (failures, start) = (Failures::default(), Instant::now());
        let guilty = IpAddr::from([192, 0, 2, 1]);
        for _ in 0..MOST {
            failures.count(guilty, start);
        }
        for number in 0..10_000 {
            failures.count(Ipv4Addr::from_bits(0x0a00_0000 + number).into(), start);
        }
        assert_eq!(failures.forgiven().len(), MOST_ADDRESSES);
        assert!(failures.shut(guilty, start).is_some(), "it is not the first to be forgotten");
    }
}
