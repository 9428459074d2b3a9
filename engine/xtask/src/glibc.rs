//! What built files need of the system: a wheel promises in its name that this is no more than an old enough C library.

use crate::item::Item;
use crate::tool::run;
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The version of glibc from which on a wheel runs, as its name says. Debian 12, Ubuntu 22.04, Fedora 35 and RHEL 9 have
/// it or a newer one.
pub(crate) const OLDEST: (u32, u32) = (2, 34);
/// How programs and libraries begin.
const ELF: &[u8] = b"\x7fELF";
/// The libraries that every system with glibc has, up to their versions.
const OF_EVERY_SYSTEM: [&str; 7] =
    ["ld-linux-", "libc.so.", "libdl.so.", "libgcc_s.so.", "libm.so.", "libpthread.so.", "librt.so."];

/// Makes sure that every program and library runs with [`OLDEST`] and has no other needs.
///
/// # Errors
/// One needs more, or there is no `readelf`.
pub(crate) fn ensure_old_enough(items: &[Item]) -> Result<()> {
    let folder = tempfile::tempdir().context("there is no temporary folder")?;
    let copy = folder.path().join("file");
    for item in items.iter().filter(|item| item.content.starts_with(ELF)) {
        fs::write(&copy, &item.content).with_context(|| format!("{} cannot be written", copy.display()))?;
        let mut readelf = Command::new("readelf");
        readelf.env("LC_ALL", "C").args(["--dynamic", "--version-info", "--wide"]).arg(&copy);
        ensure_needs(&item.to, &run(readelf)?)?;
    }
    Ok(())
}

/// Judges what readelf says of a file.
fn ensure_needs(file: &Path, told: &str) -> Result<()> {
    let libraries = told.lines().filter_map(|line| line.split_once("(NEEDED)")?.1.split(['[', ']']).nth(1));
    for library in libraries {
        let is_known = OF_EVERY_SYSTEM.iter().any(|known| library.starts_with(known));
        ensure!(is_known, "{} needs the library {library}, which not every system has", file.display());
    }
    let versions = told.lines().filter_map(|line| line.split_once("Name: GLIBC_")?.1.split_whitespace().next());
    for version in versions {
        let numbers: Result<Vec<u32>, _> = version.split('.').map(str::parse).collect();
        let (major, minor) = OLDEST;
        // What has a name in place of a number came later.
        if !numbers.is_ok_and(|numbers| numbers.as_slice() <= &[major, minor]) {
            bail!(
                "{} needs glibc {version}, and a wheel promises to run with {major}.{minor}; build on an older system",
                file.display()
            );
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(library: &str, version: &str) -> String {
        format!(
            " 0x0000000000000001 (NEEDED)             Shared library: [libc.so.6]\n \
             0x0000000000000001 (NEEDED)             Shared library: [{library}]\n  \
             0x0030:   Name: GCC_4.2.0  Flags: none  Version: 13\n  \
             0x0060:   Name: GLIBC_2.2.5  Flags: none  Version: 2\n  \
             0x0070:   Name: GLIBC_{version}  Flags: none  Version: 9\n"
        )
    }

    #[test]
    fn a_newer_c_library_and_other_libraries_are_refused() {
        let fault = |library, version| ensure_needs(Path::new("bin/plyd"), &told(library, version)).err();
        for version in ["2.34", "2.3", "2.17", "2.9"] {
            assert!(fault("libm.so.6", version).is_none(), "{version}");
        }
        for version in ["2.35", "2.34.1", "3.0", "PRIVATE", "ABI_DT_RELR"] {
            let error = fault("libm.so.6", version).unwrap().to_string();
            let expected = format!(
                "bin/plyd needs glibc {version}, and a wheel promises to run with 2.34; build on an older system"
            );
            assert_eq!(error, expected);
        }
        let error = fault("libssl.so.3", "2.34").unwrap().to_string();
        assert_eq!(error, "bin/plyd needs the library libssl.so.3, which not every system has");
    }

    /// The words of readelf are not promised, so they are compared with this program, which every file of plyd is like.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[test]
    fn the_needs_of_a_program_are_read() {
        let program = std::env::current_exe().unwrap();
        let mut readelf = Command::new("readelf");
        readelf.env("LC_ALL", "C").args(["--dynamic", "--version-info", "--wide"]).arg(program);
        let told = run(readelf).unwrap();
        assert!(told.contains("(NEEDED)") && told.contains("[libc.so.") && told.contains("Name: GLIBC_2."), "{told}");
        // A file that is neither program nor library is not asked for.
        let text = Item { to: "share/text".into(), content: b"text".to_vec(), is_program: false };
        ensure_old_enough(&[text]).unwrap();
        let broken = Item { to: "lib/game.so".into(), content: ELF.to_vec(), is_program: false };
        assert!(ensure_old_enough(&[broken]).is_err());
    }
}
