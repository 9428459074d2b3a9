//! Passes libFuzzer's generated inputs to one of the targets of `plyd-fuzz-targets`. `cargo xtask fuzz` runs this
//! program and configures it through environment variables, because the arguments belong to libFuzzer.

#![no_main]

use libfuzzer_sys::fuzz_target;
use plyd_fuzz_targets::{Surroundings, TARGETS, Target, dictionary, target};
use std::path::{Path, PathBuf};
use std::process::exit;
use std::sync::OnceLock;
use std::{env, fs, io};

/// The name of the target. Without it the program prints the names of all targets, each with its longest input.
const TARGET: &str = "PLYD_FUZZ_TARGET";
/// The folder of the built libraries.
const LIBRARIES: &str = "PLYD_FUZZ_LIBRARIES";
/// The folder to write the seeds to (optional), and the file to write the dictionary to.
const SEEDS: &str = "PLYD_FUZZ_SEEDS";
const DICTIONARY: &str = "PLYD_FUZZ_DICTIONARY";

static CHOSEN: OnceLock<(&Target, Surroundings)> = OnceLock::new();

fuzz_target!(init: prepare(), |input: &[u8]| {
    let (target, surroundings) = CHOSEN.get().expect("libFuzzer calls `init` first");
    (target.attack)(surroundings, &input[..input.len().min(target.longest)]);
});

fn prepare() {
    let Ok(name) = env::var(TARGET) else {
        TARGETS.iter().for_each(|target| println!("{} {}", target.name, target.longest));
        exit(0);
    };
    let Some(target) = target(&name) else {
        let names: Vec<_> = TARGETS.iter().map(|target| target.name).collect();
        eprintln!("there is no fuzz target `{name}`; there are {}", names.join(", "));
        exit(2);
    };
    let surroundings = Surroundings::new(|| env::var_os(LIBRARIES).map(PathBuf::from).unwrap_or_default());
    if let Err(error) = write_seeds(target) {
        eprintln!("the seeds cannot be written: {error}");
        exit(2);
    }
    CHOSEN.set((target, surroundings)).ok().expect("libFuzzer calls `init` once");
}

fn write_seeds(target: &Target) -> io::Result<()> {
    if let Some(folder) = env::var_os(SEEDS) {
        for (number, seed) in (target.seeds)().iter().enumerate() {
            fs::write(Path::new(&folder).join(format!("seed-{number:03}")), seed)?;
        }
    }
    match env::var_os(DICTIONARY) {
        Some(file) => fs::write(file, dictionary(target)),
        None => Ok(()),
    }
}
