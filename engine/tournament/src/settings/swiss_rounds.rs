//! The number of rounds of a Swiss tournament.

/// The most rounds: more than it takes until everyone has met everyone make no sense, and many are better played as a
/// round robin.
pub(crate) fn most_rounds(engines: usize) -> u64 {
    (engines.saturating_sub(1) + engines % 2).clamp(1, 100) as u64
}

/// As many rounds as a knockout would have, plus one.
pub(crate) fn usual_rounds(engines: usize) -> u64 {
    (u64::from(engines.next_power_of_two().ilog2()) + 1).min(most_rounds(engines))
}
