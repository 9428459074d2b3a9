use serde::{Deserialize, Serialize};

/// The protocol of the client. Every command of both works in both. The mode decides the units of mate scores and
/// whether `bestmove` may have a ponder move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mode {
    /// After `uci`, and before either word.
    #[default]
    Uci,
    /// After `ugi`.
    Ugi,
}
