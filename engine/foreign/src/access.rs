//! Who may read and change a file or a folder.

#[cfg(unix)]
use std::fs;
use std::fs::Metadata;
use std::io;
use std::path::Path;
#[cfg(unix)]
use std::path::PathBuf;

/// What only the owner may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NeededAccess {
    /// Read or change it; the owner may be anyone: a list of tokens, which an administrator reads for a server.
    Private,
    /// The same, but a file of the system's administrator may be readable for a group: the key of a server.
    Secret,
    /// Change it; and the owner is this user or the system's administrator: the folder from which libraries are loaded.
    Own,
    /// Change it; the owner's own group counts as the owner: the folders of people, whose systems give each a group and
    /// let it write.
    Kept,
}

/// Others have more access to a file than is good. The text continues a sentence about the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExposedFile {
    /// Others can read or change it.
    #[error("other users can read or change it; `chmod 600 FILE` keeps it yours")]
    NotPrivate,
    /// A group can write to it.
    #[error("the group {0} may write to it; `chmod g-w` ends that")]
    Group(u32),
    /// All users can write to it.
    #[error("every user may write to it; `chmod go-w` ends that")]
    Everybody,
    /// It has a third owner.
    #[error("it belongs to another user, number {0}")]
    Owner(u32),
}

/// Refuses a file or a folder to which others have more access than is needed.
///
/// # Errors
/// They have.
#[cfg(unix)]
pub fn check_access(file: &Metadata, needed: NeededAccess) -> Result<(), ExposedFile> {
    use std::os::unix::fs::MetadataExt;
    let (mode, owner, group) = (file.mode(), file.uid(), file.gid());
    match needed {
        // A pipe has no place in which others could have put another file, and often the rights of its maker.
        NeededAccess::Private if mode & 0o077 == 0 => Ok(()),
        NeededAccess::Secret if mode & 0o077 == 0 || (mode & 0o037 == 0 && is_administrator(owner)) => Ok(()),
        NeededAccess::Private | NeededAccess::Secret => Err(ExposedFile::NotPrivate),
        NeededAccess::Own | NeededAccess::Kept if !is_trusted(owner) => Err(ExposedFile::Owner(owner)),
        NeededAccess::Own | NeededAccess::Kept if mode & 0o002 != 0 => Err(ExposedFile::Everybody),
        NeededAccess::Own if mode & 0o020 != 0 => Err(ExposedFile::Group(group)),
        NeededAccess::Kept if mode & 0o020 != 0 && group != owner => Err(ExposedFile::Group(group)),
        NeededAccess::Own | NeededAccess::Kept => Ok(()),
    }
}

/// On this system a file has no such permissions.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn check_access(_: &Metadata, _: NeededAccess) -> Result<(), ExposedFile> {
    Ok(())
}

/// Refuses a path on whose way another user can put something else in place: a folder of a third user, or one in which
/// a group or all may rename what others have. In a shared folder such as `/tmp` they may not. A group with the number
/// of the owner is the owner's own, see [`NeededAccess::Kept`]. Every link on the way is checked as well, and so is the
/// path to its target.
///
/// # Errors
/// The path does not exist, or another user can.
#[cfg(unix)]
pub fn check_way(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt;
    let names = |path: &Path| path.components().rev().map(|name| name.as_os_str().to_owned()).collect::<Vec<_>>();
    let (mut rest, mut at, mut links) = (names(&std::path::absolute(path)?), PathBuf::new(), 0);
    while let Some(name) = rest.pop() {
        if name == ".." {
            at.pop();
            continue;
        }
        // The root takes the place of what is there.
        let next = at.join(name);
        let found = fs::symlink_metadata(&next)?;
        let owned = if is_trusted(found.uid()) { Ok(()) } else { Err(ExposedFile::Owner(found.uid())) };
        // In a shared folder users cannot rename what belongs to another. The last folder is checked by itself.
        let is_kept = found.mode() & 0o1000 != 0 || rest.is_empty();
        let checked =
            if is_kept || !found.is_dir() { owned } else { owned.and(check_access(&found, NeededAccess::Kept)) };
        checked.map_err(|exposed| io::Error::other(format!("{} is on the way to it: {exposed}", next.display())))?;
        if found.is_symlink() {
            links += 1;
            if links > MOST_LINKS {
                return Err(io::Error::other("there are too many links on the way to it"));
            }
            rest.extend(names(&fs::read_link(&next)?));
        } else {
            at = next;
        }
    }
    Ok(())
}

/// The maximum number of links on a way, the same as on Linux.
#[cfg(unix)]
const MOST_LINKS: usize = 40;

/// On this system a folder has no such permissions.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn check_way(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn is_trusted(owner: u32) -> bool {
    owner == rustix::process::geteuid().as_raw() || is_administrator(owner)
}

/// Whether this is the system's administrator: number 0, or the owner of the root folder. In a namespace of users the
/// administrator may have no number of its own.
#[cfg(unix)]
fn is_administrator(owner: u32) -> bool {
    use std::os::unix::fs::MetadataExt;
    owner == 0 || fs::metadata("/").is_ok_and(|root| root.uid() == owner)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};

    /// What is said of a folder with this mode; with this owner and group, if it can be given away.
    fn said(mode: u32, owner: Option<u32>, needed: NeededAccess) -> Option<Result<(), ExposedFile>> {
        let folder = tempfile::tempdir().unwrap();
        if let Some(owner) = owner {
            chown(folder.path(), Some(owner), Some(owner)).ok()?;
        }
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(mode)).unwrap();
        Some(check_access(&fs::metadata(folder.path()).unwrap(), needed))
    }

    #[test]
    fn others_may_not_change_what_is_relied_on() {
        use ExposedFile::{Everybody, Group, NotPrivate};
        let own = fs::metadata(tempfile::tempdir().unwrap().path()).unwrap().gid();
        for (mode, needed, expected) in [
            (0o755, NeededAccess::Own, Ok(())),
            (0o700, NeededAccess::Own, Ok(())),
            (0o775, NeededAccess::Own, Err(Group(own))),
            (0o720, NeededAccess::Own, Err(Group(own))),
            (0o757, NeededAccess::Own, Err(Everybody)),
            (0o702, NeededAccess::Kept, Err(Everybody)),
            (0o755, NeededAccess::Kept, Ok(())),
            (0o600, NeededAccess::Private, Ok(())),
            (0o640, NeededAccess::Private, Err(NotPrivate)),
            (0o604, NeededAccess::Private, Err(NotPrivate)),
            (0o600, NeededAccess::Secret, Ok(())),
            (0o644, NeededAccess::Secret, Err(NotPrivate)),
            (0o620, NeededAccess::Secret, Err(NotPrivate)),
        ] {
            assert_eq!(said(mode, None, needed), Some(expected), "{mode:o} {needed:?}");
        }
    }

    /// Only the system's administrator can give a folder away.
    #[test]
    fn a_third_owner_is_refused() {
        const OTHER: u32 = 65_533;
        let Some(found) = said(0o755, Some(OTHER), NeededAccess::Own) else { return };
        assert_eq!(found, Err(ExposedFile::Owner(OTHER)));
        assert_eq!(said(0o755, Some(OTHER), NeededAccess::Kept), Some(Err(ExposedFile::Owner(OTHER))));
        // A server's list of tokens belongs to the server.
        assert_eq!(said(0o600, Some(OTHER), NeededAccess::Private), Some(Ok(())));
        // The administrator's group may read a key.
        assert_eq!(said(0o440, Some(0), NeededAccess::Secret), Some(Ok(())));
        assert_eq!(said(0o440, Some(OTHER), NeededAccess::Secret), Some(Err(ExposedFile::NotPrivate)));
        // A group with the number of its owner is the owner's own.
        assert_eq!(said(0o775, Some(0), NeededAccess::Kept), Some(Ok(())));
    }

    /// `link` leads to `open/other`, and that to the folder.
    #[test]
    fn nobody_else_can_turn_a_link_on_the_way() {
        use std::os::unix::fs::symlink;
        let base = tempfile::tempdir().unwrap();
        let (folder, open) = (base.path().join("real/folder"), base.path().join("open"));
        fs::create_dir_all(&folder).unwrap();
        fs::create_dir(&open).unwrap();
        symlink("../real/folder", open.join("other")).unwrap();
        symlink(open.join("other"), base.path().join("link")).unwrap();
        let link = base.path().join("link");
        check_way(&link).unwrap();
        fs::set_permissions(&open, fs::Permissions::from_mode(0o777)).unwrap();
        let refused = check_way(&link).unwrap_err().to_string();
        assert!(refused.contains("open is on the way to it: every user may write to it"), "{refused}");
        check_way(&folder).unwrap();
        symlink("round", base.path().join("round")).unwrap();
        assert!(check_way(&base.path().join("round")).unwrap_err().to_string().contains("too many links"));
    }

    #[test]
    fn nobody_else_can_turn_the_way_to_a_folder() {
        let base = tempfile::tempdir().unwrap();
        let middle = base.path().join("middle");
        let folder = middle.join("folder");
        fs::create_dir_all(&folder).unwrap();
        let set = |mode| fs::set_permissions(&middle, fs::Permissions::from_mode(mode)).unwrap();
        check_way(&folder).unwrap();
        set(0o777);
        let refused = check_way(&folder).unwrap_err().to_string();
        assert!(refused.contains("middle is on the way to it: every user may write to it"), "{refused}");
        // A group that is not the owner's own.
        set(0o775);
        let found = fs::metadata(&middle).unwrap();
        assert_eq!(check_way(&folder).is_ok(), found.uid() == found.gid());
        if chown(&middle, None, Some(65_533)).is_ok() {
            let refused = check_way(&folder).unwrap_err().to_string();
            assert!(refused.contains("middle is on the way to it: the group 65533 may write to it"), "{refused}");
            set(0o755);
            check_way(&folder).unwrap();
            chown(&middle, None, Some(found.gid())).unwrap();
        }
        set(0o777);
        // Also if a link leads around it.
        let link = base.path().join("link");
        std::os::unix::fs::symlink(&folder, &link).unwrap();
        assert!(check_way(&link).is_err());
        // As in /tmp, where all may write, but not rename what another has.
        set(0o1777);
        check_way(&folder).unwrap();
        check_way(&link).unwrap();
        if chown(&middle, Some(65_533), None).is_ok() {
            assert!(check_way(&folder).is_err());
        }
        if std::os::unix::fs::lchown(&link, Some(65_533), None).is_ok() {
            set(0o755);
            chown(&middle, Some(0), None).unwrap();
            assert!(check_way(&folder).is_ok() && check_way(&link).is_err());
        }
    }
}
