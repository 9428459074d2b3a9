//! Plain data about a library.

use crate::about::{ABOUT, LONGEST_ABOUT};
use crate::declaration::{Breach, DeclarationError};
use crate::extensions::{BoardFacts, SideNames};
use crate::features::{self, FeaturesData};
use crate::option::{GameOption, check_options};
use crate::table::check_identity;
use crate::text::{check_length, check_state};
use plyd_rules::{Abilities, Features};
use serde::{Deserialize, Serialize};

/// The longest text of a start position, in bytes: longer than any `position` line that a session takes by default.
const LONGEST_START: usize = 1 << 20;

/// Everything about a library that clients see: in the answers to `uci` and `games`, and in `info string variant`.
///
/// It is plain data, made by a process that has loaded the library and read by one that has not. The reader must
/// [check](Self::check) it by the rules for a library's own declarations.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LibraryFacts {
    /// The id clients choose the game by.
    pub id: String,
    /// The name for people: one line.
    pub name: String,
    /// The version of the library: one word.
    pub version: String,
    /// Major and minor version of the interface the library was built for.
    pub interface: (u16, u16),
    /// The text of the start position with all options at their defaults.
    pub start_position: String,
    /// The board, of a game that declares one.
    pub board: Option<BoardFacts>,
    /// The names of the players.
    pub sides: SideNames,
    /// The text about the game, as the library has it: code that shows it reads it by
    /// [`Library::about`](crate::Library), which checks it.
    #[serde(default)]
    pub about: Option<String>,
    /// The options of the game, in the library's order.
    pub options: Vec<GameOption>,
    /// Whether the setups of the game are trees, whose nodes may have names.
    #[serde(default)]
    pub is_tree: bool,
    /// The abilities of the start position with all options at their defaults, by their names.
    #[serde(with = "ability_names")]
    pub abilities: Abilities,
    /// The inputs of a network at the start position with all options at their defaults.
    #[serde(default, with = "FeaturesData")]
    pub features: Features,
}

impl LibraryFacts {
    /// Checks what another process said of a library.
    ///
    /// # Errors
    /// It breaks a rule of the interface.
    pub fn check(&self) -> Result<(), DeclarationError> {
        check_identity(&self.id, &self.name, &self.version)?;
        let start = &self.start_position;
        if start.len() > LONGEST_START {
            return Err(Breach::Long { found: start.len(), most: LONGEST_START }.of("a start position"));
        }
        check_state(start.clone())
            .map_err(|reason| Breach::Rule(format!(" whose text {reason}")).of("a start position"))?;
        self.board.as_ref().map_or(Ok(()), BoardFacts::check)?;
        self.sides.check()?;
        let about = self.about.as_deref();
        about.map_or(Ok(()), |text| check_length(text.len(), LONGEST_ABOUT)).map_err(|breach| breach.of(ABOUT))?;
        features::check(self.features)?;
        check_options(&self.options)
    }
}

/// Abilities as a list of their names.
mod ability_names {
    use plyd_rules::{Abilities, abilities};
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::Serializer;

    macro_rules! names {
        ($($(#[$meaning:meta])* $ability:ident: $flag:ident $(, $id:ident $structure:ident { $field:ident: $function:ident })?;)*) => {
            /// Each ability with its name.
            fn named(abilities: &mut Abilities) -> impl Iterator<Item = (&'static str, &mut bool)> {
                [$((stringify!($ability), &mut abilities.$ability)),*].into_iter()
            }
        };
    }
    abilities!(names);

    pub(super) fn serialize<S: Serializer>(abilities: &Abilities, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(named(&mut abilities.clone()).filter(|(_, has)| **has).map(|(name, _)| name))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Abilities, D::Error> {
        let mut abilities = Abilities::NONE;
        for told in Vec::<String>::deserialize(deserializer)? {
            let known = named(&mut abilities).find(|(name, _)| *name == told);
            *known.ok_or_else(|| D::Error::custom(format!("there is no ability `{told}`")))?.1 = true;
        }
        Ok(abilities)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::option::GameOptionKind;

    fn sides(names: [&str; 2]) -> SideNames {
        serde_json::from_value(names.into()).unwrap()
    }

    fn facts() -> LibraryFacts {
        let option = |name: &str, kind| GameOption { name: name.into(), kind, parameter: None };
        let choices = vec!["plain".to_string(), "fancy".to_string()];
        LibraryFacts {
            id: "heap".into(),
            name: "Heap \"of\" counters".into(),
            version: "1.2.3".into(),
            interface: (1, 7),
            start_position: "7 w good".into(),
            board: Some(BoardFacts { files: 1, ranks: 30, pocket: true, template: "fairy".into() }),
            sides: sides(["White", "Black"]),
            about: Some("[en]\nname = \"Heap\"".into()),
            options: vec![
                option("Counters", GameOptionKind::Spin { default: 7, min: i64::MIN, max: i64::MAX }),
                option("Black First", GameOptionKind::Check { default: false }),
                option("Text", GameOptionKind::Combo { default: "plain".into(), choices }),
                GameOption {
                    parameter: Some("a counter".into()),
                    ..option("Counter", GameOptionKind::Spin { default: 10, min: 0, max: 50 })
                },
            ],
            is_tree: true,
            abilities: Abilities { order: true, futility: true, ..Abilities::NONE },
            features: Features { inputs: 30, symmetries: 1, sides_differ: true },
        }
    }

    #[test]
    fn facts_are_one_line_and_read_back() {
        let line = serde_json::to_string(&facts()).unwrap();
        assert!(!line.contains('\n') && line.contains(r#""abilities":["order","futility"]"#), "{line}");
        let read: LibraryFacts = serde_json::from_str(&line).unwrap();
        assert_eq!((read.check(), read), (Ok(()), facts()));
    }

    #[test]
    fn what_is_unknown_or_missing_is_not_read() {
        let line = serde_json::to_string(&facts()).unwrap();
        for wrong in [
            line.replace(r#""order""#, r#""telepathy""#),
            line.replace(r#""name""#, r#""nom""#),
            line.replace(r#","Black"]"#, r#","Black","Red"]"#),
            line.replace(r#""pocket":true"#, r#""pocket":1"#),
            line.replace(r#"{"spin""#, r#"{"button""#),
            line.replace(r#""inputs":30"#, r#""inputs":-30"#),
            line.replace(r#""sides-differ""#, r#""sides""#),
            line.replace(r#""parameter":"a counter""#, r#""parameter":7"#),
        ] {
            assert!(wrong != line && serde_json::from_str::<LibraryFacts>(&wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn facts_of_another_process_keep_the_rules_of_declarations() {
        let refusal = |change: fn(&mut LibraryFacts)| {
            let mut facts = facts();
            change(&mut facts);
            facts.check().unwrap_err().to_string()
        };
        assert!(refusal(|facts| facts.id = "Heap".into()).starts_with("the id `Heap`; "));
        assert_eq!(refusal(|facts| facts.name.push('\n')), "a name with the control character '\\n'");
        assert_eq!(refusal(|facts| facts.version.clear()), "a version that is empty");
        assert_eq!(
            refusal(|facts| facts.start_position = "7 w\nbestmove 1".into()),
            "a start position whose text contains the control character '\\n'"
        );
        assert_eq!(
            refusal(|facts| facts.start_position = "x".repeat(LONGEST_START + 1)),
            "a start position of 1048577 bytes, longer than 1048576"
        );
        assert_eq!(refusal(|facts| facts.features.inputs = 4_097), "4097 inputs, which is not from 0 to 4096");
        assert!(refusal(|facts| facts.board.as_mut().unwrap().files = 0).starts_with("a board of 0 files"));
        assert!(
            refusal(|facts| facts.sides = sides(["White", "white"])).starts_with("the name `white` for both sides")
        );
        assert!(refusal(|facts| facts.sides = sides(["x y", "white"])).starts_with("the name `x y` of a side"));
        assert_eq!(refusal(|facts| facts.options[1].name = "counters".into()), "the option `counters` twice");
        assert!(
            refusal(|facts| facts.options[3].parameter = Some("x".repeat(201)))
                .starts_with("the parameter `Counter` with a meaning of 201 bytes")
        );
        assert!(refusal(|facts| facts.options[0].name = "Max".into()).starts_with("the option name `Max`, which"));
        assert_eq!(refusal(|facts| facts.options = vec![facts.options[1].clone(); 257]), "257 options, more than 256");
    }
}
