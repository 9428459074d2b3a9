//! The book: the documents as pages for a browser, in the order of docs/SUMMARY.md, with a search that needs no network.
//! The documents stay where they are. mdBook gets copies of them, in the same layout.

use crate::address::address;
use crate::built::{beside_this_program, cargo};
use crate::documents;
use crate::item::{Item, games, put};
use crate::sources_folder::workspace;
use crate::tool::run;
use anyhow::{Context, Result, anyhow, ensure};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use walkdir::WalkDir;

/// The list of the pages, in their order.
const SUMMARY: &str = "docs/SUMMARY.md";
/// Documents without a page: this list, and the first page of a tarball.
const WITHOUT_PAGE: [&str; 2] = [SUMMARY, "configs/packaging/tarball/README.md"];
/// The line of the list after which the pages of the games come.
const GAMES: &str = "- [The games]()";
/// The line of the list for the page of the crates.
const RUST: &str = "- [The Rust crates]()";
/// The crates for authors of games, whose documentation rustdoc makes.
const CRATES: [&str; 3] = ["plyd-plugin", "plyd-rules", "plyd-board"];
/// The folder of that documentation in the book, and the page that leads there.
const API: (&str, &str) = ("api", "api.md");
/// The folder of the book in the target folder, and in the folder of the installed documents.
const FOLDER: &str = "book";
/// The style sheet that makes room for lines of code with 120 characters.
const STYLE: (&str, &str) = ("wide.css", ":root { --content-max-width: 950px; }\n");
/// The licences of the files that mdBook and rustdoc add.
const LICENCES: (&str, &str) = (
    "LICENCES.txt",
    "mdBook made these pages of the documents of plyd. Its scripts and styles, which are part of the pages, are under the
Mozilla Public License 2.0; their source is at https://github.com/rust-lang/mdBook. They come with highlight.js (BSD, three
clauses), elasticlunr.js, mark.js and clipboard.js (MIT), icons of Font Awesome (CC BY 4.0), and the fonts Open Sans and
Source Code Pro, whose licences are in `fonts`. rustdoc made the pages in `api`; the licences of its files are in
`api/static.files`.
",
);
/// The command that makes the pages.
const TOOL: &str = "mdbook";
/// How to install it.
pub(crate) const INSTALL: &str = "cargo install mdbook --locked";

/// Whether mdBook is installed.
pub(crate) fn has_tool() -> bool {
    let mut version = Command::new(TOOL);
    version.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    version.status().is_ok_and(|status| status.success())
}

/// Makes the book, and says where its first page is.
///
/// # Errors
/// mdBook is missing or fails, a document has no place in the book, or a link of a page leads nowhere.
pub(crate) fn make_and_tell(output: &mut impl Write) -> Result<()> {
    ensure!(has_tool(), "the book needs mdBook: `{INSTALL}`");
    let folder = make()?;
    Ok(writeln!(output, "The book is made. Open {}", folder.join("index.html").display())?)
}

/// Makes the book in the target folder, and returns its files for an installation.
///
/// # Errors
/// See [`make_and_tell`].
pub(crate) fn items() -> Result<Vec<Item>> {
    let folder = make()?;
    let to = Path::new(documents::TO).join(FOLDER);
    let item = |path: PathBuf| {
        let content = fs::read(folder.join(&path)).with_context(|| format!("{} cannot be read", path.display()))?;
        Ok(Item { to: to.join(path), content, is_program: false })
    };
    files(&folder)?.into_iter().map(item).collect()
}

/// Makes the book in the target folder, in place of an older one, and returns its folder.
fn make() -> Result<PathBuf> {
    let built = beside_this_program()?;
    let target = built.parent().context("the folder of the build has no parent")?;
    let work = tempfile::tempdir().context("there is no temporary folder")?;
    let (sources, pages) = (work.path().join("src"), work.path().join("pages"));
    put(&sources_of_pages(address()?.as_deref())?, &sources)?;
    fs::write(work.path().join("book.toml"), settings(address()?.as_deref()))?;
    fs::write(work.path().join(STYLE.0), STYLE.1)?;
    // mdBook empties the destination first, so the destination is new.
    let mut tool = Command::new(TOOL);
    tool.arg("build").arg("--dest-dir").arg(&pages).arg(work.path());
    run(tool)?;
    copy(&documentation(target)?, &pages.join(API.0))?;
    fs::write(pages.join(LICENCES.0), LICENCES.1)?;
    let faults = faults(&pages)?;
    ensure!(faults.is_empty(), "links of the book lead nowhere:\n{}", faults.join("\n"));
    let folder = target.join(FOLDER);
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("{} cannot be emptied", folder.display()))?;
    }
    copy(&pages, &folder)?;
    Ok(folder)
}

/// Has rustdoc document the crates for authors of games, and returns its folder. The target folder is a separate one:
/// the search of rustdoc finds everything that was ever documented into its folder.
fn documentation(target: &Path) -> Result<PathBuf> {
    let target = target.join(API.0);
    let mut doc = cargo();
    doc.args(["doc", "--no-deps", "--locked", "--target-dir"]).arg(&target).current_dir(workspace());
    for name in CRATES {
        doc.args(["-p", name]);
    }
    run(doc)?;
    Ok(target.join("doc"))
}

/// The settings of mdBook. Its preprocessors would rename each README.md and expand braces in texts.
fn settings(address: Option<&str>) -> String {
    let mut text = String::from(
        "[book]\ntitle = \"plyd\"\nlanguage = \"en\"\nsrc = \"src\"\n\n\
         [build]\ncreate-missing = false\nuse-default-preprocessors = false\n\n\
         [output.html]\nno-section-label = true\nsmart-punctuation = false\ninput-404 = \"\"\n",
    );
    let _ = writeln!(text, "additional-css = [\"{}\"]", STYLE.0);
    if let Some(address) = address {
        let _ = writeln!(text, "git-repository-url = \"{address}\"");
    }
    text + "\n[output.html.print]\nenable = false\n\n[output.html.fold]\nenable = true\nlevel = 0\n"
}

/// The copies that mdBook reads: all documents that are installed, with the files to which they link.
fn sources_of_pages(address: Option<&str>) -> Result<Vec<Item>> {
    let to = Path::new(documents::TO);
    let mut items = documents::items()?;
    for item in &mut items {
        item.to = item.to.strip_prefix(to).context("a document is installed elsewhere")?.to_path_buf();
    }
    items.retain(|item| !WITHOUT_PAGE.iter().any(|page| item.to == Path::new(page)));
    let kept: BTreeSet<PathBuf> = items.iter().map(|item| item.to.clone()).collect();
    let summary = summary()?;
    let pages: Vec<PathBuf> = pages(&summary);
    let missing: Vec<_> = kept.iter().filter(|path| is_page(path) && !pages.contains(path)).collect();
    ensure!(missing.is_empty(), "{SUMMARY} does not name {missing:?}");
    for item in items.iter_mut().filter(|item| is_page(&item.to)) {
        let text = String::from_utf8(std::mem::take(&mut item.content))
            .map_err(|_| anyhow!("{} is not UTF-8", item.to.display()))?;
        item.content = with_links(&item.to, &text, &kept, address).into_bytes();
    }
    let page = |to: &str, text: String| Item { to: to.into(), content: text.into_bytes(), is_program: false };
    items.push(page("SUMMARY.md", summary));
    items.push(page(API.1, page_of_crates()));
    Ok(items)
}

fn is_page(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "md")
}

/// The page that leads to the documentation of the crates.
fn page_of_crates() -> String {
    let mut text = String::from("# The Rust crates\n\nThe documentation of the crates for authors of games:\n\n");
    for name in CRATES {
        let _ = writeln!(text, "- [{name}]({}/{}/index.html)", API.0, name.replace('-', "_"));
    }
    text
}

/// The list for mdBook. It is one folder higher than the list of the sources, and also names the generated pages.
fn summary() -> Result<String> {
    let text = fs::read_to_string(workspace().join(SUMMARY)).with_context(|| format!("{SUMMARY} cannot be read"))?;
    ensure!([GAMES, RUST].iter().all(|own| text.lines().any(|line| line == *own)), "{SUMMARY} lacks {GAMES} or {RUST}");
    let folder = Path::new(SUMMARY).parent().unwrap_or(Path::new(""));
    let mut made = String::new();
    for line in text.lines() {
        match line.rsplit_once("](") {
            _ if line == RUST => writeln!(made, "{}", line.replace("()", &format!("({})", API.1)))?,
            Some((title, target)) if line != GAMES && target != ")" && is_entry(line) => {
                writeln!(made, "{title}]({}", documents::plain(&folder.join(target)).display())?;
            }
            _ => writeln!(made, "{line}")?,
        }
        if line == GAMES {
            for (title, page) in pages_of_games()? {
                writeln!(made, "    - [{title}]({page})")?;
            }
        }
    }
    Ok(made)
}

/// Whether a line of the list is a page, and no heading or text.
fn is_entry(line: &str) -> bool {
    line.trim_start().starts_with("- [")
}

/// The titles and the pages of the games, by title.
fn pages_of_games() -> Result<Vec<(String, String)>> {
    let mut pages = Vec::new();
    for game in games()? {
        let page = format!("plugins/{game}/README.md");
        let text = fs::read_to_string(workspace().join(&page)).with_context(|| format!("{page} cannot be read"))?;
        let title = text.lines().next().and_then(|line| line.strip_prefix("# "));
        pages.push((title.with_context(|| format!("{page} has no title"))?.to_owned(), page));
    }
    pages.sort();
    Ok(pages)
}

/// The pages in a list, in its order.
fn pages(summary: &str) -> Vec<PathBuf> {
    let targets = summary.lines().filter(|line| is_entry(line)).filter_map(target);
    targets.filter(|target| !target.is_empty()).map(PathBuf::from).collect()
}

/// The target of the link in a line of the list.
fn target(line: &str) -> Option<&str> {
    line.rsplit_once("](")?.1.strip_suffix(')')
}

/// The text of a page for the book. A link to a file that the book does not have leads to the address of the project,
/// or is text if there is none.
fn with_links(page: &Path, text: &str, kept: &BTreeSet<PathBuf>, address: Option<&str>) -> String {
    let mut made = String::new();
    let (mut paragraph, mut is_block) = (String::new(), false);
    for line in text.split_inclusive('\n') {
        let is_fence = line.trim_start().starts_with("```");
        if !is_fence && !is_block && !line.trim().is_empty() {
            paragraph += line;
            continue;
        }
        made += &paragraph_with_links(page, &paragraph, kept, address);
        paragraph.clear();
        made += line;
        is_block ^= is_fence;
    }
    made + &paragraph_with_links(page, &paragraph, kept, address)
}

fn paragraph_with_links(page: &Path, text: &str, kept: &BTreeSet<PathBuf>, address: Option<&str>) -> String {
    let mut made = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("](") {
        made += before;
        let Some((link, after)) = after.split_once(')') else { break };
        rest = after;
        let path = link.split('#').next().unwrap_or_default();
        let target = documents::plain(&page.parent().unwrap_or(Path::new("")).join(path));
        // Within backticks it is no link.
        let is_code = made.matches('`').count() % 2 == 1;
        if is_code || path.is_empty() || path.contains("://") || kept.contains(&target) {
            let _ = write!(made, "]({link})");
        } else if let Some(address) = address {
            let _ = write!(made, "]({address}/blob/HEAD/{})", target.display());
        } else if let Some(start) = made.rfind('[') {
            made.remove(start);
        }
    }
    made + rest
}

/// The links of the pages that lead nowhere. Those of rustdoc are its own matter.
fn faults(folder: &Path) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    let mut anchors = std::collections::HashMap::new();
    let paths = files(folder)?;
    for path in &paths {
        if path.extension().is_some_and(|end| end == "html") {
            let text =
                fs::read_to_string(folder.join(path)).with_context(|| format!("{} cannot be read", path.display()))?;
            anchors.insert(path.clone(), text);
        }
    }
    let all: BTreeSet<&Path> = paths.iter().map(PathBuf::as_path).collect();
    for (page, text) in anchors.iter().filter(|(page, _)| !page.starts_with(API.0)) {
        for link in attributes(text, &["href", "src"]) {
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            if link.contains("://") || ["data:", "mailto:", "javascript:"].iter().any(|kind| link.starts_with(kind)) {
                continue;
            }
            let from = page.parent().unwrap_or(Path::new(""));
            let target = if path.is_empty() { page.clone() } else { documents::plain(&from.join(path)) };
            let has_anchor =
                || anchors.get(&target).is_none_or(|text| attributes(text, &["id"]).any(|id| id == anchor));
            if !all.contains(target.as_path()) || !anchor.is_empty() && !has_anchor() {
                faults.push(format!("{}: {link}", page.display()));
            }
        }
    }
    faults.sort();
    Ok(faults)
}

/// The values of attributes of the elements of a page.
fn attributes<'a>(page: &'a str, names: &'a [&str]) -> impl Iterator<Item = &'a str> {
    let tags = page.split('<').filter_map(|rest| Some(rest.split_once('>')?.0));
    let values = |tag: &'a str, name: &str| {
        let after = tag.split_once(&format!(" {name}=\""))?.1;
        Some(after.split_once('"')?.0)
    };
    tags.flat_map(move |tag| names.iter().filter_map(move |name| values(tag, name)))
}

/// The files below a folder, in order, relative to it.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.with_context(|| format!("{} cannot be read", folder.display()))?;
        if entry.file_type().is_file() {
            files.push(entry.path().strip_prefix(folder).context("a file is outside its folder")?.to_path_buf());
        }
    }
    Ok(files)
}

/// Copies the files of a folder.
fn copy(from: &Path, to: &Path) -> Result<()> {
    for path in files(from)? {
        let (from, to) = (from.join(&path), to.join(&path));
        fs::create_dir_all(to.parent().unwrap_or(&to))?;
        fs::copy(&from, &to).with_context(|| format!("{} cannot be written", to.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_names_each_installed_document_once() {
        let pages = pages(&summary().unwrap());
        let sorted: BTreeSet<&PathBuf> = pages.iter().collect();
        assert_eq!(sorted.len(), pages.len(), "{SUMMARY} names a page twice");
        // It fails if a document is missing from the list.
        let items = sources_of_pages(None).unwrap();
        for page in &pages {
            assert!(items.iter().any(|item| item.to == *page), "{SUMMARY} names {}", page.display());
        }
    }

    #[test]
    fn a_link_to_a_file_that_the_book_lacks_is_text() {
        let kept = BTreeSet::from(["docs/a.md", "plugins/b.c"].map(PathBuf::from));
        let text = "[a](a.md#top), [b](../plugins/b.c), `[x](y)`,\n[c\nd](../engine/c.rs) and [e](https://example.org)\n\n```sh\n[f](g)\n```\n";
        let links = |address| with_links(Path::new("docs/z.md"), text, &kept, address);
        assert_eq!(links(None), text.replace("[c\nd](../engine/c.rs)", "c\nd"));
        let with = text.replace("../engine/c.rs", "https://plyd.invalid/blob/HEAD/engine/c.rs");
        assert_eq!(links(Some("https://plyd.invalid")), with);
    }

    #[test]
    fn a_dead_link_of_a_page_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        write(
            "a.html",
            r##"<a href="b.html#top">b</a> <a href="#here">c</a> <a id="here" href="https://x.org/">d</a>"##,
        );
        write("b.html", r#"<h1 id="top">B</h1> href="text.html" <img src="a.html">"#);
        assert!(faults(folder.path()).unwrap().is_empty());
        write("b.html", r##"<h1 id="other">B</h1> <a href="gone.html">c</a>"##);
        assert_eq!(faults(folder.path()).unwrap(), ["a.html: b.html#top", "b.html: gone.html"]);
    }
}
