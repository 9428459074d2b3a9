/// The protocol of the client. Every command of both works in both. The mode decides the units of mate scores and
/// whether `bestmove` may have a ponder move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// After `uci`, and before either word.
    #[default]
    Uci,
    /// After `ugi`.
    Ugi,
}
