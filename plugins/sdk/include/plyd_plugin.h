#ifndef PLYD_PLUGIN_H
#define PLYD_PLUGIN_H

// The plugin interface of plyd, for games in C, C++, and other languages that can use a C header.
//
// This file is generated from plugins/sdk/src: `PLYD_WRITE_HEADER=1 cargo test -p plyd-tests --test header` rewrites
// it. plugins/nim is an example.
//
// The C interface: the structures and functions that cross the library border.
//
// A library exports one function, `PLYD_ENTRY`, that returns a pointer to a `PlydPluginTable`. The pointer stays valid
// forever. The table begins with a `PlydHeader`, whose layout never changes. The host reads the magic number first,
// then the size and the version, and refuses another major version. A minor version only appends fields, and the host
// ignores those it does not know.
//
// Rules for every function:
// - Only plain data and C function pointers cross the border. Memory belongs to the side that allocated it.
// - No function unwinds, exits the process, writes to standard output, or keeps a pointer from a call after it returns.
// - Text is UTF-8, passed as a pointer and a length, without a final zero.
// - The host calls *hot* functions at every node: do not allocate, lock or format text in them.
// - Threads: the host calls any function on any thread, and may make several calls at once, even for one instance. Two
//   calls never write to the same state memory. `close` is the last call for its instance.
// - A state is `state_size` bytes at `state_align`. The host owns it, copies it byte by byte, and never destroys it.

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#ifdef __cplusplus
extern "C" {
#endif

// Makes a symbol visible outside the library.
#if defined(_WIN32)
#define PLYD_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define PLYD_EXPORT __attribute__((visibility("default")))
#else
#define PLYD_EXPORT
#endif

// The symbol every library exports: a function of type `PlydEntry`.
#define PLYD_ENTRY "plyd_plugin"

// The id of `PlydBoardExtension`.
#define PLYD_BOARD_EXTENSION "plyd.board/1"

// The id of `PlydPictureExtension`.
#define PLYD_PICTURE_EXTENSION "plyd.picture/1"

// The id of `PlydSidesExtension`.
#define PLYD_SIDES_EXTENSION "plyd.sides/1"

// The id of `PlydAboutExtension`.
#define PLYD_ABOUT_EXTENSION "plyd.about/1"

// The id of `PlydOptionsExtension`.
#define PLYD_OPTIONS_EXTENSION "plyd.options/1"

// The id of `PlydParametersExtension`.
#define PLYD_PARAMETERS_EXTENSION "plyd.parameters/1"

// The id of `PlydViewExtension`.
#define PLYD_VIEW_EXTENSION "plyd.view/1"

// The id of `PlydTreeExtension`.
#define PLYD_TREE_EXTENSION "plyd.tree/1"

// The id of `PlydNotationExtension`.
#define PLYD_NOTATION_EXTENSION "plyd.notation/1"

// The id of `PlydChanceExtension`.
#define PLYD_CHANCE_EXTENSION "plyd.chance/1"

// The id of `PlydFeaturesExtension`.
#define PLYD_FEATURES_EXTENSION "plyd.features/1"

// The id of `PlydLoaderExtension`.
#define PLYD_LOADER_EXTENSION "plyd.loader/1"

// The id of `PlydOrderExtension`.
#define PLYD_ORDER_EXTENSION "plyd.order/1"

// The id of `PlydNullMoveExtension`.
#define PLYD_NULL_MOVE_EXTENSION "plyd.null-move/1"

// The id of `PlydFutilityExtension`.
#define PLYD_FUTILITY_EXTENSION "plyd.futility/1"

// The id of `PlydPlayoutExtension`.
#define PLYD_PLAYOUT_EXTENSION "plyd.playout/1"

// The id of `PlydHorizonExtension`.
#define PLYD_HORIZON_EXTENSION "plyd.horizon/1"

// The id of `PlydWinnableExtension`.
#define PLYD_WINNABLE_EXTENSION "plyd.winnable/1"

// The id of `PlydPerftExtension`.
#define PLYD_PERFT_EXTENSION "plyd.perft/1"

// The largest size of a utility and of a heuristic value. A game's utilities are at most this in size.
#define PLYD_UTILITY_LIMIT 1000000

// Bit of `want`: the legal moves, into the buffer, of a position that is unfinished or drawn if claimed.
#define PLYD_WANT_MOVES 0x1u

// Bit of `want`: the heuristic value of an unfinished position.
#define PLYD_WANT_VALUE 0x2u

// Bit of `want`: the key of the position.
#define PLYD_WANT_KEY 0x4u

// Bit of `want`, only for instances with a symmetry: the key that is equal for all images of the position. At most one
// of the three kinds of keys is wanted.
#define PLYD_WANT_SYMMETRIC_KEY 0x8u

// Bit of `want`, only for instances whose rule of repetition compares it: the key of the board without the player to
// move. At most one of the three kinds of keys is wanted.
#define PLYD_WANT_BOARD_KEY 0x10u

// Bit of `want`, never together with `PLYD_WANT_MOVES`, only for instances that know noisy moves: of an unfinished
// position the moves that change the balance immediately, into the buffer. There may be none.
#define PLYD_WANT_NOISY 0x20u

// Bit of `want`, only for instances that know it: whether the player to move is in check, `PLYD_STEP_IN_CHECK`. Since
// version 2.1.
#define PLYD_WANT_CHECK 0x40u

// The largest count of moves that a `PlydStep` can hold.
#define PLYD_STEP_MAX_MOVES 0xFFFFFFu

// The position of the count of moves in `PlydStep.bits`, in bits from the lowest.
#define PLYD_STEP_COUNT_SHIFT 32u

// The bits of `PlydStep.bits` that hold the outcome; all zero in an unfinished position, but for `PLYD_STEP_IN_CHECK`
// if it was asked for.
#define PLYD_STEP_OUTCOME UINT64_C(0x4700000000000000)

// Outcome in `PlydStep.bits`: the game goes on, and there is at least one legal move.
#define PLYD_STEP_ONGOING UINT64_C(0x0)

// Bit of `PlydStep.bits`, only of an unfinished position and if wanted: the player to move is in check. Since version
// 2.1.
#define PLYD_STEP_IN_CHECK UINT64_C(0x4000000000000000)

// Outcome in `PlydStep.bits`: MAX has won.
#define PLYD_STEP_WON_BY_MAX UINT64_C(0x0100000000000000)

// Outcome in `PlydStep.bits`: MIN has won.
#define PLYD_STEP_WON_BY_MIN UINT64_C(0x0200000000000000)

// Outcome in `PlydStep.bits`: drawn, worth 0.
#define PLYD_STEP_DRAW UINT64_C(0x0300000000000000)

// Outcome in `PlydStep.bits`: finished, with the utility in the value.
#define PLYD_STEP_UTILITY UINT64_C(0x0400000000000000)

// Outcome in `PlydStep.bits`: drawn if a player claims it, with value 0. There is at least one legal move, and the
// answer contains wanted moves, as for an unfinished position.
#define PLYD_STEP_DRAW_IF_CLAIMED UINT64_C(0x4300000000000000)

// Bit of `PlydStep.bits`: the player to move is MIN, otherwise MAX. In a finished game: the player who would move next.
#define PLYD_STEP_MIN_TO_MOVE UINT64_C(0x0800000000000000)

// Bit of `PlydStep.bits`: the move that led here cannot be undone by later moves, so no earlier position can occur
// again.
#define PLYD_STEP_IRREVERSIBLE UINT64_C(0x1000000000000000)

// Bit of `PlydStep.bits`: it is the turn of chance. The bit of MIN is zero then.
#define PLYD_STEP_CHANCE_TO_MOVE UINT64_C(0x8000000000000000)

// Bit of `PlydStep.bits`: error; the rest of the answer is undefined.
#define PLYD_STEP_ERROR UINT64_C(0x2000000000000000)

// `PLYDGAME` in ASCII, the first eight bytes of the table on a big-endian machine, reversed on a little-endian one.
#define PLYD_MAGIC UINT64_C(0x504C594447414D45)

// Libraries with another major version are refused.
#define PLYD_ABI_MAJOR 2

// Minor versions only append.
#define PLYD_ABI_MINOR 1

// `PlydOpened.flags`: positions have keys.
#define PLYD_FLAG_HAS_KEY 0x1u

// `PlydOpened.flags`: a move number means different actions in sibling positions.
#define PLYD_FLAG_MOVES_ARE_NOT_ACTIONS 0x2u

// `PlydOpened.flags`: `PLYD_ORDER_EXTENSION` applies to this instance.
#define PLYD_FLAG_ORDER 0x4u

// `PlydOpened.flags`: the instance knows noisy moves, and answers `PLYD_WANT_NOISY`.
#define PLYD_FLAG_NOISY 0x8u

// `PlydOpened.flags`: `PLYD_NULL_MOVE_EXTENSION` applies to this instance.
#define PLYD_FLAG_NULL_MOVE 0x10u

// `PlydOpened.flags`: the board has symmetries, and the instance answers `PLYD_WANT_SYMMETRIC_KEY`.
#define PLYD_FLAG_SYMMETRY 0x20u

// `PlydOpened.flags`: late move reductions pay. Accepted and ignored: since 2.1 a search reduces late moves in every
// game without `PLYD_FLAG_NO_SELECTIVITY`.
#define PLYD_FLAG_REDUCTIONS 0x40u

// `PlydOpened.flags`: `PLYD_FUTILITY_EXTENSION` applies to this instance.
#define PLYD_FLAG_FUTILITY 0x80u

// `PlydOpened.flags`: ratings of `PLYD_UNLIKELY_RATING` are meant. Requires `PLYD_FLAG_ORDER`.
#define PLYD_FLAG_CANDIDATES 0x100u

// `PlydOpened.flags`: the rule of repetition has an exempt move, see `PlydOpened.repetition_exempt`.
#define PLYD_FLAG_EXEMPT_MOVE 0x200u

// `PlydOpened.flags`: the instance is played best by Monte-Carlo tree search, not by a search to a depth.
#define PLYD_FLAG_MONTE_CARLO 0x400u

// `PlydOpened.flags`: `PLYD_PLAYOUT_EXTENSION` applies to this instance, and `mcts` does better with it than with the
// heuristic.
#define PLYD_FLAG_PLAYOUT 0x800u

// `PlydOpened.flags`: `PLYD_HORIZON_EXTENSION` applies to this instance. Required if a counter that the key leaves out
// ends the game in a draw.
#define PLYD_FLAG_HORIZON 0x1000u

// `PlydOpened.flags`: `PLYD_WINNABLE_EXTENSION` applies to this instance.
#define PLYD_FLAG_WINNABLE 0x2000u

// `PlydOpened.flags`: a search must overlook nothing: it reduces and skips no moves, and uses none of null move,
// futility and candidates.
#define PLYD_FLAG_NO_SELECTIVITY 0x4000u

// `PlydOpened.flags`: the instance knows when the player to move is in check, and answers `PLYD_WANT_CHECK`.
#define PLYD_FLAG_CHECK 0x8000u

// Whose turn it is, for authors in other languages: MAX, the first player.
#define PLYD_TURN_MAX 0u

// Whose turn it is, for authors in other languages: MIN, the second player.
#define PLYD_TURN_MIN 1u

// Whose turn it is, for authors in other languages: chance.
#define PLYD_TURN_CHANCE 2u

// `PlydOpened.repetition_verdict`: the game ends, and is worth `repetition_worth`.
#define PLYD_REPETITION_WORTH 0u

// `PlydOpened.repetition_verdict`: the game ends, and the player whose move repeated the position loses.
#define PLYD_REPETITION_LOSES 1u

// `PlydOpened.repetition_verdict`: the move is not legal. A player all of whose moves are forbidden loses.
#define PLYD_REPETITION_FORBIDDEN 2u

// `PlydOpened.repetition_verdict`: the move is not legal. A position all of whose moves are forbidden is worth
// `repetition_worth`.
#define PLYD_REPETITION_FORBIDDEN_WORTH 3u

// `PlydOpened.repetition_key`: positions are the same if their keys (`PLYD_WANT_KEY`) are.
#define PLYD_REPETITION_KEY_POSITION 0u

// `PlydOpened.repetition_key`: positions are the same if their boards (`PLYD_WANT_BOARD_KEY`) are.
#define PLYD_REPETITION_KEY_BOARD 1u

// The state was opened, the move was found, the item exists.
#define PLYD_OK 0

// The thing asked for does not exist: no such move, no such item.
#define PLYD_NOT_FOUND 1

// The library failed; `last_error` has the text.
#define PLYD_FAILED (-1)

// The longest `PlydAboutExtension.text`, in bytes.
#define PLYD_LONGEST_ABOUT 65536u

// `PlydOptionItem.kind`: true or false.
#define PLYD_OPTION_CHECK 0u

// `PlydOptionItem.kind`: a whole number from `min` to `max`.
#define PLYD_OPTION_SPIN 1u

// `PlydOptionItem.kind`: one of `choices`.
#define PLYD_OPTION_COMBO 2u

// Ratings of `PlydOrderExtension` from here on are certain: a search tries these moves before everything that it has
// learnt itself. Other ratings are limited to -4,900 to 4,900; a move that proved good nearby gets up to 1,000 more.
#define PLYD_CERTAIN_RATING 10000

// The rating of a move after which the opponent wins the game with the next move. It is a promise: a search treats such
// a move as lost without playing it. (It is the smallest number, so no other rating equals it by accident.)
#define PLYD_LOSING_RATING INT32_MIN

// The rating of a legal move that is not worth a search, as far as the game can tell. A selective search skips such
// moves if the game declares candidates (`PLYD_FLAG_CANDIDATES`); any other search tries them last.
#define PLYD_UNLIKELY_RATING (INT32_MIN + 1)

// The fixed beginning of a `PlydPluginTable`: 16 bytes that never change.
typedef struct {
    // `PLYD_MAGIC`.
    uint64_t magic;
    // The size of the library's whole table in bytes, including this header.
    uint32_t size;
    // `PLYD_ABI_MAJOR` of the library.
    uint16_t abi_major;
    // `PLYD_ABI_MINOR` of the library.
    uint16_t abi_minor;
} PlydHeader;

// Text to read: `len` bytes of UTF-8 at `data`, owned by the side that passes it. `data` may be null if `len` is 0.
typedef struct {
    // The first byte.
    const uint8_t *data;
    // The number of bytes.
    size_t len;
} PlydStr;

// The answer of `open` about the new instance. The caller sets `size` before the call; the library fills in the rest.
typedef struct {
    // The caller's `sizeof(PlydOpened)`: the library writes no field beyond it.
    uint32_t size;
    // A combination of the `PLYD_FLAG_` constants.
    uint32_t flags;
    // The instance, passed to the other functions; owned by the library until `close`. It may be null.
    void *instance;
    // The root state, `state_size` bytes, owned by the library and valid until `close`.
    const void *root;
    // Size of a state in bytes, 1 to 65,536.
    uint32_t state_size;
    // Alignment of a state in bytes, a power of two from 1 to 64.
    uint32_t state_align;
    // The maximum number of moves, or of outcomes of chance, in any position, 1 to 2^24 - 1.
    uint32_t max_moves;
    // The maximum number of plies from the root if every draw is claimed; `UINT32_MAX` for no bound.
    uint32_t max_plies;
    // The value of a win, 1 to 1,000,000.
    int32_t win;
    // The rule of repetition applies when a position occurs for this time, 2 or more; 0 without such a rule. Requires
    // `PLYD_FLAG_HAS_KEY`.
    uint32_t repetition_times;
    // One of the `PLYD_REPETITION_` verdicts.
    uint32_t repetition_verdict;
    // The value of a verdict with a worth, from MAX's view, between -1,000,000 and 1,000,000; otherwise 0.
    int32_t repetition_worth;
    // One of the `PLYD_REPETITION_KEY_` constants.
    uint32_t repetition_key;
    // With `PLYD_FLAG_EXEMPT_MOVE` the number of the move to which the rule does not apply, such as a pass. The
    // position after it counts like any other, so another move may not repeat it. Otherwise 0.
    uint32_t repetition_exempt;
    // The maximum number of outcomes of a chance state, at most `max_moves`; 0 for a game without chance. Otherwise it
    // requires `PLYD_CHANCE_EXTENSION`.
    uint32_t max_outcomes;
    // In a game with chance, the lowest value of any position, from MAX's view: of finished games and of the heuristic.
    // Not below -1,000,000.
    int32_t low;
    // In a game with chance, the highest value of any position, between `low` and 1,000,000.
    int32_t high;
    // The points of advantage that make the odds of winning e times as good, measured: 1 to `win`; 0 if nobody has
    // measured them. It is the scale of the heuristic's values. Since version 2.1; before, this field was reserved, and
    // 0.
    int32_t points_per_logit;
    // The points of advantage that win half of the games, measured together with the scale: 0 to `win`; 0 for a game
    // that is never drawn, or without a scale. Since version 2.1.
    int32_t draw_points;
    // The number of inputs of a network that values positions, at most 4,096; 0 for a game without them. Otherwise it
    // requires `PLYD_FEATURES_EXTENSION`. Since version 2.1.
    uint32_t inputs;
    // The number of symmetries of the board beside the identity, which move inputs to inputs: at most 64, and 0 without
    // inputs. Since version 2.1.
    uint32_t symmetries;
    // 1 if the same inputs mean something else to the second player, so that a network needs weights for each; 0
    // otherwise. Since version 2.1.
    uint32_t sides_differ;
} PlydOpened;

// Room for text: `capacity` bytes at `data`, owned by the caller.
//
// The function writes as much of its text as fits and returns the length of the whole text in bytes, so the caller can
// call again with more room. A negative result is a failure.
typedef struct {
    // The first byte; may be null if `capacity` is 0.
    uint8_t *data;
    // The number of bytes that the function may write.
    size_t capacity;
} PlydBuffer;

// The answer about a position: one word with the kind of outcome, the player to move, irreversibility, error, the count
// of moves and a value, and a second word with the key.
//
// | bits of `bits` | meaning |
// |---|---|
// | 0 to 31 | value from MAX's view, in two's complement: the utility of a finished game, otherwise the heuristic |
// | 32 to 55 | count of moves, if wanted |
// | 56 to 58 | outcome: 0 ongoing, 1 won by MAX, 2 won by MIN, 3 draw, 4 utility |
// | 59 | the player to move: 0 MAX, 1 MIN |
// | 60 | the move that led here cannot be undone by later moves, so no earlier position can occur again |
// | 61 | error: the rest of the answer is undefined |
// | 62 | with outcome 0, if wanted: the player to move is in check; with outcome 3: the game is drawn only if a player claims it, and has legal moves |
// | 63 | it is the turn of chance, which chooses among the moves; bit 59 is zero then |
typedef struct {
    // The packed word, see the table above.
    uint64_t bits;
    // The key of the position if wanted, otherwise undefined.
    uint64_t key;
} PlydStep;

// The table of a library: its identity and its functions. All functions of version 2.0 are required.
typedef struct {
    // Magic, size and version.
    PlydHeader header;
    // The id by which clients choose the game: 1 to 64 characters of `a-z`, `0-9`, `-`, starting with a letter. It
    // stays valid forever, like the other texts here.
    PlydStr id;
    // The display name, one line of at most 200 bytes.
    PlydStr name;
    // The version of the library, one word of at most 200 bytes.
    PlydStr version;
    // Opens a setup (cold). `setup` is any text, empty for the start position. `options` has lines `name=value`, each
    // ended by a line feed, for declared options only. Returns 0 and fills `opened`. To refuse the setup, it writes an
    // error text into `error`, as much as fits, and returns its length (at least 1); the text says what is wrong,
    // where, and what would be right. A negative number is a failure without a text.
    ptrdiff_t (*open)(PlydStr setup, PlydStr options, PlydOpened *opened, PlydBuffer error);
    // Frees an instance (cold). The host calls it once, after the last call that uses the instance.
    void (*close)(void *instance);
    // Writes the text of a state (cold); returns its length, or a negative number. The text is one line without the
    // word `moves`. Used as a setup, it opens a state with the same text.
    ptrdiff_t (*format_state)(const void *instance, const void *state, PlydBuffer text);
    // Writes the text of a legal move of the state (cold); returns its length, or a negative number. The text is one
    // word that `parse_move` reads as the same move. No two moves of a state share it.
    ptrdiff_t (*format_move)(const void *instance, const void *state, uint32_t mv, PlydBuffer text);
    // Finds the legal move with this text (cold); it may accept aliases. Returns `PLYD_OK` and writes `*mv`, or
    // `PLYD_NOT_FOUND`, or `PLYD_FAILED`.
    int32_t (*parse_move)(const void *instance, const void *state, PlydStr text, uint32_t *mv);
    // Plays a legal move and examines the result (hot; this function decides the speed). It overwrites `child`, which
    // does not overlap `parent` and whose old bytes are undefined. Then it answers about `child` as `examine` does, and
    // also says whether the move was irreversible.
    PlydStep (*step)(const void *instance,
                     const void *parent,
                     uint32_t mv,
                     void *child,
                     uint32_t want,
                     uint32_t *moves,
                     uint32_t capacity);
    // Answers `want` about a state (hot). The answer always has the outcome and whose turn it is. The `PLYD_WANT_` bits
    // of `want` select the moves, the heuristic value and one of the keys. `PlydStep` describes how they are packed.
    // Moves go to `moves`, initialised memory of the caller for `capacity` moves (null if `capacity` is 0), always in
    // the same order. They are numbers of the game's choice, without repetition. In sibling positions the same number
    // must mean the same action, unless the instance has `PLYD_FLAG_MOVES_ARE_NOT_ACTIONS`. A library with more moves
    // than `capacity` writes no further and sets the error bit. A finished game has no moves. An unfinished game has at
    // least one, and a game that is drawn if claimed (`PLYD_STEP_DRAW_IF_CLAIMED`) does too. The moves of a chance
    // state are its outcomes. A heuristic value is from MAX's view and smaller in size than `win`. Equal positions,
    // including the player to move, have equal keys; other positions have different keys.
    PlydStep (*examine)(const void *instance, const void *state, uint32_t want, uint32_t *moves, uint32_t capacity);
    // Writes why the last call on this thread, which concerned `state`, answered with the error bit, `PLYD_FAILED` or a
    // negative number (cold); returns the length of the text. After a `step`, `state` is its child.
    ptrdiff_t (*last_error)(const void *instance, const void *state, PlydBuffer text);
    // Finds an extension by `plyd.<name>/<revision>` (cold). Returns a pointer to its structure, which stays valid
    // forever, or null. The id `plyd.information/1` is reserved, and so is `plyd.search/1`: libraries of the Rust SDK
    // have it, with structures that change from build to build.
    const void *(*extension)(PlydStr id);
} PlydPluginTable;

// The type of the entry function. It always returns the same pointer, which stays valid until the process ends. The
// host refuses null.
typedef const PlydPluginTable *(*PlydEntry)(void);

// `plyd.board/1`: the board, described for GUIs.
typedef struct {
    // The size of the library's structure.
    uint32_t size;
    // The board's width.
    uint32_t files;
    // The board's height.
    uint32_t ranks;
    // 1 if stones come from a pocket, otherwise 0.
    uint32_t pocket;
    // The set of pieces that a GUI draws.
    PlydStr template_;
} PlydBoardExtension;

// `plyd.picture/1`: a picture of a state for people.
typedef struct {
    // The size of the library's structure.
    uint32_t size;
    // Zero.
    uint32_t reserved;
    // Writes lines of text (cold), separated by line feeds; returns the length, 0 for no picture, negative for a
    // failure.
    ptrdiff_t (*picture)(const void *instance, const void *state, PlydBuffer text);
} PlydPictureExtension;

// `plyd.sides/1`: what people call the two players.
typedef struct {
    // The size of the library's structure.
    uint32_t size;
    // Zero.
    uint32_t reserved;
    // The name of the first player, MAX: one word of at most 40 bytes, such as `White`. It stays valid forever.
    PlydStr first;
    // The name of the second player, MIN, in the same form. The two names differ, regardless of case.
    PlydStr second;
} PlydSidesExtension;

// `plyd.about/1`: what people read of the game, by language: its name, its rules, its options, its author and its
// licence.
typedef struct {
    // The size of the library's structure.
    uint32_t size;
    // Zero.
    uint32_t reserved;
    // A text in TOML of at most `PLYD_LONGEST_ABOUT` bytes, with the keys that plugins/README.md lists. It stays valid
    // forever. If it does not follow the rules, the library is loaded without it, and `plyd check` reports a fault.
    PlydStr text;
} PlydAboutExtension;

// The answer of `PlydLoaderExtension.load`. The caller sets `size`, and the rest to zero.
typedef struct {
    // The caller's `sizeof(PlydLoadedText)`: the library writes no field beyond it.
    uint32_t size;
    // The line of the error, from 1; 0 if it has no place.
    uint32_t line;
    // The column of the error in characters, from 1; 0 if it is about the whole line.
    uint32_t column;
    // Zero.
    uint32_t reserved;
    // The table of the game, which stays valid forever; null if the text is not meant for the library, so that the host
    // passes over the file without a word.
    const PlydPluginTable *table;
} PlydLoadedText;

// `plyd.loader/1`: games from text. A library with it is no game: its table needs the identity and `extension`, and its
// other functions are null; a table with `open` is that of a game, and not asked for this. The host looks for files
// with the suffixes in all folders of games, reads them, and makes a game of each.
typedef struct {
    // The size of the library's structure.
    uint32_t size;
    // Zero.
    uint32_t reserved;
    // The suffixes of the files, without a dot and separated by blanks: 1 to 8 of 1 to 16 characters of `a-z` and
    // `0-9`.
    PlydStr suffixes;
    // Makes the game of a text (cold). The host loads a copy of the library for each text, and calls this once in it,
    // before any other function, so the library can keep what it has read in a variable of its own. `text` is that of
    // the file, at most 1 MiB. Returns 0 and fills `loaded`. To refuse the text, it writes an error text into `error`,
    // as much as fits, and returns its length (at least 1); `loaded` says where the error is. A negative number is a
    // failure without a text.
    ptrdiff_t (*load)(PlydStr text, PlydLoadedText *loaded, PlydBuffer error);
} PlydLoaderExtension;

// One option. The caller sets `size`; the library fills in the rest with text that stays valid forever.
typedef struct {
    // The caller's `sizeof(PlydOptionItem)`: the library writes no field beyond it.
    uint32_t size;
    // One of the `PLYD_OPTION_` constants.
    uint32_t kind;
    // The name within the game.
    PlydStr name;
    // The default of a check or combo: `true` or `false`, or one of the choices.
    PlydStr default_;
    // The default of a spin.
    int64_t default_number;
    // The smallest value of a spin.
    int64_t min;
    // The largest value of a spin.
    int64_t max;
    // The number of choices of a combo.
    uint32_t choice_count;
    // Zero.
    uint32_t reserved;
    // The choice with this index; empty beyond the last.
    PlydStr (*choice)(uint32_t option, uint32_t choice);
} PlydOptionItem;

// `plyd.options/1`: the options that a client can set. The host fetches items one by one, so they can grow.
typedef struct {
    // The size of the library's structure.
    uint32_t size;
    // The number of options, at most 256.
    uint32_t count;
    // Fills in the option with this index (cold). Returns `PLYD_OK` or `PLYD_NOT_FOUND`.
    int32_t (*item)(uint32_t index, PlydOptionItem *item);
} PlydOptionsExtension;

// One number of the heuristic. The caller sets `size`; the library fills in the rest with text that stays valid
// forever.
typedef struct {
    // The caller's `sizeof(PlydParameterItem)`: the library writes no field beyond it.
    uint32_t size;
    // Zero.
    uint32_t reserved;
    // The name within the game, by the rules for names of options.
    PlydStr name;
    // What the number means, for people: one line of at most 200 bytes. It may be empty.
    PlydStr meaning;
    // The default, from `min` to `max`.
    int64_t default_number;
    // The smallest value.
    int64_t min;
    // The largest value.
    int64_t max;
} PlydParameterItem;

// `plyd.parameters/1`: numbers of the heuristic that a client can set, and `plyd tune` can tune. They reach `open`
// among the options, and each has a name that no option has. They never change the rules: with any values the game has
// the same positions, moves, outcomes, keys and texts, and the same facts but for the scale of values and the bounds of
// chance. The host fetches items one by one, so they can grow.
typedef struct {
    // The size of the library's structure.
    uint32_t size;
    // The number of parameters, with the options at most 256.
    uint32_t count;
    // Fills in the parameter with this index (cold). Returns `PLYD_OK` or `PLYD_NOT_FOUND`.
    int32_t (*item)(uint32_t index, PlydParameterItem *item);
} PlydParametersExtension;

// `plyd.view/1`: the board as data, for clients that draw it.
typedef struct {
    // The size of the library's structure.
    uint32_t size;
    // Zero.
    uint32_t reserved;
    // Writes the view of a state as JSON (cold); returns the length, 0 for a game without a view, negative for a
    // failure.
    ptrdiff_t (*view)(const void *instance, const void *state, PlydBuffer text);
    // Writes the steps by which a person makes a legal move (cold), as words with a blank between them, such as `e7 e8
    // =queen`. The word `|` is between several ways to make it. Returns the length, or a negative number.
    ptrdiff_t (*gesture)(const void *instance, const void *state, uint32_t mv, PlydBuffer text);
} PlydViewExtension;

// `plyd.tree/1`: the setups of the game are trees, and its nodes may have names.
typedef struct {
    // The size of the library's structure.
    uint32_t size;
    // Zero.
    uint32_t reserved;
    // Writes the name of the node (cold); returns the length, 0 for a node without a name, negative for a failure.
    ptrdiff_t (*name)(const void *instance, const void *state, PlydBuffer text);
} PlydTreeExtension;

// `plyd.notation/1`: moves as people write them, such as the standard algebraic notation of chess, and the keys of
// opening books.
typedef struct {
    // The size of the library's structure.
    uint32_t size;
    // Zero.
    uint32_t reserved;
    // Writes a legal move as people write it (cold): one word. Returns its length, or a negative number.
    ptrdiff_t (*format)(const void *instance, const void *state, uint32_t mv, PlydBuffer text);
    // Finds the legal move that a word of this notation means (cold). Returns `PLYD_OK` and writes `*mv`, or
    // `PLYD_NOT_FOUND`, or `PLYD_FAILED`.
    int32_t (*parse)(const void *instance, const void *state, PlydStr text, uint32_t *mv);
    // Writes the key under which opening books have the state (cold); for chess that of Polyglot. Returns `PLYD_OK`, or
    // `PLYD_NOT_FOUND` if books do not have this state, or `PLYD_FAILED`. It may be null.
    int32_t (*book_key)(const void *instance, const void *state, uint64_t *key);
} PlydNotationExtension;

// `plyd.chance/1`: the weights of what chance can do. Required for instances with chance states.
typedef struct {
    // The size of the library's structure.
    uint32_t size;
    // Zero.
    uint32_t reserved;
    // Writes the weights of the outcomes of a chance state (hot): `weights[i]`, above 0, for `outcomes[i]`. The
    // outcomes are all moves of the state, in its order. Returns `PLYD_OK` or `PLYD_FAILED`.
    int32_t (*weights)(const void *instance,
                       const void *state,
                       const uint32_t *outcomes,
                       uint32_t count,
                       uint32_t *weights);
} PlydChanceExtension;

// `plyd.features/1`: the inputs that a network reads of a position. Required for instances with inputs.
typedef struct {
    // The size of the library's structure.
    uint32_t size;
    // Zero.
    uint32_t reserved;
    // Switches on the inputs that are true of an unfinished state (hot): bit `i % 64` of `words[i / 64]` for input `i`.
    // There are `count` words, enough for all inputs, and all 0 before; bits beyond the last input stay 0. Returns the
    // player whose view it is, `PLYD_TURN_MAX` or `PLYD_TURN_MIN`: the player to move, in a chance state the player
    // whose turn comes with it. Or it returns `PLYD_FAILED`.
    int32_t (*features)(const void *instance, const void *state, uint64_t *words, uint32_t count);
    // The input to which symmetry number `symmetry` of the board moves an input (cold), both below the declared
    // numbers. Each symmetry is a permutation of all inputs. It may be null if no instance has symmetries.
    uint32_t (*image)(const void *instance, uint32_t symmetry, uint32_t input);
} PlydFeaturesExtension;

// `plyd.order/1`: which moves are likely to be good. Used for instances with `PLYD_FLAG_ORDER`.
typedef struct {
    // The size of the library's structure.
    uint32_t size;
    // Zero.
    uint32_t reserved;
    // Rates `count` legal moves of a state (hot): `scores[i]` for `moves[i]`. A search tries higher ratings first, and
    // ratings from `PLYD_CERTAIN_RATING` on before everything that it has learnt itself. Returns `PLYD_OK` or
    // `PLYD_FAILED`.
    int32_t (*order)(const void *instance, const void *state, const uint32_t *moves, uint32_t count, int32_t *scores);
} PlydOrderExtension;

// `plyd.null-move/1`: passing a turn. Used for instances with `PLYD_FLAG_NULL_MOVE`.
typedef struct {
    // The size of the library's structure.
    uint32_t size;
    // Zero.
    uint32_t reserved;
    // Writes to `child` the state after the player to move has passed (hot). Returns `PLYD_OK`, or `PLYD_NOT_FOUND` if
    // passing leads to no valid position, or `PLYD_FAILED`.
    int32_t (*pass)(const void *instance, const void *parent, void *child);
} PlydNullMoveExtension;

// `plyd.futility/1`: the possible gain of a quiet move. Used for instances with `PLYD_FLAG_FUTILITY` and
// `PLYD_FLAG_NOISY`.
typedef struct {
    // The size of the library's structure.
    uint32_t size;
    // Zero.
    uint32_t reserved;
    // About the largest gain in the heuristic value of an unfinished state from a quiet (not noisy) move, for the
    // player to move (hot): 1 to 1,000,000. 0 or less if the game cannot give such a bound.
    int32_t (*margin)(const void *instance, const void *state);
} PlydFutilityExtension;

// `plyd.playout/1`: random games to the end. Used for instances with `PLYD_FLAG_PLAYOUT`.
typedef struct {
    // The size of the library's structure.
    uint32_t size;
    // Zero.
    uint32_t reserved;
    // Plays a game at random from an unfinished state (hot). The answer has the outcome of the game, or the heuristic
    // value of an unfinished one that was given up. The same seed plays the same game. The game need not keep the rule
    // of repetition.
    //
    // The first moves of the game go to `moves`, at most `capacity`, and their count is that of the answer. A search
    // learns from them how good the same moves are earlier. So a number below 4,096 must mean the same action
    // throughout the game, and players take turns, beginning with the one to move. A game of which this is not true
    // writes none.
    PlydStep (*playout)(const void *instance, const void *state, uint64_t seed, uint32_t *moves, uint32_t capacity);
} PlydPlayoutExtension;

// `plyd.horizon/1`: how far away a draw by a counter is. Used for instances with `PLYD_FLAG_HORIZON`.
typedef struct {
    // The size of the library's structure.
    uint32_t size;
    // Zero.
    uint32_t reserved;
    // The plies that can still be played from a state until a counter ends the game in a draw, or makes a draw that can
    // be claimed (hot). 65,535 if no counter does, 0 in a state that is such a draw. A win on the last of these plies
    // goes before the draw.
    uint16_t (*plies_left)(const void *instance, const void *state);
} PlydHorizonExtension;

// `plyd.winnable/1`: who can still win. Used for instances with `PLYD_FLAG_WINNABLE`.
typedef struct {
    // The size of the library's structure.
    uint32_t size;
    // Zero.
    uint32_t reserved;
    // Whether `player` (`PLYD_TURN_MAX` or `PLYD_TURN_MIN`) can still win a state without a result, with whatever moves
    // of both sides (cold): 0 if not, 1 if so or in doubt.
    int32_t (*can_win)(const void *instance, const void *state, uint32_t player);
} PlydWinnableExtension;

// One known count. The caller sets `size`; the library fills in the rest with text that stays valid forever.
typedef struct {
    // The caller's `sizeof(PlydPerftItem)`: the library writes no field beyond it.
    uint32_t size;
    // The depth in plies.
    uint32_t depth;
    // The number of leaves at that depth; a finished game does not continue.
    uint64_t leaves;
    // The setup, empty for the start position.
    PlydStr setup;
    // The options, in the form that `open` takes.
    PlydStr options;
} PlydPerftItem;

// `plyd.perft/1`: known counts of leaves, to check the rules.
typedef struct {
    // The size of the library's structure.
    uint32_t size;
    // The number of counts, at most 4,096.
    uint32_t count;
    // Fills in the count with this index (cold). Returns `PLYD_OK` or `PLYD_NOT_FOUND`.
    int32_t (*item)(uint32_t index, PlydPerftItem *item);
} PlydPerftExtension;

// The one function that every library exports. It always returns the same pointer, which stays valid until the process
// ends. The host refuses null.
PLYD_EXPORT const PlydPluginTable *plyd_plugin(void);

// The rest is for the convenience of authors. It is not part of the interface.

// The initialiser of a `PlydStr` with a string literal: `static const PlydStr name = PLYD_STR("Nim");`
#define PLYD_STR(literal) {(const uint8_t *)("" literal), sizeof("" literal) - 1}

// The same as a function, for languages that translate no macros. `text` ends in a zero byte.
static inline PlydStr plyd_str(const char *text) {
    PlydStr str;
    str.data = (const uint8_t *)text;
    str.len = strlen(text);
    return str;
}

// The initialiser of a `PlydHeader` for this version of the interface.
#define PLYD_HEADER {PLYD_MAGIC, sizeof(PlydPluginTable), PLYD_ABI_MAJOR, PLYD_ABI_MINOR}

// The same as a function, for languages that translate no macros.
static inline PlydHeader plyd_header(void) {
    PlydHeader header = PLYD_HEADER;
    return header;
}

// Whether `text` is exactly `word`, which ends in a zero byte. Use it for the ids of extensions.
static inline int plyd_is(PlydStr text, const char *word) {
    return text.len == strlen(word) && (text.len == 0 || memcmp(text.data, word, text.len) == 0);
}

// Writes as much of `len` bytes of `text` as fits into `out`, and returns `len`, as functions that write text must.
static inline ptrdiff_t plyd_write(PlydBuffer out, const char *text, size_t len) {
    size_t fits = len < out.capacity ? len : out.capacity;
    if (fits > 0) {
        memcpy(out.data, text, fits);
    }
    return (ptrdiff_t)len;
}

// Writes the structure `answer` into the caller's structure, which begins with its size, but only the part that both
// sides know. Use it for `PlydOpened`, and for items of lists such as `PlydOptionItem`. The sizes are those of the two
// structures.
static inline void plyd_fill(void *caller, uint32_t caller_size, const void *answer, size_t answer_size) {
    memcpy(caller, answer, caller_size < answer_size ? caller_size : answer_size);
}

// An answer with this outcome (one of `PLYD_STEP_ONGOING`, `_WON_BY_MAX`, `_WON_BY_MIN`, `_DRAW`, `_DRAW_IF_CLAIMED`
// and `_UTILITY`) and this turn: `PLYD_TURN_MAX`, `_MIN` or `_CHANCE`. Add a utility with `plyd_with_value`.
static inline PlydStep plyd_step(uint64_t outcome, uint32_t turn) {
    PlydStep step;
    step.bits = outcome | (turn == PLYD_TURN_MIN ? PLYD_STEP_MIN_TO_MOVE : 0) |
                (turn == PLYD_TURN_CHANCE ? PLYD_STEP_CHANCE_TO_MOVE : 0);
    step.key = 0;
    return step;
}

// Whether a position with this outcome has legal moves, which the answer must contain if wanted.
static inline int plyd_has_moves(uint64_t outcome) {
    return outcome == PLYD_STEP_ONGOING || outcome == PLYD_STEP_DRAW_IF_CLAIMED;
}

// The answer of a game that has failed.
static inline PlydStep plyd_step_failed(void) {
    return plyd_step(PLYD_STEP_ERROR, PLYD_TURN_MAX);
}

// The same answer with a value: the utility of a finished game, or the heuristic value of an unfinished one. Call it
// once.
static inline PlydStep plyd_with_value(PlydStep step, int32_t value) {
    step.bits |= (uint32_t)value;
    return step;
}

// The same answer about an unfinished position, in which the player to move is in check. Only if it is wanted.
static inline PlydStep plyd_with_check(PlydStep step) {
    step.bits |= PLYD_STEP_IN_CHECK;
    return step;
}

// The same answer with a count of moves, at most `PLYD_STEP_MAX_MOVES`. Call it once.
static inline PlydStep plyd_with_count(PlydStep step, uint32_t count) {
    step.bits |= (uint64_t)count << PLYD_STEP_COUNT_SHIFT;
    return step;
}

// The same answer with a key.
static inline PlydStep plyd_with_key(PlydStep step, uint64_t key) {
    step.key = key;
    return step;
}

// The same answer, marked as reached by an irreversible move.
static inline PlydStep plyd_with_irreversible(PlydStep step) {
    step.bits |= PLYD_STEP_IRREVERSIBLE;
    return step;
}

// A one-to-one mapping of which each bit depends on all bits of the number (the finalizer of SplitMix64). Fold the
// words of a state into a key: `plyd_mixed(plyd_mixed(turn) ^ board)`.
static inline uint64_t plyd_mixed(uint64_t number) {
    number = (number ^ number >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    number = (number ^ number >> 27) * UINT64_C(0x94D049BB133111EB);
    return number ^ number >> 31;
}

// The number of the lowest bit of a set that is not empty.
static inline uint32_t plyd_lowest(uint64_t set) {
#if defined(__GNUC__)
    return (uint32_t)__builtin_ctzll(set);
#else
    uint32_t bit = 0;
    while ((set >> bit & 1) == 0) {
        bit++;
    }
    return bit;
#endif
}

// Initialisers of a `PlydOptionItem`: a check with the default `"true"` or `"false"`, and a whole number.
#define PLYD_CHECK(name, by_default) \
    {sizeof(PlydOptionItem), PLYD_OPTION_CHECK, PLYD_STR(name), PLYD_STR(by_default), 0, 0, 0, 0, 0, 0}
#define PLYD_SPIN(name, by_default, min, max) \
    {sizeof(PlydOptionItem), PLYD_OPTION_SPIN, PLYD_STR(name), {0, 0}, by_default, min, max, 0, 0, 0}

// The value of an option among those that `open` gets, as text; `by_default` if no client has set it.
static inline PlydStr plyd_option(PlydStr options, PlydStr name, PlydStr by_default) {
    while (options.len > 0) {
        const uint8_t *end = (const uint8_t *)memchr(options.data, '\n', options.len);
        size_t len = end != NULL ? (size_t)(end - options.data) : options.len;
        if (len > name.len && options.data[name.len] == '=' && memcmp(options.data, name.data, name.len) == 0) {
            by_default.data = options.data + name.len + 1;
            by_default.len = len - name.len - 1;
            return by_default;
        }
        len += end != NULL;
        options.data += len;
        options.len -= len;
    }
    return by_default;
}

// Whether a check is set.
static inline int plyd_option_flag(PlydStr options, const PlydOptionItem *item) {
    return plyd_is(plyd_option(options, item->name, item->default_), "true");
}

// Stores the value of a number. Returns 1, or 0 if it is none from `min` to `max`, which `open` refuses.
static inline int plyd_option_number(PlydStr options, const PlydOptionItem *item, int64_t *value) {
    PlydStr none = {NULL, 0};
    PlydStr text = plyd_option(options, item->name, none);
    int64_t number = 0;
    size_t at = text.len > 0 && text.data[0] == '-' ? 1 : 0, first = at;
    for (; at < text.len && at - first < 18 && text.data[at] >= '0' && text.data[at] <= '9'; at++) {
        number = 10 * number + (text.data[at] - '0');
    }
    number = text.data == NULL ? item->default_number : first == 1 ? -number : number;
    *value = number;
    return (text.data == NULL || (at == text.len && at > first)) && number >= item->min && number <= item->max;
}

// What is on a square, for `plyd_view_grid`: the words of docs/view.md, such as `pawn` and `max`. A free square has no
// glyph (null). `text` is drawn on the glyph, or null; it is the face of the glyph `die`, `1` to `6`, and the path of
// the glyph `path`.
struct PlydSquare {
    const char *glyph;
    const char *owner;
    const char *text;
};
typedef struct PlydSquare PlydSquare;

// Writes more of a text that began `len` bytes earlier, as far as it fits, and returns the length of both.
static inline size_t plyd_append(PlydBuffer out, size_t len, const char *text) {
    PlydBuffer rest;
    rest.data = len < out.capacity ? out.data + len : NULL;
    rest.capacity = len < out.capacity ? out.capacity - len : 0;
    plyd_write(rest, text, strlen(text));
    return len + strlen(text);
}

static inline size_t plyd_append_number(PlydBuffer out, size_t len, uint32_t number) {
    char digits[11], *at = digits + 10;
    *at = '\0';
    do {
        *--at = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    return plyd_append(out, len, at);
}

// The name of a square: `b3` for file 1 and rank 2.
static inline size_t plyd_append_square(PlydBuffer out, size_t len, uint32_t file, uint32_t rank) {
    char letter[2] = {(char)('a' + file), '\0'};
    return plyd_append_number(out, plyd_append(out, len, letter), rank + 1);
}

// Writes what a token says beside its glyph: the face of a die, a path or a text.
static inline size_t plyd_append_more(PlydBuffer out, size_t len, const char *glyph, const char *text) {
    if (strcmp(glyph, "die") == 0) {
        return plyd_append(out, plyd_append(out, len, ",\"count\":"), text);
    }
    len = plyd_append(out, len, strcmp(glyph, "path") == 0 ? ",\"path\":\"" : ",\"text\":\"");
    return plyd_append(out, plyd_append(out, len, text), "\"");
}

// Writes the view of a board of squares `a1`, `b1`, ... with its letters and numbers beside it, as JSON for
// `plyd.view/1`, and returns its length. `square` says what is on each; file and rank are counted from 0. A text may
// have no quotation mark and no backslash.
static inline ptrdiff_t plyd_view_grid(PlydBuffer out, uint32_t files, uint32_t ranks,
                                       PlydSquare (*square)(const void *state, uint32_t file, uint32_t rank),
                                       const void *state) {
    size_t len = plyd_append(out, 0, "{\"spots\":[");
    const char *comma = "";
    for (uint32_t row = 0; row < ranks; row++) {
        for (uint32_t file = 0; file < files; file++) {
            uint32_t rank = ranks - 1 - row;
            len = plyd_append(out, plyd_append(out, len, comma), "{\"id\":\"");
            len = plyd_append(out, plyd_append_square(out, len, file, rank), "\",\"at\":[");
            len = plyd_append(out, plyd_append_number(out, len, file), ".5,");
            len = plyd_append(out, plyd_append_number(out, len, row), ".5],\"shape\":\"square\",\"tone\":");
            len = plyd_append(out, len, (file + rank) % 2 == 0 ? "\"dark\"}" : "\"light\"}");
            comma = ",";
        }
    }
    len = plyd_append(out, len, "],\"labels\":[");
    for (uint32_t row = 0; row < ranks; row++) {
        len = plyd_append(out, plyd_append(out, len, row > 0 ? "," : ""), "{\"at\":[-0.35,");
        len = plyd_append(out, plyd_append_number(out, len, row), ".5],\"text\":\"");
        len = plyd_append(out, plyd_append_number(out, len, ranks - row), "\"}");
    }
    for (uint32_t file = 0; file < files; file++) {
        char letter[2] = {(char)('a' + file), '\0'};
        len = plyd_append_number(out, plyd_append(out, len, ",{\"at\":["), file);
        len = plyd_append_number(out, plyd_append(out, len, ".5,"), ranks);
        len = plyd_append(out, plyd_append(out, plyd_append(out, len, ".35],\"text\":\""), letter), "\"}");
    }
    len = plyd_append(out, len, "],\"tokens\":[");
    comma = "";
    for (uint32_t row = 0; row < ranks; row++) {
        for (uint32_t file = 0; file < files; file++) {
            PlydSquare what = square(state, file, ranks - 1 - row);
            if (what.glyph != NULL) {
                len = plyd_append(out, plyd_append(out, len, comma), "{\"on\":\"");
                len = plyd_append(out, plyd_append_square(out, len, file, ranks - 1 - row), "\",\"glyph\":\"");
                len = plyd_append(out, plyd_append(out, len, what.glyph), "\",\"owner\":\"");
                len = plyd_append(out, plyd_append(out, len, what.owner), "\"");
                len = what.text != NULL ? plyd_append_more(out, len, what.glyph, what.text) : len;
                len = plyd_append(out, len, "}");
                comma = ",";
            }
        }
    }
    return (ptrdiff_t)plyd_append(out, len, "]}");
}

#ifdef __cplusplus
}
#endif

#endif // PLYD_PLUGIN_H
