//! A child of the built binary that a test starts in the place of its parent.

use plyd_host::ContentHash;
use serde_json::json;
use std::fs;
use std::path::Path;

/// The first argument of such a child.
pub const SERVE_PARENT: &str = "serve-parent";

/// The first line that it reads: what it is for, and the library.
///
/// # Panics
/// The library cannot be read.
#[must_use]
pub fn order(role: &str, library: &Path, is_limited: bool) -> String {
    let content = ContentHash::of(&fs::read(library).expect("the library is there"));
    let order = json!({
        "role": role, "library": library, "copy": library, "content": content, "is_limited": is_limited, "readable": [],
        "data": [], "data_memory": 0, "niceness": 0, "search_threads": 0, "address_space": null, "memory": null,
    });
    format!("{order}\n")
}
