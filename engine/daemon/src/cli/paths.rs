//! Files and folders of the command line.

use super::standard_output::is_named;
use clap::builder::{PathBufValueParser, TypedValueParser};
use plyd_foreign::absolute;
use std::path::PathBuf;

/// Reads a path, and makes it absolute: a library that is loaded later may change the working folder. Standard output
/// stays `-`.
pub(super) fn given_path() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().map(|path| if is_named(&path) { path } else { absolute(&path) })
}
