//! What a setting is. The crate that obeys a setting says all that there is to know of it in one row of
//! [`settings!`](crate::settings): name, type, default, right values, text, flags and reload rule. From these rows come
//! the checks of values, the environment variables, the flags of the command line with their help, the settings file
//! with every default, and the table in `configs/README.md`.
//!
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod flag;
mod kind;
mod section;
mod setting;

pub use flag::{Flag, Takes};
pub use kind::{CrateKind, SettingKind, absolute};
pub use section::{Section, path_bytes, path_length};
pub use setting::{ReloadEffect, Setting};

/// The longest time that most settings can give, in seconds: an hour. A wait that long is as good as none, and its end
/// still counts.
pub const HOUR: i64 = 3600;

/// The longest time that a setting can give, in seconds.
pub const YEAR: i64 = 365 * 24 * HOUR;

/// In bytes.
pub const GIBIBYTE: i64 = 1 << 30;

/// More memory than any machine has, in MiB: 32 TiB.
pub const MAX_MEBIBYTES: i64 = 1 << 25;
