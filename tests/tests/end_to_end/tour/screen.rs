//! A terminal, emulated by tmux.

use super::Block;
use plyd_tests::{PATIENCE, difference};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How often the screen is looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// Programs ask for a line with one of these: the shell, and a game.
const PROMPTS: [&str; 3] = ["$ ", "'s move: ", "or quit: "];

/// A terminal with a shell in it. It ends with this.
pub(super) struct Screen {
    /// How a client of its server is started.
    tmux: PathBuf,
    socket: PathBuf,
}

impl Screen {
    /// Opens one, with the environment and the folder of this command, which is tmux without arguments. Its socket lies
    /// in the folder.
    pub(super) fn open(mut tmux: Command, folder: &Path) -> Self {
        let screen = Self { tmux: tmux.get_program().into(), socket: folder.join("terminal") };
        // High enough to avoid scrolling, and without the user's settings.
        tmux.arg("-S").arg(&screen.socket).args([
            "-f",
            "/dev/null",
            "new-session",
            "-d",
            "-x",
            "100",
            "-y",
            "200",
            "sh",
        ]);
        tmux.env_remove("TMUX");
        let output = tmux.output().expect("tmux starts");
        assert!(output.status.success(), "tmux: {}", String::from_utf8_lossy(&output.stderr));
        screen
    }

    /// What a client of the server prints.
    fn ask(&self, arguments: &[&str]) -> String {
        let mut client = Command::new(&self.tmux);
        let output = client.arg("-S").arg(&self.socket).args(arguments).env_remove("TMUX").output();
        let output = output.expect("tmux starts");
        assert!(output.status.success(), "tmux {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim_end().to_owned()
    }

    /// Looks until the screen is as wanted. All that is on it, without blanks at the ends of lines.
    fn wait(&self, what: &str, is_there: impl Fn(&str) -> bool) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let text = self.ask(&["capture-pane", "-p"]);
            if is_there(&text) {
                return text;
            }
            assert!(Instant::now() < deadline, "{what}\nThe screen:\n{text}");
            sleep(POLL_INTERVAL);
        }
    }

    /// Types what the block shows after each prompt, and then has to show the block.
    pub(super) fn show(&self, block: &Block<'_>) {
        let last = |text: &str| text.lines().last().unwrap_or_default().to_owned();
        for line in &block.lines {
            let end = |prompt: &&str| line.find(*prompt).map(|at| at + prompt.len());
            let Some((prompt, typed)) = PROMPTS.iter().find_map(end).map(|end| line.split_at(end)) else { continue };
            let place = &block.place;
            self.wait(&format!("{place}: no prompt to type `{typed}`"), |text| last(text) == prompt.trim_end());
            self.ask(&["send-keys", "-l", "--", typed]);
            // Only then is the next prompt another one.
            self.wait(&format!("{place}: `{typed}` does not appear"), |text| last(text) == line.trim_end());
            self.ask(&["send-keys", "Enter"]);
        }
        // The shell asks for the next command.
        let mut expected = block.lines.clone();
        expected.push("$");
        let deadline = Instant::now() + PATIENCE;
        loop {
            let text = self.ask(&["capture-pane", "-p"]);
            let difference = difference(&expected, &text.lines().collect::<Vec<_>>());
            let Some(difference) = difference else { return };
            assert!(Instant::now() < deadline, "{}: {difference}\nThe screen:\n{text}", block.place);
            sleep(POLL_INTERVAL);
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // The server of this socket alone, with the shell in it.
        let mut client = Command::new(&self.tmux);
        let _ = client.arg("-S").arg(&self.socket).arg("kill-server").env_remove("TMUX").output();
    }
}
