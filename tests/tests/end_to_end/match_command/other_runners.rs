//! Command lines of fastchess and cutechess-cli.

use super::TIME;
use plyd_tests::{Finished, command, finish};
use std::path::Path;

fn play(folder: &Path, line: &str) -> Finished {
    let mut command = command(&["match", "--game", "tictactoe", "--record", "r.db"]);
    command.args(line.split_whitespace()).current_dir(folder);
    finish(command, TIME)
}

#[test]
fn the_example_of_fastchess_is_played_as_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = plyd_tests::binary().display().to_string();
    let line = format!(
        "-engine cmd={program} name=a -engine cmd={program} name=b -each tc=10+0.1 option.Hash=1 -rounds 2 -repeat \
         -concurrency 4 -recover -srand 5 -draw movenumber=1 movecount=1 score=30000"
    );
    let finished = play(folder.path(), &line);
    assert!(finished.status.success(), "{finished:?}");
    assert!(finished.output.starts_with("tictactoe: 4 of 4 games, finished, seed 5\n"), "{finished:?}");
}

/// The whole list is tested beside the list.
#[test]
fn words_that_are_not_taken_are_answered() {
    let engines = "-engine name=a builtin -engine name=b builtin -each depth=1";
    for (words, code, answer) in [
        ("-noswap", 2, "`-noswap` is an option of fastchess and cutechess-cli; plyd always swaps sides"),
        ("--noswap", 2, "plyd always swaps sides"),
        ("-variant fischerandom", 2, "`--game NAME` selects the game: `standard` is `--game chess`"),
        ("--event Test", 2, "`-event` is an option of fastchess and cutechess-cli; "),
        ("-ratinginterval 10", 2, "`--progress lines` prints the rating"),
        ("-pgnout games.pgn", 2, "`--pgn FILE` writes each game as PGN"),
        ("-tb /syzygy", 2, "`-tb` is an option of fastchess and cutechess-cli; "),
        (
            "-openings file=x.epd policy=round",
            1,
            "`policy` is an option of fastchess and cutechess-cli; each round has",
        ),
        ("-each conf=Fruit", 1, "`conf` is an option of cutechess-cli; put the engine into a plan file"),
        (
            "-engine conf=Fruit",
            1,
            "engine number 3: `conf` is an option of cutechess-cli; put the engine into a plan file",
        ),
        ("-openings policy=round", 1, "`policy` is an option of fastchess and cutechess-cli; each round has"),
        ("-tournament pyramid", 2, "`swiss`; `pyramid` is not supported"),
        (
            "-concurrency all",
            2,
            "`-concurrency` is an option of fastchess and cutechess-cli; in plyd: 0 plays one game for each",
        ),
        ("-games 100 -repeat", 2, "for more games, increase `--rounds`"),
        (
            "-sprt elo0=0 elo1=5 model=bayesian",
            1,
            "`model=bayesian`: `model` is an option of fastchess; in plyd: `normalized`",
        ),
        (
            "-each proto=xboard",
            1,
            "`proto=xboard`: `proto` is an option of fastchess and cutechess-cli; in plyd: `uci`",
        ),
        ("-repeat 4", 2, "for more games, increase `--rounds`"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let finished = play(folder.path(), &format!("{engines} {words}"));
        assert_eq!(finished.status.code(), Some(code), "{words}: {finished:?}");
        assert!(finished.errors.contains(answer), "{words}: {finished:?}");
        assert_eq!(std::fs::read_dir(folder.path()).expect("it is there").count(), 0, "a record was made");
    }
}
