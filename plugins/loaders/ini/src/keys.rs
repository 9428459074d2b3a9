//! The keys of the language, and the values that a game has or inherits.

use crate::reader::{Entry, Section, Word};
use plyd_plugin::TextError;

/// Keys that a game has once.
const KEYS: &[&str] = &[
    "name",
    "version",
    "sides",
    "rules",
    "author",
    "licence",
    "home",
    "board",
    "start",
    "second",
    "paint",
    "place",
    "hand",
    "hand.first",
    "hand.second",
    "gravity",
    "shapes",
    "shapes.first",
    "shapes.second",
    "pass",
    "forced capture",
    "chain",
    "custody",
    "goals",
    "perft",
];
/// Keys that each piece has, with a dot and its letter.
const PIECE_KEYS: &[&str] = &["piece", "moves", "captures", "promotion", "value", "glyph"];
/// Words that people expect, and what they mean, which no text can say.
const ABSENT: &[(&str, &str)] = &[
    ("around", "ways around a loop"),
    ("bounce", "moves that turn at an edge"),
    ("build", "walls or marks that a move leaves"),
    ("diamond", "shapes but lines and squares"),
    ("dice", "dice"),
    ("enclose", "captures by surrounding"),
    ("group", "groups but those that connect two parts of the board"),
    ("leave", "walls or marks that a move leaves"),
    ("leaving", "walls or marks that a move leaves"),
    ("longest", "captures of the longest chain only"),
    ("loop", "ways around a loop"),
    ("phalanx", "moves of several pieces at once"),
    ("pull", "pieces that move others"),
    ("push", "pieces that move others"),
    ("remove", "pieces that a player chooses to remove"),
    ("score", "points"),
    ("stack", "pieces on pieces"),
    ("surround", "captures by surrounding"),
    ("surrounded", "captures by surrounding"),
    ("swap", "exchanges of sides or pieces"),
    ("territory", "territory"),
    ("wall", "walls or marks that a move leaves"),
    ("walls", "walls or marks that a move leaves"),
];
/// Longer words are not compared with the known ones.
const LONGEST_COMPARED: usize = 32;

/// The values of a game: its section, and those that it inherits from.
pub(crate) struct Values<'s, 't> {
    /// The section of the game, then its parents.
    sections: Vec<&'s Section<'t>>,
}

impl<'s, 't> Values<'s, 't> {
    /// The values of the last section, which is the game. All keys of all sections are checked.
    pub(crate) fn of(sections: &'s [Section<'t>]) -> Result<Self, TextError> {
        for entry in sections.iter().flat_map(|section| &section.entries) {
            check_key(&entry.key)?;
        }
        let mut chain = Vec::new();
        let mut next = sections.last();
        while let Some(section) = next {
            chain.push(section);
            let parent = section.parent.map(|parent| parent.text);
            next = parent.and_then(|parent| sections.iter().find(|section| section.name.text == parent));
        }
        Ok(Self { sections: chain })
    }

    /// The name of the game's section.
    pub(crate) fn id(&self) -> Option<Word<'t>> {
        self.sections.first().map(|section| section.name)
    }

    /// The value of a key, unless the nearest section that has it leaves it empty.
    pub(crate) fn get(&self, key: &str) -> Option<&'s Entry<'t>> {
        let entries = || self.sections.iter().flat_map(|section| &section.entries);
        entries().find(|entry| entry.key.text == key).filter(|entry| !entry.lines.is_empty())
    }

    /// The value of a key of a piece.
    pub(crate) fn of_piece(&self, key: &str, letter: char) -> Option<&'s Entry<'t>> {
        self.get(&format!("{key}.{letter}"))
    }

    /// The keys that are about single pieces and have a value, with the letters.
    pub(crate) fn letters(&self) -> impl Iterator<Item = (Word<'t>, &'t str, char)> {
        let keys = self.sections.iter().flat_map(|section| &section.entries).filter(|entry| !entry.lines.is_empty());
        keys.filter_map(|entry| {
            let (key, letter) = piece_key(entry.key.text)?;
            Some((entry.key, key, letter))
        })
    }

    /// One of some words, or the first if the key has no value.
    pub(crate) fn choice<T: Copy>(&self, key: &str, choices: &[(&str, T)]) -> Result<T, TextError> {
        let Some(entry) = self.get(key) else { return Ok(choices[0].1) };
        let value = entry.one_line()?;
        let found = choices.iter().find(|(word, _)| *word == value.text);
        found.map(|(_, choice)| *choice).ok_or_else(|| unknown(&value, key, choices.iter().map(|(word, _)| *word)))
    }

    /// The value of a key, or an error about the game's section.
    pub(crate) fn require(&self, key: &str, advice: &str) -> Result<&'s Entry<'t>, TextError> {
        self.get(key).ok_or_else(|| match self.id() {
            Some(id) => id.error(format!("the game {} has no `{key}`: {advice}", id.quoted())),
            None => TextError::of_all("there is no section"),
        })
    }
}

fn piece_key(key: &str) -> Option<(&str, char)> {
    let (key, letter) = key.split_once('.')?;
    let mut letters = letter.chars();
    let letter = letters.next().filter(|letter| letter.is_ascii_uppercase() && letters.next().is_none())?;
    PIECE_KEYS.contains(&key).then_some((key, letter))
}

fn check_key(key: &Word<'_>) -> Result<(), TextError> {
    if KEYS.contains(&key.text) || piece_key(key.text).is_some() {
        return Ok(());
    }
    let prefix = key.text.split_once('.').map_or(key.text, |(prefix, _)| prefix);
    if PIECE_KEYS.contains(&prefix) {
        return Err(key.error(format!("{} should end with the letter of a piece, as in `{prefix}.P`", key.quoted())));
    }
    Err(unknown(key, "key", KEYS.iter().chain(PIECE_KEYS).copied()))
}

/// The refusal of a word that is none of the known ones; it names the most similar one, or all if there are few.
pub(crate) fn unknown<'k>(word: &Word<'_>, what: &str, known: impl Iterator<Item = &'k str>) -> TextError {
    if let Some((_, thing)) = ABSENT.iter().find(|(absent, _)| *absent == word.text) {
        let quoted = word.quoted();
        return word.error(format!("unknown {what} {quoted}: a text has no {thing}; a game in Python can have them"));
    }
    let known: Vec<&str> = known.collect();
    let distance = |other: &&str| strsim::damerau_levenshtein(word.text, other);
    let near = known.iter().copied().min_by_key(distance).filter(|_| word.text.len() <= LONGEST_COMPARED);
    let advice = match near.filter(|near| distance(near) <= 1 + near.len() / 4) {
        Some(near) => format!("is `{near}` meant?"),
        None => format!("use {}", listed(&known)),
    };
    word.error(format!("unknown {what} {}: {advice}", word.quoted()))
}

fn listed(words: &[&str]) -> String {
    match words {
        [one] => format!("`{one}`"),
        [first @ .., last] => {
            let first: Vec<String> = first.iter().map(|word| format!("`{word}`")).collect();
            format!("{} or `{last}`", first.join(", "))
        }
        [] => String::new(),
    }
}
