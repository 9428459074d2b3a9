//! Descriptions of the games shipped with plyd, for tests and benchmarks: the file `game.toml` in the folder of each
//! game. No list outside these folders has to name a game.

use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The folder that contains a folder per game.
const PLUGINS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

static SHIPPED: LazyLock<Vec<Shipped>> = LazyLock::new(|| Shipped::all_in(Path::new(PLUGINS)));

/// A game shipped with plyd, read from its `game.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shipped {
    /// The folder of the game, which is not part of the file.
    #[serde(skip)]
    pub folder: PathBuf,
    /// The id of the game, the value of `UCI_Variant`.
    pub id: String,
    /// The name of the game in the text of documents.
    pub name: String,
    /// The note after the name in the list of games in README.md.
    pub note: Option<String>,
    /// The names of both sides, unless the game begins with chance.
    pub sides: Option<[String; 2]>,
    /// The names of the options in the protocol.
    #[serde(default)]
    pub options: Vec<String>,
    /// The moves from the start position after which it is the other side's turn, separated by commas.
    pub first_move: String,
    /// A position whose search takes long, in the format of the `position` command.
    #[serde(default = "startpos")]
    pub long_search: String,
    /// The number of moves played before the picture of the board for the documents.
    #[serde(default)]
    pub picture_plies: Option<u32>,
    /// Setups for tests with random lines: ordinary, finished, extreme and refused ones.
    pub setups: Vec<String>,
    /// The search of `plyd bench`: the depth, options, and position. The program parses the file separately.
    pub bench: Vec<String>,
    /// Setups whose search results are compared between the dynamic library and statically linked rules.
    #[serde(default)]
    pub alike: Vec<String>,
    /// The searches in `benches/instructions.rs`.
    pub instructions: Instructions,
    /// The search in `benches/games.rs`, if it measures the game.
    pub speed: Option<Speed>,
    /// The tests of the game on the web page.
    #[serde(default)]
    pub clicks: Clicks,
}

/// Searches whose instructions are counted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Instructions {
    /// The setup, empty for the start position.
    pub setup: String,
    /// The search depths of `minimax`, `alphabeta` and `pvs`.
    pub depths: [u32; 3],
}

/// A search whose speed is measured.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Speed {
    /// The setup, empty for the start position.
    pub setup: String,
    /// The depth of a quick measurement.
    pub quick_depth: u32,
    /// The depth of a full measurement.
    pub depth: u32,
    /// The maximum ratio of search times between the dynamic library and a program with linked rules, if there is a
    /// goal.
    pub most_times_static: Option<f64>,
}

/// The tests of a game on the web page.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Clicks {
    /// Positions from which games are played, in the format of the `position` command.
    pub positions: Vec<String>,
    /// The format of the clicks for a move. Without it, the tests of views contain code for the game.
    pub steps: Option<Steps>,
}

impl Default for Clicks {
    fn default() -> Self {
        Self { positions: vec![startpos()], steps: None }
    }
}

/// The method that derives the clicks of a move from its text.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Steps {
    /// One click on the square after `P@`.
    Placed,
    /// A click on each square, given by two characters.
    Squares,
    /// One click on the spot whose id is the text.
    Text,
    /// The clicks are not specified; tests only check that they make the right move.
    Unknown,
}

fn startpos() -> String {
    "startpos".into()
}

impl Shipped {
    /// All games shipped with plyd, sorted by id.
    #[must_use]
    pub fn all() -> &'static [Self] {
        &SHIPPED
    }

    /// The game with this id.
    ///
    /// # Panics
    /// Panics if there is no such game.
    #[must_use]
    pub fn of(id: &str) -> &'static Self {
        Self::all()
            .iter()
            .find(|game| game.id == id)
            .unwrap_or_else(|| panic!("no game.toml in plugins has the id {id}"))
    }

    /// The games with folders inside this folder, sorted by id.
    ///
    /// # Panics
    /// Panics if a file cannot be read, or if two games have the same id.
    #[must_use]
    pub fn all_in(plugins: &Path) -> Vec<Self> {
        let entries = fs::read_dir(plugins).unwrap_or_else(|error| panic!("{}: {error}", plugins.display()));
        let folders = entries.map(|entry| entry.expect("a folder can be read").path());
        let mut games: Vec<_> = folders.filter(|folder| folder.join("game.toml").exists()).map(Self::read).collect();
        games.sort_by(|one, other| one.id.cmp(&other.id));
        for pair in games.windows(2) {
            assert_ne!(pair[0].id, pair[1].id, "{} and {}", pair[0].folder.display(), pair[1].folder.display());
        }
        games
    }

    fn read(folder: PathBuf) -> Self {
        let file = folder.join("game.toml");
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let game: Self = toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        Self { folder, ..game }
    }

    /// The seed inputs for the fuzzer: the lines of `tests/fuzz.txt`.
    ///
    /// # Panics
    /// Panics if the file does not exist.
    #[must_use]
    pub fn fuzz_seeds(&self) -> Vec<Vec<u8>> {
        let file = self.folder.join("tests/fuzz.txt");
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        text.lines().map(|line| line.as_bytes().to_vec()).collect()
    }
}
