//! Finds library files that were cut off.
//!
//! The loader of ELF files maps everything that the file's header promises. If the file is shorter, because a copy was
//! not finished or the disk was full, the first access to the missing part ends the process with SIGBUS.

use std::io::{self, Read, Seek, SeekFrom};

/// The most bytes of a program header table that are read: more than the most entries have.
const LONGEST_TABLE: u64 = 4 << 20;

/// The number of bytes that a library file needs so that the loader finds everything it maps. `None` if this is no ELF
/// file of this machine's word size and byte order. Only the header and its table are read.
///
/// # Errors
/// Those of the file.
pub(crate) fn needed_size(file: &mut (impl Read + Seek)) -> io::Result<Option<u64>> {
    let fields = if size_of::<usize>() == 8 { WIDE } else { NARROW };
    let byte_order = if cfg!(target_endian = "little") { 1 } else { 2 };
    let header = part(file, 0, HEADER)?;
    if !header.starts_with(&[0x7f, b'E', b'L', b'F', fields.class, byte_order]) {
        return Ok(None);
    }
    let numbers = [fields.table, fields.entry_size, fields.entries].map(|field| number(&header, field));
    let [Some(table), Some(entry_size), Some(entries)] = numbers else { return Ok(None) };
    let length = entries * entry_size;
    let mut needed = table.saturating_add(length);
    let entries = if entry_size == 0 { Vec::new() } else { part(file, table, length.min(LONGEST_TABLE))? };
    // That the table itself is there is needed already.
    for entry in entries.chunks(entry_size.max(1) as usize) {
        if number(entry, KIND) == Some(LOADED) {
            let (offset, size) = (number(entry, fields.offset), number(entry, fields.size));
            let end = offset.zip(size).map_or(u64::MAX, |(offset, size)| offset.saturating_add(size));
            needed = needed.max(end);
        }
    }
    Ok(Some(needed))
}

/// The bytes from this place on, at most this many; fewer if the file ends before.
fn part(file: &mut (impl Read + Seek), at: u64, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // The system knows no place beyond the greatest signed number.
    if i64::try_from(at).is_ok() {
        file.seek(SeekFrom::Start(at))?;
        file.take(most).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// The size of the larger kind of header.
const HEADER: u64 = 64;

/// The position of a number: its first byte and its size in bytes.
type ElfField = (usize, usize);

/// The fields that matter of the file header and of an entry of its program header table.
struct ElfFields {
    class: u8,
    table: ElfField,
    entry_size: ElfField,
    entries: ElfField,
    offset: ElfField,
    size: ElfField,
}

const WIDE: ElfFields =
    ElfFields { class: 2, table: (32, 8), entry_size: (54, 2), entries: (56, 2), offset: (8, 8), size: (32, 8) };
const NARROW: ElfFields =
    ElfFields { class: 1, table: (28, 4), entry_size: (42, 2), entries: (44, 2), offset: (4, 4), size: (16, 4) };
/// The kind of an entry.
const KIND: ElfField = (0, 4);
/// The kind of the mapped segment.
const LOADED: u64 = 1;

/// A number of this machine's byte order, if the bytes are there.
fn number(bytes: &[u8], (start, size): ElfField) -> Option<u64> {
    let field = bytes.get(start..start + size)?;
    let mut number = [0; 8];
    if cfg!(target_endian = "little") {
        number[..field.len()].copy_from_slice(field);
    } else {
        number[8 - field.len()..].copy_from_slice(field);
    }
    Some(u64::from_ne_bytes(number))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    fn needed_size(content: &[u8]) -> Option<u64> {
        super::needed_size(&mut io::Cursor::new(content)).unwrap()
    }

    #[test]
    fn this_very_program_is_whole_and_its_first_half_is_not() {
        let program = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        let needed = needed_size(&program).unwrap();
        assert!(needed > 1_000 && needed <= program.len() as u64);
        let half = &program[..needed as usize / 2];
        assert!(needed_size(half).unwrap() > half.len() as u64);
    }

    #[test]
    fn a_header_without_its_table_needs_more() {
        let program = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        for end in [58, 64, 65, 100] {
            assert!(needed_size(&program[..end]).unwrap() > end as u64);
        }
    }

    #[test]
    fn absurd_numbers_are_no_panic() {
        let mut program = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        program.truncate(4_096);
        for at in 6..program.len() - 8 {
            let mut absurd = program.clone();
            absurd[at..at + 8].fill(0xff);
            // A panic is the only failure.
            let _ = needed_size(&absurd);
        }
    }

    #[test]
    fn other_files_are_left_to_the_loader() {
        for content in [b"".as_slice(), b"text", b"\x7fELF", b"\x7fELF\x09\x01", b"\x7fELF\x02\x01\x01"] {
            assert_eq!(needed_size(content), None, "{content:?}");
        }
    }
}
