//! Builds of a library for newer processors, beside the plain one.
//!
//! Beside `libplyd_chess.so` there may be `v3/libplyd_chess.so`, the same library compiled for x86-64-v3: processors
//! with AVX2, BMI and others, which most have had since 2013 (the levels are those of the x86-64 psABI). A file
//! `v3/libplyd_chess.so.plain` names the plain build that it belongs to, so that no stale one is loaded after the plain
//! one was replaced. To clients both are one library, known by the plain file.

use crate::ContentHash;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The folder of the builds for x86-64-v3, beside the plain ones.
pub const V3_FOLDER: &str = "v3";

/// What comes after the name of a build for a newer processor in the name of the file with the hash of the plain one.
pub const PLAIN_HASH_SUFFIX: &str = ".plain";

/// The longest file with a hash, in bytes.
const LONGEST_NOTE: u64 = 1 << 10;

/// Which builds of libraries are loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BuildChoice {
    /// The plain ones.
    #[default]
    Plain,
    /// The builds for the processor of this machine, if there are any.
    ForProcessor,
}

impl BuildChoice {
    /// The file beside this library with a build for this processor, if it may be loaded.
    pub(crate) fn beside(self, path: &Path) -> Option<PathBuf> {
        (self == Self::ForProcessor && has_v3()).then(|| v3_of(path)).flatten().filter(|file| file.is_file())
    }
}

/// The place of the build for x86-64-v3 of this library; `None` for a path without a name.
fn v3_of(path: &Path) -> Option<PathBuf> {
    Some(path.parent()?.join(V3_FOLDER).join(path.file_name()?))
}

/// Whether a file is a build of the library whose plain file has this hash. If not, that is reported.
pub(crate) fn is_of(file: &Path, plain: &ContentHash) -> bool {
    let mut name: OsString = file.into();
    name.push(PLAIN_HASH_SUFFIX);
    let text = plyd_foreign::read_text(Path::new(&name), LONGEST_NOTE);
    let is_it = text.is_ok_and(|text| text.trim() == plain.to_string());
    if !is_it {
        let (file, name) = (file.display(), Path::new(&name).display());
        tracing::warn!("{file} is left out, and the plain build is loaded: {name} does not have the hash of that");
    }
    is_it
}

/// Whether this processor runs code for x86-64-v3.
#[cfg(target_arch = "x86_64")]
fn has_v3() -> bool {
    macro_rules! all {
        ($($feature:tt)*) => { $(std::arch::is_x86_feature_detected!($feature))&&* };
    }
    all!("sse3" "ssse3" "sse4.1" "sse4.2" "popcnt" "cmpxchg16b")
        && all!("avx" "avx2" "bmi1" "bmi2" "f16c" "fma" "lzcnt" "movbe")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_v3() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_build_for_the_processor_belongs_to_one_plain_build() {
        let folder = tempfile::tempdir().unwrap();
        let plain = folder.path().join("game.so");
        assert_eq!(BuildChoice::ForProcessor.beside(&plain), None, "there is none");
        let file = v3_of(&plain).unwrap();
        fs::create_dir(file.parent().unwrap()).unwrap();
        fs::write(&file, "v3").unwrap();
        assert_eq!(BuildChoice::Plain.beside(&plain), None);
        assert_eq!(BuildChoice::ForProcessor.beside(&plain), has_v3().then(|| file.clone()));
        let (hash, other) = (ContentHash::of(b"plain"), ContentHash::of(b"other"));
        assert!(!is_of(&file, &hash), "nothing says so");
        fs::write(folder.path().join("v3/game.so.plain"), format!("{hash}\n")).unwrap();
        assert!(is_of(&file, &hash) && !is_of(&file, &other));
    }
}
