//! The list itself.

use super::RunnerWord;
use super::WordMeaning::{self, Always, Called, Like, Otherwise, Same};

const BOTH: [bool; 2] = [true, true];
const FASTCHESS: [bool; 2] = [true, false];
const CUTECHESS: [bool; 2] = [false, true];

/// Words of engines that stand without a value.
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
    "plyd adjudicates no game by Syzygy tables; `--draw` and `--resign` end games by scores, and `--tablebases` is for \
     built-in engines",
);

/// All words of fastchess and cutechess-cli.
pub const WORDS: &[RunnerWord] = &[
    option("engine", BOTH, Same),
    option("each", BOTH, Like("several of them add up")),
    option("concurrency", BOTH, Like("0 is one game for each processor")),
    option("force-concurrency", FASTCHESS, Always("`--concurrency` has no limit")),
    option("rounds", BOTH, Same),
    option(
        "games",
        BOTH,
        Like("1 or 2, and 2 is the default; with 1 the engines begin in turn; for more games set more `--rounds`"),
    ),
    option("repeat", BOTH, Called(&["--games", "2"], "`-repeat N` is `--games N`")),
    option("noswap", BOTH, Otherwise("plyd always swaps sides, so that both engines begin equally often")),
    option("reverse", BOTH, Otherwise("the order of the engines says who begins: give the other one first")),
    option("wait", BOTH, Otherwise("plyd does not wait between games")),
    option("tournament", BOTH, Like("`roundrobin`, `gauntlet`, `knockout` or `swiss`; `pyramid` is missing")),
    option("seeds", BOTH, Otherwise("in a gauntlet the first engine alone plays all others")),
    option(
        "variant",
        BOTH,
        Otherwise(
            "`--game NAME` chooses the game: standard is `--game chess`, and fischerandom is `--game chess --option \
             UCI_Chess960=true`",
        ),
    ),
    option("openings", BOTH, Like("`file=` may be left out, and the format is found by the name of the file")),
    option("srand", BOTH, Called(&["--seed"], "it is the seed of every random choice")),
    option("bookmode", CUTECHESS, Otherwise("plyd reads a book into memory: `--openings file=BOOK.bin`")),
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
        Always("an engine that failed is started again for the next game; `--no-recover` ends the match"),
    ),
    option(
        "strict",
        FASTCHESS,
        Otherwise("`--no-recover` ends the match with exit code 3 at the first fault of an engine"),
    ),
    option(
        "pgnout",
        BOTH,
        Otherwise("`--pgn FILE` writes each game as PGN when it ends, and `plyd report --pgn` does so later"),
    ),
    option(
        "epdout",
        BOTH,
        Otherwise("plyd writes no file of final positions; the record has every move: `plyd report --jsonl FILE`"),
    ),
    option("event", BOTH, Otherwise("plyd chooses the tag `Event` itself")),
    option("site", BOTH, Otherwise("plyd leaves the tag `Site` open")),
    option("output", FASTCHESS, Otherwise("`--output text`, `json` or `jsonl` is the form of the results")),
    option("resultformat", CUTECHESS, Otherwise("`--output text`, `json` or `jsonl` is the form of the results")),
    option(
        "report",
        FASTCHESS,
        Otherwise("the results always have the pentanomial numbers; `plyd report FILE` prints them of a record"),
    ),
    option(
        "ratinginterval",
        BOTH,
        Otherwise("`--progress lines` prints the rating with each game, one line a second at most"),
    ),
    option(
        "scoreinterval",
        FASTCHESS,
        Otherwise("`--progress lines` prints the score with each game, one line a second at most"),
    ),
    option(
        "outcomeinterval",
        CUTECHESS,
        Otherwise("`--progress lines` prints each outcome, one line a second at most"),
    ),
    option(
        "config",
        FASTCHESS,
        Otherwise("`--resume FILE` continues the match of a record, and `plyd match PLAN` plays the plan of a file"),
    ),
    option("autosaveinterval", FASTCHESS, Otherwise("plyd records every game when it ends; leave the word out")),
    option(
        "log",
        FASTCHESS,
        Otherwise("`--log FILE` keeps every line to and from the engines, and `-v` has plyd log more"),
    ),
    option("debug", BOTH, Otherwise("`--log FILE` keeps every line to and from the engines")),
    option("crc32", FASTCHESS, Otherwise("plyd computes no check sum of the PGN")),
    option("check-mate-pvs", FASTCHESS, Otherwise("plyd does not check the lines that engines expect")),
    option(
        "show-latency",
        FASTCHESS,
        Otherwise("the record has the time of each move as plyd measured it: `plyd report --jsonl FILE`"),
    ),
    option(
        "testEnv",
        FASTCHESS,
        Otherwise("plyd has no output for one test environment; `--output jsonl` is for programs"),
    ),
    option("use-affinity", FASTCHESS, Otherwise("plyd binds no engine to a processor; start it with `taskset`")),
    option("startup-ms", FASTCHESS, Otherwise("`--max-start SECONDS` limits the start of an engine")),
    option("ucinewgame-ms", FASTCHESS, Otherwise("`--max-start SECONDS` limits the wait for `readyok` too")),
    option("ping-ms", FASTCHESS, Otherwise("`--max-start SECONDS` limits the wait for `readyok` too")),
    option("quick", FASTCHESS, Otherwise("a plan file can have all settings: `plyd match PLAN`")),
    option(
        "compliance",
        FASTCHESS,
        Otherwise("plyd starts every engine once before a match and names the one that cannot play"),
    ),
    option(
        "engines",
        CUTECHESS,
        Otherwise("plyd has no list of engines; a plan file can name them: `plyd match PLAN`"),
    ),
    option("version", BOTH, Otherwise("`plyd --version` prints the version")),
    option("help", BOTH, Called(&["--help"], "")),
    engine("cmd", BOTH, Same),
    engine("name", BOTH, Same),
    engine("args", FASTCHESS, Same),
    engine("arg", CUTECHESS, Otherwise("`args=\"ONE TWO\"` has all arguments")),
    engine("dir", BOTH, Same),
    engine("proto", BOTH, Like("`uci`, `ugi` or `gtp`; plyd does not speak `xboard`")),
    engine("option.NAME", BOTH, Same),
    engine("tc", BOTH, Like("`inf` needs another limit beside it: `st`, `movetime`, `nodes` or `depth`")),
    engine("st", BOTH, Like("`movetime=MS` says it in milliseconds")),
    engine("nodes", BOTH, Same),
    engine("depth", BOTH, Same),
    engine("plies", FASTCHESS, Called(&["depth"], "")),
    engine("timemargin", BOTH, Same),
    engine("ponder", CUTECHESS, Same),
    engine("restart", BOTH, Otherwise("an engine stays for the next game and is started again only if it failed")),
    engine("conf", CUTECHESS, Otherwise("a plan file can describe engines: `plyd match PLAN`")),
    engine("initstr", CUTECHESS, Otherwise("plyd sends options alone: `option.NAME=VALUE`")),
    engine(
        "stderr",
        CUTECHESS,
        Otherwise("`--log FILE` has standard error too, and the record has its end if an engine fails"),
    ),
    engine("trust", CUTECHESS, Otherwise("the library of the game alone decides results")),
    engine(
        "book",
        CUTECHESS,
        Otherwise("`--openings file=BOOK.bin plies=N` gives both engines the same line of a book"),
    ),
    engine("bookdepth", CUTECHESS, Otherwise("`--openings file=BOOK.bin plies=N` has the length of a line in plies")),
    engine("whitepov", CUTECHESS, Otherwise("scores have to be from the view of the engine itself, as UCI has it")),
    engine(
        "tscale",
        CUTECHESS,
        Otherwise("`--max-start` and `--max-think` limit the waits, and `timemargin=MS` is for clocks"),
    ),
    engine("debug", CUTECHESS, Otherwise("`--log FILE` keeps every line to and from the engines")),
    of("openings", "file", BOTH, Same),
    of("openings", "format", BOTH, Like("`epd`, `fen`, `moves`, `pgn` or `polyglot`")),
    of("openings", "order", BOTH, Same),
    of("openings", "plies", BOTH, Like("of PGN files and books")),
    of("openings", "start", BOTH, Same),
    of(
        "openings",
        "policy",
        BOTH,
        Otherwise("each round has one opening, which every two engines play in both its games"),
    ),
    of("sprt", "elo0", BOTH, Same),
    of("sprt", "elo1", BOTH, Same),
    of("sprt", "alpha", BOTH, Same),
    of("sprt", "beta", BOTH, Same),
    of("sprt", "model", FASTCHESS, Like("`normalized` or `logistic`; `bayesian` is missing")),
    of("draw", "movenumber", BOTH, Same),
    of("draw", "movecount", BOTH, Like("captures and pawn moves do not reset it, as not every game has them")),
    of("draw", "score", BOTH, Same),
    of("resign", "movecount", BOTH, Same),
    of("resign", "score", BOTH, Same),
    of("resign", "twosided", BOTH, Same),
];
