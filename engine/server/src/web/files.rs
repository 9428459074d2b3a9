//! The files of the page, which are part of the program.

use axum::body::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use include_dir::{Dir, include_dir};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::OnceLock;

/// The file at the address of the page itself.
const INDEX: &str = "index.html";
/// So many bytes of a hash tell two builds of a file apart.
const TAG_BYTES: usize = 12;

/// The kinds of files, by the end of their names.
const KINDS: [(&str, &str); 5] = [
    (".html", "text/html; charset=utf-8"),
    (".js", "text/javascript; charset=utf-8"),
    (".json", "application/json"),
    (".css", "text/css; charset=utf-8"),
    (".svg", "image/svg+xml"),
];

/// The folder of the modules of `plyd explain`, below the address of the page: the view Teach imports them.
const EXPLAIN: &str = "explain/";

/// The folder `engine/server/page`.
static PAGE: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/page");

/// What the build script makes: a file for each language of the page, in a folder `languages`.
static MADE: Dir<'static> = include_dir!("$OUT_DIR");

/// A file.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) content: &'static str,
    pub(crate) kind: &'static str,
    /// Changes when the content does.
    pub(crate) tag: String,
    /// The content as gzip, once a browser has asked for it.
    packed: OnceLock<Bytes>,
}

impl File {
    fn new(content: &'static str, kind: &'static str) -> Self {
        Self { content, kind, tag: tag(content), packed: OnceLock::new() }
    }

    /// The content as gzip. It is made once.
    pub(crate) fn packed(&self) -> Bytes {
        let packed = self.packed.get_or_init(|| {
            let mut packer = GzEncoder::new(Vec::new(), Compression::best());
            packer
                .write_all(self.content.as_bytes())
                .and_then(|()| packer.finish())
                .expect("a vector takes all that is written")
                .into()
        });
        packed.clone()
    }
}

/// All files, by path.
#[derive(Debug)]
pub(crate) struct Files(HashMap<String, File>);

impl Files {
    pub(crate) fn new() -> Self {
        let mut files = HashMap::new();
        add(&PAGE, &mut files);
        add(&MADE, &mut files);
        for (name, content) in plyd_explain::page_files() {
            if let Some(kind) = kind(name) {
                files.insert(format!("{EXPLAIN}{name}"), File::new(content, kind));
            }
        }
        Self(files)
    }

    /// The file at a path of an address.
    pub(crate) fn get(&self, path: &str) -> Option<&File> {
        match path.strip_prefix('/')? {
            "" => self.0.get(INDEX),
            name => self.0.get(name),
        }
    }
}

/// Adds the files of a folder, and of all folders in it, by their names below the address of the page.
fn add(folder: &'static Dir<'static>, files: &mut HashMap<String, File>) {
    for file in folder.files() {
        let (Some(name), Some(content)) = (file.path().to_str(), file.contents_utf8()) else { continue };
        if let Some(kind) = kind(name) {
            files.insert(name.to_owned(), File::new(content, kind));
        }
    }
    folder.dirs().for_each(|folder| add(folder, files));
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
    use std::collections::{BTreeMap, BTreeSet};
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
        let mut found = BTreeSet::new();
        for root in [concat!(env!("CARGO_MANIFEST_DIR"), "/page"), env!("OUT_DIR")] {
            below(Path::new(root), Path::new(root), &mut found);
        }
        let files = Files::new();
        let served: BTreeSet<String> = files.0.keys().cloned().collect();
        let (explain, own): (BTreeSet<String>, _) = served.into_iter().partition(|name| name.starts_with(EXPLAIN));
        assert_eq!(own, found);
        assert!(explain.len() == plyd_explain::page_files().count() && explain.contains("explain/main.js"));
        assert!(files.get("/").is_some_and(|file| file.content.contains("<!DOCTYPE html>")));
        for path in ["", "index.html", "/..", "/../Cargo.toml", "//index.html", "/index.html/"] {
            assert!(files.get(path).is_none(), "{path}");
        }
    }

    /// The values of a text: `name` in `{name}`.
    fn values(text: &str) -> BTreeSet<&str> {
        text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect()
    }

    #[test]
    fn every_language_has_the_texts_of_english() {
        let languages: BTreeMap<&str, BTreeMap<String, String>> = (MADE.get_dir("languages").unwrap().files())
            .map(|file| (file.path().file_stem().unwrap().to_str().unwrap(), file.contents_utf8().unwrap()))
            .map(|(code, content)| (code, serde_json::from_str(content).unwrap()))
            .collect();
        let listed = format!("LANGUAGES = {:?};", ["en", "it", "tr", "bn"]);
        assert!(PAGE.get_file("words.js").unwrap().contents_utf8().unwrap().contains(&listed), "{listed}");
        assert_eq!(languages.keys().copied().collect::<Vec<_>>(), ["bn", "en", "it", "tr"]);
        let english = &languages["en"];
        for (code, texts) in &languages {
            assert_eq!(texts.keys().collect::<Vec<_>>(), english.keys().collect::<Vec<_>>(), "{code}");
            for (key, text) in texts {
                assert_eq!(values(text), values(&english[key]), "{code}: {key}");
            }
            let same = texts.iter().filter(|&(key, text)| text.len() > 12 && *text == english[key]).count();
            assert!(*code == "en" || same * 20 < texts.len(), "{code}: {same} texts are English");
        }
    }

    /// A page is on screen at once only if it is small.
    #[test]
    fn the_page_is_small() {
        let size: usize = Files::new().0.values().map(|file| file.packed().len()).sum();
        assert!(size < 200 << 10, "{size} bytes");
    }
}
