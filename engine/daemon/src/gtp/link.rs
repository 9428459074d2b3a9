use plyd_gtp::{GtpSession, SessionEnded};
use plyd_protocol::{ClientRequest, Command, Mode, OwnReply, parse_own_reply};
use plyd_session::{Engine, Pipe, Transport};
use std::sync::Arc;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf, duplex, split};
use tokio_util::sync::CancellationToken;

/// The bytes that may be on their way in each direction; a line may be longer.
const BUFFER: usize = 64 * 1_024;

/// The client's end of a session in this process. Dropping it ends the session.
#[derive(Debug)]
pub(super) struct SessionLink {
    input: WriteHalf<DuplexStream>,
    output: Lines<BufReader<ReadHalf<DuplexStream>>>,
}

impl SessionLink {
    /// Starts a session on the runtime.
    pub(super) fn start(engine: Arc<Engine>, shutdown: &CancellationToken) -> Self {
        let (ours, theirs) = duplex(BUFFER);
        let (reader, writer) = split(theirs);
        tokio::spawn(plyd_session::serve(engine, Pipe(reader), writer, Transport::Pipe, shutdown.clone()));
        let (output, input) = split(ours);
        Self { input, output: BufReader::new(output).lines() }
    }

    async fn send_all(&mut self, commands: impl Iterator<Item = &Command>) -> Result<(), SessionEnded> {
        let mut text = String::new();
        for command in commands {
            // A line break in an argument would be a command of its own.
            text.push_str(&ClientRequest { command, mode: Mode::Uci }.to_string().replace(['\n', '\r'], " "));
            text.push('\n');
        }
        self.input.write_all(text.as_bytes()).await.map_err(|_| SessionEnded)
    }
}

impl GtpSession for SessionLink {
    async fn ask(&mut self, commands: &[Command]) -> Result<Vec<String>, SessionEnded> {
        let is_search = matches!(commands.last(), Some(Command::Go(_)));
        let last = (!is_search).then_some(&Command::Uci);
        self.send_all(commands.iter().chain(last)).await?;
        let (mut lines, mut is_introduced) = (Vec::new(), false);
        loop {
            let line = self.line().await?;
            match parse_own_reply(&line) {
                OwnReply::UciOk if is_introduced => return Ok(lines),
                OwnReply::Name => is_introduced = true,
                OwnReply::BestMove(_) if is_search => {
                    lines.push(line);
                    return Ok(lines);
                }
                _ if is_introduced => {}
                _ => lines.push(line),
            }
        }
    }

    async fn send(&mut self, command: &Command) -> Result<(), SessionEnded> {
        self.send_all(std::iter::once(command)).await
    }

    async fn line(&mut self) -> Result<String, SessionEnded> {
        match self.output.next_line().await {
            Ok(Some(line)) => Ok(line.trim_end().to_owned()),
            Ok(None) | Err(_) => Err(SessionEnded),
        }
    }
}
