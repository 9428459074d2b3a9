//! An engine for tic-tac-toe with one fault, for the tests of matches: `faulty-engine FAULT [MARK [FILE]]`.
//!
//! It plays the first free square. The fault, named by the first argument, shows itself at the second move of each
//! game, or before a game begins. The mark is there to find the process by. With a file the engine is sound as long as
//! there is no such file, which it makes: so it fails when it is started for the second time. `slow-N` thinks for N
//! milliseconds. `dawdle-MOVE` thinks for half a second, and then makes this move, of any game. `always-a1` and
//! `always-none` answer each question so; `never` answers none, and `leaves` ends instead. `variants` knows tic-tac-toe
//! only after its option `VariantPath` was set, and ends if another game is played. With `ponder` there is no fault: it
//! thinks on the other player's time, as UCI has it, and expects the first square that is free then. `ponder-much` does
//! the same, writes a MiB before it thinks so, and then makes the file that is its mark; `await` makes no move before
//! there is the file that is its mark.
//!
//! A line that begins with a number is GTP, and answered so. There `resign` gives up, `refuse` accepts no move of the
//! other player, and `wrong-id` answers as if it were asked something else.

use std::fs::File;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::thread::sleep;
use std::time::Duration;

const SQUARES: [&str; 9] = ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"];

/// Longer than any test waits.
const LONG: Duration = Duration::from_secs(600);

fn main() -> io::Result<ExitCode> {
    let mut arguments = std::env::args().skip(1);
    let mut fault = arguments.next().unwrap_or_default();
    let mark = arguments.next().unwrap_or_default();
    if let Some(file) = arguments.next()
        && File::create_new(file).is_ok()
    {
        fault = "none".into();
    }
    if fault == "sleep" {
        sleep(LONG);
    }
    if fault == "leave" {
        return leave(&mark);
    }
    if fault == "start" {
        return Ok(ExitCode::from(9));
    }
    if fault == "vanish" {
        std::fs::remove_file(std::env::current_exe()?)?;
    }
    let helper = if fault.starts_with("helper") { Some(Helper::start(&mark)?) } else { None };
    let (mut played, mut games): (Vec<String>, _) = (Vec::new(), 0);
    // Pondering, and owes an answer.
    let mut ponders = false;
    let (mut knows_game, mut plays_game) = (false, false);
    for line in io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        if let [id, command @ ..] = words.as_slice()
            && id.bytes().all(|byte| byte.is_ascii_digit())
        {
            match speak_gtp(id, command, &fault, &mut played)? {
                Some(code) => return Ok(ExitCode::from(code)),
                None => continue,
            }
        }
        match words.as_slice() {
            ["uci" | "ugi"] if fault == "no-handshake" => {}
            ["uci"] => {
                if fault == "variants" {
                    let more = if knows_game { " var tictactoe" } else { "" };
                    say("option name VariantPath type string default <empty>")?;
                    say(&format!("option name UCI_Variant type combo default chess var chess{more}"))?;
                }
                if fault.starts_with("ponder") {
                    say("option name Ponder type check default false")?;
                }
                say("id name faulty\nuciok")?;
            }
            ["ugi"] => say("id name faulty\nugiok")?,
            ["isready"] if fault == "no-ready" => {}
            ["isready"] => say("readyok")?,
            ["position", "startpos", rest @ ..] => {
                played = rest.iter().skip(1).map(|mv| mv.trim_start_matches("P@").to_owned()).collect();
            }
            ["go", "ponder", ..] if fault == "ponder-crash" => return Ok(ExitCode::from(7)),
            ["go", "ponder", ..] => {
                if fault == "ponder-much" {
                    say(&"info depth 1 score cp 5 nodes 1\n".repeat(1 << 15))?;
                    File::create(&mark)?;
                }
                say("info depth 3 score cp 7 nodes 9")?;
                ponders = true;
            }
            // Of what was predicted: the answer comes sooner than one to `go`, and without a further `info`.
            ["ponderhit" | "stop"] if ponders => {
                ponders = false;
                answer(&played, true)?;
            }
            ["go", ..] if fault.starts_with("ponder") => {
                say("info depth 1 score cp 5 nodes 1")?;
                answer(&played, true)?;
            }
            ["go", ..] if helper.as_ref().is_some_and(|helper| !helper.is_running()) => say("bestmove no-helper")?,
            ["go", ..] if fault == "last" => {
                let free = SQUARES.iter().rfind(|square| !played.iter().any(|other| other == *square));
                say(&format!("info depth 1 score cp 5 nodes 1\nbestmove P@{}", free.unwrap_or(&"a1")))?;
            }
            ["go", ..] if fault == "await" && !Path::new(&mark).exists() => {
                while !Path::new(&mark).exists() {
                    sleep(Duration::from_millis(5));
                }
                answer(&played, false)?;
            }
            ["ucinewgame"] => games += 1,
            ["go", ..] if fault.starts_with("dawdle-") => {
                sleep(Duration::from_millis(500));
                say(&format!("bestmove {}", &fault["dawdle-".len()..]))?;
            }
            ["go", ..] if fault == "always-a1" => say("bestmove P@a1")?,
            ["go", ..] if fault == "never" => {}
            ["go", ..] if fault == "leaves" => return Ok(ExitCode::from(7)),
            ["go", ..] if fault == "always-none" => say("bestmove (none)")?,
            ["setoption", "name", "VariantPath", "value", _] => knows_game = true,
            ["setoption", "name", "UCI_Variant", "value", game] => plays_game = knows_game && *game == "tictactoe",
            ["go", ..] if fault == "variants" && !plays_game => return Ok(ExitCode::from(8)),
            ["go", ..] if fault == "crash-second-game" && games == 2 => return Ok(ExitCode::from(7)),
            ["go", ..] => {
                if let Some(millis) = fault.strip_prefix("slow-").and_then(|millis| millis.parse().ok()) {
                    sleep(Duration::from_millis(millis));
                }
                if played.len() >= 2
                    && let Some(code) = fail(&fault)?
                {
                    return Ok(ExitCode::from(code));
                }
                if !["hang", "helper-hang", "no-move", "illegal-move", "empty-move"].contains(&fault.as_str())
                    || played.len() < 2
                {
                    say("info depth 1 score cp 5 nodes 1")?;
                    answer(&played, false)?;
                }
                if fault == "twice" {
                    // As if it had gone on thinking: an answer to nothing, which would be legal in the next game.
                    say("bestmove P@c3")?;
                }
            }
            ["quit"] => break,
            _ => {}
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Answers a command of GTP; the code to end with, if it ends.
fn speak_gtp(id: &str, command: &[&str], fault: &str, played: &mut Vec<String>) -> io::Result<Option<u8>> {
    match command {
        ["protocol_version"] if fault == "no-handshake" => return Ok(None),
        ["protocol_version"] => say(&format!("={id} 2\n"))?,
        ["name"] => say(&format!("={id} faulty\n"))?,
        ["list_commands"] => say(&format!("={id} play\ngenmove\nboardsize\nclear_board\ntime_settings\ntime_left\n"))?,
        ["clear_board"] if fault == "no-ready" => return Ok(None),
        ["clear_board"] => {
            played.clear();
            say(&format!("={id}\n"))?;
        }
        ["play", _, _] if fault == "refuse" => say(&format!("?{id} illegal move\n"))?,
        ["play", _, mv] => {
            played.push(mv.trim_start_matches("P@").to_owned());
            say(&format!("={id}\n"))?;
        }
        ["genmove", _] => {
            if played.len() >= 2 {
                match fault {
                    "hang" => return Ok(None),
                    "no-move" => return say(&format!("?{id} no idea\n")).map(|()| None),
                    "empty-move" => return say(&format!("={id}\n")).map(|()| None),
                    "illegal-move" => return say(&format!("={id} z9\n")).map(|()| None),
                    "resign" => return say(&format!("={id} RESIGN\n")).map(|()| None),
                    "wrong-id" => return say(&format!("=1{id} P@a1\n")).map(|()| None),
                    _ => {}
                }
                if let Some(code) = fail(fault)? {
                    return Ok(Some(code));
                }
            }
            let free = SQUARES.iter().find(|square| !played.iter().any(|other| other == *square)).unwrap_or(&"a1");
            played.push((*free).to_owned());
            say(&format!("={id} P@{free}\n"))?;
        }
        ["quit"] => {
            say(&format!("={id}\n"))?;
            return Ok(Some(0));
        }
        _ => say(&format!("={id}\n"))?,
    }
    Ok(None)
}

/// Plays the first free square; the next one is what it expects.
fn answer(played: &[String], ponders: bool) -> io::Result<()> {
    let mut free = SQUARES.iter().filter(|square| !played.iter().any(|other| other == *square));
    let best = free.next().unwrap_or(&"a1");
    match free.next().filter(|_| ponders) {
        Some(next) => say(&format!("bestmove P@{best} ponder P@{next}")),
        None => say(&format!("bestmove P@{best}")),
    }
}

/// An orphaned process, in a session of its own, that does not end when it is asked to.
struct Helper {
    file: PathBuf,
}

impl Helper {
    /// Starts it, unless one with this mark runs already: then the engine's predecessor has left it behind.
    fn start(mark: &str) -> io::Result<Self> {
        let file = PathBuf::from(mark);
        if running(&file) {
            return Err(io::Error::other("an engine was started while the helper of the last one runs"));
        }
        let status = Command::new(std::env::current_exe()?).args(["leave", mark]).stdin(Stdio::null()).status()?;
        if !status.success() {
            return Err(io::Error::other("no helper"));
        }
        Ok(Self { file })
    }

    fn is_running(&self) -> bool {
        running(&self.file)
    }
}

/// Whether the process whose number is in the file is running.
fn running(file: &Path) -> bool {
    let number = std::fs::read_to_string(file).unwrap_or_default();
    let line = std::fs::read_to_string(format!("/proc/{number}/cmdline")).unwrap_or_default();
    !number.is_empty() && line.contains("sleep")
}

/// Leaves a process behind, and writes its number to the file that is its mark.
fn leave(mark: &str) -> io::Result<ExitCode> {
    #[cfg(unix)]
    rustix::process::setsid()?;
    // The program that the shell becomes ignores the signals that the shell ignores.
    let script = "trap '' TERM INT HUP; exec \"$0\" sleep \"$1\"";
    let helper = Command::new("sh").args(["-c", script]).arg(std::env::current_exe()?).arg(mark).spawn()?;
    let line = PathBuf::from(format!("/proc/{}/cmdline", helper.id()));
    while !std::fs::read_to_string(&line)?.contains("sleep\0") {
        sleep(Duration::from_millis(1));
    }
    std::fs::write(mark, helper.id().to_string())?;
    Ok(ExitCode::SUCCESS)
}

fn say(text: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    writeln!(output, "{text}")?;
    output.flush()
}

/// Does what the fault is named for; the code to end with, if it ends.
fn fail(fault: &str) -> io::Result<Option<u8>> {
    match fault {
        "crash" | "helper-crash" => return Ok(Some(7)),
        "complain" => {
            writeln!(io::stderr(), "reading the net\nno memory for the net")?;
            return Ok(Some(7));
        }
        "complain-much" => {
            let line = format!("{}\n", "complaint ".repeat(200)).repeat(100);
            for _ in 0..300 {
                io::stderr().write_all(line.as_bytes())?;
            }
        }
        "no-move" => say("bestmove (none)")?,
        "empty-move" => say("bestmove")?,
        "illegal-move" => say("bestmove P@z9")?,
        "late" => sleep(Duration::from_millis(700)),
        "garbage" => {
            for number in 0..5_000 {
                io::stdout().write_all(&[0xff, 0x00, 0x1b, b'g', number as u8, b'\n'])?;
            }
            io::stdout().flush()?;
            sleep(LONG);
        }
        "long-line" => loop {
            io::stdout().write_all(&[b'x'; 4_096])?;
        },
        "flood" => loop {
            io::stdout().write_all(&b"info depth 1 score cp 3 nodes 1 pv P@a1\n".repeat(100))?;
        },
        "closed-output" => {
            #[cfg(unix)]
            rustix::stdio::dup2_stdout(io::stderr())?;
            sleep(LONG);
        }
        "deaf" => sleep(LONG),
        "grandchildren" => {
            let mark = std::env::args().nth(2).unwrap_or_default();
            // They hold its output, and live on when it ends.
            for _ in 0..3 {
                Command::new(std::env::current_exe()?).args(["sleep", &mark]).stdin(Stdio::null()).spawn()?;
            }
            return Ok(Some(7));
        }
        _ => {}
    }
    Ok(None)
}
