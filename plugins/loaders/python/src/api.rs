//! Bindings to Python's stable ABI in the library installed on the machine.
//!
//! The functions are resolved when the first game needs them, so plyd builds and runs without Python.

use std::ffi::{CStr, c_char, c_int, c_longlong, c_ulong, c_void};
use std::sync::OnceLock;

/// Defines opaque Python types, which are only used behind pointers.
macro_rules! opaque {
    ($($(#[$meaning:meta])* $name:ident;)*) => {
        $($(#[$meaning])*
        #[repr(C)]
        pub(crate) struct $name {
            _private: [u8; 0],
        })*
    };
}
opaque! {
    /// An object, `PyObject`.
    Object;
    /// A thread state, `PyThreadState`.
    ThreadState;
    /// An interpreter state, `PyInterpreterState`.
    InterpreterState;
}

/// `Py_file_input`: parse the text as a module.
pub(crate) const FILE_INPUT: c_int = 257;

/// The range of minor versions of Python 3: the oldest one supported, and the newest one whose library is looked up by
/// its version number.
const VERSIONS: std::ops::RangeInclusive<u32> = 10..=20;

macro_rules! functions {
    ($($name:ident = $symbol:literal: $type:ty;)*) => {
        /// The functions, with their C types.
        pub(crate) struct Api {
            $(pub(crate) $name: $type,)*
            library: Library,
        }

        impl Api {
            /// # Safety
            /// The library must be that of Python 3.
            unsafe fn of(library: Library) -> Result<Self, libloading::Error> {
                // SAFETY: these are the types of the functions in the stable ABI of Python 3.
                unsafe { Ok(Self { $($name: *library.get::<$type>($symbol)?,)* library }) }
            }
        }
    };
}
type Call = unsafe extern "C" fn(*mut Object, ...) -> *mut Object;
functions! {
    is_initialized = "Py_IsInitialized": unsafe extern "C" fn() -> c_int;
    initialize = "Py_InitializeEx": unsafe extern "C" fn(c_int);
    version = "Py_GetVersion": unsafe extern "C" fn() -> *const c_char;
    this_interpreter = "PyInterpreterState_Get": unsafe extern "C" fn() -> *mut InterpreterState;
    ensure = "PyGILState_Ensure": unsafe extern "C" fn() -> c_int;
    release = "PyGILState_Release": unsafe extern "C" fn(c_int);
    save_thread = "PyEval_SaveThread": unsafe extern "C" fn() -> *mut ThreadState;
    restore_thread = "PyEval_RestoreThread": unsafe extern "C" fn(*mut ThreadState);
    new_thread = "PyThreadState_New": unsafe extern "C" fn(*mut InterpreterState) -> *mut ThreadState;
    clear_thread = "PyThreadState_Clear": unsafe extern "C" fn(*mut ThreadState);
    delete_thread = "PyThreadState_Delete": unsafe extern "C" fn(*mut ThreadState);
    compile = "Py_CompileString": unsafe extern "C" fn(*const c_char, *const c_char, c_int) -> *mut Object;
    module = "PyImport_ExecCodeModule": unsafe extern "C" fn(*const c_char, *mut Object) -> *mut Object;
    attribute = "PyObject_GetAttrString": unsafe extern "C" fn(*mut Object, *const c_char) -> *mut Object;
    call = "PyObject_CallFunctionObjArgs": Call;
    take = "Py_IncRef": unsafe extern "C" fn(*mut Object);
    drop = "Py_DecRef": unsafe extern "C" fn(*mut Object);
    bytes = "PyBytes_FromStringAndSize": unsafe extern "C" fn(*const c_char, isize) -> *mut Object;
    bytes_of = "PyBytes_AsStringAndSize":
        unsafe extern "C" fn(*mut Object, *mut *mut c_char, *mut isize) -> c_int;
    text = "PyUnicode_FromStringAndSize": unsafe extern "C" fn(*const c_char, isize) -> *mut Object;
    number = "PyLong_FromUnsignedLong": unsafe extern "C" fn(c_ulong) -> *mut Object;
    wide_number_of = "PyLong_AsLongLong": unsafe extern "C" fn(*mut Object) -> c_longlong;
    bits_of = "PyLong_AsUnsignedLongLongMask": unsafe extern "C" fn(*mut Object) -> u64;
    is_true = "PyObject_IsTrue": unsafe extern "C" fn(*mut Object) -> c_int;
    tuple_item = "PyTuple_GetItem": unsafe extern "C" fn(*mut Object, isize) -> *mut Object;
    list_size = "PyList_Size": unsafe extern "C" fn(*mut Object) -> isize;
    list_item = "PyList_GetItem": unsafe extern "C" fn(*mut Object, isize) -> *mut Object;
    failed = "PyErr_Occurred": unsafe extern "C" fn() -> *mut Object;
    fetch = "PyErr_Fetch": unsafe extern "C" fn(*mut *mut Object, *mut *mut Object, *mut *mut Object);
    normalize = "PyErr_NormalizeException":
        unsafe extern "C" fn(*mut *mut Object, *mut *mut Object, *mut *mut Object);
    set_trace = "PyException_SetTraceback": unsafe extern "C" fn(*mut Object, *mut Object) -> c_int;
    forget = "PyErr_Clear": unsafe extern "C" fn();
}

#[cfg(unix)]
type Library = libloading::os::unix::Library;
#[cfg(not(unix))]
type Library = libloading::Library;

impl Api {
    /// Returns the functions of the installed Python, which is started by the first call.
    ///
    /// # Errors
    /// Python cannot be found or started; the text explains why to a user.
    pub(crate) fn get() -> Result<&'static Self, String> {
        static API: OnceLock<Result<Api, String>> = OnceLock::new();
        let found = API.get_or_init(|| {
            let api = Self::open()?;
            crate::start::start(&api)?;
            Ok(api)
        });
        found.as_ref().map_err(Clone::clone)
    }

    /// Opens the first suitable Python library that the system's loader finds.
    #[cfg(unix)]
    fn open() -> Result<Self, String> {
        use libloading::os::unix::{RTLD_GLOBAL, RTLD_NOW};
        let numbered = VERSIONS.rev().map(|version| format!("libpython3.{version}.so.1.0"));
        let mut other = String::new();
        for name in std::iter::once("libpython3.so".to_owned()).chain(numbered) {
            // Python's extension modules look up its functions among the global symbols.
            // SAFETY: the constructors of Python's library have no effect outside it.
            let opened = unsafe { Library::open(Some(&name), RTLD_NOW | RTLD_GLOBAL) };
            // SAFETY: the file name is that of Python 3.
            match opened.and_then(|library| unsafe { Self::of(library) }) {
                Ok(api) if api.minor_version() >= Some(*VERSIONS.start()) => return Ok(api),
                Ok(_) => {}
                Err(error) if other.is_empty() => {
                    let reason =
                        std::error::Error::source(&error).map_or_else(|| error.to_string(), ToString::to_string);
                    if !reason.contains("No such file") {
                        other = format!(" ({reason})");
                    }
                }
                Err(_) => {}
            }
        }
        Err(format!(
            "games in Python need Python 3.{} or newer as a shared library, libpython3.N.so.1.0, which the system does \
             not find{other}; in Debian it is in packages such as libpython3.11, in Fedora in python3-libs",
            VERSIONS.start()
        ))
    }

    /// Fails, because the names of the libraries are unknown on this system.
    #[cfg(not(unix))]
    fn open() -> Result<Self, String> {
        Err("games in Python run on Linux only".into())
    }

    /// Returns the minor version of Python 3.
    pub(crate) fn minor_version(&self) -> Option<u32> {
        // SAFETY: the text, such as `3.11.2 (main)`, is static.
        let text = unsafe { CStr::from_ptr((self.version)()) }.to_str().ok()?;
        text.split('.').nth(1)?.parse().ok()
    }

    /// Looks up a variable or function that not all versions export; null if it is missing.
    pub(crate) fn optional(&self, symbol: &str) -> *mut c_void {
        // SAFETY: the address is not dereferenced here.
        unsafe { self.library.get::<*mut c_void>(symbol).map_or(std::ptr::null_mut(), |it| it.as_raw_ptr()) }
    }
}
