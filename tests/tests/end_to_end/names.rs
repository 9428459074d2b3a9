//! The names of the types of the engine: each is defined once, so that a search for a name finds what it means.

use crate::documents::document::{root, with_slashes};
use crate::layers;
use std::collections::BTreeMap;
use std::fs;

/// What defines a type.
const DEFINITIONS: [&str; 5] = ["struct", "enum", "union", "trait", "type"];

/// The names that are defined more than once, because they mean the same in builds with other features. This list may
/// only become shorter.
const EXCEPTIONS: [&str; 4] = ["Address", "Farm", "FarmConduct", "PostgresStore"];

/// The name of the type that a line of code defines. An indented `type` is the one of a trait, so it has no name of its
/// own.
fn defined(line: &str) -> Option<&str> {
    let code = line.trim_start();
    let is_before = |word: &&str| word.starts_with("pub") || word.starts_with("crate::") || *word == "unsafe";
    let mut words = code.split(' ').skip_while(is_before);
    let definition = words.next().filter(|word| DEFINITIONS.contains(word))?;
    let is_associated = definition == "type" && line != code;
    let name = words.next()?.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    (!is_associated && !name.is_empty()).then_some(name)
}

/// The places at which each name is defined in the sources and tests of the engine.
fn definitions() -> BTreeMap<String, Vec<String>> {
    let mut files = Vec::new();
    layers::list(&root().join("engine"), &mut files);
    let mut definitions = BTreeMap::<_, Vec<_>>::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("the sources are readable");
        let path = with_slashes(file.strip_prefix(root()).expect("it is below the folder"));
        for (number, line) in text.lines().enumerate() {
            if let Some(name) = defined(line) {
                definitions.entry(name.to_owned()).or_default().push(format!("{path}:{}", number + 1));
            }
        }
    }
    definitions
}

#[test]
fn the_name_of_a_type_is_defined_once() {
    let definitions = definitions();
    assert!(definitions.len() > 1_000, "{} names", definitions.len());
    let mut again = definitions.iter().filter(|(_, places)| places.len() > 1).collect::<BTreeMap<_, _>>();
    let needless: Vec<_> = EXCEPTIONS.into_iter().filter(|name| !again.contains_key(&(*name).to_owned())).collect();
    assert!(needless.is_empty(), "defined once: remove them from the exceptions: {needless:?}");
    again.retain(|name, _| !EXCEPTIONS.contains(&name.as_str()));
    assert!(again.is_empty(), "choose a name that means one thing: {again:#?}");
}

#[test]
fn a_name_is_used_three_times_by_few() {
    let definitions = definitions();
    let all: usize = definitions.values().map(Vec::len).sum();
    let thrice: usize = definitions.values().map(Vec::len).filter(|places| *places > 2).sum();
    assert!(thrice * 100 <= all * 8, "{thrice} of {all} definitions bear a name that is used three times or more");
}

#[test]
fn definitions_are_found() {
    for (line, name) in [
        ("pub(in crate::cli) struct Record {", Some("Record")),
        ("    enum Inner<'a> {", Some("Inner")),
        ("unsafe trait Send {}", Some("Send")),
        ("type Row = u8;", Some("Row")),
        ("    type Event = u8;", None),
        ("pub struct $name(String);", None),
        ("// a struct here", None),
        ("let structure = 1;", None),
    ] {
        assert_eq!(defined(line), name, "{line}");
    }
}
