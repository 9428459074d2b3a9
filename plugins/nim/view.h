// The board of nim as data, for programs that draw it: JSON, as docs/view.schema.json in the project describes it. Part
// of nim.c, which includes it behind the state.
//
// Every object of the setup is a spot, named by its heap and its height: `a1` is the lowest one of the first heap. A
// player clicks the lowest object to be taken; those above it go with it.

#ifndef NIM_VIEW_H
#define NIM_VIEW_H

// A caller's buffer that is filled piece by piece. `len` counts all of the text, also what no longer fits: the caller
// asks again with more room.
typedef struct {
    PlydBuffer buffer;
    size_t len;
} Sink;

// Adds what `printf` would print, at most 127 bytes.
static void put(Sink *sink, const char *format, ...) {
    char piece[128];
    va_list arguments;
    va_start(arguments, format);
    int len = vsnprintf(piece, sizeof piece, format, arguments);
    va_end(arguments);
    assert(len >= 0 && (size_t)len < sizeof piece);
    for (int i = 0; i < len; i++, sink->len++) {
        if (sink->len < sink->buffer.capacity) {
            sink->buffer.data[sink->len] = (uint8_t)piece[i];
        }
    }
}

static int highest_heap(const Instance *nim) {
    int highest = 1;
    for (uint32_t heap = 0; heap < nim->heap_count; heap++) {
        highest = nim->root.heaps[heap] > highest ? nim->root.heaps[heap] : highest;
    }
    return highest;
}

// The heaps stand side by side. A spot of the shape `token` shows nothing but the token on it, so that what was taken
// leaves no trace but the mark of the last move.
static void put_spots(Sink *sink, const Instance *nim) {
    int highest = highest_heap(nim);
    const char *comma = "";
    put(sink, "\"spots\":[");
    for (uint32_t heap = 0; heap < nim->heap_count; heap++) {
        for (int object = 1; object <= nim->root.heaps[heap]; object++) {
            put(sink, "%s{\"id\":\"%c%d\",\"at\":[%u.5,%d.5],\"shape\":\"token\"}", comma, 'a' + (int)heap, object,
                (unsigned)heap, highest - object);
            comma = ",";
        }
    }
    put(sink, "],\"labels\":[");
    for (uint32_t heap = 0; heap < nim->heap_count; heap++) {
        put(sink, "%s{\"at\":[%u.5,%d.35],\"text\":\"%c\"}", heap > 0 ? "," : "", (unsigned)heap, highest,
            'a' + (int)heap);
    }
    put(sink, "]");
}

static void put_tokens(Sink *sink, const Instance *nim, const State *state) {
    const char *comma = "";
    put(sink, "\"tokens\":[");
    for (uint32_t heap = 0; heap < nim->heap_count; heap++) {
        for (int object = 1; object <= state->heaps[heap]; object++) {
            put(sink, "%s{\"on\":\"%c%d\",\"glyph\":\"disc\"}", comma, 'a' + (int)heap, object);
            comma = ",";
        }
    }
    put(sink, "]");
}

static ptrdiff_t view(const void *instance, const void *state, PlydBuffer out) {
    Sink sink = {.buffer = out};
    put(&sink, "{");
    put_spots(&sink, instance);
    put(&sink, ",");
    put_tokens(&sink, instance, state);
    put(&sink, objects(state) == 0 ? ",\"result\":{\"reason\":\"no-moves\"}}" : "}");
    return (ptrdiff_t)sink.len;
}

static ptrdiff_t gesture(const void *instance, const void *from, uint32_t move, PlydBuffer out) {
    (void)instance;
    const State *state = from;
    uint32_t heap = heap_of(move) % MAX_HEAPS;
    Sink sink = {.buffer = out};
    put(&sink, "%c%u", 'a' + (int)heap, (unsigned)(state->heaps[heap] - taken_by(move) + 1));
    return (ptrdiff_t)sink.len;
}

#endif
