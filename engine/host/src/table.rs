//! Reads and checks the table of a library.

use crate::LoadError;
use crate::declaration::{Breach, DeclarationError};
use crate::text::{check_declared, readable};
use plyd_plugin::abi::{
    ABI_MAJOR, CloseFn, ExamineFn, ExtensionFn, FormatMoveFn, Header, MAGIC, OpenFn, ParseMoveFn, PluginTable, StepFn,
    Str, TextFn,
};
use std::mem::{MaybeUninit, offset_of};

/// The longest id, in bytes.
const LONGEST_ID: usize = 64;
/// The longest name or version, in bytes.
const LONGEST_TEXT: usize = 200;

/// The checked identity of a library.
#[derive(Debug, Clone)]
pub(crate) struct CheckedIdentity {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) abi_version: (u16, u16),
}

/// The functions of a table, all of them present. [`PluginTable`] says what each does.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Functions {
    pub(crate) step: StepFn,
    pub(crate) examine: ExamineFn,
    pub(crate) open: OpenFn,
    pub(crate) close: CloseFn,
    pub(crate) format_state: TextFn,
    pub(crate) format_move: FormatMoveFn,
    pub(crate) parse_move: ParseMoveFn,
    pub(crate) last_error: TextFn,
    pub(crate) extension: ExtensionFn,
}

/// Reads the table at `table`, which may be of any version. It makes the checks in an order that avoids harm: it reads
/// nothing after the magic number until that is right, and nothing beyond the declared size.
///
/// # Safety
/// `table` is null, or points at a table of any version that stays valid forever, or points at other memory of at least
/// eight readable bytes that do not begin like a table.
pub(crate) unsafe fn read(table: *const PluginTable) -> Result<(CheckedIdentity, Functions), LoadError> {
    // SAFETY: by this function's contract.
    let (known, size) = unsafe { read_known(table)? };
    let functions = functions(&known, size)?;
    // SAFETY: the texts of a table are readable for ever.
    let identity = unsafe { identity(&known)? };
    Ok((identity, functions))
}

/// The function for extensions in a table that opens no setups, as that of a loader.
///
/// # Safety
/// As for [`read`].
pub(crate) unsafe fn read_extension(table: *const PluginTable) -> Result<Option<ExtensionFn>, LoadError> {
    // SAFETY: by this function's contract.
    let (known, _) = unsafe { read_known(table)? };
    Ok(known.extension.filter(|_| known.open.is_none()))
}

/// The identity in a table, which need have no functions.
///
/// # Safety
/// As for [`read`].
pub(crate) unsafe fn read_identity(table: *const PluginTable) -> Result<CheckedIdentity, LoadError> {
    // SAFETY: by this function's contract, and the texts of a table are readable for ever.
    unsafe { identity(&read_known(table)?.0) }
}

/// As much of the table as both sides know, and its declared size.
///
/// # Safety
/// As for [`read`].
unsafe fn read_known(table: *const PluginTable) -> Result<(PluginTable, usize), LoadError> {
    if table.is_null() {
        return Err(LoadError::NullTable);
    }
    // The size of the library's table may be less than that of ours, so there must be no reference to it.
    // SAFETY: eight bytes are readable by contract.
    let magic = unsafe { (&raw const (*table).header.magic).read_unaligned() };
    if magic != MAGIC {
        return Err(LoadError::Magic { found: magic });
    }
    // SAFETY: it has the magic number, so the header of a table is there.
    let header = unsafe { (&raw const (*table).header).read_unaligned() };
    let size = header.size as usize;
    if size < size_of::<Header>() {
        return Err(LoadError::ShorterThanHeader { found: size, header: size_of::<Header>() });
    }
    if header.abi_major != ABI_MAJOR {
        return Err(LoadError::Version { major: header.abi_major, minor: header.abi_minor });
    }
    // SAFETY: it is a table of this major version with `size` readable bytes.
    Ok((unsafe { known_part(table, size) }, size))
}

/// As much of the table as both sides know; the rest is zero, which is no text and no function.
///
/// # Safety
/// `size` bytes at `table` are readable, and what they hold of a table's fields is valid.
unsafe fn known_part(table: *const PluginTable, size: usize) -> PluginTable {
    // A size that ends within a pointer must not make half a pointer.
    let whole = size - size % size_of::<usize>();
    let mut known = MaybeUninit::<PluginTable>::zeroed();
    // SAFETY: at most `size` readable bytes are copied, and at most a table's size written; the new memory overlaps
    // nothing. Zero is a valid value of every field, and so is what a table holds.
    unsafe {
        let known_size = whole.min(size_of::<PluginTable>());
        known.as_mut_ptr().cast::<u8>().copy_from_nonoverlapping(table.cast(), known_size);
        known.assume_init()
    }
}

// `known_part` relies on whole words holding whole fields behind the header.
const _: () = assert!(offset_of!(PluginTable, id).is_multiple_of(size_of::<usize>()));

fn functions(table: &PluginTable, size: usize) -> Result<Functions, LoadError> {
    if let PluginTable {
        open: Some(open),
        close: Some(close),
        format_state: Some(format_state),
        format_move: Some(format_move),
        parse_move: Some(parse_move),
        step: Some(step),
        examine: Some(examine),
        last_error: Some(last_error),
        extension: Some(extension),
        ..
    } = *table
    {
        return Ok(Functions {
            step,
            examine,
            open,
            close,
            format_state,
            format_move,
            parse_move,
            last_error,
            extension,
        });
    }
    let missing = [
        ("open", table.open.is_none()),
        ("close", table.close.is_none()),
        ("format_state", table.format_state.is_none()),
        ("format_move", table.format_move.is_none()),
        ("parse_move", table.parse_move.is_none()),
        ("step", table.step.is_none()),
        ("examine", table.examine.is_none()),
        ("last_error", table.last_error.is_none()),
        ("extension", table.extension.is_none()),
    ];
    let missing: Vec<String> =
        missing.iter().filter(|(_, missing)| *missing).map(|(name, _)| format!("`{name}`")).collect();
    let functions = missing.join(", ");
    Err(LoadError::MissingFunctions { functions, found: size, expected: size_of::<PluginTable>() })
}

/// # Safety
/// The texts of the table are readable, null, empty or too long.
unsafe fn identity(table: &PluginTable) -> Result<CheckedIdentity, LoadError> {
    let read = |what: &str, text: Str, limit: usize| {
        // SAFETY: by this function's contract.
        unsafe { readable(text, limit) }.map_err(|breach| breach.of(what))
    };
    let id = read("an id", table.id, LONGEST_ID)?;
    let name = read("a name", table.name, LONGEST_TEXT)?;
    let version = read("a version", table.version, LONGEST_TEXT)?;
    check_identity(&id, &name, &version)?;
    Ok(CheckedIdentity { id, name, version, abi_version: (table.header.abi_major, table.header.abi_minor) })
}

/// Checks how a library is called.
pub(crate) fn check_identity(id: &str, name: &str, version: &str) -> Result<(), DeclarationError> {
    let check = |what: &str, text: &str, limit: usize| check_declared(text, limit).map_err(|breach| breach.of(what));
    check("an id", id, LONGEST_ID)?;
    if !id.starts_with(|c: char| c.is_ascii_lowercase())
        || !id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    {
        let rule =
            format!("; an id has 1 to {LONGEST_ID} of the characters a-z, 0-9 and `-`, and begins with a letter");
        return Err(Breach::Rule(rule).of(format!("the id `{id}`")));
    }
    check("a name", name, LONGEST_TEXT)?;
    check("a version", version, LONGEST_TEXT)?;
    if version.contains(char::is_whitespace) {
        return Err(Breach::rule("; a version is one word").of(format!("the version `{version}`")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_game::{Heap, declared as declaring, leaked};
    use plyd_plugin::export;
    use std::ptr::null;

    /// The sentence with which a table is refused.
    fn refusal(table: &'static PluginTable) -> String {
        // SAFETY: the tables of these tests are valid for ever and as long as they say.
        unsafe { read(table) }.unwrap_err().to_string()
    }

    #[test]
    fn a_sound_table_is_read() {
        // SAFETY: a table of the SDK, kept for ever.
        let (identity, _) = unsafe { read(leaked(|_| {})) }.unwrap();
        assert_eq!(
            (identity.id.as_str(), identity.name.as_str(), identity.version.as_str()),
            ("heap", "Heap", "1.2.3")
        );
        assert_eq!(identity.abi_version, (2, 1));
    }

    #[test]
    fn what_is_no_table_is_refused() {
        // SAFETY: null is allowed.
        assert!(matches!(unsafe { read(null()) }, Err(LoadError::NullTable)));
        assert_eq!(
            refusal(leaked(|table| table.header.magic = 1)),
            "has a table that begins with 0x0000000000000001 instead of the magic number 0x504c594447414d45"
        );
        assert_eq!(
            refusal(leaked(|table| table.header.size = 15)),
            "has a table of 15 bytes, too short for its header of 16"
        );
    }

    #[test]
    fn no_more_than_the_magic_number_is_read_of_what_is_no_table() {
        // A tool that watches memory would see a read beyond these eight bytes.
        let short: &'static u64 = Box::leak(Box::new(7));
        // SAFETY: eight readable bytes that are not the magic number.
        let result = unsafe { read(std::ptr::from_ref(short).cast()) };
        assert!(matches!(result, Err(LoadError::Magic { found: 7 })));
    }

    #[test]
    fn a_table_at_an_odd_address_is_read() {
        let mut bytes = vec![0_u8; size_of::<PluginTable>() + 1];
        let table = export::table::<Heap>();
        // SAFETY: the memory has room for a table behind its first byte; the texts of the table are constants.
        let result = unsafe {
            let odd = bytes.as_mut_ptr().add(1);
            odd.copy_from_nonoverlapping((&raw const table).cast(), size_of::<PluginTable>());
            read(odd.cast())
        };
        assert_eq!(result.unwrap().0.id, "heap");
    }

    #[test]
    fn another_major_version_is_refused_with_both() {
        let table = leaked(|table| (table.header.abi_major, table.header.abi_minor) = (1, 1));
        assert_eq!(refusal(table), "was built for plugin interface 1.1, but this plyd speaks 2.1");
    }

    #[test]
    fn a_shorter_table_is_refused_with_what_it_lacks() {
        let size = offset_of!(PluginTable, last_error);
        assert_eq!(
            refusal(leaked(|table| table.header.size = size as u32)),
            format!(
                "has a table of {size} bytes that lacks `last_error`, `extension`; interface 2.1 requires all functions of its \
                 {} bytes",
                size_of::<PluginTable>()
            )
        );
        // Half a pointer is no pointer.
        let half = size_of::<PluginTable>() - 3;
        let reason = refusal(leaked(|table| table.header.size = half as u32));
        assert!(reason.contains("lacks `extension`;"), "{reason}");
        let reason = refusal(leaked(|table| table.header.size = 16));
        assert!(reason.contains("lacks `open`, `close`,"), "{reason}");
    }

    #[test]
    fn a_null_function_is_missing() {
        let reason = refusal(leaked(|table| table.step = None));
        assert!(reason.contains("lacks `step`;"), "{reason}");
    }

    #[test]
    fn a_longer_table_of_a_newer_minor_version_is_taken() {
        #[repr(C)]
        struct NewerPluginTable {
            table: PluginTable,
            appended: [usize; 2],
        }
        let mut newer = NewerPluginTable { table: export::table::<Heap>(), appended: [1, 2] };
        newer.table.header.size = size_of::<NewerPluginTable>() as u32;
        newer.table.header.abi_minor = 9;
        let newer: &'static NewerPluginTable = Box::leak(Box::new(newer));
        assert_eq!(newer.appended, [1, 2]);
        // SAFETY: a table, longer than ours, kept for ever.
        let (identity, _) = unsafe { read(std::ptr::from_ref(newer).cast()) }.unwrap();
        assert_eq!(identity.abi_version, (2, 9));
    }

    #[test]
    fn an_id_follows_the_pattern() {
        let rule = "; an id has 1 to 64 of the characters a-z, 0-9 and `-`, and begins with a letter";
        for id in ["Heap", "3heap", "-heap", "he ap", "he_ap", "höp"] {
            assert_eq!(refusal(declaring(id, "Heap", "1")), format!("declares the id `{id}`{rule}"));
        }
        assert_eq!(refusal(declaring("", "Heap", "1")), "declares an id that is empty");
        let long: &'static str = "x".repeat(65).leak();
        assert_eq!(refusal(declaring(long, "Heap", "1")), "declares an id of 65 bytes, longer than 64");
        // SAFETY: sound tables.
        unsafe { read(declaring(&long[1..], "Heap", "1")) }.unwrap();
    }

    #[test]
    fn name_and_version_are_single_lines() {
        assert_eq!(refusal(declaring("heap", "", "1")), "declares a name that is empty");
        let reason = refusal(declaring("heap", "a\nb", "1"));
        assert_eq!(reason, "declares a name with the control character '\\n'");
        let reason = refusal(declaring("heap", "Heap", "1 2"));
        assert_eq!(reason, "declares the version `1 2`; a version is one word");
        let huge = leaked(|table| table.name = Str { data: null(), len: usize::MAX });
        assert_eq!(refusal(huge), format!("declares a name of {} bytes, longer than 200", usize::MAX));
    }
}
