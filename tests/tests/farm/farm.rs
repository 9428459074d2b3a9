//! A broker, workers, and matches that are played by them.

use plyd_tests::{
    Finished, PATIENCE, Process, binary, built_folder, command, command_of, copy_environment, finish, has_program,
    python,
};
use rustix::process::Signal;
use std::fs::{self, File};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long a match may take; it takes seconds.
pub(crate) const TIME: Duration = Duration::from_secs(180);

/// The programs that are brokers: one from Python's packages, one of the system, which is older.
pub(crate) fn servers() -> Vec<PathBuf> {
    let mut all = Vec::new();
    if let Some(python) = python("matches over many machines") {
        all.push(python.with_file_name("nats-server"));
    }
    if has_program("nats-server", "matches over many machines, with an older broker") {
        all.push(PathBuf::from("nats-server"));
    }
    all
}

/// A broker with its store, and a folder for everything else.
pub(crate) struct Farm {
    pub(crate) folder: TempDir,
    server: PathBuf,
    port: u16,
    broker: Option<Process>,
    /// How it is secured; not at all if `None`.
    security: Option<Security>,
}

/// The arguments of a worker with a name.
type ArgumentsOf = dyn Fn(&str) -> Vec<String>;

/// How a broker knows its clients, and they know it.
pub(crate) struct Security {
    /// The scheme of its address.
    pub(crate) scheme: &'static str,
    /// Its configuration, but for its address.
    pub(crate) config: String,
    /// The arguments of the coordinator.
    pub(crate) coordinator: Vec<String>,
    /// The arguments of the worker of this name.
    pub(crate) worker: Box<ArgumentsOf>,
}

impl Farm {
    /// With the newer broker; `None` if there is none.
    pub(crate) fn new() -> Option<Self> {
        servers().into_iter().next().map(Self::with)
    }

    /// With this broker.
    pub(crate) fn with(server: PathBuf) -> Self {
        let mut farm = Self::without_broker(server);
        farm.start_broker();
        farm
    }

    /// With the newer broker, which is secured in this way, with files in the folder of the farm.
    pub(crate) fn secured(by: impl FnOnce(&Self) -> Security) -> Option<Self> {
        Some(Self::secured_with(servers().into_iter().next()?, by))
    }

    /// The same with this broker.
    pub(crate) fn secured_with(server: PathBuf, by: impl FnOnce(&Self) -> Security) -> Self {
        let mut farm = Self::without_broker(server);
        farm.security = Some(by(&farm));
        farm.start_broker();
        farm
    }

    fn without_broker(server: PathBuf) -> Self {
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port();
        Self { folder: tempfile::tempdir().unwrap(), server, port, broker: None, security: None }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The path as text.
    pub(crate) fn text(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    pub(crate) fn url(&self) -> String {
        let scheme = self.security.as_ref().map_or("nats", |security| security.scheme);
        format!("{scheme}://127.0.0.1:{}", self.port)
    }

    /// The arguments by which the coordinator reaches the broker.
    pub(crate) fn as_coordinator(&self) -> Vec<String> {
        let mut arguments = vec!["--broker".to_owned(), self.url(), "--lease".to_owned(), "2".to_owned()];
        arguments.extend(self.security.iter().flat_map(|security| security.coordinator.clone()));
        arguments
    }

    /// Starts the broker, on what is left of its store.
    pub(crate) fn start_broker(&mut self) {
        let log = File::options().create(true).append(true).open(self.path("broker.log")).unwrap();
        let mut command = Command::new(&self.server);
        command.args(["-a", "127.0.0.1", "-p", &self.port.to_string()]);
        match &self.security {
            Some(security) => {
                fs::write(self.path("nats.conf"), &security.config).unwrap();
                command.arg("-c").arg(self.path("nats.conf"));
            }
            None => _ = command.args(["-js", "-sd"]).arg(self.path("store")),
        }
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn().unwrap();
        self.broker = Some(Process::new(child));
        let deadline = Instant::now() + PATIENCE;
        while TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_err() {
            let log = || fs::read_to_string(self.path("broker.log")).unwrap_or_default();
            assert!(Instant::now() < deadline, "the broker does not listen: {}", log());
            sleep(Duration::from_millis(10));
        }
    }

    /// Ends the broker at once.
    pub(crate) fn kill_broker(&mut self) {
        self.broker = None;
    }

    pub(crate) fn signal_broker(&self, signal: Signal) {
        self.broker.as_ref().unwrap().signal(signal);
    }

    pub(crate) fn delete_store(&self) {
        fs::remove_dir_all(self.path("store")).unwrap();
    }

    /// A worker with this name.
    pub(crate) fn worker(&self, name: &str) -> Process {
        self.worker_with(name, &[])
    }

    /// A worker with more arguments.
    pub(crate) fn worker_with(&self, name: &str, arguments: &[&str]) -> Process {
        self.worker_of(&binary(), name, arguments)
    }

    /// The same of another copy of the program.
    pub(crate) fn worker_of(&self, program: &Path, name: &str, arguments: &[&str]) -> Process {
        self.start_worker(name, self.worker_command(program, name, arguments))
    }

    /// A worker with this fault; see [`faulty`].
    pub(crate) fn faulty_worker(&self, name: &str, fault: (&str, &str)) -> Process {
        self.start_worker(name, faulty(&self.worker_command(&binary(), name, &[]), fault))
    }

    fn worker_command(&self, program: &Path, name: &str, arguments: &[&str]) -> Command {
        let url = self.url();
        let mut command = command_of(program, &["worker", "--concurrency", "1", "--name", name, "--broker", &url]);
        command.args(self.security.iter().flat_map(|security| (security.worker)(name)));
        command.arg("--folder").arg(self.path("workers")).args(arguments);
        command
    }

    fn start_worker(&self, name: &str, mut command: Command) -> Process {
        let log = File::options().create(true).append(true).open(self.path(&format!("{name}.log"))).unwrap();
        Process::new(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn().unwrap())
    }

    /// What a worker has said so far.
    pub(crate) fn log(&self, worker: &str) -> String {
        fs::read_to_string(self.path(&format!("{worker}.log"))).unwrap()
    }

    /// What all programs have said so far.
    fn logs(&self) -> String {
        let files = fs::read_dir(self.folder.path()).unwrap().map(|file| file.unwrap().path());
        let logs = files.filter(|file| file.extension().is_some_and(|end| end == "log"));
        logs.map(|file| format!("\n{}:\n{}", file.display(), fs::read_to_string(&file).unwrap())).collect()
    }

    /// Waits until a worker has said this.
    pub(crate) fn await_log(&self, worker: &str, text: &str) {
        let deadline = Instant::now() + PATIENCE;
        while !self.log(worker).contains(text) {
            assert!(Instant::now() < deadline, "{worker} did not say `{text}`: {}", self.log(worker));
            sleep(Duration::from_millis(10));
        }
    }

    /// The command of a match whose record has this name, on this machine alone.
    pub(crate) fn alone(&self, plan: &[&str], record: &str) -> Command {
        let mut command = command(&["match", "--progress", "none"]);
        command.args(plan).arg("--record").arg(self.path(record));
        command
    }

    /// The same over the broker.
    pub(crate) fn spread(&self, plan: &[&str], record: &str) -> Command {
        let mut command = self.alone(plan, record);
        command.args(self.as_coordinator());
        command
    }

    /// The command that continues a match over the broker.
    pub(crate) fn resume(&self, record: &str) -> Command {
        let mut command = command(&["match", "--progress", "none", "--resume"]);
        command.arg(self.path(record)).args(self.as_coordinator());
        command
    }

    /// Begins a match.
    pub(crate) fn begin(&self, mut command: Command) -> Process {
        let log = File::create(self.path("match.log")).unwrap();
        Process::new(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn().unwrap())
    }

    /// The workers as `plyd workers` lists them for programs.
    pub(crate) fn workers(&self) -> String {
        finish(command(&["workers", "--json", "--wait", "0.2", "--broker", &self.url()]), TIME).output
    }

    /// The name of the run of the match that was begun.
    pub(crate) fn run_name(&self) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let log = fs::read_to_string(self.path("match.log")).unwrap();
            if let Some((_, rest)) = log.split_once("the run is ") {
                return rest.chars().take(16).collect();
            }
            assert!(Instant::now() < deadline, "the match has no run: {log}");
            sleep(Duration::from_millis(10));
        }
    }

    /// Waits until a record has this many games.
    pub(crate) fn await_games(&self, record: &str, games: u64) {
        let deadline = Instant::now() + PATIENCE;
        while self.games(record) < games {
            assert!(Instant::now() < deadline, "{record} has {} games: {}", self.games(record), self.logs());
            sleep(Duration::from_millis(5));
        }
    }

    /// The number of games of a record; none before it is made.
    pub(crate) fn games(&self, record: &str) -> u64 {
        let only_read = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
        let Ok(record) = rusqlite::Connection::open_with_flags(self.path(record), only_read) else { return 0 };
        record.query_row("SELECT count(*) FROM game", [], |row| row.get::<_, i64>(0)).unwrap_or(0).cast_unsigned()
    }

    /// All rows of the games of a record but their times and digests, which are over the times too: `started`, `ended`,
    /// `digest`, and `t` and `l` of each move.
    pub(crate) fn rows(&self, record: &str) -> Vec<String> {
        let record = rusqlite::Connection::open(self.path(record)).unwrap();
        let sql = "SELECT number, round, first, second, half_points, termination, detail, setup, moves, voided,
                   standard_error FROM game ORDER BY number";
        let mut statement = record.prepare(sql).unwrap();
        let rows = statement.query_map([], |row| {
            let number = |column| row.get::<_, i64>(column);
            let text = |column| row.get::<_, String>(column);
            let mut moves: serde_json::Value = serde_json::from_str(&text(8)?).unwrap();
            for mv in moves.as_array_mut().unwrap() {
                if let Some(evaluation) = mv.get_mut("e") {
                    let evaluation = evaluation.as_object_mut().unwrap();
                    evaluation.remove("t");
                    evaluation.remove("l");
                }
            }
            Ok(format!(
                "{} {} {} {} {} {} `{}` `{}` {moves} {} `{}`",
                number(0)?,
                number(1)?,
                number(2)?,
                number(3)?,
                number(4)?,
                text(5)?,
                text(6)?,
                text(7)?,
                number(9)?,
                text(10)?
            ))
        });
        rows.unwrap().map(Result::unwrap).collect()
    }

    /// Plays a plan on this machine alone; the report.
    pub(crate) fn play_alone(&self, plan: &[&str], record: &str) -> String {
        self.play_alone_within(TIME, plan, record)
    }

    /// The same for a plan with this time limit.
    pub(crate) fn play_alone_within(&self, time: Duration, plan: &[&str], record: &str) -> String {
        let mut command = self.alone(plan, record);
        command.args(["--concurrency", "2"]);
        succeeded(&finish(command, time))
    }

    /// The report of a record.
    pub(crate) fn report(&self, record: &str) -> String {
        let mut command = command(&["report"]);
        command.arg(self.path(record));
        succeeded(&finish(command, TIME))
    }

    /// Two records have the same games.
    pub(crate) fn assert_same_games(&self, one: &str, other: &str) {
        assert_eq!(self.rows(one), self.rows(other));
    }

    /// Two records have the same games, and the same report.
    pub(crate) fn assert_same(&self, one: &str, other: &str) {
        let (rows, others) = (self.rows(one), self.rows(other));
        for (row, other) in rows.iter().zip(&others) {
            assert_eq!(row, other);
        }
        assert_eq!(rows.len(), others.len());
        assert_eq!(self.report(one), self.report(other));
    }
}

/// The same command of the program in `tests/farm_member`, with a fault: one of its variables, and the value.
pub(crate) fn faulty(command: &Command, (variable, value): (&str, &str)) -> Command {
    let mut faulty = Command::new(built_folder().join("farm-member"));
    copy_environment(command, &mut faulty);
    // What one program found out about libraries does not count for another one, which would find it out again.
    faulty.env("PLYD_PLUGINS_CACHE_FOLDER", built_folder().join("farm-member-library-cache"));
    faulty.args(command.get_args()).env(variable, value);
    faulty
}

/// What a program printed that has ended well.
pub(crate) fn succeeded(finished: &Finished) -> String {
    assert!(finished.status.success(), "{finished:?}");
    finished.output.clone()
}

/// Names of workers.
pub(crate) fn names(count: usize) -> Vec<String> {
    (1..=count).map(|number| format!("w{number}")).collect()
}

/// Waits for the end of a match that was begun.
pub(crate) fn await_end(farm: &Farm, run: &mut Process) {
    await_end_within(TIME, farm, run);
}

/// The same for a match with this time limit.
pub(crate) fn await_end_within(time: Duration, farm: &Farm, run: &mut Process) {
    let deadline = Instant::now() + time;
    while run.is_running() {
        let log = || fs::read_to_string(farm.path("match.log")).unwrap_or_default();
        assert!(Instant::now() < deadline, "the match does not end: {}", log());
        sleep(Duration::from_millis(20));
    }
    let log = fs::read_to_string(farm.path("match.log")).unwrap_or_default();
    assert!(run.wait().success(), "{log}");
}

/// A plan of tic-tac-toe that takes a few seconds on two workers.
pub(crate) const PLAN: &[&str] = &[
    "--game",
    "tictactoe",
    "--engine",
    "name=A",
    "builtin",
    "depth=4",
    "--engine",
    "name=B",
    "builtin",
    "depth=3",
    "--random-plies",
    "2",
    "--rounds",
    "1500",
    "--seed",
    "5",
];
