//! Games in a process with plyd's limits: Python starts there, and a script can do only what any library can.

#[cfg(target_os = "linux")]
fn main() -> std::process::ExitCode {
    match std::env::var(linux::NAME) {
        Ok(name) => linux::play_confined(&name),
        Err(_) => libtest_mimic::run(&libtest_mimic::Arguments::from_args(), linux::all()).exit_code(),
    }
}

/// Other systems have no such limits.
#[cfg(not(target_os = "linux"))]
fn main() {}

#[cfg(target_os = "linux")]
mod linux {
    use libtest_mimic::Trial;
    use plyd_confine::SandboxLimits;
    use plyd_plugin::{Game, Move, Moves, Want};
    use python_loader::Script;
    use std::process::{Command, ExitCode, Stdio};

    /// The variable that contains the name of the game to play in a child process.
    pub(crate) const NAME: &str = "PLYD_CONFINED_GAME";

    /// Scripts that try what no library may do. Each raises an exception if it succeeds, or reports that the kernel
    /// cannot prevent it.
    const HOSTILE: &str = "
from plyd_game import Game
import os, socket

def denied(work):
    try:
        work()
    except OSError:
        return
    raise RuntimeError('this is not denied')

held = os.environ['PLYD_HELD'].split()
if 'reading' in held:
    denied(lambda: open('/etc/passwd'))
if 'writing' in held:
    denied(lambda: open('/tmp/plyd-game-was-here', 'w'))
if 'processes' in held:
    denied(os.fork)
if 'network' in held:
    denied(lambda: socket.create_connection(('127.0.0.1', 9)))

class Hostile(Game):
    ID, STATE, START = 'hostile', 'B', (0,)
    def outcome(self, s): return None
    def moves(self, s): return [0]
    def play(self, s, mv): return s
";

    pub(crate) fn all() -> Vec<Trial> {
        ["domineering", "hostile"]
            .map(|name| Trial::test(format!("{name}_plays_within_the_limits"), || judge(name)))
            .into()
    }

    fn judge(name: &'static str) -> Result<(), libtest_mimic::Failed> {
        let held: Vec<&str> = plyd_confine::held().iter().filter(|it| it.holds()).map(|it| it.name).collect();
        let program = std::env::current_exe()?;
        let mut command = Command::new(program);
        command.env_clear().envs(plyd_confine::environment()).env(NAME, name).env("PLYD_HELD", held.join(" "));
        let output = command.stdin(Stdio::null()).output()?;
        if output.status.success() { Ok(()) } else { Err(format!("{output:?}").into()) }
    }

    /// Applies the limits and plays. The reason for a failure goes to standard error.
    pub(crate) fn play_confined(name: &str) -> ExitCode {
        let limits = SandboxLimits {
            address_space: Some(1536 << 20),
            descriptors: Some(64),
            threads: Some(16),
            ..SandboxLimits::default()
        };
        limits.apply().expect("the limits are in force");
        let text = if name == "hostile" { HOSTILE } else { include_str!("../games/domineering.py") };
        let (script, _) = Script::load(text).expect("the text is loaded").expect("it is a game");
        let (game, mut state) = script.open("", "").expect("the game opens");
        let mut room = vec![Move(0); game.facts().max_moves as usize];
        let step = game.advance(&mut state, Move(0), Want::MOVES, &mut Moves::new(&mut room));
        assert!(!step.is_error(), "{}", game.last_error(&state));
        ExitCode::SUCCESS
    }
}
