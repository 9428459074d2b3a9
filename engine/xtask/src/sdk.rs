//! The crates that the author of a game in Rust needs. Together they are a small workspace.

use crate::item::Item;
use crate::sources_folder::{files_below, manifest};
use anyhow::{Context, Result, ensure};
use std::collections::BTreeSet;
use std::iter::once;
use std::path::Path;
use toml::{Table, Value};

/// The folder of that workspace, below the prefix. `plyd new-plugin` looks for it there.
const TO: &str = "share/plyd/sources";
/// The crate that every game depends on, and the one that games of a board may use.
const CRATES: [&str; 2] = ["plugins/sdk", "plugins/board"];
/// The tables of a manifest that name other crates.
const KINDS: [&str; 3] = ["dependencies", "dev-dependencies", "build-dependencies"];
const HEAD: &str = "# The crates that a game in Rust needs. `cargo xtask install` has made this file.\n\n";

/// The files of these crates and of those they depend on, and the manifest of their workspace.
///
/// # Errors
/// A manifest cannot be read, or a crate depends on another one in a way that is not known here.
pub(crate) fn items() -> Result<Vec<Item>> {
    let root = manifest("")?;
    let root = root.get("workspace").and_then(Value::as_table).context("Cargo.toml has no workspace")?;
    let known = root.get("dependencies").and_then(Value::as_table).context("the workspace has no dependencies")?;
    let (mut members, mut needed, mut open) = (BTreeSet::new(), Table::new(), CRATES.map(str::to_owned).to_vec());
    while let Some(folder) = open.pop() {
        if !members.insert(folder.clone()) {
            continue;
        }
        for name in inherited(&folder, &manifest(&folder)?)? {
            let dependency = known.get(&name).with_context(|| format!("the workspace has no dependency {name}"))?;
            open.extend(dependency.get("path").and_then(Value::as_str).map(str::to_owned));
            needed.insert(name, dependency.clone());
        }
    }
    let mut items = vec![workspace_of(root, &members, needed)?];
    for member in &members {
        for file in files_below(member)? {
            items.push(Item::of_source(&file, TO)?);
        }
    }
    Ok(items)
}

/// The manifest of a workspace of these members alone, with all that they inherit.
fn workspace_of(root: &Table, members: &BTreeSet<String>, dependencies: Table) -> Result<Item> {
    let inherited = ["resolver", "package", "lints"].iter().filter_map(|key| root.get_key_value(*key));
    let mut workspace: Table = inherited.map(|(key, value)| (key.clone(), value.clone())).collect();
    workspace.insert("members".into(), members.iter().cloned().map(Value::from).collect::<Vec<_>>().into());
    workspace.insert("dependencies".into(), dependencies.into());
    let manifest: Table = [("workspace".to_owned(), Value::from(workspace))].into_iter().collect();
    let text = HEAD.to_owned() + &toml::to_string(&manifest).context("the manifest cannot be written")?;
    Ok(Item { to: Path::new(TO).join("Cargo.toml"), content: text.into_bytes(), is_program: false })
}

/// The dependencies of a crate. All come from the workspace.
fn inherited(folder: &str, manifest: &Table) -> Result<Vec<String>> {
    let targets = manifest.get("target").and_then(Value::as_table).into_iter().flat_map(Table::values);
    let tables = once(manifest).chain(targets.filter_map(Value::as_table));
    let lists = tables.flat_map(|table| KINDS.iter().filter_map(|kind| table.get(*kind)?.as_table()));
    let mut names = Vec::new();
    for (name, dependency) in lists.flatten() {
        let is_inherited = dependency.get("workspace").and_then(Value::as_bool) == Some(true);
        ensure!(is_inherited, "{folder} does not take its dependency {name} from the workspace");
        names.push(name.clone());
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_of_every_kind_and_system_are_found() {
        let manifest: Table = "[dependencies]\na.workspace = true\n\
             [dev-dependencies]\nb = { workspace = true, features = [] }\n\
             [target.'cfg(unix)'.build-dependencies]\nc.workspace = true\n"
            .parse()
            .unwrap();
        assert_eq!(inherited("x", &manifest).unwrap(), ["a", "b", "c"]);
        let own: Table = "[dependencies]\na = { path = \"../a\" }\n".parse().unwrap();
        let error = inherited("plugins/x", &own).unwrap_err().to_string();
        assert_eq!(error, "plugins/x does not take its dependency a from the workspace");
    }
}
