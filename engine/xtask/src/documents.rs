//! The documents that are installed. They keep their layout, because they link to each other.

use crate::item::Item;
use crate::sources_folder::files_below;
use anyhow::Result;
use std::path::Path;

/// The folder of the documents, below the prefix.
pub(crate) const TO: &str = "share/doc/plyd";

/// The documents at the root of the sources, and one to which these link.
const SINGLE: [&str; 9] = [
    "README.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "protocol.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "engine/search/README.md",
];

/// The folders of which every file is installed: pages with their pictures, and settings files with their page.
const WHOLE: [&str; 2] = ["docs", "configs"];

/// All documents, with the pages of the games and of their authors.
///
/// # Errors
/// A document cannot be read.
pub(crate) fn items() -> Result<Vec<Item>> {
    let mut paths: Vec<_> = SINGLE.iter().map(|name| Path::new(name).to_path_buf()).collect();
    for folder in WHOLE {
        paths.append(&mut files_below(folder)?);
    }
    paths.extend(files_below("plugins")?.into_iter().filter(|path| path.extension().is_some_and(|end| end == "md")));
    paths.iter().map(|path| Item::of_source(path, TO)).collect()
}
