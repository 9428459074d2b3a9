//! The rows of a section.

use crate::Setting;

/// A section of the settings file.
pub trait Section {
    /// What there is in it, in the order of the settings file.
    const SETTINGS: &'static [Setting];
}

/// Defines a section of the settings file: a struct with a public field for each setting, and [what is known of
/// each](Section::SETTINGS). A row is
///
/// ```text
/// /// The text about it, in whole sentences.
/// name: type = default, kind, flag FLAG, reload RELOAD;
/// ```
///
/// with any number of flags, and a rule for reloads if that is not [`Never`](crate::ReloadEffect::Never). The crate
/// depends on `serde`, by which the struct is read and written.
///
/// ```
/// use plyd_settings::{Section, settings};
///
/// settings! {
///     /// The limits of a kitchen.
///     pub struct KitchenSettings in "kitchen" {
///         /// The maximum number of pots on the stove. Further ones wait.
///         max_pots: usize = 4, Integer { min: 1, max: 8 }, flag Flag::new("pots", "N").of("cook");
///     }
/// }
///
/// assert_eq!(KitchenSettings::default().max_pots, 4);
/// let row = &KitchenSettings::SETTINGS[0];
/// assert_eq!(row.path, "kitchen.max-pots");
/// assert_eq!(row.variable(), "PLYD_KITCHEN_MAX_POTS");
/// assert_eq!(row.summary(), "The maximum number of pots on the stove");
/// ```
#[macro_export]
macro_rules! settings {
    (
        $(#[$attribute:meta])*
        pub struct $name:ident in $section:literal {
            $(
                $(#[doc = $text:literal])+
                $field:ident: $type:ty = $default:expr, $kind:expr $(, flag $flag:expr)* $(, reload $reload:ident)?;
            )+
        }
    ) => {
        $(#[$attribute])*
        #[derive(Debug, Clone, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
        pub struct $name {
            $($(#[doc = $text])+ pub $field: $type,)+
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)+ }
            }
        }

        impl $crate::Section for $name {
            const SETTINGS: &'static [$crate::Setting] = {
                #[allow(unused_imports, clippy::allow_attributes, reason = "few sections need all")]
                use $crate::{Flag, ReloadEffect, SettingKind::*, Takes};
                &[$($crate::Setting {
                    path: {
                        const PATH: [u8; $crate::path_length($section, stringify!($field))] =
                            $crate::path_bytes($section, stringify!($field));
                        match core::str::from_utf8(&PATH) {
                            Ok(path) => path,
                            Err(_) => panic!("names of fields are Unicode"),
                        }
                    },
                    kind: $kind,
                    text: concat!($($text),+),
                    flags: &[$($flag),*],
                    reload: $crate::settings!(@reload $($reload)?),
                }),+]
            };
        }
    };
    (@reload) => { ReloadEffect::Never };
    (@reload $reload:ident) => { ReloadEffect::$reload };
}

/// The length of the path of a field in a section.
#[doc(hidden)]
#[must_use]
pub const fn path_length(section: &str, field: &str) -> usize {
    section.len() + 1 + field.len()
}

/// The path of a field in a section: with a dot between, and hyphens for underscores.
#[doc(hidden)]
#[must_use]
pub const fn path_bytes<const LENGTH: usize>(section: &str, field: &str) -> [u8; LENGTH] {
    let (section, field) = (section.as_bytes(), field.as_bytes());
    let mut path = [b'.'; LENGTH];
    let mut place = 0;
    while place < section.len() {
        path[place] = section[place];
        place += 1;
    }
    let mut place = 0;
    while place < field.len() {
        path[section.len() + 1 + place] = if field[place] == b'_' { b'-' } else { field[place] };
        place += 1;
    }
    path
}
