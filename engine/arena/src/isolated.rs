//! Games whose library runs in child processes: each worker has a child, which plays whole units.
//!
//! The match itself loads no library. [`MatchChildren`] belong to it, and start a child for each worker. What is asked
//! and said are `messages`; `child` is the parent's side of one, [`serve_match`] the child's. A child that crashes or
//! hangs costs the games of its unit that had not ended: another one plays them again.
//!
//! A child has limits, so it starts no programs, and connects to nothing. The match does that for it (`engines`), and hands
//! the streams over, which the child asks for by its `link`.
//!
//! The parent believes nothing that a child says: `terms` are what it may say.

mod child;
mod children;
mod engines;
mod inside;
mod link;
mod messages;
mod player;
mod terms;
#[cfg(test)]
mod tests;

pub use children::MatchChildren;
pub use inside::serve_match;
