//! Compiles nim's rules, under another name for their entry function: a library that Rust links exports symbols of Rust
//! alone.

use std::path::Path;
use std::{env, fs};

/// Relative to this crate.
const SOURCE: &str = "../nim.c";
/// It includes this.
const VIEW: &str = "../view.h";
/// The folder of the header.
const HEADERS: &str = "../../sdk/include";

/// The text about the game.
const ABOUT: &str = "../about.toml";

fn main() {
    // C includes no text, but a file with the literal of a string.
    let about = Path::new(&env::var_os("OUT_DIR").expect("cargo sets it")).join("about.h");
    let text = fs::read_to_string(ABOUT).expect("the text about the game is there");
    fs::write(&about, literal(&text)).expect("cargo has made the folder");
    // The variables CC and CFLAGS are honoured. That the object's own symbols are hidden is what `build.sh` wants too.
    cc::Build::new()
        .file(SOURCE)
        .include(HEADERS)
        .define("plyd_plugin", "nim_plugin")
        .define("NIM_ABOUT", format!("{:?}", about.display().to_string()).as_str())
        .std("c11")
        .flag_if_supported("-fvisibility=hidden")
        .extra_warnings(true)
        .compile("nim");
    println!("cargo::rerun-if-changed={ABOUT}");
    for path in [Path::new(SOURCE), Path::new(VIEW), &Path::new(HEADERS).join("plyd_plugin.h")] {
        println!("cargo::rerun-if-changed={}", path.display());
    }
}

/// A text as the literal of a string in C, line by line.
fn literal(text: &str) -> String {
    let escaped = |line: &str| line.replace('\\', "\\\\").replace('"', "\\\"").replace('?', "\\?");
    text.lines().map(|line| format!("\"{}\\n\"\n", escaped(line))).collect()
}
