//! The words that random lines are made of: right ones, nearly right ones, and wrong ones.

/// The games, and setups of each: ordinary ones, finished ones, extremes, and refused ones.
pub(super) const GAMES: &[(&str, &[&str])] = &[
    (
        "chess",
        &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/8/8/8/8/8/8/8 w - - 0 1",
            "kkkkkkkk/8/8/8/8/8/8/KKKKKKKK w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3 w KQkq e3 99 4294967295",
            "qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/kQQQQQQK w - - 0 1",
            "7k/8/8/8/8/8/8/K7 b - - 100 1",
            "PPPPPPPP/8/4k3/8/8/4K3/8/pppppppp w - - 0 1",
        ],
    ),
    (
        "cfour",
        &[
            "7/7/7/7/7/7 w",
            "12/12/12/12/12/12/12/12/12/12/12/12/12/12/12 w",
            "P6/7/7/7/7/7 b",
            "PpPpPpP/pPpPpPp/PpPpPpP/pPpPpPp/PpPpPpP/pPpPpPp w",
            "4/4/4/4 w",
        ],
    ),
    (
        "flipello",
        &[
            "8/8/8/3pP3/3Pp3/8/8/8 w",
            "PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPp w",
            "8/8/8/8/8/8/8/8 w",
            "4/1pP1/1Pp1/4 b",
            "8/8/8/3pP3/3Pp3/8/8/8[PPPPp] w - - 0 1",
        ],
    ),
    (
        "breakthrough",
        &[
            "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1",
            "8/P7/8/8/8/8/7p/8 w - - 0 1",
            "pp/2/PP w",
            "P7/8/8/8/8/8/8/p7 b",
            "8/8/8/8/8/8/8/8 w",
        ],
    ),
    (
        "kalah",
        &[
            "4,4,4,4,4,4/4,4,4,4,4,4 w 0 0",
            "0,0/0,0 w 0 0",
            "255/0 b 0 0",
            "127/127 w 0 1",
            "1,1,1,1,1,1,1,1,1,1,1,1/1,1,1,1,1,1,1,1,1,1,1,1 b 3 4",
            "6/6 w 243 0",
        ],
    ),
    (
        "leaftree",
        &[
            "3 5 2 9",
            "{3, 5, 2, 9}",
            "b=3 3 12 8 2 4 6 14 5 2",
            "[[3,5,10],[2,2]]",
            "[[3,5,10],[2,?,?],[2,7,3]]",
            "random b=2 depth=24 seed=42",
            "random b=65536 depth=1 seed=1",
            "random b=2 depth=26 seed=18446744073709551615 low=-1000000 high=1000000",
            "3 5 2 9 min",
            "[[3,5,10],[2,2]] min @ 0",
            "[1,[2,[3]],4]",
            "[70]",
            "5",
            "?",
            "? ? ? ?",
            "A:(B:(3 5) C:(2 x:9))",
            "[[[[[[[[[[[[[[[[",
        ],
    ),
    ("tictactoe", &["3/3/3[PPPPPpppp] w - - 0 1", "PpP/1p1/P2 w", "PPP/pp1/3 w", "PpP/PpP/pPp w", "ppp/ppp/ppp w"]),
    ("nim", &["3 4 5", "255 255 255 255", "0 0 b", "1 3 5 7 w"]),
];

/// Moves of all games, and what looks like one.
pub(super) const MOVES: &[&str] = &[
    "e2e4", "a3", "b2", "P@a3", "p@b2", "P@d1", "d", "4", "P@e3", "d4d4", "0000", "a2b3", "a", "f", "0", "1", "b3", "c5",
    "e1g1", "e7e8q", "(none)", "h7h8n", "P@", "@", "-1", "99999999999999999999",
];

/// Numbers that searches take.
pub(super) const SMALL_NUMBERS: &[&str] = &["1", "2", "3", "4", "50", "100", "500", "1000"];

/// Numbers at the edge and beyond.
pub(super) const ODD_NUMBERS: &[&str] = &[
    "0", "1", "2", "3", "5", "10", "100", "1000", "-1", "-5", "4294967295", "4294967296", "18446744073709551615",
    "18446744073709551616", "99999999999999999999999", "1e9", "1.5", "nan", "0x10", "+5", "--1", "", "٣", "²", "∞", "true",
    "1_000", "2147483647", "2147483648", "-2147483648", "-9223372036854775808", "9223372036854775807", "1000000000000",
];

/// The limits of a `go`, and one that is misspelt.
pub(super) const LIMITS: &[&str] = &[
    "depth", "nodes", "mate", "movetime", "infinite", "ponder", "searchmoves", "wtime", "btime", "winc", "binc",
    "movestogo", "p1time", "p2time", "p1inc", "p2inc", "depth", "depht", "perft",
];

/// What follows `go perft`.
pub(super) const PERFTS: &[&str] = &[
    "0", "1", "2", "3", "4", "7", "12", "1024", "1025", "-1", "x", "18446744073709551615", "2 depth 2", "2 perft 3", "",
];

pub(super) const OPTIONS: &[&str] = &[
    "Algorithm", "Threads", "Hash", "Clear Hash", "MultiPV", "UCI_ShowWDL", "UCI_AnalyseMode", "UCI_LimitStrength", "UCI_Elo",
    "Aspiration", "Quiescence", "Symmetry", "Game Order", "Learnt Order", "Null Move", "Reductions", "Internal Reduction",
    "Futility", "Equal Depth", "Ponder", "Move Overhead", "breakthrough.Files", "breakthrough.Ranks", "cfour.Files",
    "cfour.Ranks", "UCI_Chess960", "flipello.Size", "flipello.DiscDifference", "kalah.Houses", "kalah.Seeds",
    "kalah.EmptyCapture",
];

pub(super) const VALUES: &[&str] = &[
    "true", "false", "minimax", "alphabeta", "pvs", "1", "2", "4", "8", "16", "500", "12", "15", "127", "256", "1024", "", "on",
    "TRUE", "value", "name", "  ", "\u{130}",
];

/// `setoption` lines that lack something.
pub(super) const BROKEN_OPTIONS: &[&str] = &[
    "setoption", "setoption name", "setoption value 3", "setoption name  value", "setoption name Hash", "setoption Hash 5",
    "setoption name Hash value value 4", "setoption name UCI_Variant value backgammon",
];

/// Pairs of words for `explain`.
pub(super) const EXPLANATIONS: &[&str] = &[
    "depth 1", "depth 2", "depth 3", "depth 9", "depth 0", "depth -1", "algorithm minimax", "algorithm alphabeta",
    "algorithm pvs", "algorithm x", "format text", "format json", "format walk", "format svg", "nodes 5", "<script>",
];

pub(super) const QUERIES: &[&str] =
    &["p1turn", "p2turn", "gameover", "result", "moves", "fen", "winner", "", "fen fen", "MOVES"];

/// Lines without arguments, and lines that are no command.
pub(super) const PLAIN: &[&str] = &[
    "uci", "ugi", "debug on", "debug off", "debug perhaps", "isready", "ucinewgame", "uginewgame", "stop", "ponderhit", "d",
    "eval", "games", "help", "register later", "", "joho", "   ", "\u{feff}isready", "stop stop", "go", "go infinite",
    "go ponder wtime 1000 btime 1000", "explain", "is it ready", "ISREADY",
];

/// What mutations insert.
pub(super) const TOKENS: &[&[u8]] = &[
    b"moves", b"fen", b"go", b"position", b"searchmoves", b"\t", b"  ", b"\r", b"\0", b"\xff\xfe", b"\xe2\x82", b"name",
    b"value", b"[", b"]", b"{", b"}", b"/", b"w", b"b", b"-", b"@", b"min", b"\xef\xbb\xbf", b"999999999999", b"-1",
    b"\x1b[31m", b"\xe2\x80\xa8", b"\x85", b"\xc2\x85", b"\n", b"\xf0\x9f\x92\xa9", b",", b"=", b"random", b"?", b":", b"(",
    b")", b"`",
];
