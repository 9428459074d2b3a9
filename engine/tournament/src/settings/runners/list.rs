//! The list of words.

use super::RunnerWord;
use super::WordMeaning::{self, Always, Called, Like, Otherwise, Same};

const BOTH: [bool; 2] = [true, true];
const FASTCHESS: [bool; 2] = [true, false];
const CUTECHESS: [bool; 2] = [false, true];

/// Engine words without a value.
pub(super) const SWITCHES: &[&str] = &["trust", "whitepov", "debug"];

const fn option(word: &'static str, runners: [bool; 2], here: WordMeaning) -> RunnerWord {
    RunnerWord { list: "", word, runners, here }
}

const fn engine(word: &'static str, runners: [bool; 2], here: WordMeaning) -> RunnerWord {
    RunnerWord { list: "an engine", word, runners, here }
}

const fn of(list: &'static str, word: &'static str, runners: [bool; 2], here: WordMeaning) -> RunnerWord {
    RunnerWord { list, word, runners, here }
}

const NO_SYZYGY: WordMeaning = Otherwise(
    "plyd doesn't adjudicate with Syzygy tables; use `--draw` and `--resign`, which are based on scores \
     (`--tablebases` is for built-in engines)",
);

/// All words of fastchess and cutechess-cli.
pub const WORDS: &[RunnerWord] = &[
    option("engine", BOTH, Same),
    option("each", BOTH, Like("can be repeated, and the settings are combined")),
    option("concurrency", BOTH, Like("0 plays one game for each processor")),
    option("force-concurrency", FASTCHESS, Always("`--concurrency` has no limit")),
    option("rounds", BOTH, Same),
    option(
        "games",
        BOTH,
        Like(
            "1 or 2 (the default); with 1, the engines take turns at moving first; for more games, increase `--rounds`",
        ),
    ),
    option("repeat", BOTH, Called(&["--games", "2"], "`-repeat N` is the same as `--games N`")),
    option("noswap", BOTH, Otherwise("plyd always swaps sides, so that both engines move first equally often")),
    option("reverse", BOTH, Otherwise("the first engine moves first; swap the engines instead")),
    option("wait", BOTH, Otherwise("plyd doesn't wait between games")),
    option("tournament", BOTH, Like("`roundrobin`, `gauntlet`, `knockout` or `swiss`; `pyramid` is not supported")),
    option("seeds", BOTH, Otherwise("in a gauntlet, only the first engine plays all the others")),
    option(
        "variant",
        BOTH,
        Otherwise(
            "`--game NAME` selects the game: `standard` is `--game chess`, and `fischerandom` is `--game chess \
             --option UCI_Chess960=true`",
        ),
    ),
    option("openings", BOTH, Like("`file=` is optional, and the format is detected from the file name")),
    option("srand", BOTH, Called(&["--seed"], "it is the seed of all random choices")),
    option("bookmode", CUTECHESS, Otherwise("plyd loads books into memory: `--openings file=BOOK.bin`")),
    option("draw", BOTH, Same),
    option("resign", BOTH, Same),
    option("maxmoves", BOTH, Same),
    option("sprt", BOTH, Same),
    option("tb", BOTH, NO_SYZYGY),
    option("tbpieces", BOTH, NO_SYZYGY),
    option("tbignore50", BOTH, NO_SYZYGY),
    option("tbadjudicate", FASTCHESS, NO_SYZYGY),
    option(
        "recover",
        BOTH,
        Always("an engine that fails is restarted for the next game, unless `--no-recover` ends the match"),
    ),
    option(
        "strict",
        FASTCHESS,
        Otherwise("`--no-recover` ends the match at the first fault of an engine, with exit code 3"),
    ),
    option(
        "pgnout",
        BOTH,
        Otherwise("`--pgn FILE` writes each game as PGN when it ends, and `plyd report --pgn` exports the games later"),
    ),
    option(
        "epdout",
        BOTH,
        Otherwise(
            "plyd doesn't write final positions to a file; the record contains every move: `plyd report --jsonl FILE`",
        ),
    ),
    option("event", BOTH, Otherwise("plyd sets the `Event` tag itself")),
    option("site", BOTH, Otherwise("plyd doesn't set the `Site` tag")),
    option("output", FASTCHESS, Otherwise("`--output text`, `json` or `jsonl` selects the output format")),
    option("resultformat", CUTECHESS, Otherwise("`--output text`, `json` or `jsonl` selects the output format")),
    option(
        "report",
        FASTCHESS,
        Otherwise("the results always include the pentanomial counts; `plyd report FILE` prints them for a record"),
    ),
    option(
        "ratinginterval",
        BOTH,
        Otherwise("`--progress lines` prints the rating after each game, at most one line per second"),
    ),
    option(
        "scoreinterval",
        FASTCHESS,
        Otherwise("`--progress lines` prints the score after each game, at most one line per second"),
    ),
    option(
        "outcomeinterval",
        CUTECHESS,
        Otherwise("`--progress lines` prints each outcome, at most one line per second"),
    ),
    option(
        "config",
        FASTCHESS,
        Otherwise(
            "`--resume FILE` continues the match in a record, and `plyd match PLAN` plays a match from a plan file",
        ),
    ),
    option("autosaveinterval", FASTCHESS, Otherwise("plyd records every game when it ends; remove this option")),
    option(
        "log",
        FASTCHESS,
        Otherwise("`--log FILE` logs all input and output of the engines, and `-v` makes plyd's own log more detailed"),
    ),
    option("debug", BOTH, Otherwise("`--log FILE` logs all input and output of the engines")),
    option("crc32", FASTCHESS, Otherwise("plyd doesn't compute a checksum of the PGN")),
    option("check-mate-pvs", FASTCHESS, Otherwise("plyd doesn't check the principal variations of engines")),
    option(
        "show-latency",
        FASTCHESS,
        Otherwise("the record contains the time that plyd measured for each move: `plyd report --jsonl FILE`"),
    ),
    option(
        "testEnv",
        FASTCHESS,
        Otherwise("plyd has no output for a particular test environment; `--output jsonl` is for programs"),
    ),
    option("use-affinity", FASTCHESS, Otherwise("plyd doesn't pin engines to processors; start them with `taskset`")),
    option("startup-ms", FASTCHESS, Otherwise("`--max-start SECONDS` limits how long an engine can take to start")),
    option(
        "ucinewgame-ms",
        FASTCHESS,
        Otherwise("`--max-start SECONDS` also limits how long plyd waits for `readyok`"),
    ),
    option("ping-ms", FASTCHESS, Otherwise("`--max-start SECONDS` also limits how long plyd waits for `readyok`")),
    option("quick", FASTCHESS, Otherwise("put the settings into a plan file: `plyd match PLAN`")),
    option(
        "compliance",
        FASTCHESS,
        Otherwise("before a match, plyd starts every engine once and reports any engine that can't play"),
    ),
    option(
        "engines",
        CUTECHESS,
        Otherwise("plyd has no list of engines; put the engines into a plan file: `plyd match PLAN`"),
    ),
    option("version", BOTH, Otherwise("`plyd --version` prints the version")),
    option("help", BOTH, Called(&["--help"], "")),
    engine("cmd", BOTH, Same),
    engine("name", BOTH, Same),
    engine("args", FASTCHESS, Same),
    engine("arg", CUTECHESS, Otherwise("`args=\"ONE TWO\"` sets all arguments")),
    engine("dir", BOTH, Same),
    engine("proto", BOTH, Like("`uci`, `ugi` or `gtp`; `xboard` is not supported")),
    engine("option.NAME", BOTH, Same),
    engine("tc", BOTH, Like("`inf` requires another limit: `st`, `movetime`, `nodes` or `depth`")),
    engine("st", BOTH, Like("`movetime=MS` is the same in milliseconds")),
    engine("nodes", BOTH, Same),
    engine("depth", BOTH, Same),
    engine("plies", FASTCHESS, Called(&["depth"], "")),
    engine("timemargin", BOTH, Same),
    engine("ponder", CUTECHESS, Same),
    engine("restart", BOTH, Otherwise("an engine keeps running between games, and is only restarted after a fault")),
    engine("conf", CUTECHESS, Otherwise("put the engine into a plan file: `plyd match PLAN`")),
    engine("initstr", CUTECHESS, Otherwise("plyd only sends options: `option.NAME=VALUE`")),
    engine(
        "stderr",
        CUTECHESS,
        Otherwise("`--log FILE` also logs standard error, and the record contains the end of it if an engine fails"),
    ),
    engine("trust", CUTECHESS, Otherwise("results are always decided by the game's library")),
    engine(
        "book",
        CUTECHESS,
        Otherwise("`--openings file=BOOK.bin plies=N` gives both engines the same line from a book"),
    ),
    engine("bookdepth", CUTECHESS, Otherwise("`--openings file=BOOK.bin plies=N` sets the length of a line in plies")),
    engine("whitepov", CUTECHESS, Otherwise("scores must be from the engine's point of view, as UCI requires")),
    engine(
        "tscale",
        CUTECHESS,
        Otherwise("`--max-start` and `--max-think` limit how long plyd waits, and `timemargin=MS` applies to clocks"),
    ),
    engine("debug", CUTECHESS, Otherwise("`--log FILE` logs all input and output of the engines")),
    of("openings", "file", BOTH, Same),
    of("openings", "format", BOTH, Like("`epd`, `fen`, `moves`, `pgn` or `polyglot`")),
    of("openings", "order", BOTH, Same),
    of("openings", "plies", BOTH, Like("for PGN files and books")),
    of("openings", "start", BOTH, Same),
    of(
        "openings",
        "policy",
        BOTH,
        Otherwise("each round has one opening, which each pair of engines plays with both colours"),
    ),
    of("sprt", "elo0", BOTH, Same),
    of("sprt", "elo1", BOTH, Same),
    of("sprt", "alpha", BOTH, Same),
    of("sprt", "beta", BOTH, Same),
    of("sprt", "model", FASTCHESS, Like("`normalized` or `logistic`; `bayesian` is not supported")),
    of("draw", "movenumber", BOTH, Same),
    of("draw", "movecount", BOTH, Like("captures and pawn moves don't reset it, because not every game has them")),
    of("draw", "score", BOTH, Same),
    of("resign", "movecount", BOTH, Same),
    of("resign", "score", BOTH, Same),
    of("resign", "twosided", BOTH, Same),
];
