//! The extensions every Rust game gets from its [`Plugin`] constants and functions.

use super::functions::{borrow, guard, read, write};
use crate::abi::{
    BOARD_EXTENSION, BoardExtension, Buffer, NOT_FOUND, OK, OPTION_CHECK, OPTION_COMBO, OPTION_SPIN, OPTIONS_EXTENSION,
    OptionItem, OptionsExtension, PICTURE_EXTENSION, PictureExtension, Str,
};
use crate::{OptionKind, Plugin};
use std::ffi::c_void;
use std::marker::PhantomData;
use std::ptr::{from_ref, null};

/// Holds the constant extension structures of `G`; references to constants live for ever.
struct Of<G>(PhantomData<G>);

impl<G: Plugin> Of<G> {
    const BOARD: Option<&'static BoardExtension> = match G::BOARD {
        Some(_) => Some(&Self::BOARD_STRUCTURE),
        None => None,
    };
    const BOARD_STRUCTURE: BoardExtension = match G::BOARD {
        Some(board) => BoardExtension {
            size: size_of::<BoardExtension>() as u32,
            files: board.files,
            ranks: board.ranks,
            pocket: board.pocket as u32,
            template: Str::new(board.template),
        },
        None => BoardExtension { size: 0, files: 0, ranks: 0, pocket: 0, template: Str::new("") },
    };
    const PICTURE: &'static PictureExtension =
        &PictureExtension { size: size_of::<PictureExtension>() as u32, reserved: 0, picture: Some(picture::<G>) };
    const OPTIONS: &'static OptionsExtension = &OptionsExtension {
        size: size_of::<OptionsExtension>() as u32,
        count: G::OPTIONS.len() as u32,
        item: Some(option_item::<G>),
    };
}

pub(super) unsafe extern "C" fn find<G: Plugin>(id: Str) -> *const c_void {
    guard(null(), || {
        // SAFETY: the host passes readable text.
        match unsafe { read(id) } {
            Some(BOARD_EXTENSION) => Of::<G>::BOARD.map_or(null(), |board| from_ref(board).cast()),
            Some(PICTURE_EXTENSION) => from_ref(Of::<G>::PICTURE).cast(),
            Some(OPTIONS_EXTENSION) => from_ref(Of::<G>::OPTIONS).cast(),
            _ => null(),
        }
    })
}

unsafe extern "C" fn picture<G: Plugin>(instance: *const c_void, state: *const c_void, text: Buffer) -> isize {
    guard(-1, || {
        // SAFETY: the host passes a live instance, a state of it, and its own buffer.
        unsafe {
            let (game, state) = borrow::<G>(instance, state);
            write(&game.picture(state), text)
        }
    })
}

unsafe extern "C" fn option_item<G: Plugin>(index: u32, item: *mut OptionItem) -> i32 {
    guard(NOT_FOUND, || {
        let Some(spec) = G::OPTIONS.get(index as usize) else { return NOT_FOUND };
        let mut answer = OptionItem {
            size: size_of::<OptionItem>() as u32,
            kind: OPTION_CHECK,
            name: Str::new(spec.name),
            default: Str::new("false"),
            default_number: 0,
            min: 0,
            max: 0,
            choice_count: 0,
            reserved: 0,
            choice: Some(option_choice::<G>),
        };
        match spec.kind {
            OptionKind::Check { default } => answer.default = Str::new(if default { "true" } else { "false" }),
            OptionKind::Spin { default, min, max } => {
                (answer.kind, answer.min, answer.max, answer.default_number) = (OPTION_SPIN, min, max, default);
            }
            OptionKind::Combo { default, choices } => {
                (answer.kind, answer.choice_count) = (OPTION_COMBO, choices.len() as u32);
                answer.default = Str::new(default);
            }
        }
        // SAFETY: `item` is the caller's structure; no more of it is written than both sides know.
        unsafe {
            let known = ((*item).size as usize).min(size_of::<OptionItem>());
            std::ptr::copy_nonoverlapping((&raw const answer).cast::<u8>(), item.cast::<u8>(), known);
        }
        OK
    })
}

unsafe extern "C" fn option_choice<G: Plugin>(option: u32, choice: u32) -> Str {
    let kind = G::OPTIONS.get(option as usize).map(|spec| spec.kind);
    let choices = if let Some(OptionKind::Combo { choices, .. }) = kind { choices } else { &[] };
    Str::new(choices.get(choice as usize).copied().unwrap_or_default())
}
