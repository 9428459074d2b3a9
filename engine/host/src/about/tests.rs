//! Texts about games: what is read of them, in which language, and what is refused.

use super::*;
use crate::test_game::Heap;
use crate::testing::linked;
use crate::{GameOptionKind, Library, LibraryFacts};
use std::sync::Arc;

const TEXT: &str = r#"
author = "Some people"
licence = "MIT OR Apache-2.0"
home = "https://example.org/heap"

[en]
name = "Heap of counters"
sides = ["White", "Black"]
rules = """
Take one or two counters.  
Whoever takes the last one wins.
"""
moves = "The number of counters."
[en.options.Counters]
label = "Counters"
about = "How many there are."
[en.options.Text]
label = "Looks"
choices = { plain = "Plain", fancy = "Fancy" }

[it]
name = "Mucchio"
rules = "Togli una o due pedine."
[it.options.Text]
choices = { fancy = "Elegante" }

[pt]
name = "Monte"
[pt-br]
name = "Montinho"
"#;

fn options() -> Vec<GameOption> {
    linked::<Heap>().options().to_vec()
}

fn refusal(text: &str) -> String {
    AboutTexts::read(text, &options()).unwrap_err().to_string()
}

/// A library with this text.
fn library(text: &str) -> Library {
    let mut library = Library::clone(&linked::<Heap>());
    library.extensions.about = Some(text.to_owned());
    library
}

#[test]
fn a_text_is_read() {
    let about = AboutTexts::read(TEXT, &options()).unwrap();
    assert_eq!(about.author(), Some("Some people"));
    assert_eq!(about.licence(), Some("MIT OR Apache-2.0"));
    assert_eq!(about.home(), Some("https://example.org/heap"));
    assert_eq!(about.languages().collect::<Vec<_>>(), ["en", "it", "pt", "pt-br"]);
    let rules = about.languages["en"].rules.as_deref();
    assert_eq!(rules, Some("Take one or two counters.\nWhoever takes the last one wins."));
}

#[test]
fn the_text_of_the_guide_for_authors_is_read() {
    let guide = include_str!("../../../../plugins/README.md");
    let text = guide.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let option = |name: &str, kind| GameOption { name: name.into(), kind, parameter: None };
    let choices = ["normal", "misere"].map(str::to_owned).to_vec();
    let options = [
        option("Counters", GameOptionKind::Spin { default: 21, min: 1, max: 99 }),
        option("Variant", GameOptionKind::Combo { default: "normal".into(), choices }),
    ];
    let about = AboutTexts::read(text, &options).unwrap();
    assert_eq!(about.languages().collect::<Vec<_>>(), ["en", "it"]);
}

#[test]
fn what_a_language_lacks_is_in_english() {
    let texts = library(TEXT).texts(["it_IT.UTF-8"]);
    assert_eq!((texts.language.as_str(), texts.name.as_str()), ("it", "Mucchio"));
    assert_eq!(texts.sides, ["White", "Black"]);
    assert_eq!(texts.rules.as_deref(), Some("Togli una o due pedine."));
    assert_eq!(texts.moves.as_deref(), Some("The number of counters."));
    assert_eq!(texts.options["Counters"].about.as_deref(), Some("How many there are."));
    let looks = &texts.options["Text"];
    assert_eq!(looks.label.as_deref(), Some("Looks"));
    assert_eq!([&looks.choices["plain"], &looks.choices["fancy"]], ["Plain", "Elegante"]);
}

#[test]
fn the_nearest_language_is_the_one_that_is_wanted_most() {
    let library = library(TEXT);
    let name = |wanted: &[&str]| library.texts(wanted.iter().copied()).name;
    for (wanted, found) in [
        (&["pt"][..], "Monte"),
        (&["pt_BR.UTF-8"], "Montinho"),
        (&["pt-PT"], "Monte"),
        (&["IT"], "Mucchio"),
        (&["tr", "it", "pt"], "Mucchio"),
        (&["en-GB", "it"], "Heap of counters"),
        (&["tr"], "Heap of counters"),
        (&["", "-", "italian"], "Heap of counters"),
        (&[], "Heap of counters"),
    ] {
        assert_eq!(name(wanted), found, "{wanted:?}");
    }
}

#[test]
fn a_game_without_a_text_or_with_a_faulty_one_has_its_own_name_and_sides() {
    for library in [linked::<Heap>(), Arc::new(library("[en]\nname = 7"))] {
        let texts = library.texts(["it"]);
        assert_eq!((texts.name.as_str(), texts.language.as_str()), (library.name(), "en"));
        assert_eq!(texts.sides, ["First", "Second"]);
        assert!(texts.rules.is_none() && texts.languages.is_empty() && texts.author.is_none());
    }
    assert_eq!(linked::<Heap>().about(), Ok(None));
}

#[test]
fn a_text_that_cannot_be_read_is_refused_with_its_line() {
    assert_eq!(
        refusal("autor = \"x\"\n[en]"),
        "is faulty in line 1: `autor` is neither `author`, `licence`, `home` nor a language, such as `en` or `pt-br`"
    );
    for (text, begin) in [
        ("[en", "is faulty in line 1: "),
        ("\n[en]\nnome = \"x\"", "is faulty in line 3: unknown field `nome`"),
        ("[en]\nname = 7", "is faulty in line 2: invalid type"),
        ("[en]\nsides = \"a\"", "is faulty in line 2: invalid type"),
        ("[en]\n[en]", "is faulty in line 2: duplicate key"),
        ("en = \"x\"", "is faulty in line 1: invalid type"),
        ("[EN]\nname = \"x\"", "is faulty in line 1: `EN` is neither"),
        ("[en]\n[en.options.Text]\nhint = \"x\"", "is faulty in line 3: unknown field `hint`"),
    ] {
        let told = refusal(text);
        assert!(told.starts_with(begin) && !told.contains('\n'), "{text:?}: {told}");
    }
    let deep = format!("[en]\nname = {}", "[".repeat(60_000));
    assert!(refusal(&deep).starts_with("is faulty in line 2"), "{}", refusal(&deep));
}

#[test]
fn a_text_that_breaks_a_rule_is_refused() {
    let english = |rest: &str| refusal(&format!("[en]\n{rest}"));
    let long = |letters: usize| "ж".repeat(letters);
    assert_eq!(refusal(""), "has no texts in English: `[en]` is missing");
    assert_eq!(refusal("[it]\nname = \"x\""), "has no texts in English: `[en]` is missing");
    assert_eq!(english("sides = [\"Red\", \"Red\"]"), "in `en` calls both sides `Red`");
    assert_eq!(english("sides = [\"a\", \"b\", \"c\"]"), "in `en` names 3 sides; a game has two");
    assert_eq!(english("sides = [\"a\"]"), "in `en` names 1 sides; a game has two");
    assert_eq!(english("name = \"\""), "in `en` has an empty `name`");
    assert_eq!(english("name = \" a\""), "in `en` has a `name` that begins or ends with a blank");
    assert_eq!(english("name = \"a\\nb\""), "in `en` has the control character '\\n' in `name`");
    assert_eq!(english("rules = \"a\\u001bb\""), "in `en` has the control character '\\u{1b}' in `rules`");
    assert_eq!(english("moves = \"a\\u202eb\""), "in `en` has the control character '\\u{202e}' in `moves`");
    assert_eq!(english(&format!("name = \"{}\"", long(101))), "in `en` has a `name` of 101 characters, more than 100");
    assert_eq!(
        english(&format!("rules = \"{}\"", long(2_501))),
        "in `en` has a `rules` of 2501 characters, more than 2500"
    );
    let eleven = format!("rules = \"\"\"\n{}\"\"\"", "a line\n".repeat(11));
    assert_eq!(english(&eleven), "in `en` has `rules` of 11 lines, more than 10");
    assert_eq!(english("[en.options.Size]"), "in `en` has the option `Size`, but the game has none of that name");
    assert_eq!(
        english("[en.options.Text]\nchoices = { odd = \"Odd\" }"),
        "in `en` of the option `Text` has the choice `odd`, but the option has no such choice"
    );
    assert_eq!(
        english("[en.options.Counters]\nchoices = { 7 = \"Seven\" }"),
        "in `en` of the option `Counters` has the choice `7`, but the option has no such choice"
    );
    assert_eq!(
        refusal("licence = \"MIT; or so\"\n[en]"),
        "has the licence `MIT; or so`; it is an SPDX expression, such as `MIT OR Apache-2.0`"
    );
    for home in ["ftp://example.org", "https://", "javascript:alert(1)", "https://a b"] {
        let told = refusal(&format!("home = \"{home}\"\n[en]"));
        assert_eq!(told, format!("has the home `{home}`; it is an address that begins with `https://` or `http://`"));
    }
    let whole = format!("# {}\n[en]", "x".repeat(LONGEST_ABOUT));
    assert_eq!(refusal(&whole), format!("has {} bytes, more than 65536", whole.len()));
}

#[test]
fn the_longest_texts_are_allowed() {
    let (name, rules) = ("ж".repeat(100), vec!["ж".repeat(249); 10].join("\n"));
    let text = format!("[en]\nname = \"{name}\"\nrules = \"\"\"\n{rules}\n\"\"\"");
    assert_eq!(AboutTexts::read(&text, &options()).unwrap().languages["en"].name, Some(name));
}

#[test]
fn another_process_hands_the_text_on_and_it_is_read_again() {
    let facts = LibraryFacts { about: Some(TEXT.to_owned()), ..linked::<Heap>().facts() };
    assert_eq!(facts.check(), Ok(()));
    let line = serde_json::to_string(&facts).unwrap();
    let read: LibraryFacts = serde_json::from_str(&line).unwrap();
    assert_eq!(read.about.as_deref(), Some(TEXT));
    let long = LibraryFacts { about: Some("x".repeat(LONGEST_ABOUT + 1)), ..facts };
    assert_eq!(long.check().unwrap_err().to_string(), "a text about the game of 65537 bytes, longer than 65536");
}

#[test]
fn codes_of_languages_are_told_from_other_keys() {
    for code in ["en", "pt-br", "zh-hant-tw", "tlh"] {
        assert!(rules::is_language(code), "{code}");
    }
    for other in ["", "e", "EN", "engl", "en-", "en--gb", "en_gb", "en-x", "pt-br-aaaaaaaaaaa", "é"] {
        assert!(!rules::is_language(other), "{other}");
    }
}
