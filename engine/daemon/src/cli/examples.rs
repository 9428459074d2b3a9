//! Examples of the commands that newcomers use. Help and man pages show them.

use super::styles::{HEADING, LITERAL};
use clap::Command;
use clap::builder::StyledStr;
use std::fmt::Write;

/// A line that works as typed, and its purpose.
pub(super) struct Example {
    pub(super) line: &'static str,
    pub(super) meaning: &'static str,
}

const fn example(line: &'static str, meaning: &'static str) -> Example {
    Example { line, meaning }
}

/// The examples of each command, by its name.
const EXAMPLES: &[(&str, &[Example])] = &[
    (
        "plyd",
        &[
            example("plyd play --game cfour", "play connect four in the terminal"),
            example("plyd go --depth 12", "search the start position of chess"),
            example("plyd explain", "see every step of a small search"),
            example("plyd games", "list the games"),
        ],
    ),
    (
        "go",
        &[
            example("plyd go", "search the start position of chess for 5 seconds"),
            example("plyd go --depth 12 --position 'startpos moves e2e4 e7e5'", "after two moves, 12 plies deep"),
            example("plyd go --from game.pgn --ply 20", "after 20 moves of a game of another program"),
            example("plyd go --game tictactoe --option Algorithm=minimax", "solve a game, as the textbooks do it"),
            example("plyd go --infinite", "until Ctrl-C"),
        ],
    ),
    (
        "play",
        &[
            example("plyd play --game tictactoe", "you have the first move"),
            example("plyd play --game flipello --side second", "plyd has the first move"),
            example("plyd play --game cfour --movetime 100", "plyd thinks for a tenth of a second"),
        ],
    ),
    (
        "explain",
        &[
            example("plyd explain", "a tree from the textbooks, by alpha-beta"),
            example(
                "plyd explain --position '((3 5 10) (2 a b) (2 7 3))' --format walk",
                "your own tree, in sentences",
            ),
            example("plyd explain --format html --output tree.html", "a page that steps through the search"),
            example("plyd explain --game tictactoe --depth 2", "the first plies of a game"),
            example("plyd explain --game leaftree --compare minimax", "two searches side by side"),
        ],
    ),
    (
        "match",
        &[
            example(
                "plyd match --game tictactoe --engine name=A builtin depth=4 --engine name=B builtin depth=2",
                "plyd against itself, with different depths",
            ),
            example(
                "plyd match --game cfour --engine algorithm=pvs --engine algorithm=mcts",
                "two of plyd's algorithms, a tenth of a second for each move",
            ),
            example(
                "plyd match --engine name=A cmd=./engine --engine name=B builtin --each tc=10+0.1 --rounds 100",
                "another engine against plyd, with clocks",
            ),
            example("plyd match --resume FILE", "continue a match that was interrupted"),
        ],
    ),
    (
        "report",
        &[
            example("plyd report match.db", "standings and statistics"),
            example("plyd report match.db --pgn games.pgn", "the games too, as PGN"),
            example("plyd report match.db --output json", "for programs"),
        ],
    ),
    (
        "serve",
        &[
            example("plyd serve", "for clients on this machine, on port 7878"),
            example("plyd serve --web", "with the page for browsers too, see `plyd web`"),
            example("plyd serve --listen unix:plyd.socket", "for programs of your own on this machine"),
            example(
                "plyd serve --listen 0.0.0.0:7878 --token-file tokens --tls-certificate cert.pem --tls-key key.pem",
                "for clients with a token on other machines",
            ),
            example(
                "plyd serve --listen 0.0.0.0:7878 --allow-remote=no-token,no-tls",
                "for everybody who can reach this machine",
            ),
        ],
    ),
    (
        "web",
        &[
            example("plyd web", "play in your browser"),
            example("plyd web 127.0.0.1:8080 --no-browser", "at another port; open the address that it prints"),
        ],
    ),
    (
        "connect",
        &[
            example("plyd connect 127.0.0.1:7878", "a server on this machine"),
            example("plyd connect example.org:7878 --tls --token-file token", "a server that needs a token"),
            example("plyd connect unix:plyd.socket", "a Unix socket"),
        ],
    ),
    (
        "token",
        &[
            example("plyd token new laptop --token-file tokens --output token", "a new token, in the file `token`"),
            example("plyd token list --token-file tokens", "all tokens of a server"),
            example("plyd token revoke laptop --token-file tokens", "ends a token, and the sessions that it opened"),
        ],
    ),
    (
        "check",
        &[
            example("plyd check target/release/libplyd_chess.so", "all tests, in a minute at most"),
            example("plyd check target/release/libplyd_chess.so --json", "for programs"),
            example(
                "plyd check target/release/libplyd_chess.so --isolation",
                "whether it works where it is not trusted",
            ),
        ],
    ),
    (
        "solve",
        &[
            example("plyd solve --build tictactoe -o tictactoe.plydtb", "every position of tic-tac-toe"),
            example(
                "plyd solve --build cfour --option cfour.Files=5 --option cfour.Ranks=4 -o cfour-5x4.plydtb",
                "connect four on a small board",
            ),
            example("plyd solve --verify tictactoe.plydtb", "whether every value is right"),
        ],
    ),
    (
        "new-plugin",
        &[
            example("plyd new-plugin mygame", "in Rust, in the new folder `mygame`"),
            example("plyd new-plugin mygame --lang c", "in C"),
        ],
    ),
];

/// The examples of this command.
pub(super) fn of(command: &Command) -> &'static [Example] {
    EXAMPLES.iter().find(|(name, _)| *name == command.get_name()).map_or(&[], |(_, examples)| examples)
}

/// Puts its examples at the end of a command's help.
pub(super) fn add_to(command: Command) -> Command {
    let examples = of(&command);
    if examples.is_empty() {
        return command;
    }
    let mut text = StyledStr::new();
    // To write to memory does not fail.
    let _ = write!(text, "{HEADING}Examples:{HEADING:#}");
    for Example { line, meaning } in examples {
        let _ = write!(text, "\n  {LITERAL}{line}{LITERAL:#}\n      {meaning}");
    }
    command.after_help(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::arguments::Arguments;

    #[test]
    fn every_example_can_be_typed() {
        for (name, examples) in EXAMPLES {
            for Example { line, meaning } in *examples {
                let words = shlex::split(line).expect("the quotes have pairs");
                let read = Arguments::read(words.iter().map(Into::into));
                assert!(read.is_ok(), "{line}: {}", read.unwrap_err());
                assert!(words[0] == "plyd" && (*name == "plyd" || words[1] == *name), "{line} is an example of {name}");
                assert!(meaning.chars().count() <= 60, "{meaning}");
            }
        }
    }

    #[test]
    fn every_command_with_examples_exists() {
        let program = Arguments::whole();
        for (name, _) in EXAMPLES {
            assert!(*name == "plyd" || program.find_subcommand(name).is_some(), "{name}");
        }
    }
}
