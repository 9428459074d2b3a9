//! The side within: the process that has the limits, and what it tries.

use plyd_confine::{ConfineError, MissingLimit, SandboxLimits};
use rustix::fs::MemfdFlags;
use rustix::process::{
    DumpableBehavior, Pid, Resource, Rlimit, Signal, getpgrp, getpid, getppid, getpriority_process, kill_process,
    kill_process_group, prlimit, set_dumpable_behavior, setpgid, setpriority_process, setrlimit, test_kill_process,
};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::net::{TcpListener, UdpSocket};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::{UnixDatagram, UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, abort};
use std::thread;
use std::time::SystemTime;

/// The environment variable with the name of the try.
pub(crate) const NAME: &str = "PLYD_CONFINE_TEST";
/// That with the folder of the try; it has the folders `library`, `data` and `other`, with a file `text` in each.
pub(crate) const FOLDER: &str = "PLYD_CONFINE_TEST_FOLDER";
/// That which asks for limits.
pub(crate) const LIMITED: &str = "PLYD_CONFINE_TEST_LIMITED";

/// The address space under the limits, in bytes.
const ADDRESS_SPACE: u64 = 1 << 30;
/// The descriptors under the limits.
const DESCRIPTORS: u64 = 32;
/// The threads under the limits, and more than that.
const THREADS: u64 = 16;
const MANY_THREADS: u64 = 40;

/// A try.
pub(crate) struct ConfinedProbe {
    pub(crate) name: &'static str,
    /// The number of the error under the limits; 0 if it must succeed there as well.
    pub(crate) denied_by: i32,
    /// The name of what the kernel must have for that, as [`plyd_confine::Protection::name`].
    pub(crate) needs: &'static str,
    act: fn(&Path) -> io::Result<()>,
}

const fn probe(
    name: &'static str,
    needs: &'static str,
    denied_by: i32,
    act: fn(&Path) -> io::Result<()>,
) -> ConfinedProbe {
    ConfinedProbe { name, denied_by, needs, act }
}

const EPERM: i32 = 1;
const EAGAIN: i32 = 11;
const ENOMEM: i32 = 12;
const EACCES: i32 = 13;
const EMFILE: i32 = 24;
const EFBIG: i32 = 27;

/// What [`MANY`] prints under the limits, which allow fewer threads than it tries to start.
pub(crate) fn few_threads() -> String {
    format!("true {THREADS} {EAGAIN}")
}

/// What it prints without limits.
pub(crate) fn many_threads() -> String {
    format!("true {MANY_THREADS} 0")
}

pub(crate) const ALL: &[ConfinedProbe] = &[
    probe("reading_the_library", "memory", 0, |folder| read(&folder.join("library/text"))),
    probe("reading_data", "memory", 0, |folder| read(&folder.join("data/deep/text"))),
    probe("reading_a_system_library", "memory", 0, |_| list(Path::new("/usr/lib"))),
    probe("reading_its_own_maps", "memory", 0, |_| read(Path::new("/proc/self/maps"))),
    probe("reading_its_own_state", "memory", 0, |_| {
        ["status", "stat", "cgroup"].iter().try_for_each(|name| read(&Path::new("/proc/self").join(name)))
    }),
    probe("listing_its_own_threads", "memory", 0, |_| list(Path::new("/proc/self/task"))),
    probe("counting_processors", "memory", 0, |_| thread::available_parallelism().map(|_| ())),
    probe("reading_another_file", "reading", EACCES, |folder| read(&folder.join("other/text"))),
    probe("reading_a_file_by_a_way_through_the_library", "reading", EACCES, |folder| {
        read(&folder.join("library/../other/text"))
    }),
    probe("reading_a_file_by_a_link_in_the_library", "reading", EACCES, |folder| read(&folder.join("library/link"))),
    probe("reading_beside_the_library", "reading", EACCES, |folder| read(&folder.join("library/beside"))),
    probe("listing_the_folder_of_the_library", "reading", EACCES, |folder| list(&folder.join("library"))),
    probe("reading_its_own_environment", "reading", EACCES, |_| read(Path::new("/proc/self/environ"))),
    probe("reading_its_own_environment_by_a_thread", "reading", EACCES, |_| {
        read(&PathBuf::from(format!("/proc/self/task/{}/environ", getpid().as_raw_pid())))
    }),
    probe("reading_the_connections_of_the_machine", "reading", EACCES, |_| read(Path::new("/proc/self/net/tcp"))),
    probe("reading_local_sockets", "reading", EACCES, |_| read(Path::new("/proc/net/unix"))),
    probe("reading_the_neighbours_on_the_network", "reading", EACCES, |_| read(Path::new("/proc/self/net/arp"))),
    probe("reading_mounts", "reading", EACCES, |_| read(Path::new("/proc/self/mountinfo"))),
    probe("reading_connections_by_a_thread", "reading", EACCES, |_| read(Path::new("/proc/thread-self/net/tcp"))),
    probe("listing_control_groups", "reading", EACCES, |_| list(Path::new("/sys/fs/cgroup"))),
    probe("reading_another_folder", "reading", EACCES, |folder| list(&folder.join("other"))),
    probe("reading_the_users", "reading", EACCES, |_| read(Path::new("/etc/passwd"))),
    probe("reading_the_environment_of_the_parent", "reading", EACCES, |_| {
        read(&PathBuf::from(format!("/proc/{}/environ", parent().as_raw_pid())))
    }),
    probe("making_a_file", "writing", EPERM, |folder| File::create(folder.join("library/new")).map(|_| ())),
    probe("appending_to_a_file", "writing", EPERM, |folder| {
        OpenOptions::new().append(true).open(folder.join("data/deep/text")).map(|_| ())
    }),
    probe("emptying_a_file_by_reading_it", "writing", EPERM, |folder| {
        use rustix::fs::{Mode, OFlags, open};
        Ok(open(folder.join("library/text"), OFlags::RDONLY | OFlags::TRUNC, Mode::empty()).map(|_| ())?)
    }),
    probe("removing_a_file", "writing", EPERM, |folder| fs::remove_file(folder.join("library/text"))),
    probe("moving_a_file", "writing", EPERM, |folder| {
        fs::rename(folder.join("library/text"), folder.join("library/moved"))
    }),
    probe("linking_a_file", "writing", EPERM, |folder| {
        fs::hard_link(folder.join("library/text"), folder.join("library/linked"))
    }),
    probe("making_a_link", "writing", EPERM, |folder| symlink("text", folder.join("library/linked"))),
    probe("making_a_folder", "writing", EPERM, |folder| fs::create_dir(folder.join("library/made"))),
    probe("removing_a_folder", "writing", EPERM, |folder| fs::remove_dir(folder.join("empty"))),
    probe("changing_the_mode_of_a_file", "writing", EPERM, |folder| {
        fs::set_permissions(folder.join("other/text"), fs::Permissions::from_mode(0o600))
    }),
    probe("changing_the_time_of_a_file", "writing", EPERM, |folder| {
        File::open(folder.join("library/text"))?.set_modified(SystemTime::UNIX_EPOCH)
    }),
    probe("locking_a_file", "writing", EPERM, |folder| {
        use rustix::fs::{FlockOperation, flock};
        Ok(flock(File::open(folder.join("library/text"))?, FlockOperation::NonBlockingLockShared)?)
    }),
    probe("locking_a_part_of_a_file", "writing", EPERM, |folder| {
        use rustix::fs::{FlockOperation, fcntl_lock};
        Ok(fcntl_lock(File::open(folder.join("library/text"))?, FlockOperation::NonBlockingLockShared)?)
    }),
    probe("having_a_file_system_written", "writing", EPERM, |folder| {
        Ok(rustix::fs::syncfs(File::open(folder.join("library/text"))?)?)
    }),
    probe("having_a_file_written", "writing", EPERM, |folder| File::open(folder.join("library/text"))?.sync_all()),
    probe("reading_the_attributes_of_a_file", "others", EPERM, |folder| {
        Ok(rustix::fs::listxattr_query(folder.join("other/text")).map(|_| ())?)
    }),
    // A request that each file system answers in its own way.
    probe("asking_the_driver_of_a_file", "kernel", EPERM, |folder| {
        match rustix::fs::ioctl_getflags(File::open(folder.join("library/text"))?) {
            Err(rustix::io::Errno::NOTTY | rustix::io::Errno::OPNOTSUPP) | Ok(_) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }),
    probe("asking_how_much_can_be_read", "memory", 0, |_| {
        Ok(rustix::io::ioctl_fionread(UnixStream::pair()?.0).map(|_| ())?)
    }),
    probe("watching_files", "others", EPERM, |_| {
        Ok(rustix::fs::inotify::init(rustix::fs::inotify::CreateFlags::empty()).map(|_| ())?)
    }),
    probe("changing_its_user", "others", EPERM, |_| Ok(rustix::thread::set_thread_res_uid(None, None, None)?)),
    probe("making_a_file_in_memory", "writing", EPERM, |_| {
        Ok(rustix::fs::memfd_create("try", MemfdFlags::empty()).map(|_| ())?)
    }),
    // The same call as to a pipe or a socket, which keeps the pages.
    probe("copying_within_the_kernel", "writing", EPERM, |folder| {
        Ok(rustix::fs::sendfile(io::stderr(), File::open(folder.join("library/text"))?, None, 1).map(|_| ())?)
    }),
    // Standard error is a regular file here.
    probe("writing_to_an_open_file", "memory", EFBIG, |_| io::stderr().write_all(b"a line\n")),
    probe("starting_a_thread", "memory", 0, |_| {
        thread::Builder::new().spawn(|| ()).map(|thread| thread.join().unwrap())
    }),
    probe("starting_a_program", "processes", EPERM, |_| Command::new("/bin/sh").args(["-c", ":"]).status().map(|_| ())),
    probe("listening_on_tcp", "network", EPERM, |_| TcpListener::bind("127.0.0.1:0").map(|_| ())),
    probe("opening_udp", "network", EPERM, |_| UdpSocket::bind("127.0.0.1:0").map(|_| ())),
    probe("listening_on_a_local_socket", "network", EPERM, |folder| {
        UnixListener::bind(folder.join("library/socket")).map(|_| ())
    }),
    probe("opening_a_pair_that_can_send_to_all", "network", EPERM, |_| UnixDatagram::pair().map(|_| ())),
    probe("opening_a_pair_of_streams", "memory", 0, |_| UnixStream::pair().map(|_| ())),
    probe("writing_to_a_pair_of_streams", "memory", 0, |_| UnixStream::pair()?.0.write_all(b"a line\n")),
    probe("sending_a_descriptor", "network", EPERM, |_| {
        use rustix::net::{SendAncillaryBuffer, SendFlags, sendmsg};
        let (one, _other) = UnixStream::pair()?;
        let line = [io::IoSlice::new(b"a line\n")];
        Ok(sendmsg(one, &line, &mut SendAncillaryBuffer::default(), SendFlags::NOSIGNAL).map(|_| ())?)
    }),
    probe("sending_out_of_turn", "network", EPERM, |_| {
        use rustix::net::{SendFlags, send};
        let (one, _other) = UnixStream::pair()?;
        Ok(send(one, b"x", SendFlags::OOB | SendFlags::NOSIGNAL).map(|_| ())?)
    }),
    probe("setting_the_buffer_of_a_stream", "network", EPERM, |_| {
        Ok(rustix::net::sockopt::set_socket_send_buffer_size(UnixStream::pair()?.0, 4_096)?)
    }),
    probe("signalling_the_parent", "signals", EPERM, |_| Ok(kill_process(parent(), Signal::CONT)?)),
    probe("asking_for_the_parent_by_a_signal", "signals", EPERM, |_| Ok(test_kill_process(parent())?)),
    probe("signalling_a_group", "signals", EPERM, |_| Ok(kill_process_group(getpgrp(), Signal::CONT)?)),
    probe("signalling_itself", "memory", 0, |_| Ok(kill_process(getpid(), Signal::CONT)?)),
    probe("changing_the_priority_of_the_parent", "others", EPERM, |_| {
        let priority = getpriority_process(Some(parent()))?;
        Ok(setpriority_process(Some(parent()), priority)?)
    }),
    probe("changing_a_limit_of_the_parent", "others", EPERM, |_| {
        let limit = rustix::process::getrlimit(Resource::Core);
        Ok(prlimit(Some(parent()), Resource::Core, Rlimit { current: Some(0), ..limit }).map(|_| ())?)
    }),
    probe("binding_the_parent_to_a_processor", "others", EPERM, |_| {
        let all = rustix::thread::sched_getaffinity(Some(parent()))?;
        Ok(rustix::thread::sched_setaffinity(Some(parent()), &all)?)
    }),
    probe("leaving_the_group", "signals", EPERM, |_| Ok(setpgid(None, None)?)),
    probe("asking_for_cores_again", "signals", EPERM, |_| Ok(set_dumpable_behavior(DumpableBehavior::Dumpable)?)),
    // A limit can be set to what it is.
    probe("raising_the_limit_of_cores", "memory", EPERM, |_| {
        let limit = rustix::process::getrlimit(Resource::Core);
        let (current, maximum) = (limit.current, limit.maximum);
        let higher = |limit: Option<u64>| limit.map(|limit| if limit == 0 { 4_096 } else { limit });
        Ok(setrlimit(Resource::Core, Rlimit { current, maximum: higher(maximum) })?)
    }),
    probe("taking_memory", "memory", ENOMEM, |_| {
        let mut bytes: Vec<u8> = Vec::new();
        bytes.try_reserve_exact(2 * ADDRESS_SPACE as usize).map_err(|_| io::Error::from_raw_os_error(ENOMEM))
    }),
    probe("opening_descriptors", "memory", EMFILE, |_| {
        let copies: io::Result<Vec<File>> =
            (0..DESCRIPTORS).map(|_| Ok(File::from(rustix::io::dup(rustix::stdio::stdin())?))).collect();
        copies.map(|_| ())
    }),
];

/// Tries that end in another way than by an error.
pub(crate) const ABORT: &str = "abort";
pub(crate) const SECOND_THREAD: &str = "a second thread";
pub(crate) const MISSING_LIBRARY: &str = "a missing library";
pub(crate) const MISSING_DATA: &str = "missing data";
pub(crate) const CAPABILITIES: &str = "capabilities";
pub(crate) const MANY: &str = "many threads";
pub(crate) const PARTING: &str = "the end of the parent";

fn read(path: &Path) -> io::Result<()> {
    fs::read(path).map(|_| ())
}

fn list(path: &Path) -> io::Result<()> {
    fs::read_dir(path).map(|_| ())
}

fn parent() -> Pid {
    getppid().expect("these tests started this process")
}

/// Does the try that the environment asks for, and writes how it went: a word, and the number of an error.
pub(crate) fn run(name: &str) -> ExitCode {
    let folder = PathBuf::from(std::env::var_os(FOLDER).expect("the test names a folder"));
    let mut limits = SandboxLimits {
        library_folders: vec![folder.join("library/text")],
        data_folders: vec![folder.join("data")],
        address_space: Some(ADDRESS_SPACE),
        descriptors: Some(DESCRIPTORS),
        threads: Some(THREADS),
    };
    let answer = match name {
        ABORT => {
            let _ = limit(&limits);
            abort();
        }
        SECOND_THREAD => {
            let (sender, receiver) = std::sync::mpsc::channel::<()>();
            let second = thread::spawn(move || receiver.recv());
            let refused = matches!(limits.apply(), Err(ConfineError::Threads { count: 2 }));
            drop(sender);
            assert!(second.join().is_ok());
            format!("refused {refused}")
        }
        MISSING_LIBRARY => {
            limits.library_folders.push(folder.join("missing"));
            match limits.apply() {
                Err(error @ ConfineError::Folder { .. }) => format!("{error}"),
                other => format!("{other:?}"),
            }
        }
        MISSING_DATA => {
            limits.data_folders.insert(0, folder.join("missing"));
            let lacks = limits.apply().expect("a missing folder of data is no error");
            let told: Vec<&MissingLimit> =
                lacks.iter().filter(|lack| matches!(lack, MissingLimit::Data { .. })).collect();
            let other = read(&folder.join("data/deep/text")).is_ok();
            format!("{} {other}", told.iter().map(ToString::to_string).collect::<String>())
        }
        CAPABILITIES => {
            let _ = limit(&limits);
            let sets = rustix::thread::capabilities(None).expect("they can be read");
            format!("{}", (sets.effective | sets.permitted | sets.inheritable).bits())
        }
        MANY => {
            let lacks = if std::env::var_os(LIMITED).is_some() { limit(&limits) } else { Vec::new() };
            let is_held = !lacks.contains(&MissingLimit::ThreadNumber);
            let (started, error) = start_threads();
            format!("{is_held} {started} {}", error.and_then(|error| error.raw_os_error()).unwrap_or(0))
        }
        PARTING => {
            rustix::process::set_parent_process_death_signal(Some(Signal::KILL)).expect("the system can");
            let _ = limit(&limits);
            format!("{:?}", rustix::process::parent_process_death_signal())
        }
        name => {
            let probe = ALL.iter().find(|probe| probe.name == name).expect("the tests name tries that there are");
            if std::env::var_os(LIMITED).is_some() {
                let _ = limit(&limits);
            }
            match (probe.act)(&folder) {
                Ok(()) => "0".into(),
                Err(error) => error.raw_os_error().map_or_else(|| error.to_string(), |number| number.to_string()),
            }
        }
    };
    writeln!(io::stdout(), "{answer}").expect("the test reads it");
    ExitCode::SUCCESS
}

/// Starts threads that last until there are many, or no more. Returns how many there are, and why no more.
fn start_threads() -> (u64, Option<io::Error>) {
    let (sender, receiver) = std::sync::mpsc::channel::<()>();
    let receiver = std::sync::Arc::new(std::sync::Mutex::new(receiver));
    let (mut started, mut error) = (Vec::new(), None);
    // This thread is one too.
    for _ in 1..MANY_THREADS {
        let receiver = std::sync::Arc::clone(&receiver);
        let wait = move || drop(receiver.lock().map(|receiver| receiver.recv()));
        match thread::Builder::new().stack_size(64 << 10).spawn(wait) {
            Ok(thread) => started.push(thread),
            Err(reason) => {
                error = Some(reason);
                break;
            }
        }
    }
    drop(sender);
    let count = started.len() as u64 + 1;
    started.into_iter().for_each(|thread| thread.join().expect("it only waits"));
    (count, error)
}

fn limit(limits: &SandboxLimits) -> Vec<MissingLimit> {
    limits.apply().expect("the limits are taken on")
}
