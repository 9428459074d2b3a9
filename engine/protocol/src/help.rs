/// Every command as it is written and what it does, in the order `help` prints them.
pub const HELP: &[(&str, &str)] = &[
    ("uci", "who the engine is and which options it has; speak UCI from now on"),
    ("ugi", "the same; speak UGI from now on"),
    ("debug on|off", "send more `info string` lines, or stop doing so"),
    ("isready", "answers `readyok`, also during a search"),
    ("setoption name NAME [value VALUE]", "set an option; `UCI_Variant` selects the game"),
    ("register ...", "accepted and ignored: there is nothing to register"),
    ("ucinewgame", "forget what was learnt in the last game"),
    ("uginewgame", "the same"),
    ("position startpos [moves MOVE ...]", "take the start position, then play the moves"),
    ("position [fen] SETUP [moves MOVE ...]", "take the position a setup describes, then play the moves"),
    (
        "go [depth N] [nodes N] [mate N] [movetime MS] [infinite] [ponder] [searchmoves MOVE ...]",
        "search within these limits and answer `bestmove`",
    ),
    (
        "go [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N]",
        "search with these clocks; also `p1time`, `p2time`, `p1inc`, `p2inc`",
    ),
    ("go perft N", "count the move sequences of N plies, by first move"),
    (
        "explain [depth N] [algorithm NAME] [format text|json|walk]",
        "show a search of the position as a tree, with every cut and its reason; `explain done` ends it",
    ),
    ("stop", "end the search; its `bestmove` follows"),
    ("ponderhit", "the expected move was played: go on with the clock running"),
    ("query p1turn|p2turn|gameover|result|moves|fen", "a fact about the position, after `response`"),
    ("d", "show the position"),
    ("eval", "the static value of the position"),
    ("games", "list the loaded games, and the libraries that were refused"),
    ("help", "print this list"),
    ("quit", "end the session"),
];

/// The commands, each the first word of its lines in [`HELP`].
pub(crate) fn commands() -> impl Iterator<Item = &'static str> {
    HELP.iter().filter_map(|(usage, _)| usage.split(' ').next())
}
