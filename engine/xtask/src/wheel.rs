//! The wheel: what `pip install` puts into an environment of Python. Program, games and documents go where `plyd` looks
//! for them, the Python package `plyd` beside other packages, and its examples beside the documents.

use crate::address;
use crate::documents;
use crate::glibc;
use crate::item::Item;
use crate::sources_folder::{files_below, manifest, workspace};
use crate::tool::{VERSION, time};
use anyhow::{Context, Result, bail, ensure};
use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use flate2::Compression;
use jiff::Timestamp;
use jiff::tz::Offset;
use plyd_host::ContentHash;
use std::env::consts::{ARCH, OS};
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Cursor, Write as _};
use std::path::{Component, Path, PathBuf};
use toml::Value;
use zip::write::SimpleFileOptions;
use zip::{DateTime, ZipWriter};

/// The folder of the Python package and of its page in the sources.
const PYTHON: &str = "engine/python";
/// The licences, in the sources. Those of the crates that are linked are a document.
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// A file of the wheel: its path there, and what it has.
struct WheelMember {
    path: String,
    content: Vec<u8>,
    is_program: bool,
}

/// Makes the wheel of these files in a folder, and returns its path.
///
/// # Errors
/// A file cannot be read or written, or needs more of the system than the wheel promises.
pub(crate) fn make(items: &[Item], folder: &Path) -> Result<PathBuf> {
    ensure!(OS == "linux", "a wheel is for Linux only");
    glibc::ensure_old_enough(items)?;
    let mut members = of_python()?;
    members.append(&mut of_prefix(items)?);
    members.append(&mut of_prefix(&examples()?)?);
    members.append(&mut information()?);
    members.push(record(&members)?);
    let to = folder.join(name());
    fs::write(&to, packed(&members)?).with_context(|| format!("{} cannot be written", to.display()))?;
    Ok(to)
}

/// The name of its file.
pub(crate) fn name() -> String {
    format!("plyd-{VERSION}-{}.whl", tag())
}

/// For which Python and which systems it is: every Python 3, as no part is linked with Python.
fn tag() -> String {
    let (major, minor) = glibc::OLDEST;
    format!("py3-none-manylinux_{major}_{minor}_{ARCH}")
}

/// The Python package, without what Python has written beside it.
fn of_python() -> Result<Vec<WheelMember>> {
    let sources = format!("{PYTHON}/src");
    if !workspace().join(&sources).exists() {
        return Ok(Vec::new());
    }
    let is_written = |part: Component<'_>| {
        let name = part.as_os_str().to_string_lossy();
        name == "__pycache__" || name.ends_with(".egg-info")
    };
    let files = files_below(&sources)?.into_iter().filter(|path| !path.components().any(is_written));
    files.map(|path| member(path.strip_prefix(&sources)?, Item::of_source(&path, "")?.content, false)).collect()
}

/// The scripts and the notebook of the guide, in a folder of the documents, where people find them sooner than among the
/// modules. What scripts and Jupyter write beside them, such as a drawing or a hidden folder, is left out.
fn examples() -> Result<Vec<Item>> {
    let sources = Path::new(PYTHON).join("examples");
    if !workspace().join(&sources).exists() {
        return Ok(Vec::new());
    }
    let to = Path::new(documents::TO).join("examples");
    let mut items = Vec::new();
    for path in files_below(&sources.to_string_lossy())? {
        let name = path.strip_prefix(&sources)?;
        let is_example = name.extension().is_some_and(|end| end == "py" || end == "ipynb");
        if is_example && name.components().count() == 1 {
            items.push(Item { to: to.join(name), ..Item::of_source(&path, "")? });
        }
    }
    Ok(items)
}

/// The files of an installation. pip puts programs where an environment has its programs, and all others below the prefix
/// of that.
fn of_prefix(items: &[Item]) -> Result<Vec<WheelMember>> {
    let data = PathBuf::from(format!("plyd-{VERSION}.data"));
    let place = |item: &Item| match item.to.strip_prefix("bin") {
        Ok(name) => data.join("scripts").join(name),
        Err(_) => data.join("data").join(&item.to),
    };
    items.iter().map(|item| member(&place(item), item.content.clone(), item.is_program)).collect()
}

/// The description of the wheel, and its licences.
fn information() -> Result<Vec<WheelMember>> {
    let text = |name: &str, text: String| member(&folder_of_information().join(name), text.into_bytes(), false);
    let page = workspace().join(PYTHON).join("README.md");
    let page = match fs::read_to_string(&page) {
        Ok(page) => Some(page),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error).with_context(|| format!("{} cannot be read", page.display())),
    };
    let manifest = manifest("engine/daemon")?;
    let summary = manifest["package"].get("description").and_then(Value::as_str).context("plyd has no description")?;
    let metadata = metadata(summary, page.as_deref(), address::address()?.as_deref());
    let wheel =
        format!("Wheel-Version: 1.0\nGenerator: plyd-xtask ({VERSION})\nRoot-Is-Purelib: false\nTag: {}\n", tag());
    let mut members = vec![text("METADATA", metadata)?, text("WHEEL", wheel)?];
    for licence in LICENCES {
        let content = Item::of_source(Path::new(licence), "")?.content;
        members.push(member(&folder_of_information().join("licenses").join(licence), content, false)?);
    }
    Ok(members)
}

fn folder_of_information() -> PathBuf {
    format!("plyd-{VERSION}.dist-info").into()
}

/// What indexes and pip show of it: version 2.4, the first that knows licences by their names in SPDX.
fn metadata(summary: &str, page: Option<&str>, address: Option<&str>) -> String {
    let mut text = format!(
        "Metadata-Version: 2.4\nName: plyd\nVersion: {VERSION}\nSummary: {summary}\nLicense-Expression: {}\n",
        env!("CARGO_PKG_LICENSE")
    );
    let mut line = |key: &str, value: &str| {
        text.push_str(&format!("{key}: {value}\n"));
    };
    LICENCES.iter().for_each(|licence| line("License-File", licence));
    line("Requires-Python", ">=3.9");
    line("Classifier", "Operating System :: POSIX :: Linux");
    if let Some(address) = address {
        line("Project-URL", &format!("Source, {address}"));
    }
    if let Some(page) = page {
        line("Description-Content-Type", "text/markdown");
        text.push('\n');
        text.push_str(page);
    }
    text
}

/// The list of all other files with their digests, which pip compares and removes by. It has no digest of its own.
fn record(members: &[WheelMember]) -> Result<WheelMember> {
    let path = folder_of_information().join("RECORD");
    let mut text = String::new();
    for WheelMember { path, content, .. } in members {
        let digest = HEXLOWER.decode(ContentHash::of(content).to_string().as_bytes())?;
        writeln!(text, "{path},sha256={},{}", BASE64URL_NOPAD.encode(&digest), content.len())?;
    }
    writeln!(text, "{},,", path.display())?;
    member(&path, text.into_bytes(), false)
}

/// A file of the wheel at this path.
///
/// # Errors
/// The list of files, which has commas between its columns, cannot name it.
fn member(path: &Path, content: Vec<u8>, is_program: bool) -> Result<WheelMember> {
    let text = path.to_str().filter(|text| !text.contains([',', '"', '\n']));
    let path = text.with_context(|| format!("a wheel cannot have a file `{}`", path.display()))?.to_owned();
    Ok(WheelMember { path, content, is_program })
}

/// The bytes of the wheel: an archive whose files have the time of all packages, so that two of the same files are equal.
fn packed(members: &[WheelMember]) -> Result<Vec<u8>> {
    let plain = SimpleFileOptions::default()
        .compression_level(Some(Compression::best().level().into()))
        .last_modified_time(date(time().as_deref())?);
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for WheelMember { path, content, is_program } in members {
        let options = plain.unix_permissions(if *is_program { 0o755 } else { 0o644 });
        archive.start_file(path, options).with_context(|| format!("{path} cannot be packed"))?;
        archive.write_all(content).with_context(|| format!("{path} cannot be packed"))?;
    }
    Ok(archive.finish().context("the wheel cannot be packed")?.into_inner())
}

/// The time of the files, from seconds since 1970; without one the earliest that an archive can have.
fn date(seconds: Option<&str>) -> Result<DateTime> {
    let Some(seconds) = seconds else { return Ok(DateTime::default()) };
    let of_calendar = || {
        let time = Offset::UTC.to_datetime(Timestamp::from_second(seconds.parse().ok()?).ok()?);
        let small = |part: i8| u8::try_from(part).ok();
        let (year, month, day) = (u16::try_from(time.year()).ok()?, small(time.month())?, small(time.day())?);
        let (hour, minute, second) = (small(time.hour())?, small(time.minute())?, small(time.second())?);
        DateTime::from_date_and_time(year, month, day, hour, minute, second).ok()
    };
    match of_calendar() {
        Some(date) => Ok(date),
        None => bail!("a file of a wheel cannot have the time {seconds}: it must lie between the years 1980 and 2107"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read as _;
    use zip::ZipArchive;

    fn items() -> [Item; 3] {
        let item = |to: &str, is_program| Item { to: to.into(), content: to.into(), is_program };
        [item("bin/plyd", true), item("lib/plyd/v3/game.so", false), item("share/man/man1/plyd.1", false)]
    }

    #[test]
    fn a_wheel_has_every_file_at_its_place_and_in_its_list() {
        let folder = tempfile::tempdir().unwrap();
        let path = make(&items(), folder.path()).unwrap();
        assert_eq!(
            path.file_name().unwrap().to_str().unwrap(),
            format!("plyd-{VERSION}-py3-none-manylinux_2_34_{ARCH}.whl")
        );
        let mut archive = ZipArchive::new(fs::File::open(&path).unwrap()).unwrap();
        let mut texts = Vec::new();
        for index in 0..archive.len() {
            let mut file = archive.by_index(index).unwrap();
            let mut content = Vec::new();
            file.read_to_end(&mut content).unwrap();
            texts.push((file.name().unwrap().into_owned(), file.unix_mode().unwrap(), content));
        }
        let find = |path: &str| texts.iter().find(|(name, ..)| *name == path).unwrap_or_else(|| panic!("no {path}"));
        for (path, mode, content) in [
            ("data/scripts/plyd", 0o100_755, "bin/plyd"),
            ("data/data/lib/plyd/v3/game.so", 0o100_644, "lib/plyd/v3/game.so"),
            ("data/data/share/man/man1/plyd.1", 0o100_644, "share/man/man1/plyd.1"),
        ] {
            let (_, its_mode, its_content) = find(&format!("plyd-{VERSION}.{path}"));
            assert_eq!((*its_mode, its_content.as_slice()), (mode, content.as_bytes()), "{path}");
        }
        for example in ["teacher.py", "tour.ipynb"] {
            let (_, mode, content) = find(&format!("plyd-{VERSION}.data/data/share/doc/plyd/examples/{example}"));
            let source = fs::read(workspace().join("engine/python/examples").join(example)).unwrap();
            assert_eq!((*mode, content), (0o100_644, &source), "{example}");
        }
        for licence in LICENCES {
            assert!(find(&format!("plyd-{VERSION}.dist-info/licenses/{licence}")).2.len() > 500);
        }
        let text = |file: &str| String::from_utf8(find(&format!("plyd-{VERSION}.dist-info/{file}")).2.clone()).unwrap();
        assert!(text("METADATA").contains("\nLicense-Expression: MIT OR Apache-2.0\n"), "{}", text("METADATA"));
        assert!(text("WHEEL").ends_with(&format!("\nTag: py3-none-manylinux_2_34_{ARCH}\n")), "{}", text("WHEEL"));

        let record = text("RECORD");
        assert_eq!(record.lines().count(), texts.len(), "{record}");
        // The digest of the text `bin/plyd`, by another program.
        let line = format!("plyd-{VERSION}.data/scripts/plyd,sha256=7Jbda-YZJLRfOFNwim8lo66_HuyRzcREiwR6sBy1z-M,8");
        assert!(record.lines().any(|other| other == line), "{record}");
        assert_eq!(record.lines().last().unwrap(), format!("plyd-{VERSION}.dist-info/RECORD,,"));
        for (name, ..) in &texts {
            assert!(name.ends_with("/RECORD") || record.contains(&format!("{name},sha256=")), "{name}");
            assert!(!name.contains("__pycache__"), "{name}");
        }
    }

    #[test]
    fn two_wheels_of_the_same_files_are_equal() {
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let made = folders.each_ref().map(|folder| fs::read(make(&items(), folder.path()).unwrap()).unwrap());
        assert!(made[0] == made[1]);
    }

    #[test]
    fn the_time_of_the_files_is_the_one_of_the_commit() {
        let date = |seconds: &str| date(Some(seconds)).map(|date| date.to_string());
        assert_eq!(date("1000000000").unwrap(), "2001-09-09 01:46:40");
        for wrong in ["0", "99999999999", "99999999999999999999"] {
            let error = date(wrong).unwrap_err().to_string();
            assert!(error.starts_with(&format!("a file of a wheel cannot have the time {wrong}: ")), "{error}");
        }
        assert_eq!(super::date(None).unwrap().to_string(), "1980-01-01 00:00:00");
    }

    #[test]
    fn the_description_has_the_page_and_the_address_if_there_are_any() {
        let plain = metadata("an engine", None, None);
        assert!(plain.ends_with("\nClassifier: Operating System :: POSIX :: Linux\n"), "{plain}");
        assert!(!plain.contains("Project-URL") && !plain.contains("\n\n"), "{plain}");
        let full = metadata("an engine", Some("# plyd\n"), Some("https://plyd.invalid"));
        let end = "\nProject-URL: Source, https://plyd.invalid\nDescription-Content-Type: text/markdown\n\n# plyd\n";
        assert!(full.ends_with(end), "{full}");
    }

    #[test]
    fn the_list_of_files_can_name_every_file() {
        for path in ["plyd/a,b.py", "plyd/a\"b.py", "plyd/a\nb.py"] {
            assert!(member(Path::new(path), Vec::new(), false).is_err(), "{path}");
        }
    }
}
