//! Options of a game, whose choices override keys of the game.
//!
//! `option.Board = 6x6, 8x8` declares an option. The section `[Board = 8x8]` below the game contains the keys that
//! apply with that choice.

use crate::keys::{Values, is_name, is_same_for_all, text_of_option, unknown};
use crate::reader::{Entry, Section, Word};
use plyd_plugin::TextError;

/// The maximum number of choices of an option.
const MOST_CHOICES: usize = 8;
/// The maximum number of combinations of choices; each is compiled when the text is read.
const MOST_COMBINATIONS: usize = 16;
/// Keywords by which clients parse the option lines of a protocol.
const RESERVED: [&str; 7] = ["name", "type", "default", "min", "max", "var", "value"];

/// An option with its choices; the first is the default.
pub(crate) struct Choices<'t> {
    pub(crate) name: &'t str,
    pub(crate) choices: Vec<Word<'t>>,
}

/// A game with its ancestors, and the choice sections of all of them.
pub(crate) struct Family<'s, 't> {
    id: Word<'t>,
    /// The game, followed by its parent, grandparent, and so on.
    games: Vec<&'s Section<'t>>,
    /// The choice sections, in reverse order of the text.
    choices: Vec<&'s Section<'t>>,
    pub(crate) options: Vec<Choices<'t>>,
}

impl<'s, 't> Family<'s, 't> {
    /// Returns the last game of a text. The options of all games in the text are checked.
    pub(crate) fn of(sections: &'s [Section<'t>]) -> Result<Self, TextError> {
        let mut last = Err(TextError::of_all("there is no section"));
        for (place, section) in sections.iter().enumerate().filter(|(_, section)| section.choice.is_none()) {
            let family = Self::from(sections, place)?;
            family.check(section, choices_of(sections, place))?;
            last = Ok(family);
        }
        last
    }

    /// Returns the game of the section with this index.
    fn from(sections: &'s [Section<'t>], place: usize) -> Result<Self, TextError> {
        let (mut games, mut choices, mut next) = (Vec::new(), Vec::new(), Some(place));
        while let Some(place) = next {
            let section = &sections[place];
            games.push(section);
            choices.extend(choices_of(sections, place).iter().rev());
            next = section.parent.and_then(|parent| {
                let is_parent = |other: &Section<'_>| other.choice.is_none() && other.name.text == parent.text;
                sections.iter().position(is_parent)
            });
        }
        let options = options(&games)?;
        Ok(Self { id: sections[place].name, games, choices, options })
    }

    /// Checks the references to options in the game's own sections.
    fn check(&self, game: &Section<'t>, choices: &[Section<'t>]) -> Result<(), TextError> {
        for section in choices {
            if let Some(choice) = &section.choice {
                self.find(&section.name, section.name.text, choice, choice.text)?;
            }
            if let Some(entry) = section.entries.iter().find(|entry| is_same_for_all(entry.key.text)) {
                let reason = "with a choice: it is the same with all choices, and belongs to the game";
                return Err(entry.key.error(format!("{} {reason}", entry.key.quoted())));
            }
        }
        for entry in &game.entries {
            if let Some((option, choice)) = text_of_option(entry.key.text) {
                match choice {
                    Some(choice) => self.find(&entry.key, option, &entry.key, choice)?,
                    None => self.option(&entry.key, option).map(|_| ())?,
                }
            }
        }
        Ok(())
    }

    /// Finds the option with this name, or reports an error at this place.
    fn option(&self, place: &Word<'_>, name: &str) -> Result<&Choices<'t>, TextError> {
        self.options.iter().find(|option| option.name == name).ok_or_else(|| {
            let known: Vec<&str> = self.options.iter().map(|option| option.name).collect();
            if known.is_empty() {
                return place.error(format!("there is no option `{name}`: add `option.{name} = CHOICE, CHOICE`"));
            }
            unknown(&place.with(name), "option", known.into_iter())
        })
    }

    /// Checks that an option has a choice.
    fn find(&self, place: &Word<'_>, option: &str, at: &Word<'_>, choice: &str) -> Result<(), TextError> {
        let option = self.option(place, option)?;
        let mut known = option.choices.iter().map(|known| known.text);
        match known.any(|known| known == choice) {
            true => Ok(()),
            false => Err(unknown(&at.with(choice), "choice", option.choices.iter().map(|known| known.text))),
        }
    }

    /// Returns the number of combinations of choices.
    pub(crate) fn combinations(&self) -> usize {
        self.options.iter().map(|option| option.choices.len()).product()
    }

    /// Returns the choices of the combination with this number, one per option. Number 0 is the defaults, and the last
    /// option varies fastest.
    pub(crate) fn combination(&self, mut number: usize) -> Vec<(&'t str, &'t str)> {
        let mut chosen = Vec::new();
        for option in self.options.iter().rev() {
            let count = option.choices.len();
            chosen.push((option.name, option.choices[number % count].text));
            number /= count;
        }
        chosen.reverse();
        chosen
    }

    /// Returns the values of the game with these choices.
    pub(crate) fn values(&self, chosen: &[(&str, &str)]) -> Values<'s, 't> {
        let is_chosen = |section: &&&Section<'_>| {
            section.choice.is_some_and(|choice| chosen.contains(&(section.name.text, choice.text)))
        };
        let choices = self.choices.iter().filter(is_chosen);
        Values::new(self.id, choices.chain(&self.games).copied().collect())
    }

    /// Returns the perft counts of a choice.
    pub(crate) fn counts(&self, option: &str, choice: &str) -> Option<&'s Entry<'t>> {
        let is_it = |section: &&&Section<'_>| {
            section.name.text == option && section.choice.is_some_and(|word| word.text == choice)
        };
        let mut entries = self.choices.iter().filter(is_it).flat_map(|section| &section.entries);
        entries.find(|entry| entry.key.text == "perft").filter(|entry| !entry.lines.is_empty())
    }
}

/// Returns the choice sections below a game.
fn choices_of<'s, 't>(sections: &'s [Section<'t>], game: usize) -> &'s [Section<'t>] {
    let below = &sections[game + 1..];
    let end = below.iter().position(|section| section.choice.is_none()).unwrap_or(below.len());
    &below[..end]
}

/// Collects the options of a game and its ancestors.
fn options<'t>(games: &[&Section<'t>]) -> Result<Vec<Choices<'t>>, TextError> {
    let (mut options, mut removed): (Vec<Choices<'_>>, Vec<&str>) = (Vec::new(), Vec::new());
    let mut combinations = 1;
    for entry in games.iter().flat_map(|game| &game.entries) {
        let Some(name) = entry.key.text.strip_prefix("option.") else { continue };
        if removed.contains(&name) || options.iter().any(|option| option.name == name) {
            continue;
        }
        if entry.lines.is_empty() {
            removed.push(name);
            continue;
        }
        if RESERVED.contains(&name.to_lowercase().as_str()) {
            return Err(entry.key.error(format!("the option `{name}` needs another name: engines use this word")));
        }
        if options.iter().any(|option| option.name.eq_ignore_ascii_case(name)) {
            return Err(entry.key.error(format!("the option `{name}` already exists, with different capitalisation")));
        }
        let choices = choices(entry)?;
        combinations *= choices.len();
        if combinations > MOST_COMBINATIONS {
            let reason = format!("{combinations} combinations of choices: there are at most {MOST_COMBINATIONS}");
            return Err(entry.key.error(reason));
        }
        options.push(Choices { name, choices });
    }
    Ok(options)
}

/// Parses a list of choices such as `6x6, 8x8`.
fn choices<'t>(entry: &Entry<'t>) -> Result<Vec<Word<'t>>, TextError> {
    let mut choices: Vec<Word<'t>> = Vec::new();
    for choice in entry.lines.iter().flat_map(Word::items) {
        if !is_name(choice.text) || RESERVED.contains(&choice.text.to_lowercase().as_str()) {
            return Err(choice.error(format!(
                "the choice {} should be a word of letters, digits, `-` and `_`, and none that engines use, as `value`",
                choice.quoted()
            )));
        }
        if choices.iter().any(|other| other.text.eq_ignore_ascii_case(choice.text)) {
            return Err(choice.error(format!("the choice {} already exists", choice.quoted())));
        }
        choices.push(choice);
    }
    if !(2..=MOST_CHOICES).contains(&choices.len()) {
        let count = choices.len();
        let key = entry.key.quoted();
        return Err(entry
            .key
            .error(format!("{key} should have 2 to {MOST_CHOICES} choices: the number here is {count}")));
    }
    Ok(choices)
}
