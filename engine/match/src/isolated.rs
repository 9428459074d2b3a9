//! Games whose library runs in child processes: each worker has a child, which plays whole units.
//!
//! The match itself loads no library. [`Children`] belong to it, and start a child for each worker; `conversation` is
//! the parent's side of one, [`serve_match`] the child's, and both say `messages`, each a line of JSON. A child that
//! crashes or hangs costs the games of its unit that had not ended: another one plays them again.
//!
//! The parent believes nothing that a child says: a game is one that was asked for, and a text has a limit.

mod children;
mod conversation;
mod inside;
mod messages;
mod player;

pub use children::Children;
pub use inside::serve_match;
pub use messages::is_asked;
pub(crate) use player::Player;
