//! The keys of the language, and the values that a game has or inherits.

use crate::reader::{Entry, Section, Word};
use plyd_plugin::TextError;

/// Keys that a game has once.
const KEYS: &[&str] = &[
    "name",
    "version",
    "sides",
    "rules",
    "notation",
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
/// Keys that other languages have too, with a dot and the code of the language.
const TEXT_KEYS: &[&str] = &["name", "sides", "rules", "notation"];
/// Texts of an option, with a dot and its name; those of a choice have the choice behind it.
const OPTION_TEXT_KEYS: &[&str] = &["label", "about", "choice"];
/// The longest name of an option or a choice, in bytes.
const LONGEST_NAME: usize = 32;
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
    id: Word<'t>,
    /// The sections of the choices, that of the game, and its parents.
    sections: Vec<&'s Section<'t>>,
}

impl<'s, 't> Values<'s, 't> {
    /// The values of these sections, the nearest first.
    pub(crate) fn new(id: Word<'t>, sections: Vec<&'s Section<'t>>) -> Self {
        Self { id, sections }
    }

    /// The name of the game's section.
    pub(crate) fn id(&self) -> Word<'t> {
        self.id
    }

    /// All keys.
    pub(crate) fn keys(&self) -> impl Iterator<Item = Word<'t>> {
        self.sections.iter().flat_map(|section| &section.entries).map(|entry| entry.key)
    }

    /// A text for people in a language, in English if it is empty. A section that replaces the English text does not
    /// inherit its translations.
    pub(crate) fn text(&self, key: &str, language: &str) -> Option<&'s Entry<'t>> {
        if language.is_empty() {
            return self.get(key);
        }
        let has = |section: &&Section<'_>, key: &str| section.entries.iter().any(|entry| entry.key.text == key);
        let translated = format!("{key}.{language}");
        let place = self.sections.iter().position(|section| has(section, &translated))?;
        let is_replaced = self.sections[..place].iter().any(|section| has(section, key));
        if is_replaced { None } else { self.get(&translated) }
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
        let missing = || self.id.error(format!("the game {} has no `{key}`: {advice}", self.id.quoted()));
        self.get(key).ok_or_else(missing)
    }
}

fn piece_key(key: &str) -> Option<(&str, char)> {
    let (key, letter) = key.split_once('.')?;
    let mut letters = letter.chars();
    let letter = letters.next().filter(|letter| letter.is_ascii_uppercase() && letters.next().is_none())?;
    PIECE_KEYS.contains(&key).then_some((key, letter))
}

/// Whether the value of a key is the same with all choices of options.
pub(crate) fn is_same_for_all(key: &str) -> bool {
    let first = key.split('.').next().unwrap_or_default();
    matches!(first, "version" | "author" | "licence" | "home" | "option")
        || TEXT_KEYS.contains(&first)
        || OPTION_TEXT_KEYS.contains(&first)
}

/// Whether a word can name an option or a choice.
pub(crate) fn is_name(word: &str) -> bool {
    let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (1..=LONGEST_NAME).contains(&word.len()) && word.bytes().all(is_sign)
}

/// The language of a text for people; `None` for English, and for other keys.
pub(crate) fn language_of(key: &str) -> Option<&str> {
    let mut parts = key.split('.');
    let own = match parts.next()? {
        "choice" => 2,
        first if OPTION_TEXT_KEYS.contains(&first) => 1,
        first if TEXT_KEYS.contains(&first) => 0,
        _ => return None,
    };
    parts.nth(own)
}

/// The option, and the choice if there is one, of a text about it.
pub(crate) fn text_of_option(key: &str) -> Option<(&str, Option<&str>)> {
    let mut parts = key.split('.');
    let first = parts.next().filter(|first| OPTION_TEXT_KEYS.contains(first))?;
    Some((parts.next()?, if first == "choice" { Some(parts.next()?) } else { None }))
}

/// Whether a word is the code of a language: `it`, or with further parts as in `pt-br`.
fn is_language(code: &str) -> bool {
    let mut parts = code.split('-');
    let language = parts.next().unwrap_or_default();
    let is_part = |part: &str| (2..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    code.len() <= 16
        && (2..=3).contains(&language.len())
        && !code.contains(|letter: char| letter.is_ascii_uppercase())
        && language.bytes().all(|byte| byte.is_ascii_lowercase())
        && parts.all(is_part)
}

/// Checks a key with a dot that is about texts or options; `false` if it is another one.
fn is_text_key(key: &Word<'_>) -> Result<bool, TextError> {
    let parts: Vec<&str> = key.text.split('.').collect();
    let (names, language) = match parts[..] {
        ["option", name] => (vec![name], None),
        ["choice", option, choice, ref rest @ ..] if rest.len() < 2 => (vec![option, choice], rest.first()),
        ["label" | "about", option, ref rest @ ..] if rest.len() < 2 => (vec![option], rest.first()),
        [first, ref language] if TEXT_KEYS.contains(&first) => (Vec::new(), Some(language)),
        _ => return Ok(false),
    };
    if let Some(name) = names.into_iter().find(|name| !is_name(name)) {
        let quoted = key.with(name).quoted();
        return Err(
            key.error(format!("{quoted} should be a word of at most {LONGEST_NAME} letters, digits, `-` and `_`"))
        );
    }
    match language {
        Some(&"en") => {
            let english = key.text.strip_suffix(".en").unwrap_or_default();
            Err(key.error(format!("English needs no code: write `{english}`")))
        }
        Some(language) if !is_language(language) => {
            let quoted = key.with(language).quoted();
            Err(key.error(format!("unknown language {quoted}: use a code such as `it` or `pt-br`")))
        }
        _ => Ok(true),
    }
}

/// Checks a key, wherever it is.
pub(crate) fn check_key(key: &Word<'_>) -> Result<(), TextError> {
    if KEYS.contains(&key.text) || piece_key(key.text).is_some() || is_text_key(key)? {
        return Ok(());
    }
    let dotted = |first: &str| first == "option" || OPTION_TEXT_KEYS.contains(&first);
    let (first, rest) = key.text.split_once('.').unwrap_or((key.text, ""));
    if dotted(first) && !rest.contains('.') {
        let form = if first == "choice" { "choice.Board.8x8".into() } else { format!("{first}.Board") };
        return Err(key.error(format!("{} should name an option, as in `{form}`", key.quoted())));
    }
    let prefix = key.text.split_once('.').map_or(key.text, |(prefix, _)| prefix);
    if PIECE_KEYS.contains(&prefix) {
        return Err(key.error(format!("{} should end with the letter of a piece, as in `{prefix}.P`", key.quoted())));
    }
    Err(unknown(key, "key", KEYS.iter().chain(PIECE_KEYS).chain(OPTION_TEXT_KEYS).chain(&["option"]).copied()))
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
        Some(near) => format!("did you mean `{near}`?"),
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
