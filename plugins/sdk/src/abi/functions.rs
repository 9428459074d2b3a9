//! The types of the functions that cross the border. The SDK's structures, the host's copies of them and the tables of
//! abilities all use these names.

use super::{Buffer, LoadedText, Opened, Step, Str};
use std::ffi::c_void;

/// [`PluginTable::open`](super::PluginTable::open).
pub type OpenFn = unsafe extern "C" fn(setup: Str, options: Str, opened: *mut Opened, error: Buffer) -> isize;

/// [`PluginTable::close`](super::PluginTable::close).
pub type CloseFn = unsafe extern "C" fn(instance: *mut c_void);

/// A function that writes a text about a state.
pub type TextFn = unsafe extern "C" fn(instance: *const c_void, state: *const c_void, text: Buffer) -> isize;

/// [`PluginTable::format_move`](super::PluginTable::format_move).
pub type FormatMoveFn =
    unsafe extern "C" fn(instance: *const c_void, state: *const c_void, mv: u32, text: Buffer) -> isize;

/// [`PluginTable::parse_move`](super::PluginTable::parse_move).
pub type ParseMoveFn =
    unsafe extern "C" fn(instance: *const c_void, state: *const c_void, text: Str, mv: *mut u32) -> i32;

/// [`PluginTable::step`](super::PluginTable::step).
pub type StepFn = unsafe extern "C" fn(
    instance: *const c_void,
    parent: *const c_void,
    mv: u32,
    child: *mut c_void,
    want: u32,
    moves: *mut u32,
    capacity: u32,
) -> Step;

/// [`PluginTable::examine`](super::PluginTable::examine).
pub type ExamineFn = unsafe extern "C" fn(
    instance: *const c_void,
    state: *const c_void,
    want: u32,
    moves: *mut u32,
    capacity: u32,
) -> Step;

/// [`PluginTable::extension`](super::PluginTable::extension).
pub type ExtensionFn = unsafe extern "C" fn(id: Str) -> *const c_void;

/// [`OrderExtension::order`](super::OrderExtension::order).
pub type OrderFn = unsafe extern "C" fn(
    instance: *const c_void,
    state: *const c_void,
    moves: *const u32,
    count: u32,
    scores: *mut i32,
) -> i32;

/// [`NullMoveExtension::pass`](super::NullMoveExtension::pass).
pub type PassFn = unsafe extern "C" fn(instance: *const c_void, parent: *const c_void, child: *mut c_void) -> i32;

/// [`FutilityExtension::margin`](super::FutilityExtension::margin).
pub type MarginFn = unsafe extern "C" fn(instance: *const c_void, state: *const c_void) -> i32;

/// [`HorizonExtension::plies_left`](super::HorizonExtension::plies_left).
pub type PliesLeftFn = unsafe extern "C" fn(instance: *const c_void, state: *const c_void) -> u16;

/// [`WinnableExtension::can_win`](super::WinnableExtension::can_win).
pub type CanWinFn = unsafe extern "C" fn(instance: *const c_void, state: *const c_void, player: u32) -> i32;

/// [`PlayoutExtension::playout`](super::PlayoutExtension::playout).
pub type PlayoutFn = unsafe extern "C" fn(
    instance: *const c_void,
    state: *const c_void,
    seed: u64,
    moves: *mut u32,
    capacity: u32,
) -> Step;

/// [`ChanceExtension::weights`](super::ChanceExtension::weights).
pub type WeightsFn = unsafe extern "C" fn(
    instance: *const c_void,
    state: *const c_void,
    outcomes: *const u32,
    count: u32,
    weights: *mut u32,
) -> i32;

/// [`FeaturesExtension::features`](super::FeaturesExtension::features).
pub type FeaturesFn =
    unsafe extern "C" fn(instance: *const c_void, state: *const c_void, words: *mut u64, count: u32) -> i32;

/// [`FeaturesExtension::image`](super::FeaturesExtension::image).
pub type FeatureImageFn = unsafe extern "C" fn(instance: *const c_void, symmetry: u32, input: u32) -> u32;

/// [`NotationExtension::book_key`](super::NotationExtension::book_key).
pub type BookKeyFn = unsafe extern "C" fn(instance: *const c_void, state: *const c_void, key: *mut u64) -> i32;

/// [`LoaderExtension::load`](super::LoaderExtension::load).
pub type LoadFn = unsafe extern "C" fn(text: Str, loaded: *mut LoadedText, error: Buffer) -> isize;
