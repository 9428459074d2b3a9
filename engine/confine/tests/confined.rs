//! The limits, from within: a program of these tests takes them on and tries what they deny, in a process for each
//! attempt. Each attempt also runs without limits and must succeed then: so the limits are what denies it.

#[cfg(target_os = "linux")]
#[path = "confined/probes.rs"]
mod probes;
#[cfg(target_os = "linux")]
#[path = "confined/trials.rs"]
mod trials;

#[cfg(target_os = "linux")]
fn main() -> std::process::ExitCode {
    match std::env::var(probes::NAME) {
        Ok(name) => probes::run(&name),
        Err(_) => libtest_mimic::run(&libtest_mimic::Arguments::from_args(), trials::all()).exit_code(),
    }
}

/// Other systems enforce nothing.
#[cfg(not(target_os = "linux"))]
fn main() {}
