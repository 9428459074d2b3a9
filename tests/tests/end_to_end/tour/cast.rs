//! Pictures of blocks of the tour: a terminal in which one line after another appears, as SVG.
//!
//! A picture is made from the text of its block alone, which the tour's test compares with the program.

use super::{Block, NAME, blocks, read};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Pictures, each with its file beside the tour, its title, and the first line of its block.
const CASTS: [(&str, &str, &str); 2] = [
    ("views/cast-play.svg", "A game of tic-tac-toe against plyd in a terminal", "$ plyd play tictactoe"),
    ("views/cast-explain.svg", "plyd explains a search", "$ plyd explain --position \"((3 5) (2 9 7))\""),
];

/// The size of a character, and the space around the text, in pixels.
const WIDTH: usize = 8;
const HEIGHT: usize = 18;
const MARGIN: usize = 14;

/// How long the reader sees the screen before a typed line appears, and before a printed one, in milliseconds.
const TYPING: u32 = 1_400;
const PRINTING: u32 = 60;

const STYLE: &str = "
text { font: 13px \"DejaVu Sans Mono\", Menlo, Consolas, monospace; white-space: pre; fill: #d8dee9;
  opacity: 0; animation: appear 1ms forwards; }
.typed { fill: #a3d977; }
rect { fill: #1d2230; }
@keyframes appear { to { opacity: 1; } }
@media (prefers-reduced-motion: reduce) { text { animation: none; opacity: 1; } }
";

/// Whether somebody typed into this line.
fn is_typed(line: &str) -> bool {
    line.starts_with("$ ") || line.split_once("'s move: ").is_some_and(|(_, typed)| !typed.is_empty())
}

/// The text in XML, without what differs from run to run.
fn escaped(text: &str) -> String {
    let text = text.strip_suffix(" (...)").unwrap_or(text);
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn picture(title: &str, lines: &[&str]) -> String {
    let columns = lines.iter().map(|line| line.chars().count()).max().unwrap_or_default();
    let (width, height) = (columns * WIDTH + 2 * MARGIN, lines.len() * HEIGHT + 2 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\">\n<title>{}</title>\n<style>{STYLE}</style>\n<rect width=\"{width}\" height=\"{height}\" \
         rx=\"6\"/>\n",
        escaped(title)
    );
    let (mut delay, mut is_first) = (0, true);
    for (number, line) in lines.iter().enumerate() {
        let (class, pause) = if is_typed(line) { (" class=\"typed\"", TYPING) } else { ("", PRINTING) };
        delay += if is_first { 0 } else { pause };
        is_first = false;
        let y = MARGIN + (number + 1) * HEIGHT - 5;
        let text = escaped(line);
        writeln!(svg, "<text{class} x=\"{MARGIN}\" y=\"{y}\" style=\"animation-delay: {delay}ms\">{text}</text>")
            .expect("a text takes more");
    }
    svg + "</svg>\n"
}

/// The lines of a block, until it leaves something out or the next command is typed.
fn lines_of<'a>(block: &Block<'a>) -> Vec<&'a str> {
    let commands = block.lines.iter().skip(1).position(|line| line.starts_with("$ ")).map(|at| at + 1);
    block.lines[..commands.unwrap_or(block.lines.len())].to_vec()
}

#[test]
fn the_pictures_of_the_tour_show_its_blocks() {
    let text = read(NAME);
    let blocks = blocks(NAME, &text);
    for (file, title, first) in CASTS {
        let block = blocks.iter().find(|block| block.lines.first() == Some(&first));
        let wanted = picture(title, &lines_of(block.unwrap_or_else(|| panic!("{NAME} has no block `{first}`"))));
        assert!(text.contains(file), "{NAME} does not show {file}");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(file);
        if std::env::var_os("PLYD_WRITE_CASTS").is_some() {
            fs::write(&path, &wanted).expect("the picture can be written");
            continue;
        }
        let made = fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(made, wanted, "make {file} with PLYD_WRITE_CASTS=1");
    }
}

#[test]
fn a_picture_has_each_line_in_its_turn() {
    let svg = picture("A & B", &["$ plyd <x>", "one", "X's move: b2", "X's move: "]);
    let document = roxmltree::Document::parse(&svg).expect("the picture is XML");
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    let seen: Vec<_> = texts
        .map(|node| {
            let delay = node.attribute("style").and_then(|style| style.strip_prefix("animation-delay: "));
            (node.text().unwrap_or_default(), node.attribute("class"), delay.unwrap_or_default())
        })
        .collect();
    let typed = Some("typed");
    assert_eq!(
        seen,
        [
            ("$ plyd <x>", typed, "0ms"),
            ("one", None, "60ms"),
            ("X's move: b2", typed, "1460ms"),
            ("X's move: ", None, "1520ms")
        ]
    );
}
