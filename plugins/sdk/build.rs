//! Gives the textbook search of this build a number, which a library and its host compare before the library searches
//! by itself: a hash of all sources that decide what such a search visits and how both talk of it.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The variables with the source folders of the vocabulary and of the search, which the build scripts of these crates
/// set: the crates are in different places in the workspace, in the folder of a game and in a registry.
const CRATES: [&str; 2] = ["DEP_PLYD_RULES_SOURCES", "DEP_PLYD_TEXTBOOK_SOURCES"];

/// The SDK's part of the border between them, from the folder of this crate.
const BORDER: [&str; 2] = ["src/abi/search.rs", "src/export/search.rs"];

fn main() -> io::Result<()> {
    let folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the folder"));
    let crates = CRATES.map(|name| PathBuf::from(env::var_os(name).expect("the crate names its sources")));
    let mut hash = Fnv::START;
    for source in crates.into_iter().chain(BORDER.map(|file| folder.join(file))) {
        println!("cargo::rerun-if-changed={}", source.display());
        for file in files(&source)? {
            hash = hash.with(&fs::read(file)?);
        }
    }
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=PLYD_SEARCH_BUILD={:016x}", hash.0);
    Ok(())
}

/// The file, or all files of the folder and of those in it, in the order of their names.
fn files(path: &Path) -> io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let mut entries = fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    entries.sort();
    let mut all = Vec::new();
    for entry in entries {
        all.extend(files(&entry)?);
    }
    Ok(all)
}

/// The hash FNV-1a of 64 bits (G. Fowler, L. C. Noll, K.-P. Vo). It is enough to distinguish builds that differ by
/// accident, and it needs no other crate, which every author of a game would have to build.
struct Fnv(u64);

impl Fnv {
    const START: Self = Self(0xCBF2_9CE4_8422_2325);

    /// With one more file. Its length keeps the files apart.
    fn with(self, bytes: &[u8]) -> Self {
        let length = (bytes.len() as u64).to_le_bytes();
        bytes
            .iter()
            .chain(&length)
            .fold(self, |Self(hash), &byte| Self((hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)))
    }
}
