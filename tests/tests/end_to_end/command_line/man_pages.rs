//! `plyd man`.

use super::{run, succeed};
use plyd_tests::{finish, has_program};
use std::collections::BTreeSet;
use std::fs;
use std::process::Command;
use std::time::Duration;

/// The commands that have parts.
const PARTS: [(&str, &[&str]); 3] = [
    ("admin", &["drain", "games", "kick", "reload", "sessions"]),
    ("tablebase", &["build", "verify"]),
    ("token", &["list", "new", "revoke"]),
];

/// The commands that help lists.
fn commands() -> Vec<String> {
    let help = succeed(&["--help"]).join("\n");
    let (_, list) = help.split_once("\nPlay:\n").expect("a heading");
    let (list, _) = list.split_once("Global options:").expect("a heading");
    let names =
        list.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next().filter(|name| !name.is_empty()));
    names.map(str::to_owned).collect()
}

#[test]
fn every_command_has_a_page_and_hidden_ones_have_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let pages = folder.path().join("share/man1");
    assert!(succeed(&["man", "--output-dir", pages.to_str().expect("is text")]).is_empty());
    let names = fs::read_dir(&pages).expect("the folder was made").map(|file| file.unwrap().file_name());
    let written: BTreeSet<_> = names.map(|name| name.into_string().expect("is text")).collect();
    let parts = PARTS.iter().flat_map(|(name, parts)| parts.iter().map(move |part| format!("{name}-{part}")));
    let expected = commands().into_iter().chain(parts).map(|name| format!("plyd-{name}.1"));
    assert_eq!(written, expected.chain(["plyd.1".to_owned()]).collect());
    assert!(written.contains("plyd-go.1") && !written.contains("plyd-try.1"), "{written:?}");
    for file in &written {
        let page = fs::read_to_string(pages.join(file)).expect("is text");
        let name = file.strip_suffix(".1").expect("a section");
        let version = env!("CARGO_PKG_VERSION");
        let title = page.lines().find(|line| line.starts_with(".TH ")).expect("a title");
        let words: Vec<_> = title.split('"').skip(1).step_by(2).collect();
        let version = format!("plyd {version}");
        // The third is the date of the commit, which this test does not know.
        assert_eq!(words.len(), 5, "{title}");
        assert_eq!([words[0], words[1], words[3], words[4]], [&name.to_uppercase(), "1", &version, "User Commands"]);
        let printed = if file == "plyd.1" { succeed(&["man"]) } else { succeed(&["man", &name["plyd-".len()..]]) };
        assert_eq!(printed, page.lines().collect::<Vec<_>>(), "{file}");
    }
    let go = fs::read_to_string(pages.join("plyd-go.1")).expect("is text");
    assert!(go.contains(".SH EXAMPLES") && go.contains("plyd go \\-\\-depth 12"), "{go}");
    let report = fs::read_to_string(pages.join("plyd-report.1")).expect("is text");
    assert!(!report.contains("plugin\\-dir"), "{report}");
}

#[test]
fn formatters_take_the_pages() {
    let folder = tempfile::tempdir().expect("a folder");
    succeed(&["man", "--output-dir", folder.path().to_str().expect("is text")]);
    let pages: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().path()).collect();
    assert!(pages.len() > 10);
    for (program, flags) in [("groff", &["-man", "-Tutf8", "-ww", "-z"][..]), ("mandoc", &["-Tlint", "-Werror"])] {
        if !has_program(program, "man pages") {
            continue;
        }
        for page in &pages {
            let mut formatter = Command::new(program);
            formatter.args(flags).arg(page);
            let finished = finish(formatter, Duration::from_secs(60));
            assert!(finished.status.success(), "{program} {}: {finished:?}", page.display());
            assert_eq!(finished.errors + &finished.output, "", "{program} {}", page.display());
        }
    }
}

#[test]
fn a_page_that_there_is_not_is_an_error() {
    for name in ["think", "try", "help", "../go"] {
        let output = run(&["man", name]);
        assert_eq!(output.status.code(), Some(1), "{name}: {:?}", output.lines);
        assert!(output.errors.contains(&format!("plyd has no command `{name}`")), "{}", output.errors);
    }
    let output = run(&["man", "--output-dir", "/dev/null/pages"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.errors.contains("cannot make the folder /dev/null/pages"), "{}", output.errors);
}
