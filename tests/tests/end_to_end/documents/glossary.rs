//! Each term of docs/glossary.md has its translation wherever an English text has the term.

use super::document::root;
use std::collections::BTreeMap;
use std::fs;

/// The languages of the table, in its order.
const LANGUAGES: [&str; 4] = ["en", "it", "tr", "bn"];

/// The folders with a file of texts for each language.
const FOLDERS: [&str; 3] = ["engine/server/languages", "engine/explain/languages", "engine/explain/retold"];

/// The messages of a file by their ids, each joined to one line.
fn messages(folder: &str, language: &str) -> BTreeMap<String, String> {
    let path = root().join(folder).join(format!("{language}.ftl"));
    let text = fs::read_to_string(path).expect("there is a file for each language");
    let mut found = BTreeMap::new();
    let mut last = String::new();
    for line in text.lines() {
        let begins = line.starts_with(|sign: char| sign.is_ascii_lowercase());
        match line.split_once(" =") {
            Some((id, text)) if begins => {
                last = id.to_owned();
                found.insert(last.clone(), text.trim().to_owned());
            }
            _ if line.starts_with([' ', '}']) => {
                if let Some(text) = found.get_mut(&last) {
                    *text += " ";
                    *text += line.trim();
                }
            }
            _ => {}
        }
    }
    found
}

/// In lower case, with the Turkish capital of `i` as `i`.
fn low(text: &str) -> String {
    text.to_lowercase().replace('\u{307}', "")
}

fn is_name(word: &str) -> bool {
    word.len() > 1 && word.chars().any(char::is_uppercase) && word.to_uppercase() == word
}

/// The words of an English text, without variables, keys, code, and names such as CHANCE.
fn words(text: &str) -> Vec<String> {
    let is_text = |word: &&str| {
        !word.contains(['$', '[', '=', '#', '`']) && !["the-node", "the-parent"].contains(word) && !is_name(word)
    };
    let is_between = |sign: char| !sign.is_ascii_alphabetic() && sign != '-';
    let parts = text.split_whitespace().filter(is_text).flat_map(|word| word.split(is_between));
    parts.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// Whether the words contain the term, in the singular or with an `s`.
fn has(words: &[String], term: &str) -> bool {
    let term: Vec<&str> = term.split(' ').collect();
    let Some((last, first)) = term.split_last() else { return false };
    words.windows(term.len()).any(|part| {
        let end = part[first.len()].as_str();
        let begins = part.iter().zip(first).all(|(word, wanted)| word.as_str() == *wanted);
        begins && (end == *last || end.strip_suffix('s') == Some(*last))
    })
}

/// The rows of the table: for each language the forms of a term.
fn table() -> Vec<Vec<Vec<String>>> {
    let text = fs::read_to_string(root().join("docs/glossary.md")).expect("there is the glossary");
    let rows = text.lines().filter(|line| line.starts_with("| ")).skip(1);
    let forms = |cell: &str| -> Vec<String> { cell.split('/').map(|form| form.trim().to_owned()).collect() };
    rows.map(|row| row.trim_matches('|').split('|').map(forms).collect()).collect()
}

#[test]
fn every_term_has_one_translation() {
    let rows = table();
    let texts = FOLDERS.map(|folder| LANGUAGES.map(|language| messages(folder, language)));
    let (mut faults, mut count) = (Vec::new(), 0);
    for row in &rows {
        assert_eq!(row.len(), LANGUAGES.len(), "{row:?}");
        let term = &row[0][0];
        let before = count;
        for (folder, files) in FOLDERS.iter().zip(&texts) {
            // The other messages insert these.
            for (id, english) in files[0].iter().filter(|(id, _)| !id.starts_with("the-")) {
                let words = words(english);
                if !row[0].iter().any(|term| has(&words, term)) {
                    continue;
                }
                for ((language, file), forms) in LANGUAGES.iter().zip(files).zip(row).skip(1) {
                    count += 1;
                    let text = low(&file[id]);
                    if !forms.iter().any(|form| text.contains(&low(form))) {
                        faults.push(format!(
                            "{folder}/{language}.ftl: `{id}` is about `{term}`, without any of {forms:?}"
                        ));
                    }
                }
            }
        }
        if count == before {
            faults.push(format!("docs/glossary.md: no English text has `{term}`"));
        }
    }
    super::assert_none(&faults);
    assert!(rows.len() >= 40 && count > 500, "{} terms in {count} texts", rows.len());
}

#[test]
fn terms_are_found_in_texts() {
    let found = |text: &str, term: &str| has(&words(text), term);
    assert!(found("Two Legal moves, and more", "legal move") && found("The leaf is read.", "leaf"));
    assert!(!found("legal", "legal move") && !found("leaflet", "leaf"));
    assert!(!found("use depth=3, `depth` and { $depth }", "depth") && !found("a child of CHANCE", "chance"));
    assert_eq!(low("İpucu"), "ipucu");
}
