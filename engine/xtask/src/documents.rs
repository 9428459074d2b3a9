//! The documents that are installed, and the files of games to which they link. They keep their layout, because they
//! link to each other.

use crate::item::Item;
use crate::sources_folder::{files_below, workspace};
use anyhow::{Context, Result};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The folder of the documents, below the prefix.
pub(crate) const TO: &str = "share/doc/plyd";

/// The documents at the root of the sources.
const SINGLE: [&str; 8] = [
    "README.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "protocol.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "LICENSE-APACHE",
    "LICENSE-MIT",
];

/// The folders of which every file is installed: pages with their pictures, and settings files with their page.
const WHOLE: [&str; 2] = ["docs", "configs"];

/// The folder of what authors of games read: headers, examples, and modules.
const GAMES: &str = "plugins";

/// The folder of crates whose pages contributors read.
const ENGINE: &str = "engine";

/// Documents about the sources, which are read beside them, with those of the engine.
const OF_SOURCES: [&str; 5] = [
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "plugins/board/README.md",
    "plugins/rules/README.md",
    "plugins/sdk/README.md",
];

/// All documents, with the pages of the games and of their authors, and the files of games to which they link.
///
/// # Errors
/// A document cannot be read.
pub(crate) fn items() -> Result<Vec<Item>> {
    let mut paths: Vec<_> = SINGLE.iter().map(|name| Path::new(name).to_path_buf()).collect();
    for folder in WHOLE {
        paths.append(&mut files_below(folder)?);
    }
    paths.extend(files_below("plugins")?.into_iter().filter(|path| path.extension().is_some_and(|end| end == "md")));
    let is_page_of_crate = |path: &PathBuf| path.ends_with("README.md") && path.components().count() == 3;
    paths.extend(files_below(ENGINE)?.into_iter().filter(is_page_of_crate));
    let mut paths: BTreeSet<PathBuf> = paths.into_iter().collect();
    let pages = paths.iter().filter(|path| is_page(path) && !is_of_sources(path));
    let linked = pages.map(|page| linked(page)).collect::<Result<Vec<_>>>()?;
    paths.extend(linked.into_iter().flatten());
    paths.iter().map(|path| Item::of_source(path, TO)).collect()
}

fn is_of_sources(path: &Path) -> bool {
    path.starts_with(ENGINE) || OF_SOURCES.iter().any(|name| path == Path::new(name))
}

fn is_page(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "md")
}

/// The files of games to which a page links.
fn linked(page: &Path) -> Result<Vec<PathBuf>> {
    let text = fs::read_to_string(workspace().join(page)).with_context(|| format!("cannot read {}", page.display()))?;
    let targets = targets(page, &text).into_iter();
    Ok(targets.filter(|path| path.starts_with(GAMES) && workspace().join(path).is_file()).collect())
}

/// The targets of the links of a page, by their paths in the workspace.
fn targets(page: &Path, text: &str) -> Vec<PathBuf> {
    let links = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
    let folder = page.parent().unwrap_or(Path::new(""));
    links.filter(|link| !link.is_empty() && !link.contains("://")).map(|link| plain(&folder.join(link))).collect()
}

/// The path without its steps up.
pub(crate) fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_from_the_folder_of_their_page() {
        let text = "[a](../sdk/a.h), [b](b.py#top), [c](#here) and [d](https://example.org/d)";
        assert_eq!(
            targets(Path::new("plugins/x/README.md"), text),
            ["plugins/sdk/a.h", "plugins/x/b.py"].map(PathBuf::from)
        );
    }
}
