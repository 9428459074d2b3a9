//! Flags and ids of the abilities, for both sides of the border, derived from the table of abilities.

// Everything, as the rows of the table name constants and types of it.
use super::*;
use plyd_rules::{Abilities, abilities};

macro_rules! flags_and_ids {
    ($($(#[$meaning:meta])* $ability:ident: $flag:ident $(, $id:ident $structure:ident { $field:ident: $function:ident })?;)*) => {
        /// The flags of these abilities.
        #[must_use]
        pub fn flags_of(abilities: Abilities) -> u32 {
            0 $(| if abilities.$ability { $flag } else { 0 })*
        }

        /// The abilities of these flags; other flags are ignored.
        #[must_use]
        pub fn abilities_of(flags: u32) -> Abilities {
            Abilities { $($ability: flags & $flag != 0),* }
        }

        /// The ids of all extensions.
        pub const EXTENSIONS: &[&str] = &[
            BOARD_EXTENSION, PICTURE_EXTENSION, VIEW_EXTENSION, SIDES_EXTENSION, ABOUT_EXTENSION, OPTIONS_EXTENSION, PARAMETERS_EXTENSION, TREE_EXTENSION,
            NOTATION_EXTENSION, CHANCE_EXTENSION, FEATURES_EXTENSION, $($($id,)?)* PERFT_EXTENSION, SEARCH_EXTENSION,
        ];

        // Each ability has its own bit, and so has each flag that is none.
        const NO_ABILITIES: [u32; 3] = [FLAG_HAS_KEY, FLAG_MOVES_ARE_NOT_ACTIONS, FLAG_EXEMPT_MOVE];
        const ALL: u32 = NO_ABILITIES[0] | NO_ABILITIES[1] | NO_ABILITIES[2] $(| $flag)*;
        const COUNT: u32 = (NO_ABILITIES.len() + [$($flag),*].len()) as u32;
        const _: () = assert!(ALL.count_ones() == COUNT, "two flags share a bit, or one has not exactly one");
        $(const _: () = assert!($flag.is_power_of_two(), concat!(stringify!($flag), " is not one bit"));)*
    };
}
abilities!(flags_and_ids);

#[cfg(test)]
mod tests {
    // Everything, as the rows of the table name constants and types of it.
    use super::*;

    #[test]
    fn flags_say_what_they_were_made_of() {
        for bit in (0..32).map(|place| 1 << place) {
            let flags = flags_of(abilities_of(bit));
            let is_ability = ALL & bit != 0 && !NO_ABILITIES.contains(&bit);
            assert_eq!(flags, if is_ability { bit } else { 0 }, "{bit:#x}");
        }
        let some = Abilities { order: true, futility: true, ..Abilities::NONE };
        assert_eq!(flags_of(some), FLAG_ORDER | FLAG_FUTILITY);
        assert_eq!(abilities_of(FLAG_ORDER | FLAG_FUTILITY | FLAG_HAS_KEY), some);
    }
}
