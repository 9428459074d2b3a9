//! The commands at the prompt.

/// A line that was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Typing {
    Help,
    Rules,
    Moves,
    Hint,
    Eval,
    Board,
    Fen,
    Line,
    Undo,
    New,
    Switch,
    /// With the name of a file.
    Save(String),
    Quit,
    /// A move: any other text.
    Move(String),
}

/// A command of one word: its words, what it does, and what it is.
struct TypedCommandRow {
    words: &'static [&'static str],
    meaning: &'static str,
    command: Typing,
}

const ROWS: &[TypedCommandRow] = &[
    row(&["rules"], "prints the rules of the game", Typing::Rules),
    row(&["moves"], "lists the legal moves", Typing::Moves),
    row(&["hint"], "shows the move that plyd would play", Typing::Hint),
    row(&["eval"], "shows the value of the position, without a search", Typing::Eval),
    row(&["board", "d"], "shows the board again", Typing::Board),
    row(&["fen"], "prints the position, as --position takes it", Typing::Fen),
    row(&["line"], "prints the game so far, as --position takes it", Typing::Line),
    row(&["undo"], "takes back your last move and the reply to it", Typing::Undo),
    row(&["switch"], "changes sides: plyd takes over yours", Typing::Switch),
    row(&["new"], "begins a new game", Typing::New),
    row(&["help", "?"], "prints this list", Typing::Help),
    row(&["quit", "exit"], "ends the program, as Ctrl-D does", Typing::Quit),
];

const SAVE: &str = "save";
/// Before a word it says that a command is meant, where the game has a move of that name.
const MARK: char = ':';

const fn row(words: &'static [&'static str], meaning: &'static str, command: Typing) -> TypedCommandRow {
    TypedCommandRow { words, meaning, command }
}

impl Typing {
    /// Reads a line; `None` if it is blank. Commands may be in upper or lower case. `is_move` says whether the line is
    /// a legal move; such a line is a move even if it is also a command.
    ///
    /// # Errors
    /// Errors of `is_move`.
    pub(crate) fn read<E>(line: &str, is_move: impl FnOnce(&str) -> Result<bool, E>) -> Result<Option<Self>, E> {
        let line = line.trim();
        let command = Self::of_words(line.strip_prefix(MARK).unwrap_or(line));
        Ok(match command {
            None | Some(Self::Move(_)) => Self::of_words(line),
            Some(_) if is_move(line)? => Some(Self::Move(line.to_owned())),
            command => command,
        })
    }

    fn of_words(line: &str) -> Option<Self> {
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (first, rest) = (first.to_lowercase(), rest.trim().to_owned());
        if first.is_empty() {
            return None;
        }
        if first == SAVE {
            return Some(Self::Save(rest));
        }
        let known = ROWS.iter().find(|row| rest.is_empty() && row.words.contains(&first.as_str()));
        Some(known.map_or_else(|| Self::Move(line.to_owned()), |row| row.command.clone()))
    }

    /// All words that begin a command.
    pub(crate) fn words() -> impl Iterator<Item = &'static str> {
        ROWS.iter().flat_map(|row| row.words).copied().chain([SAVE])
    }

    /// A line for each command.
    pub(crate) fn help() -> String {
        let mut rows: Vec<(String, &str)> = ROWS.iter().map(|row| (row.words.join(", "), row.meaning)).collect();
        rows.insert(0, ("a move".to_owned(), "plays it, in any spelling that the game knows"));
        rows.insert(rows.len() - 2, ("save FILE".to_owned(), "adds the game to the end of a PGN file"));
        rows.push((format!("{MARK}WORD"), "is the command, if WORD is a legal move as well"));
        rows.iter().map(|(usage, meaning)| format!("{usage:<12}{meaning}\n")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_commands_and_all_else_is_a_move() {
        let read = |line| Typing::read(line, |line| Ok::<_, ()>(line == "d")).unwrap();
        assert_eq!(read("  "), None);
        assert_eq!(read(" Undo "), Some(Typing::Undo));
        assert_eq!(read("save  my game.pgn "), Some(Typing::Save("my game.pgn".into())));
        assert_eq!(read("P@b2"), Some(Typing::Move("P@b2".into())));
        assert_eq!(read("hint 3"), Some(Typing::Move("hint 3".into())));
        assert_eq!(read("d"), Some(Typing::Move("d".into())));
        assert_eq!(read(":d"), Some(Typing::Board));
        assert_eq!(read(":undo"), Some(Typing::Undo));
        assert_eq!(read(":b2"), Some(Typing::Move(":b2".into())));
    }

    #[test]
    fn help_tells_every_word() {
        let help = Typing::help();
        assert!(Typing::words().all(|word| help.contains(word)), "{help}");
    }
}
