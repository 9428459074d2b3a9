//! Random games against the rules of a Python module.

use crate::requirement::{left_out, python};
use plyd_plugin::testing::{move_texts, random_games};
use plyd_plugin::{Move, Plugin};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

/// A Python that has a module with the rules of a game, and the program by which it plays.
///
/// The program reads a line of moves per game. It writes, for the position before, between and after the moves of each
/// game, a line with its text, a tab, and what is to be said of it.
#[derive(Debug)]
pub struct Judge {
    python: PathBuf,
    program: &'static str,
}

impl Judge {
    /// Python in the environment of the tests, which is next to `scratch`, cargo's folder for files of tests. `None` if
    /// there is no such Python with this module; then a message says that `what` was skipped.
    ///
    /// # Panics
    /// The module is missing although nothing may be skipped.
    #[must_use]
    pub fn find(what: &str, module: &str, scratch: &str, program: &'static str) -> Option<Self> {
        let target = Path::new(scratch).parent().expect("the folder lies in the target folder");
        let python = python(target, what)?;
        let status = Command::new(&python).args(["-c", &format!("import {module}")]).stderr(Stdio::null()).status();
        if status.is_ok_and(|status| status.success()) {
            return Some(Self { python, program });
        }
        left_out(what, &format!("the Python module {module} is missing in target/python"));
        None
    }

    /// Compares the texts of all positions of some random games, and the output about them: the legal moves in
    /// alphabetical order, or the text that `told` makes of them. The program is called with the arguments.
    ///
    /// # Panics
    /// Something differs, or the program fails.
    pub fn check<P: Plugin>(
        &self,
        opened: &(P, P::State),
        count: u64,
        arguments: &[String],
        mut told: impl FnMut(&P, &P::State, Option<Move>, String) -> String,
    ) {
        let (mut moves, mut expected) = (String::new(), String::new());
        random_games(opened, count, |game, state, mv| {
            let mut names = move_texts(game, state);
            names.sort();
            let told = told(game, state, mv, names.join(" "));
            expected.push_str(&format!("{}\t{told}\n", game.format_state(state)));
            match mv {
                Some(mv) => moves.push_str(&format!("{} ", game.format_move(state, mv))),
                None => moves.push('\n'),
            }
        });
        let found = self.play(moves, arguments);
        for (found, expected) in found.lines().zip(expected.lines()) {
            assert_eq!(found, expected);
        }
        assert_eq!(found.lines().count(), expected.lines().count());
    }

    /// The output of the program for the positions of games, given as a line of moves each.
    fn play(&self, moves: String, arguments: &[String]) -> String {
        let mut command = Command::new(&self.python);
        // No compiled modules are left among the sources.
        command.env("PYTHONPATH", concat!(env!("CARGO_MANIFEST_DIR"), "/python")).arg("-B").arg(self.program);
        command.args(arguments);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("python starts");
        let mut input = child.stdin.take().expect("is piped");
        let writer = thread::spawn(move || input.write_all(moves.as_bytes()));
        let output = child.wait_with_output().expect("python ends by itself");
        writer.join().expect("the writer does not panic").expect("python reads all games");
        assert!(output.status.success());
        String::from_utf8(output.stdout).expect("is UTF-8")
    }
}
