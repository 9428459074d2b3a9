//! docs/explain.md and the picture of the README: what they show is what the program prints.

use plyd_tests::{PATIENCE, command, finish};
use std::fs;
use std::path::{Path, PathBuf};

/// Set to write what the program prints into the page and its pictures; then look at the difference.
const WRITE: &str = "PLYD_WRITE_DOCUMENTS";

/// The language of the page.
const LANGUAGE: &str = "en";

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs")
}

/// What a line of the page prints, and the picture that it writes.
fn run(line: &str) -> (String, Option<(String, String)>) {
    let words = shlex::split(line).unwrap_or_else(|| panic!("{line} is no line of a shell"));
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    fs::create_dir(folder.path().join("explain")).expect("the folder can be written");
    let mut command = command(&[]);
    command.args(&words[1..]).env("LC_ALL", LANGUAGE).current_dir(folder.path());
    let finished = finish(command, PATIENCE);
    assert!(finished.errors.is_empty(), "{line}: {}", finished.errors);
    let file = words.iter().position(|word| word == "-o").map(|at| words[at + 1].clone());
    // A worksheet is a folder.
    let file = file.filter(|file| !folder.path().join(file).is_dir());
    let written = file.map(|file| {
        let text = fs::read_to_string(folder.path().join(&file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        (file, text)
    });
    (finished.output, written)
}

#[test]
fn the_page_shows_what_the_program_prints() {
    let writes = std::env::var_os(WRITE).is_some();
    let path = docs().join("explain.md");
    let page = fs::read_to_string(&path).expect("the page is there");
    let (mut made, mut printed, mut is_output) = (String::new(), None, false);
    let (mut outputs, mut pictures) = (0, 0);
    for line in page.lines() {
        if is_output {
            if line == "```" {
                is_output = false;
            } else {
                continue;
            }
        }
        made.push_str(line);
        made.push('\n');
        // The list of options is for the reader's screen, and tables of answers and codes are the reader's, as are own
        // trees.
        let is_of_reader =
            |line: &str| [" --key ", " --trees ", " --check-codes "].iter().any(|option| line.contains(option));
        if line.starts_with("plyd explain ") && !line.ends_with("--help") && !is_of_reader(line) {
            let (output, written) = run(line);
            printed = Some(output).filter(|output| !output.is_empty());
            if let Some((file, text)) = written.filter(|(file, _)| file.ends_with(".svg")) {
                pictures += 1;
                let shown = docs().join(&file);
                if writes {
                    fs::write(&shown, text).expect("the picture can be written");
                } else {
                    assert_eq!(fs::read_to_string(&shown).expect("the picture is there"), text, "{file}");
                }
            }
        } else if line == "```text" {
            made.push_str(printed.take().expect("a line of the program stands before it").trim_end());
            made.push('\n');
            (is_output, outputs) = (true, outputs + 1);
        }
    }
    if writes {
        fs::write(&path, made).expect("the page can be written");
    } else {
        assert_eq!(page, made, "set {WRITE}=1 to write it anew");
    }
    assert!(outputs >= 5 && pictures >= 3, "{outputs} outputs and {pictures} pictures");
}

/// One of the pictures of the page, which the README shows with the command that draws it.
#[test]
fn the_picture_of_the_readme_is_what_its_command_draws() {
    let readme = fs::read_to_string(docs().join("../README.md")).expect("there is a README");
    let after = |mark: &str, end: char| {
        let (_, rest) = readme.split_once(mark).unwrap_or_else(|| panic!("the README has no `{mark}`"));
        rest.split(end).next().expect("there is a beginning").to_owned()
    };
    let shown = docs().join("explain").join(after("](docs/explain/", ')'));
    let command = format!("plyd explain {}", after("`plyd explain ", '`'));
    let (output, _) = run(&command);
    assert_eq!(fs::read_to_string(shown).expect("the picture is there"), output, "{command}");
}

#[test]
fn every_option_and_field_is_on_the_page() {
    let page = fs::read_to_string(docs().join("explain.md")).expect("the page is there");
    let help = finish(command(&["explain", "--help"]), PATIENCE).output;
    // A line of an option begins with it, or with its short form.
    let option = |line: &str| line.split_whitespace().find(|word| word.starts_with("--")).map(str::to_owned);
    let is_option = |line: &&str| line.trim_start().starts_with('-') && line.contains("--");
    // Options of several commands are in docs/commands.md.
    let own = help.lines().take_while(|line| *line != "Global options:");
    let options: Vec<String> = own.filter(is_option).filter_map(option).collect();
    assert!(options.len() > 12, "{help}");
    for option in options {
        assert!(page.contains(&format!("`{option}")), "the page lacks {option}");
    }
    let mut fields = Vec::new();
    for arguments in [
        ["--position", "((3 5) (2 9))"],
        ["--position", "((3 5) (2 2) (9 9))"],
        ["--position", "(CHANCE{9/10: 2, 1/10: 3} CHANCE{9/10: 1, 1/10: 4}) low=1 high=4"],
    ] {
        let mut command = command(&["explain", "--format", "json"]);
        command.args(arguments);
        let told: serde_json::Value = serde_json::from_str(&finish(command, PATIENCE).output).expect("it is JSON");
        fields.extend(keys(&told));
        told["events"].as_array().expect("a list").iter().for_each(|event| fields.extend(keys(event)));
    }
    for field in fields {
        assert!(
            page.contains(&format!("`{field}`")) || page.contains(&format!("\"{field}\"")),
            "the page lacks {field}"
        );
    }
}

fn keys(value: &serde_json::Value) -> Vec<String> {
    value.as_object().expect("an object").keys().cloned().collect()
}
