//! The start of Python, once per process.
//!
//! All copies of this library in a process share Python's library, and so its start. The start ignores the environment:
//! variables, the user's folder, and packages outside the standard library.

use crate::api::Api;
use std::ffi::{CStr, c_int};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI32, Ordering::SeqCst};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Switches of Python, which are set to 1 before the start. The first one also signals that a copy of this library is
/// starting Python.
const SWITCHES: [&str; 5] = [
    "Py_IsolatedFlag",
    "Py_IgnoreEnvironmentFlag",
    "Py_NoUserSiteDirectory",
    // Site packages would run their own code at the start.
    "Py_NoSiteFlag",
    "Py_DontWriteBytecodeFlag",
];

/// The time limit for another copy of this library to start Python.
const PATIENCE: Duration = Duration::from_secs(30);

/// Starts Python, unless it already runs in this process.
pub(crate) fn start(api: &Api) -> Result<(), String> {
    // SAFETY: this function may be called at any time.
    let runs = || unsafe { (api.is_initialized)() } != 0;
    if runs() {
        return Ok(());
    }
    let home = home(api)?;
    if !is_first(api) {
        let begin = Instant::now();
        while !runs() {
            if begin.elapsed() > PATIENCE {
                return Err("Python does not start".into());
            }
            sleep(Duration::from_millis(1));
        }
        return Ok(());
    }
    for switch in &SWITCHES[1..] {
        if let Some(switch) = self::switch(api, switch) {
            switch.store(1, SeqCst);
        }
    }
    let home = home.to_string_lossy().chars().map(|sign| sign as libc::wchar_t).chain([0]).collect::<Vec<_>>();
    let set_home = api.optional("Py_SetPythonHome");
    // SAFETY: `is_first` guarantees that no other copy of this library does the same. Python retains the text of the
    // home, which is leaked for this purpose, and installs no signal handlers. After the start this thread has the
    // lock, and releases it.
    unsafe {
        if !set_home.is_null() {
            let set_home: unsafe extern "C" fn(*const libc::wchar_t) = std::mem::transmute(set_home);
            set_home(home.leak().as_ptr());
        }
        (api.initialize)(0);
        (api.save_thread)();
    }
    Ok(())
}

/// Whether no other copy of this library has begun to start Python.
fn is_first(api: &Api) -> bool {
    switch(api, SWITCHES[0]).is_none_or(|switch| switch.compare_exchange(0, 1, SeqCst, SeqCst).is_ok())
}

/// Looks up a switch, which newer versions may lack.
fn switch<'a>(api: &'a Api, name: &str) -> Option<&'a AtomicI32> {
    let address = api.optional(name).cast::<c_int>();
    // SAFETY: it is a variable of this type in a library that stays loaded, and before the start only copies of this
    // library access it.
    (!address.is_null()).then(|| unsafe { AtomicI32::from_ptr(address) })
}

/// Finds the folder above Python's library whose `lib/python3.N` contains the standard library. Python would exit the
/// process if it could not read that.
fn home(api: &Api) -> Result<PathBuf, String> {
    let minor = api.minor_version().ok_or("the version of Python cannot be read")?;
    let library = path_of_library(api).ok_or("the system does not say where Python's library lies")?;
    let library = library.canonicalize().unwrap_or(library);
    let text = |home: &Path| ["lib", "lib64"].map(|lib| home.join(lib).join(format!("python3.{minor}/os.py")));
    let found = library.ancestors().skip(1).find_map(|home| {
        let file = text(home).into_iter().find(|file| file.exists())?;
        Some((home.to_path_buf(), file))
    });
    let (home, file) = found.ok_or_else(|| {
        let library = library.display();
        format!("no folder above {library} has the standard library of Python, lib/python3.{minor}")
    })?;
    match File::open(&file) {
        Ok(_) => Ok(home),
        Err(error) => {
            let folder = file.parent().unwrap_or(&file).display();
            Err(format!(
                "the standard library of Python, {folder}, cannot be read ({error}); name it in plugins.read-folders"
            ))
        }
    }
}

#[cfg(unix)]
fn path_of_library(api: &Api) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStrExt;
    // SAFETY: an all-zero structure is valid, and the system fills it; its text lives as long as the library.
    let name = unsafe {
        let mut found: libc::Dl_info = std::mem::zeroed();
        let address = api.is_initialized as *const libc::c_void;
        if libc::dladdr(address, &raw mut found) == 0 || found.dli_fname.is_null() {
            return None;
        }
        CStr::from_ptr(found.dli_fname)
    };
    Some(Path::new(std::ffi::OsStr::from_bytes(name.to_bytes())).to_path_buf())
}

#[cfg(not(unix))]
fn path_of_library(_: &Api) -> Option<PathBuf> {
    None
}
