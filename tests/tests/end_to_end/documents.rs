//! The documents name what is there: files, headings, crates, and the arrows between the crates.

mod abilities;
pub(crate) mod document;
mod games;
mod glossary;
mod phrases;
// It compiles the sources once more.
#[cfg(feature = "long-tests")]
mod new_game;

use document::{Document, documents, exists, is_path, is_placeholder, plain, root, with_slashes, words};
use plyd_tests::{Engine, GAMES, cargo};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

/// Files of the reader, in the documents that mention them.
const OF_READERS: [(&str, &str); 19] = [
    ("configs/README.md", "plyd/plyd.toml"),
    ("docs/games.md", "mygame.py"),
    ("plugins/loaders/python/README.md", "my.py"),
    ("plugins/loaders/python/README.md", "naive.py"),
    ("plugins/loaders/python/README.md", "FILE.py"),
    // The list of installed games.
    ("docs/games.md", "installed.toml"),
    // The worksheet that a teacher makes.
    ("docs/explain.md", "worksheet-3/key.json"),
    ("docs/explain.md", "exercises.html"),
    ("docs/explain.md", "answers.html"),
    ("docs/explain.md", "key.json"),
    // The game that the tour has its reader change.
    ("docs/tour.md", "src/lib.rs"),
    // The game that the guide has its reader write.
    ("plugins/README.md", "src/lib.rs"),
    ("plugins/README.md", "src/tests.rs"),
    ("plugins/C.md", "squares.c"),
    ("plugins/C.md", "squares_test.c"),
    ("plugins/C.md", "rules.h"),
    ("plugins/CPP.md", "testing.h"),
    ("plugins/README.md", "squares.py"),
    ("plugins/loaders/python/README.md", "squares.py"),
];

static METADATA: LazyLock<Value> = LazyLock::new(|| {
    let mut command = cargo();
    command.args(["metadata", "--no-deps", "--offline", "--format-version", "1"]).current_dir(root());
    let output = command.output().expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("it is JSON")
});

/// Says all that is wrong at once.
fn assert_none(faults: &[String]) {
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// Documents in which "games" means the games of a match.
const OF_MATCHES: [&str; 5] =
    ["docs/match.md", "docs/match-records.md", "docs/match-reference.md", "docs/farm.md", "docs/tour.md"];

const NUMBERS: [&str; 19] = [
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

/// The claim about all games, none of them, or the number of games, algorithms or languages, that ends with this word.
fn stale_claim(words: &[&str], is_of_match: bool) -> Option<String> {
    let (noun, before) = words.split_last()?;
    if !["games", "algorithms", "languages"].contains(noun) || *noun == "games" && is_of_match {
        return None;
    }
    let is_number = |word: &str| NUMBERS.contains(&word) || word.bytes().all(|byte| byte.is_ascii_digit());
    // `the 18 games`, `each of 18 games`, `all three new games`.
    let counts = |before: &[&str]| {
        let (number, before) = before.split_last().unwrap_or((&"", &[]));
        !number.is_empty() && is_number(number) && before.last().is_some_and(|word| ["the", "all", "of"].contains(word))
    };
    let but_one = before.split_last().map_or(&[][..], |(_, before)| before);
    let is_all = *noun == "games" && (before.ends_with(&["all"]) || before.ends_with(&["all", "the"]));
    let is_none = before.ends_with(&["none", "of", "the"]) || but_one.ends_with(&["none", "of", "the"]);
    // `118 of 120 games` is a result, and no claim.
    let is_result = |before: &[&str]| before.len() > 2 && is_number(before[before.len() - 3]);
    let claims = is_all
        || is_none
        || (counts(before) && !is_result(before))
        || (counts(but_one) && !is_result(but_one))
        || *noun == "algorithms" && before.last().is_some_and(|word| is_number(word));
    claims.then(|| words[words.len().saturating_sub(5)..].join(" "))
}

#[test]
fn stale_claims_are_told_from_results() {
    let claim = |text: &str| stale_claim(&text.split(' ').collect::<Vec<_>>(), false).is_some();
    for text in [
        "none of the games",
        "none of the old games",
        "for all games",
        "all the games",
        "all 18 games",
        "the eighteen games",
        "each of 18 games",
        "the ten new games",
        "the six algorithms",
        "three algorithms",
        "the four languages",
    ] {
        assert!(claim(text), "{text}");
    }
    for text in
        ["it won 15 of 20 games", "ten games", "every game", "the games", "all textbook algorithms", "other games"]
    {
        assert!(!claim(text), "{text}");
    }
    assert!(stale_claim(&["all", "games"], true).is_none());
}

/// The next game, algorithm or language makes such a claim false, and nobody looks for it then. The record of changes
/// says what was so.
#[test]
fn no_document_claims_what_the_next_game_makes_false() {
    let mut faults = Vec::new();
    for document in documents().iter().filter(|document| document.name() != "CHANGELOG.md") {
        let name = document.name();
        let is_of_match = OF_MATCHES.contains(&name.as_str());
        let (prose, _) = document.lines();
        let text = prose.join(" ").to_lowercase();
        let is_of_word = |sign: char| sign.is_alphanumeric() || sign == '-' || sign == '\'';
        // A sentence ends a claim.
        for sentence in text.split(['.', ';', ':', '|', '(', ')', ',']) {
            let words: Vec<&str> = sentence.split(|sign| !is_of_word(sign)).filter(|word| !word.is_empty()).collect();
            let of_none = words.windows(3).any(|part| part == ["no", "game", "of"]).then(|| "no game of".to_owned());
            let claims = (1..=words.len()).filter_map(|end| stale_claim(&words[..end], is_of_match)).chain(of_none);
            faults.extend(
                claims.map(|claim| format!("{name}: `{claim}` may be false tomorrow; say which, or every one")),
            );
        }
    }
    assert_none(&faults);
}

/// Each fact by the names that its sentence or paragraph needs, so that the words around them are free.
#[test]
fn the_document_of_guis_names_what_other_programs_do_otherwise() {
    let text = fs::read_to_string(root().join("docs/gui.md")).expect("there is such a file");
    let names = |part: &str, names: &[&str]| names.iter().all(|name| part.contains(name));
    // A client that sets an option that is not there ends.
    let refused = Engine::start(&["--game", "chess"]).ask("setoption name SyzygyPath value x");
    assert!(refused.len() == 1 && refused[0].contains("unknown-option"), "{refused:?}");
    assert!(text.split("\n\n").any(|part| names(part, &["`SyzygyPath`", "`uci_options`"])));
    // Fairy-Stockfish has another game by this name.
    assert!(GAMES.contains(&"nim"));
    assert!(text.split("\n\n").any(|part| names(part, &["`nim`", "Fairy-Stockfish", "`variants.ini`"])));
}

#[test]
fn every_link_leads_somewhere() {
    let documents = documents();
    let (mut faults, mut count) = (Vec::new(), 0);
    for document in &documents {
        for link in document.links() {
            count += 1;
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = if path.is_empty() { document.path.to_path_buf() } else { document.folder().join(path) };
            if !exists(&target) {
                faults.push(format!("{}: {link} leads nowhere", document.name()));
            } else if !anchor.is_empty() {
                let target = plain(&target);
                let same = |other: &&Document| Some(other.path) == target.as_deref();
                let has_heading = documents.iter().find(same).is_some_and(|other| other.anchors().contains(anchor));
                if !has_heading {
                    faults.push(format!("{}: {link} leads to no heading", document.name()));
                }
            }
        }
    }
    assert_none(&faults);
    assert!(count > 100, "{count} links");
}

#[test]
fn every_page_of_a_game_has_a_small_picture_of_its_board() {
    const MOST_BYTES: u64 = 60_000;
    let (mut faults, mut count) = (Vec::new(), 0);
    let is_of_game = |page: &&Document| {
        exists(&page.folder().join("library/Cargo.toml")) && !page.folder().starts_with("plugins/loaders")
    };
    for page in documents().iter().filter(is_of_game) {
        count += 1;
        let pictures: Vec<_> = page.links().into_iter().filter(|link| link.ends_with(".webp")).collect();
        let bytes =
            |link: &String| fs::metadata(page.source().with_file_name(link)).map_or(u64::MAX, |file| file.len());
        match &pictures[..] {
            [picture] if bytes(picture) <= MOST_BYTES => {}
            _ => {
                faults.push(format!("{}: {pictures:?}, where one of at most {MOST_BYTES} bytes should be", page.name()))
            }
        }
    }
    assert_none(&faults);
    assert!(count >= 18, "{count} games");
}

#[test]
fn every_file_that_a_document_names_exists() {
    let mut of_readers = OF_READERS.to_vec();
    let (mut faults, mut count) = (Vec::new(), 0);
    for document in documents() {
        let name = document.name();
        let (_, blocks) = document.lines();
        let in_blocks = blocks.into_iter().flat_map(words).filter(|word| word.contains('/')).map(str::to_owned);
        let in_prose = document.code();
        let in_prose = in_prose.iter().flat_map(|code| words(code)).map(str::to_owned);
        for path in in_blocks.chain(in_prose).filter(|word| is_path(word)) {
            count += 1;
            if OF_READERS.contains(&(&name, &path)) {
                of_readers.retain(|listed| *listed != (&name, &path));
            } else {
                faults.extend(document.fault(&path));
            }
        }
    }
    assert_none(&faults);
    assert!(of_readers.is_empty(), "no document names {of_readers:?}: take them off the list");
    assert!(count > 50, "{count} paths");
}

#[test]
fn every_crate_and_test_of_a_documented_command_exists() {
    let packages = METADATA["packages"].as_array().expect("there are crates");
    let names: BTreeSet<&str> = packages.iter().filter_map(|package| package["name"].as_str()).collect();
    let targets = |package: &str, kind: &str| -> BTreeSet<String> {
        let of_package = packages.iter().filter(|other| package.is_empty() || other["name"] == package);
        let all = of_package.flat_map(|package| package["targets"].as_array().expect("a crate has targets"));
        let wanted = all.filter(|target| target["kind"][0] == kind);
        wanted.filter_map(|target| Some(target["name"].as_str()?.to_owned())).collect()
    };
    let (mut faults, mut count) = (Vec::new(), 0);
    for document in documents() {
        let (_, blocks) = document.lines();
        let commands = blocks.into_iter().map(str::to_owned).chain(document.code());
        let parts: Vec<String> =
            commands.flat_map(|line| line.split("&&").map(str::to_owned).collect::<Vec<_>>()).collect();
        for command in parts.iter().filter(|command| words(command).contains(&"cargo")) {
            let words = words(command);
            let values = |flag: &str| -> Vec<&str> {
                let pairs = words.windows(2).filter(|pair| pair[0] == flag);
                pairs.map(|pair| pair[1]).filter(|value| !is_placeholder(value)).collect()
            };
            let of_packages = values("-p");
            for package in &of_packages {
                count += 1;
                if !names.contains(package) {
                    faults.push(format!("{}: there is no crate {package}: {command}", document.name()));
                }
            }
            for kind in ["test", "bench", "example"] {
                for target in values(&format!("--{kind}")) {
                    count += 1;
                    let of_any = of_packages.is_empty().then_some("");
                    let mut packages = of_packages.iter().copied().chain(of_any);
                    if !packages.any(|package| targets(package, kind).contains(target)) {
                        faults.push(format!("{}: there is no {kind} {target}: {command}", document.name()));
                    }
                }
            }
        }
    }
    assert_none(&faults);
    assert!(count > 10, "{count} crates and tests");
}

/// The table of crates: for each its folder, its name, and the others on which it depends.
fn rows() -> Vec<(String, String, BTreeSet<String>)> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("the document is readable");
    let names = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    let cells = |line: &str| line.split('|').map(names).collect::<Vec<_>>();
    let table = text.lines().skip_while(|line| *line != "| crate | in | depends on |").skip(2);
    let rows = table.take_while(|line| line.starts_with('|')).map(cells);
    rows.map(|row| (row[2][0].clone(), row[1][0].clone(), row[3].iter().cloned().collect())).collect()
}

#[test]
fn the_table_of_crates_is_what_cargo_says() {
    let packages = METADATA["packages"].as_array().expect("there are crates");
    let folder = |package: &Value| {
        let manifest = PathBuf::from(package["manifest_path"].as_str().expect("a crate has a manifest"));
        let top = fs::canonicalize(root()).expect("the sources are readable");
        with_slashes(manifest.parent().and_then(|folder| folder.strip_prefix(top).ok()).expect("it is here"))
    };
    let name = |package: &Value| package["name"].as_str().expect("a crate has a name").to_owned();
    let depends = |package: &Value| -> BTreeSet<String> {
        let all = package["dependencies"].as_array().expect("there is a list").iter();
        let ours = all.filter(|dependency| dependency["kind"].is_null()).map(name);
        // As the table spells them, without the prefix.
        ours.filter_map(|name| Some(name.strip_prefix("plyd-")?.to_owned())).collect()
    };
    // The crates of the engine, for authors of games, and for both; not the games, nor what is for tests.
    let is_told = |folder: &String| {
        let for_both = ["plugins/rules", "plugins/scripts", "plugins/sdk", "plugins/board"];
        folder.starts_with("engine/") || for_both.contains(&folder.as_str())
    };
    let mut told = rows();
    let mut wanted: Vec<_> =
        packages.iter().map(|package| (folder(package), name(package), depends(package))).collect();
    wanted.retain(|(folder, ..)| is_told(folder));
    told.sort();
    wanted.sort();
    assert_eq!(told, wanted);
}
