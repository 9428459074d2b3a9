//! The token, before the session begins.

use plyd_protocol::{ClientRequest, Command, Mode, Reply, Secret};
use plyd_server::Token;
use std::io;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

/// The longest answer, in bytes.
const LONGEST_ANSWER: usize = 1_024;

/// Why a daemon does not take a token.
#[derive(Debug, thiserror::Error)]
pub(super) enum HandshakeRefusal {
    /// It says so.
    #[error("{0}")]
    Said(String),
    /// Its answer is none.
    #[error("it does not answer as plyd does; does it need TLS, --tls?")]
    Foreign,
    /// It left.
    #[error("{0}")]
    Broken(#[from] io::Error),
}

/// Sends the token, and waits until it is taken. The daemon says nothing more before the client does.
pub(super) async fn greet<S: AsyncRead + AsyncWrite + Unpin>(
    stream: &mut S,
    token: &Token,
) -> Result<(), HandshakeRefusal> {
    let command = Command::Auth(Secret::new(token.reveal()));
    let line = format!("{}\n", ClientRequest { command: &command, mode: Mode::Uci });
    stream.write_all(line.as_bytes()).await?;
    stream.flush().await?;
    let mut answer = Vec::new();
    while answer.last() != Some(&b'\n') {
        if answer.len() == LONGEST_ANSWER {
            return Err(HandshakeRefusal::Foreign);
        }
        match stream.read_u8().await {
            Ok(byte) => answer.push(byte),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof && answer.is_empty() => {
                return Err(io::Error::new(error.kind(), "it closed the connection").into());
            }
            Err(error) => return Err(error.into()),
        }
    }
    let answer = String::from_utf8(answer).map_err(|_| HandshakeRefusal::Foreign)?;
    let answer = answer.trim_end();
    if answer == Reply::AuthOk.to_string() {
        return Ok(());
    }
    match answer.strip_prefix("info string error ") {
        Some(error) => Err(HandshakeRefusal::Said(plyd_foreign::excerpt(error))),
        None => Err(HandshakeRefusal::Foreign),
    }
}
