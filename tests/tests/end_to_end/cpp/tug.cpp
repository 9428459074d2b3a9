// A tug of war, with the abilities that a race has no use for: keys, repetition, a draw by a counter, noisy moves,
// checks, an order, null moves, random games, a notation.
//
// MAX pulls the marker up, MIN down, by one step, or by two while he has strength for it. Whoever has pulled it three
// steps wins, and more so with strength left. After twelve moves without a strong pull a draw can be claimed.

#include "plyd.hpp"

class Tug {
  public:
    struct State {
        int32_t marker;
        uint32_t quiet;
        uint32_t strength[2];
        plyd::Player player;
    };
    static constexpr std::string_view ID = "tug", NAME = "Tug of war", VERSION = "1.0.0";

    static std::pair<Tug, State> open(std::string_view setup, const plyd::Options &options) {
        State state = {0, 0, {2, 2}, plyd::Player::Max};
        Tug tug;
        // Three ways to fail, for the tests.
        if (setup == "undeclared") {
            options.flag("Undeclared");
        } else if (setup == "seven") {
            throw 7;
        }
        tug.rope_tears_ = setup == "torn";
        if (setup.empty() || tug.rope_tears_) {
            return {tug, state};
        }
        std::vector<std::string_view> words = plyd::words(setup);
        if (words.size() != 5 || (words[4] != "w" && words[4] != "b")) {
            throw plyd::SetupError("use four numbers, and w or b for the player to move, such as `0 0 2 2 w`");
        }
        auto number = [&](size_t word, int64_t min, int64_t max) {
            std::optional<int64_t> value = plyd::number(words[word], min, max);
            if (!value) {
                throw plyd::SetupError(plyd::quoted(words[word]) + " is no number from " + std::to_string(min) +
                                       " to " + std::to_string(max));
            }
            return *value;
        };
        state.marker = static_cast<int32_t>(number(0, -GOAL - 1, GOAL + 1));
        state.quiet = static_cast<uint32_t>(number(1, 0, MOST_QUIET));
        state.strength[0] = static_cast<uint32_t>(number(2, 0, 2));
        state.strength[1] = static_cast<uint32_t>(number(3, 0, 2));
        state.player = words[4] == "w" ? plyd::Player::Max : plyd::Player::Min;
        return {tug, state};
    }
    plyd::Facts facts() const {
        plyd::Facts facts;
        facts.max_moves = 2;
        facts.win = 100;
        facts.repetition.times = 3;
        facts.repetition.key = PLYD_REPETITION_KEY_BOARD;
        facts.flags = PLYD_FLAG_CANDIDATES;
        return facts;
    }
    plyd::Player turn(const State &state) const { return state.player; }
    plyd::Outcome outcome(const State &state) const {
        if (state.marker >= GOAL || state.marker <= -GOAL) {
            int32_t points = 50 + static_cast<int32_t>(state.strength[state.marker < 0]);
            return plyd::Outcome::utility(state.marker > 0 ? points : -points);
        }
        return state.quiet >= MOST_QUIET ? plyd::Outcome::draw_if_claimed() : plyd::Outcome::ongoing();
    }
    void moves(const State &state, plyd::Moves &out) const {
        out.push(1);
        noisy(state, out);
    }
    void noisy(const State &state, plyd::Moves &out) const {
        if (state.strength[index(state)] > 0) {
            out.push(2);
        }
    }
    void play(State &state, plyd::Move move) const {
        int32_t steps = static_cast<int32_t>(move);
        state.marker += state.player == plyd::Player::Max ? steps : -steps;
        state.strength[index(state)] -= move - 1;
        state.quiet = move == 2 ? 0 : state.quiet < MOST_QUIET ? state.quiet + 1 : MOST_QUIET;
        state.player = plyd::other(state.player);
    }
    bool is_irreversible(const State &, plyd::Move move) const { return move == 2; }
    int32_t evaluate(const State &state) const {
        if (rope_tears_) {
            throw std::runtime_error("the rope has torn");
        }
        return 10 * state.marker + static_cast<int32_t>(state.strength[0]) - static_cast<int32_t>(state.strength[1]);
    }
    uint64_t key(const State &state) const { return plyd_mixed(board(state) << 1 | index(state)); }
    uint64_t board_key(const State &state) const { return plyd_mixed(board(state)); }
    bool in_check(const State &state) const {
        State next = state;
        pass(next);
        play(next, next.strength[index(next)] > 0 ? 2 : 1);
        return outcome(next).kind == PLYD_STEP_UTILITY;
    }
    void order(const State &, const plyd::Move *moves, uint32_t count, int32_t *scores) const {
        for (uint32_t i = 0; i < count; i++) {
            scores[i] = moves[i] == 2 ? 100 : 0;
        }
    }
    bool pass(State &state) const {
        state.player = plyd::other(state.player);
        return true;
    }
    int32_t futility_margin(const State &) const { return 10; }
    plyd::Outcome playout(const State &from, uint64_t seed, plyd::Moves &moves) const {
        State state = from;
        for (uint64_t ply = 0; ply < 40; ply++) {
            if (plyd::Outcome end = outcome(state); end.kind != PLYD_STEP_ONGOING) {
                return end;
            }
            bool is_strong = state.strength[index(state)] > 0 && plyd_mixed(seed + ply) % 2 == 0;
            plyd::Move move = is_strong ? 2 : 1;
            moves.push(move);
            play(state, move);
        }
        return plyd::Outcome::estimate(evaluate(state));
    }
    uint16_t plies_left(const State &state) const { return static_cast<uint16_t>(MOST_QUIET - state.quiet); }
    bool can_win(const State &, plyd::Player) const { return true; }

    std::string format_state(const State &state) const {
        return std::to_string(state.marker) + " " + std::to_string(state.quiet) + " " +
               std::to_string(state.strength[0]) + " " + std::to_string(state.strength[1]) +
               (state.player == plyd::Player::Max ? " w" : " b");
    }
    std::string format_move(const State &, plyd::Move move) const { return move == 2 ? "strong" : "Pull"; }
    std::optional<plyd::Move> parse_move(const State &state, std::string_view text) const {
        bool is_strong = text == "strong" || text == "2";
        bool is_legal = is_strong ? state.strength[index(state)] > 0 : text == "Pull" || text == "1";
        return is_legal ? std::optional<plyd::Move>(is_strong ? 2 : 1) : std::nullopt;
    }
    std::string notate(const State &, plyd::Move move) const { return move == 2 ? "++" : "+"; }
    std::optional<plyd::Move> read_notation(const State &state, std::string_view word) const {
        return parse_move(state, word == "+" ? "1" : word == "++" ? "2" : "");
    }
    std::optional<uint64_t> book_key(const State &state) const { return key(state); }
    std::optional<plyd::View> view(const State &state) const {
        if (state.quiet > 10) {
            return std::nullopt;
        }
        plyd::View view;
        view.spot("rope", 0.5, -1.25, plyd::Shape::Token, plyd::Tone::Frame).columns();
        return view.token("rope", plyd::Glyph::Text, plyd::Owner::None, std::to_string(state.marker));
    }

  private:
    static constexpr int32_t GOAL = 3;
    static constexpr uint32_t MOST_QUIET = 12;

    static uint32_t index(const State &state) { return static_cast<uint32_t>(state.player); }
    static uint64_t board(const State &state) {
        return static_cast<uint64_t>(state.marker + 8) << 4 | state.strength[0] << 2 | state.strength[1];
    }

    bool rope_tears_ = false;
};

PLYD_EXPORT_GAME(Tug);
