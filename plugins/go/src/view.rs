//! Pictures and views of positions.

use crate::Go;
use crate::setup::{LETTERS, file_letter, letters, move_text, point_name, points};
use crate::state::State;
use plyd_board::to_move_with;
use plyd_plugin::view::{Colour, Glyph, Label, Mark, MarkKind, Reason, Shape, Token, View};
use plyd_plugin::{Game, Move, Player, Plugin};

/// The distance between the labels and the edge of the board.
const LABEL_GAP: f64 = 0.35;

/// The board with X for Black, O for White and `*` for the point that the ko forbids, the result so far, and the player
/// to move.
pub(crate) fn picture(game: &Go, state: &State) -> String {
    let (files, ranks) = game.layout.size();
    let letter = letters(&game.layout, state);
    let width = if ranks < 10 { 1 } else { 2 };
    let mut text = String::new();
    for rank in (0..ranks).rev() {
        text.push_str(&format!("{:width$} ", rank + 1));
        for file in 0..files {
            let is_ko = state.ko() == Some(game.layout.point(file, rank));
            let sign = letter(file, rank).unwrap_or(if is_ko { '*' } else { '.' });
            text.extend([' ', sign]);
        }
        text.push('\n');
    }
    text.push_str(&" ".repeat(width + 1));
    text.extend((0..files).flat_map(|file| [' ', file_letter(file)]));
    text.push_str(&format!("\n{}", standing(game.margin(state))));
    if state.passes == 1 {
        text.push_str(&format!("\n{} has passed", Go::SIDES.unwrap_or_default()[state.turn.other() as usize]));
    }
    text + &to_move_with(&LETTERS, Go::SIDES, state.turn, game.outcome(state))
}

/// The result if the game ended here: `Black is ahead by 2.5`.
fn standing(margin: i32) -> String {
    match margin {
        0 => "Black and White have as many points".into(),
        1.. => format!("Black is ahead by {}", points(margin)),
        _ => format!("White is ahead by {}", points(-margin)),
    }
}

/// The intersections with their names, star points, stones, and a mark on the point that the ko forbids.
pub(crate) fn view(game: &Go, state: &State) -> View {
    let (files, ranks) = game.layout.size();
    let letter = letters(&game.layout, state);
    let mut view = View::grid(Shape::Point, files, ranks, point_name);
    let centre = |file: u32, rank: u32| [f64::from(file) + 0.5, f64::from(ranks - 1 - rank) + 0.5];
    view.dots.extend(
        stars(files)
            .into_iter()
            .flat_map(|file| stars(ranks).into_iter().map(move |rank| (file, rank)))
            .filter(|&(file, rank)| is_star(files, ranks, file, rank))
            .map(|(file, rank)| centre(file, rank)),
    );
    for rank in (0..ranks).rev() {
        for file in 0..files {
            let owner = letter(file, rank).map(|letter| if letter == LETTERS[0] { Player::Max } else { Player::Min });
            if let Some(owner) = owner {
                view.put(point_name(file, rank), Token::new(Glyph::Disc, owner));
            }
        }
    }
    let number = |rank: u32| Label::new([-LABEL_GAP, centre(0, rank)[1]], (rank + 1).to_string());
    let name = |file: u32| Label::new([centre(file, 0)[0], f64::from(ranks) + LABEL_GAP], file_letter(file));
    view.labels = (0..ranks).rev().map(number).chain((0..files).map(name)).collect();
    if let Some(ko) = state.ko() {
        view.marks.push(Mark::new(MarkKind::Captured, [move_text(&game.layout, Move(ko))]));
    }
    view.colours = Some([Colour::Black, Colour::White]);
    score(game, state, &mut view);
    view
}

/// Adds the score and, after the first pass, the territory. The score is omitted before that if one colour has no
/// stones, because the whole board would then count for the other colour.
fn score(game: &Go, state: &State, view: &mut View) {
    let areas = game.areas(state);
    let komi = f64::from(game.komi) / 2.0;
    if state.passes > 0 || state.stones.iter().all(|stones| !stones.is_empty()) {
        view.points = Some([f64::from(areas[0].len()), f64::from(areas[1].len()) + komi]);
    }
    if state.passes > 0 {
        for player in [Player::Max, Player::Min] {
            let empty = areas[player as usize].without(state.stones[player as usize]);
            let names: Vec<_> = empty.into_iter().map(|point| move_text(&game.layout, Move(point))).collect();
            view.marks.extend((!names.is_empty()).then(|| Mark::territory(player, names)));
        }
    }
    view.ended((state.passes > 1).then_some(Reason::Territory));
}

/// The files or ranks with star points on a board of this size.
fn stars(size: u32) -> Vec<u32> {
    let edge = if size < 12 { 2 } else { 3 };
    match size {
        ..=4 => Vec::new(),
        5 | 6 => {
            if size % 2 == 1 {
                vec![size / 2]
            } else {
                Vec::new()
            }
        }
        _ if size % 2 == 1 => vec![edge, size / 2, size - 1 - edge],
        _ => vec![edge, size - 1 - edge],
    }
}

/// Whether an intersection of a star file and a star rank is a star point. On boards smaller than 15, points in the
/// middle of an edge are excluded.
fn is_star(files: u32, ranks: u32, file: u32, rank: u32) -> bool {
    let is_middle = |size: u32, place: u32| size % 2 == 1 && place == size / 2;
    files.min(ranks) >= 15 || is_middle(files, file) == is_middle(ranks, rank)
}
