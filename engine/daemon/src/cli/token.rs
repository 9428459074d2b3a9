//! `plyd token`: the file of the tokens of a server.

use super::command::{CliCommand, GAMES, Isolates, RunCommand};
use super::examples::example;
use super::groups::CommandGroup;
use super::program::Program;
use super::standard_output::print;
use anyhow::{Context, ensure};
use clap::{Args, Subcommand};
use plyd_foreign::{HAND_WRITTEN, NeededAccess, bytes_of, open_private_or_pipe};
use plyd_protocol::ClientRights;
use plyd_server::{Token, TokenFile};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub(super) const COMMAND: CliCommand = CliCommand {
    name: "token",
    group: CommandGroup::Server,
    summary: "Make, list and revoke the tokens that clients of a server need",
    details: "A running server notices a change of its token file within seconds.",
    document: Some(("Tokens", "server.md#tokens")),
    examples: &[
        example("plyd token new laptop --tokens tokens --output token", "a new token, in the file `token`"),
        example("plyd token list --tokens tokens", "all tokens of a server"),
        example("plyd token revoke laptop --tokens tokens", "ends a token and its sessions"),
    ],
    idle: GAMES,
    isolates: Isolates::Nothing,
    ..CliCommand::of::<TokenCommand>()
};

#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
pub(super) struct TokenCommand {
    #[command(subcommand)]
    action: TokenAction,
}

#[derive(Debug, Subcommand)]
enum TokenAction {
    /// Make a token, add it to the file, and print it; it is only shown once
    New(NewToken),
    /// List the tokens by name, with their rights
    List,
    /// Remove a token from the file; a running server ends its sessions within ten seconds
    Revoke(Revoke),
}

#[derive(Debug, Args)]
struct NewToken {
    /// A name for the token, such as the name of a machine
    #[arg(value_name = "NAME")]
    name: String,
    /// The rights of its owner: watch, play, metrics and admin, separated by commas
    #[arg(long, value_name = "RIGHTS", default_value = "play")]
    rights: ClientRights,
    /// Write the token into this new file, which only you can read, instead of printing it
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Debug, Args)]
struct Revoke {
    /// The name of the token
    #[arg(value_name = "NAME")]
    name: String,
}

/// The file of the flag or of the settings.
fn token_file(program: &Program) -> anyhow::Result<PathBuf> {
    let path = program.settings()?.server.token_file;
    ensure!(
        !path.as_os_str().is_empty(),
        "no token file is named; give --tokens FILE, or the setting server.token-file"
    );
    Ok(path)
}

impl RunCommand for TokenCommand {
    fn run(self: Box<Self>, program: &Program) -> anyhow::Result<ExitCode> {
        match &self.action {
            TokenAction::New(new) => new.run(program)?,
            TokenAction::List => list(&token_file(program)?)?,
            TokenAction::Revoke(Revoke { name }) => {
                TokenFile::change(&token_file(program)?, false, |file| file.remove(name))?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl NewToken {
    fn run(&self, program: &Program) -> anyhow::Result<()> {
        let (path, name) = (token_file(program)?, &self.name);
        let token = Token::new().context("the system's generator of random numbers fails")?;
        TokenFile::change(&path, true, |file| file.add(name, self.rights, &token))?;
        if let Err(error) = self.deliver(&token) {
            // No one has it.
            TokenFile::change(&path, false, |file| file.remove(name))?;
            return Err(error);
        }
        if self.output.is_none() {
            program.hint(&format!(
                "This is the token `{name}`; it is not shown again. Keep it in a file that only you can read."
            ));
        }
        Ok(())
    }

    fn deliver(&self, token: &Token) -> anyhow::Result<()> {
        let line = format!("{}\n", token.reveal());
        match &self.output {
            None => Ok(print(&line)?),
            Some(path) => write_new(path, &line).with_context(|| format!("cannot write {}", path.display())),
        }
    }
}

/// Writes a new file that only its owner can read.
fn write_new(path: &Path, text: &str) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
    written.inspect_err(|_| {
        // It is this command's own, and of no use.
        let _ = fs::remove_file(path);
    })
}

fn list(path: &Path) -> anyhow::Result<()> {
    let file = TokenFile::read(path)?;
    let width = file.entries().iter().map(|entry| entry.name.len()).max().unwrap_or_default();
    let lines = file.entries().iter().map(|entry| format!("{:width$}  {}\n", entry.name, entry.rights));
    Ok(print(&lines.collect::<String>())?)
}

/// Reads the one token of a client, from a file or a pipe that only its owner can read.
///
/// # Errors
/// It cannot be read, others can read it, or it contains something else.
pub(super) fn read_token(path: &Path) -> anyhow::Result<Token> {
    let is_token = path.to_str().is_some_and(|text| text.parse::<Token>().is_ok());
    ensure!(!is_token, "--token needs the file of a token, not the token: others can read the arguments of a program");
    let what = || format!("cannot use the token of {}", path.display());
    let file = open_private_or_pipe(path, NeededAccess::Private).with_context(what)?;
    let bytes = bytes_of(file, HAND_WRITTEN).with_context(what)?;
    let text = String::from_utf8(bytes).unwrap_or_default();
    text.trim().parse::<Token>().with_context(what)
}
