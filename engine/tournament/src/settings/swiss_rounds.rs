//! The number of rounds of a Swiss tournament.

/// Returns the maximum number of rounds. More rounds than are needed for everyone to meet everyone would be pointless,
/// and a large number of rounds is better played as a round robin.
pub(crate) fn most_rounds(engines: usize) -> u64 {
    (engines.saturating_sub(1) + engines % 2).clamp(1, 100) as u64
}

/// Returns the default number of rounds, one more than in a knockout.
pub(crate) fn usual_rounds(engines: usize) -> u64 {
    (u64::from(engines.next_power_of_two().ilog2()) + 1).min(most_rounds(engines))
}
