//! `plyd install`, `plyd remove` and `plyd games --installed`, with a home of their own.

use plyd_host::ContentHash;
use plyd_tests::{Finished, PATIENCE, command, finish, fixture, has_program, planted};
use std::env::consts::DLL_SUFFIX;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

/// The id of the game of the fixture `faulty`.
const STROLL: &str = "stroll";

/// How long a command may take that builds a game, on a busy machine.
const BUILD: Duration = Duration::from_secs(300);

/// A user with nothing in the home.
struct User {
    home: TempDir,
}

impl User {
    fn new() -> Self {
        Self { home: tempfile::tempdir().expect("there is a temporary folder") }
    }

    fn at(&self, path: &str) -> PathBuf {
        self.home.path().join(path)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = command(arguments);
        command.env("HOME", self.home.path()).env("XDG_DATA_HOME", self.at("data")).current_dir(self.home.path());
        // What is made on the way has to go away.
        fs::create_dir_all(self.at("tmp")).expect("the home can be written");
        command.env("TMPDIR", self.at("tmp"));
        command
    }

    fn run(&self, arguments: &[&str]) -> Finished {
        finish(self.command(arguments), BUILD)
    }

    #[track_caller]
    fn succeed(&self, arguments: &[&str]) -> String {
        let finished = self.run(arguments);
        assert!(finished.status.success(), "{arguments:?}: {finished:?}");
        finished.output
    }

    /// Runs a command that is refused with an error in which these words are.
    #[track_caller]
    fn fail(&self, arguments: &[&str], words: &str) -> Finished {
        let finished = self.run(arguments);
        assert_eq!(finished.status.code(), Some(1), "{arguments:?}: {finished:?}");
        let told = finished.errors.lines().last().unwrap_or_default();
        assert!(told.starts_with("plyd: ") && told.contains(words), "{arguments:?}: {finished:?}");
        assert!(finished.output.is_empty(), "{arguments:?}: {finished:?}");
        finished
    }

    /// The names of the files in the folder of games.
    fn games(&self) -> Vec<String> {
        let entries = fs::read_dir(self.at("data/plyd/plugins")).into_iter().flatten().flatten();
        let mut names: Vec<_> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    fn left_in_temporary_folder(&self) -> usize {
        fs::read_dir(self.at("tmp")).expect("it was made").count()
    }
}

fn text(path: &Path) -> &str {
    path.to_str().expect("the path is UTF-8")
}

/// Runs a program in this folder, which has to succeed.
fn succeed(program: &str, arguments: &[&str], folder: &Path) -> String {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder);
    let finished = finish(command, BUILD);
    assert!(finished.status.success(), "{program} {arguments:?}: {finished:?}");
    finished.output
}

/// Writes the game `take-away` in C, without building it.
fn written_in_c(user: &User) -> PathBuf {
    user.succeed(&["new-plugin", "take-away", "--lang", "c"]);
    user.at("take-away")
}

/// Makes a repository of a folder, and returns a bare clone of it, as on a server.
fn repository(user: &User, folder: &Path) -> PathBuf {
    let identity = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org"];
    succeed("git", &["init", "--quiet"], folder);
    succeed("git", &["add", "."], folder);
    succeed("git", &[&identity[..], &["commit", "--quiet", "-m", "Begin"]].concat(), folder);
    let bare = user.at("repository.git");
    succeed("git", &["clone", "--quiet", "--bare", text(folder), text(&bare)], user.home.path());
    bare
}

#[test]
fn a_library_is_installed_played_listed_and_removed() {
    let user = User::new();
    let library = planted(user.home.path(), "none");
    let networks = concat!(env!("CARGO_MANIFEST_DIR"), "/../plugins/networks/cfour.plydnet");
    fs::copy(networks, user.at("stroll.plydnet")).expect("the home can be written");
    let told = user.succeed(&["install", text(&library), "--seconds", "20"]);
    let hash = ContentHash::of(&fs::read(&library).expect("it was written")).to_string();
    let file = user.at("data/plyd/plugins").join(format!("stroll{DLL_SUFFIX}"));
    for words in ["Installed stroll: ", text(&library), text(&file), &hash, "native code", "plyd remove stroll"] {
        assert!(told.contains(words), "no {words} in {told}");
    }
    let installed = ["installed.toml".to_owned(), "stroll.plydnet".to_owned(), format!("stroll{DLL_SUFFIX}")];
    assert_eq!(user.games(), installed);
    let list = user.succeed(&["games", "--installed"]);
    assert!(list.contains(text(&library)) && list.contains(&hash) && list.contains("network"), "{list}");
    let list = user.succeed(&["games", "--installed", "--json"]);
    let list: serde_json::Value = serde_json::from_str(&list).expect("JSON");
    assert_eq!(list["installed"][0]["sha256"], hash, "{list}");
    assert_eq!(list["installed"][0]["source"]["kind"], "file", "{list}");
    assert!(user.succeed(&["go", STROLL, "--depth", "1", "--option", "Use NNUE=false"]).contains("bestmove"));
    // The same source is an update.
    fs::remove_file(user.at("stroll.plydnet")).expect("it is there");
    assert!(user.succeed(&["install", text(&library), "--seconds", "0"]).starts_with("Replaced stroll: "));
    assert_eq!(user.games(), [installed[0].clone(), installed[2].clone()]);
    let removed = user.succeed(&["remove", STROLL]);
    assert!(removed.contains(text(&file)), "{removed}");
    assert_eq!(user.games(), ["installed.toml"]);
    assert!(user.succeed(&["games", "--installed"]).starts_with("No games are installed in "));
    user.fail(&["remove", STROLL], "no game `stroll` was installed");
    user.fail(&["remove", "chess"], "no game `chess` was installed");
    assert_eq!(user.left_in_temporary_folder(), 0);
}

#[test]
fn a_text_is_installed_played_listed_and_removed() {
    let user = User::new();
    user.succeed(&["new-plugin", "my-pawns", "--lang", "ini"]);
    let text = user.at("my-pawns/my-pawns.ini");
    let written = fs::read_to_string(&text).expect("it was written");
    fs::write(&text, written.replace("paint", "author = A. Author\nlicence = MIT\npaint")).expect("it is ours");
    let told = user.succeed(&["install", "my-pawns/my-pawns.ini", "--seconds", "3"]);
    for words in ["Installed my-pawns: My pawns", "author   A. Author", "licence  MIT", "It is a text."] {
        assert!(told.contains(words), "{words}: {told}");
    }
    assert_eq!(fs::read(user.at("data/plyd/plugins/my-pawns.ini")).ok(), fs::read(&text).ok());
    let listed = user.succeed(&["games", "--installed"]);
    assert!(listed.contains(&ContentHash::of(&fs::read(&text).expect("it is there")).to_string()), "{listed}");
    assert!(user.succeed(&["go", "--game", "my-pawns", "--depth", "3"]).contains("bestmove "));
    user.succeed(&["remove", "my-pawns"]);
    assert!(!user.at("data/plyd/plugins/my-pawns.ini").exists());
    fs::write(&text, written.replace("goals", "gaols")).expect("it is ours");
    user.fail(&["install", "my-pawns/my-pawns.ini"], "column 1: unknown key `gaols`: did you mean `goals`?");
    let other = user.at("my-pawns/README.md");
    user.fail(&["install", other.to_str().expect("it is UTF-8")], "loads files that end in .md");
}

#[test]
fn the_game_of_another_source_is_replaced_by_force_only() {
    let user = User::new();
    let [one, other] = ["none", "another-text"].map(|fault| planted(user.home.path(), fault));
    user.succeed(&["install", text(&one), "--seconds", "0"]);
    user.fail(&["install", text(&other), "--seconds", "0"], "--force replaces it");
    let list = user.succeed(&["games", "--installed"]);
    assert!(list.contains(text(&one)) && !list.contains(text(&other)), "{list}");
    user.succeed(&["install", text(&other), "--seconds", "0", "--force"]);
    let list = user.succeed(&["games", "--installed"]);
    assert!(!list.contains(text(&one)) && list.contains(text(&other)), "{list}");
}

#[test]
fn what_was_not_installed_is_neither_replaced_nor_removed() {
    let user = User::new();
    let library = planted(user.home.path(), "none");
    let mine = user.at("data/plyd/plugins").join(format!("stroll{DLL_SUFFIX}"));
    fs::create_dir_all(mine.parent().expect("it is in a folder")).expect("the home can be written");
    fs::write(&mine, "mine").expect("the home can be written");
    user.fail(&["install", text(&library), "--seconds", "0", "--force"], "move it away first");
    user.fail(&["remove", STROLL, "--force"], "no game `stroll` was installed");
    assert_eq!(fs::read_to_string(&mine).expect("it is there"), "mine");
    // A game that came with plyd goes before.
    let chess = plyd_tests::built_library("chess");
    user.fail(&["install", text(&chess), "--seconds", "0"], "there is a game `chess` already");
}

#[test]
fn a_game_with_faults_is_refused_and_leaves_nothing() {
    let user = User::new();
    let crashing = planted(user.home.path(), "crashes");
    let refused = user.fail(&["install", text(&crashing), "--seconds", "8"], "the game has faults");
    assert!(refused.errors.contains("crashed with "), "the fault is named: {refused:?}");
    fs::write(user.at("text.so"), "no library").expect("the home can be written");
    fs::create_dir(user.at("empty")).expect("the home can be written");
    for (what, words) in [
        (text(&fixture("crashes_at_start")), "is not installed: it "),
        (text(&fixture("no_entry")), "is not installed: it "),
        (text(&user.at("text.so")), "is not installed: it "),
        ("empty", "neither a Cargo.toml nor a Makefile"),
        ("nowhere", "there is no file or folder nowhere"),
    ] {
        let refused = user.fail(&["install", what], words);
        // The user did not name the temporary file from which the game is tried.
        assert!(!refused.errors.contains("plyd-game-"), "{refused:?}");
    }
    assert!(!user.at("data").exists(), "{:?}", user.games());
    assert_eq!(user.left_in_temporary_folder(), 0);
}

#[test]
fn a_folder_with_sources_is_built() {
    if !has_program("make", "installing a game in C") || !has_program("cc", "installing a game in C") {
        return;
    }
    let user = User::new();
    let folder = written_in_c(&user);
    let told = user.succeed(&["install", "take-away", "--seconds", "0"]);
    assert!(told.contains("Installed take-away: ") && told.contains(text(&folder)), "{told}");
    assert!(user.succeed(&["go", "take-away", "--depth", "2"]).contains("bestmove"));
    // Its build fails now, and what was installed stays.
    fs::write(folder.join("take-away.c"), "#error broken on purpose\n").expect("the folder can be written");
    fs::remove_dir_all(folder.join("build")).expect("it was built");
    let refused = user.fail(&["install", "take-away"], "`make` has failed");
    assert!(refused.errors.contains("broken on purpose"), "{refused:?}");
    assert!(user.succeed(&["games", "--installed"]).contains("take-away"));
    assert_eq!(user.left_in_temporary_folder(), 0);
}

/// A library that reads a file when a move is played works for its author, who trusts it, and not for others.
#[cfg(target_os = "linux")]
#[test]
fn a_game_is_tested_within_limits() {
    let what = "a game that reads files while it is installed";
    if !has_program("make", what) || !has_program("cc", what) {
        return;
    }
    let holds = |protection: &plyd_confine::Protection| {
        protection.kind == plyd_confine::ProtectionKind::Reading && protection.holds()
    };
    if !plyd_confine::held().iter().any(holds) {
        return plyd_trials::left_out(what, "this kernel cannot hold it");
    }
    let user = User::new();
    let folder = written_in_c(&user);
    let rules = fs::read_to_string(folder.join("rules.h")).expect("it was written");
    let begins = "static void play(State *state, uint32_t move) {\n";
    assert!(rules.contains(begins), "{rules}");
    let reads = format!(
        "#include <stdlib.h>\n{begins}    FILE *file = fopen(\"/etc/passwd\", \"r\");\n    if (!file) abort();\n    fclose(file);\n"
    );
    fs::write(folder.join("rules.h"), rules.replace(begins, &reads)).expect("the folder can be written");
    let refused = user.fail(&["install", "take-away", "--seconds", "5"], "the game has faults");
    assert!(refused.errors.contains("SIGABRT"), "{refused:?}");
    assert!(user.games().is_empty());
    let library = folder.join("build").join(format!("take-away{DLL_SUFFIX}"));
    user.succeed(&["check", text(&library), "--only", "games", "--seconds", "5"]);
    assert_eq!(user.left_in_temporary_folder(), 0);
}

/// Serves this file to all who ask, on a port of this machine.
fn serve(content: Vec<u8>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let address = listener.local_addr().expect("it has an address");
    std::thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            // All of a short request comes at once.
            let mut request = [0; 4_096];
            let _ = stream.read(&mut request);
            let head = format!("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: {}\r\n\r\n", content.len());
            let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&content));
        }
    });
    format!("http://{address}")
}

#[test]
fn a_text_of_the_web_is_fetched_and_compared_with_a_list() {
    if !has_program("curl", "installing from the web") {
        return;
    }
    let user = User::new();
    user.succeed(&["new-plugin", "web-pawns", "--lang", "ini"]);
    let content = fs::read(user.at("web-pawns/web-pawns.ini")).expect("it was written");
    let address = serve(content.clone()) + "/web-pawns.ini";
    let list = |hash: &ContentHash| {
        let text = format!("[[game]]\nname = \"web-pawns\"\naddress = \"{address}\"\nsha256 = \"{hash}\"\n");
        fs::write(user.at("games.toml"), text).expect("the home can be written");
    };
    let install = ["install", "--index", "games.toml", "web-pawns", "--seconds", "0"];
    list(&ContentHash::of(b"another text"));
    user.fail(&install, "nothing of it was run");
    list(&ContentHash::of(&content));
    let told = user.succeed(&install);
    assert!(told.contains("Installed web-pawns: ") && told.contains(&address), "{told}");
    assert_eq!(fs::read(user.at("data/plyd/plugins/web-pawns.ini")).ok(), Some(content));
    user.fail(&["install", &address], "others on the way could change ");
    user.fail(&["install", "--index", &address, "web-pawns"], "others on the way could change the list ");
    let refused = user.fail(&["install", "https://127.0.0.1:1/game.ini"], "cannot fetch https://127.0.0.1:1/game.ini");
    assert!(refused.errors.contains("`curl` has failed"), "{refused:?}");
}

#[test]
fn a_repository_is_cloned_built_and_compared_with_a_list() {
    let what = "installing from a repository";
    if !has_program("git", what) || !has_program("make", what) || !has_program("cc", what) {
        return;
    }
    let user = User::new();
    let folder = written_in_c(&user);
    let bare = repository(&user, &folder);
    let tree = {
        let mut command = Command::new("git");
        command.args(["ls-tree", "-rz", "HEAD"]).current_dir(&folder);
        finish(command, PATIENCE).output
    };
    let right = ContentHash::of(tree.as_bytes()).to_string();
    let list = |hash: &str| {
        let text = format!("[[game]]\nname = \"Take away\"\naddress = \"repository.git\"\nsha256 = \"{hash}\"\n");
        fs::write(user.at("games.toml"), text).expect("the home can be written");
    };
    let install = ["install", "--index", "games.toml", "take-away", "--seconds", "0"];
    // A build would leave a trace.
    let mark = user.at("built");
    let makefile = fs::read_to_string(folder.join("Makefile")).expect("it was written");
    list(&"0".repeat(64));
    user.fail(&install, "nothing of it was run");
    assert!(!user.at("data").exists());
    list(&right);
    let told = user.succeed(&install);
    let commit = succeed("git", &["rev-parse", "HEAD"], &folder);
    assert!(told.contains(&format!("{}, commit {}", text(&bare), commit.trim())), "{told}");
    user.fail(&["install", "--index", "games.toml", "nim"], "its games: Take away");
    user.fail(&["install", "--index", "none.toml", "nim"], "cannot read ");
    // The author changes something after the list was made.
    fs::write(folder.join("Makefile"), format!("$(shell touch {})\n{makefile}", text(&mark)))
        .expect("it can be written");
    fs::remove_dir_all(&bare).expect("it is there");
    fs::remove_dir_all(folder.join(".git")).expect("it is there");
    repository(&user, &folder);
    user.fail(&install, "nothing of it was run");
    assert!(!mark.exists(), "something was run");
    user.succeed(&["install", text(&bare), "--seconds", "0"]);
    assert!(mark.exists());
    let refused = user.fail(&["install", text(&user.at("none.git"))], "cannot fetch ");
    assert!(refused.errors.contains("`git` has failed"), "{refused:?}");
    assert_eq!(user.left_in_temporary_folder(), 0);
}

#[test]
fn a_program_that_is_missing_is_named() {
    let user = User::new();
    fs::create_dir(user.at("rust")).expect("the home can be written");
    fs::write(user.at("rust/Cargo.toml"), "[package]\n").expect("the home can be written");
    for (what, program) in
        [("https://127.0.0.1:1/game.git", "git"), ("https://127.0.0.1:1/game.ini", "curl"), ("rust", "cargo")]
    {
        let mut command = user.command(&["install", what]);
        command.env("PATH", user.at("none"));
        let refused = finish(command, PATIENCE);
        assert_eq!(refused.status.code(), Some(1), "{refused:?}");
        assert!(refused.errors.contains(&format!("the program `{program}` is needed for this")), "{refused:?}");
    }
    if has_program("git", "what is said without a network") {
        let refused =
            user.fail(&["install", "https://127.0.0.1:1/game.git"], "cannot fetch https://127.0.0.1:1/game.git");
        assert!(refused.errors.contains("`git` has failed"), "{refused:?}");
    }
}

#[cfg(feature = "long-tests")]
#[test]
fn a_game_in_rust_is_built_by_cargo() {
    let user = User::new();
    user.succeed(&["new-plugin", "taken", "--sdk", plyd_tests::SDK]);
    let mut command = user.command(&["install", "taken", "--seconds", "20"]);
    for name in ["HOME", "CARGO_HOME", "RUSTUP_HOME"] {
        if let Some(value) = std::env::var_os(name) {
            command.env(name, value);
        }
    }
    command
        .env("CARGO_BUILD_BUILD_DIR", plyd_tests::target_folder().join("new-plugin"))
        .env("CARGO_NET_OFFLINE", "true");
    let finished = finish(command, BUILD);
    assert!(finished.status.success() && finished.output.starts_with("Installed taken: "), "{finished:?}");
}
