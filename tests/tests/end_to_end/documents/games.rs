//! What documents say of every game is made from the folders of the games.

use super::document::{paths, root, with_slashes};
use plyd_trials::Shipped;
use std::fs;

/// Files that name most of the games, and may. A new game has to be in the first alone; cargo, plyd and tests write the
/// next ones.
const OF_MOST_GAMES: [&str; 14] = [
    "tests/linked/Cargo.toml",
    "Cargo.lock",
    "tests/fuzz_targets/libfuzzer/Cargo.lock",
    "README.md",
    "docs/abilities.md",
    "tests/bench.signature",
    "tests/tests/end_to_end/documents/phrases.txt",
    // What was added when.
    "CHANGELOG.md",
    // Ends of chosen games.
    "engine/session/tests/suite/views/states.rs",
    // Names of games in the languages of explanations, and in files of other programs. A game without one keeps its own.
    "engine/explain/retold/bn.ftl",
    "engine/explain/retold/en.ftl",
    "engine/explain/retold/it.ftl",
    "engine/explain/retold/tr.ftl",
    "engine/formats/src/variant.rs",
];

/// How long a line of a document is.
const WIDTH: usize = 120;

/// The paragraph of README.md that names the games, by their names.
fn paragraph(games: &[Shipped]) -> String {
    let mut games: Vec<_> = games.iter().collect();
    games.sort_by_key(|game| game.name.to_lowercase());
    let mut words = Vec::new();
    for game in games {
        let folder = game.folder.file_name().and_then(|name| name.to_str()).expect("the folder has a name");
        words.push(format!("[{}](plugins/{folder}/README.md)", game.name));
        words.extend(game.note.iter().flat_map(|note| note.split(' ')).map(str::to_owned));
        words.last_mut().expect("there is a word").push(',');
    }
    words.last_mut().expect("there are games").pop();
    let (mut text, mut column) = (String::new(), 0);
    for word in words {
        let fits = column + 1 + word.chars().count() <= WIDTH;
        if column > 0 {
            text.push(if fits { ' ' } else { '\n' });
        }
        column = if fits && column > 0 { column + 1 } else { 0 } + word.chars().count();
        text += &word;
    }
    text + "."
}

/// README.md with this paragraph in the section of games.
fn with_paragraph(readme: &str, paragraph: &str) -> String {
    let (before, section) = readme.split_once("\n## Games\n\n").expect("there is a section of games");
    let (_, after) = section.split_once("\n\n## ").expect("a section follows");
    format!("{before}\n## Games\n\n{paragraph}\n\n## {after}")
}

#[test]
fn the_games_of_the_first_document_are_those_of_the_folders() {
    let path = root().join("README.md");
    let readme = fs::read_to_string(&path).expect("there is the document");
    let wanted = with_paragraph(&readme, &paragraph(Shipped::all()));
    if std::env::var_os("PLYD_WRITE_GAMES").is_some() {
        fs::write(&path, wanted).expect("the document can be written");
        return;
    }
    assert_eq!(readme, wanted, "write it anew with PLYD_WRITE_GAMES=1");
}

#[test]
fn every_option_of_a_game_is_on_its_page() {
    for game in Shipped::all() {
        let page = fs::read_to_string(game.folder.join("README.md")).expect("a game has a page");
        for option in &game.options {
            let name = option.rsplit('.').next().unwrap_or(option);
            assert!(page.contains(&format!("`{name}`")), "the page of {} lacks the option `{name}`", game.id);
        }
    }
}

#[test]
fn a_further_folder_is_in_every_list() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    for game in Shipped::all() {
        let name = game.folder.file_name().expect("the folder has a name");
        fs::create_dir(folder.path().join(name)).expect("the folder can be written");
        fs::copy(game.folder.join("game.toml"), folder.path().join(name).join("game.toml")).expect("it can be copied");
    }
    let further = Shipped::of("tictactoe").folder.join("game.toml");
    let text = fs::read_to_string(further).expect("there is the file");
    fs::create_dir(folder.path().join("further")).expect("the folder can be written");
    let text = text.replace("tictactoe", "further").replace("tic-tac-toe", "a further game");
    fs::write(folder.path().join("further/game.toml"), text).expect("the folder can be written");
    let games = Shipped::all_in(folder.path());
    assert_eq!(games.len(), Shipped::all().len() + 1);
    assert!(paragraph(&games).starts_with("[a further game](plugins/further/README.md), "));
}

#[test]
fn no_other_file_lists_the_games() {
    // Names of games that are words of English, or parts of words of programs, are in many files.
    let ids: Vec<_> = Shipped::all().iter().map(|game| game.id.as_str()).filter(|id| id.len() > 5).collect();
    let is_of_word = |sign: char| sign.is_alphanumeric() || sign == '_';
    let mut faults = Vec::new();
    let mut seen = 0;
    for path in paths() {
        let name = with_slashes(path);
        let Ok(text) = fs::read_to_string(root().join(path)) else { continue };
        if name.starts_with("plugins/") {
            continue;
        }
        let words: std::collections::HashSet<&str> = text.split(|sign| !is_of_word(sign)).collect();
        let named = ids.iter().filter(|id| words.contains(*id)).count();
        let is_list = named + 1 >= ids.len();
        seen += usize::from(is_list);
        if is_list && !OF_MOST_GAMES.contains(&name.as_str()) {
            faults.push(format!("{name} names {named} of {} games: plugins/*/game.toml should say it", ids.len()));
        }
    }
    super::assert_none(&faults);
    assert!(seen >= 5, "{seen} lists");
}
