// A game for plyd in C++17: write a class with the rules, and PLYD_EXPORT_GAME makes a library of it.
//
// It needs no more than this header and plyd_plugin.h, which describes the interface below it. The class has
//
//     struct State;                                  // one position: plain data, without pointers
//     static constexpr std::string_view ID = "squares", NAME = "Subtract a square", VERSION = "0.1.0";
//     static std::pair<Squares, State> open(std::string_view setup, const plyd::Options &options);
//     plyd::Facts facts() const;                     // the limits of the instance
//     plyd::Player turn(const State &) const;        // or plyd::Turn, which may be chance
//     plyd::Outcome outcome(const State &) const;
//     void moves(const State &, plyd::Moves &) const;
//     void play(State &, plyd::Move) const;
//     std::string format_state(const State &) const;
//     std::string format_move(const State &, plyd::Move) const;
//
// All else is optional: write a member of this name, and the library has the ability. It must be public.
//
//     static constexpr std::string_view SIDES[] = {"White", "Black"};
//     static constexpr std::string_view ABOUT = R"toml(...)toml";          // texts for people, in TOML
//     static constexpr plyd::Board BOARD = {8, 8, false, "fairy"};         // see `plyd::Board`
//     static constexpr plyd::Option OPTIONS[] = {plyd::spin("Size", 8, 4, 12)};
//     static constexpr plyd::Parameter PARAMETERS[] = {{"Loose", "what a hanging pawn is worth less", 30, 0, 100}};
//     static constexpr plyd::KnownPerft PERFT[] = {{"", "", 2, 19}};       // setup, options, depth, leaves
//     int32_t evaluate(const State &) const;                               // from MAX's view
//     uint64_t key(const State &) const;                                   // else a hash of the state's bytes
//     uint64_t symmetric_key(const State &) const;
//     uint64_t board_key(const State &) const;
//     bool is_irreversible(const State &parent, plyd::Move) const;
//     void noisy(const State &, plyd::Moves &) const;
//     bool in_check(const State &) const;
//     void order(const State &, const plyd::Move *moves, uint32_t count, int32_t *scores) const;
//     bool pass(State &) const;                                            // false if there is no null move
//     int32_t futility_margin(const State &) const;
//     plyd::Outcome playout(const State &, uint64_t seed, plyd::Moves &) const;
//     uint16_t plies_left(const State &) const;
//     bool can_win(const State &, plyd::Player) const;
//     uint32_t weight(const State &, plyd::Move outcome) const;            // of an outcome of chance
//     plyd::Player features(const State &, plyd::Inputs &) const;
//     uint32_t feature_image(uint32_t symmetry, uint32_t input) const;
//     std::optional<plyd::Move> parse_move(const State &, std::string_view) const;
//     std::string picture(const State &) const;
//     plyd::View view(const State &) const;                                // or std::optional<plyd::View>
//     std::string gesture(const State &, plyd::Move) const;                // the steps, with blanks between
//     std::string node_name(const State &) const;                          // if setups are trees
//     std::string notate(const State &, plyd::Move) const;                 // with read_notation
//     std::optional<plyd::Move> read_notation(const State &, std::string_view) const;
//     std::optional<uint64_t> book_key(const State &) const;               // with the two above
//
// plugins/INTERFACE.md in the sources of plyd lists what each function must do, under the same names. An exception
// never leaves the library: plyd::SetupError refuses a setup, and any other one ends the search with its text.

#ifndef PLYD_HPP
#define PLYD_HPP

#include "plyd_plugin.h"
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

namespace plyd {

// A number of the game's choice that means an action.
using Move = uint32_t;

// The two players. In a state it takes one byte.
enum class Player : uint8_t { Max = PLYD_TURN_MAX, Min = PLYD_TURN_MIN };

// Whose turn it is.
enum class Turn : uint8_t { Max = PLYD_TURN_MAX, Min = PLYD_TURN_MIN, Chance = PLYD_TURN_CHANCE };

constexpr Player other(Player player) { return player == Player::Max ? Player::Min : Player::Max; }

// Whether the game goes on, or how it ended.
struct Outcome {
    uint64_t kind;
    int32_t value;

    static constexpr Outcome ongoing() { return {PLYD_STEP_ONGOING, 0}; }
    static constexpr Outcome win(Player winner) {
        return {winner == Player::Max ? PLYD_STEP_WON_BY_MAX : PLYD_STEP_WON_BY_MIN, 0};
    }
    static constexpr Outcome draw() { return {PLYD_STEP_DRAW, 0}; }
    // Drawn if a player claims it; there are legal moves.
    static constexpr Outcome draw_if_claimed() { return {PLYD_STEP_DRAW_IF_CLAIMED, 0}; }
    // Finished with points, from MAX's view.
    static constexpr Outcome utility(int32_t value) { return {PLYD_STEP_UTILITY, value}; }
    // Of a playout that was given up: the heuristic value, from MAX's view.
    static constexpr Outcome estimate(int32_t value) { return {PLYD_STEP_ONGOING, value}; }
};

// Where the moves of a position go.
class Moves {
  public:
    Moves(Move *room, uint32_t capacity) : room_(room), capacity_(capacity) {}
    void push(Move move) {
        if (count_ < capacity_) {
            room_[count_] = move;
        }
        count_++;
    }
    // The number of moves pushed, which may be more than there is room for.
    uint32_t count() const { return count_; }
    bool overflowed() const { return count_ > capacity_; }

  private:
    Move *room_;
    uint32_t capacity_, count_ = 0;
};

// Refuses a setup: throw it from `open`. The text says what is wrong, where, and what would be right.
struct SetupError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// The rule of repetition; none with 0 times. The constants are those of plyd_plugin.h.
struct Repetition {
    uint32_t times = 0;
    uint32_t verdict = PLYD_REPETITION_WORTH;
    int32_t worth = 0;
    uint32_t key = PLYD_REPETITION_KEY_POSITION;
    std::optional<Move> exempt;
};

// What an instance declares. The fields are those of `PlydOpened`, which describes them.
struct Facts {
    uint32_t max_moves = 0;          // required
    uint32_t max_plies = UINT32_MAX; // no bound
    int32_t win = 1;
    Repetition repetition = {};
    uint32_t max_outcomes = 0; // with chance, together with the lowest and the highest value of any position
    int32_t low = 0, high = 0;
    int32_t points_per_logit = 0, draw_points = 0;
    uint32_t inputs = 0, symmetries = 0; // of a network
    bool sides_differ = false;
    // More flags than those of the functions that the class has: PLYD_FLAG_MOVES_ARE_NOT_ACTIONS, _CANDIDATES,
    // _MONTE_CARLO and _NO_SELECTIVITY.
    uint32_t flags = 0;
    // The flags of functions that the class has, but this instance does not use, such as PLYD_FLAG_SYMMETRY.
    uint32_t without = 0;
};

// The board, described for GUIs that know UCI variants, such as Cute Chess.
struct Board {
    uint32_t files, ranks;
    bool pocket;             // whether stones come from a pocket
    std::string_view pieces; // the set of pieces that a GUI draws: "fairy" for most games, "chess" for chess
};

// An option of the rules. Make it by `check`, `spin` or `combo`.
struct Option {
    std::string_view name;
    uint32_t kind;
    std::string_view word;
    int64_t number, min, max;
    const std::string_view *choices;
    uint32_t choice_count;
};

constexpr Option check(std::string_view name, bool by_default) {
    return {name, PLYD_OPTION_CHECK, by_default ? "true" : "false", 0, 0, 0, nullptr, 0};
}
constexpr Option spin(std::string_view name, int64_t by_default, int64_t min, int64_t max) {
    return {name, PLYD_OPTION_SPIN, {}, by_default, min, max, nullptr, 0};
}
// The choices are a constant of the class. The first one is the default.
template <size_t COUNT> constexpr Option combo(std::string_view name, const std::string_view (&choices)[COUNT]) {
    return {name, PLYD_OPTION_COMBO, choices[0], 0, 0, 0, choices, static_cast<uint32_t>(COUNT)};
}

// A number of the heuristic that games can tune.
struct Parameter {
    std::string_view name, meaning;
    int32_t by_default, min, max;
};

// A known count of leaves. The options are lines `name=value`.
struct KnownPerft {
    std::string_view setup, options;
    uint32_t depth;
    uint64_t leaves;
};

// A text for an error, shortened and made printable, because a setup can be any text.
inline std::string quoted(std::string_view text) {
    std::string shown = "`";
    for (char c : text.substr(0, 24)) {
        shown += c >= ' ' && c <= '~' ? c : '?';
    }
    return shown + (text.size() > 24 ? "...`" : "`");
}

// The words of a text, which blanks separate.
inline std::vector<std::string_view> words(std::string_view text) {
    std::vector<std::string_view> found;
    for (size_t at = text.find_first_not_of(" \t"); at < text.size(); at = text.find_first_not_of(" \t", at)) {
        size_t end = text.find_first_of(" \t", at);
        end = end < text.size() ? end : text.size();
        found.push_back(text.substr(at, end - at));
        at = end;
    }
    return found;
}

// The whole number that a word is, if it is one from `min` to `max`.
inline std::optional<int64_t> number(std::string_view word, int64_t min, int64_t max) {
    int64_t value = 0;
    auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || value < min || value > max) {
        return std::nullopt;
    }
    return value;
}

// `b3` for file 1 and rank 2.
inline std::string square_name(uint32_t file, uint32_t rank) {
    return std::string(1, static_cast<char>('a' + file)) + std::to_string(rank + 1);
}

// A hash of all bytes of a state.
template <class State> uint64_t key_of(const State &state) {
    static_assert(std::has_unique_object_representations_v<State>,
                  "the state has padding, or floating point: write `key`, or fill the gaps with fields that are zero");
    const unsigned char *bytes = reinterpret_cast<const unsigned char *>(&state);
    uint64_t key = sizeof(State);
    for (size_t at = 0; at < sizeof(State); at += sizeof key) {
        uint64_t word = 0;
        std::memcpy(&word, bytes + at, at + sizeof word <= sizeof(State) ? sizeof word : sizeof(State) - at);
        key = plyd_mixed(key ^ word);
    }
    return key;
}

// The inputs of a network, all off at first. They are counted from 0, and the functions go on where the last one ended.
class Inputs {
  public:
    Inputs(uint64_t *words, uint32_t count) : words_(words), room_(uint64_t{64} * count) {}
    // Switches on one input, wherever it is.
    void set(uint32_t input) {
        if (input >= room_) {
            throw std::out_of_range("an input of the network beyond those declared");
        }
        words_[input / 64] |= uint64_t{1} << input % 64;
    }
    // One input.
    void flag(bool holds) {
        if (holds) {
            set(next_);
        }
        next_++;
    }
    // An input for each of the lowest `count` bits, at most 64.
    void cells(uint64_t bits, uint32_t count) {
        for (uint32_t i = 0; i < count; i++) {
            flag(bits >> i & 1);
        }
    }
    // A thermometer of `count` inputs: more than 0, more than 1 and so on.
    void above(uint32_t value, uint32_t count) {
        for (uint32_t i = 0; i < count; i++) {
            flag(value > i);
        }
    }

  private:
    uint64_t *words_;
    uint64_t room_;
    uint32_t next_ = 0;
};

// The options with which a setup is opened: those that a client has set, and the defaults of the others.
class Options {
  public:
    Options(const Option *options, size_t options_count, const Parameter *parameters, size_t parameters_count,
            std::string_view set)
        : options_(options), options_count_(options_count), parameters_(parameters),
          parameters_count_(parameters_count), set_(set) {}

    // The value of a check. This and the next two throw a SetupError if it is no value of the option.
    bool flag(std::string_view name) const {
        std::string_view word = value_of(declared(name));
        return word == "true" || (word != "false" && refuse<bool>(name, word, "true or false"));
    }
    // The value of a spin.
    int64_t integer(std::string_view name) const {
        const Option &option = declared(name);
        std::optional<std::string_view> word = set_value(name);
        if (!word) {
            return option.number;
        }
        std::optional<int64_t> value = number(*word, option.min, option.max);
        std::string range = "a number from " + std::to_string(option.min) + " to " + std::to_string(option.max);
        return value ? *value : refuse<int64_t>(name, *word, range);
    }
    // The value of a combo: one of its choices.
    std::string_view text(std::string_view name) const {
        const Option &option = declared(name);
        std::string_view word = value_of(option);
        for (uint32_t i = 0; i < option.choice_count; i++) {
            if (option.choices[i] == word) {
                return option.choices[i];
            }
        }
        return refuse<std::string_view>(name, word, "one of its choices");
    }
    // A number of the heuristic, its default if what was set is none.
    int32_t parameter(std::string_view name) const {
        for (size_t i = 0; i < parameters_count_; i++) {
            const Parameter &known = parameters_[i];
            if (known.name == name) {
                std::optional<int64_t> value = number(set_value(name).value_or(""), known.min, known.max);
                return value ? static_cast<int32_t>(*value) : known.by_default;
            }
        }
        throw std::logic_error("the game declares no parameter " + quoted(name));
    }

  private:
    const Option &declared(std::string_view name) const {
        for (size_t i = 0; i < options_count_; i++) {
            if (options_[i].name == name) {
                return options_[i];
            }
        }
        throw std::logic_error("the game declares no option " + quoted(name));
    }
    std::string_view value_of(const Option &option) const { return set_value(option.name).value_or(option.word); }
    std::optional<std::string_view> set_value(std::string_view name) const {
        for (size_t at = 0; at < set_.size();) {
            size_t end = set_.find('\n', at);
            std::string_view line = set_.substr(at, end == std::string_view::npos ? end : end - at);
            if (line.size() > name.size() && line.substr(0, name.size()) == name && line[name.size()] == '=') {
                return line.substr(name.size() + 1);
            }
            at += line.size() + 1;
        }
        return std::nullopt;
    }
    template <class Value>
    [[noreturn]] static Value refuse(std::string_view name, std::string_view word, const std::string &right) {
        throw SetupError("the option " + quoted(name) + " is " + quoted(word) + ": use " + right);
    }

    const Option *options_;
    size_t options_count_;
    const Parameter *parameters_;
    size_t parameters_count_;
    std::string_view set_;
};

// The board as data; docs/view.md in the sources of plyd describes it. Names of spots are words without blanks.
enum class Owner { None, Max, Min };
enum class Shape { Square, Hex, Point, Pit, Node, Leaf, Token };
enum class Tone { Plain, Light, Dark, Green, Frame, None };
enum class Glyph { Disc, Crowned, Ring, Cross, Stroke, Seed, Fire, Text, King, Queen, Rook, Bishop, Knight, Pawn };
enum class Mark { Last, Arrow, Line, Captured, Check, Hint, Here };
enum class Colour { White, Black, Red, Orange, Yellow, Green, Blue, Purple };
// Why a game ended; docs/view.md says what each word means.
enum class Reason {
    Checkmate, Stalemate, Repetition, MoveLimit, Material, Goal, Line, Connection, Count, NoMoves, NoPieces, Blocked,
    Passes, Territory, Captured, Points, BareKing
};
// How `View::grid` looks: squares of one tone, dark and light ones in turn, or the crossings of lines.
enum class Paint { Plain, Chequered, Points };

constexpr Owner owner_of(Player player) { return player == Player::Max ? Owner::Max : Owner::Min; }

class View {
  public:
    // A board of squares `a1`, `b1`, ... with its letters and numbers beside it, and `a1` at the bottom left.
    static View grid(uint32_t files, uint32_t ranks, Paint paint = Paint::Plain) {
        View view;
        double width = files, height = ranks;
        for (uint32_t row = 0; row < ranks; row++) {
            uint32_t rank = ranks - 1 - row;
            double y = row + 0.5;
            for (uint32_t file = 0; file < files; file++) {
                Tone tone = paint != Paint::Chequered ? Tone::Plain : (file + rank) % 2 == 0 ? Tone::Dark : Tone::Light;
                view.spot(square_name(file, rank), file + 0.5, y, paint == Paint::Points ? Shape::Point : Shape::Square,
                          tone);
            }
            view.label(-0.35, y, std::to_string(rank + 1));
            if (paint == Paint::Points) {
                view.line(0.5, y, width - 0.5, y);
            }
        }
        for (uint32_t file = 0; file < files; file++) {
            double x = file + 0.5;
            view.label(x, height + 0.35, std::string(1, static_cast<char>('a' + file)));
            if (paint == Paint::Points) {
                view.line(x, 0.5, x, height - 0.5);
            }
        }
        return view;
    }
    // A place, 1 wide and high; x grows to the right, y downwards.
    View &spot(std::string_view id, double x, double y, Shape shape, Tone tone = Tone::Plain) {
        static constexpr const char *SHAPES[] = {"square", "hex", "point", "pit", "node", "leaf", "token"};
        static constexpr const char *TONES[] = {"plain", "light", "dark", "green", "frame", "none"};
        return add(spots_, field("id", id) + ",\"at\":[" + decimal(x) + "," + decimal(y) + "]," +
                               field("shape", SHAPES[static_cast<size_t>(shape)]) + "," +
                               field("tone", TONES[static_cast<size_t>(tone)]));
    }
    // A thing on a spot. Those on one spot are a stack, the first one lowest. `text` is what Glyph::Text shows, and is
    // drawn on any other glyph.
    View &token(std::string_view on, Glyph glyph, Owner owner = Owner::None, std::string_view text = {}) {
        static constexpr const char *GLYPHS[] = {"disc",  "crowned", "ring", "cross",  "stroke", "seed",   "fire",
                                                 "text", "king",    "queen", "rook", "bishop", "knight", "pawn"};
        return add(tokens_, field("on", on) + "," + field("glyph", GLYPHS[static_cast<size_t>(glyph)]) + "," +
                                owned(owner) +
                                (text.empty() ? "" : "," + field("text", text)));
    }
    // A die on a spot, which shows a face from 1 to 6.
    View &die(std::string_view on, uint32_t face, Owner owner = Owner::None) {
        return add(tokens_, field("on", on) + ",\"glyph\":\"die\"," + owned(owner) +
                                ",\"count\":" + std::to_string(face));
    }
    // A thing of a form of the game's own, as `M-.4.4H.4L0-.4Z`: docs/view.md has the letters of such a path. `name` is
    // for people who cannot see the board.
    View &path(std::string_view on, std::string_view path, Owner owner = Owner::None, std::string_view name = {}) {
        return add(tokens_, field("on", on) + ",\"glyph\":\"path\"," + owned(owner) + "," + field("path", path) +
                                (name.empty() ? "" : "," + field("name", name)));
    }
    View &mark(Mark kind, std::initializer_list<std::string_view> on) {
        static constexpr const char *KINDS[] = {"last", "arrow", "line", "captured", "check", "hint", "here"};
        std::string list;
        for (std::string_view spot : on) {
            list += (list.empty() ? "" : ",") + string(spot);
        }
        return add(marks_, field("kind", KINDS[static_cast<size_t>(kind)]) + ",\"on\":[" + list + "]");
    }
    // A text beside the board.
    View &label(double x, double y, std::string_view text) {
        return add(labels_, "\"at\":[" + decimal(x) + "," + decimal(y) + "]," + field("text", text));
    }
    // The text of a choice or button, whose id begins with `=` or `!`.
    View &choice(std::string_view id, std::string_view text) {
        return add(choices_, field("id", id) + "," + field("text", text));
    }
    View &line(double x1, double y1, double x2, double y2) {
        lines_ += (lines_.empty() ? "[" : ",[") + decimal(x1) + "," + decimal(y1) + "," + decimal(x2) + "," +
                  decimal(y2) + "]";
        return *this;
    }
    // A click anywhere in a column means the live spot with the same x.
    View &columns() {
        targets_ = ",\"targets\":\"columns\"";
        return *this;
    }
    // The colours of the first and of the second player's things, which differ.
    View &colours(Colour first, Colour second) {
        static constexpr const char *COLOURS[] = {"white",  "black", "red",  "orange",
                                                  "yellow", "green", "blue", "purple"};
        rest_ += ",\"colours\":[" + string(COLOURS[static_cast<size_t>(first)]) + "," +
                 string(COLOURS[static_cast<size_t>(second)]) + "]";
        return *this;
    }
    // The score of both, also while the game goes on.
    View &points(double first, double second) {
        rest_ += ",\"points\":[" + decimal(first) + "," + decimal(second) + "]";
        return *this;
    }
    // Why the game ended, of a finished state.
    View &ended(Reason reason) {
        static constexpr const char *REASONS[] = {
            "checkmate", "stalemate", "repetition", "move-limit", "material", "goal",
            "line",      "connection", "count",     "no-moves",   "no-pieces", "blocked",
            "passes",    "territory", "captured",   "points",     "bare-king"};
        rest_ += ",\"result\":{" + field("reason", REASONS[static_cast<size_t>(reason)]) + "}";
        return *this;
    }
    std::string json() const {
        return "{\"spots\":[" + spots_ + "],\"lines\":[" + lines_ + "],\"labels\":[" + labels_ + "],\"tokens\":[" +
               tokens_ + "],\"marks\":[" + marks_ + "],\"choices\":[" + choices_ + "]" + targets_ + rest_ + "}";
    }

  private:
    View &add(std::string &list, const std::string &fields) {
        list += (list.empty() ? "{" : ",{") + fields + "}";
        return *this;
    }
    static std::string owned(Owner owner) {
        static constexpr const char *OWNERS[] = {"none", "max", "min"};
        return field("owner", OWNERS[static_cast<size_t>(owner)]);
    }
    static std::string field(const char *name, std::string_view text) { return string(name) + ":" + string(text); }
    static std::string string(std::string_view text) {
        std::string quoted = "\"";
        for (char c : text) {
            if (c == '"' || c == '\\') {
                quoted += '\\';
            }
            quoted += c >= '\0' && c < ' ' ? ' ' : c;
        }
        return quoted + "\"";
    }
    // With up to three digits behind the point, whatever the locale.
    static std::string decimal(double number) {
        long long thousandths = std::llround(number * 1000);
        std::string digits = std::to_string(1000 + std::llabs(thousandths) % 1000).substr(1);
        std::string text = (thousandths < 0 ? "-" : "") + std::to_string(std::llabs(thousandths) / 1000);
        return thousandths % 1000 == 0 ? text : text + "." + digits;
    }

    std::string spots_, lines_, labels_, tokens_, marks_, choices_, targets_, rest_;
};

// How the header uses a game. Nothing below is for authors but PLYD_EXPORT_GAME at the end.
namespace detail {

template <class Game, class Name> struct Both : Game, Name {};

// Whether a game has a member of this name. A second base with the same name makes the name ambiguous, also if the
// member is private or overloaded: so a wrong one is an error of the compiler, and is never passed over.
#define PLYD_OPTIONAL(NAME)                                                                                            \
    struct Named_##NAME {                                                                                              \
        int NAME;                                                                                                      \
    };                                                                                                                 \
    template <class Game, class = void> struct Has_##NAME : std::true_type {};                                         \
    template <class Game>                                                                                              \
    struct Has_##NAME<Game, std::void_t<decltype(&Both<Game, Named_##NAME>::NAME)>> : std::false_type {};              \
    template <class Game> inline constexpr bool has_##NAME = Has_##NAME<Game>::value
PLYD_OPTIONAL(SIDES);
PLYD_OPTIONAL(ABOUT);
PLYD_OPTIONAL(BOARD);
PLYD_OPTIONAL(OPTIONS);
PLYD_OPTIONAL(PARAMETERS);
PLYD_OPTIONAL(PERFT);
PLYD_OPTIONAL(evaluate);
PLYD_OPTIONAL(key);
PLYD_OPTIONAL(symmetric_key);
PLYD_OPTIONAL(board_key);
PLYD_OPTIONAL(is_irreversible);
PLYD_OPTIONAL(noisy);
PLYD_OPTIONAL(in_check);
PLYD_OPTIONAL(order);
PLYD_OPTIONAL(pass);
PLYD_OPTIONAL(futility_margin);
PLYD_OPTIONAL(playout);
PLYD_OPTIONAL(plies_left);
PLYD_OPTIONAL(can_win);
PLYD_OPTIONAL(weight);
PLYD_OPTIONAL(features);
PLYD_OPTIONAL(feature_image);
PLYD_OPTIONAL(parse_move);
PLYD_OPTIONAL(picture);
PLYD_OPTIONAL(view);
PLYD_OPTIONAL(gesture);
PLYD_OPTIONAL(node_name);
PLYD_OPTIONAL(notate);
PLYD_OPTIONAL(read_notation);
PLYD_OPTIONAL(book_key);
#undef PLYD_OPTIONAL

// Why the last call on this thread failed. No destructor runs when a thread ends.
inline thread_local char failure[400];

inline void fail(const char *why) noexcept { std::snprintf(failure, sizeof failure, "%s", why); }

// Runs a function of the game. What it throws stays here, and becomes the answer `failed` with a text.
template <class Result, class Body> Result guarded(Result failed, Body body) noexcept {
    try {
        return body();
    } catch (const std::exception &exception) {
        std::snprintf(failure, sizeof failure, "the library panicked: %s", exception.what());
    } catch (...) {
        fail("the library panicked: an exception without a text");
    }
    return failed;
}

inline PlydStr str(std::string_view text) { return {reinterpret_cast<const uint8_t *>(text.data()), text.size()}; }
inline std::string_view text_of(PlydStr text) {
    return {text.len == 0 ? "" : reinterpret_cast<const char *>(text.data), text.len};
}
inline std::string_view trimmed(std::string_view text) {
    size_t first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t");
    return first == std::string_view::npos ? std::string_view() : text.substr(first, last + 1 - first);
}
inline bool is_same_but_for_case(std::string_view one, std::string_view two) {
    auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    for (size_t i = 0; i < one.size() && i < two.size(); i++) {
        if (lower(one[i]) != lower(two[i])) {
            return false;
        }
    }
    return one.size() == two.size();
}
inline ptrdiff_t put(PlydBuffer out, std::string_view text) { return plyd_write(out, text.data(), text.size()); }
inline ptrdiff_t put(PlydBuffer out, const View &view) { return put(out, view.json()); }
// A state without a view has the empty text.
inline ptrdiff_t put(PlydBuffer out, const std::optional<View> &view) { return view ? put(out, view->json()) : 0; }

template <class Answer> void fill(Answer *caller, const Answer &answer) {
    plyd_fill(caller, caller->size, &answer, sizeof answer);
}
// Stores what was found.
template <class Value> int32_t give(const std::optional<Value> &found, Value *to) {
    if (!found) {
        return PLYD_NOT_FOUND;
    }
    *to = *found;
    return PLYD_OK;
}

// The functions of the table for one game.
template <class Game> struct Library {
    using State = typename Game::State;
    static_assert(!std::is_final_v<Game>, "the class of a game must not be final");
    static_assert(std::is_trivially_copyable_v<State>, "a state is copied byte by byte: use arrays of a fixed size");
    static_assert(sizeof(State) <= 65536 && alignof(State) <= 64, "a state has at most 65,536 bytes, aligned to 64");
    static_assert(has_notate<Game> == has_read_notation<Game> && (has_notate<Game> || !has_book_key<Game>),
                  "a notation needs `notate` and `read_notation`");
    static_assert(has_view<Game> || !has_gesture<Game>, "a `gesture` needs a `view`");

    struct Instance {
        Game game;
        State root;
    };
    static const Game &game_of(const void *instance) { return static_cast<const Instance *>(instance)->game; }
    static const State &state_of(const void *state) { return *static_cast<const State *>(state); }

    static Options options(std::string_view set) {
        const Option *first = nullptr;
        const Parameter *first_parameter = nullptr;
        size_t count = 0, parameter_count = 0;
        if constexpr (has_OPTIONS<Game>) {
            first = Game::OPTIONS;
            count = std::size(Game::OPTIONS);
        }
        if constexpr (has_PARAMETERS<Game>) {
            first_parameter = Game::PARAMETERS;
            parameter_count = std::size(Game::PARAMETERS);
        }
        return Options(first, count, first_parameter, parameter_count, set);
    }

    static uint32_t flags_of(const Facts &facts) {
        uint32_t flags = PLYD_FLAG_HAS_KEY | facts.flags;
        flags |= has_order<Game> ? PLYD_FLAG_ORDER : 0;
        flags |= has_noisy<Game> ? PLYD_FLAG_NOISY : 0;
        flags |= has_in_check<Game> ? PLYD_FLAG_CHECK : 0;
        flags |= has_pass<Game> ? PLYD_FLAG_NULL_MOVE : 0;
        flags |= has_symmetric_key<Game> ? PLYD_FLAG_SYMMETRY : 0;
        flags |= has_futility_margin<Game> ? PLYD_FLAG_FUTILITY : 0;
        flags |= has_playout<Game> ? PLYD_FLAG_PLAYOUT : 0;
        flags |= has_plies_left<Game> ? PLYD_FLAG_HORIZON : 0;
        flags |= has_can_win<Game> ? PLYD_FLAG_WINNABLE : 0;
        flags |= facts.repetition.exempt ? PLYD_FLAG_EXEMPT_MOVE : 0;
        return flags & ~facts.without;
    }

    static PlydOpened opened_of(const Facts &facts) {
        PlydOpened answer{};
        answer.size = sizeof answer;
        answer.flags = flags_of(facts);
        answer.state_size = sizeof(State);
        answer.state_align = alignof(State);
        answer.max_moves = facts.max_moves;
        answer.max_plies = facts.max_plies;
        answer.win = facts.win;
        answer.repetition_times = facts.repetition.times;
        answer.repetition_verdict = facts.repetition.verdict;
        answer.repetition_worth = facts.repetition.worth;
        answer.repetition_key = facts.repetition.key;
        answer.repetition_exempt = facts.repetition.exempt.value_or(0);
        answer.max_outcomes = facts.max_outcomes;
        answer.low = facts.low;
        answer.high = facts.high;
        answer.points_per_logit = facts.points_per_logit;
        answer.draw_points = facts.draw_points;
        answer.inputs = facts.inputs;
        answer.symmetries = facts.symmetries;
        answer.sides_differ = facts.sides_differ;
        return answer;
    }

    static ptrdiff_t open(PlydStr setup, PlydStr set, PlydOpened *opened, PlydBuffer error) {
        ptrdiff_t result = guarded<ptrdiff_t>(-1, [&]() -> ptrdiff_t {
            try {
                std::pair<Game, State> made = Game::open(trimmed(text_of(setup)), options(text_of(set)));
                PlydOpened answer = opened_of(made.first.facts());
                auto instance = std::make_unique<Instance>(Instance{std::move(made.first), made.second});
                answer.root = &instance->root;
                answer.instance = instance.release();
                fill(opened, answer);
                return 0;
            } catch (const SetupError &refusal) {
                std::string_view why = refusal.what();
                return put(error, why.empty() ? "the setup was refused without a reason" : why);
            }
        });
        return result < 0 ? put(error, failure) : result;
    }
    static void close(void *instance) {
        guarded(0, [&] {
            delete static_cast<Instance *>(instance);
            return 0;
        });
    }

    static uint64_t key_of_state(const Game &game, const State &state) {
        if constexpr (has_key<Game>) {
            return game.key(state);
        } else {
            return (void)game, key_of(state);
        }
    }
    static PlydStep look(const Game &game, const State &state, uint32_t want, Move *moves, uint32_t capacity) {
        Outcome outcome = game.outcome(state);
        uint32_t turn = static_cast<uint32_t>(game.turn(state));
        PlydStep step = plyd_step(outcome.kind, turn);
        bool is_ongoing = outcome.kind == PLYD_STEP_ONGOING;
        if (outcome.kind == PLYD_STEP_UTILITY) {
            step = plyd_with_value(step, outcome.value);
        }
        if constexpr (has_evaluate<Game>) {
            if (is_ongoing && (want & PLYD_WANT_VALUE) != 0) {
                step = plyd_with_value(step, game.evaluate(state));
            }
        }
        Moves out(moves, capacity);
        if ((want & PLYD_WANT_MOVES) != 0 && plyd_has_moves(outcome.kind)) {
            game.moves(state, out);
        }
        if constexpr (has_noisy<Game>) {
            if ((want & PLYD_WANT_NOISY) != 0 && is_ongoing) {
                game.noisy(state, out);
            }
        }
        if (out.overflowed()) {
            fail("a position has more moves than were declared");
            return plyd_step_failed();
        }
        step = plyd_with_count(step, out.count());
        if constexpr (has_in_check<Game>) {
            if ((want & PLYD_WANT_CHECK) != 0 && is_ongoing && turn != PLYD_TURN_CHANCE && game.in_check(state)) {
                step = plyd_with_check(step);
            }
        }
        if ((want & PLYD_WANT_KEY) != 0) {
            step = plyd_with_key(step, key_of_state(game, state));
        }
        if constexpr (has_symmetric_key<Game>) {
            if ((want & PLYD_WANT_SYMMETRIC_KEY) != 0) {
                step = plyd_with_key(step, game.symmetric_key(state));
            }
        }
        if constexpr (has_board_key<Game>) {
            if ((want & PLYD_WANT_BOARD_KEY) != 0) {
                step = plyd_with_key(step, game.board_key(state));
            }
        }
        return step;
    }
    static PlydStep examine(const void *instance, const void *state, uint32_t want, Move *moves, uint32_t capacity) {
        return guarded(plyd_step_failed(),
                       [&] { return look(game_of(instance), state_of(state), want, moves, capacity); });
    }
    static PlydStep step(const void *instance, const void *parent, Move move, void *room, uint32_t want, Move *moves,
                         uint32_t capacity) {
        return guarded(plyd_step_failed(), [&] {
            const Game &game = game_of(instance);
            bool is_irreversible = false;
            if constexpr (has_is_irreversible<Game>) {
                is_irreversible = game.is_irreversible(state_of(parent), move);
            }
            State *child = new (room) State(state_of(parent));
            game.play(*child, move);
            PlydStep step = look(game, *child, want, moves, capacity);
            return is_irreversible ? plyd_with_irreversible(step) : step;
        });
    }

    static ptrdiff_t format_state(const void *instance, const void *state, PlydBuffer out) {
        return guarded<ptrdiff_t>(-1, [&] { return put(out, game_of(instance).format_state(state_of(state))); });
    }
    static ptrdiff_t format_move(const void *instance, const void *state, Move move, PlydBuffer out) {
        return guarded<ptrdiff_t>(-1, [&] { return put(out, game_of(instance).format_move(state_of(state), move)); });
    }
    // The move with exactly this text, or else the only one that differs in upper and lower case.
    static std::optional<Move> move_of(const Game &game, const State &state, std::string_view text) {
        if (!plyd_has_moves(game.outcome(state).kind)) {
            return std::nullopt;
        }
        if constexpr (has_parse_move<Game>) {
            return game.parse_move(state, text);
        } else {
            std::vector<Move> room(game.facts().max_moves);
            Moves moves(room.data(), static_cast<uint32_t>(room.size()));
            game.moves(state, moves);
            std::optional<Move> found;
            bool is_one = true;
            for (uint32_t i = 0; i < moves.count() && i < room.size(); i++) {
                std::string known = game.format_move(state, room[i]);
                if (known == text) {
                    return room[i];
                }
                if (is_same_but_for_case(known, text)) {
                    is_one = !found;
                    found = room[i];
                }
            }
            return is_one ? found : std::nullopt;
        }
    }
    static int32_t parse_move(const void *instance, const void *state, PlydStr text, Move *move) {
        return guarded<int32_t>(
            PLYD_FAILED, [&] { return give(move_of(game_of(instance), state_of(state), text_of(text)), move); });
    }
    static ptrdiff_t last_error(const void *, const void *, PlydBuffer out) { return put(out, failure); }

    static int32_t option(uint32_t index, PlydOptionItem *item) {
        if (index >= std::size(Game::OPTIONS)) {
            return PLYD_NOT_FOUND;
        }
        const Option &known = Game::OPTIONS[index];
        PlydOptionItem answer{};
        answer.size = sizeof answer;
        answer.kind = known.kind;
        answer.name = str(known.name);
        answer.default_ = str(known.word);
        answer.default_number = known.number;
        answer.min = known.min;
        answer.max = known.max;
        answer.choice_count = known.choice_count;
        answer.choice = choice;
        return fill(item, answer), PLYD_OK;
    }
    static PlydStr choice(uint32_t option, uint32_t choice) {
        bool is_one = option < std::size(Game::OPTIONS) && choice < Game::OPTIONS[option].choice_count;
        return str(is_one ? Game::OPTIONS[option].choices[choice] : "");
    }
    static int32_t parameter(uint32_t index, PlydParameterItem *item) {
        if (index >= std::size(Game::PARAMETERS)) {
            return PLYD_NOT_FOUND;
        }
        const Parameter &known = Game::PARAMETERS[index];
        PlydParameterItem answer{};
        answer.size = sizeof answer;
        answer.name = str(known.name);
        answer.meaning = str(known.meaning);
        answer.default_number = known.by_default;
        answer.min = known.min;
        answer.max = known.max;
        return fill(item, answer), PLYD_OK;
    }
    static int32_t count(uint32_t index, PlydPerftItem *item) {
        if (index >= std::size(Game::PERFT)) {
            return PLYD_NOT_FOUND;
        }
        const KnownPerft &known = Game::PERFT[index];
        PlydPerftItem answer{};
        answer.size = sizeof answer;
        answer.depth = known.depth;
        answer.leaves = known.leaves;
        answer.setup = str(known.setup);
        answer.options = str(known.options);
        return fill(item, answer), PLYD_OK;
    }

    // The structure of an extension, made once. The functions are lambdas, so that only those are compiled that the
    // game has.
    template <class Extension> static const void *made(Extension extension) {
        static Extension kept = [&] {
            extension.size = sizeof(Extension);
            return extension;
        }();
        return &kept;
    }
    static const void *extension(PlydStr id) {
        return guarded<const void *>(nullptr, [&]() -> const void * {
            if (const void *found = described(id)) {
                return found;
            }
            return ability(id);
        });
    }
    // What people and programs read.
    static const void *described(PlydStr id) {
        if constexpr (has_SIDES<Game>) {
            static_assert(std::size(Game::SIDES) == 2, "there are two sides");
            if (plyd_is(id, PLYD_SIDES_EXTENSION)) {
                return made(PlydSidesExtension{0, 0, str(Game::SIDES[0]), str(Game::SIDES[1])});
            }
        }
        if constexpr (has_ABOUT<Game>) {
            if (plyd_is(id, PLYD_ABOUT_EXTENSION)) {
                return made(PlydAboutExtension{0, 0, str(Game::ABOUT)});
            }
        }
        if constexpr (has_BOARD<Game>) {
            if (plyd_is(id, PLYD_BOARD_EXTENSION)) {
                const Board &board = Game::BOARD;
                return made(PlydBoardExtension{0, board.files, board.ranks, board.pocket, str(board.pieces)});
            }
        }
        if constexpr (has_OPTIONS<Game>) {
            if (plyd_is(id, PLYD_OPTIONS_EXTENSION)) {
                return made(PlydOptionsExtension{0, std::size(Game::OPTIONS), option});
            }
        }
        if constexpr (has_PARAMETERS<Game>) {
            if (plyd_is(id, PLYD_PARAMETERS_EXTENSION)) {
                return made(PlydParametersExtension{0, std::size(Game::PARAMETERS), parameter});
            }
        }
        if constexpr (has_PERFT<Game>) {
            if (plyd_is(id, PLYD_PERFT_EXTENSION)) {
                return made(PlydPerftExtension{0, std::size(Game::PERFT), count});
            }
        }
        if constexpr (has_picture<Game>) {
            if (plyd_is(id, PLYD_PICTURE_EXTENSION)) {
                return made(PlydPictureExtension{0, 0, [](const void *instance, const void *state, PlydBuffer out) {
                    return guarded<ptrdiff_t>(-1, [&] { return put(out, game_of(instance).picture(state_of(state))); });
                }});
            }
        }
        if constexpr (has_view<Game>) {
            if (plyd_is(id, PLYD_VIEW_EXTENSION)) {
                return made(PlydViewExtension{0, 0, [](const void *instance, const void *state, PlydBuffer out) {
                    return guarded<ptrdiff_t>(-1, [&] { return put(out, game_of(instance).view(state_of(state))); });
                }, gesture});
            }
        }
        if constexpr (has_node_name<Game>) {
            if (plyd_is(id, PLYD_TREE_EXTENSION)) {
                return made(PlydTreeExtension{0, 0, [](const void *instance, const void *state, PlydBuffer out) {
                    const Game &game = game_of(instance);
                    return guarded<ptrdiff_t>(-1, [&] { return put(out, game.node_name(state_of(state))); });
                }});
            }
        }
        if constexpr (has_notate<Game>) {
            if (plyd_is(id, PLYD_NOTATION_EXTENSION)) {
                return made(PlydNotationExtension{0, 0, notate, read_notation, book_key});
            }
        }
        return nullptr;
    }
    static ptrdiff_t gesture(const void *instance, const void *state, Move move, PlydBuffer out) {
        return guarded<ptrdiff_t>(-1, [&] {
            if constexpr (has_gesture<Game>) {
                return put(out, game_of(instance).gesture(state_of(state), move));
            } else {
                // A button with the text of the move.
                return put(out, "!" + game_of(instance).format_move(state_of(state), move));
            }
        });
    }
    static ptrdiff_t notate(const void *instance, const void *state, Move move, PlydBuffer out) {
        return guarded<ptrdiff_t>(-1, [&] { return put(out, game_of(instance).notate(state_of(state), move)); });
    }
    static int32_t read_notation(const void *instance, const void *state, PlydStr text, Move *move) {
        return guarded<int32_t>(PLYD_FAILED, [&] {
            return give(game_of(instance).read_notation(state_of(state), text_of(text)), move);
        });
    }
    static int32_t book_key(const void *instance, const void *state, uint64_t *key) {
        return guarded<int32_t>(PLYD_FAILED, [&]() -> int32_t {
            if constexpr (has_book_key<Game>) {
                return give(game_of(instance).book_key(state_of(state)), key);
            } else {
                return (void)instance, (void)state, (void)key, PLYD_NOT_FOUND;
            }
        });
    }

    // What searches use.
    static const void *ability(PlydStr id) {
        if constexpr (has_weight<Game>) {
            if (plyd_is(id, PLYD_CHANCE_EXTENSION)) {
                return made(PlydChanceExtension{0, 0, [](const void *instance, const void *state, const Move *outcomes,
                                                        uint32_t count, uint32_t *weights) {
                    return guarded<int32_t>(PLYD_FAILED, [&]() -> int32_t {
                        for (uint32_t i = 0; i < count; i++) {
                            weights[i] = game_of(instance).weight(state_of(state), outcomes[i]);
                        }
                        return PLYD_OK;
                    });
                }});
            }
        }
        if constexpr (has_features<Game>) {
            if (plyd_is(id, PLYD_FEATURES_EXTENSION)) {
                return made(PlydFeaturesExtension{0, 0, [](const void *instance, const void *state, uint64_t *words,
                                                          uint32_t count) {
                    return guarded<int32_t>(PLYD_FAILED, [&] {
                        Inputs inputs(words, count);
                        return static_cast<int32_t>(game_of(instance).features(state_of(state), inputs));
                    });
                }, feature_image});
            }
        }
        if constexpr (has_order<Game>) {
            if (plyd_is(id, PLYD_ORDER_EXTENSION)) {
                return made(PlydOrderExtension{0, 0, [](const void *instance, const void *state, const Move *moves,
                                                       uint32_t count, int32_t *scores) {
                    return guarded<int32_t>(PLYD_FAILED, [&]() -> int32_t {
                        return game_of(instance).order(state_of(state), moves, count, scores), PLYD_OK;
                    });
                }});
            }
        }
        if constexpr (has_pass<Game>) {
            if (plyd_is(id, PLYD_NULL_MOVE_EXTENSION)) {
                return made(PlydNullMoveExtension{0, 0, [](const void *instance, const void *parent, void *child) {
                    return guarded<int32_t>(PLYD_FAILED, [&]() -> int32_t {
                        State *state = new (child) State(state_of(parent));
                        return game_of(instance).pass(*state) ? PLYD_OK : PLYD_NOT_FOUND;
                    });
                }});
            }
        }
        if constexpr (has_futility_margin<Game>) {
            if (plyd_is(id, PLYD_FUTILITY_EXTENSION)) {
                return made(PlydFutilityExtension{0, 0, [](const void *instance, const void *state) {
                    return guarded<int32_t>(0, [&] { return game_of(instance).futility_margin(state_of(state)); });
                }});
            }
        }
        if constexpr (has_playout<Game>) {
            if (plyd_is(id, PLYD_PLAYOUT_EXTENSION)) {
                return made(PlydPlayoutExtension{0, 0, [](const void *instance, const void *state, uint64_t seed,
                                                         Move *moves, uint32_t capacity) {
                    return guarded(plyd_step_failed(), [&] {
                        Moves out(moves, capacity);
                        Outcome end = game_of(instance).playout(state_of(state), seed, out);
                        PlydStep step = plyd_with_value(plyd_step(end.kind, PLYD_TURN_MAX), end.value);
                        return plyd_with_count(step, out.overflowed() ? capacity : out.count());
                    });
                }});
            }
        }
        if constexpr (has_plies_left<Game>) {
            if (plyd_is(id, PLYD_HORIZON_EXTENSION)) {
                // A game that fails here has no plies left, so no stored win counts.
                return made(PlydHorizonExtension{0, 0, [](const void *instance, const void *state) {
                    return guarded<uint16_t>(0, [&] { return game_of(instance).plies_left(state_of(state)); });
                }});
            }
        }
        if constexpr (has_can_win<Game>) {
            if (plyd_is(id, PLYD_WINNABLE_EXTENSION)) {
                return made(PlydWinnableExtension{0, 0, [](const void *instance, const void *state, uint32_t player) {
                    return guarded<int32_t>(1, [&]() -> int32_t {
                        return game_of(instance).can_win(state_of(state), static_cast<Player>(player));
                    });
                }});
            }
        }
        return nullptr;
    }
    static uint32_t feature_image(const void *instance, uint32_t symmetry, uint32_t input) {
        // A failure is no input.
        return guarded<uint32_t>(UINT32_MAX, [&]() -> uint32_t {
            if constexpr (has_feature_image<Game>) {
                return game_of(instance).feature_image(symmetry, input);
            } else {
                return (void)instance, (void)symmetry, input;
            }
        });
    }

    static const PlydPluginTable *table() {
        static const PlydPluginTable table = {PLYD_HEADER, str(Game::ID), str(Game::NAME), str(Game::VERSION),
                                              open,        close,         format_state,    format_move,
                                              parse_move,  step,          examine,         last_error,
                                              extension};
        return &table;
    }
};

} // namespace detail
} // namespace plyd

// Makes the class the game of this library. Use it once, outside of namespaces.
#define PLYD_EXPORT_GAME(GAME)                                                                                         \
    extern "C" PLYD_EXPORT const PlydPluginTable *plyd_plugin(void) {                                                  \
        return plyd::detail::Library<GAME>::table();                                                                   \
    }                                                                                                                  \
    static_assert(true, "the semicolon behind PLYD_EXPORT_GAME")

#endif
