//! A catalogue that is added to the folder is compiled in.

fn main() {
    println!("cargo::rerun-if-changed=languages");
    println!("cargo::rerun-if-changed=retold");
}
