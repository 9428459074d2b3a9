//! Makes the header. cbindgen translates the declarations of the SDK and of the rules. This module adds what cbindgen
//! lacks: text constants, hexadecimal numbers, and C names in the comments.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// The sources of the header, in the order of their constants in it.
const SOURCES: [&str; 5] = [
    "rules/src/outcome.rs",
    "rules/src/answer.rs",
    "sdk/src/abi.rs",
    "sdk/src/abi/extensions.rs",
    "rules/src/rating.rs",
];

const TOP: &str = "\
#ifndef PLYD_PLUGIN_H
#define PLYD_PLUGIN_H

// The plugin interface of plyd, for games in C, C++, and other languages that can use a C header.
//
// This file is generated from plugins/sdk/src:
// `PLYD_WRITE_HEADER=1 cargo test -p plyd-tests --test header` rewrites it. plugins/nim is an example.
//
";

const LINE: usize = 120;

/// The folder of the SDK, of the rules, and of the games.
const PLUGINS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../plugins");

/// The SDK's folder.
pub(crate) fn sdk() -> PathBuf {
    PathBuf::from(PLUGINS).join("sdk")
}

/// The text of the header, made from the sources.
pub(crate) fn header() -> String {
    let folder = sdk();
    let path = |name: &str| PathBuf::from(PLUGINS).join(name);
    let source = |name: &str| fs::read_to_string(path(name)).expect("there is this file");
    let functions = source("sdk/src/abi/functions.rs");
    let sources = SOURCES.map(|name| with_functions(source(name), &functions));
    let mut config = cbindgen::Config::from_file(folder.join("cbindgen.toml")).expect("cbindgen.toml is sound");
    let names = c_names(&sources, &config);

    let introduction = source("sdk/src/abi.rs")
        .lines()
        .map_while(|line| line.strip_prefix("//!"))
        .fold(TOP.to_string(), |text, line| text + "//" + line + "\n");
    config.header = Some(introduction);
    let texts = text_constants(&sources);
    config.after_includes = config.after_includes.map(|before| before + &texts);

    let mut builder = cbindgen::Builder::new().with_config(config);
    let in_full = tempfile::tempdir().expect("there is a temporary folder");
    for (number, source) in sources.iter().enumerate() {
        let path = in_full.path().join(number.to_string()).with_extension("rs");
        fs::write(&path, source).expect("the folder can be written");
        builder = builder.with_src(path);
    }
    let mut bytes = Vec::new();
    builder.generate().expect("cbindgen understands the SDK").write(&mut bytes);
    let text = String::from_utf8(bytes).expect("cbindgen writes UTF-8");
    wrapped(&text.lines().map(|line| mended(line, &sources, &names)).collect::<Vec<_>>())
}

/// The source with the types of functions from `functions` written in full: the header has no names for them.
fn with_functions(source: String, functions: &str) -> String {
    let types = functions.split("pub type ").skip(1).map(|rest| {
        let (declaration, _) = rest.split_once(';').expect("a declaration ends with a semicolon");
        declaration.split_once(" =").expect("a type is declared to be another")
    });
    types.fold(source, |text, (name, full)| {
        text.replace(&format!("Option<{name}>"), &format!("Option<{}>", full.trim()))
    })
}

/// The C names of the types and constants of the sources.
fn c_names(sources: &[String], config: &cbindgen::Config) -> BTreeMap<String, String> {
    let mut names: BTreeMap<_, _> = config.export.rename.clone().into_iter().collect();
    for (name, ..) in sources.iter().flat_map(|source| constants(source)) {
        names.insert(name.to_string(), format!("PLYD_{name}"));
    }
    // Comments name families of constants by their first words.
    names.extend(
        ["FLAG_", "WANT_", "STEP_", "OPTION_", "REPETITION_", "REPETITION_KEY_"]
            .map(|family| (family.into(), format!("PLYD_{family}"))),
    );
    names
}

/// Name, type and value of each public constant.
fn constants(source: &str) -> impl Iterator<Item = (&str, &str, &str)> {
    source.lines().filter_map(|line| {
        let (name, rest) = line.strip_prefix("pub const ")?.split_once(": ")?;
        let (kind, value) = rest.strip_suffix(';')?.split_once(" = ")?;
        Some((name, kind, value))
    })
}

/// The text constants with their comments: cbindgen omits them.
fn text_constants(sources: &[String]) -> String {
    let mut text = String::new();
    for source in sources {
        let mut comment = String::new();
        for line in source.lines() {
            if let Some(documentation) = line.strip_prefix("///") {
                comment += &format!("//{documentation}\n");
                continue;
            }
            for (name, _, value) in constants(line).filter(|(_, kind, _)| *kind == "&str") {
                text += &format!("\n{comment}#define PLYD_{name} {value}\n");
            }
            comment.clear();
        }
    }
    text
}

/// A line with C's names in its comment, and with numbers as the source writes them, instead of in decimal.
fn mended(line: &str, sources: &[String], names: &BTreeMap<String, String>) -> String {
    if line.trim_start().starts_with("//") {
        return comment(line, names);
    }
    let Some((name, _)) = line.strip_prefix("#define PLYD_").and_then(|rest| rest.split_once(' ')) else {
        return line.into();
    };
    match sources.iter().flat_map(|source| constants(source)).find(|constant| constant.0 == name) {
        Some((_, "u64", value)) => format!("#define PLYD_{name} UINT64_C({})", value.replace('_', "")),
        Some((_, "u32", value)) => format!("#define PLYD_{name} {}u", value.replace('_', "")),
        Some((_, "i32" | "u16", value)) if value.starts_with('-') => format!("#define PLYD_{name} ({value})"),
        _ => line.into(),
    }
}

/// A comment without link marks, and with C names between back quotes.
fn comment(line: &str, names: &BTreeMap<String, String>) -> String {
    let parts: Vec<&str> = line.split('`').collect();
    let mut text = String::new();
    let mut is_link = false;
    for (index, part) in parts.iter().enumerate() {
        if index % 2 == 1 {
            let known = |word: &str| names.get(word).map(String::as_str);
            let first = part.split("::").next().unwrap_or_default();
            assert!(!is_link || known(first).is_some(), "`{part}` is no name of the header: {line}");
            text += &format!("`{}`", replaced(part, known).replace("::", "."));
            continue;
        }
        // A link is a name between `[` and `]` or `](where it leads)`.
        let rest = if is_link { part.strip_prefix(']').map_or(*part, without_target) } else { part };
        let before_link = rest.strip_suffix('[').filter(|_| index + 1 < parts.len());
        is_link = before_link.is_some();
        text += before_link.unwrap_or(rest);
    }
    text
}

fn without_target(rest: &str) -> &str {
    rest.strip_prefix('(').and_then(|target| target.split_once(')')).map_or(rest, |(_, rest)| rest)
}

/// `code` with other names for those of its words that have one.
fn replaced<'a>(code: &'a str, name: impl Fn(&'a str) -> Option<&'a str>) -> String {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let (mut text, mut rest) = (String::new(), code);
    while let Some(start) = rest.find(word) {
        let end = rest[start..].find(|c| !word(c)).map_or(rest.len(), |len| start + len);
        let found = &rest[start..end];
        text += &rest[..start];
        text += name(found).unwrap_or(found);
        rest = &rest[end..];
    }
    text + rest
}

/// The lines as a text, its comments broken anew: C's names are longer than Rust's.
fn wrapped(lines: &[String]) -> String {
    let mut text = String::new();
    // The paragraph that is being read: what stands before each of its lines, and its words.
    let mut paragraph: Option<(String, String)> = None;
    for line in lines.iter().map(String::as_str).chain([""]) {
        let indent = &line[..line.len() - line.trim_start().len()];
        let words = line.trim_start().strip_prefix("// ");
        let begins = words.is_some_and(|words| words.starts_with(['-', '|']));
        match (&mut paragraph, words) {
            (Some((_, all)), Some(words)) if !begins => {
                *all += " ";
                *all += words.trim();
            }
            (_, words) => {
                if let Some((indent, all)) = paragraph.take() {
                    text += &broken(&indent, &all);
                }
                match words {
                    Some(words) => paragraph = Some((indent.into(), words.trim().into())),
                    None => text += &format!("{}\n", line.trim_end()),
                }
            }
        }
    }
    // No more than one empty line anywhere, and none at the end.
    while let Some(at) = text.find("\n\n\n") {
        text.remove(at);
    }
    text.trim_end().to_string() + "\n"
}

/// A paragraph in lines that are not too long.
fn broken(indent: &str, words: &str) -> String {
    let next = if words.starts_with("- ") { "//   " } else { "// " };
    let (mut text, mut line) = (String::new(), format!("{indent}//"));
    for word in words.split(' ') {
        if line.len() + 1 + word.len() > LINE && !words.starts_with('|') {
            text += &format!("{line}\n");
            line = format!("{indent}{}{word}", next);
        } else {
            line += &format!(" {word}");
        }
    }
    text + &line + "\n"
}
