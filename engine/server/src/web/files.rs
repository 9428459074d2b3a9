//! The files of the page, which are part of the program.

use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fmt::Write;

/// The file at the address of the page itself.
const INDEX: &str = "index.html";
/// So many bytes of a hash tell two builds of a file apart.
const TAG_BYTES: usize = 12;

/// The kinds of files, by the end of their names.
const KINDS: [(&str, &str); 4] = [
    (".html", "text/html; charset=utf-8"),
    (".js", "text/javascript; charset=utf-8"),
    (".css", "text/css; charset=utf-8"),
    (".svg", "image/svg+xml"),
];

/// A list of files of `engine/server/page`.
macro_rules! page {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../page/", $name)))),*]
    };
}

/// Each with its name below the address of the page. A test compares the list with the folder.
const PAGE: &[(&str, &str)] = page! {
    "ask.js"
    "board.css"
    "board.js"
    "chance.js"
    "choices.js"
    "clock.js"
    "element.js"
    "engine.js"
    "game.js"
    "gestures.js"
    "glyphs.js"
    "hands.js"
    "icon.svg"
    "index.html"
    "keep.js"
    "languages/bn.js"
    "languages/en.js"
    "languages/it.js"
    "languages/tr.js"
    "lines.js"
    "looks.css"
    "main.js"
    "panel.js"
    "surface.js"
    "svg.js"
    "table.js"
    "types.js"
    "words.js"
};

/// A file.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) content: &'static str,
    pub(crate) kind: &'static str,
    /// Changes when the content does.
    pub(crate) tag: String,
}

/// All files, by path.
#[derive(Debug)]
pub(crate) struct Files(HashMap<&'static str, File>);

impl Files {
    pub(crate) fn new() -> Self {
        Self(
            PAGE.iter()
                .filter_map(|&(name, content)| Some((name, File { content, kind: kind(name)?, tag: tag(content) })))
                .collect(),
        )
    }

    /// The file at a path of an address.
    pub(crate) fn get(&self, path: &str) -> Option<&File> {
        match path.strip_prefix('/')? {
            "" => self.0.get(INDEX),
            name => self.0.get(name),
        }
    }
}

fn kind(name: &str) -> Option<&'static str> {
    KINDS.iter().find(|(end, _)| name.ends_with(end)).map(|&(_, kind)| kind)
}

fn tag(content: &str) -> String {
    let hash = Sha256::digest(content.as_bytes());
    let mut tag = String::from("\"");
    for byte in hash.iter().take(TAG_BYTES) {
        let _ = write!(tag, "{byte:02x}");
    }
    tag + "\""
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    /// All files below a folder, as paths from `root`.
    fn below(root: &Path, folder: &Path, found: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                below(root, &path, found);
            } else {
                found.insert(path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/"));
            }
        }
    }

    #[test]
    fn every_file_of_the_folder_is_served() {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/page"));
        let mut found = BTreeSet::new();
        below(root, root, &mut found);
        assert_eq!(PAGE.iter().map(|(name, _)| (*name).to_owned()).collect::<BTreeSet<_>>(), found);
        assert!(PAGE.iter().all(|(name, _)| kind(name).is_some()));
        let files = Files::new();
        assert_eq!(files.0.len(), PAGE.len());
        assert!(files.get("/").is_some_and(|file| file.content.contains("<!DOCTYPE html>")));
        for path in ["", "index.html", "/..", "/../Cargo.toml", "//index.html", "/index.html/"] {
            assert!(files.get(path).is_none(), "{path}");
        }
    }

    /// A page is on screen at once only if it is small.
    #[test]
    fn the_page_is_small() {
        let size: usize = PAGE.iter().map(|(_, content)| content.len()).sum();
        assert!(size < 400 << 10, "{size} bytes");
    }
}
