//! Fuzz targets: functions that take any bytes and give them to a part of plyd. They panic if it breaks a law.
//!
//! The program in `libfuzzer`, a workspace of its own, calls them with the inputs that libFuzzer invents; the tests of
//! this crate call them with their seeds and a few changes of each. docs/testing.md tells how to run both, and how to
//! add a target: a module, and a row of `PARTS`.

#![forbid(unsafe_code)]

mod admin;
mod children;
mod formats;
mod games;
mod gtp;
mod http;
mod keys;
mod lines;
mod loaded;
mod networks;
mod openings;
mod plans;
mod records;
mod replies;
mod seeds;
mod served;
mod settings;
mod surroundings;
mod views;

use plyd_linked::each_game;
use plyd_plugin::Plugin;
use std::sync::LazyLock;

pub use surroundings::Surroundings;

/// A part of plyd, and how it is attacked.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The name on the command line of the fuzzer.
    pub name: &'static str,
    /// The longest input that makes sense, in bytes.
    pub longest: usize,
    /// Inputs to begin with.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Takes an input.
    pub attack: fn(&Surroundings, &[u8]),
}

/// The longest text of a position that makes sense.
const LONGEST_POSITION: usize = 512;

macro_rules! targets_of_games {
    ($($name:ident $game:ty),*) => {
        [$(Target {
            name: <$game as Plugin>::ID,
            longest: LONGEST_POSITION,
            seeds: || seeds::of_game(<$game as Plugin>::ID),
            attack: games::attack::<$game>,
        }),*]
    };
}

/// The targets, by name: every game that is linked, and the parts.
pub static TARGETS: LazyLock<Vec<Target>> = LazyLock::new(|| {
    let mut all = [PARTS, &each_game!(targets_of_games)].concat();
    all.sort_by_key(|target| target.name);
    all
});

/// The parts of plyd, and the game in C.
const PARTS: &[Target] = &[
    Target { name: "admin", longest: 512, seeds: seeds::admin, attack: admin::attack },
    Target { name: "auth", longest: 1_024, seeds: seeds::auth, attack: keys::auth },
    Target { name: "children", longest: 4_096, seeds: seeds::children, attack: children::attack },
    Target { name: "decode", longest: 1_024, seeds: seeds::decode, attack: formats::decode },
    Target { name: "epd", longest: 1_024, seeds: seeds::epd, attack: openings::epd },
    Target { name: "gtp", longest: 2_048, seeds: seeds::gtp, attack: gtp::attack },
    Target { name: "http", longest: 2_048, seeds: http::seeds, attack: http::attack },
    Target { name: "lines", longest: 1_024, seeds: seeds::lines, attack: lines::attack },
    Target { name: "network", longest: 1_024, seeds: networks::network_seeds, attack: networks::network },
    Target { name: "nim", longest: LONGEST_POSITION, seeds: || seeds::of_game("nim"), attack: loaded::nim },
    Target { name: "pgn", longest: 2_048, seeds: seeds::pgn, attack: openings::pgn },
    Target { name: "plans", longest: 4_096, seeds: seeds::plans, attack: plans::attack },
    Target { name: "polyglot", longest: 512, seeds: openings::polyglot_seeds, attack: openings::polyglot },
    Target { name: "records", longest: 256, seeds: records::seeds, attack: records::attack },
    Target { name: "replies", longest: 1_024, seeds: seeds::replies, attack: replies::attack },
    Target { name: "samples", longest: 512, seeds: networks::samples_seeds, attack: networks::samples },
    Target { name: "settings", longest: 8_192, seeds: seeds::settings, attack: settings::attack },
    Target { name: "sgf", longest: 2_048, seeds: seeds::sgf, attack: gtp::sgf },
    Target { name: "tokens", longest: 4_096, seeds: seeds::tokens, attack: keys::tokens },
    Target { name: "views", longest: 4_096, seeds: seeds::views, attack: views::attack },
];

/// The target with this name.
#[must_use]
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

/// The words of a target's seeds, for libFuzzer's option `-dict`: without its sanitizers it does not learn them from
/// comparisons of texts.
#[must_use]
pub fn dictionary(target: &Target) -> String {
    let mut words = std::collections::BTreeSet::new();
    for seed in (target.seeds)() {
        let text = String::from_utf8_lossy(&seed).into_owned();
        let parts = text.split(|sign: char| sign.is_whitespace() || "=\"{}[](),:;|/".contains(sign));
        // Without what libFuzzer would want escaped.
        let is_plain = |word: &str| word.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
        words.extend(parts.filter(|word| (2..=24).contains(&word.len()) && is_plain(word)).map(str::to_owned));
    }
    // libFuzzer refuses an empty file, and some seeds have no words.
    let heading = "# the words of the seeds\n".to_owned();
    heading + &words.iter().map(|word| format!("\"{word}\"\n")).collect::<String>()
}
