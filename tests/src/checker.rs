//! `plyd check`, the checker of libraries.

use crate::{command, finish};
use std::path::Path;
use std::time::Duration;

/// Has `plyd check` examine a library, within the minute that it takes at most.
///
/// # Panics
/// It finds a fault.
pub fn assert_passes_the_checker(library: &Path) {
    let mut check = command(&["check"]);
    check.arg(library);
    let finished = finish(check, Duration::from_secs(90));
    assert!(finished.status.success(), "{finished:?}");
}
