//! The C header: that it is up to date, and that C and C++ understand it as Rust does.

mod generate;
mod layout;

use plyd_tests::{Process, has_program};
use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

const COMMAND: &str = "PLYD_WRITE_HEADER=1 cargo test -p plyd-tests --test header";

#[test]
fn the_committed_header_is_that_of_the_sources() {
    let path = generate::sdk().join("include/plyd_plugin.h");
    let wanted = generate::header();
    if std::env::var_os("PLYD_WRITE_HEADER").is_some_and(|value| value == "1") {
        fs::write(&path, &wanted).expect("the header can be written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    // No `assert_eq`, which would print both in full.
    let differs = committed.lines().zip(wanted.lines()).position(|(committed, wanted)| committed != wanted);
    let line = differs.unwrap_or_else(|| committed.lines().count().min(wanted.lines().count())) + 1;
    assert!(
        committed == wanted,
        "plugins/sdk/include/plyd_plugin.h is out of date from line {line} on:\n  has   {}\n  wants {}\n`{COMMAND}` \
         writes it",
        committed.lines().nth(line - 1).unwrap_or("its end"),
        wanted.lines().nth(line - 1).unwrap_or("its end"),
    );
}

/// Every number and text that the header defines is compared with Rust's.
#[test]
fn no_constant_of_the_header_is_unchecked() {
    let header = generate::header();
    let helpers = ["PLUGIN_H", "EXPORT", "STR(literal)", "HEADER", "CHECK(name,", "SPIN(name,"];
    let defined: BTreeSet<&str> = header
        .lines()
        .filter_map(|line| line.strip_prefix("#define PLYD_")?.split(' ').next())
        .filter(|name| !helpers.contains(name))
        .collect();
    let numbers = layout::numbers().into_iter().map(|(name, _)| name);
    let checked: BTreeSet<&str> = numbers.chain(layout::TEXTS.map(|(name, _)| name)).collect();
    assert_eq!(defined, checked);
    let structures = header.lines().filter(|line| line.starts_with("} Plyd")).count();
    assert_eq!(layout::program().matches("HOLDS(sizeof(Plyd").count(), structures);
}

#[test]
fn c_and_cpp_see_the_interface_as_rust_does() {
    for (compiler, ending, standards) in
        [("gcc", "c", ["c99", "c11", "c17"]), ("g++", "cpp", ["c++11", "c++17", "c++20"])]
    {
        if !has_program(compiler, &format!("the C header compiled by {compiler}")) {
            continue;
        }
        let folder = tempfile::tempdir().expect("there is a temporary folder");
        let source = folder.path().join("layout").with_extension(ending);
        fs::write(&source, layout::program()).expect("the folder can be written");
        let program = folder.path().join("layout");
        for standard in standards {
            let mut command = Command::new(compiler);
            command.args(["-Wall", "-Wextra", "-Werror", "-pedantic"]).arg(format!("-std={standard}"));
            command.arg("-I").arg(generate::sdk().join("include")).arg(&source).arg("-o").arg(&program);
            assert!(run(&mut command).success(), "{compiler} does not take the header as {standard}");
            let status = run(&mut Command::new(&program));
            assert!(
                status.success(),
                "{compiler} -std={standard}: {status}; layout.rs says which check has this number"
            );
        }
    }
}

fn run(command: &mut Command) -> std::process::ExitStatus {
    Process::new(command.spawn().expect("the program starts")).wait()
}
