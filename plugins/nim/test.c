// Calls nim's functions as a host may, and as none should: with buffers that are too small, and with setups of garbage.
// Made to be run under the address and undefined-behaviour sanitizers, which see what a check cannot:
//
//     cc -std=c11 -g -fsanitize=address,undefined -fno-sanitize-recover -I plugins/sdk/include
//         -o nim-test plugins/nim/nim.c plugins/nim/test.c && ./nim-test
//
// Every buffer is allocated with its exact size, so that one byte beyond it is noticed.

#include "plyd_plugin.h"

#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                                                              \
    do {                                                                                                              \
        if (!(condition)) {                                                                                           \
            fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition);                             \
            exit(1);                                                                                                  \
        }                                                                                                             \
    } while (0)

static const PlydPluginTable *game;
static uint64_t seed = 42;

// A number below `bound`, the next of a sequence that is the same in every run.
static uint32_t below(uint32_t bound) {
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(seed >> 33) % bound;
}

static void *room(size_t size) {
    void *memory = malloc(size > 0 ? size : 1);
    CHECK(memory != NULL);
    return memory;
}

static PlydStr str(const char *text) {
    PlydStr str = {(const uint8_t *)text, strlen(text)};
    return str;
}

typedef ptrdiff_t (*Writer)(const void *instance, const void *state, PlydBuffer text);

// The text that a function writes, the same whatever the room; ended by a zero byte. To be freed.
static char *text_of(Writer write, const void *instance, const void *state) {
    PlydBuffer none = {NULL, 0};
    size_t len = (size_t)write(instance, state, none);
    char *whole = room(len + 1);
    PlydBuffer exact = {(uint8_t *)whole, len};
    CHECK(write(instance, state, exact) == (ptrdiff_t)len);
    whole[len] = 0;
    for (size_t capacity = 0; capacity <= len + 2; capacity += 1 + len / 64) {
        PlydBuffer some = {room(capacity), capacity};
        CHECK(write(instance, state, some) == (ptrdiff_t)len);
        CHECK(memcmp(some.data, whole, capacity < len ? capacity : len) == 0);
        free(some.data);
    }
    return whole;
}

static uint32_t the_move;

static ptrdiff_t write_move(const void *instance, const void *state, PlydBuffer text) {
    return game->format_move(instance, state, the_move, text);
}

// Opens a setup in memory of its exact size, with room for so much of an error. Closes nothing.
static ptrdiff_t open_exactly(const void *setup, size_t len, PlydOpened *opened, size_t capacity) {
    uint8_t *copy = room(len);
    memcpy(copy, setup, len);
    PlydBuffer error = {room(capacity), capacity};
    PlydStr text = {copy, len}, options = {NULL, 0};
    opened->size = sizeof *opened;
    ptrdiff_t result = game->open(text, options, opened, error);
    for (ptrdiff_t i = 0; i < result && (size_t)i < capacity; i++) {
        CHECK(error.data[i] >= ' ' && error.data[i] <= '~');
    }
    free(error.data);
    free(copy);
    return result;
}

static void garbage(void) {
    PlydOpened opened;
    for (int round = 0; round < 3000; round++) {
        // Bytes, and words of which some make sense.
        static const char *const WORDS[] = {
            "3", "255", "256", "w", "b", " ", "\t", "-1", "000", "\xFF\xFE", "moves", "\n",
        };
        uint8_t setup[100];
        size_t len = 0, wanted = below(90);
        while (len < wanted) {
            const char *word = WORDS[below(sizeof WORDS / sizeof *WORDS)];
            if (round % 2 == 0) {
                setup[len++] = (uint8_t)below(256);
            } else {
                memcpy(setup + len, word, strlen(word));
                len += strlen(word);
                setup[len++] = ' ';
            }
        }
        ptrdiff_t result = open_exactly(setup, len, &opened, below(100));
        CHECK(result >= 0);
        if (result == 0) {
            free(text_of(game->format_state, opened.instance, opened.root));
            game->close(opened.instance);
        }
    }
    size_t huge = 1 << 20;
    uint8_t *text = room(huge);
    for (const char *fill = "9 0x\xFF"; *fill != 0; fill++) {
        memset(text, *fill, huge);
        ptrdiff_t result = open_exactly(text, huge, &opened, 80);
        // Blanks alone are the start position, and zeros are one empty heap.
        CHECK((result == 0) == (*fill == ' ' || *fill == '0'));
        if (result == 0) {
            game->close(opened.instance);
        }
    }
    free(text);
}

static void no_moves(void) {
    PlydOpened opened;
    CHECK(open_exactly("3 0 5", 5, &opened, 0) == 0);
    static const char *const NAMES[] = {
        "", "a", "a0", "a4", "b1", "c6", "d1", "q1", "{1", "1", "a1 ", "a-1", "a4294967297",
    };
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        uint32_t move;
        CHECK(game->parse_move(opened.instance, opened.root, str(NAMES[i]), &move) == PLYD_NOT_FOUND);
    }
    game->close(opened.instance);
}

// A caller of an older version knows fewer fields.
static void older_caller(void) {
    uint32_t known = offsetof(PlydOpened, repetition_times);
    PlydOpened *opened = room(sizeof *opened);
    memset(opened, 0xEE, sizeof *opened);
    opened->size = known;
    PlydBuffer none = {NULL, 0};
    CHECK(game->open(str("1 2"), str(""), opened, none) == 0);
    CHECK(opened->max_moves == 3 && opened->repetition_times == 0xEEEEEEEE && opened->max_outcomes == 0xEEEEEEEE);
    game->close(opened->instance);
    free(opened);
}

static uint64_t symmetric_key(const void *instance, const void *state) {
    return game->examine(instance, state, PLYD_WANT_SYMMETRIC_KEY, NULL, 0).key;
}

static ptrdiff_t write_gesture(const void *instance, const void *state, PlydBuffer text) {
    const PlydViewExtension *views = game->extension(str(PLYD_VIEW_EXTENSION));
    return views->gesture(instance, state, the_move, text);
}

// The view of a heap of 255 is long, so that of large games is written only at their beginning.
static void look(const void *instance, const void *state, uint32_t plies, uint32_t max_moves) {
    const PlydViewExtension *views = game->extension(str(PLYD_VIEW_EXTENSION));
    CHECK(views != NULL && views->size == sizeof *views);
    if (plies == 0 || max_moves <= 64) {
        char *json = text_of(views->view, instance, state);
        size_t len = strlen(json);
        CHECK(len < 1 << 20 && json[0] == '{' && json[len - 1] == '}');
        free(json);
    }
}

// Reads the inputs of a position into memory of their exact size, and the images of all inputs.
static void see(const PlydOpened *opened, const void *state) {
    const PlydFeaturesExtension *inputs = game->extension(str(PLYD_FEATURES_EXTENSION));
    CHECK(inputs != NULL && inputs->size == sizeof *inputs);
    uint32_t count = (opened->inputs + 63) / 64;
    uint64_t *words = room(count * sizeof *words);
    memset(words, 0, count * sizeof *words);
    int32_t player = inputs->features(opened->instance, state, words, count);
    uint64_t turn = game->examine(opened->instance, state, 0, NULL, 0).bits & PLYD_STEP_MIN_TO_MOVE;
    CHECK(player == (int32_t)(turn ? PLYD_TURN_MIN : PLYD_TURN_MAX));
    CHECK(opened->inputs % 64 == 0 || words[count - 1] >> (opened->inputs % 64) == 0);
    for (uint32_t symmetry = 0; symmetry < opened->symmetries; symmetry++) {
        for (uint32_t input = 0; input < opened->inputs; input++) {
            CHECK(inputs->image(opened->instance, symmetry, input) < opened->inputs);
        }
    }
    free(words);
}

// Plays a random game, and looks at every position of it.
static void play(const char *setup) {
    const uint32_t all = PLYD_WANT_MOVES | PLYD_WANT_VALUE | PLYD_WANT_KEY;
    const PlydPictureExtension *pictures = game->extension(str(PLYD_PICTURE_EXTENSION));
    PlydOpened opened, again;
    CHECK(open_exactly(setup, strlen(setup), &opened, 0) == 0);
    void *state = room(opened.state_size), *child = room(opened.state_size);
    uint32_t *moves = room(opened.max_moves * sizeof *moves), *others = room(opened.max_moves * sizeof *others);
    memcpy(state, opened.root, opened.state_size);
    PlydStep step = game->examine(opened.instance, state, all, moves, opened.max_moves);
    uint32_t plies = 0;
    for (;; plies++) {
        uint32_t count = (uint32_t)(step.bits >> PLYD_STEP_COUNT_SHIFT) & PLYD_STEP_MAX_MOVES;
        free(text_of(pictures->picture, opened.instance, state));
        look(opened.instance, state, plies, opened.max_moves);
        see(&opened, state);
        char *text = text_of(game->format_state, opened.instance, state);
        CHECK(open_exactly(text, strlen(text), &again, 0) == 0);
        char *same = text_of(game->format_state, again.instance, again.root);
        CHECK(strcmp(text, same) == 0);
        CHECK(game->examine(again.instance, again.root, PLYD_WANT_KEY, NULL, 0).key == step.key);
        CHECK(symmetric_key(again.instance, again.root) == symmetric_key(opened.instance, state));
        free(same);
        free(text);
        game->close(again.instance);
        if ((step.bits & PLYD_STEP_OUTCOME) != PLYD_STEP_ONGOING) {
            CHECK(count == 0);
            break;
        }
        CHECK(count > 0 && count <= opened.max_moves);
        // One place too few: an error, and nothing written that is not the caller's.
        uint32_t *fewer = room((count - 1) * sizeof *fewer);
        CHECK(game->examine(opened.instance, state, all, fewer, count - 1).bits == PLYD_STEP_ERROR);
        free(fewer);
        free(text_of(game->last_error, opened.instance, state));
        for (uint32_t i = 0; i < count; i++) {
            the_move = moves[i];
            char *name = text_of(write_move, opened.instance, state);
            uint32_t found;
            CHECK(game->parse_move(opened.instance, state, str(name), &found) == PLYD_OK && found == moves[i]);
            free(name);
            free(text_of(write_gesture, opened.instance, state));
        }
        memcpy(others, moves, count * sizeof *moves);
        step = game->step(opened.instance, state, others[below(count)], child, all, moves, opened.max_moves);
        PlydStep examined = game->examine(opened.instance, child, all, others, opened.max_moves);
        CHECK(step.bits == (examined.bits | PLYD_STEP_IRREVERSIBLE) && step.key == examined.key);
        memcpy(state, child, opened.state_size);
    }
    CHECK(plies <= opened.max_plies);
    free(others);
    free(moves);
    free(child);
    free(state);
    game->close(opened.instance);
}

int main(void) {
    game = plyd_plugin();
    CHECK(game == plyd_plugin() && game->header.magic == PLYD_MAGIC && game->header.size == sizeof *game);
    CHECK(game->extension(str("plyd.chance/1")) == NULL && game->extension(str("")) == NULL);
    garbage();
    no_moves();
    older_caller();
    for (int round = 0; round < 20; round++) {
        play("");
        play("1 0 7 b");
        play("6 6 1 2 0 3 1 1 1 0 0 0 2 1 1 9 b");
    }
    play("0 0");
    play("255 255 255 255 255 255 255 255 255 255 255 255 255 255 255 255");
    return 0;
}
