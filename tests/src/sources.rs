//! What authors of games have on their machines: plyd's sources, with the program built in them, and compilers.

use crate::binary;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The folder of the crate that games in Rust depend on.
pub const SDK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../plugins/sdk");

/// A folder laid out as plyd's sources are after `cargo build --release`, wherever this test was built.
#[derive(Debug)]
pub struct Sources(TempDir);

impl Sources {
    /// With a copy of the built binary, and without any game.
    ///
    /// # Panics
    /// It cannot be written.
    #[must_use]
    pub fn new() -> Self {
        let sources = Self(tempfile::tempdir().expect("there is a temporary folder"));
        let built = sources.binary();
        fs::create_dir_all(built.parent().expect("it lies in a folder")).expect("the folder can be written");
        fs::copy(binary(), built).expect("the folder can be written");
        sources
    }

    /// The binary in it.
    #[must_use]
    pub fn binary(&self) -> PathBuf {
        let folder = self.0.path().join("target").join("release");
        folder.join(format!("plyd{}", std::env::consts::EXE_SUFFIX))
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Default for Sources {
    fn default() -> Self {
        Self::new()
    }
}
