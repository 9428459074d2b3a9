//! The options of a session.

use crate::SharedSettings;
use plyd_explain::Speech;
use plyd_formats::{Variant, alias};
use plyd_host::{Catalog, GameOption, GameOptionKind, Library, plain_name};
use plyd_player::option_value::{number, truth};
use plyd_player::{OptionRefused, SearchOptionEffect, SearchOptions};
use plyd_protocol::{ErrorCode, OptionLine, OptionValue, excerpt, quote};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

const VARIANT: &str = "UCI_Variant";
const PONDER: &str = "Ponder";
const MOVE_OVERHEAD: &str = "Move Overhead";
const LANGUAGE: &str = "Language";

/// The language of a session at first.
const ENGLISH: &str = "en";

/// The longest `Move Overhead`, in milliseconds.
const MAX_OVERHEAD: u32 = 5_000;

/// Why there is no game to play.
pub const NO_GAME: &str = "no game library was found; name its folder with --plugin-dir or PLYD_PLUGINS_FOLDERS";

/// The options that the client of a session has set.
#[derive(Clone, Debug)]
pub struct SessionOptions {
    /// The chosen game; `None` only if no game is loaded, or if the one of the settings is still to be tried.
    pub game: Option<Arc<Library>>,
    /// The search settings.
    pub search: SearchOptions,
    /// Whether the client may ask to ponder. Only remembered: the client decides.
    pub ponder: bool,
    /// Milliseconds kept back on the clock for the way to the client.
    move_overhead: u32,
    /// Whether the settings name the game, so that clients need not see the options of others.
    is_game_named: bool,
    /// The language of errors about trees, searches and answers; `None` for English, in which all others are.
    speech: Option<Speech>,
    /// The values set for the games' own options, by game and name.
    of_games: BTreeMap<(String, String), String>,
}

/// The effect of a `setoption` beyond storing a value.
#[derive(Debug)]
pub enum OptionEffect {
    /// Nothing.
    Done,
    /// To forget what searches have learnt.
    Forget,
    /// To play this game from now on, if its start position opens.
    Game(Arc<Library>),
}

/// Why a setting is of no use to sessions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingRefused {
    /// It names a game that is not loaded.
    #[error("{0}")]
    Game(OptionRefused),
    /// It names an unknown option, or a value that the option does not accept.
    #[error("the setting of option `{name}`: {reason}")]
    Option {
        /// The name of the option.
        name: String,
        /// Why it was not set.
        reason: OptionRefused,
    },
}

impl From<SearchOptionEffect> for OptionEffect {
    fn from(effect: SearchOptionEffect) -> Self {
        match effect {
            SearchOptionEffect::None => Self::Done,
            SearchOptionEffect::Forget => Self::Forget,
        }
    }
}

impl SessionOptions {
    /// The initial options of every session. `refused` decides about a setting that names a game that is not loaded, an
    /// unknown option, or a value that the option does not accept. Without the game that is named there is none.
    ///
    /// # Errors
    /// What `refused` returns.
    pub fn from_settings(
        catalog: &Catalog,
        settings: &SharedSettings,
        mut refused: impl FnMut(SettingRefused) -> Result<(), SettingRefused>,
    ) -> Result<Self, SettingRefused> {
        let game = default_game(catalog, &settings.game).or_else(|reason| refused(reason).map(|()| None))?;
        let mut options = Self {
            game,
            search: SearchOptions::new(&settings.search),
            ponder: false,
            move_overhead: 10,
            is_game_named: !settings.game.is_empty(),
            speech: None,
            of_games: BTreeMap::new(),
        };
        for (name, value) in &settings.options {
            match options.set(catalog, name, value) {
                Ok(OptionEffect::Done | OptionEffect::Forget) => {}
                Ok(OptionEffect::Game(library)) => options.game = Some(library),
                Err(reason) => refused(SettingRefused::Option { name: name.clone(), reason })?,
            }
        }
        Ok(options)
    }

    /// The option lines of this session, in the order clients see them; the defaults are the values in force. Where the
    /// settings name the game, options of other games are left out. They can be set all the same.
    #[must_use]
    pub fn lines(&self, catalog: &Catalog) -> Vec<OptionLine> {
        let is_shown = |game: &Library| !self.is_game_named || self.plays(game.id());
        self.lines_with(catalog, self.search.lines(), is_shown)
    }

    /// The same with those that are left out, among them the numbers of the search for tuning.
    #[must_use]
    pub fn all_lines(&self, catalog: &Catalog) -> Vec<OptionLine> {
        self.lines_with(catalog, self.search.all_lines(), |_| true)
    }

    fn lines_with(
        &self,
        catalog: &Catalog,
        of_search: impl Iterator<Item = (&'static str, OptionValue)>,
        is_shown: impl Fn(&Library) -> bool,
    ) -> Vec<OptionLine> {
        let mut lines = Vec::new();
        let mut add = |name: &str, value| lines.push(OptionLine { name: name.to_owned(), value });
        if let Some(game) = &self.game {
            let choices = catalog.games().iter().map(|game| game.id().to_owned()).collect();
            add(VARIANT, OptionValue::Combo { default: game.id().to_owned(), choices });
        }
        of_search.for_each(|(name, value)| add(name, value));
        add(PONDER, OptionValue::Check { default: self.ponder });
        let (default, max) = (i64::from(self.move_overhead), i64::from(MAX_OVERHEAD));
        add(MOVE_OVERHEAD, OptionValue::Spin { default, min: 0, max });
        let choices = Speech::languages().map(str::to_owned).collect();
        let default = self.speech.as_ref().map_or(ENGLISH, Speech::language).to_owned();
        add(LANGUAGE, OptionValue::Combo { default, choices });
        let shown = catalog.games().iter().filter(|game| is_shown(game));
        lines.extend(shown.flat_map(|game| self.lines_of_game(game)));
        lines
    }

    /// Whether this is the id of the chosen game, without regard to case.
    fn plays(&self, id: &str) -> bool {
        self.game.as_ref().is_some_and(|game| game.id().eq_ignore_ascii_case(id))
    }

    /// Whether the option chooses another game.
    pub(crate) fn changes_game(&self, name: &str, value: Option<&str>) -> bool {
        chooses_game(name) && !value.is_some_and(|id| self.plays(id))
    }

    /// The option lines of this game's own options, in the library's order.
    #[must_use]
    pub fn lines_of_game(&self, game: &Library) -> Vec<OptionLine> {
        let line = |option: &GameOption| {
            let text = self.value(game, option).unwrap_or_else(|| option.default_text());
            OptionLine { name: client_name(game, option), value: declared(option, &text) }
        };
        game.options().iter().map(line).collect()
    }

    /// Sets an option; names and choices are taken without regard to case.
    ///
    /// # Errors
    /// No such option, or not a value for it; nothing has changed then.
    pub fn set(&mut self, catalog: &Catalog, name: &str, value: &str) -> Result<OptionEffect, OptionRefused> {
        let is = |option: &str| name.eq_ignore_ascii_case(option);
        if chooses_game(name) {
            return find_game(catalog, value).map(OptionEffect::Game);
        } else if let Some(effect) = self.search.set(name, value) {
            return effect.map(OptionEffect::from);
        } else if is(PONDER) {
            self.ponder = truth(PONDER, value)?;
        } else if is(MOVE_OVERHEAD) {
            self.move_overhead = number(MOVE_OVERHEAD, value, 0..=MAX_OVERHEAD)?;
        } else if is(LANGUAGE) {
            let code = Speech::languages().find(|code| value.eq_ignore_ascii_case(code)).ok_or_else(|| {
                let known: Vec<&str> = Speech::languages().collect();
                OptionRefused::bad_value(LANGUAGE, value, &format!("one of {}", known.join(", ")))
            })?;
            self.speech = if code == ENGLISH { None } else { Speech::new(Some(code)).ok() };
        } else {
            return self.set_of_game(catalog, name, value);
        }
        Ok(OptionEffect::Done)
    }

    fn set_of_game(&mut self, catalog: &Catalog, name: &str, value: &str) -> Result<OptionEffect, OptionRefused> {
        let Some((game, option)) = option_of_game(catalog, name) else {
            let lines = self.all_lines(catalog);
            let suggestion = nearest(name, lines.iter().map(|line| line.name.as_str()))
                .map_or_else(String::new, |nearest| format!("; did you mean `{nearest}`?"));
            return Err(OptionRefused::new(
                ErrorCode::UnknownOption,
                format!("there is no option {}{suggestion}", quote(name)),
            ));
        };
        let value = option
            .accept(value)
            .map_err(|error| OptionRefused::new(ErrorCode::BadValue, excerpt(&error.to_string())))?;
        self.of_games.insert((game.id().to_owned(), option.name.clone()), value);
        Ok(OptionEffect::Done)
    }

    /// The values set for the options of this game, without those that this version of it does not accept.
    #[must_use]
    pub fn of_game(&self, game: &Library) -> Vec<(String, String)> {
        let set = game.options().iter().filter_map(|option| Some((option.name.clone(), self.value(game, option)?)));
        set.collect()
    }

    /// The value set for the option. A value that this version of the game does not accept is ignored.
    fn value(&self, game: &Library, option: &GameOption) -> Option<String> {
        let set = self.of_games.get(&(game.id().to_owned(), option.name.clone()))?;
        option.accept(set).ok()
    }

    /// An error in the client's language, if it is known there.
    #[must_use]
    pub fn retold(&self, error: String) -> String {
        match &self.speech {
            Some(speech) => speech.retold(&error),
            None => error,
        }
    }

    /// Whether an engine of a match can have this option: it changes the search or its time, not the game or what the
    /// client sees.
    #[must_use]
    pub fn is_of_engine(&self, name: &str, value: &str) -> bool {
        self.search.clone().set(name, value).is_some() || name.eq_ignore_ascii_case(MOVE_OVERHEAD)
    }

    /// Time kept back on the clock for the way to the client.
    #[must_use]
    pub fn move_overhead(&self) -> Duration {
        Duration::from_millis(self.move_overhead.into())
    }
}

/// The name of a game's option for clients: `kalah.Houses`. Options that UCI itself defines keep their names, because
/// GUIs look for these: `UCI_Chess960`.
#[must_use]
pub fn client_name(game: &Library, option: &GameOption) -> String {
    if option.name.starts_with("UCI_") { option.name.clone() } else { format!("{}.{}", game.id(), option.name) }
}

/// The option of a loaded game that clients know by this name, without regard to case, and the game.
#[must_use]
pub fn option_of_game<'a>(catalog: &'a Catalog, name: &str) -> Option<(&'a Arc<Library>, &'a GameOption)> {
    catalog.games().iter().find_map(|game| {
        let is_named = |option: &&GameOption| client_name(game, option).eq_ignore_ascii_case(name);
        Some((game, game.options().iter().find(is_named)?))
    })
}

/// Whether this option chooses the game, and with it the start position.
pub(crate) fn chooses_game(name: &str) -> bool {
    name.eq_ignore_ascii_case(VARIANT)
}

fn declared(option: &GameOption, text: &str) -> OptionValue {
    match &option.kind {
        GameOptionKind::Check { .. } => OptionValue::Check { default: text == "true" },
        // The text was checked when it was set.
        &GameOptionKind::Spin { default, min, max } => {
            OptionValue::Spin { default: text.parse().unwrap_or(default), min, max }
        }
        GameOptionKind::Combo { choices, .. } => {
            OptionValue::Combo { default: text.to_owned(), choices: choices.clone() }
        }
    }
}

/// The loaded game of this name, without regard to case, blanks and signs: its id, the name that people see, or another
/// one that people know, such as `connect4`.
///
/// # Errors
/// No game has this name: the text suggests the one that was probably meant. Or several have it: the text lists them.
pub fn find_game(catalog: &Catalog, name: &str) -> Result<Arc<Library>, OptionRefused> {
    let games = catalog.games();
    if games.is_empty() {
        return Err(OptionRefused::new(ErrorCode::NoGame, NO_GAME));
    }
    let ids = |games: &mut dyn Iterator<Item = &Arc<Library>>| -> String {
        games.map(|game| game.id()).collect::<Vec<_>>().join(", ")
    };
    let text = match catalog.called(name)[..] {
        [game] => return Ok(Arc::clone(game)),
        [] => match alias(name).and_then(|id| catalog.get(id)) {
            Some(game) => return Ok(Arc::clone(game)),
            None => {
                let listed =
                    meant(games, name).map_or_else(|| "the".to_owned(), |game| format!("did you mean {game}? The"));
                format!("no game {} is loaded; {listed} loaded games are {}", quote(name), ids(&mut games.iter()))
            }
        },
        ref several => {
            let ids = ids(&mut several.iter().copied());
            format!("{} is the name of several games; choose one by its id: {ids}", quote(name))
        }
    };
    Err(OptionRefused::new(ErrorCode::UnknownGame, text))
}

/// The loaded game that is probably meant by a name that none has: chess, for which other programs have many names, or
/// else the one with the most similar name.
fn meant(games: &[Arc<Library>], name: &str) -> Option<String> {
    let wanted = plain_name(name);
    if wanted.is_empty() {
        return None;
    }
    let variant = Variant::of(name);
    if let Some(game) = games.iter().find(|game| game.id() == variant.game()) {
        let more = if variant == Variant::Chess960 { " with the option `UCI_Chess960`" } else { "" };
        return Some(format!("`{}`{more}", game.id()));
    }
    let names = games.iter().flat_map(|game| [game.id(), game.name()].map(|name| (plain_name(name), game.id())));
    let names: Vec<_> = names.collect();
    let likely = nearest(&wanted, names.iter().map(|(name, _)| name.as_str()))?;
    names.iter().find(|(name, _)| name == likely).map(|(_, id)| format!("`{id}`"))
}

/// The game of the setting; by default chess, or tic-tac-toe, or the first by name.
fn default_game(catalog: &Catalog, setting: &str) -> Result<Option<Arc<Library>>, SettingRefused> {
    if !setting.is_empty() {
        return find_game(catalog, setting).map(Some).map_err(SettingRefused::Game);
    }
    let preferred = ["chess", "tictactoe"].into_iter().find_map(|id| catalog.get(id));
    Ok(preferred.or_else(|| catalog.games().first()).cloned())
}

fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    const ALIKE: f64 = 0.8;
    // A longer name is no misspelling, and to compare it takes time in proportion to its length.
    const LONGEST: usize = 64;
    if name.len() > LONGEST {
        return None;
    }
    let name = name.to_lowercase();
    let likeness = |other: &str| strsim::jaro_winkler(&name, &other.to_lowercase());
    known
        .map(|other| (likeness(other), other))
        .filter(|(score, _)| *score > ALIKE)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, other)| other)
}
