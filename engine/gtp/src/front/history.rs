use plyd_formats::go::{Colour, GoSetup};
use plyd_protocol::PositionText;

/// A game from a setup: its moves in the texts of the session.
#[derive(Clone, Debug)]
struct HistoryPart {
    /// In go, what it begins with. In another game it is the start position.
    setup: Option<GoSetup>,
    moves: Vec<String>,
}

/// The moves of a game. Where somebody moves out of turn a new part begins, with the board as a setup. So every part
/// but the first has moves.
#[derive(Clone, Debug)]
pub(super) struct GtpHistory {
    first: HistoryPart,
    others: Vec<HistoryPart>,
}

impl GtpHistory {
    /// No moves yet.
    pub(super) const fn new(setup: Option<GoSetup>) -> Self {
        Self { first: HistoryPart { setup, moves: Vec::new() }, others: Vec::new() }
    }

    /// The position now, with the komi of this board: it may have changed since.
    pub(super) fn position(&self, board: Option<&GoSetup>) -> PositionText {
        let HistoryPart { setup, moves } = self.others.last().unwrap_or(&self.first);
        let setup = setup.as_ref().map(|setup| {
            let komi = board.map_or(setup.komi(), GoSetup::komi);
            setup.clone().with_komi(komi).to_string()
        });
        PositionText { setup, moves: moves.iter().collect() }
    }

    /// What it begins with.
    pub(super) const fn start(&self) -> Option<&GoSetup> {
        self.first.setup.as_ref()
    }

    /// Whether nothing was played.
    pub(super) const fn is_empty(&self) -> bool {
        self.first.moves.is_empty() && self.others.is_empty()
    }

    /// The stones of a colour that were on the board of a game of go, and are not on this one, to which it has led.
    pub(super) fn lost(&self, colour: Colour, now: &GoSetup) -> usize {
        let count = |board: &GoSetup| board.stones().filter(|(_, other)| *other == colour).count();
        let ends = self.others.iter().filter_map(|part| part.setup.as_ref()).chain([now]);
        let lost = std::iter::once(&self.first).chain(&self.others).zip(ends).map(|(part, end)| {
            let Some(setup) = &part.setup else { return 0 };
            let own = part.moves.iter().skip(usize::from(setup.to_move != colour)).step_by(2);
            (count(setup) + own.filter(|text| *text != "pass").count()).saturating_sub(count(end))
        });
        lost.sum()
    }

    /// Adds a move.
    pub(super) fn push(&mut self, text: String) {
        self.others.last_mut().unwrap_or(&mut self.first).moves.push(text);
    }

    /// Goes on from a setup, with a move.
    pub(super) fn push_from(&mut self, setup: GoSetup, text: String) {
        self.others.push(HistoryPart { setup: Some(setup), moves: vec![text] });
    }

    /// Takes the last move back; `false` if there is none.
    pub(super) fn pop(&mut self) -> bool {
        let part = self.others.last_mut().unwrap_or(&mut self.first);
        let had_move = part.moves.pop().is_some();
        self.others.pop_if(|part| part.moves.is_empty());
        had_move
    }
}
