//! Without a build script cargo would not consider the dependencies of one.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
}
