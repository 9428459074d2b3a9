//! The files of the page, which are part of the program. Two documents have addresses that stay; they name all others
//! below a folder that is named by a hash of them all. So a browser may keep those for ever, and a page never has parts
//! of two builds. The modules that a document needs at once are one file.

use axum::body::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use include_dir::{Dir, include_dir};
use plyd_explain::Script;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::OnceLock;

/// The file at the address of the page itself.
const INDEX: &str = "index.html";
/// The documents, by their addresses relative to the page: the page, and the page of a match.
const DOCUMENTS: [(&str, &str); 2] = [("", INDEX), ("watch/match.html", "watch/match.html")];
/// The number of bytes of a hash that suffice to distinguish two builds.
const HASH_BYTES: usize = 12;

/// The kinds of files, by the end of their names.
const KINDS: [(&str, &str); 5] = [
    (".html", "text/html; charset=utf-8"),
    (".js", "text/javascript; charset=utf-8"),
    (".json", "application/json"),
    (".css", "text/css; charset=utf-8"),
    (".svg", "image/svg+xml"),
];

/// The folders of the page and of the modules of `plyd explain`, which both pages use. Their addresses are as far from
/// each other as in the repository, so that an import is the same for a browser, node and the type checker.
const OWN: &str = "server/page/";
const EXPLAIN: &str = "explain/page/";

/// The scripts of the documents, and the view that most people see first. Views that come later import modules of the
/// page: they have those of the first script.
const SCRIPTS: [(&str, &[&str]); 2] =
    [("server/page/main.js", &["server/page/games/view.js"]), ("server/page/watch/match.js", &[])];

/// The folder `engine/server/page`.
static PAGE: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/page");

/// What the build script makes: a file for each language of the page, in a folder `languages`.
static MADE: Dir<'static> = include_dir!("$OUT_DIR");

/// A file.
#[derive(Debug)]
pub(crate) struct WebFile {
    pub(crate) content: Bytes,
    pub(crate) kind: &'static str,
    /// Changes when the content does.
    pub(crate) tag: String,
    /// Whether the content of its address never changes.
    pub(crate) stays: bool,
    /// The content as gzip, once a browser has asked for it.
    packed: OnceLock<Bytes>,
}

impl WebFile {
    fn new(content: Bytes, kind: &'static str, stays: bool) -> Self {
        let tag = format!("\"{}\"", hash(&content));
        Self { content, kind, tag, stays, packed: OnceLock::new() }
    }

    /// The content as gzip. It is made once.
    pub(crate) fn packed(&self) -> Bytes {
        let packed = self.packed.get_or_init(|| {
            let mut packer = GzEncoder::new(Vec::new(), Compression::best());
            packer
                .write_all(&self.content)
                .and_then(|()| packer.finish())
                .expect("a vector takes all that is written")
                .into()
        });
        packed.clone()
    }
}

/// All files, by the path of their address.
#[derive(Debug)]
pub(crate) struct WebFiles(HashMap<String, WebFile>);

impl WebFiles {
    pub(crate) fn new() -> Self {
        let mut contents = BTreeMap::new();
        add(&PAGE, &mut contents);
        add(&MADE, &mut contents);
        contents.extend(plyd_explain::page_files().map(|(name, content)| (format!("{EXPLAIN}{name}"), content)));
        let scripts = SCRIPTS.map(|(path, later)| Script::new(path, later, &|path| contents.get(path).copied()));
        let joined = scripts.iter().zip(SCRIPTS).map(|(script, (path, _))| (path.to_owned(), script.text()));
        let others = scripts[0].others().map(|(path, text)| (path.to_owned(), text));
        let joined: Vec<_> = others.chain(joined).collect();
        let mut contents: BTreeMap<_, _> = contents.into_iter().map(|(path, text)| (path, Cow::from(text))).collect();
        contents.extend(joined.into_iter().map(|(path, text)| (path, Cow::from(text))));
        let mut all = Sha256::new();
        for (name, content) in &contents {
            all.update(format!("{name} {}\n{content}", content.len()));
        }
        let build = hex(&all.finalize());
        let documents = DOCUMENTS.map(|(path, name)| {
            let document = contents.remove(&format!("{OWN}{name}")).unwrap_or_default().into_owned();
            (format!("/{path}"), document)
        });
        let named = |document: String| {
            let name = |text: String, name: &String| {
                let short = name.strip_prefix(OWN).unwrap_or(name);
                text.replace(&format!("=\"{short}\""), &format!("=\"{build}/{name}\""))
            };
            contents.keys().fold(document, name)
        };
        let documents = documents
            .map(|(path, text)| (path, WebFile::new(named(text).into(), kind(INDEX).unwrap_or_default(), false)));
        let others = contents.into_iter().filter_map(|(name, content)| {
            let content = match content {
                Cow::Borrowed(content) => Bytes::from_static(content.as_bytes()),
                Cow::Owned(content) => Bytes::from(content),
            };
            Some((format!("/{build}/{name}"), WebFile::new(content, kind(&name)?, true)))
        });
        Self(others.chain(documents).collect())
    }

    /// The file at a path of an address.
    pub(crate) fn get(&self, path: &str) -> Option<&WebFile> {
        self.0.get(path)
    }
}

/// Adds the files of a folder, and of all folders in it, to the files of the page.
fn add(folder: &'static Dir<'static>, contents: &mut BTreeMap<String, &'static str>) {
    for file in folder.files() {
        if let (Some(name), Some(content)) = (file.path().to_str(), file.contents_utf8()) {
            contents.insert(format!("{OWN}{name}"), content);
        }
    }
    folder.dirs().for_each(|folder| add(folder, contents));
}

fn kind(name: &str) -> Option<&'static str> {
    KINDS.iter().find(|(end, _)| name.ends_with(end)).map(|&(_, kind)| kind)
}

fn hash(content: &[u8]) -> String {
    hex(&Sha256::digest(content))
}

/// The beginning of a hash as text.
fn hex(hash: &[u8]) -> String {
    hash.iter().take(HASH_BYTES).fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};
    use std::path::Path;

    /// All files below a folder, by their paths relative to `root`.
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
        for (_, document) in DOCUMENTS {
            assert!(found.remove(document), "{document}");
        }
        let files = WebFiles::new();
        let (documents, others): (Vec<_>, Vec<_>) = files.0.iter().partition(|(_, file)| !file.stays);
        let served: BTreeSet<String> =
            others.iter().map(|(path, _)| path[1..].split_once('/').unwrap().1.to_owned()).collect();
        let (explain, own): (BTreeSet<String>, _) = served.into_iter().partition(|name| name.starts_with(EXPLAIN));
        let own: BTreeSet<_> = own.iter().filter_map(|name| Some(name.strip_prefix(OWN)?.to_owned())).collect();
        assert_eq!(own, found);
        assert!(explain.len() == plyd_explain::page_files().count() && explain.contains("explain/page/main.js"));
        assert_eq!(documents.len(), DOCUMENTS.len());
        for (path, WebFile { content, .. }) in documents {
            let text = std::str::from_utf8(content).unwrap();
            assert!(text.contains("<!DOCTYPE html>"), "{path}");
            let addresses = text.split(['<', '>']).filter(|tag| tag.starts_with("link ") || tag.starts_with("script "));
            let addresses: Vec<&str> = addresses
                .flat_map(|tag| [" href=\"", " src=\""].map(|name| tag.split_once(name)))
                .filter_map(|found| Some(found?.1.split_once('"')?.0))
                .collect();
            assert!(addresses.len() > 3, "{path}: {addresses:?}");
            for address in addresses {
                assert!(files.get(&format!("/{address}")).is_some_and(|file| file.stays), "{path}: {address}");
            }
        }
        for path in
            ["", "index.html", "/index.html", "/main.js", "/..", "/../Cargo.toml", "//index.html", "/index.html/"]
        {
            assert!(files.get(path).is_none(), "{path}");
        }
    }

    /// The values of a text: `name` in `{name}`.
    fn values(text: &str) -> BTreeSet<&str> {
        text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect()
    }

    /// The keys without the plural forms that not every language has.
    fn keys(texts: &BTreeMap<String, String>) -> Vec<&str> {
        let is_form = |key: &str| {
            key.rsplit_once('-').is_some_and(|(text, form)| {
                ["zero", "one", "two", "few", "many"].contains(&form) && texts.contains_key(text)
            })
        };
        texts.keys().map(String::as_str).filter(|key| !is_form(key)).collect()
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
            assert_eq!(keys(texts), keys(english), "{code}");
            for (key, text) in texts {
                let same = english.get(key).or_else(|| english.get(key.rsplit_once('-')?.0)).unwrap();
                assert_eq!(values(text), values(same), "{code}: {key}");
            }
            let same = texts.iter().filter(|&(key, text)| text.len() > 12 && english.get(key) == Some(text)).count();
            assert!(*code == "en" || same * 20 < texts.len(), "{code}: {same} texts are English");
        }
    }

    /// A board is on screen at once only if what it needs is small: the document, the files that it names, and a
    /// language.
    #[test]
    fn the_first_board_and_the_whole_page_are_small() {
        let files = WebFiles::new();
        let document = std::str::from_utf8(&files.get("/").unwrap().content).unwrap();
        let named = document.split('"').map(|part| format!("/{part}"));
        let language = files.0.keys().find(|path| path.ends_with("/en.json")).unwrap();
        let needed: BTreeSet<String> =
            named.chain([language.clone()]).filter(|path| files.get(path).is_some()).collect();
        assert!(needed.len() > 5 && needed.iter().any(|path| path.ends_with("/main.js")), "{needed:?}");
        let size = |path: &String| files.0[path].packed().len();
        let first: usize = needed.iter().map(size).sum();
        assert!(first < 100_000, "{first} bytes");
        let all: usize = files.0.keys().map(size).sum();
        assert!(all < 256 << 10, "{all} bytes");
    }
}
