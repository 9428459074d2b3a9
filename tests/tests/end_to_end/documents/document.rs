//! Reads documents: their links, their code, and the paths in it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, MAIN_SEPARATOR, Path, PathBuf};
use std::sync::LazyLock;

/// How names of files end. Other words with a dot or a slash may be positions, scores and ids.
const ENDINGS: [&str; 16] =
    ["c", "css", "epd", "ftl", "h", "html", "js", "json", "lock", "md", "py", "rs", "sh", "signature", "svg", "toml"];

/// Folders that are not part of the sources.
const NOT_SOURCES: [&str; 3] = ["target", ".git", "__pycache__"];

/// Every file and folder of the repository, relative to it.
static PATHS: LazyLock<Vec<PathBuf>> = LazyLock::new(|| {
    let mut paths = Vec::new();
    list(Path::new(""), &mut paths);
    paths
});

/// Every file and folder of the repository, relative to it.
pub(super) fn paths() -> &'static [PathBuf] {
    &PATHS
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn list(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(root().join(folder)).expect("the sources are readable") {
        let entry = entry.expect("the sources are readable");
        let path = folder.join(entry.file_name());
        if NOT_SOURCES.iter().all(|&name| entry.file_name() != name) {
            if entry.file_type().expect("the sources are readable").is_dir() {
                list(&path, paths);
            }
            paths.push(path);
        }
    }
}

/// A document: its path in the repository, and its text.
pub(crate) struct Document {
    pub(crate) path: &'static Path,
    text: String,
}

pub(crate) fn documents() -> Vec<Document> {
    let is_document = |path: &&PathBuf| path.extension().is_some_and(|ending| ending == "md");
    let read = |path| fs::read_to_string(root().join(path)).expect("a document is readable");
    PATHS.iter().filter(is_document).map(|path| Document { path, text: read(path) }).collect()
}

impl Document {
    pub(crate) fn name(&self) -> String {
        with_slashes(self.path)
    }

    /// The file in the sources.
    pub(crate) fn source(&self) -> PathBuf {
        root().join(self.path)
    }

    pub(crate) fn folder(&self) -> &Path {
        self.path.parent().expect("a document lies in a folder")
    }

    /// The lines of prose, and the lines of blocks.
    pub(super) fn lines(&self) -> (Vec<&str>, Vec<&str>) {
        let (mut prose, mut blocks, mut is_block) = (Vec::new(), Vec::new(), false);
        for line in self.text.lines() {
            if line.trim_start().starts_with("```") {
                is_block = !is_block;
            } else if is_block {
                blocks.push(line);
            } else {
                prose.push(line);
            }
        }
        (prose, blocks)
    }

    /// The text in backticks. It may begin on one line and end on the next.
    pub(super) fn code(&self) -> Vec<String> {
        let (prose, _) = self.lines();
        let paragraphs = prose.join("\n");
        let in_backticks = |text: &str| -> Vec<String> {
            text.split('`')
                .skip(1)
                .step_by(2)
                .map(|code| code.split_whitespace().collect::<Vec<_>>().join(" "))
                .collect()
        };
        paragraphs.split("\n\n").flat_map(in_backticks).collect()
    }

    /// Where its links lead.
    pub(crate) fn links(&self) -> Vec<String> {
        let (prose, _) = self.lines();
        let targets = |line: &str| -> Vec<String> {
            line.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0.to_owned())).collect()
        };
        prose.into_iter().flat_map(targets).filter(|target| !target.contains("://")).collect()
    }

    /// The names of its headings as links spell them: lower case, without punctuation, with hyphens for blanks.
    pub(super) fn anchors(&self) -> BTreeSet<String> {
        let (prose, _) = self.lines();
        let headings = prose.into_iter().filter(|line| line.starts_with('#'));
        let anchor = |heading: &str| -> String {
            let kept = |letter: &char| letter.is_alphanumeric() || [' ', '-', '_'].contains(letter);
            let text = heading.trim_start_matches('#').trim().to_lowercase();
            text.chars().filter(kept).map(|letter| if letter == ' ' { '-' } else { letter }).collect()
        };
        headings.map(anchor).collect()
    }

    /// What is wrong with a path that the document names, if anything is.
    pub(super) fn fault(&self, path: &str) -> Option<String> {
        let wanted = Path::new(path);
        if exists(&self.folder().join(wanted)) || exists(wanted) {
            return None;
        }
        let found: Vec<_> = PATHS.iter().filter(|path| path.ends_with(wanted)).collect();
        match found.len() {
            0 => Some(format!("{}: there is no {path}", self.name())),
            1 => None,
            _ => Some(format!("{}: {path} may be any of {found:?}: say more of its path", self.name())),
        }
    }
}

/// The path without its steps up; `None` if it leads out of the repository.
pub(crate) fn plain(path: &Path) -> Option<PathBuf> {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir if !plain.pop() => return None,
            Component::ParentDir | Component::CurDir => {}
            other => plain.push(other),
        }
    }
    Some(plain)
}

/// Whether this is a file or folder of the repository.
pub(super) fn exists(path: &Path) -> bool {
    plain(path).is_some_and(|path| path == Path::new("") || PATHS.contains(&path))
}

/// The path as documents write it, on every system.
pub(crate) fn with_slashes(path: &Path) -> String {
    path.display().to_string().replace(MAIN_SEPARATOR, "/")
}

/// Whether a word is a placeholder for the reader's own text: `NAME`.
pub(super) fn is_placeholder(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|letter| letter.is_ascii_uppercase())
}

/// Whether a word of code is meant as a path in the repository.
pub(super) fn is_path(word: &str) -> bool {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "._-/".contains(letter);
    if !word.chars().all(is_plain) || word.split('/').any(is_placeholder) {
        return false;
    }
    let first = word.split('/').next().expect("there is a first part");
    let is_top = PATHS.iter().any(|path| path == Path::new(first)) && word.contains('/');
    let ending = Path::new(word).extension().and_then(|ending| ending.to_str());
    is_top || first != "target" && !word.starts_with('/') && ending.is_some_and(|ending| ENDINGS.contains(&ending))
}

/// The words of a line of a shell, without its comment.
pub(super) fn words(line: &str) -> Vec<&str> {
    let line = line.split(" #").next().expect("there is a beginning");
    line.split_whitespace().map(|word| word.trim_end_matches([';', '\\'])).collect()
}
