//! A game against a person in the terminal.

mod lines;

use super::command::{CliCommand, RunCommand};
use super::command_language::languages;
use super::examples::example;
use super::groups::CommandGroup;
use super::position_argument::PositionArgument;
use super::position_file::FilePosition;
use super::program::Program;
use super::signals::{INTERRUPTED, Signals};
use super::standard_output::{self, StandardOutput};
use crate::errand::{
    Errand, ErrandEvent, ErrandResult, ErrandWorkers, GameToPlay, PersonSide, PlayFlags, TypedInput, Typing, Word,
};
use crate::styles::PROMPT;
use anstream::{AutoStream, ColorChoice};
use anstyle::Style;
use anyhow::{Context, anyhow, ensure};
use clap::Args;
use lines::LineSource;
use plyd_foreign::{absolute, append};
use plyd_host::Library;
use plyd_protocol::PositionText;
use plyd_session::{Engine, NO_GAME};
use std::convert::Infallible;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

/// The exit code for invalid arguments.
const WRONG_ARGUMENT: u8 = 2;

pub(super) const COMMAND: CliCommand = CliCommand {
    name: "play",
    group: CommandGroup::Play,
    summary: "Play a game against plyd in the terminal",
    document: Some(("Play a game in the terminal", "play.md")),
    examples: &[
        example("plyd play tictactoe", "you have the first move"),
        example("plyd play othello --side second", "plyd has the first move"),
        example("plyd play \"connect four\" --movetime 100", "plyd thinks for a tenth of a second"),
    ],
    ..CliCommand::of::<PlayCommand>()
};

#[derive(Clone, Debug, Args)]
pub(super) struct PlayCommand {
    #[command(flatten)]
    position: PositionArgument,
    #[command(flatten)]
    flags: PlayFlags,
}

impl RunCommand for PlayCommand {
    fn run(self: Box<Self>, program: &Program) -> anyhow::Result<ExitCode> {
        let file = &self.position.file;
        ensure!(!file.is_input(), "`plyd play` reads your moves from standard input; --from needs the name of a file");
        let (engine, mut helpers, taken) = program.start_with(file)?;
        play(&engine, &mut helpers, &self, taken, &program.signals)
    }
}

impl PlayCommand {
    /// The game in which they are played.
    fn game(
        &self,
        engine: &Engine,
        library: &Library,
        taken: Option<FilePosition>,
        is_terminal: bool,
    ) -> anyhow::Result<GameToPlay> {
        let all = &engine.games().options;
        let (text, options) = match taken {
            Some(taken) => (taken.text, taken.options),
            None => (PositionText::parse(self.position.text())?, all.of_game(library)),
        };
        let network = engine.networks.find(library, &all.search).map_err(anyhow::Error::msg)?;
        let (search, overhead) = (all.search.clone().with_network(network), all.move_overhead());
        let languages = languages(self.flags.lang.as_deref());
        Ok(GameToPlay { flags: self.flags.clone(), options, text, search, overhead, is_terminal, languages })
    }
}

/// Plays on standard input and output until the game is over, the person quits, or the input ends.
fn play(
    engine: &Engine,
    helpers: &mut ErrandWorkers,
    play: &PlayCommand,
    taken: Option<FilePosition>,
    signals: &Signals,
) -> anyhow::Result<ExitCode> {
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    // If a program reads the output or writes the input, there are no colours, even if the environment asks for them.
    let colours = if is_terminal { AutoStream::choice(&io::stdout()) } else { ColorChoice::Never };
    let has_colours = colours != ColorChoice::Never;
    let lines = if is_terminal {
        signals.restore_terminal()?;
        LineSource::edited(has_colours)?
    } else {
        LineSource::Plain(io::stdin().lock())
    };
    let output = StandardOutput::new(AutoStream::new(io::stdout(), colours));
    let library = engine.games().options.game.clone().context(NO_GAME)?;
    if let Err(error) = PersonSide::read(&play.flags.side, library.sides()) {
        // If standard error is closed, there is no way to report it.
        let _ = writeln!(io::stderr(), "plyd: --side: {error}");
        return Ok(ExitCode::from(WRONG_ARGUMENT));
    }
    let game = Box::new(play.game(engine, &library, taken, is_terminal)?);
    let style = if has_colours { PROMPT } else { Style::new() };
    let mut person = PersonTerminal { lines, output, style, file: None };
    match helpers.run_with(&library, Errand::Play(game), &mut |event| person.hear(event)) {
        Ok(ErrandResult::Played { is_interrupted: true }) => Ok(ExitCode::from(INTERRUPTED)),
        Err(error) if !standard_output::is_closed(&error) => Err(error),
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// The person who types, and reads.
struct PersonTerminal<I, O> {
    lines: LineSource<I>,
    output: O,
    /// What the prompt is wrapped in.
    style: Style,
    /// The file that the last line names, if it asks to save the game.
    file: Option<String>,
}

impl<I: BufRead, O: Write> PersonTerminal<I, O> {
    /// Shows what the game says, and answers what it asks.
    fn hear(&mut self, event: ErrandEvent) -> anyhow::Result<Option<Word>> {
        match event {
            ErrandEvent::Text(spans) => {
                for span in spans {
                    write!(self.output, "{span}")?;
                }
                Ok(None)
            }
            ErrandEvent::Ask { prompt, moves } => {
                let typed = self.lines.ask(&prompt, self.style, moves, &mut self.output)?;
                self.file = match &typed {
                    TypedInput::Line(line) => file_of(line),
                    TypedInput::End | TypedInput::Interrupted => None,
                };
                Ok(Some(Word::Typed(typed)))
            }
            ErrandEvent::Save(game) => {
                // The game may come from another process, which chooses no file.
                let saved = match self.file.take() {
                    Some(file) => append_to(&file, &game),
                    None => Err(anyhow!("no file was named")),
                };
                Ok(Some(Word::Saved(saved.map_err(|error| format!("{error:#}")))))
            }
            ErrandEvent::At(_) | ErrandEvent::Solving(_) | ErrandEvent::Remark(_) | ErrandEvent::Done(_) => Ok(None),
        }
    }
}

/// The file that a line names, if it asks to save the game.
fn file_of(line: &str) -> Option<String> {
    match Typing::read(line, |_| Ok::<_, Infallible>(false)) {
        Ok(Some(Typing::Save(file))) => Some(file),
        _ => None,
    }
}

/// Appends a game to a file.
fn append_to(file: &str, game: &str) -> anyhow::Result<()> {
    ensure!(!file.is_empty(), "save needs the name of a file, such as: save games.pgn");
    // A pipe may have no reader, and to open it would take for ever.
    let path = absolute(Path::new(file));
    let is_file = std::fs::metadata(&path).is_ok_and(|there| there.is_file());
    ensure!(is_file || !path.exists(), "{file} is not a file that games can be added to");
    let appended = append(&path).and_then(|mut output| output.write_all(game.as_bytes()));
    appended.with_context(|| format!("cannot write {file}"))
}
