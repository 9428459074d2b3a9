use crate::random::Random;
use crate::settings::{OpeningOrder, OpeningSettings};

/// The part of the seed that shuffles openings; rounds, which count from 0, use the other parts.
const SHUFFLE: u64 = u64::MAX;

/// The places of a list of so many openings in the order of play.
#[must_use]
pub fn opening_order(count: usize, settings: &OpeningSettings, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.rotate_left((settings.start.saturating_sub(1) % count.max(1) as u64) as usize);
    if settings.order == OpeningOrder::Random {
        Random::for_part(seed, SHUFFLE).shuffle(&mut order);
    }
    order
}
