//! What a library offers beyond the table.

use crate::LoadError;
use crate::option::{GameOption, GameOptionKind, first_repeated};
use crate::table::Functions;
use crate::text::declared;
use plyd_plugin::abi::{
    BOARD_EXTENSION, BoardExtension, Buffer, OK, OPTION_CHECK, OPTION_COMBO, OPTION_SPIN, OPTIONS_EXTENSION,
    OptionItem, OptionsExtension, PICTURE_EXTENSION, PictureExtension, Str,
};
use std::ffi::c_void;
use std::ptr::null;

const MOST_OPTIONS: u32 = 256;
const MOST_CHOICES: u32 = 256;
const LARGEST_BOARD: u32 = 1_024;
const LONGEST_TEXT: usize = 200;

/// The board of a game, as GUIs are told of it.
#[derive(Debug, Clone, PartialEq, Eq)]
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

/// The function of [`PictureExtension`].
pub(crate) type Picture = unsafe extern "C" fn(instance: *const c_void, state: *const c_void, text: Buffer) -> isize;

/// The extensions of a library, checked.
#[derive(Debug, Clone, Default)]
pub(crate) struct Extensions {
    pub(crate) board: Option<BoardFacts>,
    pub(crate) picture: Option<Picture>,
    pub(crate) options: Vec<GameOption>,
}

/// Reads every extension this version knows.
///
/// # Safety
/// The functions belong to a library that keeps the interface.
pub(crate) unsafe fn read(functions: &Functions) -> Result<Extensions, LoadError> {
    // SAFETY: each id goes with the structure the interface gives it, and all of it is as the contract says.
    unsafe {
        Ok(Extensions {
            board: find::<BoardExtension>(functions, BOARD_EXTENSION)?.map(|board| read_board(&board)).transpose()?,
            picture: find::<PictureExtension>(functions, PICTURE_EXTENSION)?
                .map(|picture| picture.picture.ok_or_else(|| LoadError::Declaration(null_function(PICTURE_EXTENSION))))
                .transpose()?,
            options: match find::<OptionsExtension>(functions, OPTIONS_EXTENSION)? {
                Some(options) => read_options(&options).map_err(LoadError::Declaration)?,
                None => Vec::new(),
            },
        })
    }
}

fn null_function(id: &str) -> String {
    format!("the extension `{id}` with a null function")
}

/// The library's structure for this extension, if it has the extension. Every such structure begins with its size.
///
/// # Safety
/// The functions belong to a library that keeps the interface, in which `T` is the structure of `id`.
unsafe fn find<T: Copy>(functions: &Functions, id: &str) -> Result<Option<T>, LoadError> {
    // SAFETY: the id is readable text.
    let found = unsafe { (functions.extension)(Str::new(id)) };
    if found.is_null() {
        return Ok(None);
    }
    // SAFETY: the structure begins with its size.
    let size = unsafe { found.cast::<u32>().read_unaligned() } as usize;
    if size < size_of::<T>() {
        let expected = size_of::<T>();
        return Err(LoadError::Declaration(format!(
            "the extension `{id}` with {size} bytes, shorter than its {expected}"
        )));
    }
    // SAFETY: the structure is at least as long as `T`.
    Ok(Some(unsafe { found.cast::<T>().read_unaligned() }))
}

/// # Safety
/// The text of the structure is readable, null, empty or too long.
unsafe fn read_board(board: &BoardExtension) -> Result<BoardFacts, LoadError> {
    let (files, ranks) = (board.files, board.ranks);
    if !(1..=LARGEST_BOARD).contains(&files) || !(1..=LARGEST_BOARD).contains(&ranks) {
        return Err(LoadError::Declaration(format!(
            "a board of {files} files and {ranks} ranks; both are from 1 to {LARGEST_BOARD}"
        )));
    }
    if board.pocket > 1 {
        return Err(LoadError::Declaration(format!(
            "a board with the pocket {}, which is neither 0 nor 1",
            board.pocket
        )));
    }
    // SAFETY: by this function's contract.
    let template = unsafe { declared(board.template, LONGEST_TEXT) }
        .map_err(|reason| LoadError::Declaration(format!("a board template {reason}")))?;
    if template.contains(char::is_whitespace) {
        return Err(LoadError::Declaration(format!("the board template `{template}`; a template is one word")));
    }
    Ok(BoardFacts { files, ranks, pocket: board.pocket == 1, template })
}

/// # Safety
/// The function of the structure keeps the interface.
unsafe fn read_options(extension: &OptionsExtension) -> Result<Vec<GameOption>, String> {
    if extension.count > MOST_OPTIONS {
        return Err(format!("{} options, more than {MOST_OPTIONS}", extension.count));
    }
    let fetch = extension.item.ok_or_else(|| null_function(OPTIONS_EXTENSION))?;
    let mut options = Vec::new();
    for index in 0..extension.count {
        let mut item = OptionItem {
            size: size_of::<OptionItem>() as u32,
            kind: u32::MAX,
            name: Str { data: null(), len: 0 },
            default: Str { data: null(), len: 0 },
            default_number: 0,
            min: 0,
            max: 0,
            choice_count: 0,
            reserved: 0,
            choice: None,
        };
        // SAFETY: the item is ours and says how long it is.
        if unsafe { fetch(index, &raw mut item) } != OK {
            return Err(format!("{} options, but does not tell number {index}", extension.count));
        }
        // SAFETY: the library filled in the item.
        let option = unsafe { read_option(index, &item)? };
        option.check()?;
        options.push(option);
    }
    match first_repeated(options.iter().map(|option| option.name.as_str())) {
        Some(name) => Err(format!("the option `{name}` twice")),
        None => Ok(options),
    }
}

/// # Safety
/// The item was filled in by a library that keeps the interface, as its option number `index`.
unsafe fn read_option(index: u32, item: &OptionItem) -> Result<GameOption, String> {
    let text = |what: &str, text: Str| {
        // SAFETY: the texts of an item are readable for ever.
        let text = unsafe { declared(text, LONGEST_TEXT) };
        text.map_err(|reason| format!("{what} {reason}"))
    };
    let name = text(&format!("option {index} under a name"), item.name)?;
    let kind = match item.kind {
        OPTION_CHECK => match text(&format!("the option `{name}` with a default"), item.default)?.as_str() {
            "true" => GameOptionKind::Check { default: true },
            "false" => GameOptionKind::Check { default: false },
            other => return Err(format!("the option `{name}` with the default `{other}`, not `true` or `false`")),
        },
        OPTION_SPIN => GameOptionKind::Spin { default: item.default_number, min: item.min, max: item.max },
        OPTION_COMBO => {
            if item.choice_count > MOST_CHOICES {
                let count = item.choice_count;
                return Err(format!("the option `{name}` with {count} choices, more than {MOST_CHOICES}"));
            }
            let choice =
                item.choice.ok_or_else(|| format!("the option `{name}` without the function of its choices"))?;
            let choices = (0..item.choice_count)
                // SAFETY: the function takes any number.
                .map(|number| text(&format!("the option `{name}` with a choice"), unsafe { choice(index, number) }))
                .collect::<Result<_, _>>()?;
            GameOptionKind::Combo {
                default: text(&format!("the option `{name}` with a default"), item.default)?,
                choices,
            }
        }
        other => return Err(format!("the option `{name}` of the unknown kind {other}")),
    };
    Ok(GameOption { name, kind })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table;
    use crate::test_game::leaked;
    use std::ffi::c_void;

    fn extensions(find: unsafe extern "C" fn(id: Str) -> *const c_void) -> Result<Extensions, String> {
        // SAFETY: a table of the SDK with a function of these tests, which keeps its contract; kept for ever.
        unsafe {
            let (_, functions) = table::read(leaked(|table| table.extension = Some(find))).unwrap();
            read(&functions).map_err(|error| error.to_string())
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
    fn null_functions_are_refused() {
        let picture = with!(PICTURE_EXTENSION, PictureExtension { size: 99, reserved: 0, picture: None });
        assert_eq!(picture.unwrap_err(), "declares the extension `plyd.picture/1` with a null function");
        let options = with!(OPTIONS_EXTENSION, OptionsExtension { size: 99, count: 1, item: None });
        assert_eq!(options.unwrap_err(), "declares the extension `plyd.options/1` with a null function");
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
            "declares 1 options, but does not tell number 0"
        );
        assert_eq!(refusal(with!(OPTIONS_EXTENSION, options(2, twice))), "declares the option `houses` twice");
        assert_eq!(
            refusal(with!(OPTIONS_EXTENSION, options(1, forbidden))),
            "declares the option name `Max houses`, which contains the word `max`, on which clients split option lines"
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
