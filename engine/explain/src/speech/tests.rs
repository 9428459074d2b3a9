//! The catalogues against each other and against the code.

use super::{Speech, side};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Message, Pattern, PatternElement};
use plyd_rules::Turn;
use plyd_search::win_at;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What a message is made of.
#[derive(Debug, Default, PartialEq, Eq)]
struct Parts {
    /// Its variables, and those of the messages that it refers to.
    variables: BTreeSet<String>,
    references: BTreeSet<String>,
}

impl Parts {
    fn of(pattern: &Pattern<String>) -> Self {
        let mut parts = Self::default();
        parts.add(pattern);
        parts
    }

    fn add(&mut self, pattern: &Pattern<String>) {
        for element in &pattern.elements {
            match element {
                PatternElement::TextElement { .. } => {}
                PatternElement::Placeable { expression: Expression::Inline(inline) } => self.add_inline(inline),
                PatternElement::Placeable { expression: Expression::Select { selector, variants } } => {
                    self.add_inline(selector);
                    variants.iter().for_each(|variant| self.add(&variant.value));
                }
            }
        }
    }

    fn add_inline(&mut self, inline: &InlineExpression<String>) {
        match inline {
            InlineExpression::VariableReference { id } => {
                self.variables.insert(id.name.clone());
            }
            InlineExpression::MessageReference { id, .. } => {
                self.references.insert(id.name.clone());
            }
            other => panic!("the tests know no such expression: {other:?}"),
        }
    }
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The messages of each language, by code.
fn catalogues() -> BTreeMap<String, BTreeMap<String, Parts>> {
    catalogues_in("languages")
}

fn catalogues_in(name: &str) -> BTreeMap<String, BTreeMap<String, Parts>> {
    let files = fs::read_dir(folder(name)).expect("the folder is there");
    files.map(|file| catalogue(&file.expect("the folder can be read").path())).collect()
}

fn catalogue(file: &Path) -> (String, BTreeMap<String, Parts>) {
    let code = file.file_stem().and_then(|stem| stem.to_str()).expect("a name");
    assert!(file.ends_with(format!("{code}.ftl")), "{} is no catalogue", file.display());
    let text = fs::read_to_string(file).expect("a catalogue is text");
    let resource = fluent_syntax::parser::parse(text).expect("Fluent's syntax");
    let mut messages = BTreeMap::new();
    for entry in resource.body {
        match entry {
            Entry::Message(Message { id, value: Some(value), .. }) => {
                let before = messages.insert(id.name.clone(), Parts::of(&value));
                assert!(before.is_none(), "{code}: {} stands there twice", id.name);
            }
            Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => {}
            other => panic!("{code}: neither a message nor a comment: {other:?}"),
        }
    }
    // A message has the variables of those that it refers to.
    let own: BTreeMap<String, BTreeSet<String>> =
        messages.iter().map(|(id, parts): (&String, &Parts)| (id.clone(), parts.variables.clone())).collect();
    for (id, parts) in &mut messages {
        for reference in &parts.references {
            let variables = own.get(reference).unwrap_or_else(|| panic!("{code}: {id} refers to no {reference}"));
            parts.variables.extend(variables.iter().cloned());
        }
    }
    (code.to_owned(), messages)
}

/// The sources that speak: this crate, its page and the command line, tests left out.
fn sources() -> String {
    fn read(folder: &Path, text: &mut String) {
        for entry in fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() {
                read(&path, text);
            } else if !path.ends_with("tests.rs") {
                text.push_str(&fs::read_to_string(&path).expect("a source is text"));
            }
        }
    }
    let mut text = String::new();
    read(&folder("src"), &mut text);
    read(&folder("../daemon/src"), &mut text);
    if folder("page").exists() {
        read(&folder("page"), &mut text);
    }
    text
}

#[test]
fn every_language_has_the_messages_and_variables_of_english() {
    for name in ["languages", "retold"] {
        let catalogues = catalogues_in(name);
        let english = &catalogues["en"];
        assert_eq!(catalogues.len(), 4, "{name}");
        for (code, messages) in &catalogues {
            let ids = |messages: &BTreeMap<String, Parts>| messages.keys().cloned().collect::<Vec<_>>();
            assert_eq!(ids(messages), ids(english), "{name}/{code}");
            for (id, parts) in messages {
                assert_eq!(parts.variables, english[id].variables, "{name}/{code}: {id}");
            }
        }
    }
    let retold = catalogues_in("retold").remove("en").expect("English is there");
    let variables: BTreeSet<&str> =
        retold.values().flat_map(|parts| parts.variables.iter().map(String::as_str)).collect();
    assert_eq!(variables, BTreeSet::from(super::retold::VARIABLES));
}

#[test]
fn every_language_has_words_of_its_own() {
    let speech = |code: &str| Speech::new(Some(code)).expect("a catalogue");
    // Nothing may be alike in English and Bengali but signs and the players: else nobody translated it.
    for id in catalogues().remove("en").expect("English is there").keys() {
        let text = |code: &str| speech(code).catalogue.message(id, &[]).expect("a message");
        // Variables are named alike in all languages.
        let own: String = text("en").split('{').map(|part| part.rsplit('}').next().unwrap_or_default()).collect();
        if own.contains(|letter: char| letter.is_ascii_lowercase()) {
            assert_ne!(text("en"), text("bn"), "{id}");
        }
    }
}

#[test]
fn every_message_is_used() {
    let (sources, english) = (sources(), catalogues().remove("en").expect("English is there"));
    let references: BTreeSet<&String> = english.values().flat_map(|parts| &parts.references).collect();
    for id in english.keys() {
        let key = id.strip_prefix("label-").unwrap_or(id);
        let spellings = [format!("\"{key}\""), format!("{{{{{key}}}}}")];
        let is_used = spellings.iter().any(|text| sources.contains(text)) || references.contains(id);
        assert!(is_used, "{id} is never said: take it out of all catalogues");
    }
}

/// How the keys of labels begin that are not written as an argument of `label`, but come from a table.
const FAMILIES: [&str; 5] = ["answer-", "title-", "drawing-", "page-", "code-"];

#[test]
fn every_label_has_a_message() {
    let (sources, english) = (sources(), catalogues().remove("en").expect("English is there"));
    let after = |start: &str, end: char| -> Vec<String> {
        sources.split(start).skip(1).filter_map(|rest| Some(rest.split_once(end)?.0.to_owned())).collect()
    };
    let mut keys = after("label(\"", '"');
    assert!(keys.iter().any(|key| key == "comparison"), "labels are found: {keys:?}");
    for family in FAMILIES {
        keys.extend(after(&format!("\"{family}"), '"').into_iter().map(|rest| format!("{family}{rest}")));
        keys.extend(after(&format!("{{{{{family}"), '}').into_iter().map(|rest| format!("{family}{rest}")));
    }
    // The beginning alone is no key.
    for key in keys.iter().filter(|key| !key.ends_with('-')) {
        assert!(english.contains_key(&format!("label-{key}")), "no catalogue has label-{key}");
    }
}

#[test]
fn values_are_written_with_real_signs() {
    let speech = Speech::new(Some("en")).expect("English is there");
    let win = |ply| f64::from(win_at(ply));
    let cases = [
        (0.0, "0"),
        (-0.0, "0"),
        (7.0, "7"),
        (-14.0, "−14"),
        (f64::NEG_INFINITY, "−∞"),
        (f64::INFINITY, "+∞"),
        (win(0) + 1.0, "+∞"),
        (-win(0) - 1.0, "−∞"),
        (win(3), "+#3"),
        (-win(12), "−#12"),
        (1_000_000.0, "1000000"),
        (2.1, "2.1"),
        (0.9 * 20.0 + 0.1 * 30.0, "21"),
        (-7.0 / 6.0, "−7/6"),
        (-70_000.0 / 60_007.0, "−1.166530571"),
        (-1e-12, "0"),
    ];
    for (value, text) in cases {
        assert_eq!(speech.value(value), text);
    }
    assert_eq!(speech.worth(win(3)), "+#3 (MAX wins in 3 plies)");
    assert_eq!(speech.worth(-win(1)), "−#1 (MIN wins in 1 ply)");
}

#[test]
fn percentages_are_written_as_each_language_does() {
    for (code, text) in [("en", "44.4%"), ("it", "44,4%"), ("tr", "%44,4"), ("bn", "44.4%")] {
        assert_eq!(Speech::new(Some(code)).expect("a catalogue").percent(4.0 / 9.0), text);
    }
    assert_eq!(Speech::new(Some("en")).expect("English is there").percent(0.9999), "100.0%");
}

#[test]
fn decimals_are_written_as_each_language_does() {
    for (code, text) in [("en", "2.1"), ("it", "2,1"), ("tr", "2,1"), ("bn", "2.1")] {
        assert_eq!(Speech::new(Some(code)).expect("a catalogue").value(2.1), text);
    }
}

#[test]
fn long_lists_are_cut_short() {
    let list = |code: &str, count: usize| {
        let words: Vec<String> = (1..=count).map(|number| number.to_string()).collect();
        Speech::new(Some(code)).expect("a catalogue").list(&words)
    };
    let english = ["", "1", "1 and 2", "1, 2 and 3", "1, 2, 3 and 4", "1, 2, 3 and 2 more", "1, 2, 3 and 3 more"];
    for (count, text) in english.iter().enumerate() {
        assert_eq!(list("en", count), *text);
    }
    assert_eq!(list("it", 6), "1, 2, 3 e altri 3");
    assert_eq!(list("tr", 6), "1, 2, 3 ve 3 tane daha");
    assert_eq!(list("bn", 6), "1, 2, 3 ও আরও 3টি");
}

#[test]
fn an_unknown_label_is_its_key() {
    assert_eq!(Speech::new(Some("it")).expect("Italian is there").label("no such key"), "no such key");
    assert_eq!([side(Turn::Max), side(Turn::Min), side(Turn::Chance)], ["MAX", "MIN", "CHANCE"]);
}
