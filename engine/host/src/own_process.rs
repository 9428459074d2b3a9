//! A process that was started for one library: its beginning and its end, from the inside.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Signal, getpgrp, getpid, kill_process, kill_process_group};
use std::io;

/// Closes all descriptors but 0 to 2: whoever started the parent may have left some open for it. Must be called first
/// of all in `main`, before this process has opened any: it would close them too.
pub fn close_inherited() {
    // If the system does not list them, there is no way to know them.
    let Ok(list) = std::fs::read_dir("/proc/self/fd") else { return };
    let open: Vec<i32> = list.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    // That of the list is closed by now.
    let is_open = |descriptor: &i32| std::fs::symlink_metadata(format!("/proc/self/fd/{descriptor}")).is_ok();
    for descriptor in open.into_iter().filter(|descriptor| *descriptor > 2 && is_open(descriptor)) {
        // SAFETY: nothing in this process has opened a descriptor yet, so nobody counts on this one.
        unsafe { rustix::io::close(descriptor) };
    }
}

/// Makes this process the leader of a session and of a group of its own, unless it leads a group already. Where Linux
/// shares the processor between sessions (`autogroup`), its threads together get no more than its parent, however many
/// they are; and what somebody types into the parent's terminal does not reach it.
pub fn lead_session() {
    let _ = rustix::process::setsid();
}

/// Lets other processes come first. This process may be slow then. Afterwards no priority can be changed. It is as well
/// without.
pub fn come_last(niceness: u8) {
    if niceness > 0 {
        let _ = rustix::process::nice(niceness.into());
        // The same for its session, where Linux shares the processor between these.
        #[cfg(target_os = "linux")]
        let _ = std::fs::write("/proc/self/autogroup", niceness.min(19).to_string());
    }
}

/// Has the system end this process together with the thread that started it, whatever a library does: a library can
/// hold up all threads of its process. That thread must wait for this process, and standard input must end with it.
/// Within limits this is denied, so it comes before them.
///
/// # Errors
/// The system cannot do it, or the parent has ended already.
pub fn end_with_parent() -> io::Result<()> {
    #[cfg(target_os = "linux")]
    rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
    // The parent may have ended before the system knew.
    let input = io::stdin();
    let mut polled = [PollFd::new(&input, PollFlags::empty())];
    poll(&mut polled, Some(&Timespec::default()))?;
    let is_alone = polled[0].revents().intersects(PollFlags::HUP | PollFlags::ERR);
    if is_alone { Err(io::Error::new(io::ErrorKind::BrokenPipe, "the parent has ended")) } else { Ok(()) }
}

/// Ends this process, and everything that it has started, without running code of a library. A normal exit would run
/// its code, or wait for the loader.
pub fn end() -> ! {
    let own = getpid();
    loop {
        // A process that was started for one task leads a group of its own. Within limits it may signal itself only,
        // and has started nothing.
        if getpgrp() == own {
            let _ = kill_process_group(own, Signal::KILL);
        }
        let _ = kill_process(own, Signal::KILL);
    }
}
