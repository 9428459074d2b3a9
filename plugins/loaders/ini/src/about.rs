//! User-facing texts in the form of `plyd.about/1`: the keys of the text, in English and in other languages.

use crate::keys::{Values, language_of};
use crate::options::Choices;
use crate::reader::{Entry, Word};
use plyd_plugin::{TextError, abi};
use std::collections::BTreeSet;

/// The limits on texts: the maximum number of lines, and the maximum number of characters by the kind of text. They
/// equal the host's.
const MOST_LINES: usize = 10;
const LONGEST_SIDE: usize = 40;
const LONGEST_LABEL: usize = 100;
const LONGEST_SENTENCE: usize = 400;
const LONGEST_NOTATION: usize = 1_000;
const LONGEST_RULES: usize = 2_500;

/// Converts the texts to TOML; `None` if there are none.
pub(crate) fn read(values: &Values<'_, '_>, options: &[Choices<'_>]) -> Result<Option<String>, TextError> {
    let mut about = String::new();
    for key in ["author", "licence", "home"] {
        if let Some(text) = line(values, key, 200)? {
            about += &format!("{key} = {}\n", quoted(&text));
        }
    }
    let english = texts(values, options, "")?;
    let codes: BTreeSet<&str> = values.keys().filter_map(|key| language_of(key.text)).collect();
    if about.is_empty() && english == heading("") && codes.is_empty() {
        return Ok(None);
    }
    about += &english;
    for language in codes {
        about += &texts(values, options, language)?;
    }
    if about.len() > abi::LONGEST_ABOUT as usize {
        return Err(TextError::of_all(format!("the texts for people have more than {} bytes", abi::LONGEST_ABOUT)));
    }
    Ok(Some(about))
}

/// Quotes a text as a JSON string, which is also a valid TOML string.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn heading(language: &str) -> String {
    format!("[{}]\n", if language.is_empty() { "en" } else { language })
}

/// Collects the texts in a language; an empty `language` means English. The English names of the game and its sides are
/// declared by the library instead.
fn texts(values: &Values<'_, '_>, options: &[Choices<'_>], language: &str) -> Result<String, TextError> {
    let mut texts = heading(language);
    let mut add = |key: &str, (most_lines, longest): (usize, usize), name: &str| {
        let Some(entry) = values.text(key, language) else { return Ok(false) };
        texts += &format!("{name} = {}\n", quoted(&text(entry, most_lines, longest)?));
        Ok::<bool, TextError>(true)
    };
    if !language.is_empty() {
        add("name", (1, LONGEST_LABEL), "name")?;
    }
    add("rules", (MOST_LINES, LONGEST_RULES), "rules")?;
    add("notation", (MOST_LINES, LONGEST_NOTATION), "moves")?;
    if let Some(entry) = values.text("sides", language).filter(|_| !language.is_empty()) {
        let [first, second] = sides(entry)?;
        texts += &format!("sides = [{}, {}]\n", quoted(first.text), quoted(second.text));
    }
    for option in options {
        let own = of_option(values, option, language)?;
        if !own.is_empty() {
            let code = if language.is_empty() { "en" } else { language };
            texts += &format!("[{code}.options.{}]\n{own}", quoted(option.name));
        }
    }
    Ok(texts)
}

fn of_option(values: &Values<'_, '_>, option: &Choices<'_>, language: &str) -> Result<String, TextError> {
    let mut texts = String::new();
    let name = option.name;
    for (key, longest) in [("label", LONGEST_LABEL), ("about", LONGEST_SENTENCE)] {
        if let Some(entry) = values.text(&format!("{key}.{name}"), language) {
            texts += &format!("{key} = {}\n", quoted(&text(entry, 1, longest)?));
        }
    }
    for choice in &option.choices {
        if let Some(entry) = values.text(&format!("choice.{name}.{}", choice.text), language) {
            texts += &format!("choices.{} = {}\n", quoted(choice.text), quoted(&text(entry, 1, LONGEST_LABEL)?));
        }
    }
    Ok(texts)
}

/// Joins the lines of a user-facing text.
fn text(entry: &Entry<'_>, most_lines: usize, longest: usize) -> Result<String, TextError> {
    if let Some(line) = entry.lines.get(most_lines) {
        let most = if most_lines == 1 { "one line".into() } else { format!("{most_lines} lines") };
        return Err(line.error(format!("{} has at most {most}", entry.key.quoted())));
    }
    if let Some(line) = entry.lines.iter().find(|line| line.text.contains(char::is_control)) {
        return Err(line.error("texts for people can't contain control characters"));
    }
    let text = entry.lines.iter().map(|line| line.text).collect::<Vec<_>>().join("\n");
    if text.chars().count() > longest {
        return Err(entry.key.error(format!("{} has at most {longest} characters", entry.key.quoted())));
    }
    Ok(text)
}

/// Parses the names of the two sides, separated by a comma if they consist of several words.
fn sides<'t>(entry: &Entry<'t>) -> Result<[Word<'t>; 2], TextError> {
    let line = entry.one_line()?;
    let names = if line.text.contains(',') { line.items() } else { line.words() };
    let [first, second] = names[..] else {
        return Err(line.error(format!("the sides {} should be two names: `White Black`", line.quoted())));
    };
    for name in [first, second] {
        if name.text.is_empty() || name.text.chars().count() > LONGEST_SIDE || name.text.contains(char::is_control) {
            return Err(line.error(format!("the name of a side has 1 to {LONGEST_SIDE} characters")));
        }
    }
    if first.text == second.text {
        return Err(second.error("the sides have the same name"));
    }
    Ok([first, second])
}

/// Returns the value of a key that is a single line of text.
pub(crate) fn line(values: &Values<'_, '_>, key: &str, longest: usize) -> Result<Option<String>, TextError> {
    let Some(word) = values.get(key).map(Entry::one_line).transpose()? else { return Ok(None) };
    if word.text.len() > longest || word.text.contains(char::is_control) {
        return Err(word.error(format!("the {key} should be a line of at most {longest} bytes")));
    }
    Ok(Some(word.text.into()))
}
