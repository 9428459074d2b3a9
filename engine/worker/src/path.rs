//! Paths in messages, for `serde(with)`: a text, or the bytes of one that is no UTF-8. On some systems a path is any bytes,
//! and JSON has text only.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
#[cfg(unix)]
use std::ffi::OsString;
#[cfg(unix)]
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum PathText {
    Text(String),
    Bytes(Vec<u8>),
}

impl PathText {
    #[cfg(unix)]
    fn of(path: &Path) -> Self {
        let bytes = || Self::Bytes(path.as_os_str().as_bytes().to_vec());
        path.to_str().map_or_else(bytes, |text| Self::Text(text.to_owned()))
    }

    /// Other systems have no children.
    #[cfg(not(unix))]
    fn of(path: &Path) -> Self {
        Self::Text(path.display().to_string())
    }

    fn path(self) -> PathBuf {
        match self {
            Self::Text(text) => text.into(),
            #[cfg(unix)]
            Self::Bytes(bytes) => OsString::from_vec(bytes).into(),
            #[cfg(not(unix))]
            Self::Bytes(bytes) => String::from_utf8_lossy(&bytes).into_owned().into(),
        }
    }
}

/// Writes a path.
///
/// # Errors
/// Those of the serializer.
pub fn serialize<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    PathText::of(path).serialize(serializer)
}

/// Reads a path.
///
/// # Errors
/// It is none.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PathBuf, D::Error> {
    PathText::deserialize(deserializer).map(PathText::path)
}

/// The same for a list of paths.
pub mod list {
    use super::{Deserialize, Deserializer, PathBuf, PathText, Serializer};

    /// Writes them.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(paths: &[PathBuf], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(paths.iter().map(|path| PathText::of(path)))
    }

    /// Reads them.
    ///
    /// # Errors
    /// They are none.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<PathBuf>, D::Error> {
        Ok(Vec::deserialize(deserializer)?.into_iter().map(PathText::path).collect())
    }
}

#[cfg(all(unix, test))]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct TestPaths {
        #[serde(with = "crate::path")]
        one: PathBuf,
        #[serde(with = "crate::path::list")]
        all: Vec<PathBuf>,
    }

    #[test]
    fn any_path_is_read_as_it_was_written() {
        let odd = PathBuf::from(OsString::from_vec(b"/a/\xff\n".to_vec()));
        let both = TestPaths { one: "/a/b".into(), all: vec![odd.clone(), "c".into()] };
        let text = serde_json::to_string(&both).unwrap();
        assert!(text.starts_with(r#"{"one":"/a/b","#), "{text}");
        assert_eq!(serde_json::from_str::<TestPaths>(&text).unwrap(), both);
        let both = TestPaths { one: odd, all: Vec::new() };
        assert_eq!(serde_json::from_str::<TestPaths>(&serde_json::to_string(&both).unwrap()).unwrap(), both);
    }
}
