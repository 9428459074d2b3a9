//! C text that compiles only if C sees the structures and constants of the header as Rust does, and whose program ends
//! with 0 only if the header's functions pack an answer as Rust does.

use plyd_plugin::abi::*;
use plyd_rules::{Outcome, Player, Step, Turn};
use std::fmt::Write;
use std::mem::offset_of;

/// An assertion at compile time that C99, C11 and C++11 understand.
const BEGIN: &str = "\
#include \"plyd_plugin.h\"
#define JOINED(a, b) a##b
#define NAME(line) JOINED(holds_in_line_, line)
#define HOLDS(condition) typedef char NAME(__LINE__)[(condition) ? 1 : -1]
";

/// Lines that compare the size of a structure, and the place and size of each of its fields. A field that is forgotten
/// here does not compile.
macro_rules! structure {
    ($text:ident, $c:literal, $rust:ident { $($field:ident $(as $c_field:literal)?),+ }) => {
        let _ = |value: $rust| {
            let $rust { $($field: _),+ } = value;
        };
        writeln!($text, "HOLDS(sizeof({}) == {});", $c, size_of::<$rust>()).expect("a string takes all");
        writeln!($text, "typedef struct {{ char before; {} it; }} Aligned{};", $c, $c).expect("a string takes all");
        writeln!($text, "HOLDS(offsetof(Aligned{}, it) == {});", $c, align_of::<$rust>()).expect("a string takes all");
        $(
            let field = *[stringify!($field), $($c_field)?].last().unwrap_or(&"");
            let offset = offset_of!($rust, $field);
            writeln!($text, "HOLDS(offsetof({}, {field}) == {offset});", $c).expect("a string takes all");
            let size = size_of_field(|value: &$rust| &raw const value.$field);
            writeln!($text, "HOLDS(sizeof((({}*)0)->{field}) == {size});", $c).expect("a string takes all");
        )+
    };
}

fn size_of_field<T, F>(_: impl Fn(&T) -> *const F) -> usize {
    size_of::<F>()
}

/// Names and values of these constants.
macro_rules! numbers {
    ($($name:ident),+) => { [$((stringify!($name), i128::from($name))),+] };
}

/// The constants of the interface that are numbers.
pub(crate) fn numbers() -> Vec<(&'static str, i128)> {
    numbers![
        CERTAIN_RATING,
        LOSING_RATING,
        UNLIKELY_RATING,
        UTILITY_LIMIT,
        WANT_MOVES,
        WANT_VALUE,
        WANT_KEY,
        WANT_SYMMETRIC_KEY,
        WANT_BOARD_KEY,
        WANT_NOISY,
        WANT_CHECK,
        STEP_MAX_MOVES,
        STEP_COUNT_SHIFT,
        STEP_OUTCOME,
        STEP_ONGOING,
        STEP_IN_CHECK,
        STEP_WON_BY_MAX,
        STEP_WON_BY_MIN,
        STEP_DRAW,
        STEP_UTILITY,
        STEP_DRAW_IF_CLAIMED,
        STEP_MIN_TO_MOVE,
        STEP_IRREVERSIBLE,
        STEP_CHANCE_TO_MOVE,
        STEP_ERROR,
        MAGIC,
        ABI_MAJOR,
        ABI_MINOR,
        FLAG_HAS_KEY,
        FLAG_MOVES_ARE_NOT_ACTIONS,
        FLAG_ORDER,
        FLAG_NOISY,
        FLAG_NULL_MOVE,
        FLAG_SYMMETRY,
        FLAG_REDUCTIONS,
        FLAG_FUTILITY,
        FLAG_CANDIDATES,
        FLAG_EXEMPT_MOVE,
        FLAG_MONTE_CARLO,
        FLAG_PLAYOUT,
        FLAG_HORIZON,
        FLAG_WINNABLE,
        FLAG_NO_SELECTIVITY,
        FLAG_CHECK,
        TURN_MAX,
        TURN_MIN,
        TURN_CHANCE,
        REPETITION_WORTH,
        REPETITION_LOSES,
        REPETITION_FORBIDDEN,
        REPETITION_FORBIDDEN_WORTH,
        REPETITION_KEY_POSITION,
        REPETITION_KEY_BOARD,
        OK,
        NOT_FOUND,
        FAILED,
        LONGEST_ABOUT,
        OPTION_CHECK,
        OPTION_SPIN,
        OPTION_COMBO
    ]
    .to_vec()
}

/// The constants of the interface that are texts.
pub(crate) const TEXTS: [(&str, &str); 20] = [
    ("ENTRY", ENTRY),
    ("BOARD_EXTENSION", BOARD_EXTENSION),
    ("PICTURE_EXTENSION", PICTURE_EXTENSION),
    ("SIDES_EXTENSION", SIDES_EXTENSION),
    ("ABOUT_EXTENSION", ABOUT_EXTENSION),
    ("LOADER_EXTENSION", LOADER_EXTENSION),
    ("OPTIONS_EXTENSION", OPTIONS_EXTENSION),
    ("PARAMETERS_EXTENSION", PARAMETERS_EXTENSION),
    ("VIEW_EXTENSION", VIEW_EXTENSION),
    ("TREE_EXTENSION", TREE_EXTENSION),
    ("NOTATION_EXTENSION", NOTATION_EXTENSION),
    ("CHANCE_EXTENSION", CHANCE_EXTENSION),
    ("FEATURES_EXTENSION", FEATURES_EXTENSION),
    ("ORDER_EXTENSION", ORDER_EXTENSION),
    ("NULL_MOVE_EXTENSION", NULL_MOVE_EXTENSION),
    ("FUTILITY_EXTENSION", FUTILITY_EXTENSION),
    ("PLAYOUT_EXTENSION", PLAYOUT_EXTENSION),
    ("HORIZON_EXTENSION", HORIZON_EXTENSION),
    ("WINNABLE_EXTENSION", WINNABLE_EXTENSION),
    ("PERFT_EXTENSION", PERFT_EXTENSION),
];

/// The program.
pub(crate) fn program() -> String {
    let mut text = BEGIN.to_string();
    structures(&mut text);
    for (name, value) in numbers() {
        // Decimal numbers are signed in C, and some do not fit.
        let _ = writeln!(text, "HOLDS(PLYD_{name} == {value}{});", if value > i128::from(i32::MAX) { "u" } else { "" });
    }
    text += SQUARE;
    text += "int main(void) {\n    PlydStep step;\n    int wrong = 0;\n";
    for (number, (call, step)) in answers().iter().enumerate() {
        let (bits, key) = (step.bits, step.key);
        let differs = format!("step.bits != UINT64_C({bits}) || step.key != UINT64_C({key})");
        let _ = writeln!(text, "    step = {call};\n    if ({differs}) wrong = {};", number + 1);
    }
    for (name, value) in TEXTS {
        let _ = writeln!(text, "    if (strcmp(PLYD_{name}, \"{value}\") != 0) wrong = 100;");
    }
    text + FUNCTIONS + "    return wrong;\n}\n"
}

fn structures(text: &mut String) {
    structure!(text, "PlydHeader", Header { magic, size, abi_major, abi_minor });
    structure!(text, "PlydStr", Str { data, len });
    structure!(text, "PlydBuffer", Buffer { data, capacity });
    structure!(text, "PlydStep", Step { bits, key });
    structure!(
        text,
        "PlydOpened",
        Opened {
            size,
            flags,
            instance,
            root,
            state_size,
            state_align,
            max_moves,
            max_plies,
            win,
            repetition_times,
            repetition_verdict,
            repetition_worth,
            repetition_key,
            repetition_exempt,
            max_outcomes,
            low,
            high,
            points_per_logit,
            draw_points,
            inputs,
            symmetries,
            sides_differ
        }
    );
    structure!(
        text,
        "PlydPluginTable",
        PluginTable {
            header,
            id,
            name,
            version,
            open,
            close,
            format_state,
            format_move,
            parse_move,
            step,
            examine,
            last_error,
            extension
        }
    );
    structure!(text, "PlydBoardExtension", BoardExtension { size, files, ranks, pocket, template as "template_" });
    structure!(text, "PlydPictureExtension", PictureExtension { size, reserved, picture });
    structure!(text, "PlydSidesExtension", SidesExtension { size, reserved, first, second });
    structure!(text, "PlydAboutExtension", AboutExtension { size, reserved, text });
    structure!(text, "PlydLoaderExtension", LoaderExtension { size, reserved, suffixes, load });
    structure!(text, "PlydLoadedText", LoadedText { size, line, column, reserved, table });
    structure!(text, "PlydOptionsExtension", OptionsExtension { size, count, item });
    structure!(text, "PlydOptionItem", OptionItem {
        size, kind, name, default as "default_", default_number, min, max, choice_count, reserved, choice
    });
    structure!(text, "PlydParametersExtension", ParametersExtension { size, count, item });
    structure!(text, "PlydParameterItem", ParameterItem { size, reserved, name, meaning, default_number, min, max });
    structure!(text, "PlydViewExtension", ViewExtension { size, reserved, view, gesture });
    structure!(text, "PlydTreeExtension", TreeExtension { size, reserved, name });
    structure!(text, "PlydNotationExtension", NotationExtension { size, reserved, format, parse, book_key });
    structure!(text, "PlydChanceExtension", ChanceExtension { size, reserved, weights });
    structure!(text, "PlydFeaturesExtension", FeaturesExtension { size, reserved, features, image });
    structure!(text, "PlydOrderExtension", OrderExtension { size, reserved, order });
    structure!(text, "PlydNullMoveExtension", NullMoveExtension { size, reserved, pass });
    structure!(text, "PlydFutilityExtension", FutilityExtension { size, reserved, margin });
    structure!(text, "PlydPlayoutExtension", PlayoutExtension { size, reserved, playout });
    structure!(text, "PlydHorizonExtension", HorizonExtension { size, reserved, plies_left });
    structure!(text, "PlydWinnableExtension", WinnableExtension { size, reserved, can_win });
    structure!(text, "PlydPerftExtension", PerftExtension { size, count, item });
    structure!(text, "PlydPerftItem", PerftItem { size, depth, leaves, setup, options });
}

/// Answers as C builds them, and as Rust does.
fn answers() -> [(&'static str, Step); 10] {
    let step = |outcome, turn: Player| Step::new(outcome, turn);
    [
        ("plyd_step_failed()", Step::FAILED),
        ("plyd_step(PLYD_STEP_WON_BY_MAX, 1)", step(Outcome::Win(Player::Max), Player::Min)),
        ("plyd_step(PLYD_STEP_WON_BY_MIN, 0)", step(Outcome::Win(Player::Min), Player::Max)),
        ("plyd_step(PLYD_STEP_DRAW, 1)", step(Outcome::Draw, Player::Min)),
        (
            "plyd_with_count(plyd_step(PLYD_STEP_DRAW_IF_CLAIMED, 1), 3)",
            step(Outcome::DrawIfClaimed, Player::Min).with_count(3),
        ),
        ("plyd_with_value(plyd_step(PLYD_STEP_UTILITY, 0), -7)", step(Outcome::Utility(-7), Player::Max)),
        ("plyd_with_value(plyd_step(PLYD_STEP_ONGOING, 1), 5)", step(Outcome::Ongoing, Player::Min).with_value(5)),
        ("plyd_step(PLYD_STEP_ONGOING, PLYD_TURN_CHANCE)", Step::new(Outcome::Ongoing, Turn::Chance)),
        (
            "plyd_with_count(plyd_with_value(plyd_step(PLYD_STEP_ONGOING, 0), -1000000), PLYD_STEP_MAX_MOVES)",
            step(Outcome::Ongoing, Player::Max).with_value(-1_000_000).with_count(Step::MAX_MOVES as usize),
        ),
        (
            "plyd_with_irreversible(plyd_with_key(plyd_step(PLYD_STEP_ONGOING, 0), UINT64_MAX))",
            step(Outcome::Ongoing, Player::Max).with_key(u64::MAX).with_irreversible(true),
        ),
    ]
}

/// The rest of the header's functions, on the stack of `main`.
const FUNCTIONS: &str = r#"    {
        static const PlydHeader header = PLYD_HEADER;
        static const PlydStr text = PLYD_STR("Nim");
        uint8_t room[4] = {'.', '.', '.', '.'};
        PlydBuffer all = {room, 4}, some = {room, 2}, none = {NULL, 0};
        PlydPerftItem item = {sizeof item, 1, 2, PLYD_STR("a"), PLYD_STR("b")}, target = {8, 0, 3, text, text};
        PlydStr same = plyd_str("Nim");
        PlydHeader again = plyd_header();
        if (same.len != text.len || memcmp(same.data, text.data, 3) != 0) wrong = 110;
        if (memcmp(&again, &header, sizeof header) != 0) wrong = 111;
        if (header.magic != PLYD_MAGIC || header.size != sizeof(PlydPluginTable)) wrong = 101;
        if (header.abi_major != PLYD_ABI_MAJOR || header.abi_minor != PLYD_ABI_MINOR) wrong = 102;
        if (!plyd_is(text, "Nim") || plyd_is(text, "Ni") || plyd_is(text, "Nima") || plyd_is(text, "nim")) wrong = 103;
        if (!plyd_has_moves(PLYD_STEP_ONGOING) || !plyd_has_moves(PLYD_STEP_DRAW_IF_CLAIMED)) wrong = 108;
        if (plyd_has_moves(PLYD_STEP_DRAW) || plyd_has_moves(PLYD_STEP_WON_BY_MIN)) wrong = 109;
        if (plyd_write(some, "abc", 3) != 3 || memcmp(room, "ab..", 4) != 0) wrong = 104;
        if (plyd_write(none, "abc", 3) != 3) wrong = 105;
        if (plyd_write(all, "xyz", 3) != 3 || memcmp(room, "xyz.", 4) != 0) wrong = 107;
        plyd_fill(&target, target.size, &item, sizeof item);
        if (target.size != sizeof item || target.depth != 1 || target.leaves != 3) wrong = 106;
    }
    {
        static const PlydOptionItem size = PLYD_SPIN("Size", 5, -3, 8), pie = PLYD_CHECK("Pie", "true");
        PlydStr set = PLYD_STR("Siz=1\nSize=-3\nPie=false\n"), none = PLYD_STR(""), large = PLYD_STR("Size=9"), text = PLYD_STR("Size=1x\n");
        PlydStr cut = PLYD_STR("Size"), empty = PLYD_STR("Size=\n"), dash = PLYD_STR("Size=-");
        int64_t value = 0;
        if (!plyd_option_number(set, &size, &value) || value != -3) wrong = 112;
        if (!plyd_option_number(none, &size, &value) || value != 5) wrong = 113;
        if (plyd_option_number(large, &size, &value) || plyd_option_number(text, &size, &value)) wrong = 114;
        if (plyd_option_number(empty, &size, &value) || plyd_option_number(dash, &size, &value)) wrong = 115;
        if (!plyd_option_number(cut, &size, &value) || value != 5) wrong = 116;
        if (plyd_option_flag(set, &pie) || !plyd_option_flag(none, &pie)) wrong = 117;
        if (plyd_mixed(1) == plyd_mixed(2) || plyd_mixed(0) != 0 || plyd_lowest(UINT64_C(5) << 40) != 40) wrong = 118;
    }
    {
        static const char whole[] =
            "{\"spots\":[{\"id\":\"a3\",\"at\":[0.5,0.5],\"shape\":\"square\",\"tone\":\"dark\"},"
            "{\"id\":\"a2\",\"at\":[0.5,1.5],\"shape\":\"square\",\"tone\":\"light\"},"
            "{\"id\":\"a1\",\"at\":[0.5,2.5],\"shape\":\"square\",\"tone\":\"dark\"}],"
            "\"labels\":[{\"at\":[-0.35,0.5],\"text\":\"3\"},{\"at\":[-0.35,1.5],\"text\":\"2\"},"
            "{\"at\":[-0.35,2.5],\"text\":\"1\"},{\"at\":[0.5,3.35],\"text\":\"a\"}],"
            "\"tokens\":[{\"on\":\"a3\",\"glyph\":\"text\",\"owner\":\"min\",\"text\":\"14\"},"
            "{\"on\":\"a2\",\"glyph\":\"die\",\"owner\":\"min\",\"count\":5},"
            "{\"on\":\"a1\",\"glyph\":\"path\",\"owner\":\"min\",\"path\":\"M0 0L.4 0\"}]}";
        uint8_t room[sizeof whole] = {0};
        PlydBuffer all = {room, sizeof room}, some = {room, 9};
        if (plyd_view_grid(some, 1, 3, square, whole) != (ptrdiff_t)sizeof whole - 1 || room[9] != 0) wrong = 119;
        if (memcmp(room, "{\"spots\":", 9) != 0) wrong = 120;
        if (plyd_view_grid(all, 1, 3, square, whole) != (ptrdiff_t)sizeof whole - 1) wrong = 121;
        if (memcmp(room, whole, sizeof whole - 1) != 0) wrong = 122;
    }
"#;

/// What is on the squares of the view above.
const SQUARE: &str = r#"static PlydSquare square(const void *state, uint32_t file, uint32_t rank) {
    PlydSquare what = {NULL, NULL, NULL};
    static const char *const glyphs[] = {"path", "die", "text"}, *const texts[] = {"M0 0L.4 0", "5", "14"};
    if (state != NULL && file == 0 && rank < 3) {
        what.glyph = glyphs[rank];
        what.owner = "min";
        what.text = texts[rank];
    }
    return what;
}
"#;
