//! The licences of the crates that the program and the libraries of games are linked with. Whoever hands out a built
//! program has to hand them out too.

use crate::built::cargo;
use crate::item::{Item, games};
use crate::processor::host_triple;
use crate::sources_folder::workspace;
use crate::tool::run;
use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use walkdir::WalkDir;

/// Where they are installed, below the prefix.
const TO: &str = "share/doc/plyd/THIRD-PARTY-LICENSES.txt";
/// How the names of files with licences begin, in capitals.
const BEGINNINGS: [&str; 6] = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];
/// How the names of sources end; `license.rs` is no such file.
const SOURCES: [&str; 6] = ["c", "h", "html", "js", "py", "rs"];
const HEAD: &str =
    "plyd is licensed under MIT or Apache 2.0, at your choice. Its program and its libraries contain the standard
library of Rust (MIT or Apache 2.0, the Rust project developers) and the crates below. Where a crate offers a choice,
plyd takes what goes with its own licences, and never one of the GNU family.
";

/// A crate of others, as cargo describes it.
struct ForeignCrate<'a> {
    /// Name, version and licence.
    name: String,
    folder: &'a Path,
}

/// The file of all licences.
///
/// # Errors
/// cargo does not know the crates, or a file cannot be read.
pub(crate) fn item() -> Result<Item> {
    let mut command = cargo();
    command.args(["metadata", "--locked", "--format-version=1", "--filter-platform", &host_triple()?]);
    command.current_dir(workspace());
    let metadata: Value = serde_json::from_str(&run(command)?).context("cargo does not answer in JSON")?;
    let roots: BTreeSet<_> = games()?.iter().map(|game| format!("plyd-{game}")).chain(["plyd".into()]).collect();
    let text = notices(&linked(&metadata, &roots)?)?;
    Ok(Item { to: TO.into(), content: text.into_bytes(), is_program: false })
}

/// The crates of others that are linked into these of the workspace, in order of their names.
fn linked<'a>(metadata: &'a Value, roots: &BTreeSet<String>) -> Result<Vec<ForeignCrate<'a>>> {
    let packages: HashMap<&Value, &Value> = list(&metadata["packages"]).iter().map(|one| (&one["id"], one)).collect();
    let nodes: HashMap<&Value, &Value> =
        list(&metadata["resolve"]["nodes"]).iter().map(|one| (&one["id"], one)).collect();
    let is_root = |package: &&Value| package["name"].as_str().is_some_and(|name| roots.contains(name));
    let mut open: Vec<&Value> = packages.values().copied().filter(is_root).map(|package| &package["id"]).collect();
    ensure!(open.len() == roots.len(), "cargo does not know all of {roots:?}");
    let (mut seen, mut others) = (BTreeSet::new(), Vec::new());
    while let Some(id) = open.pop() {
        if !seen.insert(id.as_str()) {
            continue;
        }
        // Those of build scripts and tests have a kind.
        let is_linked = |dependency: &&Value| list(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
        let node = nodes.get(id).with_context(|| format!("cargo does not resolve {id}"))?;
        open.extend(list(&node["deps"]).iter().filter(is_linked).map(|dependency| &dependency["pkg"]));
        let package = packages.get(id).with_context(|| format!("cargo does not describe {id}"))?;
        if !package["source"].is_null() {
            let text = |key: &str| package[key].as_str().unwrap_or_default();
            let folder = Path::new(text("manifest_path")).parent().context("a manifest is in a folder")?;
            let name = format!("{} {} ({})", text("name"), text("version"), text("license"));
            others.push(ForeignCrate { name, folder });
        }
    }
    others.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(others)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// The licences of these crates. A text that several have comes once, below all of their names.
fn notices(others: &[ForeignCrate<'_>]) -> Result<String> {
    let (mut texts, mut without) = (BTreeMap::<String, Vec<&str>>::new(), Vec::new());
    for other in others {
        let mut own = BTreeSet::new();
        for entry in WalkDir::new(other.folder).sort_by_file_name() {
            let entry = entry.with_context(|| format!("{} cannot be read", other.folder.display()))?;
            if entry.file_type().is_file() && is_licence(entry.path()) {
                let bytes =
                    fs::read(entry.path()).with_context(|| format!("{} cannot be read", entry.path().display()))?;
                own.insert(String::from_utf8_lossy(&bytes).replace('\r', "").trim_matches('\n').to_owned());
            }
        }
        if own.is_empty() {
            without.push(other.name.as_str());
        }
        own.into_iter().for_each(|text| texts.entry(text).or_default().push(&other.name));
    }
    let mut texts: Vec<_> = texts.into_iter().collect();
    texts.sort_by(|(_, a), (_, b)| a.cmp(b));
    let mut file = HEAD.to_owned();
    let line = "-".repeat(80);
    for (text, names) in texts {
        write!(file, "\n{line}\n{}\n{line}\n\n{text}\n", names.join("\n"))?;
    }
    if !without.is_empty() {
        write!(file, "\n{line}\nWithout a text of their own:\n{}\n{line}\n", without.join("\n"))?;
    }
    Ok(file)
}

fn is_licence(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_uppercase();
    let is_source = path.extension().is_some_and(|ending| SOURCES.iter().any(|source| ending == *source));
    !is_source && BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::slice;

    #[test]
    fn only_what_is_linked_counts() {
        let package = |name: &str, source: Value| {
            json!({ "id": name, "name": name, "version": "1.0.0", "license": "MIT", "source": source,
                    "manifest_path": format!("/crates/{name}/Cargo.toml") })
        };
        let dependency = |name: &str, kind: Value| json!({ "pkg": name, "dep_kinds": [{ "kind": kind }] });
        let metadata = json!({
            "packages": [package("plyd", Value::Null), package("own", Value::Null), package("far", json!("registry")),
                         package("tests", json!("registry")), package("build", json!("registry"))],
            "resolve": { "nodes": [
                { "id": "plyd", "deps": [dependency("own", Value::Null), dependency("tests", json!("dev"))] },
                { "id": "own", "deps": [dependency("far", Value::Null), dependency("build", json!("build"))] },
                { "id": "far", "deps": [dependency("own", Value::Null)] },
            ]},
        });
        let roots = BTreeSet::from(["plyd".to_owned()]);
        let names: Vec<_> = linked(&metadata, &roots).unwrap().into_iter().map(|other| other.name).collect();
        assert_eq!(names, ["far 1.0.0 (MIT)"]);
        let error = linked(&metadata, &BTreeSet::from(["plyd".to_owned(), "other".to_owned()])).err().unwrap();
        assert!(error.to_string().starts_with("cargo does not know all of "), "{error}");
    }

    #[test]
    fn a_text_comes_once_and_a_source_file_is_none() {
        let folder = tempfile::tempdir().unwrap();
        for (file, text) in [
            ("a/LICENSE-MIT", "Permission\r\nis granted\n"),
            ("b/inner/license.md", "Permission\nis granted"),
            ("b/src/license.rs", "fn licence() {}"),
            ("c/README.md", "nothing"),
        ] {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let folders = ["a", "b", "c"].map(|name| folder.path().join(name));
        let other =
            |at: usize| ForeignCrate { name: format!("{} 1.0.0 (MIT)", ["a", "b", "c"][at]), folder: &folders[at] };
        let text = notices(&[other(0), other(1), other(2)]).unwrap();
        assert_eq!(text.matches("Permission\nis granted\n").count(), 1, "{text}");
        assert!(text.contains("a 1.0.0 (MIT)\nb 1.0.0 (MIT)\n---"), "{text}");
        assert!(text.contains("Without a text of their own:\nc 1.0.0 (MIT)\n"), "{text}");
        assert!(!text.contains("fn licence"), "{text}");
        assert!(!notices(slice::from_ref(&other(0))).unwrap().contains("Without a text"));
    }
}
