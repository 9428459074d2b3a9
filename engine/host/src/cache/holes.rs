//! Writing a file without its zeros.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};

/// The bytes of a block. The blocks of common file systems have as many.
const BLOCK: usize = 4 << 10;

/// A new file in which blocks of zeros become holes, which take no room on the disk: a file in a plugin folder may be
/// nothing but a hole.
#[derive(Debug)]
pub(super) struct WithHoles<'a> {
    file: &'a mut File,
    length: u64,
}

impl<'a> WithHoles<'a> {
    /// Of an empty file.
    pub(super) fn new(file: &'a mut File) -> Self {
        Self { file, length: 0 }
    }

    /// Gives the file its length, which a hole at the end does not.
    pub(super) fn finish(self) -> io::Result<()> {
        self.file.set_len(self.length)
    }
}

impl Write for WithHoles<'_> {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        let is_hole = |block: &[u8]| block.iter().all(|&byte| byte == 0);
        let begins_as_hole = part.chunks(BLOCK).next().is_some_and(is_hole);
        let alike = part.chunks(BLOCK).take_while(|block| is_hole(block) == begins_as_hole);
        let run: usize = alike.map(<[u8]>::len).sum();
        let length = self.length + run as u64;
        if begins_as_hole {
            self.file.seek(SeekFrom::Start(length))?;
        } else {
            self.file.write_all(&part[..run])?;
        }
        self.length = length;
        Ok(run)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::MetadataExt as _;

    #[test]
    fn what_is_read_is_what_was_written_and_zeros_take_no_room() {
        let folder = tempfile::tempdir().unwrap();
        for (name, content) in [
            ("nothing", Vec::new()),
            ("zeros", vec![0; 16 << 20]),
            ("short", vec![0; 100]),
            ("holes", [&[1; BLOCK + 7][..], &[0; 8 << 20], &[2; 3], &[0; 8 << 20]].concat()),
            ("end", [&[0; 16 << 20][..], &[3]].concat()),
        ] {
            let path = folder.path().join(name);
            let mut file = File::create(&path).unwrap();
            let mut target = WithHoles::new(&mut file);
            for part in content.chunks(1 << 16) {
                target.write_all(part).unwrap();
            }
            target.finish().unwrap();
            assert!(fs::read(&path).unwrap() == content, "{name}");
            let room = fs::metadata(&path).unwrap().blocks() * 512;
            assert!(room <= 256 << 10, "{name}: {room} bytes on the disk");
        }
    }
}
