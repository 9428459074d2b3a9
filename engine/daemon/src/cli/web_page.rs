//! How a person gets to the page of a server: its token, its address, and the browser.

mod listed;

use super::token::read_token;
use anyhow::Context;
use etcetera::BaseStrategy;
use listed::ListedPage;
use plyd_server::{OtherPage, PageKind, Token};
use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The file of the token.
const TOKEN: &str = "web-token";

/// The page of the server of this process.
pub(super) struct WebPage {
    pub(super) token: Token,
    /// Whether it begins with the game of the server, not with the one that was played last.
    pub(super) begins_with_game: bool,
    folder: PathBuf,
    opens_browser: bool,
}

/// The page is listed for the others of this user, and a file may lead a browser to it. Both end with this value.
pub(super) struct AnnouncedPage {
    _opened: Option<BrowserFile>,
    _listed: Option<ListedPage>,
}

/// A file that leads a browser to the page. It is removed with this value.
struct BrowserFile(PathBuf);

impl Drop for BrowserFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

impl WebPage {
    /// A page whose address is only printed.
    ///
    /// # Errors
    /// There is no folder for its token, or the file of the token cannot be used.
    pub(super) fn told() -> anyhow::Result<Self> {
        let folder = state_folder()?;
        let token = kept_token(&folder.join(TOKEN))?;
        Ok(Self { token, begins_with_game: false, folder, opens_browser: false })
    }

    /// A page that is opened in a browser.
    ///
    /// # Errors
    /// See [`told`](Self::told).
    pub(super) fn opened() -> anyhow::Result<Self> {
        Ok(Self { opens_browser: true, ..Self::told()? })
    }

    /// Says where it is, for this game of the server, lists it, and opens it if that is wanted. The token appears only
    /// where no one else reads it: on a terminal, never in a log, and in a file of this user, never in the arguments of
    /// a process.
    ///
    /// # Errors
    /// The file that leads a browser there cannot be written.
    pub(super) fn announce(&self, address: &str, kind: PageKind, game: Option<&str>) -> anyhow::Result<AnnouncedPage> {
        // As the page writes the address of a game.
        let of_game = |sign| {
            let game = game.filter(|_| self.begins_with_game);
            game.map_or_else(String::new, |id| format!("{sign}game={id}"))
        };
        let whole = format!("{address}#token={}{}", self.token.reveal(), of_game("&"));
        let page = address;
        let address = format!("{address}{}", of_game("#"));
        if io::stderr().is_terminal() {
            let _ = writeln!(io::stderr(), "plyd: the page is at {whole}");
        } else {
            let file = self.folder.join(TOKEN);
            let _ = writeln!(io::stderr(), "plyd: the page is at {address}");
            let _ = writeln!(io::stderr(), "plyd: its token is in {}", file.display());
        }
        // Without a list there is a page all the same.
        let _listed = listed::list(&self.folder, kind, page).unwrap_or_default();
        let _opened = self.opens_browser.then(|| self.open(&whole)).transpose()?;
        Ok(AnnouncedPage { _opened, _listed })
    }

    /// Opens it in a browser, by a file with its address.
    fn open(&self, whole: &str) -> anyhow::Result<BrowserFile> {
        let path = self.folder.join(format!("open-page-{}.html", std::process::id()));
        let opened = BrowserFile(path.clone());
        let _ = fs::remove_file(&path);
        let whole = whole.replace('&', "&amp;");
        let text = format!(
            "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
             <meta http-equiv=\"refresh\" content=\"0; url={whole}\">\n<title>plyd</title>\n<a href=\"{whole}\">plyd</a>\n"
        );
        write_private(&path, &text).with_context(|| format!("cannot write {}", path.display()))?;
        if let Err(error) = open(&path) {
            let _ = writeln!(
                io::stderr(),
                "plyd: no browser could be started ({error}); open {} in one, or set BROWSER",
                path.display()
            );
        }
        Ok(opened)
    }
}

/// The pages that other processes of this user serve on this machine.
pub(super) fn others() -> Vec<OtherPage> {
    state_folder().map_or_else(|_| Vec::new(), |folder| listed::others(&folder))
}

/// The file with the token of the page.
///
/// # Errors
/// There is no folder for it.
pub(super) fn token_file() -> anyhow::Result<PathBuf> {
    Ok(state_folder()?.join(TOKEN))
}

/// The folder of this user for what lasts, made if need be.
fn state_folder() -> anyhow::Result<PathBuf> {
    let user = etcetera::choose_base_strategy().ok();
    let folder = user.map(|user| user.state_dir().unwrap_or_else(|| user.data_dir()));
    let folder = folder.context("the page needs a folder for its token; set HOME or XDG_STATE_HOME")?.join("plyd");
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(&folder).with_context(|| format!("cannot make the folder {} for the token", folder.display()))?;
    Ok(folder)
}

/// The token that was kept here, or a new one: links and open pages outlive a restart of the server.
fn kept_token(path: &Path) -> anyhow::Result<Token> {
    if !path.exists() {
        let token = Token::new().context("the system's generator of random numbers fails")?;
        match write_private(path, &format!("{}\n", token.reveal())) {
            Ok(()) => return Ok(token),
            // Another server of this user was quicker.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error).with_context(|| format!("cannot write {}", path.display())),
        }
    }
    read_token(path).context("remove the file, and the page gets a new token")
}

/// Writes a new file that only its owner can read. It has its name only when it is whole.
fn write_private(path: &Path, text: &str) -> io::Result<()> {
    let part = path.with_extension(format!("part-{}", std::process::id()));
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&part)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| fs::hard_link(&part, path));
    let _ = fs::remove_file(&part);
    written
}

/// Starts the user's browser with a file.
fn open(path: &Path) -> io::Result<()> {
    let program = std::env::var_os("BROWSER").filter(|program| !program.is_empty());
    let program =
        program.unwrap_or_else(|| OsString::from(if cfg!(target_os = "macos") { "open" } else { "xdg-open" }));
    let mut child =
        Command::new(program).arg(path).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    // It does not stay a zombie when it ends.
    std::thread::spawn(move || child.wait());
    Ok(())
}
