//! The examples of docs/examples, as their readers use them.

use crate::documents::document::root;
use crate::web::browser::in_a_browser;
use plyd_tests::{Daemon, PATIENCE, command, finish, python};
use plyd_trials::left_out;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn example(name: &str) -> PathBuf {
    root().join("docs/examples").join(name)
}

#[test]
fn the_client_in_python_plays_a_game() {
    let Some(python) = python("the example of a client") else { return };
    let daemon = Daemon::start(&[]);
    let mut client = Command::new(python);
    client.arg("-B").arg(example("client.py")).arg(daemon.address().to_string()).arg("tictactoe");
    let finished = finish(client, PATIENCE);
    assert!(finished.status.success(), "{}", finished.errors);
    assert!(finished.output.starts_with("9 plies: ") && finished.output.ends_with("\ndraw\n"), "{}", finished.output);
}

#[test]
fn the_test_of_the_plan_is_decided() {
    let folder = tempfile::tempdir().expect("a folder for the record");
    let mut plan = command(&["match"]);
    plan.arg(example("sprt.toml")).arg("--record").arg(folder.path().join("record.db"));
    let finished = finish(plan, PATIENCE);
    // An exit code for H1.
    assert_eq!(finished.status.code(), Some(0), "{}", finished.errors);
    assert!(finished.output.contains("H1 accepted"), "{}", finished.output);
}

#[test]
fn the_alerts_ask_for_figures_that_exist() {
    let rules = fs::read_to_string(example("plyd.rules.yml")).expect("there is the example");
    let page = fs::read_to_string(root().join("docs/operations.md")).expect("there is the page");
    let figures = |text: &str| -> BTreeSet<String> {
        let words = text.split(|sign: char| !sign.is_ascii_lowercase() && sign != '_');
        words.filter(|word| word.starts_with("plyd_")).map(|word| word.trim_end_matches("_bucket").to_owned()).collect()
    };
    let (asked, known) = (figures(&rules), figures(&page));
    assert!(asked.len() >= 5, "{asked:?}");
    assert!(asked.is_subset(&known), "{:?}", asked.difference(&known));
    let mut promtool = Command::new("promtool");
    promtool.args(["check", "rules"]).arg(example("plyd.rules.yml"));
    // No test needs Prometheus, which is large.
    if let Ok(output) = promtool.output() {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn a_page_and_a_board_are_played_behind_nginx() {
    // Debian has it where only root looks for programs.
    let Some(nginx) = ["/usr/sbin/nginx", "/usr/bin/nginx"].into_iter().find(|path| Path::new(path).exists()) else {
        return left_out("the page behind nginx", "nginx is not installed (Debian: apt-get install nginx)");
    };
    let folder = example("");
    in_a_browser("web_examples.py", &[nginx.as_ref(), folder.as_os_str()], &["serve", "--listen", "127.0.0.1:0"], 300);
}

#[test]
fn the_settings_of_the_club_are_right() {
    let page = fs::read_to_string(root().join("docs/club.md")).expect("there is the page");
    let folder = tempfile::tempdir().expect("a folder for the settings");
    let file = folder.path().join("server.toml");
    let blocks: Vec<&str> = page.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert_eq!(blocks.len(), 2);
    for block in blocks {
        fs::write(&file, block).expect("it is our own");
        let mut config = command(&["config", "--config"]);
        config.arg(&file);
        let finished = finish(config, PATIENCE);
        assert!(finished.status.success(), "{block}{}", finished.errors);
        // All that the page sets is among what the program prints.
        for line in block.lines().filter(|line| line.contains(" = ")) {
            assert!(finished.output.lines().any(|printed| printed == line), "{line}: {}", finished.output);
        }
    }
}
