//! Where a new game in Rust takes the SDK from: the copy that it gets, or what `--sdk` names.

use super::super::install::address;
use super::{Template, vendor};
use anyhow::{Context, bail, ensure};
use plyd_foreign::{HAND_WRITTEN, read_text};
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// The crate that every game depends on.
pub(super) const PLUGIN: &str = "plyd-plugin";
/// The one that games of a board may use.
pub(super) const BOARD: &str = "plyd-board";

/// What the SDK is taken from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Sdk {
    /// A copy in the folder of the game.
    Copy,
    /// This version, in the registry of crates.
    Version(String),
    /// A git repository with the sources of plyd.
    Git {
        address: String,
        /// What to take of it, as a key of the manifest and its value; `None` for its default branch.
        what: Option<(&'static str, String)>,
    },
    /// The folder of the crate `plyd-plugin`, whose path is absolute. `plyd-board` is beside it.
    Folder(PathBuf),
}

impl Sdk {
    /// What this argument of `--sdk` names.
    ///
    /// # Errors
    /// It is none of these, or the folder has other content.
    pub(super) fn of(given: Option<&Path>) -> anyhow::Result<Self> {
        let Some(given) = given else { return Ok(Self::Copy) };
        let shown = given.display();
        if given.is_dir() {
            ensure!(
                is_crate(given, PLUGIN),
                "{shown} is not the folder of the crate {PLUGIN}; use `plugins/sdk` in plyd's sources"
            );
            return Ok(Self::Folder(given.canonicalize().with_context(|| format!("cannot find {shown}"))?));
        }
        let text = given.to_str().with_context(|| format!("{shown} is not UTF-8"))?;
        if is_version(text) {
            return Ok(Self::Version(text.to_owned()));
        }
        let (repository, fragment) = text.split_once('#').map_or((text, None), |(text, what)| (text, Some(what)));
        if let Some(address) = address(repository).and_then(url) {
            return Ok(Self::Git { address, what: fragment.map(what).transpose()? });
        }
        bail!(
            "{shown} is no folder, no version such as `0.2`, and no address of a git repository; without --sdk the game \
             gets a copy of the SDK"
        )
    }

    /// Refuses an SDK without the crates of this template, as far as that can be seen.
    ///
    /// # Errors
    /// The crate for boards is missing.
    pub(super) fn check(&self, template: Template) -> anyhow::Result<()> {
        let Self::Folder(sdk) = self else { return Ok(()) };
        let folder = sdk.with_file_name("board");
        ensure!(
            template != Template::Board || is_crate(&folder, BOARD),
            "a game of a board needs the crate {BOARD}, which is not in {}: use the SDK of plyd's sources, or --template \
             empty",
            folder.display()
        );
        Ok(())
    }

    /// What the manifest of the game says of this crate of the SDK.
    ///
    /// # Errors
    /// The path is not UTF-8, so no manifest can have it.
    pub(super) fn dependency(&self, name: &str) -> anyhow::Result<String> {
        let table = |pairs: &[(&str, &str)]| {
            let pairs = pairs.iter().map(|(key, value)| ((*key).to_owned(), Value::from(*value)));
            Value::from(pairs.collect::<Table>())
        };
        let value = match self {
            Self::Copy => table(&[("path", &format!("{}/{name}", vendor::FOLDER))]),
            Self::Version(version) => Value::from(version.as_str()),
            Self::Git { address, what: None } => table(&[("git", address)]),
            Self::Git { address, what: Some((key, what)) } => table(&[("git", address), (key, what)]),
            Self::Folder(sdk) => {
                let folder = if name == PLUGIN { sdk.clone() } else { sdk.with_file_name("board") };
                let path = folder.to_str().with_context(|| format!("the path {} is not UTF-8", folder.display()))?;
                table(&[("path", path)])
            }
        };
        Ok(value.to_string())
    }
}

/// Whether this is a version, or the beginning of one: up to three numbers, and what may follow them.
fn is_version(text: &str) -> bool {
    let end = text.find(['-', '+']).unwrap_or(text.len());
    let numbers: Vec<_> = text[..end].split('.').collect();
    numbers.len() <= 3 && numbers.iter().all(|part| part.parse::<u64>().is_ok()) && text.is_ascii()
}

/// The address as cargo reads it: it knows URLs alone, not the short form of ssh, `git@example.org:me/plyd.git`.
fn url(address: &str) -> Option<String> {
    if address.contains("://") {
        return Some(address.to_owned());
    }
    let (host, path) = address.split_once(':')?;
    (!host.contains('/')).then(|| format!("ssh://{host}/{path}"))
}

/// What of a repository is meant: a tag, if that is a version, with or without a `v`; a commit, if it can be one; else a
/// branch. To name it, as in `tag=stable`, leaves no doubt.
fn what(text: &str) -> anyhow::Result<(&'static str, String)> {
    ensure!(!text.is_empty(), "no branch or tag follows the # of --sdk");
    for key in ["tag", "branch", "rev"] {
        if let Some(named) = text.strip_prefix(key).and_then(|rest| rest.strip_prefix('=')) {
            return Ok((key, named.to_owned()));
        }
    }
    let is_commit = (7..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let key = match text {
        _ if is_version(text.strip_prefix('v').unwrap_or(text)) && text.contains('.') => "tag",
        _ if is_commit => "rev",
        _ => "branch",
    };
    Ok((key, text.to_owned()))
}

fn is_crate(folder: &Path, name: &str) -> bool {
    let manifest = read_text(&folder.join("Cargo.toml"), HAND_WRITTEN).unwrap_or_default();
    let manifest = manifest.parse::<Table>().unwrap_or_default();
    manifest.get("package").and_then(|package| package.get("name")?.as_str()) == Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(given: &str) -> String {
        Sdk::of(Some(Path::new(given))).unwrap().dependency(PLUGIN).unwrap()
    }

    #[test]
    fn an_sdk_is_a_version_a_repository_or_a_folder() {
        for (given, expected) in [
            ("0.2", r#""0.2""#),
            ("0.2.0-rc.1", r#""0.2.0-rc.1""#),
            ("https://example.org/plyd.git", r#"{ git = "https://example.org/plyd.git" }"#),
            ("https://example.org/plyd", r#"{ git = "https://example.org/plyd" }"#),
            ("ssh://git@example.org/plyd#main", r#"{ branch = "main", git = "ssh://git@example.org/plyd" }"#),
            ("git@example.org:me/plyd.git", r#"{ git = "ssh://git@example.org/me/plyd.git" }"#),
            ("https://a.org/p.git#v0.2.0", r#"{ git = "https://a.org/p.git", tag = "v0.2.0" }"#),
            ("https://a.org/p.git#0123abc", r#"{ git = "https://a.org/p.git", rev = "0123abc" }"#),
            ("https://a.org/p.git#tag=stable", r#"{ git = "https://a.org/p.git", tag = "stable" }"#),
        ] {
            assert_eq!(written(given), expected, "{given}");
        }
        let sdk = concat!(env!("CARGO_MANIFEST_DIR"), "/../../plugins/sdk");
        assert!(written(sdk).contains("plugins/sdk"));
        assert_eq!(Sdk::of(None).unwrap().dependency(BOARD).unwrap(), r#"{ path = "vendor/plyd-board" }"#);
        for wrong in ["", "nowhere", "0.2.0.0", "-x.git", "a/b.git", "https://a.org/p.git#"] {
            assert!(Sdk::of(Some(Path::new(wrong))).is_err(), "{wrong}");
        }
        let other = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
        assert!(Sdk::of(Some(Path::new(other))).unwrap_err().to_string().contains("is not the folder of the crate"));
    }
}
