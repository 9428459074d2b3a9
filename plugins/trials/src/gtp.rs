//! The Go Text Protocol over a line-based client.

use crate::Client;

/// Receives an answer: the status character with the number, and all lines up to the next empty one.
///
/// # Panics
/// Panics if no answer arrives in time.
pub fn answer(client: &mut Client) -> String {
    let mut lines = Vec::new();
    loop {
        match client.line() {
            line if line.is_empty() => return lines.join("\n"),
            line => lines.push(line),
        }
    }
}

/// Sends a command and returns the answer.
///
/// # Panics
/// Panics if no answer arrives in time.
pub fn ask(client: &mut Client, command: &str) -> String {
    client.send(command);
    answer(client)
}

/// Sends commands that must all succeed.
///
/// # Panics
/// Panics if a command fails.
#[track_caller]
pub fn obey(client: &mut Client, commands: &[&str]) {
    for command in commands {
        let answer = ask(client, command);
        assert!(answer.starts_with('='), "{command}: {answer}");
    }
}
