//! Follows plugins/README.md and the pages for other languages: does what their chapters with steps say, block by
//! block, in a fresh folder outside the workspace, and plays the game that comes of it over TCP.
//!
//! What the word after the fence means: `sh` is run by a shell, and `text` has to be in what that printed; a language
//! and a file, such as `c FILE`, are put into the file, which is there; `sh serve` starts a daemon, though on a free
//! port, and `sh connect` a client of it, which has the dialogue of the guide's `transcript`.

use plyd_tests::{
    Daemon, Engine, Finished, Sources, Transcript, binary, cargo, command, finish, has_program, share_build,
    target_folder,
};
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::time::Duration;
use tempfile::TempDir;

const NAME: &str = "plugins/README.md";
/// The chapter with the steps, of a page for one language.
const STEPS: &str = "## Step by step";
/// How long the commands of one block may take on a busy machine.
const TIME: Duration = Duration::from_secs(600);

static GUIDE: LazyLock<String> = LazyLock::new(|| page(NAME));

/// The text of a document.
fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name);
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A fenced block.
struct Block {
    /// The words after the fence: a language, and sometimes a word for this test.
    info: String,
    /// The number of the fence's line.
    line: usize,
    text: String,
}

/// The blocks of the chapter with this heading.
fn blocks(name: &str, heading: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let page = page(name);
    let mut lines = page.lines().zip(1..).skip_while(|(line, _)| *line != heading).skip(1);
    while let Some((line, number)) = lines.next() {
        if line.starts_with("## ") {
            break;
        }
        if let Some(info) = line.strip_prefix("```") {
            let inside = lines.by_ref().map(|(line, _)| line).take_while(|line| *line != "```");
            let text = inside.map(|line| format!("{line}\n")).collect();
            found.push(Block { info: info.to_owned(), line: number, text });
        }
    }
    assert!(!found.is_empty(), "{name} has no chapter `{heading}` with blocks");
    found
}

/// Somebody who follows the guide.
struct Reader {
    /// The document.
    name: &'static str,
    /// The program, which has no games beside it if the reader writes a library.
    plyd: PathBuf,
    /// A copy of the program without games, kept as long as the reader uses it.
    _sources: Option<Sources>,
    /// All that the steps make is in here.
    home: TempDir,
    /// The current folder of the shell.
    folder: PathBuf,
    /// What the last commands printed.
    output: String,
    daemon: Option<Daemon>,
    /// The kinds of blocks that were followed.
    followed: Vec<String>,
}

impl Reader {
    fn of(name: &'static str) -> Self {
        let home = tempfile::tempdir().expect("there is a temporary folder");
        let folder = home.path().canonicalize().expect("the folder is there");
        // Games from texts need the libraries beside the program that load them.
        let sources = (!name.starts_with("plugins/loaders")).then(Sources::new);
        let plyd = sources.as_ref().map_or_else(binary, Sources::binary);
        let (output, followed) = (String::new(), Vec::new());
        Self { name, plyd, _sources: sources, home, folder, output, daemon: None, followed }
    }

    /// A command that finds plyd and cargo, needs no network, takes warnings for errors, and sees nothing of whoever
    /// runs the tests.
    fn prepared(&self, program: impl Into<OsString>) -> Command {
        let mut folders = vec![self.plyd.parent().expect("it lies in a folder").to_path_buf()];
        folders.extend(
            Path::new(cargo().get_program()).parent().filter(|folder| folder.is_absolute()).map(Path::to_path_buf),
        );
        folders.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
        let mut command = Command::new(program.into());
        for (variable, _) in env::vars_os() {
            if variable.to_string_lossy().starts_with("PLYD_") {
                command.env_remove(variable);
            }
        }
        command
            .current_dir(&self.folder)
            .env("PATH", env::join_paths(folders).expect("no folder has a colon in its name"))
            .env("CARGO_NET_OFFLINE", "true")
            .env("CFLAGS", "-O2 -Werror")
            .env("CXXFLAGS", "-O2 -Werror")
            .env_remove("CARGO_TARGET_DIR")
            .env_remove("CARGO_BUILD_TARGET_DIR")
            .env("PLYD_CONFIG", "")
            .env("PLYD_PLUGINS_CACHE_FOLDER", target_folder().join("test-library-cache"))
            .env("XDG_DATA_HOME", self.home.path());
        share_build(&mut command);
        command
    }

    fn follow(&mut self, block: &Block) {
        let place = format!("{} line {}", self.name, block.line);
        match block.info.split_once(' ').unwrap_or((&block.info, "")) {
            // The reader has a minute for the checker, and this test has less.
            ("sh", "") => self.run(&block.text.replace("plyd check ", "plyd check --seconds 3 "), &place),
            ("sh", "serve") => {
                let arguments = words(&block.text, "serve", &place);
                let mut command = self.prepared(&self.plyd);
                command.args(arguments).args(["--listen", "127.0.0.1:0"]);
                self.daemon = Some(Daemon::spawn(command));
            }
            ("sh", "connect") => self.converse(&words(&block.text, "connect", &place), &place),
            ("text", "") => {
                let mut rest = self.output.as_str();
                for line in block.text.lines() {
                    // To its end: what the guide leaves out it would deny.
                    let whole = format!("{line}\n");
                    let at = rest.find(&whole).unwrap_or_else(|| panic!("{place}: no `{line}` in {}", self.output));
                    rest = &rest[at + whole.len()..];
                }
            }
            ("rust" | "c" | "cpp" | "python" | "ini", file) if !file.is_empty() => {
                let path = self.folder.join(file);
                assert!(path.is_file(), "{place}: {} is not there to be replaced", path.display());
                fs::write(path, &block.text).expect("the folder can be written");
            }
            _ => panic!("{place}: a block `{}`, which this test cannot follow", block.info),
        }
        self.followed.push(block.info.clone());
    }

    /// Runs commands of the shell, which have to succeed.
    fn run(&mut self, commands: &str, place: &str) {
        let end = self.home.path().join("folder");
        let mut command = self.prepared("sh");
        command.args(["-eu", "-c", &format!("{commands}\npwd -P >\"$END\"")]).env("END", &end);
        let Finished { status, output, errors } = finish(command, TIME);
        assert!(status.success(), "{place}: {output}{errors}");
        self.folder = PathBuf::from(fs::read_to_string(end).expect("the shell has written it").trim_end());
        self.output = output;
    }

    /// Has the guide's dialogue through `plyd connect`, and asks for a move on a connection of its own.
    fn converse(&self, arguments: &[&str], place: &str) {
        let daemon = self.daemon.as_ref().unwrap_or_else(|| panic!("{place}: no daemon runs"));
        assert_eq!(arguments, ["connect", "127.0.0.1:7878"], "{place}: not where a daemon listens by itself");
        let mut connect = self.prepared(&self.plyd);
        connect.arg("connect").arg(daemon.address().to_string());
        let mut engine = Engine::spawn(connect);
        let dialogues = Transcript::all(NAME, &GUIDE);
        let [dialogue] = &dialogues[..] else { panic!("{NAME} has {} transcripts", dialogues.len()) };
        dialogue.run(&mut engine);
        assert!(engine.process.wait().success(), "{place}: the client failed");
        let lines = daemon.client().go("position startpos moves 1\ngo");
        assert!(lines.last().is_some_and(|line| line.starts_with("bestmove 16")), "{place}: {lines:?}");
    }
}

/// The words of the one command of a block, after `plyd`.
fn words<'a>(text: &'a str, task: &str, place: &str) -> Vec<&'a str> {
    let words: Vec<_> = text.split_whitespace().collect();
    assert!(text.lines().count() == 1 && words.starts_with(&["plyd", task]), "{place}: not one `plyd {task}`");
    words[1..].to_vec()
}

fn follow(name: &'static str, heading: &str, kinds: &[&str]) {
    let mut reader = Reader::of(name);
    for block in blocks(name, heading) {
        reader.follow(&block);
    }
    for kind in ["sh", "text"].iter().chain(kinds) {
        assert!(reader.followed.iter().any(|followed| followed == kind), "{heading}: no block `{kind}`");
    }
}

#[test]
fn a_game_in_rust_made_by_the_guide_plays_over_tcp() {
    follow(NAME, "## A game in Rust", &["rust src/lib.rs", "rust src/tests.rs", "sh serve", "sh connect"]);
}

#[test]
fn a_game_in_c_made_by_the_guide_plays_over_tcp() {
    if ["make", "cc"].into_iter().any(|program| !has_program(program, "the guide's game in C")) {
        return;
    }
    follow("plugins/C.md", STEPS, &["c rules.h", "c squares_test.c", "sh serve", "sh connect"]);
}

#[test]
fn a_game_in_cpp_made_by_the_guide_plays_over_tcp() {
    if ["make", "g++"].into_iter().any(|program| !has_program(program, "the guide's game in C++")) {
        return;
    }
    follow("plugins/CPP.md", STEPS, &["cpp squares.cpp", "cpp squares_test.cpp", "sh serve", "sh connect"]);
}

#[test]
fn a_game_in_python_made_by_its_page_plays_over_tcp() {
    let page = "plugins/loaders/python/README.md";
    follow(page, STEPS, &["python squares.py", "sh serve", "sh connect"]);
}

#[test]
fn a_game_by_data_made_by_its_page_passes_the_checker() {
    follow("plugins/loaders/ini/README.md", STEPS, &["ini pawns.ini"]);
}

/// Those in the text; those in the blocks are run.
#[test]
fn the_commands_it_names_are_there() {
    let help = finish(command(&["--help"]), Duration::from_secs(30)).output;
    for (at, _) in GUIDE.match_indices("`plyd ") {
        let task: String = GUIDE[at + 6..].chars().take_while(|c| c.is_ascii_lowercase() || *c == '-').collect();
        let is_known = help.lines().any(|line| line.trim_start().starts_with(&format!("{task} ")));
        assert!(is_known, "{NAME} names `plyd {task}`");
    }
}
