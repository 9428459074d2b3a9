//! Python objects, which exist only under Python's lock.

use crate::api::{Api, FILE_INPUT, Object};
use crate::interpreter::Interpreter;
use std::ffi::{CStr, CString, c_char};
use std::fmt;
use std::marker::PhantomData;
use std::ptr::{NonNull, null_mut};

/// The proof that this thread has Python's lock, in one interpreter.
pub(crate) struct Held {
    pub(crate) interpreter: &'static Interpreter,
    /// It stays on its thread.
    _here: PhantomData<*const ()>,
}

/// An object of an interpreter, owned under the lock.
pub(crate) struct Owned<'h> {
    object: NonNull<Object>,
    held: &'h Held,
}

/// An object that is kept while nobody has the lock.
pub(crate) struct Kept {
    object: NonNull<Object>,
    interpreter: &'static Interpreter,
}

// SAFETY: the object is used under the lock only.
unsafe impl Send for Kept {}
// SAFETY: as for `Send`.
unsafe impl Sync for Kept {}

impl Drop for Kept {
    fn drop(&mut self) {
        self.interpreter.leave(self.object);
    }
}

/// An exception, or an answer of another kind than was asked for.
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
    /// This thread has the lock, with a state of this interpreter, as long as the proof lasts.
    pub(crate) unsafe fn new(interpreter: &'static Interpreter) -> Self {
        Self { interpreter, _here: PhantomData }
    }

    fn api(&self) -> &'static Api {
        self.interpreter.api
    }

    /// The object that Python has made for the caller.
    ///
    /// # Safety
    /// It is null after an exception, or a reference that the caller owns.
    unsafe fn own(&self, object: *mut Object) -> Option<Owned<'_>> {
        NonNull::new(object).map(|object| Owned { object, held: self })
    }

    /// Runs the text of a module of the loader. It has a name that no other module of the process has.
    pub(crate) fn module(&self, text: &str) -> Result<Owned<'_>, Failure> {
        let unreadable = |_| Failure::of_all("a module with a zero byte");
        let text = CString::new(text).map_err(unreadable)?;
        let name =
            CString::new(format!("plyd_{:x}", std::ptr::from_ref(self.interpreter).addr())).map_err(unreadable)?;
        // SAFETY: the texts end with a zero, and the lock is ours; what Python returns belongs to the caller.
        unsafe {
            let code = (self.api().compile)(text.as_ptr(), name.as_ptr(), FILE_INPUT);
            let code = self.own(code).ok_or_else(|| self.plain_failure())?;
            let module = (self.api().module)(name.as_ptr(), code.object.as_ptr());
            self.own(module).ok_or_else(|| self.plain_failure())
        }
    }

    /// The failure of a module of the loader itself, which is not explained any further.
    fn plain_failure(&self) -> Failure {
        // SAFETY: the lock is ours.
        unsafe { (self.api().forget)() };
        Failure::of_all("Python does not run the loader; its version may be too old or too new")
    }

    pub(crate) fn bytes(&self, bytes: &[u8]) -> Option<Owned<'_>> {
        // SAFETY: the memory is readable, and is copied; a new object belongs to the caller.
        unsafe { self.own((self.api().bytes)(bytes.as_ptr().cast(), bytes.len().cast_signed())) }
    }

    pub(crate) fn text(&self, text: &str) -> Option<Owned<'_>> {
        // SAFETY: as in `bytes`.
        unsafe { self.own((self.api().text)(text.as_ptr().cast(), text.len().cast_signed())) }
    }

    pub(crate) fn number(&self, number: u32) -> Option<Owned<'_>> {
        // SAFETY: a new object belongs to the caller.
        unsafe { self.own((self.api().number)(number.into())) }
    }

    /// Calls a function with up to three arguments, all of which must have been made. `None` is an exception.
    #[inline]
    pub(crate) fn call(&self, function: &Kept, arguments: &[Option<Owned<'_>>]) -> Option<Owned<'_>> {
        let mut raw = [null_mut::<Object>(); 3];
        for (place, argument) in raw.iter_mut().zip(arguments) {
            *place = argument.as_ref()?.object.as_ptr();
        }
        // SAFETY: the function and the arguments are objects of this interpreter, and the list of arguments ends with
        // null: unused places are null too. A new object belongs to the caller.
        unsafe {
            let function = function.object.as_ptr();
            self.own((self.api().call)(function, raw[0], raw[1], raw[2], null_mut::<Object>()))
        }
    }

    /// The number of an object that someone else keeps; `None`, with an exception, if it is none.
    ///
    /// # Safety
    /// `object` is null with an exception, or lives.
    #[inline]
    unsafe fn number_in(&self, object: *mut Object) -> Option<i64> {
        // SAFETY: it lives; `failed` returns null if there is no exception.
        unsafe {
            let number = if object.is_null() { -1 } else { (self.api().wide_number_of)(object) };
            (number != -1 || (self.api().failed)().is_null()).then_some(number)
        }
    }

    /// Takes the exception of this thread, explained by this function of the bridge.
    #[cold]
    pub(crate) fn failure(&self, explain: &Kept) -> Failure {
        let api = self.api();
        let (mut kind, mut value, mut trace) = (null_mut(), null_mut(), null_mut());
        // SAFETY: the three are places for references that the caller owns, and may be null.
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
        // SAFETY: the lock is ours.
        unsafe { (api.forget)() };
        let read = |text: &str| {
            let mut words = text.splitn(3, ' ');
            let (line, column) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
            Some(Failure { line, column, reason: words.next()?.to_owned() })
        };
        explained.and_then(|text| read(&text)).unwrap_or_else(unknown)
    }

    /// Lets go of an object of this interpreter that a [`Kept`] has owned.
    ///
    /// # Safety
    /// Nobody uses it again.
    pub(crate) unsafe fn drop_left(&self, object: NonNull<Object>) {
        // SAFETY: by this function's contract.
        unsafe { (self.api().drop)(object.as_ptr()) };
    }
}

impl<'h> Owned<'h> {
    /// Keeps it without the lock.
    pub(crate) fn keep(self) -> Kept {
        let kept = Kept { object: self.object, interpreter: self.held.interpreter };
        std::mem::forget(self);
        kept
    }

    /// A function of a module; `None` is an exception.
    pub(crate) fn attribute(&self, name: &CStr) -> Option<Owned<'h>> {
        // SAFETY: the object lives, and the name ends with a zero; what Python returns belongs to the caller.
        unsafe { self.held.own((self.held.api().attribute)(self.object.as_ptr(), name.as_ptr())) }
    }

    /// The bytes of an object of type `bytes`; `None`, with an exception, for any other.
    pub(crate) fn as_bytes(&self) -> Option<&[u8]> {
        let (mut data, mut size) = (null_mut::<c_char>(), 0);
        // SAFETY: the object lives as long as the answer, and bytes never change.
        unsafe {
            let failed = (self.held.api().bytes_of)(self.object.as_ptr(), &raw mut data, &raw mut size);
            (failed == 0).then(|| std::slice::from_raw_parts(data.cast(), size.cast_unsigned()))
        }
    }

    /// The item of a tuple with this index; `None`, with an exception, if there is none.
    pub(crate) fn item(&self, index: isize) -> Option<Owned<'h>> {
        // SAFETY: the object lives. The tuple keeps the item, so the caller needs a reference of his own.
        unsafe {
            let api = self.held.api();
            let item = (api.tuple_item)(self.object.as_ptr(), index);
            if !item.is_null() {
                (api.take)(item);
            }
            self.held.own(item)
        }
    }

    /// The number at this place of a tuple; `None`, with an exception, if there is none.
    #[inline]
    pub(crate) fn number_at(&self, index: isize) -> Option<i64> {
        // SAFETY: the object lives, and the tuple keeps its item.
        unsafe { self.held.number_in((self.held.api().tuple_item)(self.object.as_ptr(), index)) }
    }

    /// The number that this is; `None`, with an exception, if it is none.
    pub(crate) fn as_bits(&self) -> Option<u64> {
        // SAFETY: the object lives.
        unsafe {
            let bits = (self.held.api().bits_of)(self.object.as_ptr());
            (bits != u64::MAX || (self.held.api().failed)().is_null()).then_some(bits)
        }
    }

    /// Whether Python counts it as true. `None` is not, nor is an exception.
    pub(crate) fn is_true(&self) -> bool {
        // SAFETY: the object lives.
        unsafe { (self.held.api().is_true)(self.object.as_ptr()) == 1 }
    }

    /// The text that bytes are; `None`, with an exception, for any other object.
    pub(crate) fn as_text(&self) -> Option<String> {
        self.as_bytes().map(|bytes| String::from_utf8_lossy(bytes).into_owned())
    }

    /// Visits the numbers of a list; `None`, with an exception, if it is none, or has something else.
    #[inline]
    pub(crate) fn each_number(&self, mut visit: impl FnMut(i64)) -> Option<()> {
        let api = self.held.api();
        // SAFETY: the object lives. No code of Python runs between the size and the items, as numbers of Python are
        // read without any; for other objects it may, but then the index is checked by Python.
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
        // SAFETY: the reference is owned, and the lock is held.
        unsafe { (self.held.api().drop)(self.object.as_ptr()) };
    }
}
