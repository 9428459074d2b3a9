//! What is wrong with something that a library declares of itself.

/// A declaration of a library that breaks a rule of the interface. The text continues a sentence that begins with
/// "declares".
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what}{breach}")]
pub struct DeclarationError {
    /// The part that is wrong, with its name if it has one, such as "the option `Houses` with 257 choices".
    pub what: String,
    /// The rule that it breaks.
    pub breach: Breach,
}

/// The rule that a declaration breaks. The text continues that of the part that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Breach {
    /// A text is empty.
    #[error(" that is empty")]
    Empty,
    /// A text is too long.
    #[error(" of {found} bytes, longer than {most}")]
    Long {
        /// Its length, in bytes.
        found: usize,
        /// The greatest length, in bytes.
        most: usize,
    },
    /// A text of this many bytes has a null pointer.
    #[error(" of {0} bytes at a null pointer")]
    NullText(usize),
    /// A text is not UTF-8.
    #[error(" that is not UTF-8")]
    NotUtf8,
    /// A text has a character that is not for one line.
    #[error(" with the control character {0:?}")]
    Control(char),
    /// This text begins or ends with a blank.
    #[error(" `{0}` that begins or ends with a blank")]
    Blank(String),
    /// There are more of something than this.
    #[error(", more than {0}")]
    TooMany(usize),
    /// The library does not return the item of this number.
    #[error(", but does not return number {0}")]
    NotReturned(u32),
    /// A structure is shorter than this, in bytes.
    #[error(", shorter than its {0}")]
    Short(usize),
    /// A function is missing.
    #[error(" with a null function")]
    NullFunction,
    /// A number is out of its range.
    #[error(", which is not from {min} to {max}")]
    Range {
        /// The least number.
        min: i64,
        /// The greatest number.
        max: i64,
    },
    /// Another rule, which the text describes.
    #[error("{0}")]
    Rule(String),
}

impl Breach {
    /// The error of this part.
    pub(crate) fn of(self, what: impl Into<String>) -> DeclarationError {
        DeclarationError { what: what.into(), breach: self }
    }

    /// A rule that has no variant of its own: the end of the sentence.
    pub(crate) fn rule(text: impl Into<String>) -> Self {
        Self::Rule(text.into())
    }
}
