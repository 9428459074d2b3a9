//! Games that somebody has written: `read` answers them as JSON, with their tags and the tree of their moves, and
//! [`main_line_of_game`] and [`main_line_of_text`] give the command line the moves of one.

mod answer;
mod go;
mod main_line;
mod notes;
mod replay;

pub use go::by_looser_rules;
pub use main_line::{MainLine, main_line_of_game, main_line_of_text};

use crate::position::PositionRefused;
use answer::RecordJson;
use notes::RecordNotes;
use plyd_formats::pgn::{AnnotatedGame, PgnFile, Tag};
use plyd_formats::sgf::is_record;
use plyd_formats::{
    FormatError, LinesFile, Place, PositionSetup, Text, Variant, Warnings, is_invisible, is_remark, setups,
};
use plyd_host::{Library, OpenError, Position};
use plyd_protocol::{ErrorCode, Reply, excerpt, quote};
use replay::{RecordError, ReplayedGame};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The option of chess that the variant Chess960 means.
const CHESS960: &str = "UCI_Chess960";

/// The word between a setup and its moves in a line `position`.
const MOVES: &str = "moves";

/// The text of a `read`, and what the session knows about it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RecordToRead {
    pub(crate) text: String,
    /// The values set for the options of the session's game. A text without tags is read with them.
    pub(crate) options: Vec<(String, String)>,
    /// The game of a text that has tags and names no game.
    pub(crate) usual: String,
}

impl RecordToRead {
    /// The line that answers. It has the moves if they are of the game of this library.
    ///
    /// # Errors
    /// The text is no game that can be read, or the library failed.
    pub(crate) fn read(
        &self,
        library: &Arc<Library>,
        is_given_up: &dyn Fn() -> bool,
    ) -> Result<Reply, PositionRefused> {
        let text = Text::of_str(&self.text);
        let mut quotes = Warnings::default();
        // A text within a record may quote a letter.
        let text = if is_record(text.as_str()) { text } else { text.without_quotes(&mut quotes) };
        if text.as_str().chars().all(|letter| letter.is_whitespace() || is_invisible(letter)) {
            return Err(bad(Place::START, "there is no text; a game is PGN, SGF, moves, or a line `position ...`"));
        }
        let mut notes = RecordNotes::default();
        notes.add_all(&quotes);
        if is_record(text.as_str()) {
            let reading = RecordReader { library, plies: None, is_given_up, notes };
            return Ok(Reply::Read(RecordJson::of(reading.go(&text)?).to_json()));
        }
        let lines = LinesFile::of(text);
        notes.add_all(lines.warnings());
        let reading = RecordReader { library, plies: None, is_given_up, notes: notes.clone() };
        let read = match first_game(lines.without_head(), &mut notes) {
            Ok(game) if !game.tags.is_empty() => self.tagged(RecordReader { notes, ..reading }, game),
            // What is no game may be a position.
            game => reading.untagged(UntaggedRecord { lines, game, notes }, self.options.clone()),
        };
        Ok(Reply::Read(RecordJson::of(read?).to_json()))
    }

    /// A game with tags, which name the game that it is of.
    fn tagged(&self, reading: RecordReader<'_>, game: AnnotatedGame) -> Result<ReadRecord, PositionRefused> {
        let variant = game.variant();
        let id = variant.as_ref().map_or(self.usual.as_str(), Variant::game);
        if id == reading.library.id() {
            return reading.tagged(game, Vec::new());
        }
        let setup = game.setup().map_or_else(String::new, |tag| tag.value.trim().to_owned());
        let options = options_of(&game);
        let (id, written) = (id.to_owned(), setup.clone());
        Ok(ReadRecord { id, options, setup, written, replay: None, game, notes: reading.notes })
    }
}

/// A game that was read.
struct ReadRecord {
    /// The id of the game that it is of.
    id: String,
    options: Vec<(String, String)>,
    /// What it begins with; empty for the start position of the game.
    setup: String,
    /// The same as it is written, by which it was opened.
    written: String,
    game: AnnotatedGame,
    /// `None` if it is of another game than the library's.
    replay: Option<ReplayedGame>,
    notes: RecordNotes,
}

/// A text without tags.
struct UntaggedRecord {
    lines: LinesFile,
    /// The text as moves, with what is to be said about them.
    game: Result<AnnotatedGame, PositionRefused>,
    notes: RecordNotes,
}

/// A text while it is read.
struct RecordReader<'a> {
    library: &'a Arc<Library>,
    /// So many moves of the main line are read, or all of them if there are fewer; `None`: variations too.
    plies: Option<usize>,
    is_given_up: &'a dyn Fn() -> bool,
    notes: RecordNotes,
}

/// Where a game begins.
struct RecordStart {
    position: Position,
    /// As the game writes it; empty for the start position of the game.
    setup: String,
    /// As it was opened.
    written: String,
}

impl RecordStart {
    /// The start position of the game.
    fn of_game(library: &Arc<Library>, options: &[(String, String)]) -> Result<Self, PositionRefused> {
        let position = Position::open(library, options, "")?;
        Ok(Self { position, setup: String::new(), written: String::new() })
    }

    /// The first of these setups that the game accepts, in the game's own notation; within, why it refuses the first
    /// one.
    fn of_setups(
        library: &Arc<Library>,
        options: &[(String, String)],
        setups: impl IntoIterator<Item = PositionSetup>,
    ) -> Result<Result<(Self, PositionSetup), String>, PositionRefused> {
        let mut refusal = None;
        for setup in setups {
            match Position::open(library, options, &setup.text) {
                Ok(position) => {
                    let start = Self { setup: position.setup()?, written: setup.text.clone(), position };
                    return Ok(Ok((start, setup)));
                }
                Err(OpenError::Refused(reason)) => refusal = refusal.or(Some(excerpt(&reason))),
                Err(OpenError::Fault(fault)) => return Err(fault.into()),
            }
        }
        Ok(Err(refusal.unwrap_or_default()))
    }
}

impl RecordReader<'_> {
    /// A game of this library with tags. Beside the options that they name, it has these.
    fn tagged(mut self, game: AnnotatedGame, others: Vec<(String, String)>) -> Result<ReadRecord, PositionRefused> {
        let named = options_of(&game);
        let is_named = |name: &str| named.iter().any(|(known, _)| known.eq_ignore_ascii_case(name));
        let mut options: Vec<_> = others.into_iter().filter(|(name, _)| !is_named(name)).collect();
        options.extend(named);
        let place = game.tag("Options").map_or(Place::START, |tag| tag.place);
        let options = accepted(self.library, options, |reason| self.notes.add(place, reason));
        let start = match game.setup() {
            Some(tag) => self.of_fen(&options, tag)?,
            None => RecordStart::of_game(self.library, &options)?,
        };
        self.played(options, start, game).map_err(PositionRefused::from)
    }

    /// The position of a tag `FEN`.
    fn of_fen(&mut self, options: &[(String, String)], tag: &Tag) -> Result<RecordStart, PositionRefused> {
        let setups = setups(&tag.value).into_iter().filter(|setup| setup.moves.is_empty());
        let (start, setup) = RecordStart::of_setups(self.library, options, setups)?
            .map_err(|refusal| bad(tag.place, &format!("the position of the tag `FEN` is refused: {refusal}")))?;
        setup.changed.into_iter().for_each(|changed| self.notes.add(tag.place, changed));
        Ok(start)
    }

    /// A text without tags: a position, with moves or without, or moves from the start position, whichever the game
    /// accepts first.
    fn untagged(mut self, text: UntaggedRecord, options: Vec<(String, String)>) -> Result<ReadRecord, PositionRefused> {
        let UntaggedRecord { lines, game, notes } = text;
        if lines.is_empty() {
            let reason = "there are only remarks; a game is PGN, SGF, moves, or a line `position ...`";
            return Err(bad(Place::START, reason));
        }
        let (_, place) = lines.line(0);
        let line = joined(lines.all().map(|(line, _)| line));
        let bare = line.strip_prefix("position ").unwrap_or(&line);
        if bare == "startpos" || bare.starts_with("startpos moves") {
            let start = RecordStart::of_game(self.library, &options)?;
            return self.played_behind(&lines, options, start);
        }
        let refusal = match RecordStart::of_setups(self.library, &options, setups_of(&lines, &line))? {
            Ok((start, setup)) => {
                setup.changed.into_iter().for_each(|changed| self.notes.add(place, changed));
                return if setup.moves.is_empty() {
                    self.note_another(&lines, &options, &start)?;
                    self.played(options, start, AnnotatedGame::default()).map_err(PositionRefused::from)
                } else {
                    self.played_behind(&lines, options, start)
                };
            }
            Err(refusal) => refusal,
        };
        let neither = |place, reason: &str| {
            let text = format!("this is neither a position ({refusal}) nor moves from the start position ({reason})");
            bad(place, &text)
        };
        let game = game?;
        self.notes = notes;
        if game.nodes.is_empty() {
            return Err(neither(place, "there are none"));
        }
        let start = RecordStart::of_game(self.library, &options)?;
        // Without its first move, any text would be a game.
        self.plies = self.plies.map(|plies| plies.max(1));
        self.played(options, start, game).map_err(|wrong| match wrong {
            RecordError::Move { place, reason, number: 1 } => neither(place, &reason),
            wrong => wrong.into(),
        })
    }

    /// Notes a second line of which nothing was read. A reader of EPD takes it for operations, which end with a
    /// semicolon.
    fn note_another(
        &mut self,
        lines: &LinesFile,
        options: &[(String, String)],
        start: &RecordStart,
    ) -> Result<(), PositionRefused> {
        if lines.len() < 2 {
            return Ok(());
        }
        let opened = |line| RecordStart::of_setups(self.library, options, setups(line));
        // A tree may have many lines, each of which is one by itself.
        let is_whole = opened(lines.line(0).0)?.is_ok_and(|(first, _)| first.setup == start.setup);
        if !is_whole {
            return Ok(());
        }
        let (second, place) = lines.line(1);
        match opened(second)? {
            Ok(_) => {
                let text = "this is another position, and is left out; only the first one is read".to_owned();
                self.notes.add(place, text);
            }
            Err(reason) if !second.ends_with(';') => {
                let text = format!("this is no position ({reason}), and is left out; only the first line is read");
                self.notes.add(place, text);
            }
            Err(_) => {}
        }
        Ok(())
    }

    /// A line `position`, of which only the moves are still to be read.
    fn played_behind(
        mut self,
        lines: &LinesFile,
        options: Vec<(String, String)>,
        start: RecordStart,
    ) -> Result<ReadRecord, PositionRefused> {
        let moves = only_moves(lines.without_head().as_str());
        let game = first_game(Text::of_str(&moves), &mut self.notes)?;
        self.played(options, start, game).map_err(PositionRefused::from)
    }

    fn played(
        mut self,
        options: Vec<(String, String)>,
        start: RecordStart,
        game: AnnotatedGame,
    ) -> Result<ReadRecord, RecordError> {
        let game = if self.plies.is_some() { game.without_variations() } else { game };
        let most = self.plies.unwrap_or(usize::MAX);
        let replay = ReplayedGame::of(&game, start.position, most, &mut self.notes, self.is_given_up)?;
        let (id, setup, written) = (self.library.id().to_owned(), start.setup, start.written);
        Ok(ReadRecord { id, options, setup, written, game, replay: Some(replay), notes: self.notes })
    }
}

/// The words of lines on one line.
fn joined<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let words = lines.flat_map(str::split_whitespace).map(|word| word.trim_matches(is_invisible));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The setups that lines may mean, which are `line` if they are joined. On one line a remark behind the content of a
/// line would hide the lines below, so that the first setups are those without such remarks.
fn setups_of(lines: &LinesFile, line: &str) -> Vec<PositionSetup> {
    let content =
        |line: &str| [" #", " //"].iter().fold(line.len(), |end, sign| line.find(sign).unwrap_or(end).min(end));
    let bare = joined(lines.all().map(|(line, _)| &line[..content(line)]));
    let mut found = if lines.len() > 1 && bare != line { setups(&bare) } else { Vec::new() };
    found.extend(setups(line));
    found
}

/// The first game of a text. What is to be said about it, and about what follows, is noted.
fn first_game(text: Text, notes: &mut RecordNotes) -> Result<AnnotatedGame, PositionRefused> {
    let games = PgnFile::of(text);
    notes.add_all(games.warnings());
    if games.is_empty() {
        return Ok(AnnotatedGame::default());
    }
    let game = games.game(0).map_err(|FormatError { place, text }| bad(place, &text))?;
    notes.add_all(&game.warnings);
    if games.len() > 1 {
        notes.add(games.place(1), format!("the text has {} games, and the first one is read", games.len()));
    }
    Ok(game)
}

/// The rules of a game, as its tags have them: `Options "Size=7; Ko=simple"`, and the variant Chess960.
fn options_of(game: &AnnotatedGame) -> Vec<(String, String)> {
    let value = game.tag("Options").map_or("", |tag| tag.value.as_str());
    let parts = value.split(';').filter_map(|part| part.split_once('='));
    let mut options: Vec<_> = parts.map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned())).collect();
    if game.variant() == Some(Variant::Chess960) {
        options.retain(|(name, _)| !name.eq_ignore_ascii_case(CHESS960));
        options.push((CHESS960.to_owned(), "true".to_owned()));
    }
    options
}

/// Those of the options that the game has, as it writes them; `refused` is told of the others.
fn accepted(
    library: &Library,
    options: Vec<(String, String)>,
    mut refused: impl FnMut(String),
) -> Vec<(String, String)> {
    let mut accepted = Vec::new();
    for (name, value) in options {
        match library.option(&name).map(|option| (option, option.accept(&value))) {
            Some((option, Ok(value))) => accepted.push((option.name.clone(), value)),
            Some((_, Err(reason))) => refused(format!("the option is left out: {}", excerpt(&reason.to_string()))),
            None => refused(format!("{} has no option {}, which is left out", library.id(), quote(&name))),
        }
    }
    accepted
}

/// A line `position` with blanks in place of all that precedes its moves, so that these stay where they are.
fn only_moves(text: &str) -> String {
    let lines = text.lines().filter(|line| !is_remark(line));
    let words = lines.flat_map(str::split_whitespace);
    let mut places = words.map(|word| (word, word.as_ptr().addr() - text.as_ptr().addr()));
    let found = places.find(|&(word, _)| word == MOVES);
    let start = found.map_or(text.len(), |(word, offset)| offset + word.len());
    let blanks = text[..start].chars().map(|letter| if letter == '\n' { '\n' } else { ' ' });
    blanks.chain(text[start..].chars()).collect()
}

/// The text cannot be read.
fn bad(place: Place, reason: &str) -> PositionRefused {
    PositionRefused { code: ErrorCode::BadRead, text: format!("{place}: {reason}") }
}
