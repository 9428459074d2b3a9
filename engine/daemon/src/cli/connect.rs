//! `plyd connect`: joins standard input and output to a remote daemon, so that any GUI can use one.

mod dial;
mod greeting;

use super::command::{CliCommand, GAMES, Isolates, RunCommand};
use super::examples::example;
use super::groups::CommandGroup;
use super::program::Program;
use super::runtime::{drive, one_thread};
use super::token::read_token;
use clap::Args;
use dial::dial;
use greeting::{HandshakeRefusal, greet};
use std::io::{self, ErrorKind::BrokenPipe};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, copy, split};
use tokio::time::timeout;

pub(super) const COMMAND: CliCommand = CliCommand {
    name: "connect",
    group: CommandGroup::Server,
    summary: "Connect standard input and output to a plyd server, so that a GUI can use it",
    document: Some(("Run a server", "server.md")),
    examples: &[
        example("plyd connect 127.0.0.1:7878", "a server on this machine"),
        example("plyd connect example.org:7878 --tls --token token", "a server that needs a token"),
        example("plyd connect unix:plyd.socket", "a Unix socket"),
    ],
    idle: GAMES,
    isolates: Isolates::Nothing,
    interrupted: Some(0),
    ..CliCommand::of::<Connect>()
};

#[derive(Debug, Args)]
pub(super) struct Connect {
    /// The address and port of the server, or unix: followed by the path of its socket
    #[arg(value_name = "HOST:PORT")]
    address: String,
    /// Send the token in this file, which only you can read; a pipe works too
    #[arg(long, alias = "token-file", value_name = "FILE")]
    token: Option<PathBuf>,
    /// Speak TLS, and check the server's certificate and name
    #[arg(long)]
    tls: bool,
    /// Trust the PEM certificates in this file instead of those of the system; implies --tls
    #[arg(long, value_name = "FILE")]
    ca: Option<PathBuf>,
    /// The name that the server's certificate must have, if it isn't the host; implies --tls
    #[arg(long, value_name = "NAME")]
    server_name: Option<String>,
}

impl RunCommand for Connect {
    fn run(self: Box<Self>, program: &Program) -> anyhow::Result<ExitCode> {
        let settings = program.log()?;
        let token = self.token.as_deref().map(read_token).transpose()?;
        let encryption = self.encryption()?;
        if token.is_some() && encryption.is_none() && !dial::is_local(&self.address) {
            tracing::warn!("the token goes over the network without encryption; --tls encrypts it");
        }
        drive(one_thread(), program.signals.tell(settings.shutdown.time()), async |shutdown| {
            tokio::select! {
                result = connect(&self.address, encryption, token, tokio::io::stdin(), tokio::io::stdout()) => result?,
                () = shutdown.cancelled() => {}
            }
            Ok(ExitCode::SUCCESS)
        })
    }
}

impl Connect {
    fn encryption(&self) -> anyhow::Result<Option<dial::ConnectionEncryption>> {
        if !self.tls && self.ca.is_none() && self.server_name.is_none() {
            return Ok(None);
        }
        dial::ConnectionEncryption::new(&self.address, self.server_name.as_deref(), self.ca.as_deref()).map(Some)
    }
}

/// The timeout for a daemon to accept the connection, and for each answer before the session begins.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// The maximum time for which a daemon may continue after the end of our input; its own limit for a running search is
/// ten seconds by default.
const END_TIMEOUT: Duration = Duration::from_secs(60);

/// The maximum number of bytes passed on at a time.
const BUFFER: usize = 8_192;

/// Why the connection was not made, or ended.
#[derive(Debug, thiserror::Error)]
enum ConnectError {
    /// No daemon answers.
    #[error("cannot connect to {address}: {reason}")]
    Connect {
        /// The address.
        address: String,
        /// Why not.
        reason: io::Error,
    },
    /// The daemon does not take the token.
    #[error("{address} refuses the token: {reason}")]
    Refused {
        /// The address.
        address: String,
        /// Why.
        reason: HandshakeRefusal,
    },
    /// The output of the daemon cannot be written, though a reader may exist.
    #[error("cannot write to standard output: {0}")]
    Output(io::Error),
    /// The connection broke.
    #[error("the connection to {address} broke: {reason}")]
    Broken {
        /// With whom.
        address: String,
        /// The reason.
        reason: io::Error,
    },
}

/// Carries bytes both ways until the daemon closes the connection. The end of `input` is passed on.
///
/// # Errors
/// No connection, or a broken one, or an `output` that cannot be written. A closed `output` is no error: no one is left
/// to read it.
async fn connect<R, W>(
    address: &str,
    encryption: Option<dial::ConnectionEncryption>,
    token: Option<plyd_server::Token>,
    mut input: R,
    mut output: W,
) -> Result<(), ConnectError>
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let broken = |reason| ConnectError::Broken { address: address.to_owned(), reason };
    let dialing = timeout(CONNECT_TIMEOUT, dial(address, encryption)).await;
    let mut stream = dialing
        .unwrap_or_else(|late| Err(late.into()))
        .map_err(|reason| ConnectError::Connect { address: address.to_owned(), reason })?;
    if let Some(token) = token {
        let greeting = timeout(CONNECT_TIMEOUT, greet(&mut stream, &token)).await;
        greeting
            .unwrap_or_else(|late| Err(HandshakeRefusal::Broken(late.into())))
            .map_err(|reason| ConnectError::Refused { address: address.to_owned(), reason })?;
    }
    let (mut from_daemon, mut to_daemon) = split(stream);
    let upstream = async {
        let sent = copy(&mut input, &mut to_daemon).await;
        let _ = to_daemon.shutdown().await;
        sent
    };
    let downstream = deliver(&mut from_daemon, &mut output);
    tokio::pin!(upstream, downstream);
    let received = tokio::select! {
        received = &mut downstream => received,
        sent = &mut upstream => match sent {
            Ok(_) => {
                let received = timeout(END_TIMEOUT, downstream).await;
                received.unwrap_or_else(|late| Err(UndeliveredLine::Unread(late.into())))
            }
            // The daemon may have closed first; what it said last is still to be read.
            Err(reason) => timeout(CONNECT_TIMEOUT, downstream).await.unwrap_or(Err(UndeliveredLine::Unread(reason))),
        },
    };
    match received {
        Err(UndeliveredLine::Unread(reason) | UndeliveredLine::Unwritten(reason)) if reason.kind() == BrokenPipe => {
            Ok(())
        }
        Err(UndeliveredLine::Unread(reason)) => Err(broken(reason)),
        Err(UndeliveredLine::Unwritten(reason)) => Err(ConnectError::Output(reason)),
        Ok(()) => Ok(()),
    }
}

/// At which end something was not delivered.
enum UndeliveredLine {
    Unread(io::Error),
    Unwritten(io::Error),
}

/// Copies the input to the output at once, until the input ends.
async fn deliver<R, W>(from: &mut R, to: &mut W) -> Result<(), UndeliveredLine>
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let mut bytes = vec![0; BUFFER];
    loop {
        let count = from.read(&mut bytes).await.map_err(UndeliveredLine::Unread)?;
        if count == 0 {
            return Ok(());
        }
        to.write_all(&bytes[..count]).await.map_err(UndeliveredLine::Unwritten)?;
        to.flush().await.map_err(UndeliveredLine::Unwritten)?;
    }
}
