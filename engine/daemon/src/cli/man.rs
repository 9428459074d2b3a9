//! `plyd man`: man pages made from the help.

use super::command::{CliCommand, Isolates, RunCommand, SETTINGS};
use super::examples::Example;
use super::program::Program;
use super::standard_output::print;
use anyhow::{Context, bail};
use clap::Args;
use clap_mangen::roff::{Roff, bold, roman};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub(super) const COMMAND: CliCommand = CliCommand {
    name: "man",
    summary: "Print a man page, or write all of them into a folder",
    document: Some(("Install plyd", "installing.md")),
    idle: SETTINGS,
    isolates: Isolates::Nothing,
    ..CliCommand::of::<ManCommand>()
};

#[derive(Debug, Args)]
pub(super) struct ManCommand {
    /// The command whose page to print [default: plyd itself]
    #[arg(value_name = "COMMAND", conflicts_with = "output_dir")]
    command: Option<String>,
    /// Write all pages into this folder, as plyd.1, plyd-go.1 and further files; plyd creates the folder if necessary
    #[arg(long, value_name = "DIR")]
    output_dir: Option<PathBuf>,
}

impl RunCommand for ManCommand {
    fn run(self: Box<Self>, program: &Program) -> anyhow::Result<ExitCode> {
        let pages = pages(program)?;
        match (&self.output_dir, &self.command) {
            (Some(folder), _) => write(folder, &pages)?,
            (None, None) => print(&pages[0].text)?,
            (None, Some(command)) => {
                let file = format!("plyd-{command}.1");
                let Some(page) = pages.iter().find(|page| page.file == file) else {
                    bail!("plyd has no command `{command}`; `plyd --help` lists them all");
                };
                print(&page.text)?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// A man page, and the file it belongs in.
struct ManPage {
    file: String,
    text: String,
}

/// The page of the program, one of each command that help shows, and one of each part of a command.
fn pages(program: &Program) -> anyhow::Result<Vec<ManPage>> {
    // `plyd help COMMAND` says nothing that the page of the command does not.
    let mut line = (program.line)().disable_help_subcommand(true);
    line.build();
    let commands: Vec<_> = line.get_subcommands().cloned().collect();
    let mut pages = vec![page(line, (program.examples)(""))?];
    for command in commands {
        let parts: Vec<_> = command.get_subcommands().cloned().collect();
        let examples = (program.examples)(command.get_name());
        pages.push(page(command, examples)?);
        for part in parts.into_iter().filter(|part| part.get_name() != "help") {
            pages.push(page(part, &[])?);
        }
    }
    Ok(pages)
}

fn page(mut command: clap::Command, examples: &[Example]) -> anyhow::Result<ManPage> {
    // As help has it; the usual synopsis lists all flags there are.
    let usage = command.render_usage().to_string();
    let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage).to_owned();
    let command = command.override_usage(usage).subcommand_help_heading("COMMANDS");
    let command = command.after_help(None::<&str>).after_long_help(None::<&str>);
    let man = clap_mangen::Man::new(command);
    let mut rendered = Vec::new();
    man.render(&mut rendered)?;
    let mut text = String::new();
    for line in String::from_utf8(rendered)?.lines() {
        // An empty date, as of a build without a commit, would be left out, and what follows would take its place.
        let title = line.starts_with(".TH ").then(|| title(&man.get_filename()));
        text.push_str(title.as_deref().unwrap_or(line));
        text.push('\n');
    }
    if !examples.is_empty() {
        text.push_str(&section(examples));
    }
    Ok(ManPage { file: man.get_filename(), text })
}

/// The title line of the page in this file: name, section, date of the commit, version, manual.
fn title(file: &str) -> String {
    let name = file.trim_end_matches(".1").to_uppercase();
    let (date, version) = (env!("PLYD_BUILD_DATE"), env!("CARGO_PKG_VERSION"));
    format!(r#".TH "{name}" "1" "{date}" "plyd {version}" "User Commands""#)
}

fn section(examples: &[Example]) -> String {
    let mut roff = Roff::new();
    roff.control("SH", ["EXAMPLES"]);
    for Example { line, meaning } in examples {
        roff.control("TP", []).text([bold(*line)]).text([roman(*meaning)]);
    }
    roff.to_roff()
}

fn write(folder: &Path, pages: &[ManPage]) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    for ManPage { file, text } in pages {
        let path = folder.join(file);
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
