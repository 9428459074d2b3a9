//! `cargo xtask install`, of what was built for the tests, and the program where it is installed.

// It builds what the tests of new games build too.
#[cfg(feature = "long-tests")]
mod author;
mod documents;
mod folders;
mod interrupted;

use plyd_tests::{Daemon, Engine, Finished, GAMES, PATIENCE, binary, built_folder, finish};
use plyd_trials::Shipped;
use std::collections::BTreeSet;
use std::env::consts::{DLL_EXTENSION, EXE_SUFFIX};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// A task of the workspace, with nothing of the user's: neither home folder nor settings.
fn task(home: &Path, arguments: &[&str]) -> Command {
    let mut command = bare(&built_folder().join(format!("xtask{EXE_SUFFIX}")), home);
    command.args(arguments);
    command
}

/// A program that knows only this home folder, and works elsewhere.
fn bare(program: &Path, home: &Path) -> Command {
    let mut command = Command::new(program);
    command.env_clear().env("HOME", home).current_dir(home);
    if let Some(path) = std::env::var_os("PATH") {
        command.env("PATH", path);
    }
    command
}

/// A prefix into which plyd was installed, and a home folder.
struct Installed {
    prefix: TempDir,
    home: TempDir,
    files: Vec<PathBuf>,
}

impl Installed {
    fn new() -> Self {
        let folder = || tempfile::tempdir().expect("there is a temporary folder");
        let mut installed = Self { prefix: folder(), home: folder(), files: Vec::new() };
        let output = installed.task("install", &["--no-build", "--verbose"]);
        let named = output.lines().map_while(|line| Path::new(line).strip_prefix(installed.prefix.path()).ok());
        installed.files = named.map(Path::to_path_buf).collect();
        installed
    }

    fn task(&self, name: &str, further: &[&str]) -> String {
        let mut command = task(self.home.path(), &[name, "--prefix"]);
        command.arg(self.prefix.path()).args(further);
        succeed(command)
    }

    /// The list of what was installed.
    fn list(&self) -> PathBuf {
        self.prefix.path().join("share/plyd/installed.txt")
    }

    /// Makes the installation one of an older version, which had one more game, and returns that game's library.
    fn with_old_game(&self) -> PathBuf {
        let old = self.prefix.path().join("lib/plyd/old-game.so");
        fs::write(&old, "once a library").expect("it can be written");
        let named = fs::read_to_string(self.list()).expect("there is a list") + "lib/plyd/old-game.so\n";
        fs::write(self.list(), named).expect("it can be written");
        old
    }

    fn program(&self) -> Command {
        bare(&self.prefix.path().join(format!("bin/plyd{EXE_SUFFIX}")), self.home.path())
    }
}

/// Runs a command that has to succeed, and returns its output.
fn succeed(command: Command) -> String {
    let shown = format!("{command:?}");
    let Finished { status, output, errors } = finish(command, PATIENCE);
    assert!(status.success(), "{shown}: {errors}\n{output}");
    output
}

/// All files below a folder, relative to it.
fn files(folder: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).expect("the folder can be read") {
            let path = entry.expect("it can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.insert(path.strip_prefix(folder).expect("it is below").to_path_buf());
            }
        }
    }
    found
}

/// The folders of the libraries that load games from texts.
fn loaders() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../plugins/loaders");
    let folders = fs::read_dir(folder).expect("it is there").map(|entry| entry.expect("it can be read").path());
    let loaders: Vec<_> = folders.filter(|folder| folder.join("library").is_dir()).collect();
    assert!(!loaders.is_empty());
    loaders
}

/// The texts that are shipped.
fn texts() -> Vec<PathBuf> {
    let folders = loaders().into_iter().map(|folder| folder.join("games"));
    let files = folders.flat_map(|folder| fs::read_dir(folder).expect("it is there"));
    files.map(|file| file.expect("it can be read").path()).collect()
}

fn is_library(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == DLL_EXTENSION)
}

#[test]
fn an_installed_program_plays_every_game_from_any_folder() {
    let installed = Installed::new();
    for shipped in Shipped::all() {
        let (game, mv) = (&shipped.id, &shipped.first_move);
        let mut go = installed.program();
        go.args(["go", "--game", game, "--depth", "2"]);
        let Finished { status, output, errors } = finish(go, PATIENCE);
        assert!(status.success() && errors.is_empty(), "{game}: {errors}");
        assert!(output.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{game}: {output}");

        let mut play = installed.program();
        play.args(["play", "--game", game, "--depth", "2"]);
        play.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = play.spawn().expect("it starts");
        let mut input = child.stdin.take().expect("is piped");
        write!(input, "{mv}\nquit\n").expect("it reads");
        drop(input);
        let played = child.wait_with_output().expect("it ends");
        let output = String::from_utf8_lossy(&played.stdout);
        assert!(played.status.success() && output.contains("plyd plays "), "{game}: {output}");
    }
    let mut engine = Engine::spawn(installed.program());
    let games = engine.ask("games");
    let ids: Vec<&str> = games
        .iter()
        .filter(|line| line.contains(" version "))
        .map(|line| line.split(' ').nth(1).expect("there is an id"))
        .collect();
    let [of_libraries, of_texts]: [Vec<&str>; 2] =
        [true, false].map(|is_library| ids.iter().copied().filter(|id| GAMES.contains(id) == is_library).collect());
    assert_eq!(of_libraries, *GAMES);
    assert_eq!(of_texts.len(), texts().len(), "{of_texts:?}");
    assert!(games.iter().all(|line| !line.contains("refused")), "{games:?}");
}

#[test]
fn all_that_was_named_is_there_and_is_removed_again() {
    let installed = Installed::new();
    let prefix = installed.prefix.path();
    let mut expected: BTreeSet<PathBuf> = installed.files.iter().cloned().collect();
    assert_eq!(expected.len(), installed.files.len(), "a file comes twice");
    assert_eq!(expected.iter().filter(|file| is_library(file)).count(), GAMES.len() + loaders().len());
    for file in [
        "share/man/man1/plyd.1",
        "share/bash-completion/completions/plyd",
        "share/zsh/site-functions/_plyd",
        "share/fish/vendor_completions.d/plyd.fish",
        "share/doc/plyd/LICENSE-MIT",
    ] {
        let text = fs::read_to_string(prefix.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert!(expected.contains(Path::new(file)) && text.len() > 100, "{file}");
    }
    expected.insert("share/plyd/installed.txt".into());
    assert_eq!(files(prefix), expected);
    assert!(files(installed.home.path()).is_empty(), "nothing else is written");
    #[cfg(unix)]
    for file in &expected {
        use std::os::unix::fs::PermissionsExt as _;
        let rights = fs::metadata(prefix.join(file)).expect("it is there").permissions().mode() & 0o777;
        assert_eq!(rights, if file.starts_with("bin") { 0o755 } else { 0o644 }, "{}", file.display());
    }

    // What others have put there stays.
    let other = prefix.join("lib/plyd/of-another.txt");
    fs::write(&other, "text").expect("it can be written");
    assert_eq!(installed.task("uninstall", &["--dry-run"]).lines().count(), expected.len());
    assert_eq!(files(prefix).len(), expected.len() + 1);
    installed.task("uninstall", &[]);
    assert_eq!(files(prefix), BTreeSet::from([PathBuf::from("lib/plyd/of-another.txt")]));
    assert!(!prefix.join("bin").exists() && !prefix.join("share").exists());
    let mut again = task(installed.home.path(), &["uninstall", "--prefix"]);
    again.arg(prefix);
    let Finished { status, errors, .. } = finish(again, PATIENCE);
    assert!(!status.success() && errors.contains("no installation found in "), "{errors}");
}

#[test]
fn a_newer_installation_removes_what_is_no_part_of_it() {
    let installed = Installed::new();
    let prefix = installed.prefix.path();
    let (list, old) = (installed.list(), installed.with_old_game());
    let output = installed.task("install", &["--no-build", "--verbose"]);
    assert!(output.contains("old-game.so removed"), "{output}");
    assert!(!old.exists());
    assert!(!fs::read_to_string(&list).expect("there is a list").contains("old-game"));

    // A list that names a file elsewhere removes nothing there.
    let outside = installed.home.path().join("outside");
    fs::write(&outside, "text").expect("it can be written");
    for hostile in [format!("{}\n", outside.display()), "../outside\n".to_owned()] {
        fs::write(&list, hostile).expect("it can be written");
        let mut uninstall = task(installed.home.path(), &["uninstall", "--prefix"]);
        uninstall.arg(prefix);
        let Finished { status, errors, .. } = finish(uninstall, PATIENCE);
        assert!(!status.success() && errors.contains("is not below the prefix"), "{errors}");
        assert!(outside.exists());
    }
}

#[test]
fn a_package_is_put_below_another_root_and_has_no_list() {
    let (root, home) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let mut dry = task(home.path(), &["install", "--no-build", "--dry-run", "--prefix", "/usr", "--destdir"]);
    dry.arg(root.path());
    let told: BTreeSet<PathBuf> = succeed(dry).lines().map(PathBuf::from).collect();
    assert!(files(root.path()).is_empty(), "a dry run writes nothing");
    let mut install = task(home.path(), &["install", "--no-build", "--prefix", "/usr"]);
    install.env("DESTDIR", root.path());
    succeed(install);
    let there: BTreeSet<PathBuf> = files(root.path()).iter().map(|file| root.path().join(file)).collect();
    assert_eq!(there, told);
    assert!(there.contains(&root.path().join(format!("usr/bin/plyd{EXE_SUFFIX}"))));
}

#[test]
fn an_installation_over_a_running_server_does_it_no_harm() {
    let installed = Installed::new();
    let mut serve = installed.program();
    serve.args(["serve", "--listen", "127.0.0.1:0", "--game", "cfour"]);
    let mut daemon = Daemon::spawn(serve);
    let mut client = daemon.client();
    client.send("position startpos\ngo infinite");
    client.until("info depth 2 ");
    installed.task("install", &["--no-build"]);
    assert!(client.go("stop").last().is_some_and(|line| line.starts_with("bestmove ")));
    let mut other = daemon.client();
    other.ask("setoption name UCI_Variant value nim");
    assert!(other.go("go depth 12").last().is_some_and(|line| line.starts_with("bestmove a2")));
    assert!(daemon.process.is_running());
}

/// Runs a program in a folder that is its root, in which there is no `/proc`.
#[cfg(target_os = "linux")]
fn in_root(root: &Path, program: &str) -> Command {
    let mut command = Command::new("unshare");
    command.args(["--map-root-user", "chroot"]).arg(root).arg(program);
    command.env_clear().env("HOME", "/home").env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command
}

/// The libraries of the system that a program needs, with their paths.
#[cfg(target_os = "linux")]
fn needed_by(program: &Path) -> BTreeSet<PathBuf> {
    let output = Command::new("ldd").arg(program).output().expect("ldd starts");
    let text = String::from_utf8(output.stdout).expect("paths are text");
    let words = text.split_whitespace().filter(|word| word.starts_with('/'));
    words.map(PathBuf::from).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn the_systems_folders_are_searched_where_there_is_no_proc() {
    let what = "a system without /proc";
    let root = tempfile::tempdir().expect("there is a temporary folder");
    let put = |from: &Path, to: &str| {
        let to = root.path().join(to.trim_start_matches('/'));
        fs::create_dir_all(to.parent().expect("it is in a folder")).expect("the folder can be made");
        fs::copy(from, to).expect("it can be copied");
    };
    if !plyd_tests::has_program("ldd", what) {
        return;
    }
    // Neither `..` nor a neighbour leads from the program to the libraries.
    put(&binary(), "/opt/games/plyd");
    let library = |game: &str| built_folder().join(format!("libplyd_{game}.so"));
    put(&library("nim"), "/usr/lib/plyd/libplyd_nim.so");
    put(&library("cfour"), "/usr/local/lib/plyd/libplyd_cfour.so");
    for path in needed_by(&binary()).union(&needed_by(&library("nim"))) {
        put(path, path.to_str().expect("it is text"));
    }
    for folder in ["home", "tmp"] {
        fs::create_dir(root.path().join(folder)).expect("the folder can be made");
    }
    let probe = in_root(root.path(), "/opt/games/plyd").arg("--version").output();
    match probe {
        Ok(output) if output.status.success() => {}
        Ok(output) => {
            return plyd_trials::left_out(what, String::from_utf8_lossy(&output.stderr).trim());
        }
        Err(error) => return plyd_trials::left_out(what, &format!("unshare: {error}")),
    }
    let mut engine = Engine::spawn({
        let mut command = in_root(root.path(), "/opt/games/plyd");
        command.args(["--game", "nim"]);
        command
    });
    let games = engine.ask("games");
    let found: Vec<&str> = games.iter().filter_map(|line| line.split_once(" file ")).map(|(_, file)| file).collect();
    assert_eq!(found, ["/usr/local/lib/plyd/libplyd_cfour.so", "/usr/lib/plyd/libplyd_nim.so"]);
    assert!(engine.go("go depth 12").last().is_some_and(|line| line.starts_with("bestmove a2")));
}
