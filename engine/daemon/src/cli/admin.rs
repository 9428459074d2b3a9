//! `plyd admin`: what the operator asks of a running server.

use super::command::{CliCommand, GAMES, Isolates, RunCommand};
use super::groups::CommandGroup;
use super::program::Program;
use super::standard_output::print;
use anyhow::{Context, bail, ensure};
use clap::{Args, Subcommand};
use plyd_foreign::{json, one_line};
use plyd_server::{AdminCommand, DrainRecord, ServedGame, SessionRecord};
use plyd_session::ReloadChange;
use serde::de::DeserializeOwned;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

/// The longest wait for a line of the answer: a server tries new libraries for some minutes at most.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(330);
/// The longest answer, in bytes.
const LONGEST_ANSWER: u64 = 256 << 20;

pub(super) const COMMAND: CliCommand = CliCommand {
    name: "admin",
    group: CommandGroup::Server,
    summary: "List a running server's sessions and libraries, reload libraries, or stop it",
    details: "The server must have been started with --admin, or with the setting admin.socket.",
    document: Some(("Operate a server", "operations.md")),
    idle: GAMES,
    isolates: Isolates::Nothing,
    ..CliCommand::of::<Admin>()
};

#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
pub(super) struct Admin {
    #[command(subcommand)]
    task: AdminTask,
    /// Print one JSON object per line instead of a table
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Clone, Copy, Debug, Subcommand)]
enum AdminTask {
    /// List the sessions, their clients, and what they are doing
    Sessions,
    /// End a session, and tell its client
    Kick {
        /// The number of the session
        #[arg(value_name = "ID")]
        id: u64,
    },
    /// List the loaded libraries, and how often their processes crashed
    Games,
    /// Reload the libraries and the certificate, like SIGHUP, and wait for the result
    Reload,
    /// Accept no new sessions, and end after the last game, like SIGUSR2
    Drain,
}

impl From<AdminTask> for AdminCommand {
    fn from(task: AdminTask) -> Self {
        match task {
            AdminTask::Sessions => Self::Sessions,
            AdminTask::Kick { id } => Self::Kick(id),
            AdminTask::Games => Self::Games,
            AdminTask::Reload => Self::Reload,
            AdminTask::Drain => Self::Drain,
        }
    }
}

impl RunCommand for Admin {
    fn run(self: Box<Self>, program: &Program) -> anyhow::Result<ExitCode> {
        let path = program.settings()?.admin.socket;
        ensure!(!path.as_os_str().is_empty(), "no socket is named; give --socket PATH, or the setting admin.socket");
        let lines = ask(&path, self.task.into()).with_context(|| format!("{}", path.display()))?;
        let changes: Vec<ReloadChange> = if let AdminTask::Reload = self.task { records(&lines)? } else { Vec::new() };
        let text = if self.json { lines.iter().map(|line| json(line) + "\n").collect() } else { self.table(&lines)? };
        print(&text)?;
        Ok(if changes.iter().any(ReloadChange::is_failure) { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }
}

impl Admin {
    fn table(&self, lines: &[String]) -> anyhow::Result<String> {
        Ok(match self.task {
            AdminTask::Sessions => sessions(&records(lines)?),
            AdminTask::Games => games(records(lines)?),
            AdminTask::Reload => changes(records(lines)?),
            AdminTask::Kick { .. } => String::new(),
            AdminTask::Drain => {
                let left: Vec<DrainRecord> = records(lines)?;
                left.iter().map(|left| format!("{} sessions are open\n", left.sessions)).collect()
            }
        })
    }
}

/// The lines of the answer before the last one.
#[cfg(unix)]
fn ask(path: &Path, command: AdminCommand) -> anyhow::Result<Vec<String>> {
    let mut stream = std::os::unix::net::UnixStream::connect(path).context("no server answers")?;
    stream.set_read_timeout(Some(ANSWER_TIMEOUT))?;
    stream.set_write_timeout(Some(ANSWER_TIMEOUT))?;
    writeln!(stream, "{command}").context("the server does not listen")?;
    read(BufReader::new(stream.take(LONGEST_ANSWER)))
}

#[cfg(not(unix))]
fn ask(_: &Path, _: AdminCommand) -> anyhow::Result<Vec<String>> {
    bail!("this system has no such sockets")
}

fn read(answer: impl BufRead) -> anyhow::Result<Vec<String>> {
    let mut lines = Vec::new();
    for line in answer.lines() {
        let line = line.context("the server does not answer")?;
        match line.split_once(' ') {
            _ if line == AdminCommand::OK => return Ok(lines),
            Some((AdminCommand::ERROR, reason)) => bail!("{reason}"),
            _ => lines.push(line),
        }
    }
    bail!("the server has closed the connection; too many others may ask it at this time")
}

fn records<T: DeserializeOwned>(lines: &[String]) -> anyhow::Result<Vec<T>> {
    let records = lines.iter().map(|line| serde_json::from_str(line));
    records.collect::<Result<_, _>>().context("the server answers as another version does; add --json")
}

fn sessions(sessions: &[SessionRecord]) -> String {
    let rows = sessions.iter().map(|session| {
        let SessionRecord { id, client, token, seconds, game, does, nodes } = session;
        let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "-".into());
        [id.to_string(), client.clone(), name(token), age(*seconds), name(game), does.clone(), nodes.to_string()]
    });
    table(["ID", "CLIENT", "TOKEN", "AGE", "GAME", "DOES", "NODES"], rows)
}

fn games(games: Vec<ServedGame>) -> String {
    let rows =
        games.into_iter().map(|ServedGame { game, version, file, crashes }| [game, version, crashes.to_string(), file]);
    table(["GAME", "VERSION", "CRASHES", "FILE"], rows)
}

fn changes(changes: Vec<ReloadChange>) -> String {
    let line = |change| match change {
        ReloadChange::Loaded { game, version, file } => format!("loaded   {game} {version} {file}"),
        ReloadChange::Refused { file, reason } => format!("refused  {file}: it {reason}"),
        ReloadChange::Renewed { what } => format!("renewed  {what}"),
        ReloadChange::Failed { what, reason } => format!("failed   {what}: {reason}"),
    };
    if changes.is_empty() {
        return "nothing has changed\n".into();
    }
    changes.into_iter().map(|change| one_line(&line(change)) + "\n").collect()
}

fn age(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    format!("{hours}:{minutes:02}:{seconds:02}")
}

/// Columns that are as wide as their longest text. The last one ends where its text does.
fn table<const N: usize>(heads: [&str; N], rows: impl Iterator<Item = [String; N]>) -> String {
    let rows: Vec<_> = [heads.map(str::to_owned)].into_iter().chain(rows).collect();
    let widths: [usize; N] =
        std::array::from_fn(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default());
    let line = |row: &[String; N]| {
        let cells = row.iter().zip(widths).map(|(text, width)| format!("{text:width$}"));
        one_line(cells.collect::<Vec<_>>().join("  ").trim_end()) + "\n"
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_longest_text() {
        let rows = [["1".to_owned(), "unix".to_owned()], ["10".to_owned(), "127.0.0.1:5".to_owned()]];
        assert_eq!(table(["ID", "CLIENT"], rows.into_iter()), "ID  CLIENT\n1   unix\n10  127.0.0.1:5\n");
        assert_eq!(age(3_600 * 30 + 61), "30:01:01");
    }

    /// A server of another version may send any text.
    #[test]
    fn no_text_of_a_server_begins_a_line() {
        let forged = "x\nplyd: forged\u{202e}\u{1b}[2J".to_owned();
        let record = ServedGame { game: forged.clone(), version: forged.clone(), file: forged.clone(), crashes: 0 };
        let change = ReloadChange::Refused { file: forged.clone(), reason: forged };
        for text in [games(vec![record]), changes(vec![change])] {
            assert!(!text.contains("\nplyd") && !text.contains(['\u{202e}', '\u{1b}']), "{text}");
        }
    }

    #[test]
    fn an_answer_has_an_end() {
        let answer = |text: &str| read(text.as_bytes()).map_err(|error| error.to_string());
        assert_eq!(answer("{}\n{}\nok\nmore\n"), Ok(vec!["{}".into(), "{}".into()]));
        assert_eq!(answer("{}\nerror it is late\n"), Err("it is late".into()));
        assert!(answer("{}\n").is_err() && answer("").is_err());
    }
}
