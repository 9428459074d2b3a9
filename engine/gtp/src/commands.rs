//! The commands, in the order in which they are listed.

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    ProtocolVersion,
    Name,
    Version,
    IsKnown,
    ListCommands,
    Quit,
    BoardSize,
    ClearBoard,
    Komi,
    Play,
    GenMove,
    RegGenMove,
    CleanUp,
    Undo,
    TimeSettings,
    TimeLeft,
    FinalScore,
    FinalStatusList,
    ShowBoard,
    FixedHandicap,
    PlaceFreeHandicap,
    SetFreeHandicap,
    LoadSgf,
    GetKomi,
    ListStones,
    Captures,
    IsLegal,
    AllLegal,
    KgsTimeSettings,
    /// Its answer goes on while a search runs, which may play the move that it finds.
    Analyse(Dialect, bool),
}

/// The program whose lines an analysis has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    LeelaZero,
    KataGo,
}

/// A name, its command, and whether it is for go alone: it is about stones.
type Row = (&'static str, Command, bool);

const COMMANDS: [Row; 33] = [
    ("protocol_version", Command::ProtocolVersion, false),
    ("name", Command::Name, false),
    ("version", Command::Version, false),
    ("known_command", Command::IsKnown, false),
    ("list_commands", Command::ListCommands, false),
    ("quit", Command::Quit, false),
    ("boardsize", Command::BoardSize, false),
    ("clear_board", Command::ClearBoard, false),
    ("komi", Command::Komi, true),
    ("play", Command::Play, false),
    ("genmove", Command::GenMove, false),
    ("reg_genmove", Command::RegGenMove, false),
    ("kgs-genmove_cleanup", Command::CleanUp, true),
    ("undo", Command::Undo, false),
    ("time_settings", Command::TimeSettings, false),
    ("time_left", Command::TimeLeft, false),
    ("final_score", Command::FinalScore, false),
    ("final_status_list", Command::FinalStatusList, true),
    ("showboard", Command::ShowBoard, false),
    ("fixed_handicap", Command::FixedHandicap, true),
    ("place_free_handicap", Command::PlaceFreeHandicap, true),
    ("set_free_handicap", Command::SetFreeHandicap, true),
    ("loadsgf", Command::LoadSgf, true),
    ("get_komi", Command::GetKomi, true),
    ("list_stones", Command::ListStones, true),
    ("captures", Command::Captures, true),
    ("is_legal", Command::IsLegal, false),
    ("all_legal", Command::AllLegal, false),
    ("kgs-time_settings", Command::KgsTimeSettings, false),
    ("lz-analyze", Command::Analyse(Dialect::LeelaZero, false), false),
    ("kata-analyze", Command::Analyse(Dialect::KataGo, false), false),
    ("lz-genmove_analyze", Command::Analyse(Dialect::LeelaZero, true), false),
    ("kata-genmove_analyze", Command::Analyse(Dialect::KataGo, true), false),
];

/// The names of the commands of a game.
pub(crate) fn names(is_go: bool) -> impl Iterator<Item = &'static str> {
    COMMANDS.into_iter().filter(move |(_, _, for_go)| is_go || !for_go).map(|(name, ..)| name)
}

/// The command with this name, if the game has it.
pub(crate) fn find(name: &str, is_go: bool) -> Option<Command> {
    let has_name = |row: &&Row| row.0 == name && (is_go || !row.2);
    COMMANDS.iter().find(has_name).map(|row| row.1)
}
