//! Says to the build script of `plyd-plugin`, which hashes the sources of this crate, where they are.

use std::env;
use std::path::PathBuf;

fn main() {
    let folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the folder"));
    println!("cargo::metadata=sources={}", folder.join("src").display());
    println!("cargo::rerun-if-changed=build.rs");
}
