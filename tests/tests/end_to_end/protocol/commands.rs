//! What commands say of files and processes.

use super::tic_tac_toe;
use plyd_plugin::abi::{ABI_MAJOR, ABI_MINOR};
use std::path::Path;

#[test]
fn games_tells_file_interface_options_and_start_position_of_every_game() {
    let mut engine = tic_tac_toe();
    let options: Vec<_> = engine.ask("uci").into_iter().filter(|line| line.starts_with("option ")).collect();
    let choices = options.iter().find_map(|line| line.strip_prefix("option name UCI_Variant type combo default "));
    let ids: Vec<_> = choices.expect("there are games").split(" var ").skip(1).collect();
    assert!(ids.len() > 1, "{ids:?}");
    let lines = engine.ask("games");
    let interface = format!(" interface {ABI_MAJOR}.{ABI_MINOR} ");
    let mut told = 0;
    for id in ids {
        // What it says of this game after its id.
        let facts: Vec<_> = lines.iter().filter_map(|line| line.strip_prefix(&format!("game {id} "))).collect();
        told += facts.len();
        assert!(facts[0].starts_with("version ") && facts[0].contains(&interface), "{facts:?}");
        let file = facts[1].strip_prefix("file ").expect("the file stands second");
        assert!(Path::new(file).is_file(), "{file}");
        let start = facts[2].strip_prefix("startpos ").expect("the start position stands third");
        let variant = engine.ask(&format!("setoption name UCI_Variant value {id}")).concat();
        assert!(variant.ends_with(&format!(" startpos {start}")), "{variant}");
        // A game has been named, so its options alone are listed.
        let options: Vec<_> = engine.ask("uci").into_iter().filter(|line| line.starts_with("option ")).collect();
        assert_eq!(engine.ask("query fen"), [format!("response {start}")]);
        assert!(facts[3..].iter().all(|fact| options.iter().any(|option| option == fact)), "{facts:?}");
        let own = options.iter().filter(|line| line.starts_with(&format!("option name {id}.")));
        assert!(own.clone().all(|line| facts.contains(&line.as_str())), "{facts:?}");
        // The board, drawn; then the setup.
        let shown = engine.ask("d");
        let picture = shown.iter().take_while(|line| !line.starts_with("Fen: ")).count();
        assert!(picture > 0 && shown[picture] == format!("Fen: {start}"), "{shown:?}");
    }
    assert_eq!(told, lines.len(), "{lines:?}");
}

#[test]
fn quit_ends_the_process_with_success() {
    let mut engine = tic_tac_toe();
    engine.send("quit");
    assert!(engine.rest().is_empty());
    assert!(engine.process.wait().success());
}
