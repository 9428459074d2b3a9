//! The flags of the command line that set a setting.

/// A flag that sets a setting. Its help is the first sentence of the setting's text.
#[derive(Debug, Clone, Copy)]
pub struct Flag {
    /// Its name, without the dashes.
    pub name: &'static str,
    /// The name that it had before, which is still read, but not shown.
    pub was: Option<&'static str>,
    /// What stands for its value in help.
    pub value: &'static str,
    /// The command that has it; `None` for all.
    pub command: Option<&'static str>,
    /// The values that it takes.
    pub takes: Takes,
    /// What its help says after the sentence of the setting.
    pub more: &'static str,
    /// What its help says instead of that sentence.
    pub help: Option<&'static str>,
}

/// The values that a flag takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// One.
    One,
    /// One each time it is given; together they are a list.
    Many,
    /// One, or none, which stands for this one.
    AtMostOne(&'static str),
    /// None; it stands for this value.
    None(&'static str),
    /// `NAME=VALUE` each time it is given, for settings whose names are the user's own.
    Pairs,
}

impl Flag {
    /// A flag of all commands, with one value.
    #[must_use]
    pub const fn new(name: &'static str, value: &'static str) -> Self {
        Self { name, was: None, value, command: None, takes: Takes::One, more: "", help: None }
    }

    /// The same with the name that it had before.
    #[must_use]
    pub const fn was(self, name: &'static str) -> Self {
        Self { was: Some(name), ..self }
    }

    /// The same as a flag of this command alone.
    #[must_use]
    pub const fn of(self, command: &'static str) -> Self {
        Self { command: Some(command), ..self }
    }

    /// The same with other values.
    #[must_use]
    pub const fn takes(self, takes: Takes) -> Self {
        Self { takes, ..self }
    }

    /// The same with more help.
    #[must_use]
    pub const fn more(self, more: &'static str) -> Self {
        Self { more, ..self }
    }

    /// The same with help of its own.
    #[must_use]
    pub const fn help(self, help: &'static str) -> Self {
        Self { help: Some(help), ..self }
    }
}
