//! Makes a file of each language of the page: the texts of `languages/CODE.ftl` as `languages/CODE.json`, for which the
//! page needs no parser. A file that is added to a folder is compiled in.

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Message, Pattern, PatternElement, VariantKey};
use fluent_syntax::parser;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The folder of the languages.
const FOLDER: &str = "languages";
/// What decides the form of the plural.
const COUNT: &str = "count";
/// The form of the plural that every language has.
const OTHER: &str = "other";

fn main() {
    println!("cargo::rerun-if-changed=page");
    println!("cargo::rerun-if-changed={FOLDER}");
    let made = PathBuf::from(env::var_os("OUT_DIR").expect("cargo gives a folder")).join(FOLDER);
    // A language that was removed leaves no file.
    let _ = fs::remove_dir_all(&made);
    fs::create_dir_all(&made).unwrap_or_else(|error| panic!("{}: {error}", made.display()));
    for entry in fs::read_dir(FOLDER).expect("the folder of the languages") {
        let path = entry.expect("an entry of the folder").path();
        let (Some(code), Some("ftl")) = (path.file_stem(), path.extension().and_then(|end| end.to_str())) else {
            continue;
        };
        let texts = serde_json::to_string(&texts(&path)).expect("texts are JSON");
        fs::write(made.join(code).with_extension("json"), texts)
            .unwrap_or_else(|error| panic!("{}: {error}", made.display()));
    }
}

/// The texts of a language, by their keys.
fn texts(path: &Path) -> BTreeMap<String, String> {
    let content = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let resource =
        parser::parse(content.as_str()).unwrap_or_else(|(_, errors)| panic!("{}: {errors:?}", path.display()));
    let mut texts = BTreeMap::new();
    for entry in &resource.body {
        match entry {
            Entry::Message(message) => {
                if let Err(problem) = add(message, &mut texts) {
                    panic!("{}: {}: {problem}", path.display(), message.id.name);
                }
            }
            Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => {}
            Entry::Term(_) | Entry::Junk { .. } => {
                panic!("{}: neither a message nor a comment: {entry:?}", path.display())
            }
        }
    }
    texts
}

/// Adds the text of a message by its id, with a name in braces for each value. The forms of its plural are texts of
/// their own, by the id, a hyphen and the name of the form.
fn add(message: &Message<&str>, texts: &mut BTreeMap<String, String>) -> Result<(), String> {
    let id = message.id.name;
    let pattern = message.value.as_ref().ok_or("has no text")?;
    let [PatternElement::Placeable { expression: Expression::Select { selector, variants } }] = &pattern.elements[..]
    else {
        return insert(id.to_owned(), text(pattern)?, texts);
    };
    if !matches!(selector, InlineExpression::VariableReference { id } if id.name == COUNT) {
        return Err(format!("only ${COUNT} decides between texts"));
    }
    for variant in variants {
        let VariantKey::Identifier { name } = variant.key else {
            return Err("a form of the plural is a word".to_owned());
        };
        match (variant.default, name == OTHER) {
            (true, true) => insert(id.to_owned(), text(&variant.value)?, texts)?,
            (false, false) => insert(format!("{id}-{name}"), text(&variant.value)?, texts)?,
            _ => return Err(format!("the form `{OTHER}` is the one with the asterisk")),
        }
    }
    Ok(())
}

fn insert(id: String, text: String, texts: &mut BTreeMap<String, String>) -> Result<(), String> {
    match texts.insert(id.clone(), text) {
        None => Ok(()),
        Some(_) => Err(format!("the second text with the id {id}")),
    }
}

/// A text without alternatives.
fn text(pattern: &Pattern<&str>) -> Result<String, String> {
    let part = |element: &PatternElement<&str>| match element {
        PatternElement::TextElement { value } => Ok((*value).to_owned()),
        PatternElement::Placeable { expression: Expression::Inline(InlineExpression::StringLiteral { value }) } => {
            Ok((*value).to_owned())
        }
        PatternElement::Placeable { expression: Expression::Inline(InlineExpression::VariableReference { id }) } => {
            Ok(format!("{{{}}}", id.name))
        }
        PatternElement::Placeable { expression } => Err(format!("the page cannot write {expression:?}")),
    };
    pattern.elements.iter().map(part).collect()
}
