//! What the games that come with plyd say of themselves, for tests and benchmarks: the file `game.toml` in the folder of
//! each. No list outside these folders has to name a game.

use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The folder with a folder for each game.
const PLUGINS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

static SHIPPED: LazyLock<Vec<Shipped>> = LazyLock::new(|| Shipped::all_in(Path::new(PLUGINS)));

/// A game that comes with plyd: its `game.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shipped {
    /// The folder of the game. The file does not name it.
    #[serde(skip)]
    pub folder: PathBuf,
    /// The id, as in `UCI_Variant`.
    pub id: String,
    /// The name in a sentence of a document.
    pub name: String,
    /// What the list of games in README.md says after the name.
    pub note: Option<String>,
    /// The names of both sides, of a game that does not begin with chance.
    pub sides: Option<[String; 2]>,
    /// The names of the options, as the protocol has them.
    #[serde(default)]
    pub options: Vec<String>,
    /// The moves from the start position after which it is the other side's turn, with commas between.
    pub first_move: String,
    /// A position whose search takes long, as after the word `position`.
    #[serde(default = "startpos")]
    pub long_search: String,
    /// How many moves are played before the picture of the board for the documents is taken.
    #[serde(default)]
    pub picture_plies: Option<u32>,
    /// Setups for random lines: ordinary, finished, extreme and refused ones.
    pub setups: Vec<String>,
    /// What `plyd bench` searches: the depth, options, and the position. The program reads these by itself.
    pub bench: Vec<String>,
    /// Setups that are searched in the library and in rules that are linked statically, to compare them.
    #[serde(default)]
    pub alike: Vec<String>,
    /// What `benches/instructions.rs` searches.
    pub instructions: Instructions,
    /// What `benches/games.rs` searches, if it measures the game.
    pub speed: Option<Speed>,
    /// How the game is played on the page.
    #[serde(default)]
    pub clicks: Clicks,
}

/// Searches whose instructions are counted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Instructions {
    /// The setup, empty for the start position.
    pub setup: String,
    /// The depths of `minimax`, `alphabeta` and `pvs`.
    pub depths: [u32; 3],
}

/// A search that is measured.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Speed {
    /// The setup, empty for the start position.
    pub setup: String,
    /// The depth of a quick measurement.
    pub quick_depth: u32,
    /// The depth of a full one.
    pub depth: u32,
    /// The aim, if there is one: how many times as long as in a program with the rules it may take through the library.
    pub most_times_static: Option<f64>,
}

/// The game on the page.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Clicks {
    /// Positions from which games are played, as after the word `position`.
    pub positions: Vec<String>,
    /// The clicks of a move. Without it, the tests of views have code for the game.
    pub steps: Option<Steps>,
}

impl Default for Clicks {
    fn default() -> Self {
        Self { positions: vec![startpos()], steps: None }
    }
}

/// The clicks of a move, read from its text.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Steps {
    /// The square after `P@`.
    Placed,
    /// Two signs each.
    Squares,
    /// The text itself.
    Text,
    /// Nobody has written them down: they are compared with nothing but the move that they make.
    Unknown,
}

fn startpos() -> String {
    "startpos".into()
}

impl Shipped {
    /// The games that come with plyd, by id.
    #[must_use]
    pub fn all() -> &'static [Self] {
        &SHIPPED
    }

    /// The game with this id.
    ///
    /// # Panics
    /// There is none.
    #[must_use]
    pub fn of(id: &str) -> &'static Self {
        Self::all()
            .iter()
            .find(|game| game.id == id)
            .unwrap_or_else(|| panic!("no game.toml in plugins has the id {id}"))
    }

    /// The games with folders in this one, by id.
    ///
    /// # Panics
    /// A file cannot be read, or two games have one id.
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

    /// Inputs for the fuzzer to begin with: the lines of `tests/fuzz.txt`.
    ///
    /// # Panics
    /// There is no such file.
    #[must_use]
    pub fn fuzz_seeds(&self) -> Vec<Vec<u8>> {
        let file = self.folder.join("tests/fuzz.txt");
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        text.lines().map(|line| line.as_bytes().to_vec()).collect()
    }
}
