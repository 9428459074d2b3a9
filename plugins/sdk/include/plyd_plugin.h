#ifndef PLYD_PLUGIN_H
#define PLYD_PLUGIN_H

// The plugin interface of plyd, for games in C, C++, and other languages that can use a C header.
//
// This file is generated from plugins/sdk/src: `PLYD_WRITE_HEADER=1 cargo test -p plyd-tests --test header` writes it
// anew. plugins/nim is an example.
//
// The C interface: the structures and functions that cross the library border.
//
// A library exports one function, `PLYD_ENTRY`, that returns a pointer to a `PlydPluginTable`, valid for ever. The
// table begins with a `PlydHeader`, whose layout never changes. The host reads the magic number first, then the size
// and the version, and refuses another major version; a minor version only appends fields, and the host takes what it
// knows of them.
//
// Rules for every function:
// - Nothing but plain data and C function pointers crosses the border. Memory belongs to the side that allocated it.
// - No function unwinds, exits the process, writes to standard output, or keeps a pointer it was given after it
//   returns.
// - Text is UTF-8, given as pointer and length, without a final zero.
// - *Hot* functions are called at every node: no allocation, no locks, no formatting.
// - Threads: the entry function, `open`, `close` and `extension` are called on any thread, also at the same time. The
//   others are called on any thread, at the same time for the same instance, but never twice at once with the same
//   state memory to write to. `close` is the last call for its instance.
// - A state is `state_size` bytes at `state_align`, owned by the host, copied by the host byte by byte, never
//   destroyed.

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

// The id of `PlydOptionsExtension`.
#define PLYD_OPTIONS_EXTENSION "plyd.options/1"

// The id of `PlydOrderExtension`.
#define PLYD_ORDER_EXTENSION "plyd.order/1"

// The id of `PlydNoisyExtension`.
#define PLYD_NOISY_EXTENSION "plyd.noisy/1"

// The id of `PlydNullMoveExtension`.
#define PLYD_NULL_MOVE_EXTENSION "plyd.null-move/1"

// The id of `PlydSymmetryExtension`.
#define PLYD_SYMMETRY_EXTENSION "plyd.symmetry/1"

// The id of `PlydFutilityExtension`.
#define PLYD_FUTILITY_EXTENSION "plyd.futility/1"

// The id of `PlydPerftExtension`.
#define PLYD_PERFT_EXTENSION "plyd.perft/1"

// The largest size of a utility and of a heuristic value. A game's utilities lie within plus and minus this.
#define PLYD_UTILITY_LIMIT 1000000

// Bit of `want`: the legal moves, into the buffer, of a position that is unfinished or drawn if claimed.
#define PLYD_WANT_MOVES 0x1u

// Bit of `want`: the heuristic value of an unfinished position.
#define PLYD_WANT_VALUE 0x2u

// Bit of `want`: the key of the position.
#define PLYD_WANT_KEY 0x4u

// The most moves that the packed count of a `PlydStep` can tell.
#define PLYD_STEP_MAX_MOVES 0xFFFFFFu

// Where the count of moves begins in `PlydStep.bits`, in bits from the lowest.
#define PLYD_STEP_COUNT_SHIFT 32u

// The bits of `PlydStep.bits` that tell the outcome; all zero in an unfinished position.
#define PLYD_STEP_OUTCOME UINT64_C(0x4700000000000000)

// Outcome in `PlydStep.bits`: the game goes on, and there is at least one legal move.
#define PLYD_STEP_ONGOING UINT64_C(0x0)

// Outcome in `PlydStep.bits`: MAX has won.
#define PLYD_STEP_WON_BY_MAX UINT64_C(0x0100000000000000)

// Outcome in `PlydStep.bits`: MIN has won.
#define PLYD_STEP_WON_BY_MIN UINT64_C(0x0200000000000000)

// Outcome in `PlydStep.bits`: drawn, worth 0.
#define PLYD_STEP_DRAW UINT64_C(0x0300000000000000)

// Outcome in `PlydStep.bits`: finished with the utility that stands in the value.
#define PLYD_STEP_UTILITY UINT64_C(0x0400000000000000)

// Outcome in `PlydStep.bits`, since interface 1.1: drawn if a player claims it, worth 0; there is at least one legal
// move, and moves are told if they are wanted, as of an unfinished position. It is `PLYD_STEP_DRAW` and a bit beside
// it, so that a host of interface 1.0 takes it for a draw.
#define PLYD_STEP_DRAW_IF_CLAIMED UINT64_C(0x4300000000000000)

// Bit of `PlydStep.bits`: the player to move is MIN, else MAX. Of a finished game: who would move next.
#define PLYD_STEP_MIN_TO_MOVE UINT64_C(0x0800000000000000)

// Bit of `PlydStep.bits`: the move that led here cannot be undone by later moves, so no earlier position can come
// again.
#define PLYD_STEP_IRREVERSIBLE UINT64_C(0x1000000000000000)

// Bit of `PlydStep.bits`: error; nothing else in the answer counts.
#define PLYD_STEP_ERROR UINT64_C(0x2000000000000000)

// `PLYDGAME` in ASCII, the first eight bytes of the table on a big-endian machine, reversed on a little-endian one.
#define PLYD_MAGIC UINT64_C(0x504C594447414D45)

// Libraries with another major version are refused.
#define PLYD_ABI_MAJOR 1

// Minor versions only append: 1 brought `PLYD_STEP_DRAW_IF_CLAIMED`.
#define PLYD_ABI_MINOR 1

// `PlydOpened.flags`: positions have keys.
#define PLYD_FLAG_HAS_KEY 0x1u

// `PlydOpened.flags`: a move number means different actions in sibling positions.
#define PLYD_FLAG_MOVES_ARE_NOT_ACTIONS 0x2u

// `PlydOpened.flags`: `PLYD_ORDER_EXTENSION` means something in this instance.
#define PLYD_FLAG_ORDER 0x4u

// `PlydOpened.flags`: `PLYD_NOISY_EXTENSION` means something in this instance.
#define PLYD_FLAG_NOISY 0x8u

// `PlydOpened.flags`: `PLYD_NULL_MOVE_EXTENSION` means something in this instance.
#define PLYD_FLAG_NULL_MOVE 0x10u

// `PlydOpened.flags`: `PLYD_SYMMETRY_EXTENSION` means something in this instance.
#define PLYD_FLAG_SYMMETRY 0x20u

// `PlydOpened.flags`: late move reductions pay: a move that comes late in the order is hardly ever the best, so that a
// search may look at it less deeply at first.
#define PLYD_FLAG_REDUCTIONS 0x40u

// `PlydOpened.flags`: `PLYD_FUTILITY_EXTENSION` means something in this instance.
#define PLYD_FLAG_FUTILITY 0x80u

// The state was opened, the move was found, the item exists.
#define PLYD_OK 0

// The thing asked for does not exist: no such move, no such item.
#define PLYD_NOT_FOUND 1

// The library failed; `last_error` has the text.
#define PLYD_FAILED (-1)

// `PlydOptionItem.kind`: true or false.
#define PLYD_OPTION_CHECK 0u

// `PlydOptionItem.kind`: a whole number from `min` to `max`.
#define PLYD_OPTION_SPIN 1u

// `PlydOptionItem.kind`: one of `choices`.
#define PLYD_OPTION_COMBO 2u

// Ratings of `PlydOrderExtension` from here on are certain: these moves are tried before all that a search has learnt
// itself. Of other ratings what lies beyond plus and minus 4,900 counts as that; a move that proved good nearby before
// is lifted by up to 1,000.
#define PLYD_CERTAIN_RATING 10000

// The rating of a move after which the opponent wins the game with the very next move. It is a promise: a search takes
// such a move for lost without playing it. (The smallest number, so that no other rating is it by accident.)
#define PLYD_LOSING_RATING INT32_MIN

// The fixed beginning of a `PlydPluginTable`: 16 bytes that never change.
typedef struct {
    // `PLYD_MAGIC`.
    uint64_t magic;
    // The size of the library's whole table in bytes, this header included.
    uint32_t size;
    // `PLYD_ABI_MAJOR` of the library.
    uint16_t abi_major;
    // `PLYD_ABI_MINOR` of the library.
    uint16_t abi_minor;
} PlydHeader;

// Text that is read: `len` bytes of UTF-8 at `data`. Owned by whoever gave it. `data` may be null if `len` is 0.
typedef struct {
    // The first byte.
    const uint8_t *data;
    // How many bytes.
    size_t len;
} PlydStr;

// What `open` tells about the new instance. The caller sets `size` before the call; the library fills in the rest.
typedef struct {
    // The caller's `sizeof(PlydOpened)`: the library writes no field beyond it.
    uint32_t size;
    // A union of the `PLYD_FLAG_` constants.
    uint32_t flags;
    // The instance, passed to the other functions; owned by the library until `close`. It may be null.
    void *instance;
    // The root state, `state_size` bytes, owned by the library and valid until `close`.
    const void *root;
    // Size of a state in bytes, 1 to 65,536.
    uint32_t state_size;
    // Alignment of a state in bytes, a power of two from 1 to 64.
    uint32_t state_align;
    // The most moves of any position, 1 to 2^24 - 1.
    uint32_t max_moves;
    // The most plies from the root if every draw is claimed, `UINT32_MAX` for no bound.
    uint32_t max_plies;
    // What a win is worth, 1 to 1,000,000.
    int32_t win;
    // The game ends when a position stands for this time, 2 or more; 0 if the rules do not ask. Needs
    // `PLYD_FLAG_HAS_KEY`.
    uint32_t repetition_times;
    // What it is worth then, from MAX's view, within plus and minus 1,000,000.
    int32_t repetition_worth;
    // Zero.
    uint32_t reserved;
} PlydOpened;

// Room for text that is written: `capacity` bytes at `data`, owned by the caller.
//
// A function that takes one writes as much of its text as fits and returns the length of the whole text in bytes, so
// that the caller can come again with more room; a negative result is a failure.
typedef struct {
    // The first byte; may be null if `capacity` is 0.
    uint8_t *data;
    // How many bytes may be written.
    size_t capacity;
} PlydBuffer;

// What is known of a position after one call: outcome kind, whose turn it is, irreversibility, error, the count of
// moves and a value packed into one word, and the key in a second.
//
// | bits of `bits` | meaning |
// |---|---|
// | 0 to 31 | value from MAX's view, in two's complement: the utility of a finished game, else the heuristic |
// | 32 to 55 | count of moves, if they were wanted |
// | 56 to 58 | outcome: 0 ongoing, 1 won by MAX, 2 won by MIN, 3 draw, 4 utility |
// | 59 | the player to move: 0 MAX, 1 MIN |
// | 60 | the move that led here cannot be undone by later moves, so no earlier position can come again |
// | 61 | error: nothing else in the answer counts |
// | 62 | with outcome 3: the game is drawn only if a player claims it, and has legal moves |
// | 63 | zero |
typedef struct {
    // The packed word, see the table above.
    uint64_t bits;
    // The key of the position if it was wanted, else anything.
    uint64_t key;
} PlydStep;

// The table of a library: who it is, and its functions. All functions of version 1.0 are required.
typedef struct {
    // Magic, size and version.
    PlydHeader header;
    // The id clients choose the game by: 1 to 64 characters of `a-z`, `0-9`, `-`, starting with a letter. Valid for
    // ever, like the other texts here.
    PlydStr id;
    // The name for people, one line of at most 200 bytes.
    PlydStr name;
    // The version of the library, one word of at most 200 bytes.
    PlydStr version;
    // Opens a setup (cold). `setup`: any text, empty for the start position; a refused one says what is wrong, where,
    // and what would be right. `options`: lines `name=value` ended by a line feed, of declared options only. Returns 0
    // and fills `opened`; or the length of an error text (at least 1), of which it has written what fits into `error`;
    // or a negative number for a failure without a text.
    ptrdiff_t (*open)(PlydStr setup, PlydStr options, PlydOpened *opened, PlydBuffer error);
    // Frees an instance (cold). Called once, after the last call that used it.
    void (*close)(void *instance);
    // Writes the text of a state (cold); returns its length, or a negative number. It is one line without the word
    // `moves`, and as a setup it opens a state with the same text.
    ptrdiff_t (*format_state)(const void *instance, const void *state, PlydBuffer text);
    // Writes the text of a legal move of the state (cold); returns its length, or a negative number. It is one word
    // that `parse_move` reads as the same move; no two moves of a state share it.
    ptrdiff_t (*format_move)(const void *instance, const void *state, uint32_t mv, PlydBuffer text);
    // Finds the legal move that a text names (cold); aliases are welcome. Returns `PLYD_OK` and writes `*mv`, or
    // `PLYD_NOT_FOUND`, or `PLYD_FAILED`.
    int32_t (*parse_move)(const void *instance, const void *state, PlydStr text, uint32_t *mv);
    // Plays a legal move and examines the result (hot, the one function that matters for speed). Overwrites `child`,
    // which does not overlap `parent` and whose old bytes mean nothing, then does what `examine` does with it, and
    // tells whether the move was irreversible.
    PlydStep (*step)(const void *instance,
                     const void *parent,
                     uint32_t mv,
                     void *child,
                     uint32_t want,
                     uint32_t *moves,
                     uint32_t capacity);
    // Tells about a state what `want` asks (hot): outcome and player to move always; the moves, heuristic value and key
    // by the `PLYD_WANT_` bits of `want`, packed as `PlydStep` says. Moves go to `moves`, initialised memory of the
    // caller for `capacity` moves (null if `capacity` is 0), in an order that is the same at every call. They are
    // numbers of the game's choice, each once; in sibling positions the same number means the same action, else the
    // instance says so by `PLYD_FLAG_MOVES_ARE_NOT_ACTIONS`. A library with more moves than `capacity` writes no
    // further and answers with the error bit. A finished game has no moves; an unfinished one has at least one, and so
    // has one that is drawn if claimed (`PLYD_STEP_DRAW_IF_CLAIMED`). A heuristic value is from MAX's view and smaller
    // in size than `win`. A key is equal for equal positions, the player to move included, and else different.
    PlydStep (*examine)(const void *instance, const void *state, uint32_t want, uint32_t *moves, uint32_t capacity);
    // Writes why the last call on this thread, which was about `state`, answered with the error bit, `PLYD_FAILED` or a
    // negative number (cold); returns the length of the text. After a `step`, `state` is its child.
    ptrdiff_t (*last_error)(const void *instance, const void *state, PlydBuffer text);
    // Finds an extension by `plyd.<name>/<revision>` (cold): a pointer to its structure, valid for ever, or null. The
    // ids `plyd.chance/1` and `plyd.information/1` are reserved.
    const void *(*extension)(PlydStr id);
} PlydPluginTable;

// The type of the entry function. It returns the same pointer at every call, valid until the process ends; null is
// refused.
typedef const PlydPluginTable *(*PlydEntry)(void);

// `plyd.board/1`: the board, as GUIs are told of it.
typedef struct {
    // The size of the library's structure.
    uint32_t size;
    // The board's width.
    uint32_t files;
    // The board's height.
    uint32_t ranks;
    // 1 if stones come from a pocket, else 0.
    uint32_t pocket;
    // The set of pieces a GUI draws with.
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
    // The name of the first player, MAX: one word of at most 40 bytes, such as `White`. Valid for ever.
    PlydStr first;
    // The name of the second player, MIN, in the same form. The two differ, also if upper and lower case do not count.
    PlydStr second;
} PlydSidesExtension;

// One option. The caller sets `size`; the library fills in the rest with text that is valid for ever.
typedef struct {
    // The caller's `sizeof(PlydOptionItem)`: the library writes no field beyond it.
    uint32_t size;
    // One of the `PLYD_OPTION_` constants.
    uint32_t kind;
    // The name within the game.
    PlydStr name;
    // The value of a check or combo until it is set: `true` or `false`, or one of the choices.
    PlydStr default_;
    // The value of a spin until it is set.
    int64_t default_number;
    // The smallest value of a spin.
    int64_t min;
    // The largest value of a spin.
    int64_t max;
    // How many choices a combo has.
    uint32_t choice_count;
    // Zero.
    uint32_t reserved;
    // The choice with this index; empty beyond the last.
    PlydStr (*choice)(uint32_t option, uint32_t choice);
} PlydOptionItem;

// `plyd.options/1`: the options a client can set. Items are fetched one by one, so that they can grow.
typedef struct {
    // The size of the library's structure.
    uint32_t size;
    // How many options there are, at most 256.
    uint32_t count;
    // Fills in the option with this index (cold). Returns `PLYD_OK` or `PLYD_NOT_FOUND`.
    int32_t (*item)(uint32_t index, PlydOptionItem *item);
} PlydOptionsExtension;

// `plyd.order/1`: which moves are likely to be good. Used for instances with `PLYD_FLAG_ORDER`.
typedef struct {
    // The size of the library's structure.
    uint32_t size;
    // Zero.
    uint32_t reserved;
    // Rates `count` legal moves of a state (hot): `scores[i]` for `moves[i]`, the higher the sooner it should be
    // searched; from `PLYD_CERTAIN_RATING` on before all that a search has learnt itself. Returns `PLYD_OK` or
    // `PLYD_FAILED`.
    int32_t (*order)(const void *instance, const void *state, const uint32_t *moves, uint32_t count, int32_t *scores);
} PlydOrderExtension;

// `plyd.noisy/1`: moves that change the balance at once. Used for instances with `PLYD_FLAG_NOISY`.
typedef struct {
    // The size of the library's structure.
    uint32_t size;
    // Zero.
    uint32_t reserved;
    // Writes the noisy ones among the legal moves of an unfinished state (hot), in the game's order; returns their
    // number, or a negative number. It may be 0. More than `capacity` are a failure.
    int32_t (*noisy)(const void *instance, const void *state, uint32_t *moves, uint32_t capacity);
} PlydNoisyExtension;

// `plyd.null-move/1`: giving up a turn. Used for instances with `PLYD_FLAG_NULL_MOVE`.
typedef struct {
    // The size of the library's structure.
    uint32_t size;
    // Zero.
    uint32_t reserved;
    // Writes to `child` the state after the player to move has passed (hot). Returns `PLYD_OK`, or `PLYD_NOT_FOUND`
    // where passing makes no sound position, or `PLYD_FAILED`.
    int32_t (*pass)(const void *instance, const void *parent, void *child);
} PlydNullMoveExtension;

// `plyd.symmetry/1`: one key for all positions that mirroring or turning the board makes one. Used for instances with
// `PLYD_FLAG_SYMMETRY`.
typedef struct {
    // The size of the library's structure.
    uint32_t size;
    // Zero.
    uint32_t reserved;
    // The key of the state up to symmetry (hot).
    uint64_t (*key)(const void *instance, const void *state);
} PlydSymmetryExtension;

// `plyd.futility/1`: what a quiet move can gain. Used for instances with `PLYD_FLAG_FUTILITY` and `PLYD_FLAG_NOISY`.
typedef struct {
    // The size of the library's structure.
    uint32_t size;
    // Zero.
    uint32_t reserved;
    // About the most by which a quiet move of the player to move, one that is not noisy, raises the heuristic value of
    // an unfinished state for that player (hot), 1 to 1,000,000; 0 or less where nothing of the kind can be said.
    int32_t (*margin)(const void *instance, const void *state);
} PlydFutilityExtension;

// One known count. The caller sets `size`; the library fills in the rest with text that is valid for ever.
typedef struct {
    // The caller's `sizeof(PlydPerftItem)`: the library writes no field beyond it.
    uint32_t size;
    // The depth in plies.
    uint32_t depth;
    // The leaves at that depth; a finished game is not extended.
    uint64_t leaves;
    // The setup, empty for the start position.
    PlydStr setup;
    // The options, as `open` takes them.
    PlydStr options;
} PlydPerftItem;

// `plyd.perft/1`: known counts of leaves, by which anyone can check the rules.
typedef struct {
    // The size of the library's structure.
    uint32_t size;
    // How many counts there are, at most 4,096.
    uint32_t count;
    // Fills in the count with this index (cold). Returns `PLYD_OK` or `PLYD_NOT_FOUND`.
    int32_t (*item)(uint32_t index, PlydPerftItem *item);
} PlydPerftExtension;

// The one function that every library exports. It returns the same pointer at every call, valid until the process ends;
// null is refused.
PLYD_EXPORT const PlydPluginTable *plyd_plugin(void);

// What follows is for the convenience of authors, and no part of the interface.

// The initialiser of a `PlydStr` with a string literal: `static const PlydStr name = PLYD_STR("Nim");`
#define PLYD_STR(literal) {(const uint8_t *)("" literal), sizeof("" literal) - 1}

// The initialiser of a `PlydHeader` for this version of the interface.
#define PLYD_HEADER {PLYD_MAGIC, sizeof(PlydPluginTable), PLYD_ABI_MAJOR, PLYD_ABI_MINOR}

// Whether `text` is exactly `word`, which ends in a zero byte: for the ids of extensions.
static inline int plyd_is(PlydStr text, const char *word) {
    return text.len == strlen(word) && (text.len == 0 || memcmp(text.data, word, text.len) == 0);
}

// Writes as much of `len` bytes of `text` as fits into `out`, and returns `len`, as functions that write text have to.
static inline ptrdiff_t plyd_write(PlydBuffer out, const char *text, size_t len) {
    size_t fits = len < out.capacity ? len : out.capacity;
    if (fits > 0) {
        memcpy(out.data, text, fits);
    }
    return (ptrdiff_t)len;
}

// Writes the structure `answer` into the caller's, which begins with its size, and no more of it than both sides know:
// for `PlydOpened`, `PlydOptionItem` and `PlydPerftItem`. Both `size`s are those of this library and of the caller.
static inline void plyd_fill(void *caller, uint32_t caller_size, const void *answer, size_t answer_size) {
    memcpy(caller, answer, caller_size < answer_size ? caller_size : answer_size);
}

// An answer with this outcome, one of `PLYD_STEP_ONGOING`, `_WON_BY_MAX`, `_WON_BY_MIN`, `_DRAW`, `_DRAW_IF_CLAIMED`
// and `_UTILITY`, and this player to move, 0 for MAX and 1 for MIN. A utility is added by `plyd_with_value`.
static inline PlydStep plyd_step(uint64_t outcome, int min_to_move) {
    PlydStep step;
    step.bits = outcome | (min_to_move ? PLYD_STEP_MIN_TO_MOVE : 0);
    step.key = 0;
    return step;
}

// Whether a position with this outcome has legal moves, which are to be told if they are wanted.
static inline int plyd_has_moves(uint64_t outcome) {
    return outcome == PLYD_STEP_ONGOING || outcome == PLYD_STEP_DRAW_IF_CLAIMED;
}

// The answer of a game that cannot answer.
static inline PlydStep plyd_step_failed(void) {
    return plyd_step(PLYD_STEP_ERROR, 0);
}

// The same answer with a value: the utility of a finished game, the heuristic value of another. Call it once.
static inline PlydStep plyd_with_value(PlydStep step, int32_t value) {
    step.bits |= (uint32_t)value;
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

#ifdef __cplusplus
}
#endif

#endif // PLYD_PLUGIN_H
