//! Random games against Fairy-Stockfish's rules, in its Python module.

use crate::requirement::{left_out, python};
use plyd_plugin::testing::{move_texts, random_games};
use plyd_plugin::{Move, Plugin};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

/// A Python that has the module, and the program by which it plays a game.
#[derive(Debug)]
pub struct Fairy {
    python: PathBuf,
    program: &'static str,
}

impl Fairy {
    /// Python in the environment of the tests, which is next to `scratch`, cargo's folder for files of tests. The
    /// program passes the variant of a game to `fairy_games.py`. `None` if there is no such Python; then a message says
    /// that the test of this game was skipped.
    ///
    /// # Panics
    /// The module is missing although nothing may be skipped.
    #[must_use]
    pub fn find(game: &str, scratch: &str, program: &'static str) -> Option<Self> {
        let target = Path::new(scratch).parent().expect("the folder lies in the target folder");
        let what = format!("{game} compared with Fairy-Stockfish");
        let python = python(target, &what)?;
        let status = Command::new(&python).args(["-c", "import pyffish"]).stderr(Stdio::null()).status();
        if status.is_ok_and(|status| status.success()) {
            return Some(Self { python, program });
        }
        left_out(&what, "the Python module pyffish is missing in target/python");
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
        arguments: &[u32],
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
    fn play(&self, moves: String, arguments: &[u32]) -> String {
        let mut command = Command::new(&self.python);
        // No compiled modules are left among the sources.
        command.env("PYTHONPATH", concat!(env!("CARGO_MANIFEST_DIR"), "/python")).arg("-B").arg(self.program);
        command.args(arguments.iter().map(u32::to_string));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("python starts");
        let mut input = child.stdin.take().expect("is piped");
        let writer = thread::spawn(move || input.write_all(moves.as_bytes()));
        let output = child.wait_with_output().expect("python ends by itself");
        writer.join().expect("the writer does not panic").expect("python reads all games");
        assert!(output.status.success());
        String::from_utf8(output.stdout).expect("is UTF-8")
    }
}
