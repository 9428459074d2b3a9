//! An explanation as a page that steps through the search, in one self-contained file; and a page without a script, for
//! print.
//!
//! The page's text, style and script are in the folder `page`. All facts about the searches, including sentences and
//! words, go into the page as JSON, and the script shows them.

use crate::drawing::PanelDrawing;
use crate::explanation::Panel;
use crate::script::Script;
use crate::style::Style;
use crate::{Speech, page_data, svg};

/// A list of files of the folder `page`.
macro_rules! modules {
    ($($name:literal)*) => {
        [$(($name, include_str!(concat!("../page/", $name)))),*]
    };
}

const PAGE: &str = include_str!("../page/page.html");
const BODY: &str = include_str!("../page/body.html");
const COURSE: &str = include_str!("../page/course.html");
const COURSE_SCRIPT: &str = include_str!("../page/course.js");
const COURSE_STYLE: &str = include_str!("../page/course.css");
const SHEET: &str = include_str!("../page/sheet.html");
const SHEET_STYLE: &str = include_str!("../page/sheet.css");

/// The modules of the page's script, with their names.
const MODULES: [(&str, &str); 17] = modules![
    "element.js"
    "icons.js"
    "words.js"
    "replay.js"
    "layout.js"
    "shapes.js"
    "draw.js"
    "looks.js"
    "answers.js"
    "series.js"
    "quiz.js"
    "overview.js"
    "code.js"
    "interval.js"
    "panel.js"
    "controls.js"
    "main.js"
];

/// Its style sheets, with their names. The last one is for paper, and comes after all others.
const SHEETS: [(&str, &str); 5] = modules!["colours.css" "pieces.css" "page.css" "tree.css" "print.css"];

/// The files of the page with their names, for another page that shows explanations: it imports `main.js`, and gives it
/// [`Format::Page`](crate::Format::Page).
pub fn page_files() -> impl Iterator<Item = (&'static str, &'static str)> {
    MODULES.into_iter().chain(SHEETS)
}

/// The script of a page that is one file: it calls this function of this module with the body and the data.
fn script(module: &str, open: &str) -> String {
    const ENTRY: &str = "page.js";
    let entry = format!(
        "import {{ {open} }} from \"./{module}\";\n\
         {open}(document.body, JSON.parse(document.getElementById(\"data\").textContent));\n"
    );
    let all = || MODULES.into_iter().chain([("course.js", COURSE_SCRIPT), (ENTRY, &*entry)]);
    Script::new(ENTRY, &[], &|path| all().find_map(|(name, text)| (name == path).then_some(text))).text()
}

fn style_sheet() -> String {
    SHEETS.map(|(_, text)| text).concat()
}

/// The page for one search, or for several side by side, with at most `most` nodes of each tree.
pub(crate) fn write(panels: &[Panel<'_>], style: &Style, most: usize) -> String {
    let speech = &style.speech;
    let drawings: Vec<_> = panels.iter().map(|panel| PanelDrawing::new(panel, style, most)).collect();
    whole(&page_data::data(&drawings, style), speech, |key| match key {
        "title" => escape(&title(panels, speech)),
        "style" => style_sheet(),
        "script" => script("main.js", "openExplanation"),
        _ => body(speech, Some(&still(panels, style, most))),
    })
}

/// The page of a course: these searches, so many of them examples, and the others exercises.
pub(crate) fn write_course(panels: &[Panel<'_>], examples: usize, style: &Style) -> String {
    let speech = &style.speech;
    let drawings: Vec<_> = panels.iter().map(|panel| PanelDrawing::new(panel, style, style.most_nodes)).collect();
    let mut data = page_data::data(&drawings, style);
    data["examples"] = examples.into();
    for word in page_data::COURSE_WORDS {
        data["words"][word] = speech.label(word).into();
    }
    whole(&data, speech, |key| match key {
        "title" => escape(&speech.label("page-course-title")),
        "style" => style_sheet() + COURSE_STYLE,
        "script" => script("course.js", "openCourse"),
        _ => fill(COURSE, |key| match key {
            "body" => body(speech, None),
            label => escape(&speech.label(label)),
        }),
    })
}

/// A page that is one file, with these data; `part` gives its title, style, script and body.
fn whole(data: &serde_json::Value, speech: &Speech, part: impl Fn(&str) -> String) -> String {
    fill(PAGE, |key| match key {
        "lang" => escape(speech.language()),
        // In JSON this is the same text, and no text can end the element around it.
        "data" => data.to_string().replace('<', "\\u003c"),
        key => part(key),
    })
}

/// The facts on one line, with the elements that the script needs, for a page which has the script already. At most so
/// many nodes of each tree are in it.
pub(crate) fn write_data(panels: &[Panel<'_>], style: &Style, most: usize) -> String {
    let drawings: Vec<_> = panels.iter().map(|panel| PanelDrawing::new(panel, style, most)).collect();
    let mut data = page_data::data(&drawings, style);
    data["body"] = body(&style.speech, None).into();
    data.to_string()
}

/// A page without a script: lines of text, and a picture for each exercise.
pub(crate) fn write_plain(lines: &[String], exercises: Vec<Vec<PanelDrawing<'_>>>, style: &Style) -> String {
    let title = lines.first().cloned().or_else(|| Some(exercises.first()?.first()?.heading())).unwrap_or_default();
    let text: String = lines.iter().skip(1).map(|line| format!("<p>{}</p>\n", escape(line))).collect();
    let pictures: String =
        exercises.into_iter().map(|drawings| format!("<section>{}</section>\n", svg::write(drawings, style))).collect();
    fill(SHEET, |key| match key {
        "lang" => escape(style.speech.language()),
        "title" => escape(&title),
        "style" => SHEET_STYLE.to_owned(),
        "lines" => text.clone(),
        _ => pictures.clone(),
    })
}

/// The elements of the page, in this language. `still` is the picture for readers without JavaScript, if it is for them
/// too.
fn body(speech: &Speech, still: Option<&str>) -> String {
    fill(BODY, |key| match (key, still) {
        ("needs-script", Some(_)) => format!(
            "<noscript><p>{}</p><style>#panels ~ * {{ display: none; }}</style></noscript>",
            escape(&speech.label("page-needs-script"))
        ),
        ("still", Some(still)) => format!("<noscript><div class=\"still\">{still}</div></noscript>"),
        ("needs-script" | "still", None) => String::new(),
        (label, _) => escape(&speech.label(label)),
    })
}

/// The most nodes of the drawing for readers without JavaScript: a larger one would be unreadable.
const STILL: usize = 1_000;

/// The finished search as an image, whose style is its own.
fn still(panels: &[Panel<'_>], style: &Style, most: usize) -> String {
    let draw = || panels.iter().map(|panel| PanelDrawing::new(panel, style, most.min(STILL))).collect::<Vec<_>>();
    let summary: Vec<String> = draw().iter().map(PanelDrawing::summary).collect();
    let (picture, root) = svg::write_for_page(draw(), style);
    let picture = picture.replace('%', "%25").replace('#', "%23");
    let source = format!("data:image/svg+xml;charset=utf-8,{}", escape(&picture));
    let image = format!("<img alt=\"{}\" src=\"{source}\">", escape(&summary.join(" ")));
    // The initial scroll position of a wide drawing.
    format!("<div>{image}<span style=\"--root: {root}px\"></span></div>")
}

/// Puts a text in the place of each `{{key}}`. A text that was put in is not searched for keys.
fn fill(template: &str, text: impl Fn(&str) -> String) -> String {
    let mut parts = template.split("{{");
    let mut page = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (key, rest) = part.split_once("}}").unwrap_or((part, ""));
        page.push_str(&text(key));
        page.push_str(rest);
    }
    page
}

/// As text or as the value of an attribute of HTML.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn title(panels: &[Panel<'_>], speech: &Speech) -> String {
    let game = panels.first().map_or("", |panel| &panel.explanation.game);
    format!("{} \u{b7} {}", speech.label("page-title"), speech.retold(game))
}

#[cfg(test)]
mod tests {
    use super::{BODY, PAGE, escape, fill, script, write};
    use crate::history::NodeHistory;
    use crate::page_data::{COURSE_WORDS, WORDS};
    use crate::{
        BoundSource, BoundsAt, Counts, ExplainRequest, Explanation, NodeContent, Panel, SearchWindow, Speech, Style,
        TraceEvent, TreeNode,
    };
    use plyd_rules::{Move, Turn};
    use serde_json::Value;

    /// A search of a single node that is called this.
    fn explanation(name: &str) -> Explanation {
        let event = TraceEvent::Enter {
            node: 0,
            depth: 1,
            turn: Turn::Max,
            bounds: SearchWindow::FULL,
            alpha_from: BoundSource::Nowhere,
            beta_from: BoundSource::Nowhere,
        };
        let node = TreeNode {
            id: 0,
            parent: None,
            index: 0,
            ply: 0,
            text: String::new(),
            name: Some(name.into()),
            letter: None,
            turn: Turn::Max,
            weights: Vec::new(),
            content: NodeContent::Ongoing,
            picture: None,
            board: None,
            children: Vec::new(),
            visits: 1,
            leaf: None,
            value: None,
            entered: Some(SearchWindow::FULL),
            left: None,
            chosen: None,
            on_line: true,
            skipped_by: None,
            mv: Move(0),
        };
        Explanation {
            game: "tree".into(),
            is_tree: true,
            setup: "{{script}}".into(),
            request: ExplainRequest::default(),
            network: None,
            nodes: vec![node],
            counts: Counts::of(std::slice::from_ref(&event), None),
            history: NodeHistory::of(1, std::slice::from_ref(&event)),
            events: vec![event],
            value: 0.0,
            is_whole: true,
        }
    }

    fn page(titles: [&str; 2], name: &str) -> String {
        let style = Style { bounds: BoundsAt::Edges, ..Style::new(Speech::new(Some("en")).expect("there is English")) };
        let explanation = explanation(name);
        write(&titles.map(|title| Panel { title, explanation: &explanation }), &style, 100)
    }

    #[test]
    fn no_text_ends_the_element_that_holds_the_data() {
        let name = "</script><script>alert(1)</script><!-- & \"";
        let page = page(["<b>left</b>", "right"], name);
        let (_, rest) = page.split_once("id=\"data\">").expect("there is data");
        let (data, _) = rest.split_once("</script>").expect("the element ends");
        let data: Value = serde_json::from_str(data).expect("it is JSON");
        assert_eq!(data["panels"][1]["tree"][0]["label"], name);
        assert_eq!(data["panels"][0]["title"], "<b>left</b>");
        assert!(!page.contains("<script>alert") && !page.contains("<b>left"));
        // Nothing in a text is taken for a place to be filled.
        assert_eq!(data["panels"][0]["position"], "{{script}}");
    }

    #[test]
    fn texts_are_put_in_their_places_once() {
        assert_eq!(fill("a{{x}}b{{y}}", |key| format!("{{{{{key}}}}}")), "a{{x}}b{{y}}");
        assert_eq!(fill("nothing", str::to_owned), "nothing");
        assert_eq!(escape("<a b=\"c\">&amp;"), "&lt;a b=&quot;c&quot;&gt;&amp;amp;");
    }

    #[test]
    fn the_script_is_given_the_words_that_it_says() {
        // Said as they stand, or with a part that a list brings.
        let script = script("course.js", "openCourse");
        let said: Vec<&str> = script.split("say(\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert!(
            said.len() > 20 && said.iter().all(|word| WORDS.contains(word) || COURSE_WORDS.contains(word)),
            "{said:?}"
        );
        for word in WORDS.into_iter().chain(COURSE_WORDS) {
            let part = word.trim_start_matches("page-").trim_start_matches("legend-");
            let is_quoted = [word, part].into_iter().any(|text| script.contains(&format!("\"{text}\"")));
            assert!(said.contains(&word) || is_quoted, "{word} is never said");
        }
        assert!([PAGE, BODY].iter().all(|text| text.split("{{").skip(1).all(|rest| rest.contains("}}"))));
    }
}
