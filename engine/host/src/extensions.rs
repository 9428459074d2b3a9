//! The abilities of a library beyond the table.

mod abilities;
mod options;
mod perft;
mod search;
mod sides;

pub(crate) use abilities::OptionalFunctions;
pub use perft::KnownPerft;
pub(crate) use search::Inside;
pub use sides::SideNames;

use crate::about::{ABOUT, LONGEST_ABOUT};
use crate::declaration::{Breach, DeclarationError};
use crate::features::FeatureFunctions;
use crate::option::{GameOption, check_options};
use crate::table::Functions;
use crate::text::{check_declared, readable};
use plyd_plugin::abi::{
    ABOUT_EXTENSION, AboutExtension, BOARD_EXTENSION, BoardExtension, BookKeyFn, CHANCE_EXTENSION, ChanceExtension,
    ExtensionFn, FEATURES_EXTENSION, FormatMoveFn, NOTATION_EXTENSION, NotationExtension, OPTIONS_EXTENSION,
    OptionsExtension, PARAMETERS_EXTENSION, PERFT_EXTENSION, PICTURE_EXTENSION, ParametersExtension, ParseMoveFn,
    PerftExtension, PictureExtension, SIDES_EXTENSION, SidesExtension, Str, TREE_EXTENSION, TextFn, TreeExtension,
    VIEW_EXTENSION, ViewExtension, WeightsFn,
};
use serde::{Deserialize, Serialize};

const LARGEST_BOARD: u32 = 1_024;
const LONGEST_TEXT: usize = 200;

/// The board of a game, described for GUIs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardFacts {
    /// The board's width, 1 to 1,024.
    pub files: u32,
    /// The board's height, 1 to 1,024.
    pub ranks: u32,
    /// Whether stones come from a pocket.
    pub pocket: bool,
    /// The set of pieces a GUI draws with: one word.
    pub template: String,
}

impl BoardFacts {
    /// Checks what a library declared.
    pub(crate) fn check(&self) -> Result<(), DeclarationError> {
        let Self { files, ranks, template, .. } = self;
        if !(1..=LARGEST_BOARD).contains(files) || !(1..=LARGEST_BOARD).contains(ranks) {
            let rule = Breach::Rule(format!("; both are from 1 to {LARGEST_BOARD}"));
            return Err(rule.of(format!("a board of {files} files and {ranks} ranks")));
        }
        check_declared(template, LONGEST_TEXT).map_err(|breach| breach.of("a board template"))?;
        if template.contains(char::is_whitespace) {
            return Err(Breach::rule("; a template is one word").of(format!("the board template `{template}`")));
        }
        Ok(())
    }
}

/// The extensions of a library, checked.
#[derive(Debug, Clone, Default)]
pub(crate) struct Extensions {
    pub(crate) board: Option<BoardFacts>,
    pub(crate) picture: Option<TextFn>,
    pub(crate) view: Option<ViewFunctions>,
    /// The name of a node, in a game whose setups are trees.
    pub(crate) node_name: Option<TextFn>,
    pub(crate) notation: Option<NotationFunctions>,
    pub(crate) weights: Option<WeightsFn>,
    pub(crate) features: Option<FeatureFunctions>,
    pub(crate) sides: SideNames,
    /// The text about the game, as the library has it.
    pub(crate) about: Option<String>,
    pub(crate) options: Vec<GameOption>,
    pub(crate) optional: OptionalFunctions,
    pub(crate) perft: Vec<KnownPerft>,
    pub(crate) inside: Inside,
}

/// The board as data, and the steps of a move.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ViewFunctions {
    pub(crate) view: TextFn,
    pub(crate) gesture: FormatMoveFn,
}

/// Moves as people write them, and the keys of books.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NotationFunctions {
    pub(crate) format: FormatMoveFn,
    pub(crate) parse: ParseMoveFn,
    pub(crate) book_key: Option<BookKeyFn>,
}

/// Reads every extension this version knows.
///
/// # Safety
/// The functions belong to a library that keeps the interface.
pub(crate) unsafe fn read(functions: &Functions) -> Result<Extensions, DeclarationError> {
    // SAFETY: each id goes with the structure the interface gives it, and all of it is as the contract says.
    unsafe {
        Ok(Extensions {
            board: match find::<BoardExtension>(functions, BOARD_EXTENSION)? {
                Some(board) => Some(read_board(&board)?),
                None => None,
            },
            picture: function(functions, PICTURE_EXTENSION, |found: PictureExtension| found.picture)?,
            view: function(functions, VIEW_EXTENSION, |ViewExtension { view, gesture, .. }| {
                Some(ViewFunctions { view: view?, gesture: gesture? })
            })?,
            node_name: function(functions, TREE_EXTENSION, |found: TreeExtension| found.name)?,
            notation: function(
                functions,
                NOTATION_EXTENSION,
                |NotationExtension { format, parse, book_key, .. }| {
                    Some(NotationFunctions { format: format?, parse: parse?, book_key })
                },
            )?,
            weights: function(functions, CHANCE_EXTENSION, |found: ChanceExtension| found.weights)?,
            features: function(functions, FEATURES_EXTENSION, FeatureFunctions::of)?,
            sides: match find::<SidesExtension>(functions, SIDES_EXTENSION)? {
                Some(sides) => sides::read_sides(&sides)?,
                None => SideNames::default(),
            },
            about: match find::<AboutExtension>(functions, ABOUT_EXTENSION)? {
                Some(AboutExtension { text, .. }) => {
                    Some(readable(text, LONGEST_ABOUT).map_err(|breach| breach.of(ABOUT))?)
                }
                None => None,
            },
            options: read_options(functions)?,
            optional: abilities::read(functions)?,
            perft: match find::<PerftExtension>(functions, PERFT_EXTENSION)? {
                Some(perft) => perft::read_perft(&perft)?,
                None => Vec::new(),
            },
            inside: search::read_search(functions)?,
        })
    }
}

/// The options of the library, and behind them the numbers of its heuristic, which are set in the same way.
///
/// # Safety
/// As for [`read`].
unsafe fn read_options(functions: &Functions) -> Result<Vec<GameOption>, DeclarationError> {
    let mut all = Vec::new();
    // SAFETY: by this function's contract, each id goes with its structure.
    unsafe {
        if let Some(options) = find::<OptionsExtension>(functions, OPTIONS_EXTENSION)? {
            all.extend(options::read_options(&options)?);
        }
        if let Some(parameters) = find::<ParametersExtension>(functions, PARAMETERS_EXTENSION)? {
            all.extend(options::read_parameters(&parameters)?);
        }
    }
    check_options(&all)?;
    Ok(all)
}

/// The one function of an extension, if the library has the extension.
///
/// # Safety
/// As for [`find`].
unsafe fn function<T: Copy, F>(
    functions: &Functions,
    id: &str,
    of: impl FnOnce(T) -> Option<F>,
) -> Result<Option<F>, DeclarationError> {
    // SAFETY: by this function's contract.
    let found = unsafe { find::<T>(functions, id)? };
    found.map(|found| of(found).ok_or_else(|| null_function(id))).transpose()
}

fn null_function(id: &str) -> DeclarationError {
    Breach::NullFunction.of(format!("the extension `{id}`"))
}

/// The library's structure for this extension, if it has the extension. Every such structure begins with its size.
///
/// # Safety
/// The functions belong to a library that keeps the interface, in which `T` is the structure of `id`.
unsafe fn find<T: Copy>(functions: &Functions, id: &str) -> Result<Option<T>, DeclarationError> {
    // SAFETY: by this function's contract.
    unsafe { find_by(functions.extension, id) }
}

/// The structure of an extension, from a library's function for them.
///
/// # Safety
/// As for [`find`].
pub(crate) unsafe fn find_by<T: Copy>(extension: ExtensionFn, id: &str) -> Result<Option<T>, DeclarationError> {
    // SAFETY: the id is readable text.
    let found = unsafe { extension(Str::new(id)) };
    if found.is_null() {
        return Ok(None);
    }
    // SAFETY: the structure begins with its size.
    let size = unsafe { found.cast::<u32>().read_unaligned() } as usize;
    if size < size_of::<T>() {
        let found = format!("the extension `{id}` with {size} bytes");
        return Err(Breach::Short(size_of::<T>()).of(found));
    }
    // SAFETY: the structure is at least as long as `T`.
    Ok(Some(unsafe { found.cast::<T>().read_unaligned() }))
}

/// # Safety
/// The text of the structure is readable, null, empty or too long.
unsafe fn read_board(board: &BoardExtension) -> Result<BoardFacts, DeclarationError> {
    if board.pocket > 1 {
        let rule = Breach::rule(", which is neither 0 nor 1");
        return Err(rule.of(format!("a board with the pocket {}", board.pocket)));
    }
    // SAFETY: by this function's contract.
    let template = unsafe { readable(board.template, LONGEST_TEXT) };
    let template = template.map_err(|breach| breach.of("a board template"))?;
    let facts = BoardFacts { files: board.files, ranks: board.ranks, pocket: board.pocket == 1, template };
    facts.check()?;
    Ok(facts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LoadError;
    use crate::option::GameOptionKind;
    use crate::table;
    use crate::test_game::leaked;
    use plyd_plugin::abi::{OK, OPTION_COMBO, OPTION_SPIN, OptionItem, ParameterItem};
    use plyd_rules::Player;
    use std::ffi::c_void;
    use std::ptr::null;

    fn extensions(find: unsafe extern "C" fn(id: Str) -> *const c_void) -> Result<Extensions, String> {
        // SAFETY: a table of the SDK with a function of these tests, which keeps its contract; kept for ever.
        unsafe {
            let (_, functions) = table::read(leaked(|table| table.extension = Some(find))).unwrap();
            read(&functions).map_err(|error| LoadError::from(error).to_string())
        }
    }

    /// A function that finds only this extension, and what comes of it.
    macro_rules! with {
        ($id:expr, $structure:expr) => {{
            unsafe extern "C" fn find(id: Str) -> *const c_void {
                // SAFETY: the host passes a readable id.
                let id = unsafe { std::slice::from_raw_parts(id.data, id.len) };
                if id == $id.as_bytes() { Box::into_raw(Box::new($structure)).cast() } else { null() }
            }
            extensions(find)
        }};
    }

    fn board(files: u32, pocket: u32, template: &'static str) -> BoardExtension {
        let size = size_of::<BoardExtension>() as u32;
        BoardExtension { size, files, ranks: 3, pocket, template: Str::new(template) }
    }

    fn options(count: u32, item: unsafe extern "C" fn(u32, *mut OptionItem) -> i32) -> OptionsExtension {
        OptionsExtension { size: size_of::<OptionsExtension>() as u32, count, item: Some(item) }
    }

    /// Fills in a spin from 1 to 12.
    unsafe fn spin(item: *mut OptionItem, name: &'static str, default: i64) -> i32 {
        // SAFETY: the host's structure.
        unsafe {
            (*item).kind = OPTION_SPIN;
            (*item).name = Str::new(name);
            ((*item).min, (*item).max, (*item).default_number) = (1, 12, default);
        }
        OK
    }

    #[test]
    fn the_extensions_of_the_sdk_are_read() {
        // SAFETY: a table of the SDK, kept for ever.
        let extensions = unsafe { read(&table::read(leaked(|_| {})).unwrap().1) }.unwrap();
        let board = BoardFacts { files: 1, ranks: 30, pocket: true, template: "fairy".into() };
        assert_eq!(extensions.board, Some(board));
        assert!(extensions.picture.is_some());
        let choices = vec!["plain".to_string(), "fancy".to_string()];
        let kinds: Vec<_> = extensions.options.into_iter().map(|option| (option.name, option.kind)).collect();
        assert_eq!(
            kinds,
            [
                ("Counters".to_string(), GameOptionKind::Spin { default: 7, min: 1, max: 30 }),
                ("Black First".to_string(), GameOptionKind::Check { default: false }),
                ("Text".to_string(), GameOptionKind::Combo { default: "plain".into(), choices }),
            ]
        );
    }

    #[test]
    fn a_game_needs_no_extension() {
        unsafe extern "C" fn find(_: Str) -> *const c_void {
            null()
        }
        let extensions = extensions(find).unwrap();
        assert!(extensions.board.is_none() && extensions.picture.is_none() && extensions.options.is_empty());
        assert_eq!([Player::Max, Player::Min].map(|player| extensions.sides.name(player)), ["First", "Second"]);
    }

    #[test]
    fn a_short_structure_is_refused_and_a_longer_one_taken() {
        let size = size_of::<BoardExtension>();
        assert_eq!(
            with!(BOARD_EXTENSION, BoardExtension { size: 8, ..board(3, 0, "fairy") }).unwrap_err(),
            format!("declares the extension `plyd.board/1` with 8 bytes, shorter than its {size}")
        );
        let longer = with!(BOARD_EXTENSION, (BoardExtension { size: 99, ..board(3, 0, "fairy") }, [0_u8; 99])).unwrap();
        assert_eq!(longer.board.unwrap().files, 3);
    }

    #[test]
    fn a_board_is_checked() {
        assert_eq!(
            with!(BOARD_EXTENSION, board(0, 0, "fairy")).unwrap_err(),
            "declares a board of 0 files and 3 ranks; both are from 1 to 1024"
        );
        assert_eq!(
            with!(BOARD_EXTENSION, board(3, 2, "fairy")).unwrap_err(),
            "declares a board with the pocket 2, which is neither 0 nor 1"
        );
        assert_eq!(
            with!(BOARD_EXTENSION, board(3, 1, "two words")).unwrap_err(),
            "declares the board template `two words`; a template is one word"
        );
        assert_eq!(with!(BOARD_EXTENSION, board(3, 1, "")).unwrap_err(), "declares a board template that is empty");
    }

    #[test]
    fn names_of_sides_are_checked() {
        fn sides(first: &'static str, second: &'static str) -> SidesExtension {
            let (first, second) = (Str::new(first), Str::new(second));
            SidesExtension { size: size_of::<SidesExtension>() as u32, reserved: 0, first, second }
        }
        let good = with!(SIDES_EXTENSION, sides("Süd", "Nord")).unwrap().sides;
        assert_eq!((good.name(Player::Max), good.name(Player::Min)), ("Süd", "Nord"));
        let refusal = |result: Result<Extensions, String>| result.unwrap_err();
        assert_eq!(refusal(with!(SIDES_EXTENSION, sides("", "Black"))), "declares the name of a side that is empty");
        assert_eq!(
            refusal(with!(SIDES_EXTENSION, sides("White", "Big Black"))),
            "declares the name `Big Black` of a side; the name of a side is one word"
        );
        assert_eq!(
            refusal(with!(SIDES_EXTENSION, sides("White", "WHITE"))),
            "declares the name `WHITE` for both sides; their names differ, also if upper and lower case do not count"
        );
    }

    #[test]
    fn null_functions_are_refused() {
        let picture = with!(PICTURE_EXTENSION, PictureExtension { size: 99, reserved: 0, picture: None });
        assert_eq!(picture.unwrap_err(), "declares the extension `plyd.picture/1` with a null function");
        let options = with!(OPTIONS_EXTENSION, OptionsExtension { size: 99, count: 1, item: None });
        assert_eq!(options.unwrap_err(), "declares the extension `plyd.options/1` with a null function");
    }

    #[test]
    fn parameters_are_read_as_options_and_checked_with_them() {
        /// Fills in a parameter from 0 to 50.
        unsafe fn number(item: *mut ParameterItem, name: &'static str, meaning: &'static str, default: i64) -> i32 {
            // SAFETY: the host's structure.
            unsafe {
                ((*item).name, (*item).meaning) = (Str::new(name), Str::new(meaning));
                ((*item).max, (*item).default_number) = (50, default);
            }
            OK
        }
        unsafe extern "C" fn good(index: u32, item: *mut ParameterItem) -> i32 {
            // SAFETY: the host's structure.
            unsafe {
                match index {
                    0 => number(item, "Loose", "a pawn that hangs", 30),
                    _ => number(item, "Race", "", 0),
                }
            }
        }
        unsafe extern "C" fn unlike(_: u32, item: *mut ParameterItem) -> i32 {
            // SAFETY: the host's structure.
            unsafe { number(item, "HOUSES", "", 1) }
        }
        unsafe extern "C" fn out_of_range(_: u32, item: *mut ParameterItem) -> i32 {
            // SAFETY: the host's structure.
            unsafe { number(item, "Loose", "", 51) }
        }
        unsafe extern "C" fn of_two_lines(_: u32, item: *mut ParameterItem) -> i32 {
            // SAFETY: the host's structure.
            unsafe { number(item, "Loose", "a\nb", 1) }
        }
        unsafe extern "C" fn absent(_: u32, _: *mut ParameterItem) -> i32 {
            1
        }
        unsafe extern "C" fn houses(_: u32, item: *mut OptionItem) -> i32 {
            // SAFETY: the host's structure.
            unsafe { spin(item, "Houses", 6) }
        }
        type Fill = unsafe extern "C" fn(u32, *mut ParameterItem) -> i32;
        fn parameters(count: u32, item: Option<Fill>) -> ParametersExtension {
            ParametersExtension { size: size_of::<ParametersExtension>() as u32, count, item }
        }
        let parameter = |name: &str, meaning: &str, default| GameOption {
            name: name.into(),
            kind: GameOptionKind::Spin { default, min: 0, max: 50 },
            parameter: Some(meaning.into()),
        };
        let read = with!(PARAMETERS_EXTENSION, parameters(2, Some(good))).unwrap().options;
        assert_eq!(read, [parameter("Loose", "a pawn that hangs", 30), parameter("Race", "", 0)]);

        unsafe extern "C" fn both(id: Str) -> *const c_void {
            // SAFETY: the host passes a readable id.
            match unsafe { std::slice::from_raw_parts(id.data, id.len) } {
                id if id == OPTIONS_EXTENSION.as_bytes() => Box::into_raw(Box::new(options(1, houses))).cast(),
                id if id == PARAMETERS_EXTENSION.as_bytes() => {
                    Box::into_raw(Box::new(parameters(1, Some(unlike)))).cast()
                }
                _ => null(),
            }
        }
        assert_eq!(extensions(both).unwrap_err(), "declares the option `HOUSES` twice");
        let refusal = |result: Result<Extensions, String>| result.unwrap_err();
        assert_eq!(
            refusal(with!(PARAMETERS_EXTENSION, parameters(257, Some(good)))),
            "declares 257 parameters, more than 256"
        );
        assert_eq!(
            refusal(with!(PARAMETERS_EXTENSION, parameters(1, Some(absent)))),
            "declares 1 parameters, but does not return number 0"
        );
        assert_eq!(
            refusal(with!(PARAMETERS_EXTENSION, parameters(1, None))),
            "declares the extension `plyd.parameters/1` with a null function"
        );
        assert_eq!(
            refusal(with!(PARAMETERS_EXTENSION, parameters(1, Some(out_of_range)))),
            "declares the option `Loose` with the default 51, which is not from 0 to 50"
        );
        assert!(
            refusal(with!(PARAMETERS_EXTENSION, parameters(1, Some(of_two_lines))))
                .starts_with("declares the parameter `Loose` with a meaning with the control character")
        );
    }

    #[test]
    fn options_are_checked() {
        unsafe extern "C" fn absent(_: u32, _: *mut OptionItem) -> i32 {
            1
        }
        unsafe extern "C" fn twice(index: u32, item: *mut OptionItem) -> i32 {
            // SAFETY: the host's structure.
            unsafe { spin(item, if index == 0 { "Houses" } else { "houses" }, 6) }
        }
        unsafe extern "C" fn forbidden(_: u32, item: *mut OptionItem) -> i32 {
            // SAFETY: the host's structure.
            unsafe { spin(item, "Max houses", 6) }
        }
        unsafe extern "C" fn out_of_range(_: u32, item: *mut OptionItem) -> i32 {
            // SAFETY: the host's structure.
            unsafe { spin(item, "Houses", 13) }
        }
        unsafe extern "C" fn unfilled(_: u32, _: *mut OptionItem) -> i32 {
            OK
        }
        unsafe extern "C" fn strange(_: u32, item: *mut OptionItem) -> i32 {
            // SAFETY: the host's structure.
            unsafe {
                spin(item, "Houses", 6);
                (*item).kind = 7;
            }
            OK
        }
        unsafe extern "C" fn many(_: u32, item: *mut OptionItem) -> i32 {
            // SAFETY: the host's structure.
            unsafe {
                spin(item, "Houses", 6);
                ((*item).kind, (*item).choice_count) = (OPTION_COMBO, 257);
            }
            OK
        }
        let refusal = |result: Result<Extensions, String>| result.unwrap_err();
        assert_eq!(refusal(with!(OPTIONS_EXTENSION, options(257, twice))), "declares 257 options, more than 256");
        assert_eq!(
            refusal(with!(OPTIONS_EXTENSION, options(1, absent))),
            "declares 1 options, but does not return number 0"
        );
        assert_eq!(refusal(with!(OPTIONS_EXTENSION, options(2, twice))), "declares the option `houses` twice");
        assert_eq!(
            refusal(with!(OPTIONS_EXTENSION, options(1, forbidden))),
            "declares the option name `Max houses`, which contains the word `max`, at which clients split option lines"
        );
        assert_eq!(
            refusal(with!(OPTIONS_EXTENSION, options(1, out_of_range))),
            "declares the option `Houses` with the default 13, which is not from 1 to 12"
        );
        assert_eq!(
            refusal(with!(OPTIONS_EXTENSION, options(1, unfilled))),
            "declares option 0 under a name that is empty"
        );
        assert_eq!(
            refusal(with!(OPTIONS_EXTENSION, options(1, strange))),
            "declares the option `Houses` of the unknown kind 7"
        );
        assert_eq!(
            refusal(with!(OPTIONS_EXTENSION, options(1, many))),
            "declares the option `Houses` with 257 choices, more than 256"
        );
    }
}
