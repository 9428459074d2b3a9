use plyd_arena::MatchError;
use plyd_record::StoreError;

/// The reason why a distributed match cannot begin or continue.
#[derive(Debug, thiserror::Error)]
pub enum DistributeError {
    /// An error of the match itself: its settings, openings, library or record.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The broker cannot be reached, or rejects a request.
    #[error("the broker {url}: {what}: {reason}")]
    Broker {
        /// The address of the broker, without secrets.
        url: String,
        /// The operation.
        what: &'static str,
        /// The reason.
        reason: String,
    },
    /// The request is invalid.
    #[error("{0}")]
    Refused(String),
    /// An error of a file or of the system.
    #[error("{what}: {error}")]
    System {
        /// The operation.
        what: String,
        /// The cause. It is not the source of the error, because the error's text contains it.
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
