//! Iterative deepening: searches the root deeper and deeper, or to one depth directly, until it is solved or a limit is
//! reached.

use crate::found::{is_win, win_distance};
use crate::helpers::HelperThreads;
use crate::job::SearchJob;
use crate::line::{BestLine, from_view, view};
use crate::root_moves::RootMoves;
use crate::vote::{FirstThreadLine, Vote, elect};
use crate::watch::{WatchedTree, nodes};
use crate::{Iteration, MAX_DEPTH, Odds, PlayingStrength, SearchEvent, SearchResult, SearchScore, SearcherLimits};
use plyd_rules::{Facts, Game, Move, Player, Turn};
use plyd_textbook::{Observer, WalkInterrupted};

/// An algorithm that searches the root to a depth: a textbook algorithm, or the strong search.
pub(crate) trait Iterate<'a, G: Game, O> {
    /// Whether it always deepens ply by ply, with any limits.
    const ALWAYS_DEEPENS: bool;
    /// Whether an unfinished iteration is better than the one before, because it searches that one's best move first.
    const IS_BEST_FIRST: bool;

    /// Searches the moves of a round; returns whether the value is proven for the whole tree.
    fn iterate(&mut self, turn: Player, round: DeepeningRound) -> Result<bool, WalkInterrupted>;

    /// The best line that the round has found, even if it was interrupted; `None` if there is none yet.
    fn found(&mut self, turn: Player, round: DeepeningRound) -> Option<BestLine>;

    fn tree(&mut self) -> &mut WatchedTree<'a, G, O>;

    /// The place of the root move that it thinks the best.
    fn first(&self) -> usize {
        0
    }

    /// Whether the search is selective, so that it may miss that a win comes sooner.
    fn may_overlook(&self) -> bool {
        false
    }

    /// Whether it skips moves at any depth, so that it never proves that there is no better move.
    fn skips_moves(&self) -> bool {
        false
    }

    /// From now on it is not selective, and skips no moves.
    fn overlook_nothing(&mut self) {}

    /// The reply to this move of the root, if the search remembers one beside its best lines.
    fn reply(&mut self, _turn: Player, _mv: Move) -> Option<Move> {
        None
    }
}

/// One search of the root to one depth, among its first moves in the arena.
#[derive(Clone, Copy)]
pub(crate) struct DeepeningRound {
    pub(crate) depth: u32,
    /// The number of moves.
    pub(crate) count: usize,
    /// The place of the one to try first.
    pub(crate) first: usize,
    /// Whether these are all moves of the position.
    pub(crate) is_whole: bool,
    /// The rank of the wanted line, from 1.
    pub(crate) line: u32,
    /// The value that the iteration before leads to expect.
    pub(crate) expected: Option<i32>,
    /// A win or loss that is known already: all that is asked is whether there is one as soon.
    pub(crate) claim: Option<i32>,
}

/// A search on its way from iteration to iteration.
pub(crate) struct IterativeDeepening<'l> {
    turn: Player,
    limits: &'l SearcherLimits,
    moves: RootMoves,
    /// The number of reported lines.
    shown: usize,
    strength: Option<PlayingStrength>,
    root_is_whole: bool,
    /// A win or loss that a selective iteration found, from MAX's view: true, but perhaps not the soonest.
    claim: Option<i32>,
}

impl<'l> IterativeDeepening<'l> {
    /// A job for this many lines, before any search.
    pub(crate) fn new<G: Game, O>(job: &SearchJob<'l, G, O>, lines: usize, strength: Option<PlayingStrength>) -> Self {
        // All there is to say when not even one root move gets searched.
        let score = SearchScore::Value(from_view(job.turn, job.value));
        let expectation = job.root.game.facts().chance.map(|_| view(job.turn, job.value.into()));
        // At a chance node no one chooses.
        let is_choice = job.root_turn != Turn::Chance;
        let pv = if is_choice { vec![job.moves[0]] } else { Vec::new() };
        let lines = if is_choice { lines } else { 1 };
        let first = Iteration { pv, ..Iteration::unsearched(score, expectation, job.control.elapsed()) };
        Self {
            turn: job.turn,
            limits: job.limits,
            moves: RootMoves::new(lines, &job.moves, job.value, first),
            shown: job.settings.lines,
            strength,
            root_is_whole: job.is_whole,
            claim: None,
        }
    }

    /// Searches deeper and deeper until the root is solved or a limit is reached.
    pub(crate) fn run<'a, G: Game + 'a, O: Observer + 'a, S: Iterate<'a, G, O>>(
        &mut self,
        mut search: S,
        mut helpers: Option<HelperThreads<'_, '_>>,
    ) -> SearchResult {
        let deepest = self.limits.depth_limit();
        let mut depth = if S::ALWAYS_DEEPENS || self.limits.deepens() { 1 } else { deepest };
        let mut instability = BestMoveInstability::default();
        if self.limits.mate_plies.is_some() {
            search.overlook_nothing();
        }
        search.tree().reserve(0);
        let mut is_first = true;
        loop {
            let best_before = self.moves.first().pv.first().copied();
            let (outcome, is_news) = self.iteration(&mut search, depth);
            let finished = outcome.is_ok();
            let solved = finished && is_news && self.moves.lines().all(|line| line.solved);
            instability.update(self.moves.first().pv.first().copied() != best_before);
            if self.moves.has_one_move() {
                search.tree().supervisor.control().note_only_move();
            }
            let is_late = search.tree().supervisor.control().is_late(instability.factor());
            // On a clock a win is enough, however late it comes, and against a loss the deeper selective search defends
            // better than one that starts again, while it is not much deeper than the loss.
            let distance = win_distance(self.moves.value());
            let is_good = from_view(self.turn, self.moves.value()) > 0;
            let control = search.tree().supervisor.control();
            let is_enough = distance.is_some() && is_good && self.limits.mate_plies.is_none() && control.saves_time();
            let defends = distance.is_some_and(|plies| depth < 2 * plies) && !is_good && control.is_timed();
            // Otherwise a win or loss has to be confirmed at full width, unless that would exceed the limits.
            let is_claim = distance.is_some() && search.may_overlook() && !defends;
            let is_beyond = is_claim && distance.is_some_and(|plies| plies > deepest);
            let is_at_end = solved || depth >= deepest && !is_claim || is_beyond;
            let is_last = is_at_end || is_enough || !finished || is_late || self.is_mate(search.tree().facts);
            if is_last && let Some(fault) = helpers.as_mut().and_then(HelperThreads::dismiss) {
                search.tree().fault.get_or_insert(fault);
            }
            // A finished iteration that found a win or loss has seen all that the others could know better.
            let is_open = is_last && !(finished && (is_at_end || is_win(self.moves.value())));
            if let Some(helpers) = helpers.as_ref().filter(|_| is_open) {
                self.have_elected(search.tree(), helpers.votes());
            }
            if is_last && let Some(strength) = self.strength {
                self.moves.put_first(strength.choice(self.moves.wanted()));
            }
            if is_last && search.tree().fault.is_none() {
                self.add_reply(&mut search);
            }
            let is_known = self.claim == Some(self.moves.value()) && !solved;
            if is_news && !is_known || is_last {
                self.report(search.tree());
            }
            if finished && !solved && depth == MAX_DEPTH && self.limits.depth.is_none() {
                search.tree().supervisor.report(SearchEvent::DepthBound(depth));
            }
            if is_last {
                return self.answer(search.tree(), solved);
            }
            if is_claim || is_news && self.claim.is_some() {
                self.claim = Some(self.moves.value());
            }
            // What is over at once needs no help.
            let missing = helpers.as_mut().filter(|_| is_first).and_then(|helpers| helpers.start(depth + 1));
            if let Some(count) = missing {
                search.tree().supervisor.report(SearchEvent::FewThreads(count + 1));
            }
            is_first = false;
            // Beyond the longest game, only moves that were skipped can still change the result.
            let is_exhausted = search.skips_moves() && depth >= search.tree().facts.max_plies;
            if is_claim || is_exhausted {
                search.overlook_nothing();
                helpers.iter().for_each(HelperThreads::overlook_nothing);
            }
            if is_claim {
                depth = 0;
            }
            depth += 1;
        }
    }

    /// Finds the best lines of one depth. Also returns whether it found anything useful.
    fn iteration<'a, G: Game + 'a, O: Observer + 'a, S: Iterate<'a, G, O>>(
        &mut self,
        search: &mut S,
        depth: u32,
    ) -> (Result<(), WalkInterrupted>, bool) {
        let (mut outcome, mut is_news) = (Ok(()), false);
        let is_lost = is_win(self.moves.value()) && from_view(self.turn, self.moves.value()) < 0;
        for line in 1..=self.moves.wanted() as u32 {
            let (count, first) = self.moves.lay_out(&mut search.tree().arena);
            let is_whole = self.root_is_whole && line == 1;
            let claim = self.claim.filter(|_| line == 1);
            let round = DeepeningRound { depth, count, first, is_whole, line, expected: self.moves.expected(), claim };
            let walked = search.iterate(self.turn, round);
            let counts = |value: i32| match claim {
                // A search that no longer sees the loss has overlooked it.
                None if is_lost && !is_win(value) => false,
                // Of an unfinished iteration only what is good for the player to move is sure.
                Some(_) => walked.is_ok() || from_view(self.turn, value) > 0,
                None => walked.is_ok() || S::IS_BEST_FIRST || self.moves.first().depth == 0,
            };
            if let Some(BestLine { value, score, expectation, bound, depth, pv }) =
                search.found(self.turn, round).filter(|found| counts(found.value))
            {
                is_news = true;
                // Up to its depth a search sees every line, so a win within it cannot come sooner, nor a loss later.
                let is_mate = matches!(score, SearchScore::Win(plies) | SearchScore::Loss(plies) if plies <= depth);
                // In a game with chance another move may promise more than a win.
                let is_exact = is_mate && !search.may_overlook() && expectation.is_none();
                let solved = walked.as_ref().is_ok_and(|&proven| proven || is_exact);
                let seldepth = search.tree().seldepth as u32;
                let (nodes, time) = (nodes(search.tree()), search.tree().supervisor.control().elapsed());
                let visits = None;
                self.moves.add(
                    value,
                    Iteration { line, depth, seldepth, score, expectation, bound, solved, nodes, visits, time, pv },
                );
            }
            outcome = walked.map(drop);
            // As long as the claim is not confirmed it stays, and so do the lines after the first.
            if outcome.is_err() || claim.is_some() && !is_news {
                break;
            }
        }
        self.moves.close(self.turn);
        (outcome, is_news)
    }

    /// If a limit has ended the search, the helpers have a say in the move. A search for several lines needs them all
    /// from one thread, and in a game with chance the helpers order moves only.
    fn have_elected<G: Game, O: Observer>(&mut self, tree: &mut WatchedTree<'_, G, O>, votes: Vec<Vote>) {
        let best = self.moves.first();
        let is_open =
            self.claim.is_none() && tree.fault.is_none() && best.expectation.is_none() && self.moves.wanted() == 1;
        let Some(&mv) = best.pv.first().filter(|_| is_open) else { return };
        let own = FirstThreadLine { mv, value: self.moves.value(), depth: best.depth };
        let Some(Vote { line, seldepth }) = elect(self.turn, &own, votes, Odds::of(&tree.facts).small()) else {
            return;
        };
        let BestLine { value, score, expectation, bound, depth, pv } = line;
        let (nodes, time) = (nodes(tree), tree.supervisor.control().elapsed());
        let (line, solved, visits) = (1, false, None);
        self.moves.elect(
            value,
            Iteration { line, depth, seldepth, score, expectation, bound, solved, nodes, visits, time, pv },
        );
    }

    /// The best line has a reply to ponder on, if one is known.
    fn add_reply<'a, G: Game + 'a, O: Observer + 'a, S: Iterate<'a, G, O>>(&mut self, search: &mut S) {
        let best = self.moves.lines_mut().next();
        if let Some(Iteration { pv, .. }) = best
            && let [mv] = pv[..]
        {
            pv.extend(search.reply(self.turn, mv));
        }
    }

    fn report<G: Game, O: Observer>(&mut self, tree: &mut WatchedTree<'_, G, O>) {
        let (nodes, time) = (nodes(tree), tree.supervisor.control().elapsed());
        for (number, line) in (1..).zip(self.moves.lines_mut()).take(self.shown) {
            (line.line, line.nodes, line.time) = (number, nodes, time);
            tree.supervisor.report(SearchEvent::Iteration(line));
        }
    }

    /// Whether `go mate` has found what it looked for. A textbook win is within the depth limit, which is the distance
    /// asked for. In a game with chance it is one with every outcome; where more than a win can be expected, an
    /// expectation of a win need not be one.
    fn is_mate(&self, facts: Facts) -> bool {
        let best = self.moves.first();
        let most = facts.chance.map(|chance| if self.turn == Player::Max { chance.high } else { -chance.low });
        self.limits.mate_plies.is_some_and(|mate_plies| match best.score {
            SearchScore::Value(value) => match best.expectation {
                Some(expectation) => expectation >= facts.win.into() && most <= Some(facts.win),
                None => value >= facts.win,
            },
            // Not before it is known that none comes sooner.
            SearchScore::Win(plies) => (best.solved || most.is_some()) && plies <= mate_plies,
            SearchScore::Loss(_) => false,
        })
    }

    fn answer<G: Game, O: Observer>(&self, tree: &mut WatchedTree<'_, G, O>, solved: bool) -> SearchResult {
        let last = self.moves.first();
        SearchResult {
            best: last.pv.first().copied(),
            ponder: last.pv.get(1).copied(),
            score: Some(last.score),
            expectation: last.expectation,
            bound: last.bound,
            nodes: nodes(tree),
            solved,
            fault: tree.fault.take(),
        }
    }
}

/// How often the best move has changed recently.
#[derive(Default)]
struct BestMoveInstability(f64);

impl BestMoveInstability {
    /// Another iteration is over.
    fn update(&mut self, has_changed: bool) {
        self.0 = self.0 / 2.0 + f64::from(u8::from(has_changed));
    }

    /// The factor for the move's time: from 0.7, if the best move never changes, to 2.3.
    fn factor(&self) -> f64 {
        0.7 + 0.8 * self.0
    }
}
