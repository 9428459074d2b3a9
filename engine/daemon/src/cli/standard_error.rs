//! Standard error for people.

use plyd_foreign::one_line;
use std::io::{self, Write};

/// Prints a sentence on standard error, after the name of the program. Files, programs and libraries of others may have a
/// say in it, so it is one line.
pub(super) fn say(text: &str) {
    // Nothing is lost where it cannot be written.
    let _ = writeln!(io::stderr(), "plyd: {}", one_line(text));
}
