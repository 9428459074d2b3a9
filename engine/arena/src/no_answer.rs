use crate::MatchError;
use plyd_tournament::EngineFault;

/// Why no move came.
#[derive(Debug)]
pub(crate) enum NoAnswer {
    /// The contestant failed, and loses.
    Fault(EngineFault),
    /// This process lacks what it takes to start the contestant, which is not to blame.
    Lack(String),
    /// The match cannot continue; no engine is at fault.
    Stopped(MatchError),
    /// The match was asked to end; no engine is at fault.
    Interrupted,
}

impl From<EngineFault> for NoAnswer {
    fn from(fault: EngineFault) -> Self {
        Self::Fault(fault)
    }
}
