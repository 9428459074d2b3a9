//! The extensions of every Rust game, made from its [`Plugin`] constants and functions.

use super::calls::{Instance, answer, borrow, fill, guard, number_moves, read, read_move, write_about};
use super::functions::buffer;
use super::search;
// All of it, as the table of abilities names what it likes.
use crate::abi::*;
use crate::view::gesture_text;
use crate::{Move, OptionKind, Player, Plugin};
use plyd_rules::abilities;
use std::ffi::c_void;
use std::marker::PhantomData;
use std::ptr::{from_ref, null};
use std::slice::from_raw_parts_mut;

/// Holds the constant extension structures of `G`; references to constants stay valid forever.
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
    const SIDES: Option<&'static SidesExtension> = match G::SIDES {
        Some(_) => Some(&Self::SIDES_STRUCTURE),
        None => None,
    };
    const SIDES_STRUCTURE: SidesExtension = {
        let [first, second] = match G::SIDES {
            Some(sides) => sides,
            None => ["", ""],
        };
        let size = size_of::<SidesExtension>() as u32;
        SidesExtension { size, reserved: 0, first: Str::new(first), second: Str::new(second) }
    };
    const ABOUT: Option<&'static AboutExtension> = match G::ABOUT {
        Some(_) => Some(&Self::ABOUT_STRUCTURE),
        None => None,
    };
    const ABOUT_STRUCTURE: AboutExtension = {
        let text = match G::ABOUT {
            Some(text) => text,
            None => "",
        };
        assert!(text.len() <= LONGEST_ABOUT as usize, "the text about the game has more than 64 KiB");
        AboutExtension { size: size_of::<AboutExtension>() as u32, reserved: 0, text: Str::new(text) }
    };
    const PICTURE: &'static PictureExtension =
        &PictureExtension { size: size_of::<PictureExtension>() as u32, reserved: 0, picture: Some(picture::<G>) };
    const VIEW: &'static ViewExtension = &ViewExtension {
        size: size_of::<ViewExtension>() as u32,
        reserved: 0,
        view: Some(view::<G>),
        gesture: Some(gesture::<G>),
    };
    const TREE: &'static TreeExtension =
        &TreeExtension { size: size_of::<TreeExtension>() as u32, reserved: 0, name: Some(node_name::<G>) };
    const NOTATION: &'static NotationExtension = &NotationExtension {
        size: size_of::<NotationExtension>() as u32,
        reserved: 0,
        format: Some(notate::<G>),
        parse: Some(read_notation::<G>),
        book_key: Some(book_key::<G>),
    };
    const CHANCE: &'static ChanceExtension =
        &ChanceExtension { size: size_of::<ChanceExtension>() as u32, reserved: 0, weights: Some(weights::<G>) };
    const FEATURES: &'static FeaturesExtension = &FeaturesExtension {
        size: size_of::<FeaturesExtension>() as u32,
        reserved: 0,
        features: Some(features::<G>),
        image: Some(feature_image::<G>),
    };
    const OPTIONS: &'static OptionsExtension = &OptionsExtension {
        size: size_of::<OptionsExtension>() as u32,
        count: G::OPTIONS.len() as u32,
        item: Some(option_item::<G>),
    };
    const PARAMETERS: &'static ParametersExtension = &ParametersExtension {
        size: size_of::<ParametersExtension>() as u32,
        count: G::PARAMETERS.len() as u32,
        item: Some(parameter_item::<G>),
    };
    const PERFT: &'static PerftExtension = &PerftExtension {
        size: size_of::<PerftExtension>() as u32,
        count: G::PERFT.len() as u32,
        item: Some(perft_item::<G>),
    };
    const SEARCH: &'static SearchExtension = &search::extension::<G>();
}

pub(super) unsafe extern "C" fn find<G: Plugin>(id: Str) -> *const c_void {
    guard(null(), || {
        // SAFETY: the host passes readable text.
        match unsafe { read(id) } {
            Some(BOARD_EXTENSION) => Of::<G>::BOARD.map_or(null(), |board| from_ref(board).cast()),
            Some(SIDES_EXTENSION) => Of::<G>::SIDES.map_or(null(), |sides| from_ref(sides).cast()),
            Some(ABOUT_EXTENSION) => Of::<G>::ABOUT.map_or(null(), |about| from_ref(about).cast()),
            Some(PICTURE_EXTENSION) => from_ref(Of::<G>::PICTURE).cast(),
            Some(VIEW_EXTENSION) => from_ref(Of::<G>::VIEW).cast(),
            Some(TREE_EXTENSION) if G::IS_TREE => from_ref(Of::<G>::TREE).cast(),
            Some(NOTATION_EXTENSION) if G::HAS_NOTATION => from_ref(Of::<G>::NOTATION).cast(),
            Some(CHANCE_EXTENSION) => from_ref(Of::<G>::CHANCE).cast(),
            Some(FEATURES_EXTENSION) => from_ref(Of::<G>::FEATURES).cast(),
            Some(OPTIONS_EXTENSION) => from_ref(Of::<G>::OPTIONS).cast(),
            Some(PARAMETERS_EXTENSION) if !G::PARAMETERS.is_empty() => from_ref(Of::<G>::PARAMETERS).cast(),
            Some(PERFT_EXTENSION) => from_ref(Of::<G>::PERFT).cast(),
            Some(SEARCH_EXTENSION) => from_ref(Of::<G>::SEARCH).cast(),
            Some(id) => find_ability::<G>(id),
            None => null(),
        }
    })
}

// Every function of an ability is exported by the one below that bears the name of its field.
macro_rules! functions {
    ($($(#[$meaning:meta])* $ability:ident: $flag:ident $(, $id:ident $structure:ident { $field:ident: $function:ident })?;)*) => {
        fn find_ability<G: Plugin>(id: &str) -> *const c_void {
            match id {
                $($($id => {
                    let found: &'static $structure = const { &$structure { size: size_of::<$structure>() as u32, reserved: 0, $field: Some($field::<G>) } };
                    from_ref(found).cast()
                })?)*
                _ => null(),
            }
        }
    };
}
abilities!(functions);

unsafe extern "C" fn picture<G: Plugin>(instance: *const c_void, state: *const c_void, text: Buffer) -> isize {
    // SAFETY: the host passes a live instance, a state of it, and its own buffer.
    unsafe { write_about::<G>(instance, state, text, G::picture) }
}

unsafe extern "C" fn view<G: Plugin>(instance: *const c_void, state: *const c_void, text: Buffer) -> isize {
    // SAFETY: as in `picture`.
    unsafe {
        write_about::<G>(instance, state, text, |game, state| {
            game.view(state).map(|view| view.to_json()).unwrap_or_default()
        })
    }
}

unsafe extern "C" fn gesture<G: Plugin>(instance: *const c_void, state: *const c_void, mv: u32, text: Buffer) -> isize {
    // SAFETY: as in `picture`.
    unsafe { write_about::<G>(instance, state, text, |game, state| gesture_text(&game.gesture(state, Move(mv)))) }
}

unsafe extern "C" fn order<G: Plugin>(
    instance: *const c_void,
    state: *const c_void,
    moves: *const u32,
    count: u32,
    scores: *mut i32,
) -> i32 {
    // SAFETY: the host passes a live instance, a state of it, `count` initialised moves and as many scores of its own.
    unsafe { number_moves::<G, i32>(instance, state, moves, count, scores, G::order) }
}

unsafe extern "C" fn margin<G: Plugin>(instance: *const c_void, state: *const c_void) -> i32 {
    guard(0, || {
        // SAFETY: the host passes a live instance and a state of it.
        let (game, state) = unsafe { borrow::<G>(instance, state) };
        game.futility_margin(state)
    })
}

unsafe extern "C" fn plies_left<G: Plugin>(instance: *const c_void, state: *const c_void) -> u16 {
    // A game that fails here has no plies left, so no stored win counts.
    guard(0, || {
        // SAFETY: as in `margin`.
        let (game, state) = unsafe { borrow::<G>(instance, state) };
        game.plies_left(state)
    })
}

unsafe extern "C" fn can_win<G: Plugin>(instance: *const c_void, state: *const c_void, player: u32) -> i32 {
    guard(1, || {
        // SAFETY: as in `margin`.
        let (game, state) = unsafe { borrow::<G>(instance, state) };
        i32::from(game.can_win(state, if player == TURN_MIN { Player::Min } else { Player::Max }))
    })
}

unsafe extern "C" fn pass<G: Plugin>(instance: *const c_void, parent: *const c_void, child: *mut c_void) -> i32 {
    guard(FAILED, || {
        // SAFETY: the host passes a live instance, a state of it, and memory of a state's size and alignment that
        // nothing else refers to.
        let (game, child) = unsafe {
            let (game, parent) = borrow::<G>(instance, parent);
            let child = child.cast::<G::State>();
            child.write(parent.clone());
            (game, &mut *child)
        };
        if game.pass(child) { OK } else { NOT_FOUND }
    })
}

unsafe extern "C" fn playout<G: Plugin>(
    instance: *const c_void,
    state: *const c_void,
    seed: u64,
    moves: *mut u32,
    capacity: u32,
) -> Step {
    guard(Step::FAILED, || {
        // SAFETY: the host passes a live instance, a state of it, and memory for `capacity` moves of its own.
        unsafe {
            let (game, state) = borrow::<G>(instance, state);
            game.playout(state, seed, &mut buffer(moves, capacity))
        }
    })
}

unsafe extern "C" fn weights<G: Plugin>(
    instance: *const c_void,
    state: *const c_void,
    outcomes: *const u32,
    count: u32,
    weights: *mut u32,
) -> i32 {
    // SAFETY: as in `order`.
    unsafe { number_moves::<G, u32>(instance, state, outcomes, count, weights, G::weights) }
}

unsafe extern "C" fn features<G: Plugin>(
    instance: *const c_void,
    state: *const c_void,
    words: *mut u64,
    count: u32,
) -> i32 {
    guard(FAILED, || {
        // SAFETY: the host passes a live instance, a state of it, and `count` initialised words of its own, which are not
        // null: it calls this only for instances with inputs.
        let (game, state, words) = unsafe {
            let (game, state) = borrow::<G>(instance, state);
            (game, state, from_raw_parts_mut(words, count as usize))
        };
        match game.features(state, words) {
            Player::Max => TURN_MAX.cast_signed(),
            Player::Min => TURN_MIN.cast_signed(),
        }
    })
}

unsafe extern "C" fn feature_image<G: Plugin>(instance: *const c_void, symmetry: u32, input: u32) -> u32 {
    // A failure is no input.
    guard(u32::MAX, || {
        // SAFETY: the host passes a live instance.
        let game = unsafe { &(*instance.cast::<Instance<G>>()).game };
        game.feature_image(symmetry, input)
    })
}

unsafe extern "C" fn node_name<G: Plugin>(instance: *const c_void, state: *const c_void, text: Buffer) -> isize {
    // SAFETY: as in `picture`.
    unsafe { write_about::<G>(instance, state, text, |game, state| game.node_name(state).unwrap_or_default()) }
}

unsafe extern "C" fn notate<G: Plugin>(instance: *const c_void, state: *const c_void, mv: u32, text: Buffer) -> isize {
    // SAFETY: as in `picture`.
    unsafe { write_about::<G>(instance, state, text, |game, state| game.notate(state, Move(mv))) }
}

unsafe extern "C" fn read_notation<G: Plugin>(
    instance: *const c_void,
    state: *const c_void,
    text: Str,
    mv: *mut u32,
) -> i32 {
    // SAFETY: the host passes a live instance, a state of it, readable text, and its own memory for the move.
    unsafe { read_move::<G>(instance, state, text, mv, G::read_notation) }
}

unsafe extern "C" fn book_key<G: Plugin>(instance: *const c_void, state: *const c_void, key: *mut u64) -> i32 {
    // SAFETY: the host passes a live instance, a state of it, and its own memory for the key.
    unsafe { answer::<G, u64>(instance, state, key, G::book_key) }
}

unsafe extern "C" fn perft_item<G: Plugin>(index: u32, item: *mut PerftItem) -> i32 {
    guard(NOT_FOUND, || {
        let Some(known) = G::PERFT.get(index as usize) else { return NOT_FOUND };
        let answer = PerftItem {
            size: size_of::<PerftItem>() as u32,
            depth: known.depth,
            leaves: known.leaves,
            setup: Str::new(known.setup),
            options: Str::new(known.options),
        };
        // SAFETY: `item` is the caller's structure, which begins with its size.
        unsafe { fill(&answer, item, (*item).size) };
        OK
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
        // SAFETY: `item` is the caller's structure, which begins with its size.
        unsafe { fill(&answer, item, (*item).size) };
        OK
    })
}

unsafe extern "C" fn parameter_item<G: Plugin>(index: u32, item: *mut ParameterItem) -> i32 {
    guard(NOT_FOUND, || {
        let Some(spec) = G::PARAMETERS.get(index as usize) else { return NOT_FOUND };
        let answer = ParameterItem {
            size: size_of::<ParameterItem>() as u32,
            reserved: 0,
            name: Str::new(spec.name),
            meaning: Str::new(spec.meaning),
            default_number: spec.default.into(),
            min: spec.min.into(),
            max: spec.max.into(),
        };
        // SAFETY: `item` is the caller's structure, which begins with its size.
        unsafe { fill(&answer, item, (*item).size) };
        OK
    })
}

unsafe extern "C" fn option_choice<G: Plugin>(option: u32, choice: u32) -> Str {
    let kind = G::OPTIONS.get(option as usize).map(|spec| spec.kind);
    let choices = if let Some(OptionKind::Combo { choices, .. }) = kind { choices } else { &[] };
    Str::new(choices.get(choice as usize).copied().unwrap_or_default())
}
