//! The installed documents lead to each other.

use super::Installed;
use crate::documents::document::{documents, plain};
use std::fs;
use std::path::Path;

/// How the names of source files end.
const SOURCES: [&str; 7] = ["c", "h", "hpp", "js", "py", "rs", "sh"];
/// Folders of sources.
const FOLDERS: [&str; 2] = ["engine/explain/languages", "engine/server/page"];
/// Documents about the sources, which are read beside them, with those of the engine. The sources of games are installed
/// with the others.
const OF_SOURCES: [&str; 5] = [
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "plugins/board/README.md",
    "plugins/rules/README.md",
    "plugins/sdk/README.md",
];

#[test]
fn every_link_between_installed_documents_leads_somewhere() {
    let installed = Installed::new();
    let folder = installed.prefix.path().join("share/doc/plyd");
    let (mut faults, mut count) = (Vec::new(), 0);
    for document in documents() {
        let Ok(text) = fs::read(folder.join(document.path)) else { continue };
        assert_eq!(text, fs::read(document.source()).expect("it is readable"), "{}", document.name());
        for link in document.links() {
            let path = link.split('#').next().unwrap_or_default();
            let target = plain(&document.folder().join(path)).expect("it is in the sources");
            // Names without an ending are licences, and these folders.
            let has_ending = target.extension().is_some_and(|end| SOURCES.iter().any(|source| end == *source));
            let is_of_sources =
                document.path.starts_with("engine") || OF_SOURCES.iter().any(|name| document.path == Path::new(name));
            let is_source = has_ending && (target.starts_with("engine") || is_of_sources);
            if path.is_empty() || is_source || FOLDERS.iter().any(|folder| target == Path::new(folder)) {
                continue;
            }
            count += 1;
            if !folder.join(&target).is_file() {
                faults.push(format!("{}: {link} leads nowhere", document.name()));
            }
        }
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
    assert!(count > 100, "{count} links");
}

#[test]
fn what_the_program_names_is_installed() {
    let installed = Installed::new();
    let folder = installed.prefix.path().join("share/doc/plyd");
    for name in [
        "README.md",
        "CHANGELOG.md",
        "protocol.md",
        "configs/README.md",
        "configs/plyd.toml",
        "configs/match.toml",
        "docs/match.md",
        "docs/explain.md",
        "docs/explain/four-leaves.svg",
        "plugins/README.md",
        "plugins/CHECK.md",
        "plugins/nim/README.md",
        "plugins/sdk/include/plyd_plugin.h",
        "plugins/loaders/ini/games/dao.ini",
        "plugins/loaders/python/games/tictactoe.py",
        "plugins/loaders/python/src/plyd_game.py",
        "docs/view.schema.json",
    ] {
        assert!(folder.join(name).is_file(), "{name}");
    }
}
