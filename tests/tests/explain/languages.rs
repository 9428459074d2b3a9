//! Which language the command speaks.

use plyd_tests::{PATIENCE, command, finish};

/// The first word of the walk, which is the language's for "game", in this environment.
fn first_word(environment: &[(&str, &str)], arguments: &[&str]) -> String {
    let all = ["explain", "--game", "leaftree", "--position", "3 5 2 9", "--format", "walk"];
    let mut command = command(&[&all, arguments].concat());
    for name in ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"] {
        command.env_remove(name);
    }
    let finished = finish(
        {
            command.envs(environment.iter().copied());
            command
        },
        PATIENCE,
    );
    assert!(finished.status.success(), "{}", finished.errors);
    finished.output.split(':').next().unwrap_or_default().to_owned()
}

#[test]
fn the_environment_chooses_the_language() {
    let cases: [(&[(&str, &str)], &str); 11] = [
        (&[], "Game"),
        (&[("LANG", "it_IT.UTF-8")], "Gioco"),
        (&[("LANG", "de_DE.UTF-8")], "Game"),
        (&[("LANG", "it_IT.UTF-8"), ("LC_MESSAGES", "tr_TR")], "Oyun"),
        (&[("LC_MESSAGES", "tr_TR"), ("LC_ALL", "bn_BD.UTF-8")], "\u{996}\u{9c7}\u{9b2}\u{9be}"),
        (&[("LANG", "en_US.UTF-8"), ("LANGUAGE", "de:it:tr")], "Gioco"),
        (&[("LANG", "it_IT.UTF-8"), ("LC_ALL", "")], "Gioco"),
        (&[("LANG", "it_IT.UTF-8"), ("LC_ALL", "C")], "Game"),
        (&[("LANG", "C"), ("LANGUAGE", "it")], "Game"),
        (&[("LANG", "it_IT.UTF-8"), ("LC_ALL", "C.UTF-8")], "Game"),
        (&[("LANG", "nonsense")], "Game"),
    ];
    for (environment, word) in cases {
        assert_eq!(first_word(environment, &[]), word, "{environment:?}");
    }
}

#[test]
fn the_command_line_chooses_the_language() {
    let italian = [("LANG", "it_IT.UTF-8")];
    for (language, word) in [("tr", "Oyun"), ("tr_TR.UTF-8", "Oyun"), ("en-GB", "Game"), ("it-IT", "Gioco")] {
        assert_eq!(first_word(&italian, &["--lang", language]), word, "{language}");
    }
    let finished = finish(command(&["explain", "--game", "leaftree", "--lang", "de"]), PATIENCE);
    assert!(!finished.status.success() && finished.output.is_empty(), "{finished:?}");
    assert!(
        finished.errors.contains("there is no language \"de\"; the languages are bn, en, it, tr"),
        "{}",
        finished.errors
    );
}

#[test]
fn refused_positions_are_told_in_the_language_and_name_the_game_that_nobody_chose() {
    let told = |arguments: &[&str]| {
        let finished = finish(command(&[&["explain"], arguments].concat()), PATIENCE);
        assert!(!finished.status.success() && finished.output.is_empty(), "{finished:?}");
        finished.errors
    };
    // The tests have tic-tac-toe as default game.
    let default = told(&["--lang", "en", "--position", "e4 e5"]);
    assert!(default.contains("the game tictactoe does not read this: the board `e4` has 1 rank"), "{default}");
    assert!(default.contains("choose another game with --game, or write a tree, as in ((3 5) (2 9))"), "{default}");
    let default = told(&["--lang", "it", "--position", "e4 e5"]);
    assert!(default.contains("il gioco tris non legge questo testo: la tavola `e4` ha 1 traversa"), "{default}");
    let chosen = told(&["--lang", "it", "--game", "tictactoe", "--position", "3/3"]);
    assert!(chosen.contains("plyd: la tavola `3/3` ha 2 traverse, ma dovrebbe averne 3\n"), "{chosen}");
    // Words that no catalogue has are the game's own.
    let own = told(&["--lang", "it", "--game", "go", "--position", "3/3/3 b D4"]);
    assert!(own.contains("il gioco dice: `D4` is no ko: the board has no such point"), "{own}");
    let own = told(&["--lang", "en", "--game", "go", "--position", "3/3/3 b D4"]);
    assert!(own.contains("plyd: `D4` is no ko"), "{own}");
}
