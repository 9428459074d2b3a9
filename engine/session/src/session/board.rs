//! The position of a session: in this process, or in its child.

use crate::isolated::{AwayBoard, Seat};
use plyd_host::{Library, Position};
use std::sync::Arc;

/// A position that was set up.
#[derive(Clone, Debug)]
pub(super) enum Board {
    /// In this process, which has loaded the library.
    Here(Position),
    /// In the child of this seat.
    Away(Arc<Seat>, Arc<AwayBoard>),
}

impl Board {
    /// The library that it was set up with.
    pub(super) fn library(&self) -> &Arc<Library> {
        match self {
            Self::Here(position) => position.game().library(),
            Self::Away(_, board) => &board.library,
        }
    }
}
