use plyd_arena::MatchError;
use plyd_record::StoreError;

/// Why a run over many machines cannot begin or continue.
#[derive(Debug, thiserror::Error)]
pub enum DistributeError {
    /// The match itself: its settings, its openings, its library, its record.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The broker cannot be reached, or refuses something.
    #[error("the broker {url}: {what}: {reason}")]
    Broker {
        /// Its address, without secrets.
        url: String,
        /// The operation.
        what: &'static str,
        /// The reason.
        reason: String,
    },
    /// What was asked for makes no sense.
    #[error("{0}")]
    Refused(String),
    /// A file or the system.
    #[error("{what}: {error}")]
    System {
        /// The operation.
        what: String,
        /// Why it failed. This is not the source of the error, because the error's text contains it.
        error: std::io::Error,
    },
}

impl From<StoreError> for DistributeError {
    fn from(error: StoreError) -> Self {
        Self::Match(error.into())
    }
}

impl DistributeError {
    pub(crate) fn system(what: impl Into<String>, error: std::io::Error) -> Self {
        Self::System { what: what.into(), error }
    }
}
