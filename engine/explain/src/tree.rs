//! The nodes of the tree as they become known: positions of the game after the moves that a search reports.

use crate::board::Boards;
use crate::node::{NodeContent, TreeNode};
use crate::{ExplainError, ExplainSubject, NodeId, ValueRelation};
use plyd_host::StateSlot;
use plyd_rules::{Game, Move, Moves, Outcome, Turn, Want};
use plyd_search::{Control, StarSide, ThreadPulse};
use std::collections::HashMap;

/// The move for a null move.
const PASS: Move = Move(u32::MAX);

/// Nodes, and their positions.
pub(crate) struct TreeBuilder<'a> {
    subject: &'a ExplainSubject,
    /// The value of a win at a ply, computed from the game's value of a win.
    win: fn(usize, i32) -> i32,
    pub(crate) nodes: Vec<TreeNode>,
    states: Vec<StateSlot>,
    /// The legal moves of each node, once they were asked for.
    moves: Vec<Option<Legal>>,
    /// The children that are there, by the moves that lead to them.
    children: HashMap<(NodeId, Move), NodeId>,
    /// The most nodes that are kept.
    most: usize,
    control: &'a Control,
    /// It shows observers of the search that no single call of the game takes long.
    pub(crate) pulse: ThreadPulse,
}

/// The legal moves of a position, in the game's order, and the place of each.
struct Legal {
    moves: Vec<Move>,
    places: HashMap<Move, usize>,
}

impl<'a> TreeBuilder<'a> {
    /// Only the root, for a tree of at most `most` nodes. `control` ends slow work.
    pub(crate) fn new(
        subject: &'a ExplainSubject,
        win: fn(usize, i32) -> i32,
        most: usize,
        control: &'a Control,
    ) -> Result<Self, ExplainError> {
        let (nodes, states, moves, children) = (Vec::new(), Vec::new(), Vec::new(), HashMap::new());
        let pulse = control.begin_pulse();
        let mut tree = Self { subject, win, nodes, states, moves, children, most, control, pulse };
        tree.add(None, 0, Move(0), subject.position.state().clone())?;
        Ok(tree)
    }

    fn add(
        &mut self,
        parent: Option<NodeId>,
        index: usize,
        mv: Move,
        state: StateSlot,
    ) -> Result<NodeId, ExplainError> {
        let id = self.nodes.len();
        if id >= self.most {
            return Err(ExplainError::TooWide { most: self.most });
        }
        if self.control.must_stop() {
            return Err(ExplainError::Stopped);
        }
        self.pulse.beat();
        let ply = parent.map_or(0, |parent| self.nodes[parent].ply + 1);
        let game = self.subject.game();
        let step = game.examine(&state, Want::OUTCOME, &mut Moves::new(&mut []));
        let content = match step.outcome() {
            _ if step.is_error() => NodeContent::of_unknown(game.node_bound(&state)?),
            Outcome::Ongoing => NodeContent::Ongoing,
            // The root is searched, whatever could be claimed there.
            Outcome::DrawIfClaimed if parent.is_none() => NodeContent::Ongoing,
            _ => NodeContent::Finished(step.worth((self.win)(ply, game.facts().win)).into()),
        };
        self.nodes.push(TreeNode {
            id,
            parent,
            index,
            ply,
            text: String::new(),
            name: None,
            letter: None,
            turn: if step.is_error() { Turn::Max } else { step.turn() },
            weights: Vec::new(),
            content,
            picture: None,
            board: None,
            children: Vec::new(),
            visits: 0,
            leaf: None,
            value: None,
            entered: None,
            left: None,
            chosen: None,
            on_line: false,
            skipped_by: None,
            mv,
        });
        self.states.push(state);
        self.moves.push(None);
        if let Some(parent) = parent {
            let place = self.nodes[parent].children.partition_point(|&child| self.nodes[child].index < index);
            self.nodes[parent].children.insert(place, id);
            self.children.insert((parent, mv), id);
        }
        Ok(id)
    }

    fn legal(&mut self, node: NodeId) -> Result<&Legal, ExplainError> {
        if self.moves[node].is_none() {
            let moves = self.subject.game().legal_moves(&self.states[node])?;
            let places = moves.iter().enumerate().map(|(place, &mv)| (mv, place)).collect();
            self.moves[node] = Some(Legal { moves, places });
        }
        self.moves[node].as_ref().ok_or(ExplainError::Stopped)
    }

    /// The number of legal moves.
    pub(crate) fn width(&mut self, node: NodeId) -> Result<usize, ExplainError> {
        Ok(self.legal(node)?.moves.len())
    }

    /// The child after a move, which may be new.
    pub(crate) fn child(&mut self, node: NodeId, mv: Move) -> Result<NodeId, ExplainError> {
        if let Some(&child) = self.children.get(&(node, mv)) {
            return Ok(child);
        }
        let legal = self.legal(node)?;
        let (index, count) = (legal.places.get(&mv).copied(), legal.moves.len());
        let game = self.subject.game();
        match index {
            Some(index) => {
                let state = game.after(&self.states[node], mv)?;
                self.add(Some(node), index, mv, state)
            }
            None if mv == PASS => {
                let mut state = self.states[node].clone();
                game.pass(&mut state);
                self.add(Some(node), count, mv, state)
            }
            None => Err(ExplainError::Fault(format!("the search played the move {}, which is not legal", mv.0))),
        }
    }

    /// An unknown leaf as errors name it: its name and its bound, if it has them, and its path.
    pub(crate) fn leaf_label(&self, node: NodeId) -> Result<String, ExplainError> {
        let mut path = Vec::new();
        let mut at = &self.nodes[node];
        while let Some(parent) = at.parent {
            path.push(at.index.to_string());
            at = &self.nodes[parent];
        }
        path.reverse();
        let name = self.subject.game().node_name(&self.states[node])?.unwrap_or_else(|| "?".into());
        let bound = match self.nodes[node].content {
            NodeContent::Bounded(value, ValueRelation::Lower) => format!(">={value}"),
            NodeContent::Bounded(value, _) => format!("<={value}"),
            _ => String::new(),
        };
        Ok(format!("{name}{bound} ({})", path.join(".")))
    }

    /// The children that a search to this depth considers: all of them, or at the horizon the noisy ones.
    pub(crate) fn considered(&mut self, node: NodeId, depth: u32) -> Result<Vec<NodeId>, ExplainError> {
        let moves = if depth > 0 {
            self.legal(node)?.moves.clone()
        } else {
            let mut buffer = vec![PASS; self.subject.game().facts().max_moves as usize];
            let mut moves = Moves::new(&mut buffer);
            self.subject.game().noisy(&self.states[node], &mut moves);
            moves.as_slice().to_vec()
        };
        moves.into_iter().map(|mv| self.child(node, mv)).collect()
    }

    /// The outcome of a chance node with this number in the game's order.
    pub(crate) fn outcome(&mut self, node: NodeId, index: usize) -> Result<NodeId, ExplainError> {
        let mv = self.legal(node)?.moves.get(index).copied();
        self.child(
            node,
            mv.ok_or_else(|| ExplainError::Fault(format!("the search told of outcome {index}, which is none")))?,
        )
    }

    /// The lowest and the highest value of a game with chance.
    pub(crate) fn limits(&self) -> Option<(f64, f64)> {
        self.subject.game().facts().chance.map(|chance| (chance.low.into(), chance.high.into()))
    }

    /// The game's lowest or highest value, if that stands in a cut for each outcome of a chance node from this one on,
    /// with this sum of weight times value.
    pub(crate) fn limit(&self, node: NodeId, first: usize, side: StarSide, sum: f64) -> Option<f64> {
        let (low, high) = self.limits()?;
        let limit = match side {
            StarSide::AtLeast => low,
            StarSide::AtMost => high,
        };
        let weight: u64 = self.nodes[node].weights.iter().skip(first).map(|&weight| u64::from(weight)).sum();
        let of_limits = limit * weight as f64;
        ((of_limits - sum).abs() <= 1e-9 * of_limits.abs().max(1.0)).then_some(limit)
    }

    /// Adds all children of a node that has none of them yet, or some.
    fn complete(&mut self, node: NodeId) -> Result<(), ExplainError> {
        let missing = self.legal(node)?.moves.clone();
        missing.into_iter().try_for_each(|mv| self.child(node, mv).map(drop))
    }

    /// Adds the children, to `depth`, that the search never entered though it entered the node above; then all that is
    /// below them, if the whole has at most `most` nodes. Says whether it has.
    pub(crate) fn grow(&mut self, depth: u32, most: usize) -> Result<bool, ExplainError> {
        for node in 0..self.nodes.len() {
            self.pulse.beat();
            // A value of a shallower iteration, or of the table, may be all that is known of it.
            let TreeNode { visits, content, ply, .. } = self.nodes[node];
            if visits > 0 && matches!(content, NodeContent::Ongoing | NodeContent::Horizon(_)) && ply < depth as usize {
                self.complete(node)?;
            }
        }
        let drawn = self.nodes.len();
        let mut next = 0;
        while next < self.nodes.len() {
            self.pulse.beat();
            let node = &self.nodes[next];
            if node.is_pruned() && node.content == NodeContent::Ongoing {
                if node.ply < depth as usize {
                    if self.nodes.len() + self.width(next)? > most.max(drawn) {
                        self.shrink(drawn);
                        return Ok(false);
                    }
                    self.complete(next)?;
                } else {
                    self.nodes[next].content =
                        NodeContent::Horizon(self.subject.game().evaluate(&self.states[next]).into());
                }
            }
            next += 1;
        }
        Ok(true)
    }

    /// Forgets all nodes from this one on.
    fn shrink(&mut self, count: usize) {
        self.nodes.truncate(count);
        self.states.truncate(count);
        self.moves.truncate(count);
        self.children.retain(|_, &mut child| child < count);
        self.nodes.iter_mut().for_each(|node| node.children.retain(|&child| child < count));
    }

    /// Writes the texts of all nodes, and draws their boards if wanted.
    pub(crate) fn describe(&mut self, draws_boards: bool) -> Result<(), ExplainError> {
        let game = self.subject.game();
        // The nodes of a tree are trees themselves, so that a picture of each says nothing.
        let is_tree = game.library().is_tree();
        let mut boards = Boards::default();
        for id in 0..self.nodes.len() {
            if self.control.must_stop() {
                return Err(ExplainError::Stopped);
            }
            self.pulse.beat();
            let node = &self.nodes[id];
            let mut text = String::new();
            if let Some(parent) = node.parent {
                let is_pass =
                    node.mv == PASS && !self.moves[parent].as_ref().is_some_and(|all| all.places.contains_key(&PASS));
                if !is_pass {
                    text = game.format_move(&self.states[parent], node.mv)?;
                }
            }
            let node = &mut self.nodes[id];
            node.text = text;
            node.name = game.node_name(&self.states[id])?;
            node.picture = if is_tree { None } else { game.picture(&self.states[id])? };
            if draws_boards && !is_tree {
                // Without a view the picture is there.
                node.board = game.view(&self.states[id])?.map(|view| boards.draw(&view));
            }
            if node.turn == Turn::Chance && node.weights.is_empty() && !node.children.is_empty() {
                node.weights = game.weights_of(&self.states[id], &game.legal_moves(&self.states[id])?)?;
            }
        }
        Ok(())
    }

    /// The nodes alone: what comes now does not call the game.
    pub(crate) fn into_nodes(self) -> Vec<TreeNode> {
        self.nodes
    }

    /// Marks the principal variation: from the root the best child each time. It ends where chance decides.
    pub(crate) fn mark_line(&mut self) {
        let mut at = Some(0);
        while let Some(node) = at.filter(|&node| !self.nodes[node].on_line) {
            self.nodes[node].on_line = true;
            at = self.nodes[node].chosen;
        }
    }
}
