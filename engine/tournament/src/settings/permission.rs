//! Permissions for programs started on behalf of others: the arguments and options that the owner has listed.

use super::key_values::KeyValues;
use super::words::split;
use super::{EngineKind, EngineSettings, MatchSettingsError, SettingWords};
use std::collections::BTreeMap;

/// The keys of a permission.
const PERMISSION: SettingWords =
    SettingWords { about: "an allowed program", keys: &["args", "option.NAME"], synonyms: &[] };

/// The arguments and options with which others may start a program. Anything else is forbidden, because an option of an
/// engine may name a file to write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Permission {
    /// The complete argument list.
    arguments: Vec<String>,
    /// The permitted values by option name in lower case, because engines ignore the case of option names.
    options: BTreeMap<String, Values>,
}

/// The permitted values of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Values {
    /// `*`: any value.
    Any,
    /// `LOW..HIGH`: an inclusive range of whole numbers.
    Between(i64, i64),
    /// Any other text: exactly this value.
    One(String),
}

impl Values {
    fn read(text: String) -> Self {
        let bounds = text.split_once("..").and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
        match bounds {
            _ if text == "*" => Self::Any,
            Some((low, high)) => Self::Between(low, high),
            None => Self::One(text),
        }
    }

    fn have(&self, value: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Between(low, high) => value.parse().is_ok_and(|value: i64| (*low..=*high).contains(&value)),
            Self::One(one) => one == value,
        }
    }
}

impl Permission {
    /// Reads `args="ARGUMENT ..." option.NAME=VALUE option.NAME=LOW..HIGH option.NAME=*`, all of which are optional.
    ///
    /// # Errors
    /// An unknown word, or an unclosed quote.
    pub fn read(text: &str) -> Result<Self, MatchSettingsError> {
        let mut values = KeyValues::parse(&split(text)?, &PERMISSION)?;
        let arguments = values.take("args").map_or(Ok(Vec::new()), |text| split(&text))?;
        let options = values.take_prefixed("option.").into_iter();
        let options = options.map(|(name, value)| (name.to_lowercase(), Values::read(value))).collect();
        values.finish(&PERMISSION)?;
        Ok(Self { arguments, options })
    }

    /// Checks whether an engine with these settings may be started.
    ///
    /// # Errors
    /// The forbidden part, phrased to end a sentence about the engine.
    pub fn check(&self, engine: &EngineSettings) -> Result<(), String> {
        if let EngineKind::Command { arguments, .. } = &engine.kind
            && *arguments != self.arguments
        {
            return Err(match (arguments.len(), self.arguments.len()) {
                (_, 0) => "has arguments".to_owned(),
                _ => "has other arguments".to_owned(),
            });
        }
        let is_allowed =
            |name: &str, value: &str| self.options.get(&name.to_lowercase()).is_some_and(|values| values.have(value));
        match engine.options.iter().find(|(name, value)| !is_allowed(name, value)) {
            Some((name, value)) => Err(format!("has the option {name}={value}")),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::engine::ENGINE;
    use super::*;

    fn check(permission: &str, engine: &str) -> Result<(), String> {
        let engine = KeyValues::parse(&[&format!("cmd=x depth=1 {engine}")], &ENGINE).unwrap();
        Permission::read(permission).unwrap().check(&EngineSettings::read(engine, 1).unwrap())
    }

    #[test]
    fn what_is_not_listed_is_not_allowed() {
        for (permission, engine) in [
            ("", ""),
            ("args='-a \"b c\"'", "args='-a \"b c\"'"),
            ("option.Hash=1..64", "option.Hash=64"),
            ("option.Hash=1..64", "option.hash=1"),
            ("option.Hash=1..64", ""),
            ("option.Threads=2 'option.Move Overhead=*'", "option.Threads=2 'option.Move Overhead=x'"),
        ] {
            assert_eq!(check(permission, engine), Ok(()), "{permission} {engine}");
        }
        for (permission, engine, part) in [
            ("", "args=-x", "has arguments"),
            ("args=-x", "", "has other arguments"),
            ("args=-x", "args='-x -y'", "has other arguments"),
            ("args='-x -y'", "args='\"-x -y\"'", "has other arguments"),
            ("", "option.Hash=1", "has the option Hash=1"),
            ("option.Hash=1..64", "option.Hash=65", "has the option Hash=65"),
            ("option.Hash=1..64", "option.Hash=1x", "has the option Hash=1x"),
            ("option.Hash=*", "'option.Debug Log File=/tmp/x'", "has the option Debug Log File=/tmp/x"),
            ("option.Threads=2", "option.Threads=3", "has the option Threads=3"),
        ] {
            assert_eq!(check(permission, engine), Err(part.to_owned()), "{permission} {engine}");
        }
        for (bad, part) in [("dir=/tmp", "no setting `dir`"), ("args='x", "not closed"), ("x", "no setting `x`")] {
            assert!(Permission::read(bad).unwrap_err().to_string().contains(part), "{bad}");
        }
    }
}
