//! Compiles nim's rules, under another name for their entry function: a library that Rust links exports symbols of Rust
//! alone.

use std::path::Path;

/// Relative to this crate.
const SOURCE: &str = "../nim.c";
/// It includes this.
const VIEW: &str = "../view.h";
/// The folder of the header.
const HEADERS: &str = "../../sdk/include";

fn main() {
    // The variables CC and CFLAGS are honoured. That the object's own symbols are hidden is what `build.sh` wants too.
    cc::Build::new()
        .file(SOURCE)
        .include(HEADERS)
        .define("plyd_plugin", "nim_plugin")
        .std("c11")
        .flag_if_supported("-fvisibility=hidden")
        .extra_warnings(true)
        .compile("nim");
    for path in [Path::new(SOURCE), Path::new(VIEW), &Path::new(HEADERS).join("plyd_plugin.h")] {
        println!("cargo::rerun-if-changed={}", path.display());
    }
}
