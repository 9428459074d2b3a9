//! Texts of games and errors in the reader's language. Games, searches and answers have them in English, and know no
//! language; the catalogues of texts told again have the same ones in every language.

use super::Speech;
use super::catalogue::{Catalogue, FALLBACK};
use fluent_bundle::FluentValue;
use std::borrow::Cow;

/// All variables of these texts.
pub(super) const VARIABLES: [&str; 36] = [
    "above",
    "algorithm",
    "amount",
    "base",
    "below",
    "branching",
    "choice",
    "count",
    "depth",
    "error",
    "expected",
    "files",
    "game",
    "high",
    "item",
    "last",
    "leaf",
    "least",
    "low",
    "meaning",
    "most",
    "name",
    "nearest",
    "node",
    "number",
    "open",
    "other",
    "place",
    "problem",
    "ranks",
    "side",
    "sign",
    "step",
    "sum",
    "taken",
    "what",
];

/// Those that are themselves told again.
const NESTED: [&str; 10] =
    ["amount", "choice", "error", "expected", "game", "meaning", "nearest", "other", "problem", "side"];

/// The ids of texts that are told again only at a variable: by themselves they fit too much.
const PART: &str = "part-";

/// Such a text has no more parts within parts.
const MOST_NESTED: usize = 4;

/// Signs around the name of a variable, which no text has.
const OPEN: char = '\u{1}';
const CLOSE: char = '\u{2}';

impl Speech {
    /// A text of a game, or an error about a tree, a search or an answer to an exercise, in this language. A text that
    /// is none of the known ones stays as it is.
    #[must_use]
    pub fn retold(&self, text: &str) -> String {
        match self.retelling.get_or_init(|| TranslatedTexts::new(self.language())) {
            Some(retelling) => retelling.tell(text, MOST_NESTED),
            None => text.to_owned(),
        }
    }
}

/// The texts in English, and in another language.
#[derive(Debug)]
pub(super) struct TranslatedTexts {
    /// The id of each text, and the English text with marks around the names of its variables.
    english: Vec<(&'static str, String)>,
    own: Catalogue,
}

impl TranslatedTexts {
    /// `None` for English.
    fn new(language: &str) -> Option<Self> {
        let own = Catalogue::of_retold(language).ok().filter(|_| language != FALLBACK)?;
        let english = Catalogue::of_retold(FALLBACK).ok()?;
        let marked = VARIABLES.map(|name| (name, FluentValue::from(format!("{OPEN}{name}{CLOSE}"))));
        let texts = Catalogue::ids_of_retold().filter_map(|id| Some((id, english.message(id, &marked)?)));
        Some(Self { english: texts.collect(), own })
    }

    fn tell(&self, text: &str, depth: usize) -> String {
        let told_here = self.english.iter().filter(|(id, _)| depth < MOST_NESTED || !id.starts_with(PART));
        let made = told_here.filter_map(|(id, pattern)| {
            let parts = parts(pattern, text)?;
            let own_words = text.len() - parts.iter().map(|(_, part)| part.len()).sum::<usize>();
            Some((own_words, id, parts))
        });
        // The text that says most by itself.
        let Some((_, id, parts)) = made.max_by_key(|&(own_words, ..)| own_words) else { return text.to_owned() };
        let variables: Vec<(&str, FluentValue<'_>)> = parts
            .into_iter()
            .map(|(name, part)| match depth.checked_sub(1) {
                Some(depth) if NESTED.contains(&name) => (name, self.tell(part, depth).into()),
                _ => (name, Cow::Borrowed(part).into()),
            })
            .collect();
        self.own.message(id, &variables).unwrap_or_else(|| text.to_owned())
    }
}

/// What stands in a text at the variables of a pattern, each with its name; `None` if the text has other words.
fn parts<'t>(pattern: &str, text: &'t str) -> Option<Vec<(&'static str, &'t str)>> {
    let mut pieces = pattern.split(OPEN);
    let mut rest = text.strip_prefix(pieces.next()?)?;
    let mut found = Vec::new();
    let mut pieces = pieces.peekable();
    while let Some((name, words)) = pieces.next().and_then(|piece| piece.split_once(CLOSE)) {
        let end = match pieces.peek() {
            None if rest.ends_with(words) => rest.len() - words.len(),
            None => return None,
            Some(_) => rest.find(words)?,
        };
        found.push((*VARIABLES.iter().find(|&&known| known == name)?, &rest[..end]));
        rest = &rest[end + words.len()..];
    }
    rest.is_empty().then_some(found)
}

#[cfg(test)]
mod tests {
    use super::{Speech, parts};
    use std::fs;
    use std::path::Path;

    #[test]
    fn parts_are_what_stands_at_the_variables() {
        let pattern = "`\u{1}what\u{2}` at \u{1}place\u{2} \u{1}problem\u{2}";
        let found = parts(pattern, "`a b` at 3 is one name too many");
        assert_eq!(found, Some(vec![("what", "a b"), ("place", "3"), ("problem", "is one name too many")]));
        assert_eq!(parts(pattern, "a b at 3 is one"), None);
        assert_eq!(parts("so", "so"), Some(Vec::new()));
        assert_eq!(parts("so", "so it is"), None);
    }

    /// All refusals that the file `refused.txt` of a game lists: a setup and the answer on each line.
    fn listed(game: &str) -> Vec<String> {
        let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../plugins").join(game).join("tests/refused.txt");
        let list = fs::read_to_string(list).expect("the list is there");
        list.lines().map(|row| row.rsplit(" | ").next().expect("an answer").to_owned()).collect()
    }

    #[test]
    fn refusals_of_games_are_told_in_every_language() {
        let mut errors = Vec::new();
        for (game, least) in [("leaftree", 20), ("tictactoe", 12), ("cfour", 10), ("nim", 6), ("kalah", 8)] {
            let listed = listed(game);
            assert!(listed.len() >= least, "{game}: {listed:?}");
            errors.extend(listed);
        }
        errors.extend(
            [
                "the game chess does not read this: the board `x` has 1 rank but should have 8; choose another game \
                 with --game, or write a tree, as in ((3 5) (2 9))",
                "a board of 13 files and 6 ranks is out of range: it should have 4 to 12 files and 3 to 8 ranks \
                 (options Files and Ranks)",
                "a board of 12 files and 5 ranks is too large: files times (ranks + 1) is 72 but should be at most 64 \
                 (options Files and Ranks)",
                "a game of 13 houses with 0 seeds each is not possible: use 1 to 12 houses, and at least one seed \
                 (options Houses and Seeds)",
                "a game of two times 12 houses with 20 seeds each has 480 seeds, but should have at most 255 (options \
                 Houses and Seeds)",
                "the board `5/5` has 2 ranks but should have 4, 6 or 8",
                "unknown piece `x` on rank 2 of the board: use KQ or kq",
                "`k` after the pocket, where a blank should be",
                "`x` where `-` for the en passant square should be",
                "the half-move clock `x` should be a number from 0 to 9999",
                "move 2: `1` comes after the end of the game (draw)",
                "move 1: `7` is not legal; the legal moves are 0 1",
                "move 1: `7` is not legal; the legal moves are 0 1 and 5 more",
                "`fen` needs a setup after it, and there is none",
                "only `moves` can follow `startpos`, not `x`",
                "a position begins with `startpos`, or with `fen` and a setup",
                "the leaf c<=2 (1) is unknown, but the search must read it; give it a value",
                "the search visits more than 5000 nodes; try a smaller depth, or a position nearer to the end",
                "the search visits more than 5000 nodes; try a smaller depth, a position nearer to the end, or a \
                 higher limit with --nodes",
                "mtdf does not search one tree that can be shown; choose minimax, alphabeta or pvs",
                "the tree has no node Z; write the name of a node, or its path by the numbers of the children from 0, \
                 as in 1.0; the root is called root",
                "B=x: the value is not a number; write a whole number, a decimal such as 2.1 or a fraction such as \
                 21/10",
                "B>2: write =, <= or >= between the node and its value, as in B<=2",
                "B has two values in the answer; write one",
                "line 3: there is no exercise x; they are 1 to 5",
                "line 3: write a student, the number of an exercise, and an answer",
                "a tree with 9 children at each node and 9 plies has more than 256 leaves; choose fewer children or \
                 plies",
                "exercise 2 is not a tree, as others are: write it as in ((3 5) (2 9)), or name the game of all \
                 exercises with --game",
                "the exercises are random trees, which this game does not read; name no game",
                "a tree of 99 plies is too deep; choose at most 16 plies",
                "none of 1000 random trees with 2 children at each node and 3 plies has a cut; choose another number \
                 of cuts, children or plies",
                "none of 1000 random trees with 2 children at each node and 3 plies has exactly 1 cut; choose another \
                 number of cuts, children or plies",
                "none of 1000 random trees with 2 children at each node and 3 plies has exactly 9 cuts; choose another \
                 number of cuts, children or plies",
                "this is not the key of a worksheet, which is the file key.json made with it: its field worksheet must \
                 be 1",
                "this is not the key of a worksheet, which is the file key.json made with it: its field exercises must \
                 be a list of trees",
                "this is not the key of a worksheet, which is the file key.json made with it: its field algorithm must \
                 be minimax, alphabeta or pvs",
                "this is not the key of a worksheet, which is the file key.json made with it: its field depth must be \
                 null or a whole number from 1",
                "this is not the key of a worksheet, which is the file key.json made with it: each of its exercises \
                 must be a text",
                "this is not the key of a worksheet, which is the file key.json made with it: it has more than 200 \
                 exercises",
                "the game tictactoe does not read this: the board `((3` has 1 rank but should have 3; to explain a \
                 tree, name no game",
                "exercise 3: the end of the setup is where `]` should close the `[` at character 1",
                "`b=1` at character 1 is wrong: b, the number of children of each node, is a number from 2 to 65536",
            ]
            .map(str::to_owned),
        );
        for language in ["it", "tr", "bn"] {
            let speech = Speech::new(Some(language)).expect("a catalogue");
            for error in &errors {
                let told = speech.retold(error);
                // Words of a setup, between its marks, and the choices of options stay.
                let shown: String = format!(" {told} ").split('`').step_by(2).collect();
                let english = [
                    " is ", "the ", " where ", " should ", " node ", " has ", " are ", " or ", " and ", " rank",
                    " square", " to ",
                ];
                let left = english.iter().find(|word| shown.contains(**word));
                assert!(told != *error && left.is_none(), "{language}: {error}: {told}");
            }
            for unknown in ["no such error", "cannot write to disk", "3 or 4", "8 ranks", "1 to 2"] {
                assert_eq!(speech.retold(unknown), unknown, "only whole texts are told again");
            }
            let of_game = speech.retold("the game says: there is no honey");
            assert!(of_game.ends_with(": there is no honey") && !of_game.contains("says"), "{of_game}");
        }
        let italian = Speech::new(Some("it")).expect("a catalogue");
        assert_eq!(
            italian.retold("`]` at character 6 is where the setup should end"),
            "al carattere 6, `]` è dove il testo dovrebbe finire"
        );
        assert_eq!(
            italian.retold("the player to move is missing after the board: add w for X or b for O"),
            "dopo la tavola manca il giocatore che deve muovere: aggiungi w per X o b per O"
        );
        assert_eq!(
            italian.retold("rank 4 of the board, `3`, has 3 squares but should have 4 to 12"),
            "la traversa 4 della tavola, `3`, ha 3 caselle, ma dovrebbe averne da 4 a 12"
        );
        let english = Speech::new(Some("en")).expect("a catalogue");
        assert_eq!(english.retold(&errors[0]), errors[0]);
    }
}
