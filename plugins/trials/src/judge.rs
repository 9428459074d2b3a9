//! Random games compared with the rules of a Python module.

use crate::requirement::{left_out, python};
use plyd_plugin::testing::{move_texts, random_games};
use plyd_plugin::{Move, Plugin};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

/// A Python with a module that implements the rules of a game, and the program that plays with it.
///
/// The program reads a line of moves per game. For each position of the game, from the first to the last, it writes a
/// line with the text of the position, a tab, and facts about the position.
#[derive(Debug)]
pub struct Judge {
    python: PathBuf,
    program: &'static str,
}

impl Judge {
    /// Finds Python in the environment of the tests. It is next to `scratch`, cargo's folder for files of tests. If
    /// Python or the module is missing, the result is `None`, and a message reports that `what` was skipped.
    ///
    /// # Panics
    /// Panics if the module is missing although tests must not be skipped.
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

    /// Compares the texts of all positions in some random games and the facts about them: the legal moves in
    /// alphabetical order, or the text that `told` makes from them. The program is called with `arguments`.
    ///
    /// # Panics
    /// Panics if there is a difference, or if the program fails.
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

    /// The output of the program for all positions of some games. `moves` contains a line of moves per game.
    fn play(&self, moves: String, arguments: &[String]) -> String {
        let mut command = Command::new(&self.python);
        // The option `-B` keeps compiled modules out of the source folders.
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
