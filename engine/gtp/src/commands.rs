//! The commands, in the order in which they are listed.

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GtpCommand {
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
type CommandRow = (&'static str, GtpCommand, bool);

const COMMANDS: [CommandRow; 33] = [
    ("protocol_version", GtpCommand::ProtocolVersion, false),
    ("name", GtpCommand::Name, false),
    ("version", GtpCommand::Version, false),
    ("known_command", GtpCommand::IsKnown, false),
    ("list_commands", GtpCommand::ListCommands, false),
    ("quit", GtpCommand::Quit, false),
    ("boardsize", GtpCommand::BoardSize, false),
    ("clear_board", GtpCommand::ClearBoard, false),
    ("komi", GtpCommand::Komi, true),
    ("play", GtpCommand::Play, false),
    ("genmove", GtpCommand::GenMove, false),
    ("reg_genmove", GtpCommand::RegGenMove, false),
    ("kgs-genmove_cleanup", GtpCommand::CleanUp, true),
    ("undo", GtpCommand::Undo, false),
    ("time_settings", GtpCommand::TimeSettings, false),
    ("time_left", GtpCommand::TimeLeft, false),
    ("final_score", GtpCommand::FinalScore, false),
    ("final_status_list", GtpCommand::FinalStatusList, true),
    ("showboard", GtpCommand::ShowBoard, false),
    ("fixed_handicap", GtpCommand::FixedHandicap, true),
    ("place_free_handicap", GtpCommand::PlaceFreeHandicap, true),
    ("set_free_handicap", GtpCommand::SetFreeHandicap, true),
    ("loadsgf", GtpCommand::LoadSgf, true),
    ("get_komi", GtpCommand::GetKomi, true),
    ("list_stones", GtpCommand::ListStones, true),
    ("captures", GtpCommand::Captures, true),
    ("is_legal", GtpCommand::IsLegal, false),
    ("all_legal", GtpCommand::AllLegal, false),
    ("kgs-time_settings", GtpCommand::KgsTimeSettings, false),
    ("lz-analyze", GtpCommand::Analyse(Dialect::LeelaZero, false), false),
    ("kata-analyze", GtpCommand::Analyse(Dialect::KataGo, false), false),
    ("lz-genmove_analyze", GtpCommand::Analyse(Dialect::LeelaZero, true), false),
    ("kata-genmove_analyze", GtpCommand::Analyse(Dialect::KataGo, true), false),
];

/// The names of the commands of a game.
pub(crate) fn names(is_go: bool) -> impl Iterator<Item = &'static str> {
    COMMANDS.into_iter().filter(move |(_, _, for_go)| is_go || !for_go).map(|(name, ..)| name)
}

/// The command with this name, if the game has it.
pub(crate) fn find(name: &str, is_go: bool) -> Option<GtpCommand> {
    let has_name = |row: &&CommandRow| row.0 == name && (is_go || !row.2);
    COMMANDS.iter().find(has_name).map(|row| row.1)
}
