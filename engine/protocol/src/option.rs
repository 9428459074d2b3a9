use std::fmt;

use thiserror::Error;

use plyd_foreign::is_forbidden;

/// The words that split an option line or a `setoption`, anywhere in it.
const RESERVED: [&str; 7] = ["name", "type", "default", "min", "max", "var", "value"];

/// An option in its form for clients: `option name Move Overhead type spin default 30 min 0 max 5000`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionLine {
    /// The name; blanks are allowed in it.
    pub name: String,
    /// The allowed values.
    pub value: OptionValue,
}

/// The values an option takes, and the one it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// `true` or `false`.
    Check {
        /// The value as long as no client sets it.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The value as long as no client sets it.
        default: i64,
        /// The smallest allowed.
        min: i64,
        /// The largest allowed.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The value as long as no client sets it.
        default: String,
        /// All of them, the default among them.
        choices: Vec<String>,
    },
    /// Any text.
    String {
        /// The value as long as no client sets it; an empty one is written `<empty>`.
        default: String,
    },
    /// No value: setting it does something.
    Button,
}

/// Why common clients would refuse an option line, and the engine with it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionFault {
    /// See [`is_safe_option_text`].
    #[error("the option name `{0}` is empty, has unusual blanks, or contains a word reserved by the protocol")]
    Name(String),
    /// See [`is_safe_option_text`].
    #[error(
        "the default `{default}` of option `{name}` has unusual blanks, or contains a word reserved by the protocol"
    )]
    Default {
        /// The option.
        name: String,
        /// Its default.
        default: String,
    },
    /// A spin whose default is outside of its range.
    #[error("the default {default} of option `{name}` is not from {min} to {max}")]
    Range {
        /// The option.
        name: String,
        /// Its default.
        default: i64,
        /// Its smallest value.
        min: i64,
        /// Its largest value.
        max: i64,
    },
    /// A choice that is not one word, or is reserved. Some clients divide the choices at blanks.
    #[error("the choice `{choice}` of option `{name}` is not a single word, or is reserved by the protocol")]
    Choice {
        /// The option.
        name: String,
        /// The choice.
        choice: String,
    },
    /// A combo whose default is not one of its choices.
    #[error("the default `{default}` of option `{name}` is not one of its choices")]
    NotAChoice {
        /// The option.
        name: String,
        /// Its default.
        default: String,
    },
}

/// Whether a text can appear in an option line, and return in a `setoption`, unchanged.
///
/// Clients split such lines at the words name, type, default, min, max, var and value anywhere, so none of them may be
/// a word of the text, in any case. Clients join words by single blanks, so only single blanks between words survive.
/// An empty text is safe, but not as a name.
#[must_use]
pub fn is_safe_option_text(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ") == text
        && !text.contains(is_forbidden)
        && !words.iter().any(|word| RESERVED.iter().any(|reserved| word.eq_ignore_ascii_case(reserved)))
}

impl OptionLine {
    /// Whether clients accept the line. Every option should be checked before it is declared: some clients refuse to
    /// talk to an engine over a single bad one.
    pub fn check(&self) -> Result<(), OptionFault> {
        let name = || self.name.clone();
        if self.name.is_empty() || !is_safe_option_text(&self.name) {
            return Err(OptionFault::Name(name()));
        }
        match &self.value {
            OptionValue::Check { .. } | OptionValue::Button => Ok(()),
            &OptionValue::Spin { default, min, max } if (min..=max).contains(&default) => Ok(()),
            &OptionValue::Spin { default, min, max } => Err(OptionFault::Range { name: name(), default, min, max }),
            OptionValue::String { default } if is_safe_option_text(default) => Ok(()),
            OptionValue::String { default } => Err(OptionFault::Default { name: name(), default: default.clone() }),
            OptionValue::Combo { default, choices } => {
                if let Some(choice) = choices.iter().find(|choice| !is_safe_choice(choice)) {
                    return Err(OptionFault::Choice { name: name(), choice: choice.clone() });
                }
                if !choices.contains(default) {
                    return Err(OptionFault::NotAChoice { name: name(), default: default.clone() });
                }
                Ok(())
            }
        }
    }
}

fn is_safe_choice(choice: &str) -> bool {
    !choice.is_empty() && !choice.contains(' ') && is_safe_option_text(choice)
}

impl fmt::Display for OptionLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.value {
            OptionValue::Check { default } => write!(f, "check default {default}"),
            OptionValue::Spin { default, min, max } => write!(f, "spin default {default} min {min} max {max}"),
            OptionValue::Combo { default, choices } => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            OptionValue::String { default } if default.is_empty() => f.write_str("string default <empty>"),
            OptionValue::String { default } => write!(f, "string default {default}"),
            OptionValue::Button => f.write_str("button"),
        }
    }
}
