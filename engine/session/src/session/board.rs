//! A position as a session has set it up, wherever its library is called.

use crate::event::PositionFacts;
use crate::work::ClientSetup;
use plyd_host::Library;
use std::sync::Arc;

/// A position that was set up, or is set up as soon as something is asked about it.
#[derive(Clone, Debug)]
pub(super) struct SessionPosition {
    /// Of all of the session's.
    pub(super) number: u64,
    pub(super) library: Arc<Library>,
    pub(super) setup: Arc<ClientSetup>,
    /// What is known of it, once it was set up.
    pub(super) about: Option<PositionFacts>,
}
