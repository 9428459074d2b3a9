//! The sources of the SDK in the folder of a new game. They are part of the program, so that they always fit its plugin
//! interface, and a game in Rust can be built wherever its folder is.

use super::templates::TemplateFile;
use crate::own_program::VERSION;
use anyhow::{Context, ensure};
use std::collections::BTreeSet;
use toml::{Table, Value};

/// The folder of the crates, relative to the game's.
pub(super) const FOLDER: &str = "vendor";

/// The crates of the SDK: the name of each, and its files with their paths. The build script has found them.
const CRATES: &[(&str, &[(&str, &str)])] = include!(concat!(env!("OUT_DIR"), "/sdk.rs"));
/// The manifest of the workspace, from which they inherit.
const WORKSPACE: &str = include_str!("../../../../../Cargo.toml");
const LICENCES: [(&str, &str); 2] = [
    ("LICENSE-APACHE", include_str!("../../../../../LICENSE-APACHE")),
    ("LICENSE-MIT", include_str!("../../../../../LICENSE-MIT")),
];
const PAGE: &str = include_str!("../../../templates/rust/vendor.md.in");
/// The sections of a manifest that a copy does without: it has no tests, and its lints are for those who change it.
const LEFT_OUT: [&str; 2] = ["[lints]", "[dev-dependencies]"];

/// The files of this crate and of those it depends on, with a page about them and the licences.
///
/// # Errors
/// A manifest has something that is not known here; the tests would show it.
pub(super) fn files(wanted: &str) -> anyhow::Result<Vec<TemplateFile>> {
    let workspace: Table = WORKSPACE.parse().context("the manifest of the workspace")?;
    let workspace = workspace.get("workspace").and_then(Value::as_table).context("there is no workspace")?;
    let own = [("README.md", PAGE.replace("@VERSION@", VERSION))];
    let licences = LICENCES.map(|(name, text)| (name, text.to_owned()));
    let mut files: Vec<TemplateFile> = own.into_iter().chain(licences).map(|(name, text)| file(name, text)).collect();
    let (mut known, mut open) = (BTreeSet::new(), vec![wanted.to_owned()]);
    while let Some(name) = open.pop() {
        if !known.insert(name.clone()) {
            continue;
        }
        let found = CRATES.iter().find(|(other, _)| *other == name);
        let (_, sources) = found.with_context(|| format!("the SDK of this program has no crate {name}"))?;
        for (path, text) in *sources {
            let text = if *path == "Cargo.toml" {
                let (text, mut needed) = alone(text, workspace).with_context(|| format!("the manifest of {name}"))?;
                open.append(&mut needed);
                text
            } else {
                (*text).to_owned()
            };
            files.push(file(&format!("{name}/{path}"), text));
        }
    }
    Ok(files)
}

fn file(path: &str, text: String) -> TemplateFile {
    TemplateFile { path: format!("{FOLDER}/{path}"), text }
}

/// The manifest of a crate without what it inherits from its workspace, and the crates beside it that it depends on.
fn alone(manifest: &str, workspace: &Table) -> anyhow::Result<(String, Vec<String>)> {
    let inherited = |list: &str, key: &str| workspace.get(list)?.get(key).cloned();
    let (mut text, mut needed, mut section) = (String::with_capacity(manifest.len()), Vec::new(), "");
    for line in manifest.lines() {
        if line.starts_with('[') {
            section = line;
        }
        if LEFT_OUT.contains(&section) {
            continue;
        }
        let Some(key) = line.strip_suffix(".workspace = true") else {
            text = text + line + "\n";
            continue;
        };
        let value = match section {
            "[package]" => inherited("package", key),
            "[dependencies]" => inherited("dependencies", key).map(|mut value| {
                if let Some(path) = value.get_mut("path") {
                    *path = format!("../{key}").into();
                    needed.push(key.to_owned());
                }
                value
            }),
            _ => None,
        };
        text += &format!("{key} = {}\n", value.with_context(|| format!("nothing is known of {key}"))?);
    }
    ensure!(!text.contains("workspace = true"), "it inherits in a way that is not known");
    Ok((text.trim_end().to_owned() + "\n", needed))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(wanted: &str) -> Vec<String> {
        files(wanted).unwrap().into_iter().map(|file| file.path).collect()
    }

    #[test]
    fn a_copy_has_the_crates_that_it_needs_and_the_licences() {
        let paths = paths("plyd-board");
        for path in ["LICENSE-MIT", "LICENSE-APACHE", "README.md", "plyd-rules/src/lib.rs", "plyd-plugin/build.rs"] {
            assert!(paths.contains(&format!("vendor/{path}")), "{path}: {paths:?}");
        }
        let has = |path: &str| paths.iter().any(|other| other.contains(path));
        assert!(has("plyd-board/src/lib.rs") && !has("/tests/") && !has("/include/"), "{paths:?}");
        assert!(!self::paths("plyd-plugin").iter().any(|path| path.contains("plyd-board")));
    }

    #[test]
    fn a_manifest_needs_no_workspace() {
        for TemplateFile { path, text } in
            files("plyd-board").unwrap().iter().filter(|file| file.path.ends_with(".toml"))
        {
            let manifest: Table = text.parse().unwrap_or_else(|error| panic!("{path}: {error}"));
            assert_eq!(manifest["package"]["version"].as_str(), Some(env!("CARGO_PKG_VERSION")), "{path}");
            assert!(!text.contains("workspace") && manifest.get("lints").is_none(), "{path}: {text}");
        }
    }

    #[test]
    fn what_is_inherited_is_written_out() {
        let workspace = "[package]\nversion = \"1.2.3\"\n\
             [dependencies]\na = { path = \"far/a\", version = \"1.2.3\" }\nb = \"4\"\n";
        let workspace: Table = workspace.parse().unwrap();
        let manifest = "[package]\nname = \"x\"\nversion.workspace = true\n\n[lints]\nworkspace = true\n\n\
             [dependencies]\na.workspace = true\nb.workspace = true\n\n[dev-dependencies]\nc.workspace = true\n";
        let (text, needed) = alone(manifest, &workspace).unwrap();
        let written: Table = text.parse().unwrap();
        assert_eq!(written["package"]["version"].as_str(), Some("1.2.3"), "{text}");
        assert_eq!(written["dependencies"]["a"]["path"].as_str(), Some("../a"), "{text}");
        assert_eq!((written["dependencies"]["b"].as_str(), written.len()), (Some("4"), 2), "{text}");
        assert_eq!(needed, ["a"]);
        for unknown in ["[dependencies]\nd.workspace = true\n", "[dependencies]\na = { workspace = true }\n"] {
            assert!(alone(unknown, &workspace).is_err(), "{unknown}");
        }
    }
}
