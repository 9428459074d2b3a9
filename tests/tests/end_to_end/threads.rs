//! The number of threads of an idle process.

use plyd_tests::{Daemon, Engine, Process, command};
use std::fs;

/// The number of workers of every runtime that has more than one, on any machine.
const WORKERS: usize = 60;

/// The most threads of a process that serves one client: the threads of the runtime, of the signals and of the
/// children, those that read and write files, and those that call libraries. The last two kinds come and go with the
/// work, so the bound leaves some room. It is far below [`WORKERS`], which is what the test compares it with.
const FEW: usize = 12;

/// The threads of a process.
fn threads(process: &Process) -> usize {
    fs::read_dir(format!("/proc/{}/task", process.id())).expect("the process is there").count()
}

#[test]
fn what_serves_one_client_has_few_threads_on_any_machine() {
    let workers = WORKERS.to_string();
    let with_workers = |arguments: &[&str]| {
        let mut command = command(arguments);
        command.env("TOKIO_WORKER_THREADS", &workers);
        command
    };
    let mut serve = with_workers(&["serve", "--listen", "127.0.0.1:0"]);
    serve.env("PLYD_LOG_LEVEL", "info");
    let daemon = Daemon::spawn(serve);
    let mut client = daemon.client();
    assert!(client.ask("debug off").is_empty());
    assert!(threads(&daemon.process) > WORKERS, "only servers have as many workers as processors");

    let address = daemon.address().to_string();
    for arguments in [&[][..], &["connect", &address]] {
        let mut engine = Engine::spawn(with_workers(arguments));
        assert!(engine.ask("position startpos").is_empty());
        let count = threads(&engine.process);
        assert!(count <= FEW, "{arguments:?}: {count} threads");
    }
    let mut engine = Engine::spawn(with_workers(&["go", "--game", "chess", "--infinite"]));
    engine.until("info depth 2 ");
    let count = threads(&engine.process);
    assert!(count <= FEW, "{count} threads");
}
