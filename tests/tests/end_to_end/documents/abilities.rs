//! docs/abilities.md lists what the games have, as their libraries declare it.

use super::document::root;
use plyd_host::{Cache, Catalog, Position};
use plyd_rules::{Abilities, Game};
use plyd_search::Techniques;
use plyd_tests::built_folder;
use plyd_trials::Shipped;
use std::fs;

const NAME: &str = "docs/abilities.md";

/// The line before each generated table.
const MARK: &str = "<!-- generated -->\n";

/// A game and the abilities of its start position.
type Declared<'a> = (&'a Shipped, Abilities);

fn declared() -> Vec<Declared<'static>> {
    let folder = built_folder();
    let cache = Cache::new(Some(folder.join("test-library-cache")));
    let catalog = Catalog::load(&[folder], cache);
    let mut games: Vec<_> = Shipped::all()
        .iter()
        .map(|game| {
            let library = catalog.get(&game.id).unwrap_or_else(|| panic!("no library for {} was built", game.id));
            let position = Position::open(library, &[], "").expect("the start position opens");
            (game, position.game().facts().abilities)
        })
        .collect();
    games.sort_by_key(|(game, _)| game.name.to_lowercase());
    games
}

/// The name of a game, with a link to its page.
fn link(game: &Shipped) -> String {
    let folder = game.folder.file_name().and_then(|name| name.to_str()).expect("the folder has a name");
    format!("[{}](../plugins/{folder}/README.md)", game.name)
}

/// Links to some of the games, or to those missing among them if these are fewer.
fn links(games: &[Declared<'_>], has: impl Fn(Abilities) -> bool) -> String {
    let (having, missing): (Vec<_>, Vec<_>) = games.iter().partition(|&&(_, abilities)| has(abilities));
    let listed = |games: Vec<&Declared<'_>>| games.iter().map(|(game, _)| link(game)).collect::<Vec<_>>().join(", ");
    match missing.len() {
        0 => "each".to_owned(),
        count if count < having.len() => format!("each except {}", listed(missing)),
        _ => listed(having),
    }
}

fn table(head: [&str; 2], rows: impl IntoIterator<Item = (String, String)>) -> String {
    let mut text = format!("| {} | {} |\n|---|---|\n", head[0], head[1]);
    for (name, games) in rows {
        text += &format!("| {name} | {games} |\n");
    }
    text
}

fn techniques(games: &[Declared<'_>]) -> String {
    let rows = Techniques::SWITCHES.iter().map(|switch| {
        let users: Vec<_> = switch.users.iter().map(|algorithm| format!("`{}`", algorithm.name())).collect();
        let name = format!("{} ({})", switch.name, users.join(", "));
        (name, links(games, switch.suits))
    });
    table(["technique", "games"], rows)
}

fn options(games: &[Declared<'_>]) -> String {
    let rows = games.iter().filter(|(game, _)| !game.options.is_empty()).map(|(game, _)| {
        let names: Vec<_> = game.options.iter().map(|option| format!("`{option}`")).collect();
        (link(game), names.join(", "))
    });
    table(["game", "options"], rows)
}

/// The document with these tables, one after each mark.
fn with_tables(document: &str, tables: &[String]) -> String {
    let mut parts = document.split(MARK);
    let mut text = parts.next().unwrap_or_default().to_owned();
    let sections: Vec<&str> = parts.collect();
    assert_eq!(sections.len(), tables.len(), "{NAME}: a line `{}` for each table", MARK.trim_end());
    for (section, table) in sections.into_iter().zip(tables) {
        let after = section.find("\n\n").map_or("", |end| &section[end + 1..]);
        text += &format!("{MARK}{table}{after}");
    }
    text
}

#[test]
fn the_tables_of_games_are_those_of_the_libraries() {
    let games = declared();
    let path = root().join(NAME);
    let document = fs::read_to_string(&path).expect("there is the document");
    let wanted = with_tables(&document, &[techniques(&games), options(&games)]);
    if std::env::var_os("PLYD_WRITE_GAMES").is_some() {
        fs::write(&path, wanted).expect("the document can be written");
        return;
    }
    assert_eq!(document, wanted, "write it anew with PLYD_WRITE_GAMES=1");
}

#[test]
fn a_table_takes_the_place_of_the_one_after_its_mark() {
    let document = format!("before\n\n{MARK}| old |\n\nbetween\n\n{MARK}| old |\n");
    let tables = ["| A |\n".to_owned(), "| B |\n".to_owned()];
    assert_eq!(with_tables(&document, &tables), format!("before\n\n{MARK}| A |\n\nbetween\n\n{MARK}| B |\n"));
}
