//! Python objects, which are only accessible under Python's lock.

use crate::api::{Api, FILE_INPUT, Object};
use crate::interpreter::Interpreter;
use std::ffi::{CStr, CString, c_char};
use std::fmt;
use std::marker::PhantomData;
use std::ptr::{NonNull, null_mut};

/// Proof that this thread has Python's lock, in one interpreter.
pub(crate) struct Held {
    pub(crate) interpreter: &'static Interpreter,
    /// Makes the proof neither `Send` nor `Sync`.
    _here: PhantomData<*const ()>,
}

/// A reference to an object of an interpreter, owned while the lock is held.
pub(crate) struct Owned<'h> {
    object: NonNull<Object>,
    held: &'h Held,
}

/// A reference to an object that outlives the lock.
pub(crate) struct Kept {
    object: NonNull<Object>,
    interpreter: &'static Interpreter,
}

// SAFETY: the object is used only under the lock.
unsafe impl Send for Kept {}
// SAFETY: the same as for `Send`.
unsafe impl Sync for Kept {}

impl Drop for Kept {
    fn drop(&mut self) {
        self.interpreter.leave(self.object);
    }
}

/// An exception, or an answer of an unexpected type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) line: u32,
    pub(crate) column: u32,
    pub(crate) reason: String,
}

impl Failure {
    pub(crate) fn of_all(reason: impl Into<String>) -> Self {
        Self { line: 0, column: 0, reason: reason.into() }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.reason),
            line => write!(f, "line {line}: {}", self.reason),
        }
    }
}

impl Held {
    /// # Safety
    /// For the lifetime of the proof, this thread must have the lock, with a thread state of this interpreter.
    pub(crate) unsafe fn new(interpreter: &'static Interpreter) -> Self {
        Self { interpreter, _here: PhantomData }
    }

    fn api(&self) -> &'static Api {
        self.interpreter.api
    }

    /// Takes ownership of an object returned by Python.
    ///
    /// # Safety
    /// `object` must be a reference that the caller owns, or null after an exception.
    unsafe fn own(&self, object: *mut Object) -> Option<Owned<'_>> {
        NonNull::new(object).map(|object| Owned { object, held: self })
    }

    /// Runs the source of a module of the loader under a name that is unique in the process.
    pub(crate) fn module(&self, text: &str) -> Result<Owned<'_>, Failure> {
        let unreadable = |_| Failure::of_all("a module with a zero byte");
        let text = CString::new(text).map_err(unreadable)?;
        let name =
            CString::new(format!("plyd_{:x}", std::ptr::from_ref(self.interpreter).addr())).map_err(unreadable)?;
        // SAFETY: the texts are null-terminated, and this thread has the lock; the caller owns the returned references.
        unsafe {
            let code = (self.api().compile)(text.as_ptr(), name.as_ptr(), FILE_INPUT);
            let code = self.own(code).ok_or_else(|| self.plain_failure())?;
            let module = (self.api().module)(name.as_ptr(), code.object.as_ptr());
            self.own(module).ok_or_else(|| self.plain_failure())
        }
    }

    /// Returns the failure of a module of the loader itself, without details.
    fn plain_failure(&self) -> Failure {
        // SAFETY: this thread has the lock.
        unsafe { (self.api().forget)() };
        Failure::of_all("Python does not run the loader; its version may be too old or too new")
    }

    pub(crate) fn bytes(&self, bytes: &[u8]) -> Option<Owned<'_>> {
        // SAFETY: the memory is readable, and is copied; the caller owns the new object.
        unsafe { self.own((self.api().bytes)(bytes.as_ptr().cast(), bytes.len().cast_signed())) }
    }

    pub(crate) fn text(&self, text: &str) -> Option<Owned<'_>> {
        // SAFETY: the same as in `bytes`.
        unsafe { self.own((self.api().text)(text.as_ptr().cast(), text.len().cast_signed())) }
    }

    pub(crate) fn number(&self, number: u32) -> Option<Owned<'_>> {
        // SAFETY: the caller owns the new object.
        unsafe { self.own((self.api().number)(number.into())) }
    }

    /// Calls a function with up to three arguments. Returns `None` with an exception set, also if creating an argument
    /// failed.
    #[inline]
    pub(crate) fn call(&self, function: &Kept, arguments: &[Option<Owned<'_>>]) -> Option<Owned<'_>> {
        let mut raw = [null_mut::<Object>(); 3];
        for (place, argument) in raw.iter_mut().zip(arguments) {
            *place = argument.as_ref()?.object.as_ptr();
        }
        // SAFETY: the function and the arguments are objects of this interpreter. The list of arguments ends with null,
        // because unused slots are null. The caller owns the new object.
        unsafe {
            let function = function.object.as_ptr();
            self.own((self.api().call)(function, raw[0], raw[1], raw[2], null_mut::<Object>()))
        }
    }

    /// Returns the number in a borrowed object; `None`, with an exception set, if it is no number.
    ///
    /// # Safety
    /// `object` must be a valid object, or null with an exception set.
    #[inline]
    unsafe fn number_in(&self, object: *mut Object) -> Option<i64> {
        // SAFETY: the object is valid; `failed` returns null if there is no exception.
        unsafe {
            let number = if object.is_null() { -1 } else { (self.api().wide_number_of)(object) };
            (number != -1 || (self.api().failed)().is_null()).then_some(number)
        }
    }

    /// Takes the pending exception of this thread, and has it explained by this function of the bridge.
    #[cold]
    pub(crate) fn failure(&self, explain: &Kept) -> Failure {
        let api = self.api();
        let (mut kind, mut value, mut trace) = (null_mut(), null_mut(), null_mut());
        // SAFETY: the three variables receive references that the caller owns, and that may be null.
        let value = unsafe {
            (api.fetch)(&raw mut kind, &raw mut value, &raw mut trace);
            (api.normalize)(&raw mut kind, &raw mut value, &raw mut trace);
            if !value.is_null() && !trace.is_null() {
                (api.set_trace)(value, trace);
            }
            drop((self.own(kind), self.own(trace)));
            self.own(value)
        };
        let unknown = || Failure::of_all("an exception that Python does not explain");
        let Some(value) = value else { return unknown() };
        let explained = self.call(explain, &[Some(value)]);
        let explained = explained.as_ref().and_then(Owned::as_bytes).map(String::from_utf8_lossy);
        // SAFETY: this thread has the lock.
        unsafe { (api.forget)() };
        let read = |text: &str| {
            let mut words = text.splitn(3, ' ');
            let (line, column) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
            Some(Failure { line, column, reason: words.next()?.to_owned() })
        };
        explained.and_then(|text| read(&text)).unwrap_or_else(unknown)
    }

    /// Releases an object of this interpreter that a [`Kept`] owned.
    ///
    /// # Safety
    /// The object must not be used again.
    pub(crate) unsafe fn drop_left(&self, object: NonNull<Object>) {
        // SAFETY: by the contract of this function.
        unsafe { (self.api().drop)(object.as_ptr()) };
    }
}

impl<'h> Owned<'h> {
    /// Converts the reference into one that outlives the lock.
    pub(crate) fn keep(self) -> Kept {
        let kept = Kept { object: self.object, interpreter: self.held.interpreter };
        std::mem::forget(self);
        kept
    }

    /// Returns an attribute, such as a function of a module; `None` with an exception set.
    pub(crate) fn attribute(&self, name: &CStr) -> Option<Owned<'h>> {
        // SAFETY: the object is valid, and the name is null-terminated; the caller owns the returned reference.
        unsafe { self.held.own((self.held.api().attribute)(self.object.as_ptr(), name.as_ptr())) }
    }

    /// Returns the content of a `bytes` object; `None`, with an exception set, for any other object.
    pub(crate) fn as_bytes(&self) -> Option<&[u8]> {
        let (mut data, mut size) = (null_mut::<c_char>(), 0);
        // SAFETY: the object outlives the slice, and `bytes` objects are immutable.
        unsafe {
            let failed = (self.held.api().bytes_of)(self.object.as_ptr(), &raw mut data, &raw mut size);
            (failed == 0).then(|| std::slice::from_raw_parts(data.cast(), size.cast_unsigned()))
        }
    }

    /// Returns an item of a tuple; `None`, with an exception set, if there is none.
    pub(crate) fn item(&self, index: isize) -> Option<Owned<'h>> {
        // SAFETY: the object is valid. The tuple owns the item, so the returned reference must be a new one.
        unsafe {
            let api = self.held.api();
            let item = (api.tuple_item)(self.object.as_ptr(), index);
            if !item.is_null() {
                (api.take)(item);
            }
            self.held.own(item)
        }
    }

    /// Returns the number at an index of a tuple; `None`, with an exception set, if there is none.
    #[inline]
    pub(crate) fn number_at(&self, index: isize) -> Option<i64> {
        // SAFETY: the object is valid, and the tuple keeps its item alive.
        unsafe { self.held.number_in((self.held.api().tuple_item)(self.object.as_ptr(), index)) }
    }

    /// Returns the object as an unsigned number; `None`, with an exception set, if it is none.
    pub(crate) fn as_bits(&self) -> Option<u64> {
        // SAFETY: the object is valid.
        unsafe {
            let bits = (self.held.api().bits_of)(self.object.as_ptr());
            (bits != u64::MAX || (self.held.api().failed)().is_null()).then_some(bits)
        }
    }

    /// Whether the object is true in Python. `None` is not, nor is an object whose truth raises an exception.
    pub(crate) fn is_true(&self) -> bool {
        // SAFETY: the object is valid.
        unsafe { (self.held.api().is_true)(self.object.as_ptr()) == 1 }
    }

    /// Returns the text in a `bytes` object; `None`, with an exception set, for any other object.
    pub(crate) fn as_text(&self) -> Option<String> {
        self.as_bytes().map(|bytes| String::from_utf8_lossy(bytes).into_owned())
    }

    /// Visits the numbers of a list; `None`, with an exception set, if the object is no list or contains anything else.
    #[inline]
    pub(crate) fn each_number(&self, mut visit: impl FnMut(i64)) -> Option<()> {
        let api = self.held.api();
        // SAFETY: the object is valid. Reading a Python number runs no Python code between the size and the items. For
        // other objects it may, but Python checks the index.
        unsafe {
            let size = (api.list_size)(self.object.as_ptr());
            if size < 0 {
                return None;
            }
            for index in 0..size {
                let item = (api.list_item)(self.object.as_ptr(), index);
                visit(self.held.number_in(item)?);
            }
        }
        Some(())
    }
}

impl Drop for Owned<'_> {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: the reference is owned, and this thread has the lock.
        unsafe { (self.held.api().drop)(self.object.as_ptr()) };
    }
}
