//! Messages between a process and its children: a line of JSON each.

use serde::Serialize;
use std::io;

/// A message as a line.
///
/// # Errors
/// It cannot be written as text, such as a path that is none.
pub fn message_line(message: &impl Serialize) -> io::Result<String> {
    Ok(serde_json::to_string(message)? + "\n")
}
