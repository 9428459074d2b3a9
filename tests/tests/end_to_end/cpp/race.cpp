// A race with dice on two lanes: a text for people, options, chance, views, inputs of a network, symmetry.
//
// Each player has a runner on each lane. A player rolls 1, 2 or 3 and moves one of his runners as far. Whoever lands on
// the opponent's runner sends it back to the start. The first runner at the end of its lane wins.

#include "plyd.hpp"
#include <algorithm>

class Race {
  public:
    // The cell of each runner, by player and lane, whose turn it is, and what he has rolled: 0 before the roll.
    struct State {
        uint8_t at[2][2];
        plyd::Player player;
        uint8_t rolled;
    };
    static constexpr std::string_view ID = "race", NAME = "Race", VERSION = "1.0.0";
    static constexpr std::string_view SIDES[] = {"Red", "Blue"};
    static constexpr std::string_view ABOUT = R"toml(
author = "Ada Lovelace"

[en]
rules = """
A player rolls 1, 2 or 3 and moves one of his runners as far.
The first runner at the end of its lane wins.
"""

[en.options.Die]
label = "Die"
choices = { fair = "Fair", loaded = "Loaded" }
)toml";
    static constexpr plyd::Board BOARD = {8, 4, false, "fairy"};
    static constexpr std::string_view DICE[] = {"fair", "loaded"};
    static constexpr plyd::Option OPTIONS[] = {plyd::spin("Length", 6, 3, 12), plyd::check("Send Back", true),
                                               plyd::combo("Die", DICE)};
    static constexpr plyd::Parameter PARAMETERS[] = {{"Lead", "what a step is worth", 10, 1, 30}};
    // Three rolls, two moves, three rolls.
    static constexpr plyd::KnownPerft PERFT[] = {{"", "", 1, 3}, {"", "Length=3\n", 2, 6}, {"", "", 3, 18}};

    static std::pair<Race, State> open(std::string_view setup, const plyd::Options &options) {
        Race race;
        race.length_ = static_cast<uint8_t>(options.integer("Length"));
        race.sends_back_ = options.flag("Send Back");
        race.is_loaded_ = options.text("Die") == "loaded";
        race.lead_ = options.parameter("Lead");
        return {race, setup.empty() ? State{} : race.read(plyd::words(setup))};
    }
    plyd::Facts facts() const {
        plyd::Facts facts;
        facts.max_moves = 3;
        facts.win = WIN;
        facts.max_outcomes = 3;
        facts.low = -WIN;
        facts.high = WIN;
        facts.inputs = 4u * MOST + 3;
        facts.symmetries = 1;
        return facts;
    }
    plyd::Turn turn(const State &state) const {
        return state.rolled == 0 ? plyd::Turn::Chance : static_cast<plyd::Turn>(state.player);
    }
    plyd::Outcome outcome(const State &state) const {
        for (uint32_t player = 0; player < 2; player++) {
            if (std::max(state.at[player][0], state.at[player][1]) >= length_) {
                return plyd::Outcome::win(static_cast<plyd::Player>(player));
            }
        }
        return plyd::Outcome::ongoing();
    }
    void moves(const State &state, plyd::Moves &out) const {
        for (plyd::Move move = 0; move < (state.rolled == 0 ? 3 : 2); move++) {
            out.push(state.rolled == 0 ? ROLLS + move : move);
        }
    }
    void play(State &state, plyd::Move move) const {
        if (move >= ROLLS) {
            state.rolled = static_cast<uint8_t>(move - ROLLS + 1);
            return;
        }
        uint8_t &runner = state.at[index(state.player)][move];
        uint8_t &opponent = state.at[index(plyd::other(state.player))][move];
        runner = static_cast<uint8_t>(runner + state.rolled);
        if (runner == opponent && sends_back_) {
            opponent = 0;
        }
        state.player = plyd::other(state.player);
        state.rolled = 0;
    }
    int32_t evaluate(const State &state) const {
        auto best = [&](uint32_t player) { return std::max(state.at[player][0], state.at[player][1]); };
        return std::clamp(lead_ * (best(0) - best(1)), 1 - WIN, WIN - 1);
    }
    uint64_t symmetric_key(const State &state) const {
        State image = state;
        std::swap(image.at[0][0], image.at[0][1]);
        std::swap(image.at[1][0], image.at[1][1]);
        return std::min(plyd::key_of(state), plyd::key_of(image));
    }
    uint32_t weight(const State &, plyd::Move outcome) const { return is_loaded_ ? outcome - ROLLS + 1 : 1; }
    plyd::Player features(const State &state, plyd::Inputs &inputs) const {
        for (plyd::Player player : {state.player, plyd::other(state.player)}) {
            for (uint8_t cell : state.at[index(player)]) {
                inputs.above(cell, MOST);
            }
        }
        inputs.cells(uint64_t{1} << state.rolled >> 1, 3);
        return state.player;
    }
    // The lanes change places.
    uint32_t feature_image(uint32_t, uint32_t input) const {
        return input >= 4 * MOST ? input : input / MOST % 2 == 0 ? input + MOST : input - MOST;
    }

    std::string format_state(const State &state) const {
        std::string text;
        for (const auto &lanes : state.at) {
            text += std::to_string(lanes[0]) + " " + std::to_string(lanes[1]) + " ";
        }
        return text + (state.player == plyd::Player::Max ? "w " : "b ") + std::to_string(state.rolled);
    }
    std::string format_move(const State &, plyd::Move move) const {
        return move >= ROLLS ? std::to_string(move - ROLLS + 1) : move == 0 ? "upper" : "lower";
    }
    std::string picture(const State &state) const { return "Runners and the roll: " + format_state(state); }
    plyd::View view(const State &state) const {
        plyd::View view = plyd::View::grid(length_ + 4u, 4, plyd::Paint::Chequered);
        for (uint32_t player = 0; player < 2; player++) {
            for (uint32_t lane = 0; lane < 2; lane++) {
                view.token(plyd::square_name(state.at[player][lane], row(lane, player)),
                           player == 0 ? plyd::Glyph::Disc : plyd::Glyph::Text,
                           plyd::owner_of(static_cast<plyd::Player>(player)), player == 0 ? "" : "\"b\"");
            }
        }
        if (state.rolled != 0) {
            view.mark(plyd::Mark::Hint, {plyd::square_name(state.rolled, 0), "a1"}).choice("!roll", "a\\b");
        }
        return view;
    }
    std::string gesture(const State &state, plyd::Move move) const {
        if (move >= ROLLS) {
            return "!" + format_move(state, move);
        }
        uint32_t player = index(state.player), from = state.at[player][move], rank = row(move, player);
        return plyd::square_name(from, rank) + " " + plyd::square_name(from + state.rolled, rank);
    }

  private:
    static constexpr plyd::Move ROLLS = 10;
    static constexpr uint32_t MOST = 14; // cells of the longest lane, and two steps beyond it
    static constexpr int32_t WIN = 1000;

    static constexpr uint32_t index(plyd::Player player) { return static_cast<uint32_t>(player); }
    static constexpr uint32_t row(uint32_t lane, uint32_t player) { return 3 - 2 * lane - player; }

    State read(const std::vector<std::string_view> &words) const {
        if (words.size() != 6) {
            throw plyd::SetupError(std::to_string(words.size()) + " words: use six, such as `0 0 0 0 w 0`");
        }
        auto number = [&](size_t word, int64_t most) {
            std::optional<int64_t> value = plyd::number(words[word], 0, most);
            if (!value) {
                throw plyd::SetupError(plyd::quoted(words[word]) + ", word " + std::to_string(word + 1) +
                                       ": use a number from 0 to " + std::to_string(most));
            }
            return static_cast<uint8_t>(*value);
        };
        State state = {};
        bool is_over = false;
        for (uint32_t i = 0; i < 4; i++) {
            state.at[i / 2][i % 2] = number(i, length_ + 2);
            is_over |= state.at[i / 2][i % 2] >= length_;
        }
        if (words[4] != "w" && words[4] != "b") {
            throw plyd::SetupError(plyd::quoted(words[4]) + " as the player to move, word 5: use w or b");
        }
        state.player = words[4] == "w" ? plyd::Player::Max : plyd::Player::Min;
        state.rolled = number(5, is_over ? 0 : 3);
        return state;
    }

    int32_t lead_ = 0;
    uint8_t length_ = 0;
    bool sends_back_ = false, is_loaded_ = false;
};

PLYD_EXPORT_GAME(Race);
