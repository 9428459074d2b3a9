//! The Go Text Protocol over a client of lines.

use crate::Client;

/// An answer: the mark with the number, and the lines after it.
///
/// # Panics
/// None comes in time.
pub fn answer(client: &mut Client) -> String {
    let mut lines = Vec::new();
    loop {
        match client.line() {
            line if line.is_empty() => return lines.join("\n"),
            line => lines.push(line),
        }
    }
}

/// What is answered to a command.
///
/// # Panics
/// Nothing is, in time.
pub fn ask(client: &mut Client, command: &str) -> String {
    client.send(command);
    answer(client)
}

/// Sends commands that all succeed.
///
/// # Panics
/// One fails.
#[track_caller]
pub fn obey(client: &mut Client, commands: &[&str]) {
    for command in commands {
        let answer = ask(client, command);
        assert!(answer.starts_with('='), "{command}: {answer}");
    }
}
