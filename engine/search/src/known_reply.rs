//! The reply to a line of one move. A search that ends while it examines a new best move knows no line behind it, but
//! its table often knows the reply, and a client wants a move to ponder on.

use crate::found::{from_root, win_at};
use crate::known::MOST_KNOWN;
use crate::line::from_view;
use crate::strong::{SALT, Strong};
use crate::table::TableEntry;
use plyd_rules::{Game, Move, Moves, Player, Ruling, Step, Turn, Want};
use plyd_textbook::Observer;

impl<G: Game, O: Observer> Strong<'_, G, O> {
    /// The reply that the table knows to this move of `mover` at the root: the move that it names as the best there, or
    /// else the one behind which it knows the most. `None` if the game is over after the move.
    pub(crate) fn known_reply(&mut self, mover: Player, mv: Move) -> Option<Move> {
        self.table?;
        if self.tree.states.len() < 3 && !self.tree.deepen(1) {
            return None;
        }
        let mut replies = vec![Move(0); self.tree.facts.max_moves as usize];
        let (step, ruling) = self.permitted(1, mover.into(), mv, &mut replies)?;
        if !step.is_ongoing() || ruling != Ruling::GoesOn {
            return None;
        }
        let replier = step.turn().player()?;
        replies.truncate(step.count().min(MOST_KNOWN));
        // If symmetric positions share entries, the move that the entry names may be the mirrored one.
        let entry = if self.symmetric { None } else { self.entry(self.table_key(1, step)) };
        let named = entry.and_then(|entry| replies.get(entry.best?).copied());
        if let Some(reply) = named
            && self.permitted(2, replier.into(), reply, &mut []).is_some()
        {
            return Some(reply);
        }
        let mut best = None;
        for reply in replies {
            if let Some(worth) = self.worth(replier, reply)
                && best.is_none_or(|(most, _)| worth > most)
            {
                best = Some((worth, reply));
            }
        }
        best.map(|(_, reply)| reply)
    }

    /// What is known of a reply: whether it wins at once, the depth of its entry, and its value for the one who
    /// replies.
    fn worth(&mut self, replier: Player, reply: Move) -> Option<(bool, u32, i32)> {
        let (step, ruling) = self.permitted(2, replier.into(), reply, &mut [])?;
        let end = match ruling {
            Ruling::Ends(outcome) => Step::new(outcome, replier),
            _ => step,
        };
        if !end.is_ongoing() {
            let worth = from_view(replier, end.worth(win_at(2)));
            return Some((worth > 0, 0, worth));
        }
        let entry = self.entry(self.table_key(2, step))?;
        Some((false, entry.depth, from_view(replier, from_root(entry.value, 2))))
    }

    /// Plays a move to this ply, and says what the rule of repetition makes of it; `None` if the move is forbidden, or
    /// the game fails. The moves there go to `room`, if it has any.
    fn permitted(&mut self, ply: usize, mover: Turn, mv: Move, room: &mut [Move]) -> Option<(Step, Ruling)> {
        let want = if room.is_empty() { self.key } else { Want::MOVES.and(self.key) };
        let (path, below) = self.tree.states.split_at_mut(ply);
        let step = self.tree.game.step(&path[ply - 1], mv, &mut below[0], want, &mut Moves::new(room));
        let mut ruling = Ruling::GoesOn;
        if step.is_ongoing()
            && let Some(path) = &mut self.tree.path
            && path.note(ply, step).is_some()
        {
            ruling = path.rule().ruling(mover, mv);
        }
        (!step.is_error() && ruling != Ruling::Forbidden).then_some((step, ruling))
    }

    /// The entry of the kind of search at work, or else of the other kind.
    fn entry(&self, key: u64) -> Option<TableEntry> {
        let table = self.table?;
        table.probe(key).or_else(|| table.probe(key ^ SALT))
    }
}
