//! `--from`: a position from a file that another program wrote, for all commands that take a position.
//!
//! It is not called `--record`, which is the record of a match. A file is looked at before a library is loaded, as it
//! may name its game. Then the library reads its moves, as it does for `read`.

use super::paths::given_path;
use super::program::{Program, start};
use super::standard_output::is_named;
use crate::errand::{Errand, ErrandResult, ErrandWorkers, GameSource};
use crate::settings::PlydSettings;
use anyhow::{Context, bail, ensure};
use clap::Args;
use plyd_arena::LARGEST_OPENINGS;
use plyd_foreign::{bytes_of, one_line_of, read, shown};
use plyd_formats::go::GameRecord;
use plyd_formats::pgn::{AnnotatedGame, PgnFile};
use plyd_formats::{LinesFile, Place, Text, Warnings, packed, sgf};
use plyd_host::Library;
use plyd_protocol::{ClientRequest, Command, Mode, PositionText, quote};
use plyd_session::record::MainLine;
use plyd_session::{Engine, PluginIsolation, SettingRefused, client_name, find_game};
use std::ffi::OsStr;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

/// So many warnings about a file are printed.
const MOST_WARNINGS: usize = 20;

/// The longest warning, in characters; the name of the file is part of it.
const LONGEST_WARNING: usize = 600;

/// The most games of a text in which tags are looked for.
const LOOKED_AT: usize = 8;

/// The number of bytes that are enough to recognise SGF.
const HEAD: usize = 4 << 10;

/// The games of PGN that names none, and of SGF.
const CHESS: &str = "chess";
const GO: &str = "go";

/// A file with a position, in the place of `--position`.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct PositionFile {
    /// Take the position from this file of another program, or `-` for standard input: PGN, SGF for go, or lines with
    /// FEN, EPD or moves
    #[arg(long, value_name = "FILE", value_parser = given_path(), conflicts_with = "position")]
    from: Option<PathBuf>,
    /// The number of the game in the file, or of the line in a list, counted from 1 [default: the first]
    #[arg(long, value_name = "N", requires = "from", value_parser = clap::value_parser!(u32).range(1..))]
    game_number: Option<u32>,
    /// Take the position after N moves of the game [default: at the end of its main line]
    #[arg(long, value_name = "N", requires = "from")]
    ply: Option<u32>,
}

impl PositionFile {
    /// Whether it is standard input.
    pub(super) fn is_input(&self) -> bool {
        self.from.as_deref().is_some_and(is_named)
    }

    /// Reads the file, if there is one, as far as that needs no library.
    ///
    /// # Errors
    /// It cannot be read, or has no such game.
    pub(super) fn read(&self) -> anyhow::Result<Option<ParsedFile>> {
        let Some(path) = &self.from else { return Ok(None) };
        let (name, bytes) = if is_named(path) {
            ("standard input".to_owned(), bytes_of(io::stdin().lock(), LARGEST_OPENINGS))
        } else {
            (shown(path), read(path, LARGEST_OPENINGS))
        };
        let bytes = bytes.with_context(|| format!("cannot read {name}"))?;
        if let Some(reason) = packed(&bytes) {
            bail!("cannot read {name}: {reason}");
        }
        let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default().to_ascii_lowercase();
        let (number, ply) = (self.game_number.map(|number| number as usize), self.ply.map(|ply| ply as usize));
        let mut file = PositionFileArgument { name, number, ply, warnings: Vec::new() };
        let content = file.content_of(&ending, bytes)?;
        Ok(Some(ParsedFile { file, content }))
    }
}

/// A file that was read, but for the meaning of its moves.
#[derive(Debug)]
pub(super) struct ParsedFile {
    file: PositionFileArgument,
    content: PositionFileContent,
}

/// What is in a file.
#[derive(Debug)]
enum PositionFileContent {
    /// A game of PGN.
    Game(AnnotatedGame),
    /// A record in SGF.
    Go(GameRecord),
    /// A list of positions or moves, or one position or game without tags.
    Lines(LinesFile),
}

/// A file, and what is wanted of it.
#[derive(Debug)]
struct PositionFileArgument {
    name: String,
    /// The number of the game, from 1, if one was chosen.
    number: Option<usize>,
    ply: Option<usize>,
    /// What is to be said about it.
    warnings: Vec<String>,
}

impl PositionFileArgument {
    /// What the bytes are, by the ending of the name and by themselves.
    fn content_of(&mut self, ending: &str, bytes: Vec<u8>) -> anyhow::Result<PositionFileContent> {
        let head = Text::decode(bytes[..bytes.len().min(HEAD)].to_vec());
        if ending == "sgf" || sgf::is_record(head.as_str()) {
            let (name, is_first) = (&self.name, self.number.is_none_or(|number| number == 1));
            ensure!(is_first, "{name} is SGF, of which the first game is read; leave --game-number out");
            let of_name = || format!("{name} cannot be read as SGF of go, the one game whose SGF is read");
            let mut record = GameRecord::read_moves(bytes, self.plies()).with_context(of_name)?;
            self.warnings.append(&mut record.warnings);
            return Ok(PositionFileContent::Go(record));
        }
        let text = Text::decode(bytes);
        self.warnings.extend(text.note());
        let mut quotes = Warnings::default();
        let text = text.without_quotes(&mut quotes);
        self.warnings.extend(quotes.kept().iter().map(ToString::to_string));
        let games = PgnFile::of(text);
        let mut first = (0..games.len()).take(LOOKED_AT).map(|index| games.game(index));
        if ending == "pgn" || first.any(|game| game.is_ok_and(|game| !game.tags.is_empty())) {
            return Ok(PositionFileContent::Game(self.game_of(&games)?));
        }
        let lines = LinesFile::of(games.text().clone());
        self.warnings.extend(lines.warnings().kept().iter().map(ToString::to_string));
        ensure!(!lines.is_empty(), "{} has neither a position nor moves", self.name);
        Ok(PositionFileContent::Lines(lines))
    }

    fn game_of(&mut self, games: &PgnFile) -> anyhow::Result<AnnotatedGame> {
        ensure!(!games.is_empty(), "{} has no game", self.name);
        self.warnings.extend(games.warnings().kept().iter().map(ToString::to_string));
        let index = self.chosen(games.len(), "games")?;
        games.game(index).with_context(|| self.place())
    }

    /// The index of the chosen one of this many games or lines.
    fn chosen(&mut self, count: usize, all: &str) -> anyhow::Result<usize> {
        let number = self.number.unwrap_or(1);
        ensure!(number <= count, "--game-number goes from 1 to {count} in {}", self.name);
        if self.number.is_none() && count > 1 {
            let text = format!("there are {count} {all}, and the first one is read; --game-number chooses another");
            self.warnings.push(text);
        }
        Ok(number - 1)
    }

    /// The file, and the game of it if one was chosen.
    fn place(&self) -> String {
        let name = &self.name;
        self.number.map_or_else(|| name.clone(), |number| format!("{name}, game {number}"))
    }

    /// The most plies that are read. What comes later may be wrong.
    fn plies(&self) -> usize {
        self.ply.unwrap_or(usize::MAX)
    }

    /// Refuses a main line of this many plies if the chosen ply is not in it.
    fn check_ply(&self, count: usize) -> anyhow::Result<()> {
        let is_there = self.ply.is_none_or(|ply| ply <= count);
        ensure!(is_there, "--ply goes from 0 to {count} in {}, as its main line is that long", self.place());
        Ok(())
    }

    /// The chosen line of a list. Without a choice all lines may be one game or one position.
    fn line_of(
        &mut self,
        lines: &LinesFile,
        read: &mut dyn FnMut(GameSource, usize) -> anyhow::Result<MainLine>,
    ) -> anyhow::Result<MainLine> {
        let plies = self.plies();
        let source_of = |index| {
            let (line, place) = lines.line(index);
            GameSource::Text(line.to_owned(), place)
        };
        let whole = || GameSource::Text(lines.without_head().as_str().to_owned(), Place::START);
        let read = if self.number.is_some() || lines.len() == 1 {
            read(source_of(self.chosen(lines.len(), "lines")?), plies)
        } else if is_one_game(lines) {
            read(whole(), plies)
        } else {
            match read(source_of(0), plies) {
                Ok(line) => {
                    self.chosen(lines.len(), "lines")?;
                    Ok(line)
                }
                // A tree may have many lines.
                Err(refused) => read(whole(), plies).map_err(|_| refused),
            }
        };
        read.with_context(|| self.name.clone())
    }

    /// Prints the remarks on the file, and the number of warnings that were not kept.
    fn print_warnings(&self, program: &Program, more: usize) {
        for warning in self.warnings.iter().take(MOST_WARNINGS) {
            program.hint(&one_line_of(&format!("plyd: {}: {warning}", self.name), LONGEST_WARNING));
        }
        let more = more.saturating_add(self.warnings.len().saturating_sub(MOST_WARNINGS));
        if more > 0 {
            program.hint(&format!("plyd: there are {more} more warnings like these"));
        }
    }
}

impl ParsedFile {
    /// The game that the file names.
    fn named_game(&self) -> Option<String> {
        match &self.content {
            PositionFileContent::Go(_) => Some(GO.to_owned()),
            PositionFileContent::Game(game) => game.variant().as_ref().map(|variant| variant.game().to_owned()),
            PositionFileContent::Lines(_) => None,
        }
    }

    /// The game of the file: the one that it names, or else chess if it has tags, as PGN is the notation of chess.
    fn likely_game(&self) -> Option<String> {
        let has_tags = matches!(&self.content, PositionFileContent::Game(game) if !game.tags.is_empty());
        self.named_game().or_else(|| has_tags.then(|| CHESS.to_owned()))
    }

    /// Begins to log, and finds the games, which are loaded into this process or by children. If the command line names
    /// no game, it is that of the file.
    ///
    /// # Errors
    /// The settings are wrong, or no such game is loaded.
    pub(super) fn start(&self, program: &Program) -> anyhow::Result<(PlydSettings, Arc<Engine>)> {
        let mut overlay = program.flags.overlay();
        let game = if program.flags.game().is_none() { self.likely_game() } else { None };
        if let Some(game) = &game {
            overlay.set("game", game.as_str());
        }
        let settings = program.settings_with(overlay)?;
        let isolation = settings.plugins.isolation.or(PluginIsolation::Foreign);
        start(settings, 0, isolation).map_err(|error| {
            let is_of_game = matches!(error.downcast_ref::<SettingRefused>(), Some(SettingRefused::Game(_)));
            match game.filter(|_| is_of_game) {
                Some(game) => error.context(format!("{} is a game of {}", self.file.name, quote(&game))),
                None => error,
            }
        })
    }

    /// The position of the file, read by a library for which there is a helper. Warnings are printed.
    ///
    /// # Errors
    /// The file is of another game, or has no such position.
    pub(super) fn take(
        mut self,
        (engine, helpers): (&Engine, &mut ErrandWorkers),
        library: Arc<Library>,
        program: &Program,
    ) -> anyhow::Result<FilePosition> {
        let games = engine.games();
        if let Some(named) = self.named_game() {
            let is_of_game = find_game(&games.catalog, &named).is_ok_and(|game| game.id() == library.id());
            let (name, named, chosen) = (&self.file.name, quote(&named), library.id());
            ensure!(
                is_of_game,
                "{name} is a game of {named}, and the chosen game is `{chosen}`; choose that of the file"
            );
        }
        let options = games.options.of_game(&library);
        let mut read =
            |source, plies| match helpers.run(&library, Errand::Read { source, options: options.clone(), plies })? {
                ErrandResult::Line(line) => Ok(line),
                _ => Err(ErrandResult::unexpected()),
            };
        let plies = self.file.plies();
        let line = match self.content {
            PositionFileContent::Go(record) => {
                self.file.check_ply(record.moves())?;
                read(GameSource::Go(record), plies).with_context(|| self.file.name.clone())?
            }
            PositionFileContent::Game(game) => {
                let line = read(GameSource::Game(game), plies).with_context(|| self.file.place())?;
                self.file.check_ply(line.moves.len())?;
                line
            }
            PositionFileContent::Lines(lines) => {
                let line = self.file.line_of(&lines, &mut read)?;
                self.file.check_ply(line.moves.len())?;
                line
            }
        };
        self.file.warnings.extend(line.warnings.iter().map(ToString::to_string));
        self.file.print_warnings(program, line.more_warnings);
        let setup = Some(line.setup).filter(|setup| !setup.is_empty());
        let text = PositionText { setup, moves: line.moves.iter().collect() };
        Ok(FilePosition { library, options: line.options, text })
    }
}

/// Whether lines are one game: one of them begins with the number of a later move. The number of a position in a list
/// has a board behind it.
fn is_one_game(lines: &LinesFile) -> bool {
    (1..lines.len()).any(|index| {
        let (line, _) = lines.line(index);
        let behind = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let number = &line[..line.len() - behind.len()];
        let next = behind.trim_start_matches('.').split_whitespace().next();
        !matches!(number, "" | "1") && behind.starts_with('.') && !next.is_some_and(|word| word.contains('/'))
    })
}

/// A position, with its game and the rules of that.
#[derive(Debug)]
pub(in crate::cli) struct FilePosition {
    pub(in crate::cli) library: Arc<Library>,
    /// The options of the game: from the file, or else as they were set.
    pub(in crate::cli) options: Vec<(String, String)>,
    pub(in crate::cli) text: PositionText,
}

impl FilePosition {
    /// The lines that set it up in a session of its game, and another one.
    pub(in crate::cli) fn then(&self, line: &str) -> String {
        let options = self.options.iter().filter_map(|(name, value)| {
            let name = client_name(&self.library, self.library.option(name)?);
            Some(Command::SetOption { name, value: Some(value.clone()) })
        });
        let mut script = String::new();
        for command in options.chain([Command::Position(self.text.clone())]) {
            script.push_str(&format!("{}\n", ClientRequest { command: &command, mode: Mode::Uci }));
        }
        script + line + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_may_have_many_lines() {
        let is_one = |text: &str| is_one_game(&LinesFile::of(Text::of_str(text)));
        assert!(is_one("1. e4 e5\n2. Nf3 Nc6 1/2-1/2") && is_one("1. e4\ne5\n12... Nf3"));
        assert!(!is_one("1. e4 e5\n1. d4 d5") && !is_one("e2e4\nd2d4") && !is_one("2. e4"));
        assert!(!is_one("1. 8/8 w - -\n2. 8/8 b - -") && !is_one("3 5\n2 9"));
    }
}
