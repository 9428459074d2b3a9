//! Abilities that only some games have. The host asks for them by id and revision. Each is a structure that begins with
//! its size.

use super::{
    BookKeyFn, CanWinFn, FeatureImageFn, FeaturesFn, FormatMoveFn, LoadFn, MarginFn, OrderFn, ParseMoveFn, PassFn,
    PlayoutFn, PliesLeftFn, PluginTable, Str, TextFn, WeightsFn,
};

/// The id of [`BoardExtension`].
pub const BOARD_EXTENSION: &str = "plyd.board/1";
/// The id of [`PictureExtension`].
pub const PICTURE_EXTENSION: &str = "plyd.picture/1";
/// The id of [`SidesExtension`].
pub const SIDES_EXTENSION: &str = "plyd.sides/1";
/// The id of [`AboutExtension`].
pub const ABOUT_EXTENSION: &str = "plyd.about/1";
/// The id of [`OptionsExtension`].
pub const OPTIONS_EXTENSION: &str = "plyd.options/1";
/// The id of [`ParametersExtension`].
pub const PARAMETERS_EXTENSION: &str = "plyd.parameters/1";
/// The id of [`ViewExtension`].
pub const VIEW_EXTENSION: &str = "plyd.view/1";
/// The id of [`TreeExtension`].
pub const TREE_EXTENSION: &str = "plyd.tree/1";
/// The id of [`NotationExtension`].
pub const NOTATION_EXTENSION: &str = "plyd.notation/1";
/// The id of [`ChanceExtension`].
pub const CHANCE_EXTENSION: &str = "plyd.chance/1";
/// The id of [`FeaturesExtension`].
pub const FEATURES_EXTENSION: &str = "plyd.features/1";
/// The id of [`LoaderExtension`].
pub const LOADER_EXTENSION: &str = "plyd.loader/1";

/// The id of [`OrderExtension`].
pub const ORDER_EXTENSION: &str = "plyd.order/1";
/// The id of [`NullMoveExtension`].
pub const NULL_MOVE_EXTENSION: &str = "plyd.null-move/1";
/// The id of [`FutilityExtension`].
pub const FUTILITY_EXTENSION: &str = "plyd.futility/1";
/// The id of [`PlayoutExtension`].
pub const PLAYOUT_EXTENSION: &str = "plyd.playout/1";
/// The id of [`HorizonExtension`].
pub const HORIZON_EXTENSION: &str = "plyd.horizon/1";
/// The id of [`WinnableExtension`].
pub const WINNABLE_EXTENSION: &str = "plyd.winnable/1";
/// The id of [`PerftExtension`].
pub const PERFT_EXTENSION: &str = "plyd.perft/1";

/// The longest [`AboutExtension::text`], in bytes.
pub const LONGEST_ABOUT: u32 = 65_536;

/// `plyd.board/1`: the board, described for GUIs.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct BoardExtension {
    /// The size of the library's structure.
    pub size: u32,
    /// The board's width.
    pub files: u32,
    /// The board's height.
    pub ranks: u32,
    /// 1 if stones come from a pocket, otherwise 0.
    pub pocket: u32,
    /// The set of pieces that a GUI draws.
    pub template: Str,
}

/// `plyd.picture/1`: a picture of a state for people.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct PictureExtension {
    /// The size of the library's structure.
    pub size: u32,
    /// Zero.
    pub reserved: u32,
    /// Writes lines of text (cold), separated by line feeds; returns the length, 0 for no picture, negative for a
    /// failure.
    pub picture: Option<TextFn>,
}

/// `plyd.sides/1`: what people call the two players.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct SidesExtension {
    /// The size of the library's structure.
    pub size: u32,
    /// Zero.
    pub reserved: u32,
    /// The name of the first player, MAX: one word of at most 40 bytes, such as `White`. It stays valid forever.
    pub first: Str,
    /// The name of the second player, MIN, in the same form. The two names differ, regardless of case.
    pub second: Str,
}

/// `plyd.about/1`: what people read of the game, by language: its name, its rules, its options, its author and its
/// licence.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct AboutExtension {
    /// The size of the library's structure.
    pub size: u32,
    /// Zero.
    pub reserved: u32,
    /// A text in TOML of at most [`LONGEST_ABOUT`] bytes, with the keys that plugins/README.md lists. It stays valid
    /// forever. If it does not follow the rules, the library is loaded without it, and `plyd check` reports a fault.
    pub text: Str,
}

/// `plyd.view/1`: the board as data, for clients that draw it.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ViewExtension {
    /// The size of the library's structure.
    pub size: u32,
    /// Zero.
    pub reserved: u32,
    /// Writes the view of a state as JSON (cold); returns the length, 0 for a game without a view, negative for a
    /// failure.
    pub view: Option<TextFn>,
    /// Writes the steps by which a person makes a legal move (cold), as words with a blank between them, such as
    /// `e7 e8 =queen`. The word `|` is between several ways to make it. Returns the length, or a negative number.
    pub gesture: Option<FormatMoveFn>,
}

/// `plyd.tree/1`: the setups of the game are trees, and its nodes may have names.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct TreeExtension {
    /// The size of the library's structure.
    pub size: u32,
    /// Zero.
    pub reserved: u32,
    /// Writes the name of the node (cold); returns the length, 0 for a node without a name, negative for a failure.
    pub name: Option<TextFn>,
}

/// `plyd.notation/1`: moves as people write them, such as the standard algebraic notation of chess, and the keys of
/// opening books.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct NotationExtension {
    /// The size of the library's structure.
    pub size: u32,
    /// Zero.
    pub reserved: u32,
    /// Writes a legal move as people write it (cold): one word. Returns its length, or a negative number.
    pub format: Option<FormatMoveFn>,
    /// Finds the legal move that a word of this notation means (cold). Returns [`OK`](super::OK) and writes `*mv`, or
    /// [`NOT_FOUND`](super::NOT_FOUND), or [`FAILED`](super::FAILED).
    pub parse: Option<ParseMoveFn>,
    /// Writes the key under which opening books have the state (cold); for chess that of Polyglot. Returns
    /// [`OK`](super::OK), or [`NOT_FOUND`](super::NOT_FOUND) if books do not have this state, or
    /// [`FAILED`](super::FAILED). It may be null.
    pub book_key: Option<BookKeyFn>,
}

/// `plyd.chance/1`: the weights of what chance can do. Required for instances with chance states.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ChanceExtension {
    /// The size of the library's structure.
    pub size: u32,
    /// Zero.
    pub reserved: u32,
    /// Writes the weights of the outcomes of a chance state (hot): `weights[i]`, above 0, for `outcomes[i]`. The
    /// outcomes are all moves of the state, in its order. Returns [`OK`](super::OK) or [`FAILED`](super::FAILED).
    pub weights: Option<WeightsFn>,
}

/// `plyd.features/1`: the inputs that a network reads of a position. Required for instances with inputs.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct FeaturesExtension {
    /// The size of the library's structure.
    pub size: u32,
    /// Zero.
    pub reserved: u32,
    /// Switches on the inputs that are true of an unfinished state (hot): bit `i % 64` of `words[i / 64]` for input `i`.
    /// There are `count` words, enough for all inputs, and all 0 before; bits beyond the last input stay 0. Returns the
    /// player whose view it is, [`TURN_MAX`](super::TURN_MAX) or [`TURN_MIN`](super::TURN_MIN): the player to move, in a
    /// chance state the player whose turn comes with it. Or it returns [`FAILED`](super::FAILED).
    pub features: Option<FeaturesFn>,
    /// The input to which symmetry number `symmetry` of the board moves an input (cold), both below the declared
    /// numbers. Each symmetry is a permutation of all inputs. It may be null if no instance has symmetries.
    pub image: Option<FeatureImageFn>,
}

/// `plyd.options/1`: the options that a client can set. The host fetches items one by one, so they can grow.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OptionsExtension {
    /// The size of the library's structure.
    pub size: u32,
    /// The number of options, at most 256.
    pub count: u32,
    /// Fills in the option with this index (cold). Returns `OK` or `NOT_FOUND`.
    pub item: Option<unsafe extern "C" fn(index: u32, item: *mut OptionItem) -> i32>,
}

/// [`OptionItem::kind`]: true or false.
pub const OPTION_CHECK: u32 = 0;
/// [`OptionItem::kind`]: a whole number from `min` to `max`.
pub const OPTION_SPIN: u32 = 1;
/// [`OptionItem::kind`]: one of `choices`.
pub const OPTION_COMBO: u32 = 2;

/// One option. The caller sets `size`; the library fills in the rest with text that stays valid forever.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OptionItem {
    /// The caller's `sizeof(OptionItem)`: the library writes no field beyond it.
    pub size: u32,
    /// One of the `OPTION_` constants.
    pub kind: u32,
    /// The name within the game.
    pub name: Str,
    /// The default of a check or combo: `true` or `false`, or one of the choices.
    pub default: Str,
    /// The default of a spin.
    pub default_number: i64,
    /// The smallest value of a spin.
    pub min: i64,
    /// The largest value of a spin.
    pub max: i64,
    /// The number of choices of a combo.
    pub choice_count: u32,
    /// Zero.
    pub reserved: u32,
    /// The choice with this index; empty beyond the last.
    pub choice: Option<unsafe extern "C" fn(option: u32, choice: u32) -> Str>,
}

/// `plyd.parameters/1`: numbers of the heuristic that a client can set, and `plyd tune` can tune. They reach `open` among
/// the options, and each has a name that no option has. They never change the rules: with any values the game has the
/// same positions, moves, outcomes, keys and texts, and the same facts but for the scale of values and the bounds of
/// chance. The host fetches items one by one, so they can grow.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ParametersExtension {
    /// The size of the library's structure.
    pub size: u32,
    /// The number of parameters, with the options at most 256.
    pub count: u32,
    /// Fills in the parameter with this index (cold). Returns `OK` or `NOT_FOUND`.
    pub item: Option<unsafe extern "C" fn(index: u32, item: *mut ParameterItem) -> i32>,
}

/// One number of the heuristic. The caller sets `size`; the library fills in the rest with text that stays valid
/// forever.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ParameterItem {
    /// The caller's `sizeof(ParameterItem)`: the library writes no field beyond it.
    pub size: u32,
    /// Zero.
    pub reserved: u32,
    /// The name within the game, by the rules for names of options.
    pub name: Str,
    /// What the number means, for people: one line of at most 200 bytes. It may be empty.
    pub meaning: Str,
    /// The default, from `min` to `max`.
    pub default_number: i64,
    /// The smallest value.
    pub min: i64,
    /// The largest value.
    pub max: i64,
}

/// `plyd.order/1`: which moves are likely to be good. Used for instances with `FLAG_ORDER`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct OrderExtension {
    /// The size of the library's structure.
    pub size: u32,
    /// Zero.
    pub reserved: u32,
    /// Rates `count` legal moves of a state (hot): `scores[i]` for `moves[i]`. A search tries higher ratings first, and
    /// ratings from `CERTAIN_RATING` on before everything that it has learnt itself. Returns `OK` or `FAILED`.
    pub order: Option<OrderFn>,
}

/// `plyd.null-move/1`: passing a turn. Used for instances with `FLAG_NULL_MOVE`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct NullMoveExtension {
    /// The size of the library's structure.
    pub size: u32,
    /// Zero.
    pub reserved: u32,
    /// Writes to `child` the state after the player to move has passed (hot). Returns `OK`, or `NOT_FOUND` if
    /// passing leads to no valid position, or `FAILED`.
    pub pass: Option<PassFn>,
}

/// `plyd.futility/1`: the possible gain of a quiet move. Used for instances with `FLAG_FUTILITY` and `FLAG_NOISY`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct FutilityExtension {
    /// The size of the library's structure.
    pub size: u32,
    /// Zero.
    pub reserved: u32,
    /// About the largest gain in the heuristic value of an unfinished state from a quiet (not noisy) move, for the
    /// player to move (hot): 1 to 1,000,000. 0 or less if the game cannot give such a bound.
    pub margin: Option<MarginFn>,
}

/// `plyd.playout/1`: random games to the end. Used for instances with [`FLAG_PLAYOUT`](super::FLAG_PLAYOUT).
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct PlayoutExtension {
    /// The size of the library's structure.
    pub size: u32,
    /// Zero.
    pub reserved: u32,
    /// Plays a game at random from an unfinished state (hot). The answer has the outcome of the game, or the heuristic
    /// value of an unfinished one that was given up. The same seed plays the same game. The game need not keep the rule
    /// of repetition.
    ///
    /// The first moves of the game go to `moves`, at most `capacity`, and their count is that of the answer. A search
    /// learns from them how good the same moves are earlier. So a number below 4,096 must mean the same action
    /// throughout the game, and players take turns, beginning with the one to move. A game of which this is not true
    /// writes none.
    pub playout: Option<PlayoutFn>,
}

/// `plyd.horizon/1`: how far away a draw by a counter is. Used for instances with [`FLAG_HORIZON`](super::FLAG_HORIZON).
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct HorizonExtension {
    /// The size of the library's structure.
    pub size: u32,
    /// Zero.
    pub reserved: u32,
    /// The plies that can still be played from a state until a counter ends the game in a draw, or makes a draw that can
    /// be claimed (hot). 65,535 if no counter does, 0 in a state that is such a draw. A win on the last of these plies
    /// goes before the draw.
    pub plies_left: Option<PliesLeftFn>,
}

/// `plyd.winnable/1`: who can still win. Used for instances with [`FLAG_WINNABLE`](super::FLAG_WINNABLE).
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct WinnableExtension {
    /// The size of the library's structure.
    pub size: u32,
    /// Zero.
    pub reserved: u32,
    /// Whether `player` ([`TURN_MAX`](super::TURN_MAX) or [`TURN_MIN`](super::TURN_MIN)) can still win a state without a
    /// result, with whatever moves of both sides (cold): 0 if not, 1 if so or in doubt.
    pub can_win: Option<CanWinFn>,
}

/// `plyd.perft/1`: known counts of leaves, to check the rules.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct PerftExtension {
    /// The size of the library's structure.
    pub size: u32,
    /// The number of counts, at most 4,096.
    pub count: u32,
    /// Fills in the count with this index (cold). Returns `OK` or `NOT_FOUND`.
    pub item: Option<unsafe extern "C" fn(index: u32, item: *mut PerftItem) -> i32>,
}

/// One known count. The caller sets `size`; the library fills in the rest with text that stays valid forever.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct PerftItem {
    /// The caller's `sizeof(PerftItem)`: the library writes no field beyond it.
    pub size: u32,
    /// The depth in plies.
    pub depth: u32,
    /// The number of leaves at that depth; a finished game does not continue.
    pub leaves: u64,
    /// The setup, empty for the start position.
    pub setup: Str,
    /// The options, in the form that `open` takes.
    pub options: Str,
}

/// `plyd.loader/1`: games from text. A library with it is no game: its table needs the identity and `extension`, and its
/// other functions are null; a table with `open` is that of a game, and not asked for this. The host looks for files with the suffixes in all folders of games, reads them, and
/// makes a game of each.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct LoaderExtension {
    /// The size of the library's structure.
    pub size: u32,
    /// Zero.
    pub reserved: u32,
    /// The suffixes of the files, without a dot and separated by blanks: 1 to 8 of 1 to 16 characters of `a-z` and `0-9`.
    pub suffixes: Str,
    /// Makes the game of a text (cold). The host loads a copy of the library for each text, and calls this once in it,
    /// before any other function, so the library can keep what it has read in a variable of its own. `text` is that of
    /// the file, at most 1 MiB. Returns 0 and fills `loaded`. To refuse the text, it writes an error text into `error`,
    /// as much as fits, and returns its length (at least 1); `loaded` says where the error is. A negative number is a
    /// failure without a text.
    pub load: Option<LoadFn>,
}

/// The answer of [`LoaderExtension::load`]. The caller sets `size`, and the rest to zero.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct LoadedText {
    /// The caller's `sizeof(LoadedText)`: the library writes no field beyond it.
    pub size: u32,
    /// The line of the error, from 1; 0 if it has no place.
    pub line: u32,
    /// The column of the error in characters, from 1; 0 if it is about the whole line.
    pub column: u32,
    /// Zero.
    pub reserved: u32,
    /// The table of the game, which stays valid forever; null if the text is not meant for the library, so that the host
    /// passes over the file without a word.
    pub table: *const PluginTable,
}
