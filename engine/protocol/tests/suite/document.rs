//! The lists of protocol.md are those of the code.

use plyd_protocol::{ErrorCode, Right, commands, help};

static PROTOCOL: &str = include_str!("../../../../protocol.md");

#[test]
fn every_error_code_is_in_the_document() {
    for code in ErrorCode::ALL {
        let row = PROTOCOL.lines().find(|line| line.contains(&format!("`{code}`")) && line.contains(code.meaning()));
        assert!(row.is_some(), "protocol.md has no line with `{code}` and its meaning: {}", code.meaning());
    }
}

#[test]
fn every_command_is_in_the_document() {
    for (usage, meaning) in help() {
        assert!(PROTOCOL.contains(&format!("`{usage}`")), "protocol.md does not mention `{usage}`: {meaning}");
    }
}

/// The rows of the table of rights: a right in words, and the names of the commands.
fn table() -> Vec<(String, Vec<String>)> {
    let rows = PROTOCOL.lines().skip_while(|line| *line != "| right | commands |").skip(2);
    let names = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    rows.take_while(|line| line.starts_with('|'))
        .map(|line| {
            let cells: Vec<&str> = line.split('|').collect();
            (cells[1].trim().trim_matches('`').to_owned(), names(cells[2]))
        })
        .collect()
}

#[test]
fn the_document_has_the_rights_of_the_code() {
    let name = |right: Option<Right>| right.map_or("none", Right::name);
    let mut wanted: Vec<(String, Vec<String>)> = Vec::new();
    for right in [None].into_iter().chain(Right::ALL.map(Some)) {
        let mut names: Vec<String> = Vec::new();
        for (usage, need) in commands() {
            let command = usage.split(' ').next().expect("a command has a name").to_owned();
            if need == right && !names.contains(&command) {
                names.push(command);
            }
        }
        wanted.push((name(right).to_owned(), names));
    }
    assert_eq!(table(), wanted);
}

#[test]
fn a_command_has_one_right_however_it_is_written() {
    for (usage, need) in commands() {
        let name = |usage: &'static str| usage.split(' ').next();
        assert!(commands().all(|(other, its)| name(other) != name(usage) || its == need), "{usage}");
    }
}
