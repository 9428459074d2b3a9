//! Wrong tokens, counted by the address from which they come.
//!
//! They only have wrong tokens answered later. A right token is let in however many wrong ones came from its address,
//! as many clients may share one, and 256 random bits cannot be guessed.

use crate::places::network;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long one wrong token is remembered.
const FORGIVEN_AFTER: Duration = Duration::from_secs(6);
/// The maximum number of wrong tokens that are remembered of an address.
const MOST: u32 = 10;
/// The additional delay for each wrong token.
const DELAY: Duration = Duration::from_millis(200);
/// The maximum number of addresses that are remembered. The one that is forgiven first gives way.
const MOST_ADDRESSES: usize = 1_024;

/// The recent wrong tokens. All addresses of this machine count as one, and so do all addresses of an IPv6 network.
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
        *end = ((*end).max(now) + FORGIVEN_AFTER).min(now + FORGIVEN_AFTER * MOST);
        DELAY * remembered(*end, now)
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
    fn wrong_tokens_are_answered_later_and_later_up_to_a_bound() {
        let (failures, start) = (Failures::default(), Instant::now());
        let address = |text: &str| -> IpAddr { text.parse().unwrap() };
        let own = address("127.0.0.1");
        for count in 1..=MOST {
            assert_eq!(failures.count(own, start), DELAY * count);
        }
        assert_eq!(failures.count(own, start), DELAY * MOST);
        assert_eq!(failures.count(address("::1"), start), DELAY * MOST, "it is the same machine");
        assert_eq!(failures.count(address("192.0.2.1"), start), DELAY);
        assert_eq!(failures.count(own, start + FORGIVEN_AFTER * 2), DELAY * (MOST - 1), "two are forgiven, one is new");
        let later = start + FORGIVEN_AFTER * (MOST + 2);
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
        assert_eq!(failures.count(guilty, start), DELAY * MOST, "it is not the first to be forgotten");
    }
}
