//! `plyd tablebase`: tables of real libraries are built, interrupted, verified, damaged and refused.

use plyd_tests::{Finished, PluginFolder, Process, command, finish};
use rustix::process::Signal;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Far more than any of these tables takes.
const PATIENCE: Duration = Duration::from_secs(300);
const SMALL_BOARD: [&str; 4] = ["--option", "cfour.Files=4", "--option", "cfour.Ranks=4"];

fn solve(arguments: &[&str]) -> Finished {
    finish(command(&[&["tablebase"], arguments].concat()), PATIENCE)
}

fn build(game: &str, file: &Path, more: &[&str]) -> Finished {
    let file = file.to_str().expect("the name of a temporary folder is text");
    solve(&[&["build", game, "-o", file], more].concat())
}

fn verify(file: &Path) -> Finished {
    solve(&["verify", file.to_str().expect("the name of a temporary folder is text")])
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("there is a temporary folder")
}

fn refusal(finished: &Finished) -> &str {
    assert_eq!(finished.status.code(), Some(1), "{}", finished.output);
    assert!(finished.output.is_empty(), "{}", finished.output);
    &finished.errors
}

#[test]
fn tables_of_all_small_games_have_the_known_values_and_are_sound() {
    let folder = folder();
    for (game, options, position, positions, value) in [
        ("tictactoe", &[][..], "startpos", ": 4,520 positions", "a draw"),
        // Who wins at nim is known from the sum of the heaps in binary, without carries.
        ("nim", &[], "startpos", " positions", "the first player wins in "),
        ("nim", &[], "1 2 3", " positions", "the second player wins in "),
        ("nim", &[], "5 5 1 b", " positions", "the second player wins in "),
        ("cfour", &["--option", "cfour.Files=5", "--option", "cfour.Ranks=4"], "startpos", " positions", "a draw"),
        ("cfour", &SMALL_BOARD, "startpos", " positions", "a draw"),
        (
            "kalah",
            &["--option", "kalah.Houses=3", "--option", "kalah.Seeds=3"],
            "startpos",
            " ",
            "+2 for the first player",
        ),
        ("kalah", &["--option", "kalah.Houses=2"], "startpos", " ", "-10 for the first player"),
    ] {
        let file = folder.path().join(format!("{game}{}.plydtb", options.len()));
        let built = build(game, &file, &[options, &["--position", position]].concat());
        assert!(built.status.success(), "{game}: {}", built.errors);
        let expected = format!("\nvalue: {value}");
        assert!(built.output.contains(&expected) && built.output.contains(positions), "{game}: {}", built.output);
        assert!(built.errors.contains("there is room for 67,108,864 positions in 1,024 MiB"), "{}", built.errors);
        assert!(built.errors.contains("for a million positions"), "{}", built.errors);
        let verified = verify(&file);
        assert!(verified.status.success(), "{game}: {}", verified.errors);
        assert!(verified.output.contains(&format!("sound\ngame: {game}")), "{}", verified.output);
        assert!(verified.output.contains(&expected), "{}", verified.output);
        fs::remove_file(&file).expect("the table is there");
    }
}

/// Begins a command that goes on for long, and returns it once it has said this.
fn begin(arguments: &[&str], said: &str) -> Process {
    let mut child = command(arguments).stderr(Stdio::piped()).spawn().expect("plyd starts");
    let mut told = BufReader::new(child.stderr.take().expect("it is piped")).lines().map_while(Result::ok);
    assert!(said.is_empty() || told.any(|line| line.contains(said)), "the work does not begin");
    // So that it is not kept from telling the rest.
    std::thread::spawn(|| told.for_each(drop));
    Process::new(child)
}

const ISOLATIONS: [&[&str]; 2] = [&[], &["--isolate"]];

#[test]
fn an_interrupted_build_is_continued_and_its_table_is_the_same() {
    let folder = folder();
    let options = ["--option", "cfour.Files=5", "--option", "cfour.Ranks=4"];
    let whole = folder.path().join("whole.plydtb");
    assert!(build("cfour", &whole, &options).status.success());
    for isolation in ISOLATIONS {
        let file = folder.path().join(format!("pieces{}.plydtb", isolation.len()));
        let name = file.to_str().expect("the name of a temporary folder is text");
        let options = [&options[..], isolation].concat();
        let mut interrupted = 0;
        for _ in 0..2 {
            let arguments = [&["tablebase", "build", "cfour", "-o", name], &options[..]].concat();
            let mut process = begin(&arguments, "a sweep takes about ");
            std::thread::sleep(Duration::from_millis(300));
            process.signal(Signal::INT);
            match process.wait().code() {
                Some(130) => assert!(!file.exists(), "an unfinished table has another name"),
                // A quick machine is done before.
                code => assert_eq!(code, Some(0)),
            }
            interrupted += usize::from(!file.exists());
            if file.exists() {
                break;
            }
        }
        assert!(interrupted > 0, "no build was interrupted");
        if !file.exists() {
            let continued = build("cfour", &file, &options);
            assert!(continued.status.success(), "{}", continued.errors);
        }
        assert!(fs::read(&whole).expect("it was built") == fs::read(&file).expect("it was built"), "the tables differ");
        assert!(!Path::new(&format!("{name}.part")).exists());
    }
}

#[test]
fn ctrl_c_ends_a_build_and_a_check_soon() {
    const SOON: Duration = Duration::from_secs(3);
    let folder = folder();
    let table = folder.path().join("table.plydtb");
    // It takes a second or more to check it.
    assert!(build("cfour", &table, &["--option", "cfour.Files=5", "--option", "cfour.Ranks=4"]).status.success());
    let table = table.to_str().expect("the name of a temporary folder is text");
    for isolation in ISOLATIONS {
        let new = folder.path().join(format!("new{}.plydtb", isolation.len()));
        let new = new.to_str().expect("the name of a temporary folder is text");
        let build = ["tablebase", "build", "cfour", "-o", new];
        let mut ended = 0;
        for (arguments, said, millis) in [
            (&build[..], "a sweep takes about ", 300),
            // At once, while it reads the settings, the library or the position.
            (&build, "", 0),
            (&build, "", 50),
            (&["tablebase", "verify", table], "", 100),
            (&["tablebase", "verify", table], "", 400),
        ] {
            let mut process = begin(&[arguments, isolation].concat(), said);
            std::thread::sleep(Duration::from_millis(millis));
            let begun = Instant::now();
            process.signal(Signal::INT);
            let code = process.wait().code();
            assert!(begun.elapsed() < SOON, "{arguments:?} after {millis} ms: {:?}", begun.elapsed());
            // Before the signals are handled, the signal itself ends it; a quick machine has checked the table before.
            assert!(code.is_none_or(|code| code == 130 || code == 0 && arguments[1] == "verify"), "{code:?}");
            ended += usize::from(code == Some(130));
        }
        assert!(ended > 1, "{ended} were interrupted");
    }
}

#[test]
fn what_cannot_be_built_is_refused_with_a_sentence() {
    let folder = folder();
    let file = folder.path().join("table.plydtb");
    for (game, more, reason) in [
        ("leaftree", &[][..], "the game has no keys of positions"),
        ("kallah", &[], "no game `kallah` is loaded; did you mean `kalah`?"),
        ("cfour", &["--memory", "1"], "more than 65536 positions can be reached"),
        ("chess", &["--position", "8/8/8/4k3/8/8/4P3/4K3 w - - 90 80"], "the game cannot have a table: "),
        ("tictactoe", &["--position", "PPP/pp1/3 b"], "the game is over in this position"),
        ("tictactoe", &["--position", "PPP"], "plyd: "),
    ] {
        let finished = build(game, &file, more);
        assert!(refusal(&finished).contains(reason), "{game}: {}", finished.errors);
        assert!(!file.exists() && !folder.path().join("table.plydtb.part").exists());
    }
    let other = build("tictactoe", &folder.path().join("table"), &[]);
    assert!(refusal(&other).contains("does not end in `.plydtb`"), "{}", other.errors);
    fs::write(&file, "my own").expect("the folder is writable");
    let existing = build("tictactoe", &file, &[]);
    assert!(refusal(&existing).contains("exists already; remove it, or choose another name"), "{}", existing.errors);
    assert_eq!(fs::read(&file).expect("it is still there"), b"my own");
    let foreign = verify(&file);
    assert!(refusal(&foreign).contains("is no table of plyd"), "{}", foreign.errors);
    let missing = verify(&folder.path().join("missing.plydtb"));
    assert_eq!(refusal(&missing).matches("No such file").count(), 1, "{}", missing.errors);
    assert_eq!(solve(&[]).status.code(), Some(2));
    assert_eq!(solve(&["build", "nim"]).status.code(), Some(2));
}

#[test]
fn a_damaged_table_and_one_of_other_rules_are_not_sound() {
    let folder = folder();
    let file = folder.path().join("table.plydtb");
    assert!(build("tictactoe", &file, &[]).status.success());
    let sound = fs::read(&file).expect("it was built");
    for place in [3, 10, 40, 300, sound.len() / 2, sound.len() - 1] {
        let mut damaged = sound.clone();
        damaged[place] ^= 4;
        fs::write(&file, damaged).expect("the folder is writable");
        let finished = verify(&file);
        assert!(refusal(&finished).contains("table.plydtb: "), "byte {place}: {}", finished.errors);
    }
    fs::write(&file, &sound[..sound.len() - 5]).expect("the folder is writable");
    assert!(refusal(&verify(&file)).contains("bytes instead of"));
    fs::write(&file, &sound).expect("the folder is writable");
    // A process that has another game instead does not know whose table it is.
    let heap = PluginFolder::new(&["heap"]);
    let finished = finish(heap.command(&["tablebase", "verify", file.to_str().expect("it is text")]), PATIENCE);
    assert!(refusal(&finished).contains("no game `tictactoe` is loaded"), "{}", finished.errors);
}
