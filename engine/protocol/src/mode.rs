/// Which of the two protocols the client speaks. Every command of both is understood in both; the mode decides how mate
/// scores count and whether `bestmove` may carry a ponder move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// After `uci`, and before either word.
    #[default]
    Uci,
    /// After `ugi`.
    Ugi,
}
