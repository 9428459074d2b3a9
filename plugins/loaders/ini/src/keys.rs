//! The keys of the language, and the values that a game defines or inherits.

use crate::reader::{Entry, Section, Word};
use plyd_plugin::TextError;

/// Keys that apply to the whole game.
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
/// Keys that apply to a piece, with its letter as a suffix.
const PIECE_KEYS: &[&str] = &["piece", "moves", "captures", "promotion", "value", "glyph"];
/// Keys that can be translated, with a language code as a suffix.
const TEXT_KEYS: &[&str] = &["name", "sides", "rules", "notation"];
/// Texts about an option, with its name as a suffix; texts about a choice have the choice as a further suffix.
const OPTION_TEXT_KEYS: &[&str] = &["label", "about", "choice"];
/// The longest name of an option or a choice, in bytes.
const LONGEST_NAME: usize = 32;
/// Words that users may expect, with a description of the feature, which the language lacks.
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
/// The maximum length of a word that is compared with the known ones.
const LONGEST_COMPARED: usize = 32;

/// The values of a game, from its own section and from those it inherits.
pub(crate) struct Values<'s, 't> {
    id: Word<'t>,
    /// The sections in order of precedence: the choices, the game, and its parents.
    sections: Vec<&'s Section<'t>>,
}

impl<'s, 't> Values<'s, 't> {
    /// Combines these sections, in order of precedence.
    pub(crate) fn new(id: Word<'t>, sections: Vec<&'s Section<'t>>) -> Self {
        Self { id, sections }
    }

    /// The name of the game's section.
    pub(crate) fn id(&self) -> Word<'t> {
        self.id
    }

    /// Iterates over all keys.
    pub(crate) fn keys(&self) -> impl Iterator<Item = Word<'t>> {
        self.sections.iter().flat_map(|section| &section.entries).map(|entry| entry.key)
    }

    /// Returns a user-facing text in a language; an empty `language` means English. A section that overrides the
    /// English text does not inherit the translations.
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

    /// Returns the value of a key. A section overrides an inherited value with an empty one to remove it.
    pub(crate) fn get(&self, key: &str) -> Option<&'s Entry<'t>> {
        let entries = || self.sections.iter().flat_map(|section| &section.entries);
        entries().find(|entry| entry.key.text == key).filter(|entry| !entry.lines.is_empty())
    }

    /// Returns the value of a key for a piece.
    pub(crate) fn of_piece(&self, key: &str, letter: char) -> Option<&'s Entry<'t>> {
        self.get(&format!("{key}.{letter}"))
    }

    /// Iterates over the piece keys with a value, and the letters of the pieces.
    pub(crate) fn letters(&self) -> impl Iterator<Item = (Word<'t>, &'t str, char)> {
        let keys = self.sections.iter().flat_map(|section| &section.entries).filter(|entry| !entry.lines.is_empty());
        keys.filter_map(|entry| {
            let (key, letter) = piece_key(entry.key.text)?;
            Some((entry.key, key, letter))
        })
    }

    /// Parses a value as one of several words; the first is the default for a missing key.
    pub(crate) fn choice<T: Copy>(&self, key: &str, choices: &[(&str, T)]) -> Result<T, TextError> {
        let Some(entry) = self.get(key) else { return Ok(choices[0].1) };
        let value = entry.one_line()?;
        let found = choices.iter().find(|(word, _)| *word == value.text);
        found.map(|(_, choice)| *choice).ok_or_else(|| unknown(&value, key, choices.iter().map(|(word, _)| *word)))
    }

    /// Returns the value of a key, or an error at the heading of the game.
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

/// Whether the value of a key is independent of the choices of options.
pub(crate) fn is_same_for_all(key: &str) -> bool {
    let first = key.split('.').next().unwrap_or_default();
    matches!(first, "version" | "author" | "licence" | "home" | "option")
        || TEXT_KEYS.contains(&first)
        || OPTION_TEXT_KEYS.contains(&first)
}

/// Whether a word is a valid name of an option or a choice.
pub(crate) fn is_name(word: &str) -> bool {
    let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (1..=LONGEST_NAME).contains(&word.len()) && word.bytes().all(is_sign)
}

/// Returns the language suffix of a user-facing text; `None` for English texts and for other keys.
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

/// Returns the option, and the choice if there is one, that a text key refers to.
pub(crate) fn text_of_option(key: &str) -> Option<(&str, Option<&str>)> {
    let mut parts = key.split('.');
    let first = parts.next().filter(|first| OPTION_TEXT_KEYS.contains(first))?;
    Some((parts.next()?, if first == "choice" { Some(parts.next()?) } else { None }))
}

/// Whether a word is a language code: `it`, or with subtags such as `pt-br`.
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

/// Checks a dotted key for a text or an option; returns `false` for any other key.
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

/// Checks that a key is valid in any section.
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

/// Creates the error for an unknown word; it suggests the most similar known word, or lists all if there are few.
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
