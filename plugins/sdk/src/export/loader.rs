//! The functions of a [`Loader`], and the table of the game that it has made.

use super::calls::{fill, guard, read, take_failure, write};
use super::{extensions, table};
use crate::abi::{
    ABOUT_EXTENSION, AboutExtension, BOARD_EXTENSION, BoardExtension, Buffer, LOADER_EXTENSION, LoadedText,
    LoaderExtension, NOT_FOUND, OK, OPTION_COMBO, OPTIONS_EXTENSION, OptionItem, OptionsExtension, PERFT_EXTENSION,
    PerftExtension, PerftItem, PluginTable, SIDES_EXTENSION, SidesExtension, Str,
};
use crate::{Loaded, LoadedOption, LoadedPerft, Loader, TextError};
use std::ffi::c_void;
use std::marker::PhantomData;
use std::ptr::{from_ref, null};
use std::sync::OnceLock;

/// What the host asks about the game of the text, beside what it asks about the type of the game.
struct Described {
    table: PluginTable,
    board: Option<BoardExtension>,
    sides: Option<SidesExtension>,
    about: Option<AboutExtension>,
    options: OptionsExtension,
    choices: Vec<LoadedOption>,
    perft: PerftExtension,
    counts: Vec<LoadedPerft>,
}

// SAFETY: the pointers point at texts that are never freed nor written to, and at functions.
unsafe impl Send for Described {}
// SAFETY: as for `Send`.
unsafe impl Sync for Described {}

/// The game of this copy of the library.
static DESCRIBED: OnceLock<Described> = OnceLock::new();

impl Described {
    fn new<L: Loader>(loaded: Loaded) -> Self {
        let Loaded { id, name, version, sides, board, options, perft, about } = loaded;
        let kept = |text: String| Str::new(text.leak());
        Self {
            table: PluginTable {
                id: kept(id),
                name: kept(name),
                version: kept(version),
                extension: Some(find_loaded::<L>),
                ..table::<L>()
            },
            board: board.map(|board| BoardExtension {
                size: size_of::<BoardExtension>() as u32,
                files: board.files,
                ranks: board.ranks,
                pocket: board.pocket.into(),
                template: kept(board.template),
            }),
            sides: sides.map(|sides| {
                let [first, second] = sides.map(kept);
                SidesExtension { size: size_of::<SidesExtension>() as u32, reserved: 0, first, second }
            }),
            about: about.map(|text| AboutExtension {
                size: size_of::<AboutExtension>() as u32,
                reserved: 0,
                text: kept(text),
            }),
            options: OptionsExtension {
                size: size_of::<OptionsExtension>() as u32,
                count: options.len() as u32,
                item: Some(option_item),
            },
            choices: options,
            perft: PerftExtension {
                size: size_of::<PerftExtension>() as u32,
                count: perft.len() as u32,
                item: Some(perft_item),
            },
            counts: perft,
        }
    }
}

/// Holds the constant structure of the loader `L`.
struct Of<L>(PhantomData<L>);

impl<L: Loader> Of<L> {
    const LOADER: &'static LoaderExtension = &LoaderExtension {
        size: size_of::<LoaderExtension>() as u32,
        reserved: 0,
        suffixes: Str::new(L::SUFFIXES),
        load: Some(load::<L>),
    };
}

/// The one extension of the library itself.
pub(super) unsafe extern "C" fn find<L: Loader>(id: Str) -> *const c_void {
    guard(null(), || {
        // SAFETY: the host passes readable text.
        match unsafe { read(id) } {
            Some(LOADER_EXTENSION) => from_ref(Of::<L>::LOADER).cast(),
            _ => null(),
        }
    })
}

/// The extensions of the game of the text.
unsafe extern "C" fn find_loaded<L: Loader>(id: Str) -> *const c_void {
    guard(null(), || {
        let Some(described) = DESCRIBED.get() else { return null() };
        // SAFETY: the host passes readable text.
        match unsafe { read(id) } {
            Some(BOARD_EXTENSION) => described.board.as_ref().map_or(null(), |board| from_ref(board).cast()),
            Some(SIDES_EXTENSION) => described.sides.as_ref().map_or(null(), |sides| from_ref(sides).cast()),
            Some(ABOUT_EXTENSION) => described.about.as_ref().map_or(null(), |about| from_ref(about).cast()),
            Some(OPTIONS_EXTENSION) if !described.choices.is_empty() => from_ref(&described.options).cast(),
            Some(PERFT_EXTENSION) => from_ref(&described.perft).cast(),
            // SAFETY: as above.
            _ => unsafe { extensions::find::<L>(id) },
        }
    })
}

unsafe extern "C" fn load<L: Loader>(text: Str, loaded: *mut LoadedText, error: Buffer) -> isize {
    let failed = || TextError::of_all(take_failure().unwrap_or_default());
    let read_text = || {
        // The system loads the same file only once, for all callers, so this is the same text.
        if let Some(described) = DESCRIBED.get() {
            return Ok(from_ref(&described.table));
        }
        // SAFETY: the host passes readable text.
        let text = unsafe { read(text) }.ok_or_else(|| TextError::of_all("not UTF-8"))?;
        let Some(found) = L::load(text)? else { return Ok(null()) };
        let described = Described::new::<L>(found);
        DESCRIBED.set(described).map_err(|_| TextError::of_all("this copy of the library has a game already"))?;
        Ok(DESCRIBED.get().map_or(null(), |described| from_ref(&described.table)))
    };
    let result = guard(None, || Some(read_text())).unwrap_or_else(|| Err(failed()));
    let mut answer =
        LoadedText { size: size_of::<LoadedText>() as u32, line: 0, column: 0, reserved: 0, table: null() };
    let reason = match result {
        Ok(table) => {
            answer.table = table;
            None
        }
        Err(error) => {
            (answer.line, answer.column) = (error.line, error.column);
            Some(error.reason).filter(|reason| !reason.is_empty()).or(Some("refused without a reason".into()))
        }
    };
    // SAFETY: `loaded` is the caller's structure, which begins with its size; `error` is the caller's memory.
    unsafe {
        fill(&answer, loaded, (*loaded).size);
        reason.map_or(0, |reason| write(&reason, error))
    }
}

/// The option of the text with this number.
fn option(index: u32) -> Option<&'static LoadedOption> {
    DESCRIBED.get()?.choices.get(index as usize)
}

unsafe extern "C" fn option_item(index: u32, item: *mut OptionItem) -> i32 {
    guard(NOT_FOUND, || {
        let Some(option) = option(index) else { return NOT_FOUND };
        let answer = OptionItem {
            size: size_of::<OptionItem>() as u32,
            kind: OPTION_COMBO,
            name: Str::new(&option.name),
            default: Str::new(option.choices.first().map_or("", String::as_str)),
            default_number: 0,
            min: 0,
            max: 0,
            choice_count: option.choices.len() as u32,
            reserved: 0,
            choice: Some(option_choice),
        };
        // SAFETY: `item` is the caller's structure, which begins with its size.
        unsafe { fill(&answer, item, (*item).size) };
        OK
    })
}

unsafe extern "C" fn option_choice(index: u32, choice: u32) -> Str {
    let found = option(index).and_then(|option| option.choices.get(choice as usize));
    Str::new(found.map_or("", String::as_str))
}

unsafe extern "C" fn perft_item(index: u32, item: *mut PerftItem) -> i32 {
    guard(NOT_FOUND, || {
        let counts = DESCRIBED.get().map_or(&[][..], |described| &described.counts);
        let Some(known) = counts.get(index as usize) else { return NOT_FOUND };
        let answer = PerftItem {
            size: size_of::<PerftItem>() as u32,
            depth: known.depth,
            leaves: known.leaves,
            setup: Str::new(&known.setup),
            options: Str::new(&known.options),
        };
        // SAFETY: `item` is the caller's structure, which begins with its size.
        unsafe { fill(&answer, item, (*item).size) };
        OK
    })
}
