//! What the built program answers to commands and flags of features that it may have been built without.

use std::process::{Command, Stdio};

/// What the program says on standard error to this line, which fails in any case.
fn errors(line: &str) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_plyd"));
    // The build and the person who runs the test have variables of their own, which are no settings.
    std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("PLYD_")).for_each(|(name, _)| {
        program.env_remove(name);
    });
    program.args(line.split(' ')).env("PLYD_CONFIG", "").stdin(Stdio::null());
    let output = program.output().expect("the program starts");
    assert!(!output.status.success() && output.stdout.is_empty(), "{line}: {output:?}");
    String::from_utf8(output.stderr).expect("errors are text")
}

/// With the feature, the broker or the database is missing; without it, the one sentence says how to get it.
#[test]
fn a_feature_that_is_missing_is_named_with_the_way_to_get_it() {
    let missing = |purpose: &str| {
        format!(
            "plyd: this plyd was built without {purpose}; install a package of plyd, or build it with `cargo build \
             --release --features full`\n"
        )
    };
    let (broker, postgres) = (missing("matches over many machines"), missing("records in PostgreSQL"));
    for (line, answer, is_built) in [
        ("worker --broker nats://127.0.0.1:1/x --name a b", &broker, cfg!(feature = "broker")),
        ("worker", &broker, cfg!(feature = "broker")),
        ("workers", &broker, cfg!(feature = "broker")),
        ("match --audit 1 --broker x --game tictactoe", &broker, cfg!(feature = "broker")),
        ("match --lease 2 --game tictactoe", &broker, cfg!(feature = "broker")),
        ("match --store postgres://a@b/c?d=e --game tictactoe", &postgres, cfg!(feature = "postgres")),
        ("report --store postgres://a@b/c?d=e", &postgres, cfg!(feature = "postgres")),
    ] {
        let said = errors(line);
        assert_eq!(said == **answer, !is_built, "{line}: {said}");
    }
}
