//! What the operator of a server asks it, over a socket of its own.
//!
//! The socket is for the owner of the server, so nobody has to send a token. A connection carries one line, which is a
//! command. Its answer is a line of JSON for each record, and then `ok`, or `error` and a sentence. docs/operations.md
//! describes it for others.

use crate::connection::{ConnectionReader, ConnectionWriter};
use crate::hall::ServerState;
use crate::listener::ServerListener;
use plyd_foreign::{json, shown};
use plyd_session::{Input, ReloadChange, Reloads};
use serde::{Deserialize, Serialize};
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

/// The time for the line of a client, and for it to read the answer.
const LINE_TIMEOUT: Duration = Duration::from_secs(5);
/// The longest line, in bytes, with its end.
const LONGEST_LINE: usize = 256;
/// The maximum number of connections; any others are closed.
const MAX_CONNECTIONS: usize = 16;
/// The maximum wait for a reload. It goes on without those who wait.
const RELOAD_TIMEOUT: Duration = Duration::from_secs(300);
/// The pause when the system gives no connection.
const ACCEPT_BACKOFF: Duration = Duration::from_millis(100);

/// What the operator can ask. Displays as its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdminCommand {
    /// For a [`SessionRecord`] of each session.
    Sessions,
    /// That the session with this number ends.
    Kick(u64),
    /// For a [`ServedGame`] of each loaded library.
    Games,
    /// That libraries and the certificate are read again; for a [`ReloadChange`] of each change.
    Reload,
    /// That no new sessions are taken; for a [`DrainRecord`].
    Drain,
}

/// A line that is no command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the line must be sessions, kick and the number of a session, games, reload or drain")]
pub struct NoCommand;

/// A session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionRecord {
    /// Its number in the log.
    pub id: u64,
    /// The address of the client; `unix` for one on a Unix socket.
    pub client: String,
    /// The name of its token, if it needed one.
    pub token: Option<String>,
    /// The age of the session.
    pub seconds: u64,
    /// The game of its position, if it has one.
    pub game: Option<String>,
    /// What it does: the name of an [`Activity`](plyd_session::Activity).
    pub does: String,
    /// The nodes of all its searches so far.
    pub nodes: u64,
}

/// A loaded library.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServedGame {
    /// The id of its game.
    pub game: String,
    /// Its version.
    pub version: String,
    /// The path of the file, for people.
    pub file: String,
    /// How many processes were lost through a library of this game.
    pub crashes: u64,
}

/// What is left to wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrainRecord {
    /// The open sessions.
    pub sessions: u64,
}

impl AdminCommand {
    /// The last line of an answer that says that all went well.
    pub const OK: &str = "ok";
    /// The first word of one that says what did not.
    pub const ERROR: &str = "error";
}

impl std::fmt::Display for AdminCommand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Sessions => f.write_str("sessions"),
            Self::Kick(id) => write!(f, "kick {id}"),
            Self::Games => f.write_str("games"),
            Self::Reload => f.write_str("reload"),
            Self::Drain => f.write_str("drain"),
        }
    }
}

impl std::str::FromStr for AdminCommand {
    type Err = NoCommand;

    fn from_str(line: &str) -> Result<Self, NoCommand> {
        let words: Vec<_> = line.split_ascii_whitespace().collect();
        Ok(match words[..] {
            ["sessions"] => Self::Sessions,
            ["kick", id] => Self::Kick(id.parse().map_err(|_| NoCommand)?),
            ["games"] => Self::Games,
            ["reload"] => Self::Reload,
            ["drain"] => Self::Drain,
            _ => return Err(NoCommand),
        })
    }
}

/// Where the operator is heard.
pub(crate) struct AdminDesk {
    pub(crate) hall: Arc<ServerState>,
    pub(crate) reloads: Arc<Reloads>,
}

impl AdminDesk {
    /// Serves until it is dropped.
    pub(crate) async fn serve(self, listener: ServerListener) {
        let (desk, places) = (Arc::new(self), Arc::new(Semaphore::new(MAX_CONNECTIONS)));
        let mut connections = tokio::task::JoinSet::new();
        loop {
            while connections.try_join_next().is_some() {}
            let Ok((connection, _)) = listener.accept().await else {
                sleep(ACCEPT_BACKOFF).await;
                continue;
            };
            let Ok(place) = Arc::clone(&places).try_acquire_owned() else { continue };
            let desk = Arc::clone(&desk);
            connections.spawn(async move {
                let (reader, writer) = connection.split();
                if let Err(error) = desk.converse(reader, writer).await {
                    tracing::debug!("a client of the admin socket was not answered: {error}");
                }
                drop(place);
            });
        }
    }

    async fn converse(&self, mut reader: ConnectionReader, mut writer: ConnectionWriter) -> io::Result<()> {
        let line = timeout(LINE_TIMEOUT, reader.line(LONGEST_LINE, || ())).await??.unwrap_or_default();
        let answer = match String::from_utf8_lossy(&line).parse() {
            Ok(command) => tokio::select! {
                answer = self.obey(command) => answer,
                () = reader.gone() => return Ok(()),
            },
            Err(error) => Err(NoCommand::to_string(&error)),
        };
        let text = match answer {
            Ok(records) => records + AdminCommand::OK + "\n",
            Err(reason) => format!("{} {reason}\n", AdminCommand::ERROR),
        };
        timeout(LINE_TIMEOUT, async {
            writer.write_all(text.as_bytes()).await?;
            writer.shutdown().await
        })
        .await?
    }

    /// Does what is asked. Returns the lines of the answer before the last one, or why it was not done.
    async fn obey(&self, command: AdminCommand) -> Result<String, String> {
        tracing::info!("the operator asks: {command}");
        match command {
            AdminCommand::Sessions => lines(self.sessions()),
            AdminCommand::Games => lines(self.games()),
            AdminCommand::Kick(id) if self.hall.roster.kick(id) => Ok(String::new()),
            AdminCommand::Kick(id) => Err(format!("there is no session {id}; `plyd admin sessions` lists them")),
            AdminCommand::Drain => {
                self.hall.drain.begin();
                let (sessions, _) = self.hall.engine.counters.sessions();
                lines([DrainRecord { sessions }])
            }
            AdminCommand::Reload => {
                let answer = self.reloads.answer(self.reloads.ask());
                let result = timeout(RELOAD_TIMEOUT, answer).await;
                let result = result.map_err(|_| format!("the reload goes on after {RELOAD_TIMEOUT:?}; see the log"))?;
                lines::<&ReloadChange>(&result.changes)
            }
        }
    }

    fn sessions(&self) -> impl Iterator<Item = SessionRecord> {
        self.hall.roster.list().into_iter().map(|(id, guest)| SessionRecord {
            id,
            client: guest.peer.to_string(),
            token: guest.token,
            seconds: guest.since.elapsed().as_secs(),
            game: guest.visit.game().map(|game| game.id().to_owned()),
            does: guest.visit.does().name().to_owned(),
            nodes: guest.visit.nodes(),
        })
    }

    fn games(&self) -> Vec<ServedGame> {
        let (games, crashes) = (self.hall.engine.games(), self.hall.engine.counters.crashes_of());
        let records = games.catalog.games().iter().map(|game| ServedGame {
            game: game.id().to_owned(),
            version: game.version().to_owned(),
            file: shown(game.path()),
            crashes: crashes.get(game.id()).copied().unwrap_or_default(),
        });
        records.collect()
    }
}

/// A line of JSON for each record.
fn lines<T: Serialize>(records: impl IntoIterator<Item = T>) -> Result<String, String> {
    let mut text = String::new();
    for record in records {
        text += &json(&serde_json::to_string(&record).map_err(|error| error.to_string())?);
        text.push('\n');
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_as_they_are_written() {
        use AdminCommand as C;
        for command in [C::Sessions, C::Kick(u64::MAX), C::Games, C::Reload, C::Drain] {
            assert_eq!(command.to_string().parse(), Ok(command));
        }
        assert_eq!(" kick\t7\r".parse(), Ok(C::Kick(7)));
        for line in
            ["", "kick", "kick -1", "kick 1 2", "kick 18446744073709551616", "sessions now", "Sessions", "auth x"]
        {
            assert_eq!(line.parse::<C>(), Err(NoCommand), "{line}");
        }
    }
}
