//! Reads the optional functions of a library, and which of them mean something in an instance.

use super::function;
use crate::declaration::DeclarationError;
use crate::table::Functions;
// Everything, as the rows of the table name constants and types of it.
use plyd_plugin::abi::*;
use plyd_rules::{Abilities, abilities};

macro_rules! functions {
    ($($(#[$meaning:meta])* $ability:ident: $flag:ident $(, $id:ident $structure:ident { $field:ident: $function:ident })?;)*) => {
        /// The functions of the abilities that have one, copied into every instance.
        #[derive(Debug, Clone, Copy, Default)]
        pub(crate) struct OptionalFunctions {
            $($(pub(crate) $field: Option<$function>,)?)*
        }

        /// Reads the extensions of all abilities.
        ///
        /// # Safety
        /// The functions belong to a library that keeps the interface.
        pub(super) unsafe fn read(functions: &Functions) -> Result<OptionalFunctions, DeclarationError> {
            // SAFETY: each id goes with the structure the interface gives it, and all of it is as the contract says.
            unsafe {
                Ok(OptionalFunctions {
                    $($($field: function(functions, $id, |found: $structure| found.$field)?,)?)*
                })
            }
        }

        impl OptionalFunctions {
            /// The abilities of an instance with these flags: those that it declares, and has the function for.
            pub(crate) fn of_instance(self, flags: u32) -> (Self, Abilities) {
                let mut abilities = abilities_of(flags);
                $($(abilities.$ability &= self.$field.is_some();)?)*
                (Self { $($($field: self.$field.filter(|_| abilities.$ability),)?)* }, abilities)
            }
        }
    };
}
abilities!(functions);

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::c_void;

    unsafe extern "C" fn margin(_: *const c_void, _: *const c_void) -> i32 {
        0
    }

    #[test]
    fn an_ability_needs_its_flag_and_its_function() {
        let library = OptionalFunctions { margin: Some(margin), ..OptionalFunctions::default() };
        let (functions, abilities) =
            library.of_instance(FLAG_ORDER | FLAG_FUTILITY | FLAG_NO_SELECTIVITY | FLAG_REDUCTIONS);
        assert_eq!(abilities, Abilities { futility: true, no_selectivity: true, ..Abilities::NONE });
        assert!(functions.margin.is_some() && functions.order.is_none());
        let (functions, abilities) = library.of_instance(FLAG_NULL_MOVE);
        assert_eq!(abilities, Abilities::NONE);
        assert!(functions.margin.is_none());
    }
}
