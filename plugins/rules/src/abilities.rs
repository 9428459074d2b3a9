//! The optional functions of a game, in one table. All code with a place for each ability is derived from it.

/// The table of abilities, one row for each. `abilities!(rows)` passes all rows to the macro `rows`.
///
/// A row contains the meaning of the ability, for the documentation of [`Abilities`](crate::Abilities), its name, and
/// its flag in the interface of libraries. If the ability has a function in the interface, the row also contains the
/// name of its extension, its structure, the structure's field and the type of the function. The names of the interface
/// are those of `plyd_plugin::abi`. The users of the rows resolve them: the SDK, which packs flags and exports
/// functions, and the host, which reads both.
#[macro_export]
macro_rules! abilities {
    ($rows:ident) => {
        $rows! {
            /// [`Game::order`](crate::Game::order) knows which moves are likely to be good.
            order: FLAG_ORDER, ORDER_EXTENSION OrderExtension { order: OrderFn };
            /// [`Game::order`](crate::Game::order) rates moves that are not worth a search
            /// [`UNLIKELY_RATING`](crate::UNLIKELY_RATING), and means it. Requires [`Abilities::order`].
            candidates: FLAG_CANDIDATES;
            /// [`Game::noisy`](crate::Game::noisy) knows which moves change the balance immediately.
            noisy: FLAG_NOISY;
            /// [`Game::in_check`](crate::Game::in_check) knows positions in which the opponent threatens to win at once.
            check: FLAG_CHECK;
            /// [`Game::pass`](crate::Game::pass) passes a turn, which in this game is rarely the best move.
            null_move: FLAG_NULL_MOVE, NULL_MOVE_EXTENSION NullMoveExtension { pass: PassFn };
            /// [`Game::symmetric_key`](crate::Game::symmetric_key) is equal for positions that are mirror images or
            /// rotations of each other.
            symmetry: FLAG_SYMMETRY;
            /// [`Game::futility_margin`](crate::Game::futility_margin) bounds the gain of a quiet move. Requires
            /// [`Abilities::noisy`], which defines the quiet moves.
            futility: FLAG_FUTILITY, FUTILITY_EXTENSION FutilityExtension { margin: MarginFn };
            /// The search must overlook nothing, even if it sees less far ahead: it reduces and skips no moves, and null
            /// move, futility and candidates are not used. This suits small games, which are solved, and games in which
            /// a measured match says so.
            no_selectivity: FLAG_NO_SELECTIVITY;
            /// The game is played best by Monte-Carlo tree search, not by a search to a depth. It is a wish of the game:
            /// clients who choose no algorithm get `mcts`.
            monte_carlo: FLAG_MONTE_CARLO;
            /// [`Game::playout`](crate::Game::playout) plays games to the end at random, faster than a search can, or
            /// with more sense, and `mcts` does better with them than with the heuristic.
            playout: FLAG_PLAYOUT, PLAYOUT_EXTENSION PlayoutExtension { playout: PlayoutFn };
            /// The game ends in a draw by a counter that [`Game::key`](crate::Game::key) leaves out, and
            /// [`Game::plies_left`](crate::Game::plies_left) says how far away this draw is. Required for such a game:
            /// otherwise a stored win can be one that the counter forbids.
            horizon: FLAG_HORIZON, HORIZON_EXTENSION HorizonExtension { plies_left: PliesLeftFn };
            /// [`Game::can_win`](crate::Game::can_win) knows positions in which a player cannot win any more.
            winnable: FLAG_WINNABLE, WINNABLE_EXTENSION WinnableExtension { can_win: CanWinFn };
        }
    };
}

macro_rules! structure {
    ($($(#[$meaning:meta])* $ability:ident: $flag:ident $(, $id:ident $structure:ident { $field:ident: $function:ident })?;)*) => {
        /// The optional functions of a [`Game`](crate::Game) that apply to an instance.
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
