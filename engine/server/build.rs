//! A file that is added to the folder of the page is compiled in.

fn main() {
    println!("cargo::rerun-if-changed=page");
}
