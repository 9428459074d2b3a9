//! What the table knows about each move of a position. It does not search: each position behind a move is looked up,
//! and the line goes on from entry to entry. Only the strong search leaves such entries.

use crate::chance::known_expectation;
use crate::found::{from_root, win_at, win_distance};
use crate::horizon::{self, depends_on_path};
use crate::line::{from_view, rounded, score, view};
use crate::strong::{SALT, salt};
use crate::table::{Bound, TableEntry, TranspositionTable};
use crate::{BoundSide, SearchScore, SearcherSettings};
use plyd_rules::{Facts, Game, Move, Moves, Outcome, Player, Step, Turn, Want};
use plyd_textbook::{Path, Root};

/// The most moves of a position that are looked up.
pub const MOST_KNOWN: usize = 4_096;

/// The most moves of a line.
const LONGEST_LINE: usize = 16;

/// A move, and what is known of the position behind it.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownMove {
    /// The move, or the outcome of chance.
    pub mv: Move,
    /// Its score from the view of the player to move, and from MAX's at the turn of chance. Wins are counted from the
    /// position before the move.
    pub score: SearchScore,
    /// In a game with chance, the expectation that `score` rounds, from the same view.
    pub expectation: Option<f64>,
    /// The kind of bound; `None` if the score is exact.
    pub bound: Option<BoundSide>,
    /// The plies behind the score, the move included.
    pub depth: u32,
    /// Whether it is proven for the whole tree, at any depth.
    pub proven: bool,
    /// Whether the move ends the game. Then the rules give the score, and not the table.
    pub finished: bool,
    /// The moves that are expected after it. There is none in a table whose entries are shared by mirrored positions,
    /// as their moves may be mirrored too.
    pub line: Vec<Move>,
}

/// What the table of these settings knows about the moves of a position, in the game's order. Unknown moves are left
/// out, and so are those beyond [`MOST_KNOWN`]. Takes a few calls of the game for each move. A search may use the table
/// meanwhile.
///
/// The table knows positions, not how a game reached them: the score ignores that a rule of repetition may end the game
/// sooner.
///
/// # Errors
/// The game failed.
pub fn known<G: Game>(root: &Root<'_, G>, settings: &SearcherSettings<'_>) -> Result<Vec<KnownMove>, String> {
    let facts = root.game.facts();
    let mut moves = vec![Move(0); facts.max_moves as usize];
    let step = root.game.examine(root.state, Want::MOVES, &mut Moves::new(&mut moves));
    if step.is_error() {
        return Err(root.game.last_error(root.state));
    }
    if !step.outcome().has_moves() {
        return Ok(Vec::new());
    }
    moves.truncate(step.count());
    root.retain_permitted(step.turn(), &mut moves);
    moves.truncate(MOST_KNOWN);
    let mut lookup = Lookup::new(root, settings, facts, step.turn());
    let mut all = Vec::new();
    for mv in moves {
        all.extend(lookup.of_move(root, mv)?);
    }
    Ok(all)
}

/// A table, and how it knows positions.
struct Lookup<'a> {
    facts: Facts,
    /// `None` if it is of no use.
    table: Option<&'a TranspositionTable>,
    key: Want,
    salt: u64,
    /// The player from whose view scores are.
    view: Player,
    room: Vec<Move>,
}

impl<'a> Lookup<'a> {
    fn new<G: Game>(root: &Root<'_, G>, settings: &SearcherSettings<'a>, facts: Facts, turn: Turn) -> Self {
        // If positions can repeat, the entries of a search with chance are not trusted.
        let is_believed = facts.has_key && !(facts.chance.is_some() && depends_on_path(&facts));
        let table = settings.table.filter(|table| is_believed && table.holds_entries());
        let symmetric = settings.techniques.for_game(facts.abilities).symmetry;
        let path = Path::from_root(root, 0);
        Self {
            facts,
            table,
            key: if symmetric { Want::SYMMETRIC_KEY } else { Want::KEY },
            salt: salt(path.as_ref()),
            view: turn.player().unwrap_or(Player::Max),
            room: vec![Move(0); facts.max_moves as usize],
        }
    }

    fn of_move<G: Game>(&mut self, root: &Root<'_, G>, mv: Move) -> Result<Option<KnownMove>, String> {
        let (game, mut child) = (root.game, root.state.clone());
        let step = self.play(game, root.state, mv, &mut child)?;
        if let Some(known) = self.finished(mv, step) {
            return Ok(Some(known));
        }
        let Some(entry) = self.probe(game, &child, step.key) else { return Ok(None) };
        let line = self.line(game, child, (entry, step))?;
        let (score, expectation) = self.score(entry);
        let bound = match entry.bound {
            Bound::EXACT => None,
            bound if (bound == Bound::LOWER) == (self.view == Player::Max) => Some(BoundSide::Lower),
            _ => Some(BoundSide::Upper),
        };
        let TableEntry { depth, proven, .. } = entry;
        Ok(Some(KnownMove { mv, score, expectation, bound, depth: depth + 1, proven, finished: false, line }))
    }

    /// The entry of a position: the full-width one, unless a selective one is deeper. A win that a counter would
    /// prevent does not count.
    fn probe<G: Game>(&self, game: &G, state: &G::State, key: u64) -> Option<TableEntry> {
        let key = key ^ self.salt;
        let table = self.table?;
        let of_key = |key: u64| {
            let is_true = |entry: &TableEntry| {
                let distance = if self.facts.chance.is_none() { win_distance(entry.value) } else { None };
                distance.is_none_or(|plies| horizon::leaves(game, &self.facts, state, plies))
            };
            table.probe(key).filter(is_true)
        };
        let (full, selective) = (of_key(key), of_key(key ^ SALT));
        match (full, selective) {
            (Some(full), Some(selective)) if full.proven || full.depth >= selective.depth => Some(full),
            (full, selective) => selective.or(full),
        }
    }

    /// Plays a move and examines what it leads to. The moves there go to the room.
    fn play<G: Game>(&mut self, game: &G, parent: &G::State, mv: Move, child: &mut G::State) -> Result<Step, String> {
        let want = if self.table.is_some() { Want::MOVES.and(self.key) } else { Want::OUTCOME };
        let room = if want.fills_buffer() { self.room.as_mut_slice() } else { &mut [] };
        let step = game.step(parent, mv, child, want, &mut Moves::new(room));
        if step.is_error() { Err(game.last_error(child)) } else { Ok(step) }
    }

    /// The score of a move that ends the game.
    fn finished(&self, mv: Move, step: Step) -> Option<KnownMove> {
        if step.is_ongoing() {
            return None;
        }
        let worth = step.worth(if self.facts.chance.is_some() { self.facts.win } else { win_at(1) });
        let is_won = matches!(step.outcome(), Outcome::Win(_));
        let won = if is_won { self.win(worth.signum() * win_at(1)) } else { None };
        let expectation = self.facts.chance.map(|_| view(self.view, worth.into()));
        let score = won.unwrap_or_else(|| SearchScore::Value(from_view(self.view, worth)));
        let (bound, depth, proven, line) = (None, 1, true, Vec::new());
        Some(KnownMove { mv, score, expectation, bound, depth, proven, finished: true, line })
    }

    /// The score of an entry of a position behind a move.
    fn score(&self, entry: TableEntry) -> (SearchScore, Option<f64>) {
        if self.facts.chance.is_none() {
            return (score(from_root(entry.value, 1), self.view), None);
        }
        let (value, win) = known_expectation(entry, self.facts.win);
        let seen = view(self.view, value);
        let score = win.and_then(|win| self.win(win)).unwrap_or(SearchScore::Value(rounded(seen)));
        (score, Some(seen))
    }

    /// The score of a win or loss of the strong search; `None` for any other value.
    fn win(&self, value: i32) -> Option<SearchScore> {
        win_distance(value).map(|_| score(value, self.view))
    }

    /// The line after an entry, to the extent that the table knows it.
    fn line<G: Game>(
        &mut self,
        game: &G,
        mut state: G::State,
        (mut entry, mut step): (TableEntry, Step),
    ) -> Result<Vec<Move>, String> {
        let mut line = Vec::new();
        if self.key == Want::SYMMETRIC_KEY {
            return Ok(line);
        }
        let mut child = state.clone();
        let mut before = vec![step.key];
        while let Some(index) = entry.best.filter(|&index| index < step.count() && !step.is_chance()) {
            let mv = self.room[index];
            line.push(mv);
            step = self.play(game, &state, mv, &mut child)?;
            if line.len() == LONGEST_LINE || !step.is_ongoing() || before.contains(&step.key) {
                break;
            }
            before.push(step.key);
            std::mem::swap(&mut state, &mut child);
            let Some(next) = self.probe(game, &state, step.key) else { break };
            entry = next;
        }
        Ok(line)
    }
}
