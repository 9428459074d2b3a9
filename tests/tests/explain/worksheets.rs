//! Blank drawings, worksheets and the marks of their answers, and drawings of large trees.

use crate::subjects::explained;
use plyd_explain::{
    DrawingPart, ExplainRequest, Explanation, Format, MoveOrder, Panel, Speech, Style, Worksheet, WorksheetKey, grade,
    write,
};
use plyd_search::{Algorithm, Conventions, Cut};
use plyd_tests::{Finished, PATIENCE, command, finish};
use roxmltree::Document;
use serde_json::Value;
use std::fs;
use std::path::Path;

fn style() -> Style {
    Style::new(Speech::new(Some("en")).expect("there is English"))
}

fn drawn(format: Format, explanation: &Explanation, style: &Style) -> String {
    write(format, &[Panel { title: "", explanation }], style)
}

fn run(arguments: &[&str]) -> Finished {
    finish(command(&[&["explain", "--lang", "en"], arguments].concat()), PATIENCE)
}

#[test]
fn exercises_have_as_many_cuts_as_wanted() {
    let usual = ExplainRequest::default();
    let strict = Conventions { cut: Cut::Beyond, ..Conventions::default() };
    let requests = [
        usual,
        ExplainRequest { order: MoveOrder::Right, conventions: strict, ..usual },
        ExplainRequest { order: MoveOrder::Best, ..usual },
    ];
    for request in requests {
        for (cuts, branching) in [(None, 2), (None, 3), (Some(2), 2), (Some(3), 3)] {
            // With the best first nearly all trees of a size have as many.
            if request.order == MoveOrder::Best && cuts.is_some() {
                continue;
            }
            let worksheet = Worksheet { count: 50, seed: 1, depth: 3, branching, cuts };
            let positions = worksheet.trees(&request).expect("there are such trees");
            assert_eq!(worksheet.trees(&request), Ok(positions.clone()));
            for position in positions {
                let found = explained("leaftree", &position, &request).counts.cuts;
                assert!(cuts.map_or(found > 0, |cuts| found == u64::from(cuts)), "{position}: {found} of {cuts:?}");
            }
        }
    }
    // Without cuts they teach what order is for; and where nothing can be cut, nothing has to.
    let sheet = Worksheet { count: 50, seed: 1, depth: 3, branching: 2, cuts: Some(0) };
    for position in sheet.trees(&usual).expect("there are such trees") {
        assert_eq!(explained("leaftree", &position, &usual).counts.cuts, 0, "{position}");
    }
    let minimax = ExplainRequest { algorithm: Algorithm::Minimax, ..usual };
    for (sheet, request) in
        [(Worksheet { depth: 1, ..sheet }, usual), (Worksheet { branching: 1, ..sheet }, usual), (sheet, minimax)]
    {
        assert_eq!(Worksheet { cuts: None, ..sheet }.trees(&request).map(|trees| trees.len()), Ok(50));
        assert!(Worksheet { cuts: Some(1), ..sheet }.trees(&request).is_err());
    }
}

/// The texts of a picture.
fn texts(svg: &str) -> Vec<String> {
    let document = Document::parse(svg).unwrap_or_else(|error| panic!("{error}"));
    let is_text = |node: &roxmltree::Node<'_, '_>| node.has_tag_name("text");
    document.descendants().filter(is_text).filter_map(|node| Some(node.text()?.to_owned())).collect()
}

#[test]
fn an_exercise_tells_nothing_of_the_search() {
    let mut blank = style();
    blank.blank = [DrawingPart::OF_EXERCISE.as_slice(), &[DrawingPart::Conventions]].concat();
    let mut differ = 0;
    let worksheet = Worksheet { count: 20, seed: 3, depth: 3, branching: 3, cuts: None };
    for position in worksheet.trees(&ExplainRequest::default()).expect("they are small") {
        let search = |order| explained("leaftree", &position, &ExplainRequest { order, ..ExplainRequest::default() });
        let (left, right) = (search(MoveOrder::Left), search(MoveOrder::Right));
        for format in [Format::Text, Format::Svg, Format::Dot, Format::Tikz, Format::Html] {
            // Two searches of a tree see different leaves, and their exercises are the same.
            assert_eq!(drawn(format, &left, &blank), drawn(format, &right, &blank), "{position}");
            differ += usize::from(drawn(format, &left, &style()) != drawn(format, &right, &style()));
        }
        let leaves = left.nodes.iter().filter(|node| node.is_leaf()).count();
        let is_number = |text: &&String| text.rsplit('.').next().is_some_and(|last| last.parse::<i32>().is_ok());
        let numbers = |texts: Vec<String>| texts.iter().filter(is_number).count();
        // The leaves have their values, and edges the numbers of the children, as in `B.1` if a child has no name.
        assert_eq!(numbers(texts(&drawn(Format::Svg, &left, &blank))), leaves + left.nodes.len() - 1);
    }
    assert!(differ > 80, "{differ}");
}

#[test]
fn each_part_can_be_left_blank() {
    let explanation = explained("leaftree", "[[3,5,10],[2,?,?],[2,7,3]]", &ExplainRequest::default());
    let with = |part: DrawingPart, format| drawn(format, &explanation, &Style { blank: vec![part], ..style() });
    let whole = drawn(Format::Text, &explanation, &style());
    assert!(whole.contains("\u{2573}") && whole.contains("leaves read") && whole.contains("MAX to move"));
    assert!(!with(DrawingPart::Cuts, Format::Text).contains('\u{2573}'));
    assert!(!with(DrawingPart::Values, Format::Text).contains("\u{2264}2"));
    assert!(with(DrawingPart::Values, Format::Text).contains("\u{25a0} 10"));
    assert!(!with(DrawingPart::Bounds, Format::Text).contains("\u{3b1}=3"));
    assert!(with(DrawingPart::Bounds, Format::Text).contains("\u{3b1}= \u{3b2}="));
    assert!(!with(DrawingPart::Counts, Format::Text).contains("leaves read"));
    assert!(!with(DrawingPart::Legend, Format::Text).contains("MAX to move"));
    assert!(!with(DrawingPart::Legend, Format::Svg).contains("class=\"legend\""));
}

#[test]
fn the_conventions_are_named_in_every_format() {
    let setup = "[[3,5,10],[2,4,4],[2,7,3]]";
    let explanation =
        explained("leaftree", setup, &ExplainRequest { order: MoveOrder::Right, ..ExplainRequest::default() });
    for format in [Format::Text, Format::Walk, Format::Svg, Format::Dot, Format::Html] {
        let text = drawn(format, &explanation, &style());
        for part in ["alpha-beta", "from right to left", "fail soft"] {
            assert!(text.contains(part), "{format:?} does not say {part}");
        }
    }
    assert!(drawn(Format::Tikz, &explanation, &style()).contains("from right to left"));
}

#[test]
fn large_trees_are_drawn_in_part_and_say_so() {
    let search = ExplainRequest { depth: Some(2), ..ExplainRequest::default() };
    let explanation = explained("chess", "", &search);
    let few = Style { most_nodes: 30, ..style() };
    let missing = explanation.nodes.len() - 30;
    for format in [Format::Text, Format::Svg, Format::Dot, Format::Tikz] {
        let text = drawn(format, &explanation, &few);
        assert!(text.contains("nodes not drawn") && text.contains(&missing.to_string()), "{format:?}");
        assert!(!drawn(format, &explanation, &style()).contains("nodes not drawn"), "{format:?}");
    }
    let svg = drawn(Format::Svg, &explanation, &few);
    let document = Document::parse(&svg).expect("it is XML");
    let nodes: Vec<_> = document.descendants().filter(|node| node.has_attribute("data-path")).collect();
    assert_eq!(nodes.len(), 30);
    // With a node the one above it is drawn.
    let paths: Vec<&str> = nodes.iter().filter_map(|node| node.attribute("data-path")).collect();
    for path in &paths {
        let above = path.rsplit_once('.').map_or("", |(above, _)| above);
        assert!(paths.contains(&above), "{path}");
    }
    let page = drawn(Format::Html, &explanation, &few);
    let data = page.split_once("id=\"data\">").and_then(|(_, rest)| rest.split_once("</script>")).expect("data").0;
    let data: Value = serde_json::from_str(data).expect("it is JSON");
    assert_eq!(data["panels"][0]["tree"].as_array().map(Vec::len), Some(30));
    let count = |event: &Value| event["node"].as_u64().expect("a node") < 30;
    assert!(data["panels"][0]["events"].as_array().expect("a list").iter().all(count));
}

#[test]
fn a_slide_has_boards_and_its_own_theme_and_width() {
    for game in ["tictactoe", "chess", "backgammon", "morris"] {
        let slide = [
            "--depth",
            "2",
            "--nodes",
            "100000",
            "--max-drawn",
            "30",
            "--width",
            "1600",
            "--blank",
            "counts,legend,conventions",
        ];
        let picture = |theme: &str| {
            let made = run(&[&[game], &slide[..], &["--theme", theme, "--format", "svg"]].concat());
            assert!(made.status.success(), "{game}: {}", made.errors);
            made.output
        };
        let [auto, light, dark] = ["auto", "light", "dark"].map(picture);
        assert!(auto.contains("prefers-color-scheme") && !light.contains("prefers-color-scheme"), "{game}");
        assert!(dark.contains("@media all") && light.contains("@media not all"), "{game}");
        let document = Document::parse(&dark).unwrap_or_else(|error| panic!("{error}"));
        let root = document.root_element();
        assert_eq!(root.attribute("width"), Some("1600"), "{game}");
        let view = root.attribute("viewBox").expect("it has one");
        let numbers: Vec<f64> = view.split(' ').filter_map(|number| number.parse().ok()).collect();
        let (width, height) = (numbers[2], numbers[3]);
        let shown: f64 = root.attribute("height").and_then(|height| height.parse().ok()).expect("a number");
        assert!((shown - 1600.0 * height / width).abs() <= 0.5, "{game}");
        let boards = dark.matches("class=\"board-figures").count();
        let nodes = dark.matches("data-path=").count();
        assert!(boards == nodes && nodes > 5, "{game}: {boards} boards at {nodes} nodes");
        assert!(!dark.contains(">leaves read<") && !dark.contains("class=\"legend\""), "{game}");
    }
    let refused = run(&["--theme", "dark"]);
    assert!(!refused.status.success() && refused.errors.contains("choose --format svg"), "{}", refused.errors);
}

#[test]
fn two_pictures_share_no_identifier() {
    let ids = |setup: &str, prefix: Option<&str>| -> Vec<String> {
        let explanation = explained("leaftree", setup, &ExplainRequest::default());
        let style = Style { id_prefix: prefix.map(str::to_owned), ..style() };
        let svg = drawn(Format::Svg, &explanation, &style);
        let document = Document::parse(&svg).expect("it is XML");
        document.descendants().filter_map(|node| Some(node.attribute("id")?.to_owned())).collect()
    };
    let (one, other) = (ids("[3,5]", None), ids("[3,6]", None));
    assert!(one.len() > 5 && one.iter().all(|id| !other.contains(id)));
    assert!(ids("[3,5]", Some("own-")).iter().all(|id| id.starts_with("own-")));
}

#[test]
fn the_description_of_a_picture_tells_this_tree() {
    let explanation = explained("leaftree", "[[3,5,10],[2,?,?],[2,7,3]]", &ExplainRequest::default());
    let svg = drawn(Format::Svg, &explanation, &style());
    let document = Document::parse(&svg).expect("it is XML");
    let told = document.descendants().find(|node| node.has_tag_name("desc")).and_then(|node| node.text());
    let wanted = "A tree of 13 nodes, of which 9 are leaves; MAX moves at the root. We leave the root: it is worth 3. The \
                  best child of the root is A. 5 leaves are read: 3, 5, 10, 2 and 2. 4 nodes are pruned: B.1, B.2, C.1 and \
                  C.2.";
    assert_eq!(told, Some(wanted));
}

#[test]
fn estimates_are_told_from_results() {
    let horizon = ExplainRequest { depth: Some(1), ..ExplainRequest::default() };
    let text = drawn(Format::Text, &explained("leaftree", "[[3,5],[2,9]]", &horizon), &style());
    assert!(text.contains("\u{2248}0") && text.contains("the depth ends here"), "{text}");
    let text = drawn(Format::Text, &explained("leaftree", "[[3,5],[2,9]]", &ExplainRequest::default()), &style());
    assert!(!text.contains('\u{2248}'), "{text}");
}

/// A sheet without the styles of what it may draw.
fn without_styles(sheet: &str) -> String {
    let document = sheet.split_once("\\begin{document}").map_or(sheet, |(_, document)| document);
    let after_style = |part: &str| part.split_once("</style>").map_or(part, |(_, rest)| rest).to_owned();
    document.split("<style>").map(after_style).collect()
}

/// A right answer to each exercise: the topmost pruned nodes, and the value of the root.
fn right_answers(key: &WorksheetKey) -> Vec<(Vec<String>, String)> {
    let answer = |position: &String| {
        let explanation = explained("leaftree", position, &key.request);
        let pruned = explanation.pruned().into_iter().map(|node| explanation.path(node)).collect();
        (pruned, format!("{}", explanation.value))
    };
    key.positions.iter().map(answer).collect()
}

fn rows(table: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(table.as_bytes());
    reader.records().map(|row| row.expect("it is CSV").iter().map(str::to_owned).collect()).collect()
}

#[test]
fn a_worksheet_is_made_and_its_answers_are_graded() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("it is text").to_owned();
    let arguments = ["--worksheet", "10", "--seed", "7", "--depth", "3", "--branching", "2"];
    for format in ["svg", "tikz", "html"] {
        let made = run(&[&arguments[..], &["--format", format, "-o", &path(format)]].concat());
        assert!(made.status.success(), "{}", made.errors);
    }
    let read = |name: &str| fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    // The same seed makes the same trees.
    assert_eq!(read("svg/key.json"), read("html/key.json"));
    assert!(read("html/exercises.html").contains("Exercise 10") && read("html/answers.html").contains("Exercise 10"));
    assert!(read("tikz/exercises.tex").contains("Exercise 10"));
    for name in ["svg/exercises.svg", "svg/answers.svg"] {
        let text = read(name);
        let document = Document::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(document.descendants().filter(|node| node.has_tag_name("svg")).count(), 11, "{name}");
        let mut ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count, "{name}: an identifier comes twice");
    }
    let sheets = [read("svg/exercises.svg"), read("tikz/exercises.tex"), read("html/exercises.html")];
    for sheet in sheets.map(|sheet| without_styles(&sheet)) {
        assert!(!sheet.contains("pruned") && !sheet.contains("principal variation"), "{sheet}");
    }

    let key = WorksheetKey::read(&read("svg/key.json"), ExplainRequest::default()).expect("it is a key");
    assert_eq!(key.positions.len(), 10);
    let right = right_answers(&key);
    let mut all_right = String::new();
    let mut answers = read("svg/answers.csv").lines().next().expect("a head").to_owned() + "\n";
    for (number, (pruned, value)) in (1..).zip(&right) {
        let list = if pruned.is_empty() { "none".to_owned() } else { pruned.join(" ") };
        answers += &format!("Ada,{number},{list} root={value}\n");
        all_right += &format!("Ada,{number},{list}\n");
        // The digits of another script, and unquoted commas.
        let bengali = |text: &str| -> String {
            let digit = |sign: char| sign.to_digit(10).and_then(|digit| char::from_u32(0x9e6 + digit)).unwrap_or(sign);
            text.chars().map(digit).collect()
        };
        let list = if pruned.is_empty() { "none".to_owned() } else { bengali(&pruned.join(",")) };
        answers += &format!("\u{9b0}\u{9ac}\u{9bf},{},{list}\n", bengali(&number.to_string()));
        answers += &format!("=Eve,{number},root={}\n", value.parse::<f64>().expect("a number") + 1.0);
        answers += &format!("Max,{number},{}\n", if number == 1 { "" } else { "nowhere" });
    }
    fs::write(path("given.csv"), answers).expect("it can be written");
    let graded = run(&["--grade", &path("given.csv"), "--key", &path("svg/key.json")]);
    assert_eq!(graded.status.code(), Some(2), "{}", graded.errors);
    let rows = rows(&graded.output);
    assert_eq!(rows[0], ["student", "exercise", "mark", "remark"]);
    let marks = |student: &str| -> Vec<&str> {
        rows.iter().filter(|row| row[0] == student && row[1] != "all").map(|row| row[2].as_str()).collect()
    };
    assert_eq!(marks("Ada"), ["1"; 10]);
    assert_eq!(marks("\u{9b0}\u{9ac}\u{9bf}"), ["1"; 10]);
    // A name is no formula.
    assert_eq!(marks("'=Eve"), ["0"; 10]);
    // An empty answer is none.
    assert_eq!(marks("Max"), [[""; 9].as_slice(), &["0"]].concat());
    let total = |student: &str| rows.iter().find(|row| row[0] == student && row[1] == "all").map(|row| row[2].as_str());
    assert_eq!([total("Ada"), total("'=Eve"), total("Max")], [Some("10"), Some("0"), Some("0")]);
    assert!(rows.iter().any(|row| row[3].contains("the tree has no node nowhere")), "{}", graded.output);

    // A folder with answers is refused; an empty table is replaced.
    fs::write(path("svg/answers.csv"), "student,exercise,answer\nAda,1,none\n").expect("it can be written");
    let again = run(&[&arguments[..], &["--format", "svg", "-o", &path("svg")]].concat());
    assert!(!again.status.success() && again.errors.contains("answers.csv contains answers"), "{}", again.errors);
    assert!(read("svg/answers.csv").contains("Ada"));
    let again = run(&[&arguments[..], &["--format", "html", "-o", &path("html")]].concat());
    assert!(again.status.success(), "{}", again.errors);

    fs::write(path("right.csv"), all_right).expect("it can be written");
    assert_eq!(run(&["--check", &path("right.csv"), "--key", &path("svg/key.json")]).status.code(), Some(0));
    fs::write(path("wrong.csv"), "Ada,1,root=99").expect("it can be written");
    assert_eq!(run(&["--grade", &path("wrong.csv"), "--key", &path("svg/key.json")]).status.code(), Some(1));
}

#[test]
fn marks_count_what_was_not_answered() {
    let tree = |setup: &str| explained("leaftree", setup, &ExplainRequest::default());
    let exercises = ["[[3,5,10],[2,?,?],[2,7,3]]", "[[3,5],[2,9]]", "[[3,5],[4,9]]"].map(tree);
    let answers =
        "student,exercise,answer\n,1,\nAda,1,\"B=2, root=3\"\nBob,2,1.1\nBob,9,none\nBob,2,none\nCarl\nDora,3,\n";
    let marks = grade(answers, &exercises, &style().speech).expect("it can be written");
    let wanted = "student,exercise,mark,remark
Ada,1,0,the answer does not say which leaves are never read; write none if nothing is pruned
Bob,2,1,
Bob,9,,line 5: there is no exercise 9; they are 1 to 3
Bob,2,,line 6: exercise 2 is answered a second time; the first answer counts
Carl,,,\"line 7: write a student, the number of an exercise, and an answer\"
Ada,2,0,not answered
Ada,3,0,not answered
Ada,all,0,0 / 3
Bob,1,0,not answered
Bob,3,0,not answered
Bob,all,1,1 / 3
Dora,1,0,not answered
Dora,2,0,not answered
Dora,3,0,not answered
Dora,all,0,0 / 3
";
    assert_eq!((marks.table.as_str(), marks.counts), (wanted, [1, 8, 3]));
    // Minimax skips no node, so it is the value that counts.
    let minimax = [explained(
        "leaftree",
        "[[3,5],[2,9]]",
        &ExplainRequest { algorithm: Algorithm::Minimax, ..ExplainRequest::default() },
    )];
    let italian = Speech::new(Some("it")).expect("there is Italian");
    let marks = grade("Ada,1,none\nBob,1,root=3\n", &minimax, &italian).expect("it can be written");
    assert_eq!(marks.counts, [1, 1, 0]);
    assert!(marks.table.contains("la risposta non dice quanto vale la radice"), "{}", marks.table);
}

#[test]
fn own_trees_become_a_worksheet() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("it is text").to_owned();
    let trees = "# Lecture 3\n\n  ((3 5) (2 9))\n3 5 2 9 min\n(CHANCE{1/3: 3, 2/3: 6} 4) # a lottery\n";
    fs::write(path("trees.txt"), trees).expect("it can be written");
    let made = run(&["--trees", &path("trees.txt"), "--format", "html", "-o", &path("sheet")]);
    assert!(made.status.success(), "{}", made.errors);
    let read = |name: &str| fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let exercises = read("sheet/exercises.html");
    assert!(exercises.contains("Exercise 3") && !exercises.contains("Exercise 4"));
    assert_eq!(read("sheet/answers.csv").lines().count(), 4);
    fs::write(path("given.csv"), "Ada,1,1.1\nAda,2,none root=5\nAda,3,none root=5\n").expect("it can be written");
    let graded = run(&["--grade", &path("given.csv"), "--key", &path("sheet/key.json")]);
    assert!(graded.output.ends_with("Ada,all,3,3 / 3\n"), "{}{}", graded.output, graded.errors);

    let refused = |trees: &str, told: &str| {
        fs::write(path("trees.txt"), trees).expect("it can be written");
        let finished = run(&["--trees", &path("trees.txt"), "--format", "html", "-o", &path("none")]);
        assert!(!finished.status.success() && finished.errors.contains(told), "{trees}: {}", finished.errors);
        assert!(!Path::new(&path("none")).exists());
    };
    refused("# none yet\n", "has no trees; write one on each line");
    refused("((3 5) (2 9))\n((3 5)\n", "exercise 2: ");
    refused(&"(1 2)\n".repeat(201), "has 201 trees; a worksheet has at most 200");
}

#[test]
fn faults_of_worksheets_are_told() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("it is text").to_owned();
    let refused = |arguments: &[&str], told: &str| {
        let finished = run(arguments);
        assert!(!finished.status.success() && finished.errors.contains(told), "{arguments:?}: {}", finished.errors);
    };
    refused(&["--worksheet", "3", "-o", &path("text")], "choose --format svg, tikz or html");
    refused(&["--worksheet", "3"], "--output");
    refused(&["--worksheet", "0", "-o", &path("none")], "0 is not in 1..=200");
    let large = ["--worksheet", "1", "--depth", "9", "--branching", "9", "--format", "svg", "-o", &path("large")];
    refused(&large, "has more than 256 leaves");
    assert!(!Path::new(&path("large")).exists());
    fs::write(path("key.json"), "{}").expect("it can be written");
    fs::write(path("answers.csv"), "Ada,7,none\n").expect("it can be written");
    refused(&["--grade", &path("answers.csv"), "--key", &path("key.json")], "its field worksheet must be 1");
    let made = run(&["--worksheet", "2", "--format", "svg", "-o", &path("two")]);
    assert!(made.status.success(), "{}", made.errors);
    let check = ["--grade", &path("answers.csv"), "--key", &path("two/key.json")];
    let graded = run(&check);
    assert_eq!(graded.status.code(), Some(2), "{}", graded.errors);
    assert_eq!(graded.output, "student,exercise,mark,remark\nAda,7,,line 1: there is no exercise 7; they are 1 to 2\n");
    let many = ["--worksheet", "1", "--cuts", "9", "--format", "svg", "-o", &path("many")];
    refused(&many, "none of 1000 random trees with 2 children at each node and 3 plies has exactly 9 cuts");
    refused(&["--id-prefix", "1 a"], "it must begin with a letter");
}
