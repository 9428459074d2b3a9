//! The Python package in `engine/python`: its own tests, and in the long tests its types and its notebook.

use plyd_tests::{binary, command_of, finish, python};
#[cfg(feature = "long-tests")]
use plyd_trials::left_out;
use std::process::Command;
use std::time::Duration;

/// The folder of the package.
const PACKAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/python");
/// The longest time for its tests. They take half a minute on a busy machine.
const TIME: Duration = Duration::from_secs(300);

/// Python in the folder of the package, with the built program.
fn in_package(arguments: &[&str]) -> Option<Command> {
    let python = python("the Python package")?;
    // Without files of compiled code beside the sources.
    let mut command = command_of(&python, &["-B"]);
    command.args(arguments).env("PLYD", binary()).current_dir(PACKAGE);
    Some(command)
}

/// Runs a command that has to end with success. Gives what it wrote to standard error.
fn succeed(command: Command) -> String {
    let finished = finish(command, TIME);
    assert!(finished.status.success(), "{}\n{}", finished.output, finished.errors);
    finished.errors
}

#[test]
fn the_python_package_passes_its_own_tests() {
    let Some(command) = in_package(&["-m", "unittest", "discover", "-s", "tests"]) else { return };
    let report = succeed(command);
    // A folder in which no test is found passes too.
    let count = report.lines().find_map(|line| line.strip_prefix("Ran ")?.split(' ').next()?.parse::<u32>().ok());
    assert!(count.is_some_and(|count| count > 40), "{report}");
}

/// The same with a module as the program, if it is installed.
#[cfg(feature = "long-tests")]
fn module_in_package(module: &str, arguments: &[&str]) -> Option<Command> {
    if finish(in_package(&["-c", &format!("import {module}")])?, TIME).status.success() {
        let mut command = in_package(&["-m", module])?;
        command.args(arguments);
        return Some(command);
    }
    left_out("the Python package", &format!("its module {module} is missing; `.ci/install full` installs it"));
    None
}

#[cfg(feature = "long-tests")]
#[test]
fn the_python_package_is_typed_strictly() {
    let Some(command) = module_in_package("mypy", &["--strict", "--cache-dir", "/dev/null"]) else { return };
    succeed(command);
}

#[cfg(feature = "long-tests")]
#[test]
fn the_notebook_of_the_python_package_runs() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let arguments = ["--to", "html", "--execute", "examples/tour.ipynb", "--output-dir"];
    let Some(mut command) = module_in_package("nbconvert", &arguments) else { return };
    // The package is not installed, and looks for the program on this path.
    let program = binary();
    let mut path = vec![program.parent().expect("the program lies in a folder").to_path_buf()];
    path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    command.env("PATH", std::env::join_paths(path).expect("folders have no separators in their names"));
    command.env("PYTHONPATH", format!("{PACKAGE}/src"));
    // Jupyter writes into it.
    command.env("HOME", folder.path()).arg(folder.path());
    succeed(command);
    let page = std::fs::read_to_string(folder.path().join("tour.html")).expect("the notebook was written");
    // Those below the boards are without a role.
    let boards = page.matches(r#"role="img""#).count();
    assert!(boards >= 3, "{boards} boards");
}
