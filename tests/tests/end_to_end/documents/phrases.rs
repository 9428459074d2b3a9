//! Phrases that readers stumble over: how many in a thousand words each document has, and the comments of each folder. The
//! numbers are in a file, and may only fall.

use super::document::{documents, paths, root, with_slashes};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

/// The file, beside this one.
const FILE: &str = "tests/tests/end_to_end/documents/phrases.txt";
/// A shorter text has no number.
const FEWEST_WORDS: usize = 400;
/// What a text that is not in the file may have, in tenths: a document, and comments.
const MOST_IN_DOCUMENT: u32 = 60;
const MOST_IN_COMMENTS: u32 = 110;

/// Words for which plain English has another one: "say" for tell, "is" for stand, "more" for further.
const WORDS: [&str; 18] = [
    "tell",
    "tells",
    "told",
    "hold",
    "holds",
    "held",
    "stand",
    "stands",
    "stood",
    "lies",
    "nobody",
    "nothing",
    "further",
    "anew",
    "seldom",
    "whoever",
    "whatever",
    "whichever",
];
/// Pairs of them.
const PAIRS: [(&str, &[&str]); 4] = [
    ("where", &["a", "the", "it", "there", "no"]),
    ("that", &["of"]),
    ("those", &["of"]),
    ("so", &["many", "much", "long"]),
];

/// The odd phrases of a text, and its words.
fn count(text: &str) -> (usize, usize) {
    let prose: String = text.split("```").step_by(2).flat_map(|part| part.split('`').step_by(2)).collect();
    let words: Vec<&str> = prose.split_whitespace().collect();
    let bare = |word: &str| word.trim_matches(|sign: char| !sign.is_alphanumeric()).to_lowercase();
    let is_odd = |number: usize| {
        let (word, next) = (bare(words[number]), words.get(number + 1).map(|next| bare(next)).unwrap_or_default());
        let ends = words[number].ends_with(|sign: char| !sign.is_alphanumeric());
        let is_pair = |&(first, seconds): &(&str, &[&str])| first == word && seconds.contains(&&*next);
        let is_clause = word == "as" && number > 0 && words[number - 1].ends_with(',') && next != "in";
        WORDS.contains(&&*word) || is_clause || !ends && PAIRS.iter().any(is_pair)
    };
    ((0..words.len()).filter(|&number| is_odd(number)).count(), words.len())
}

/// In how many tenths a thousand words; `None` of a short text.
fn density(text: &str) -> Option<u32> {
    let (odd, words) = count(text);
    (words >= FEWEST_WORDS).then(|| (odd * 10_000 / words) as u32)
}

/// The numbers of all texts, by document, or by the folder of a crate with a slash.
fn numbers() -> BTreeMap<String, u32> {
    let of_documents = documents().into_iter().filter_map(|document| {
        let text = fs::read_to_string(document.source()).expect("a document is readable");
        Some((document.name(), density(&text)?))
    });
    let mut comments: BTreeMap<String, String> = BTreeMap::new();
    for path in paths().iter().filter(|path| path.extension().is_some_and(|ending| ending == "rs")) {
        let name = with_slashes(path);
        let folder = name.split('/').take(2).collect::<Vec<_>>().join("/") + "/";
        let text = fs::read_to_string(root().join(path)).expect("a source is readable");
        let lines = text.lines().map(str::trim).filter(|line| line.starts_with("//"));
        comments
            .entry(folder)
            .or_default()
            .extend(lines.map(|line| line.trim_start_matches(['/', '!']).to_owned() + "\n"));
    }
    let of_comments = comments.into_iter().filter_map(|(folder, text)| Some((folder, density(&text)?)));
    of_documents.chain(of_comments).collect()
}

#[test]
fn odd_phrases_become_fewer() {
    let numbers = numbers();
    let file = root().join(FILE);
    let known = fs::read_to_string(&file).unwrap_or_default();
    let known: BTreeMap<&str, u32> = known
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(number, name)| (name, number.replace('.', "").parse().expect("a number with one decimal")))
        .collect();
    let most = |name: &str| {
        let usual = if name.ends_with('/') { MOST_IN_COMMENTS } else { MOST_IN_DOCUMENT };
        known.get(name).copied().unwrap_or(usual)
    };
    if std::env::var_os("PLYD_WRITE_PHRASES").is_some() {
        let text = numbers.iter().fold(String::new(), |mut text, (name, &number)| {
            let number = if known.is_empty() { number } else { number.min(most(name)) };
            let _ = writeln!(text, "{}.{} {name}", number / 10, number % 10);
            text
        });
        return fs::write(&file, text).expect("the file can be written");
    }
    let more = numbers.iter().filter(|&(name, &number)| number > most(name));
    let faults: Vec<_> = more
        .map(|(name, &number)| {
            let (most, number) = (f64::from(most(name)) / 10.0, f64::from(number) / 10.0);
            format!(
                "{name}: {number} odd phrases in a thousand words, more than {most}; CONTRIBUTING.md has plain ones"
            )
        })
        .chain(
            known
                .keys()
                .filter(|&&name| !numbers.contains_key(name))
                .map(|name| format!("{name} is not there any more")),
        )
        .collect();
    super::assert_none(&faults);
    assert!(numbers.len() > 50 && !known.is_empty(), "{numbers:?}");
}

#[test]
fn odd_phrases_are_counted() {
    assert_eq!(count("It tells you, as it was, that of them. `told` so much\n```\nheld\n```\n"), (4, 11));
    assert_eq!(count("You read that, of course, where you are. So, many do it as well."), (0, 14));
}
