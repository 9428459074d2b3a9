//! The options of a game.

/// One option of a game. Clients see it as `<game>.<name>`.
///
/// The host refuses a library that breaks one of these rules:
/// - A game has at most 256 options. No two have the same name, also if upper and lower case do not count.
/// - A name has 1 to 64 bytes: words of the letters `a-z` and `A-Z`, digits and `_`, `-`, `.`, `+`, with one blank
///   between two words.
/// - A choice is one such word of at most 64 bytes.
/// - No word of a name and no choice is `name`, `type`, `default`, `min`, `max`, `var` or `value`, in upper or lower
///   case: clients split option lines there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// The name within the game, such as `Houses`.
    pub name: &'static str,
    /// Its kind, range and default.
    pub kind: OptionKind,
}

/// The kind, range and default of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// A switch.
    Check {
        /// Its default.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// Its default, from `min` to `max`.
        default: i64,
        /// The smallest value, at most `max`; any 64-bit number.
        min: i64,
        /// The largest value; any 64-bit number.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// Its default, one of `choices`, spelt as there.
        default: &'static str,
        /// All values, 1 to 256, no two of which differ in upper and lower case only.
        choices: &'static [&'static str],
    },
}

/// One number of the heuristic, which clients see as an option `<game>.<name>` with a range, and which `plyd tune` can
/// tune. It may change [`Game::evaluate`](crate::Game::evaluate), the order of moves, the noisy ones, margins and
/// random games, but never the rules: positions, moves, outcomes, keys and texts are the same with any values.
///
/// Names follow the rules of [`OptionSpec`], and no option has the same one. Parameters and options together are at
/// most 256.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParameterSpec {
    /// The name within the game, such as `Loose Pawn`.
    pub name: &'static str,
    /// What the number means, for people: one line of at most 200 bytes. It may be empty.
    pub meaning: &'static str,
    /// Its default, from `min` to `max`.
    pub default: i32,
    /// The smallest value, at most `max`.
    pub min: i32,
    /// The largest value.
    pub max: i32,
}

impl OptionKind {
    /// The default in text form.
    #[must_use]
    pub fn default_text(&self) -> String {
        match self {
            Self::Check { default } => default.to_string(),
            Self::Spin { default, .. } => default.to_string(),
            Self::Combo { default, .. } => (*default).to_string(),
        }
    }
}

/// The options for opening a setup: those that the client has set, and the declared defaults for the rest.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    specs: &'a [OptionSpec],
    set: &'a str,
}

impl<'a> Options<'a> {
    /// `set` has a line `name=value` for each option that the client has set; in a test you write these lines yourself.
    ///
    /// The host passes declared names, and values that the option takes: `true` or `false`, a number from `min` to
    /// `max` without a plus sign or leading zeros, or a choice as it was declared. `plyd check` also passes unknown
    /// names and other values: any answer will do then, but no panic and no endless loop. This type does no checks
    /// itself.
    #[must_use]
    pub fn new(specs: &'a [OptionSpec], set: &'a str) -> Self {
        Self { specs, set }
    }

    /// The value of an option as text, or `None` if the game declares no such option.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<String> {
        let spec = self.specs.iter().find(|spec| spec.name == name)?;
        Some(self.set_text(name).map_or_else(|| spec.kind.default_text(), str::to_string))
    }

    /// The value that was set for this name, whether the game declares such an option or not. `None` if there is none,
    /// and the default counts.
    #[must_use]
    pub fn set_text(&self, name: &str) -> Option<&'a str> {
        let mut set = self.set.lines().filter_map(|line| line.split_once('='));
        set.find_map(|(key, value)| (key == name).then_some(value))
    }

    /// The value of a [`OptionKind::Spin`], from its `min` to its `max` if the host has set it. `None` if there is no
    /// such option, or its value is no number, which only `plyd check` sends.
    #[must_use]
    pub fn integer(&self, name: &str) -> Option<i64> {
        self.text(name)?.parse().ok()
    }

    /// The value of a number of the heuristic. It is always from `min` to `max`, even if `plyd check` sends another
    /// value.
    #[must_use]
    pub fn parameter(&self, spec: &ParameterSpec) -> i32 {
        let is_sound = |number: &i32| (spec.min..=spec.max).contains(number);
        self.set_text(spec.name).and_then(|value| value.parse().ok()).filter(is_sound).unwrap_or(spec.default)
    }

    /// The value of a [`OptionKind::Check`]. `None` if there is no such option, or its value is neither `true` nor
    /// `false`, which only `plyd check` sends.
    #[must_use]
    pub fn flag(&self, name: &str) -> Option<bool> {
        self.text(name)?.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPECS: &[OptionSpec] = &[
        OptionSpec { name: "Houses", kind: OptionKind::Spin { default: 6, min: 1, max: 12 } },
        OptionSpec { name: "EmptyCapture", kind: OptionKind::Check { default: true } },
    ];

    #[test]
    fn what_was_set_wins_over_the_default() {
        let options = Options::new(SPECS, "Houses=4\n");
        assert_eq!(options.integer("Houses"), Some(4));
        assert_eq!(options.flag("EmptyCapture"), Some(true));
        assert_eq!(options.text("Seeds"), None);
    }

    #[test]
    fn a_parameter_has_its_default_where_nothing_sound_was_set() {
        let spec = ParameterSpec { name: "Loose", meaning: "", default: 30, min: 0, max: 90 };
        let value = |set| Options::new(SPECS, set).parameter(&spec);
        assert_eq!(value("Houses=4\nLoose=0\n"), 0);
        assert_eq!([value(""), value("Loose=91\n"), value("Loose=much\n"), value("loose=4\n")], [30; 4]);
    }
}
