use super::*;
use std::time::{Duration, Instant};

fn game(text: &str) -> SgfGame {
    SgfGame::read(text.as_bytes().to_vec()).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

/// Formats the main line, and returns it with the warnings.
fn line(text: &str) -> (String, Vec<String>) {
    shown(&game(text))
}

fn shown(game: &SgfGame) -> (String, Vec<String>) {
    let property = |property: &Property| {
        let values: String = property.values.iter().map(|value| format!("[{}]", value.text)).collect();
        property.name.clone() + &values
    };
    let node = |node: &SgfNode| ";".to_owned() + &node.properties.iter().map(property).collect::<String>();
    (game.main_line().map(node).collect(), game.warnings.kept().iter().map(ToString::to_string).collect())
}

#[test]
fn the_standard_is_read() {
    let (moves, warnings) = line("(;GM[1]SZ[9]PB[B\\]C];B[ee](;W[gc];B[])(;W[cg]))(;SZ[19])");
    assert_eq!(moves, ";GM[1]SZ[9]PB[B]C];B[ee];W[gc];B[]");
    assert!(warnings.is_empty(), "{warnings:?}");
    let game = game("(;AB[dd][pp];B[ee](;W[gc])(;W[cg]))");
    assert_eq!(game.nodes[1].children, [2, 3]);
    assert_eq!((game.nodes[0].value("AB"), game.nodes[0].property("AB").unwrap().values.len()), (Some("dd"), 2));
}

#[test]
fn blanks_stand_anywhere() {
    let right = ";FF[4]SZ[9];B[ee];W[cc]";
    for text in [
        "( ;FF[4]SZ[9];B[ee];W[cc])",
        "(\n;FF[4]\nSZ [9]\n;B\n[ee]; W[cc] )\n",
        "\n\n(\r\n;FF[4] SZ[9]\r\n;B[ee]\r\n;W[cc]\r\n)",
        "\u{feff}(;FF[4]SZ[9];B[ee];W[cc])",
    ] {
        assert_eq!(line(text), (right.to_owned(), Vec::new()), "{text:?}");
    }
}

#[test]
fn ends_may_be_missing() {
    for (text, moves, warning) in [
        ("(;SZ[9];B[ee];W[cc]", ";SZ[9];B[ee];W[cc]", "line 1, column 1: this game has no end; a `)` is missing"),
        ("(;SZ[9];B[ee];W[cc", ";SZ[9];B[ee];W[cc]", "line 1, column 16: the value `cc` has no end; a `]` is missing"),
        ("(;SZ[9];B[ee;W[cc])", ";SZ[9];B[ee];W[cc]", "line 1, column 10: the value `ee` has no end; a `]` is missing"),
        (
            "(;SZ[9]\n;B[ee]C[x;W[cc];B[dd])",
            ";SZ[9];B[ee]C[x;W[cc];B[dd]",
            "line 2, column 8: this text has moves in it; perhaps a `]` is missing before them",
        ),
        ("(SZ[9];B[ee])", ";SZ[9];B[ee]", "line 1, column 2: SZ belongs to no node; a `;` is missing before it"),
        (";SZ[9];B[ee]", ";SZ[9];B[ee]", ""),
        ("(;SZ[9](B[ee]))", ";SZ[9];B[ee]", "line 1, column 9: B belongs to no node; a `;` is missing before it"),
    ] {
        let (read, warnings) = line(text);
        assert_eq!(read, moves, "{text}");
        assert!(warning.is_empty() || warnings.iter().any(|one| one == warning), "{text}: {warnings:?}");
    }
}

#[test]
fn text_around_a_game_is_left_out() {
    let (moves, warnings) = line("From: x (;-) hi\n\n(;SZ[9];B[ee];W[cc])");
    assert_eq!(moves, ";SZ[9];B[ee];W[cc]");
    assert_eq!(warnings, ["line 3, column 1: the text before this is left out"]);
    let (moves, warnings) = line("(;SZ[9]7];x B[ee] ?? sz[3];[aa]W[cc])");
    assert_eq!(moves, ";SZ[9];B[ee]SZ[3];W[cc]");
    assert_eq!(
        warnings,
        [
            "line 1, column 8: `7]` is no part of a record, and is left out",
            "line 1, column 11: `x` is no part of a record, and is left out",
            "line 1, column 19: `??` is no part of a record, and is left out",
            "line 1, column 22: the property `sz` is read as SZ",
            "line 1, column 28: [aa] has no name, and is left out",
        ]
    );
    assert_eq!(line("(;)").0, ";");
    assert_eq!(line("(;;)").0, ";;");
    for text in ["", "x", "(", "()", "(;-)", "(; hi", "PB[x]"] {
        let fault = SgfGame::read(text.into()).unwrap_err().to_string();
        assert_eq!(fault, "line 1, column 1: there is no game in it; a record begins with `(;`", "{text}");
    }
}

#[test]
fn old_names_count_by_their_capitals() {
    assert_eq!(line("(;GaMe[1]SiZe[5])").0, ";GM[1]SZ[5]");
}

#[test]
fn characters_of_two_bytes_hide_no_bracket() {
    // Each of these characters has 0x5c, the backslash, as its second byte.
    let read = |bytes: &[u8]| shown(&SgfGame::read(bytes.to_vec()).unwrap());
    let right = ";B[ee];W[cc]";
    for (name, text, bytes) in [
        ("Shift_JIS", "表", &b"\x95\x5c"[..]),
        ("Shift_JIS", "ソ", b"\x83\x5c"),
        ("Big5", "功", b"\xa5\x5c"),
        ("GBK", "慭", b"\x91\x5c"),
        ("gb2312", "\u{4e7a}", b"\x81\x5d"),
    ] {
        let record = [b"(;CA[", name.as_bytes(), b"]SZ[9]C[", bytes, b"];B[ee];W[cc])"].concat();
        let (moves, warnings) = read(&record);
        assert!(moves.ends_with(right) && warnings.is_empty(), "{name}: {moves} {warnings:?}");
        assert!(moves.contains('C') && !moves.contains('\u{fffd}'), "{name} {text}: {moves}");
        // The encoding name may follow the text that it applies to.
        let record = [b"(;SZ[9]C[", bytes, b"]CA[", name.as_bytes(), b"];B[ee];W[cc])"].concat();
        assert!(read(&record).0.ends_with(right), "{name}");
    }
}

#[test]
fn the_encoding_is_guessed_without_a_name() {
    let comment = encoding_rs::SHIFT_JIS.encode("対局ソフトの表示。黒の手番です。").0;
    let record = [b"(;SZ[9]C[", &comment[..], b"];B[ee];W[cc])"].concat();
    let game = SgfGame::read(record).unwrap();
    assert!(shown(&game).0.ends_with("C[対局ソフトの表示。黒の手番です。];B[ee];W[cc]"));
    assert_eq!(game.note.as_deref(), Some("the encoding is read as Shift_JIS, which is a guess"));
    assert_eq!(super::tests::game("(;CA[UTF-8]C[対局])").note, None);
}

/// Without an encoding name, or with a wrong one, a short text is decoded wrongly at first.
#[test]
fn a_text_that_contains_what_follows_is_in_another_encoding() {
    let big5 = |text| encoding_rs::BIG5.encode(text).0.into_owned();
    let shift_jis = |text| encoding_rs::SHIFT_JIS.encode(text).0.into_owned();
    let right = ";B[ee];W[cc]";
    for (head, name, encoding) in [
        ("GN[許功蓋許功蓋對局]", big5("許功蓋"), "Big5"),
        ("CA[ISO-8859-1]", big5("許功蓋"), "Big5"),
        ("CA[ISO-8859-1]", shift_jis("表"), "Shift_JIS"),
        // The bracket is taken for the second half of a character.
        ("CA[GBK]", b"Jos\xe9".to_vec(), "windows-1252"),
    ] {
        let record = [b"(;SZ[9]KM[6.5]", &big5(head)[..], b"PB[", &name[..], b"];B[ee];W[cc])"].concat();
        let game = SgfGame::read(record).unwrap();
        let (moves, warnings) = shown(&game);
        assert!(moves.ends_with(right) && warnings.is_empty(), "{head} {encoding}: {moves} {warnings:?}");
        let note = game.note.unwrap();
        assert!(note.contains(&format!("is read as {encoding}, which is a guess; as ")), "{note}");
        assert!(note.ends_with(", a text of the record would contain what follows it"), "{note}");
    }
    // The same without a move after it.
    let record = [b"(;CA[latin1]PB[", &big5("功")[..], b"]KM[6.5])"].concat();
    assert_eq!(SgfGame::read(record).unwrap().nodes[0].value("KM"), Some("6.5"));
    // A missing bracket is missing in every encoding.
    let record = [b"(;CA[Shift_JIS]C[", &shift_jis("表")[..], b";W[cc];B[dd])"].concat();
    let game = SgfGame::read(record).unwrap();
    assert_eq!((game.note, game.warnings.len()), (None, 1));
    // A record that complies with the standard is not in doubt.
    assert_eq!(line("(;C[図\\]KM[1\\]];B[ee])"), (";C[図]KM[1]];B[ee]".to_owned(), Vec::new()));
}

#[test]
fn escapes_and_broken_lines_are_resolved() {
    assert_eq!(line("(;C[a\\]b\\\\c\\:d\\\ne\\\r\nf\ng])").0, ";C[a]b\\c:def\ng]");
}

#[test]
fn nothing_is_deeper_or_longer_than_its_bound() {
    let deep = "(;".repeat(5_000) + &")".repeat(5_000);
    let read = game(&deep);
    assert_eq!(read.nodes.len(), MAX_DEPTH + 1);
    assert!(read.warnings.kept()[0].text.contains("lies in 1000 others"));
    let long = format!("(;{}", ";".repeat(MAX_NODES));
    assert!(SgfGame::read(long.into()).unwrap_err().text.contains("more than 100000 nodes"));
}

#[test]
fn a_million_brackets_take_no_longer_than_so_many_bytes() {
    let mut heads =
        vec!["(".repeat(1 << 20), "(;".repeat(1 << 16), "(;C".to_owned() + &"[".repeat(1 << 20), "a".repeat(1 << 20)];
    heads.extend([
        " (".repeat(1 << 19),
        "(;B".to_owned() + &"[".repeat(1 << 20),
        "(;".to_owned() + &"x ".repeat(1 << 19),
    ]);
    for text in heads {
        drop(SgfGame::read(text.into_bytes()));
    }
}

/// Measuring each place from the beginning of the text would take minutes.
#[test]
fn properties_without_nodes_behind_a_long_text_take_no_longer_than_others() {
    let text = format!("(;C[{}]{})", "a".repeat(8 << 20), "(B[aa])".repeat(50_000));
    let start = Instant::now();
    let read = game(&text);
    assert_eq!((read.nodes.len(), read.warnings.len()), (50_001, 50_000));
    assert_eq!(read.nodes[50_000].place.column, (8 << 20) + 6 + 49_999 * 7 + 1);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}
