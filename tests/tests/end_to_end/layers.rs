//! What the insides of the crates are held to: layers in all of them, and no way outside in two.

use crate::documents::document::{root, with_slashes};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What defines a name.
const DEFINITIONS: [&str; 9] = ["struct", "enum", "union", "fn", "const", "static", "trait", "type", "macro_rules!"];

/// What a crate without input, output and clock may depend on.
const PURE: [&str; 13] = [
    "fearless_simd",
    "jiff",
    "petgraph",
    "plyd-foreign",
    "plyd-network",
    "plyd-rules",
    "plyd-tournament",
    "serde",
    "serde_json",
    "sha2",
    "statrs",
    "thiserror",
    "toml",
];

/// What reaches outside, in the sources of such a crate: modules of `std`, functions of `plyd_foreign`, and other
/// words.
const OUTSIDE: [&str; 8] = ["fs", "io", "net", "process", "env", "os", "thread", "read"];
const OUTSIDE_WORDS: [&str; 4] = ["Instant", "SystemTime", "Timestamp::now", "open_regular"];

/// The code of a source file, and its place.
struct Source {
    /// The module below the root that it belongs to.
    module: String,
    /// How often `super` leads to the root.
    depth: usize,
    code: String,
}

/// Modules of a folder below their root, such as a crate's.
struct Tree {
    /// What paths to names of the root begin with.
    prefix: &'static str,
    /// The code of the root.
    lib: String,
    sources: Vec<Source>,
}

/// The modules of each crate of the engine, and the commands of the program.
fn trees() -> Vec<(String, Tree)> {
    let engine = root().join("engine");
    let folders = fs::read_dir(&engine).expect("the sources are readable");
    let names =
        folders.map(|entry| entry.expect("the sources are readable").file_name().into_string().expect("is text"));
    // The Python package is no crate.
    let crates = names.filter(|name| engine.join(name).join("Cargo.toml").exists());
    let crates = crates.map(|name| {
        let lib = ["lib.rs", "main.rs"].map(|file| format!("{name}/src/{file}"));
        let lib = lib.into_iter().find(|file| engine.join(file).exists()).expect("a crate has a root");
        (name.clone(), tree(&format!("{name}/src"), &lib, "crate::"))
    });
    let cli = ("daemon/src/cli".to_owned(), tree("daemon/src/cli", "daemon/src/cli.rs", "crate::cli::"));
    crates.chain([cli]).collect()
}

/// All source files of a folder of the engine but its tests.
fn tree(folder: &str, lib: &str, prefix: &'static str) -> Tree {
    let engine = root().join("engine");
    let (top, lib) = (engine.join(folder), engine.join(lib));
    let mut files = Vec::new();
    list(&top, &mut files);
    let is_test = |path: &str| path.split(['/', '.']).any(|part| ["tests", "testing", "samples"].contains(&part));
    let code_of = |file: &Path| {
        let text = fs::read_to_string(file).expect("the sources are readable");
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let code: Vec<_> = code.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
        code.join("\n")
    };
    let read = |file: PathBuf| {
        let path = with_slashes(file.strip_prefix(&top).expect("it is below the folder"));
        let module = path.split(['/', '.']).next().unwrap_or_default().to_owned();
        let depth = path.split('/').filter(|part| *part != "mod.rs").count();
        (file != lib && !is_test(&path)).then(|| Source { module, depth, code: code_of(&file) })
    };
    Tree { prefix, lib: code_of(&lib), sources: files.into_iter().filter_map(read).collect() }
}

pub(crate) fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the sources are readable") {
        let path = entry.expect("the sources are readable").path();
        if path.is_dir() {
            list(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
}

/// The names that follow this beginning of a path in the code, such as `std::`.
fn names_after<'a>(beginning: &str, code: &'a str) -> BTreeSet<&'a str> {
    let mut names = BTreeSet::new();
    for (place, _) in code.match_indices(beginning) {
        if code[..place].ends_with(|c: char| c.is_alphanumeric() || ['_', '$', ':'].contains(&c)) {
            continue;
        }
        let mut rest = &code[place + beginning.len()..];
        if !rest.starts_with('{') {
            names.insert(first_name(rest));
            continue;
        }
        let mut depth = 0;
        while let Some(at) = rest.find(['{', '}', ',']) {
            depth = if rest[at..].starts_with('{') { depth + 1 } else { depth };
            depth = if rest[at..].starts_with('}') { depth - 1 } else { depth };
            rest = &rest[at + 1..];
            if depth == 0 {
                break;
            }
            if depth == 1 {
                names.insert(first_name(rest.trim_start()));
            }
        }
    }
    names.remove("");
    names
}

/// The name that a text begins with.
fn first_name(text: &str) -> &str {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()
}

/// The names that the root of a crate defines itself.
fn defined(lib: &str) -> BTreeSet<&str> {
    let is_definition = |word: &&str| DEFINITIONS.contains(word);
    let definitions = lib.lines().filter(|line| !line.starts_with(' '));
    let names = definitions
        .filter_map(|line| line.split(' ').skip_while(|word| !is_definition(word)).find(|word| !is_definition(word)));
    names.map(first_name).collect()
}

/// The names that the root of a crate takes from its modules, and these.
fn taken_up(lib: &str) -> BTreeMap<&str, &str> {
    let uses = lib.split("use ").skip(1).filter_map(|text| text.split(';').next()?.split_once("::"));
    uses.flat_map(|(module, text)| {
        text.split(|c: char| !c.is_alphanumeric() && c != '_').map(move |name| (name, module))
    })
    .collect()
}

/// The modules that are on a circle of imports, or above one, and what they import of each other. The root, above all
/// of them, is `lib`.
fn circles(Tree { prefix, lib, sources }: &Tree) -> BTreeMap<String, BTreeSet<String>> {
    let (taken_up, defined) = (taken_up(lib), defined(lib));
    let mut imports = BTreeMap::<String, BTreeSet<String>>::new();
    for Source { module, depth, code } in sources {
        let mut names = names_after(prefix, code);
        names.append(&mut names_after(&"super::".repeat(*depth), code));
        names.remove("super");
        let of = |name| if defined.contains(name) { "lib" } else { *taken_up.get(name).unwrap_or(&name) };
        let names = names.into_iter().map(of).filter(|name| name != module).map(str::to_owned);
        imports.entry(module.clone()).or_default().extend(names);
    }
    let modules = imports.keys().cloned().collect();
    imports.insert("lib".to_owned(), modules);
    loop {
        let left: BTreeSet<_> = imports.keys().cloned().collect();
        imports.values_mut().for_each(|names| names.retain(|name| left.contains(name)));
        imports.retain(|_, names| !names.is_empty());
        if imports.len() == left.len() {
            return imports;
        }
    }
}

#[test]
fn no_module_imports_one_above_it() {
    let trees = trees();
    assert!(trees.len() > 20, "{} crates", trees.len());
    for (name, tree) in trees {
        let circles = circles(&tree);
        assert!(circles.is_empty(), "{name}: {circles:#?}");
    }
}

#[test]
fn a_circle_of_imports_is_found() {
    let code = |module: &str, code: &str| Source { module: module.to_owned(), depth: 1, code: code.to_owned() };
    let lib = "mod a;\npub use a::{X, Y};\npub const fn z() {}\npub struct W;\nimpl W {\n    fn inside() {}\n}";
    let b = || code("b", "use crate::{c::{D, E}, Y};");
    let c = || code("c", "use std::fmt;");
    let found = |a: &str| {
        let sources = vec![code("a", a), b(), c()];
        circles(&Tree { prefix: "crate::", lib: lib.to_owned(), sources }).into_keys().collect::<Vec<_>>()
    };
    for import in ["use crate::c::D;", "use crate::X;", "use super::inside;"] {
        assert_eq!(found(import), Vec::<String>::new(), "{import}");
    }
    for import in ["use crate::b::F;", "use super::b::F;", "use super::{b, c};", "use crate::{X, z};", "use super::W;"]
    {
        assert_eq!(found(import), ["a", "b", "lib"], "{import}");
    }
}

#[test]
fn the_plan_of_a_match_reaches_nothing_outside() {
    assert_is_pure("tournament", 6, 21);
}

#[test]
fn what_is_learnt_from_games_reaches_nothing_outside() {
    assert_is_pure("learn", 6, 8);
}

#[test]
fn the_value_of_a_network_reaches_nothing_outside() {
    assert_is_pure("network", 5, 6);
}

/// Asserts that a crate of the engine, with at least this many dependencies and files, reaches nothing outside.
fn assert_is_pure(name: &str, least: usize, files: usize) {
    let manifest = fs::read_to_string(root().join("engine").join(name).join("Cargo.toml")).expect("it is readable");
    let dependencies = manifest.split("\n[dependencies]").skip(1).flat_map(|table| {
        let lines = table.lines().skip(1).take_while(|line| !line.starts_with('['));
        lines.filter_map(|line| line.split(['.', ' ', '=']).next()).filter(|name| !name.is_empty() && *name != "#")
    });
    let dependencies: Vec<_> = dependencies.collect();
    assert!(dependencies.iter().all(|name| PURE.contains(name)) && dependencies.len() >= least, "{dependencies:?}");
    let sources = tree(&format!("{name}/src"), &format!("{name}/src/lib.rs"), "crate::").sources;
    assert!(sources.len() >= files, "{} files", sources.len());
    for Source { module, code, .. } in sources {
        let found = reaches_outside(&code);
        assert!(found.is_empty(), "{module}: {found:?}");
    }
}

#[test]
fn a_way_outside_is_found() {
    assert_eq!(reaches_outside("use std::{fmt, fs};\nlet now = Instant::now();"), ["fs", "Instant"]);
}

fn reaches_outside(code: &str) -> Vec<&str> {
    let named = ["std::", "plyd_foreign::"].map(|root| names_after(root, code)).into_iter().flatten();
    let words = OUTSIDE_WORDS.into_iter().filter(|word| code.contains(word));
    named.filter(|name| OUTSIDE.contains(name)).chain(words).collect()
}
