//! The optional functions of a game: one table, from which everything follows that has a place for each of them.

/// The table of abilities, a row each. `abilities!(rows)` hands all rows to the macro `rows`.
///
/// A row holds: what the ability means, for the documentation of [`Abilities`](crate::Abilities); its name; its flag in the
/// interface of libraries; and, if it has a function there, the name of its extension, its structure, the structure's field and
/// the type of the function. The names of the interface are those of `plyd_plugin::abi`, and are looked up where the rows are
/// used: in the SDK, which packs flags and exports functions, and in the host, which reads both.
#[macro_export]
macro_rules! abilities {
    ($rows:ident) => {
        $rows! {
            /// [`Game::order`](crate::Game::order) knows which moves are likely to be good.
            order: FLAG_ORDER, ORDER_EXTENSION OrderExtension { order: OrderFn };
            /// [`Game::noisy`](crate::Game::noisy) knows which moves change the balance at once.
            noisy: FLAG_NOISY, NOISY_EXTENSION NoisyExtension { noisy: NoisyFn };
            /// [`Game::pass`](crate::Game::pass) gives up a turn, which in this game is hardly ever the best thing to do.
            null_move: FLAG_NULL_MOVE, NULL_MOVE_EXTENSION NullMoveExtension { pass: PassFn };
            /// [`Game::symmetric_key`](crate::Game::symmetric_key) is equal for positions that are mirrored or turned.
            symmetry: FLAG_SYMMETRY, SYMMETRY_EXTENSION SymmetryExtension { key: SymmetricKeyFn };
            /// Late move reductions pay: a move that comes late in the order is hardly ever the best, so that a search may
            /// look at it less deeply at first. True of large games that are played by their heuristic; not of games that
            /// are solved.
            reductions: FLAG_REDUCTIONS;
            /// [`Game::futility_margin`](crate::Game::futility_margin) bounds what a quiet move gains. Needs
            /// [`Abilities::noisy`], which tells what is quiet.
            futility: FLAG_FUTILITY, FUTILITY_EXTENSION FutilityExtension { margin: MarginFn };
        }
    };
}

macro_rules! structure {
    ($($(#[$meaning:meta])* $ability:ident: $flag:ident $(, $id:ident $structure:ident { $field:ident: $function:ident })?;)*) => {
        /// The optional functions of a [`Game`](crate::Game) that mean something in an instance.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Abilities {
            $($(#[$meaning])* pub $ability: bool,)*
        }

        impl Abilities {
            /// None of them.
            pub const NONE: Self = Self { $($ability: false),* };
        }
    };
}
abilities!(structure);
