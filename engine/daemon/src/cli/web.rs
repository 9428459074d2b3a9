//! `plyd web`: the page, opened in a browser.

use super::command::{CliCommand, Isolates, RunCommand};
use super::examples::example;
use super::groups::CommandGroup;
use super::later_settings::LaterSettings;
use super::program::Program;
use super::serve::{ServeAddresses, serve};
use super::subject::GameOrAddress;
use super::web_page::{self, WebPage};
use crate::settings::PlydSettings;
use clap::Args;
use plyd_server::{ListenAddress, ServeError, WebSettings};
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::ExitCode;
use std::time::Duration;

/// How long another server may take to show its page.
const ANSWER_TIME: Duration = Duration::from_secs(2);

/// As much of an answer is read; the page is shorter.
const LONGEST_ANSWER: u64 = 64 << 10;

/// By this one knows the page.
const TITLE: &str = "<title>plyd</title>";

pub(super) const COMMAND: CliCommand = CliCommand {
    name: "web",
    group: CommandGroup::Play,
    summary: "Play any game on a page in your browser",
    details: "It serves the page on this machine and opens it in your browser. Ctrl-C ends it.",
    document: Some(("Play and analyse in a browser", "web.md")),
    examples: &[
        example("plyd web", "play in your browser"),
        example("plyd web chess", "start with chess"),
        example("plyd web --watch mygame", "your own game, rebuilt and reloaded at each save"),
        example("plyd web 127.0.0.1:8080 --no-browser", "on another port; open the address that it prints"),
    ],
    isolates: Isolates::Always,
    interrupted: Some(0),
    ..CliCommand::of::<WebCommand>()
};

#[derive(Debug, Args)]
pub(super) struct WebCommand {
    #[command(flatten)]
    place: GameOrAddress,
    /// Don't open a browser
    #[arg(long)]
    no_browser: bool,
    /// Load this game, and rebuild, check and reload it whenever it is saved: a library, a text that a library loads,
    /// or a folder with sources
    #[arg(long, value_name = "FILE|FOLDER")]
    watch: Option<String>,
}

impl RunCommand for WebCommand {
    fn run(self: Box<Self>, program: &Program) -> anyhow::Result<ExitCode> {
        let hangups = program.signals.end_with_terminal()?;
        let mut overlay = program.flags.overlay();
        if let Some(address) = self.place.address() {
            overlay.set("web.listen", address);
        }
        let sources = program.sources_with(overlay);
        let mut settings = PlydSettings::load(&sources)?;
        let later = LaterSettings::new(sources, &settings);
        if settings.web.listen.is_empty() {
            settings.web.listen = WebSettings::ADDRESS.to_owned();
        }
        let mut page = if self.no_browser { WebPage::told() } else { WebPage::opened() }?;
        page.begins_with_game = program.flags.game().is_some() || self.watch.is_some();
        let place = settings.web.address();
        // Only the page is served: another server may have the port for lines.
        let served = serve(
            program,
            hangups,
            settings,
            later,
            ServeAddresses { page: Some(page), watch: self.watch, ..ServeAddresses::default() },
        );
        served.or_else(|error| match place {
            Some(ListenAddress::Tcp(address)) if is_taken(&error, address) => tell_of_other(address, error),
            _ => Err(error),
        })
    }
}

/// Whether the server could not be started because another program has the address of the page.
fn is_taken(error: &anyhow::Error, page: SocketAddr) -> bool {
    let Some(ServeError::Listen { address, reason }) = error.downcast_ref() else { return false };
    *address == ListenAddress::Tcp(page) && reason.kind() == io::ErrorKind::AddrInUse
}

/// Says that the page is there already, if it is. It may be another user's, so it is not opened with the token of this
/// one.
fn tell_of_other(address: SocketAddr, error: anyhow::Error) -> anyhow::Result<ExitCode> {
    const OTHER_PORT: &str = "`plyd web 127.0.0.1:0` takes a free port";
    if !shows_page(address).unwrap_or(false) {
        return Err(error.context(format!("another program has the port; {OTHER_PORT}")));
    }
    let token = web_page::token_file().map(|file| file.display().to_string());
    // Standard error is for people; whether anyone reads it does not matter.
    let _ = writeln!(
        io::stderr(),
        "plyd: another plyd serves the page at http://{address}/ already; open that in a browser. If it asks for a token \
         and the plyd is yours, the token is in {}. {OTHER_PORT}",
        token.unwrap_or_else(|_| "the file web-token".to_owned())
    );
    Ok(ExitCode::SUCCESS)
}

/// Whether the page of a plyd is at this address.
fn shows_page(address: SocketAddr) -> io::Result<bool> {
    let mut stream = TcpStream::connect_timeout(&address, ANSWER_TIME)?;
    stream.set_read_timeout(Some(ANSWER_TIME))?;
    stream.set_write_timeout(Some(ANSWER_TIME))?;
    write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    let mut rest = stream.take(LONGEST_ANSWER);
    let mut piece = [0; 4 << 10];
    // A server that answers slowly for long is none.
    let deadline = std::time::Instant::now() + ANSWER_TIME;
    while std::time::Instant::now() < deadline {
        let count = rest.read(&mut piece)?;
        answer.extend_from_slice(&piece[..count]);
        if answer.windows(TITLE.len()).any(|text| text == TITLE.as_bytes()) {
            return Ok(true);
        }
        if count == 0 {
            break;
        }
    }
    Ok(false)
}
