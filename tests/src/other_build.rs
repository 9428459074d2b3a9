//! Libraries whose textbook search comes from another build.

use crate::built_folder;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::path::PathBuf;

/// The file of the built library of this game.
///
/// # Panics
/// As [`built_folder`].
#[must_use]
pub fn built_library(id: &str) -> PathBuf {
    built_folder().join(format!("{DLL_PREFIX}plyd_{id}{DLL_SUFFIX}"))
}

/// The same library, in which the number of the build of its textbook search is another one than this, as if the search
/// had had other sources when the library was built.
///
/// # Panics
/// The library does not hold the number exactly once.
#[must_use]
pub fn of_another_build(id: &str, build: u64) -> Vec<u8> {
    let mut library = fs::read(built_library(id)).expect("the library was built");
    let number = build.to_le_bytes();
    let places: Vec<usize> =
        library.windows(number.len()).enumerate().filter(|(_, bytes)| *bytes == number).map(|(at, _)| at).collect();
    let [place] = places[..] else { panic!("{id} has the number of the build at {places:?}, but should have it once") };
    library[place] ^= 1;
    library
}
