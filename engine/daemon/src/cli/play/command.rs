//! What a person can type at the prompt.

/// A line that was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Help,
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
    /// Anything else is a move, and so is what follows the word `move`.
    Move(String),
}

/// A command of one word: its words, what it does, and what it is.
struct Row {
    words: &'static [&'static str],
    meaning: &'static str,
    command: Command,
}

const ROWS: &[Row] = &[
    row(&["moves"], "lists the legal moves", Command::Moves),
    row(&["hint"], "shows the move that plyd would play", Command::Hint),
    row(&["eval"], "shows the value of the position, without a search", Command::Eval),
    row(&["board", "d"], "shows the board again", Command::Board),
    row(&["fen"], "prints the position, as --position takes it", Command::Fen),
    row(&["line"], "prints the game so far, as --position takes it", Command::Line),
    row(&["undo"], "takes back your last move and the reply to it", Command::Undo),
    row(&["switch"], "changes sides: plyd goes on with yours", Command::Switch),
    row(&["new"], "begins a new game", Command::New),
    row(&["help", "?"], "prints this list", Command::Help),
    row(&["quit", "exit"], "ends the program, as Ctrl-D does", Command::Quit),
];

const SAVE: &str = "save";
const MOVE: &str = "move";

const fn row(words: &'static [&'static str], meaning: &'static str, command: Command) -> Row {
    Row { words, meaning, command }
}

impl Command {
    /// Reads a line; `None` if it is blank. Commands may be written in upper or lower case.
    pub(super) fn read(line: &str) -> Option<Self> {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (first, rest) = (first.to_lowercase(), rest.trim().to_owned());
        if first.is_empty() {
            return None;
        }
        if first == SAVE {
            return Some(Self::Save(rest));
        }
        if first == MOVE && !rest.is_empty() {
            return Some(Self::Move(rest));
        }
        let known = ROWS.iter().find(|row| rest.is_empty() && row.words.contains(&first.as_str()));
        Some(known.map_or_else(|| Self::Move(line.to_owned()), |row| row.command.clone()))
    }

    /// All words that begin a command.
    pub(super) fn words() -> impl Iterator<Item = &'static str> {
        ROWS.iter().flat_map(|row| row.words).copied().chain([SAVE, MOVE])
    }

    /// A line for each command.
    pub(super) fn help() -> String {
        let mut rows: Vec<(String, &str)> = ROWS.iter().map(|row| (row.words.join(", "), row.meaning)).collect();
        rows.insert(0, ("a move".to_owned(), "plays it, in any spelling that the game knows"));
        rows.insert(rows.len() - 2, ("save FILE".to_owned(), "adds the game to the end of a PGN file"));
        rows.insert(rows.len() - 2, ("move MOVE".to_owned(), "plays a move that is spelt like one of these words"));
        rows.iter().map(|(usage, meaning)| format!("{usage:<12}{meaning}\n")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_commands_and_all_else_is_a_move() {
        assert_eq!(Command::read("  "), None);
        assert_eq!(Command::read(" Undo "), Some(Command::Undo));
        assert_eq!(Command::read("d"), Some(Command::Board));
        assert_eq!(Command::read("save  my game.pgn "), Some(Command::Save("my game.pgn".into())));
        assert_eq!(Command::read("P@b2"), Some(Command::Move("P@b2".into())));
        assert_eq!(Command::read("hint 3"), Some(Command::Move("hint 3".into())));
        assert_eq!(Command::read("move undo"), Some(Command::Move("undo".into())));
        assert_eq!(Command::read("move"), Some(Command::Move("move".into())));
    }

    #[test]
    fn help_tells_every_word() {
        let help = Command::help();
        assert!(Command::words().all(|word| help.contains(word)), "{help}");
    }
}
