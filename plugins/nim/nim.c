// Nim, as a plyd game in C. Whoever takes the last object wins. README.md has the rules and the notation.
//
// This file is the example of a game in another language than Rust: it uses the header and the C library, nothing else.
// It has all that a game needs, in the order in which one would write it: the state, the rules, the texts, the table.
// The board as data is in view.h, which this file includes.
//
// What holds for every function here, because the header demands it: there is no variable but constants and those on
// the stack, so that any number of threads can call at once; nothing is printed; nothing is written beyond a caller's
// buffer.

#include "plyd_plugin.h"

#include <assert.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    MAX_HEAPS = 16,
    MAX_OBJECTS = 255, // of one heap, so that a byte holds them
    WIN = 100,
};

// One node of a search: all that decides how the game goes on. Searches copy it at every node, so it is small.
typedef struct {
    uint8_t heaps[MAX_HEAPS]; // those that the setup has not are empty
    uint8_t min_to_move;      // 0 MAX, the first player; 1 MIN, the second
} State;

// One opened setup. It is never written after `open`, and so shared by all threads.
typedef struct {
    State root;
    uint32_t heap_count;
} Instance;

// A move is a number: the heap, from 0, times 256, plus how many objects are taken. So it means the same in every
// position.
static uint32_t heap_of(uint32_t move) {
    return move >> 8;
}

static uint32_t taken_by(uint32_t move) {
    return move & 0xFF;
}

// ---------------------------------------------------------------------------------------------------------- the rules

static uint32_t objects(const State *state) {
    uint32_t sum = 0;
    for (int heap = 0; heap < MAX_HEAPS; heap++) {
        sum += state->heaps[heap];
    }
    return sum;
}

// Spreads a number over all 64 bits, different ones to different ones: the last step of splitmix64 (Sebastiano Vigna).
static uint64_t mixed(uint64_t bits) {
    bits = (bits ^ (bits >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    bits = (bits ^ (bits >> 27)) * UINT64_C(0x94D049BB133111EB);
    return bits ^ (bits >> 31);
}

// The player to move is part of a position, and so of its key.
static uint64_t key_of(const State *state) {
    uint64_t halves[2];
    static_assert(sizeof halves == sizeof state->heaps, "the heaps are two words");
    memcpy(halves, state->heaps, sizeof halves);
    return mixed(mixed(mixed(halves[0]) ^ halves[1]) + state->min_to_move);
}

static int descending(const void *a, const void *b) {
    return (int)*(const uint8_t *)b - (int)*(const uint8_t *)a;
}

// The order of the heaps does not matter.
static uint64_t symmetric_key_of(const State *state) {
    State sorted = *state;
    qsort(sorted.heaps, MAX_HEAPS, 1, descending);
    return key_of(&sorted);
}

// Tells what `want` asks. The only thing that can go wrong is a buffer that is too small.
static PlydStep examine(const void *instance, const void *from, uint32_t want, uint32_t *moves, uint32_t capacity) {
    (void)instance;
    const State *state = from;
    uint32_t count = objects(state);
    uint64_t outcome = PLYD_STEP_ONGOING;
    if (count == 0) {
        // The opponent took the last object.
        outcome = state->min_to_move ? PLYD_STEP_WON_BY_MAX : PLYD_STEP_WON_BY_MIN;
    }
    PlydStep step = plyd_step(outcome, state->min_to_move ? PLYD_TURN_MIN : PLYD_TURN_MAX);
    if (want & PLYD_WANT_MOVES) {
        // There is a move for every object: the one that takes it and those above it.
        if (count > capacity) {
            return plyd_step_failed();
        }
        uint32_t written = 0;
        for (uint32_t heap = 0; heap < MAX_HEAPS; heap++) {
            for (uint32_t taken = 1; taken <= state->heaps[heap]; taken++) {
                moves[written++] = heap << 8 | taken;
            }
        }
        step = plyd_with_count(step, written);
    }
    if ((want & PLYD_WANT_VALUE) && count > 0) {
        // The only sound heuristic would be the exclusive or of the heaps, which is the solution; a search would have
        // nothing left to do. So nim is a game without one.
        step = plyd_with_value(step, 0);
    }
    if (want & (PLYD_WANT_KEY | PLYD_WANT_SYMMETRIC_KEY)) {
        step = plyd_with_key(step, want & PLYD_WANT_KEY ? key_of(state) : symmetric_key_of(state));
    }
    return step;
}

// Plays a legal move into the child, and examines that: the one call that a search makes at a node.
static PlydStep step(const void *instance, const void *parent, uint32_t move, void *child, uint32_t want,
                     uint32_t *moves, uint32_t capacity) {
    State *state = child;
    *state = *(const State *)parent;
    // Only legal moves come here. Of others the remainder makes sure that they spoil nothing but the child.
    state->heaps[heap_of(move) % MAX_HEAPS] -= (uint8_t)taken_by(move);
    state->min_to_move ^= 1;
    // What is taken never comes back.
    return plyd_with_irreversible(examine(instance, state, want, moves, capacity));
}

// What a network sees of a position: the objects of each heap in binary, eight inputs for each.
enum { INPUTS_OF_HEAP = 8 };

static int32_t features(const void *instance, const void *from, uint64_t *words, uint32_t count) {
    const Instance *nim = instance;
    const State *state = from;
    (void)count; // as many words as the inputs need
    for (uint32_t heap = 0; heap < nim->heap_count; heap++) {
        uint32_t input = INPUTS_OF_HEAP * heap;
        words[input / 64] |= (uint64_t)state->heaps[heap] << (input % 64);
    }
    return state->min_to_move ? PLYD_TURN_MIN : PLYD_TURN_MAX;
}

// Symmetry 0 moves each heap to the place of the next one, symmetry 1 to that of the one after it, and so on.
static uint32_t feature_image(const void *instance, uint32_t symmetry, uint32_t input) {
    const Instance *nim = instance;
    uint32_t heap = (input / INPUTS_OF_HEAP + symmetry + 1) % nim->heap_count;
    return INPUTS_OF_HEAP * heap + input % INPUTS_OF_HEAP;
}

// ---------------------------------------------------------------------------------------------------------- the texts

// A text that grows, with room for the longest of this game, a picture.
typedef struct {
    char text[MAX_HEAPS * (MAX_OBJECTS + 8) + 64];
    size_t len;
} Text;

// Adds what `printf` would print. What does not fit is dropped.
static void add(Text *text, const char *format, ...) {
    size_t room = sizeof text->text - text->len;
    va_list arguments;
    va_start(arguments, format);
    int len = vsnprintf(text->text + text->len, room, format, arguments);
    va_end(arguments);
    // The last byte of the room is the zero that ends C's strings.
    text->len += len < 0 ? 0 : (size_t)len < room ? (size_t)len : room - 1;
}

// A word of a client's in an error text: its beginning, and only characters that can be shown on one line.
static void add_quoted(Text *text, PlydStr word) {
    enum { LONGEST = 20 };
    add(text, "`");
    for (size_t i = 0; i < word.len && i < LONGEST; i++) {
        add(text, "%c", word.data[i] > ' ' && word.data[i] <= '~' ? word.data[i] : '?');
    }
    add(text, word.len > LONGEST ? "...`" : "`");
}

static ptrdiff_t format_state(const void *instance, const void *from, PlydBuffer out) {
    const Instance *nim = instance;
    const State *state = from;
    Text text = {.len = 0};
    for (uint32_t heap = 0; heap < nim->heap_count; heap++) {
        add(&text, "%s%u", heap > 0 ? " " : "", (unsigned)state->heaps[heap]);
    }
    add(&text, state->min_to_move ? " b" : "");
    return plyd_write(out, text.text, text.len);
}

static ptrdiff_t format_move(const void *instance, const void *state, uint32_t move, PlydBuffer out) {
    (void)instance, (void)state;
    Text text = {.len = 0};
    add(&text, "%c%u", 'a' + (int)(heap_of(move) % MAX_HEAPS), (unsigned)taken_by(move));
    return plyd_write(out, text.text, text.len);
}

// Reads digits as a number of at most `most`. Leading zeros are fine.
static bool read_number(PlydStr digits, uint32_t most, uint32_t *number) {
    *number = 0;
    for (size_t i = 0; i < digits.len; i++) {
        if (digits.data[i] < '0' || digits.data[i] > '9') {
            return false;
        }
        *number = *number * 10 + (digits.data[i] - '0');
        // Before it can overflow.
        if (*number > most) {
            return false;
        }
    }
    return digits.len > 0;
}

static int32_t parse_move(const void *instance, const void *from, PlydStr text, uint32_t *move) {
    (void)instance;
    const State *state = from;
    if (text.len < 2) {
        return PLYD_NOT_FOUND;
    }
    // One bit tells lower from upper case in ASCII. Heaps that the setup has not are empty, so nothing can be taken.
    uint32_t heap = (uint32_t)(text.data[0] | 0x20) - 'a';
    PlydStr digits = {text.data + 1, text.len - 1};
    uint32_t taken;
    if (heap >= MAX_HEAPS || !read_number(digits, state->heaps[heap], &taken) || taken == 0) {
        return PLYD_NOT_FOUND;
    }
    *move = heap << 8 | taken;
    return PLYD_OK;
}

static ptrdiff_t picture(const void *instance, const void *from, PlydBuffer out) {
    const Instance *nim = instance;
    const State *state = from;
    Text text = {.len = 0};
    for (uint32_t heap = 0; heap < nim->heap_count; heap++) {
        add(&text, "%c %3u%s", 'a' + (int)heap, (unsigned)state->heaps[heap], state->heaps[heap] > 0 ? "  " : "");
        for (int object = 0; object < state->heaps[heap]; object++) {
            add(&text, "|");
        }
        add(&text, "\n");
    }
    add(&text, state->min_to_move ? "Black to move" : "White to move");
    return plyd_write(out, text.text, text.len);
}

#include "view.h"

// ---------------------------------------------------------------------------------------------------------- instances

// The next word of `rest`, which begins behind it afterwards; an empty word at the end.
static PlydStr next_word(PlydStr *rest) {
    while (rest->len > 0 && (*rest->data == ' ' || *rest->data == '\t')) {
        rest->data++;
        rest->len--;
    }
    PlydStr word = {rest->data, 0};
    while (rest->len > 0 && *rest->data != ' ' && *rest->data != '\t') {
        rest->data++;
        rest->len--;
        word.len++;
    }
    return word;
}

// Reads a setup. Afterwards `error` holds what is wrong, where, and what would be right; nothing if the setup is sound.
static void read_setup(PlydStr rest, Instance *nim, Text *error) {
    bool player_told = false;
    for (PlydStr word = next_word(&rest); word.len > 0 && error->len == 0; word = next_word(&rest)) {
        bool is_player = plyd_is(word, "w") || plyd_is(word, "b");
        uint32_t number;
        if (player_told) {
            add_quoted(error, word);
            add(error, " after the player to move, where the setup should end");
        } else if (is_player && nim->heap_count == 0) {
            add_quoted(error, word);
            add(error, " before any heap; numbers of objects should come first, like 3 4 5");
        } else if (is_player) {
            player_told = true;
            nim->root.min_to_move = *word.data == 'b' ? 1 : 0;
        } else if (nim->heap_count == MAX_HEAPS) {
            add_quoted(error, word);
            add(error, " after %d heaps, the maximum; here should be w, b, or the end", MAX_HEAPS);
        } else if (!read_number(word, MAX_OBJECTS, &number)) {
            add(error, "heap %u, ", (unsigned)nim->heap_count + 1);
            add_quoted(error, word);
            add(error, ", should be a number from 0 to %d, or w or b for the player to move at the end", MAX_OBJECTS);
        } else {
            nim->root.heaps[nim->heap_count++] = (uint8_t)number;
        }
    }
}

// Opens a setup. Nim has no options, so `options` is empty.
static ptrdiff_t open_setup(PlydStr setup, PlydStr options, PlydOpened *opened, PlydBuffer error) {
    (void)options;
    Instance *nim = calloc(1, sizeof *nim);
    if (nim == NULL) {
        return PLYD_FAILED;
    }
    Text reason = {.len = 0};
    read_setup(setup, nim, &reason);
    if (reason.len > 0) {
        free(nim);
        return plyd_write(error, reason.text, reason.len);
    }
    if (nim->heap_count == 0) {
        static const uint8_t START[] = {3, 4, 5};
        memcpy(nim->root.heaps, START, sizeof START);
        nim->heap_count = sizeof START;
    }
    // Every move takes an object: there are at most as many moves, and as many plies, as objects.
    uint32_t count = objects(&nim->root);
    PlydOpened answer = {
        .size = sizeof answer,
        .flags = PLYD_FLAG_HAS_KEY | PLYD_FLAG_SYMMETRY | PLYD_FLAG_NO_SELECTIVITY,
        .instance = nim,
        .root = &nim->root,
        .state_size = sizeof(State),
        .state_align = alignof(State),
        .max_moves = count > 0 ? count : 1,
        .max_plies = count,
        .win = WIN,
        .inputs = INPUTS_OF_HEAP * nim->heap_count,
        .symmetries = nim->heap_count - 1,
    };
    plyd_fill(opened, opened->size, &answer, sizeof answer);
    return 0;
}

static void close_instance(void *instance) {
    free(instance);
}

static ptrdiff_t last_error(const void *instance, const void *state, PlydBuffer out) {
    (void)instance, (void)state;
    static const PlydStr TEXT = PLYD_STR("the position has more moves than there is room for");
    return plyd_write(out, (const char *)TEXT.data, TEXT.len);
}

// --------------------------------------------------------------------------------------------------------- extensions

// Some of the counts in perft.txt.
static const struct {
    PlydStr setup;
    uint32_t depth;
    uint64_t leaves;
} KNOWN[] = {
    {PLYD_STR(""), 1, 12},          {PLYD_STR(""), 4, 4338},    {PLYD_STR(""), 12, 27720},
    {PLYD_STR("1 3 5 7"), 3, 2116}, {PLYD_STR("7"), 7, 1},      {PLYD_STR("3 0 5 b"), 4, 325},
    {PLYD_STR("2 2"), 5, 0},
};

static int32_t known_perft(uint32_t index, PlydPerftItem *item) {
    if (index >= sizeof KNOWN / sizeof *KNOWN) {
        return PLYD_NOT_FOUND;
    }
    PlydPerftItem answer = {
        .size = sizeof answer,
        .depth = KNOWN[index].depth,
        .leaves = KNOWN[index].leaves,
        .setup = KNOWN[index].setup,
    };
    plyd_fill(item, item->size, &answer, sizeof answer);
    return PLYD_OK;
}

#ifdef NIM_ABOUT
// The text about.toml as the literal of a string, in a file that the build makes of it and names here: C11 cannot include
// a text as it is.
static const char ABOUT_TEXT[] =
#include NIM_ABOUT
    ;
#endif

static const void *extension(PlydStr id) {
    static const PlydPictureExtension PICTURE = {.size = sizeof PICTURE, .picture = picture};
    static const PlydViewExtension VIEW = {.size = sizeof VIEW, .view = view, .gesture = gesture};
    static const PlydSidesExtension SIDES = {
        .size = sizeof SIDES,
        .first = PLYD_STR("White"),
        .second = PLYD_STR("Black"),
    };
#ifdef NIM_ABOUT
    static const PlydAboutExtension ABOUT = {
        .size = sizeof ABOUT,
        .text = {(const uint8_t *)ABOUT_TEXT, sizeof ABOUT_TEXT - 1},
    };
    if (plyd_is(id, PLYD_ABOUT_EXTENSION)) {
        return &ABOUT;
    }
#endif
    static const PlydFeaturesExtension FEATURES = {
        .size = sizeof FEATURES,
        .features = features,
        .image = feature_image,
    };
    static const PlydPerftExtension PERFT = {
        .size = sizeof PERFT,
        .count = sizeof KNOWN / sizeof *KNOWN,
        .item = known_perft,
    };
    return plyd_is(id, PLYD_PICTURE_EXTENSION)    ? (const void *)&PICTURE
           : plyd_is(id, PLYD_VIEW_EXTENSION)     ? (const void *)&VIEW
           : plyd_is(id, PLYD_SIDES_EXTENSION)    ? (const void *)&SIDES
           : plyd_is(id, PLYD_FEATURES_EXTENSION) ? (const void *)&FEATURES
           : plyd_is(id, PLYD_PERFT_EXTENSION)    ? (const void *)&PERFT
                                                  : NULL;
}

// The one symbol that the library exports.
const PlydPluginTable *plyd_plugin(void) {
    static const PlydPluginTable TABLE = {
        .header = PLYD_HEADER,
        .id = PLYD_STR("nim"),
        .name = PLYD_STR("Nim"),
        .version = PLYD_STR("0.2.0"),
        .open = open_setup,
        .close = close_instance,
        .format_state = format_state,
        .format_move = format_move,
        .parse_move = parse_move,
        .step = step,
        .examine = examine,
        .last_error = last_error,
        .extension = extension,
    };
    return &TABLE;
}
