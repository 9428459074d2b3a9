//! Damage is detected, reported by name, and can be skipped.

use super::*;

#[test]
fn a_row_that_was_changed_is_named_and_can_be_left_out() {
    for change in [
        "round = 0",
        "first = 0",
        "second = 1",
        "half_points = 1",
        "half_points = 99",
        "termination = 'normal'",
        "termination = 'boredom'",
        "detail = ''",
        "setup = 'x'",
        "moves = 'x'",
        "moves = '[]'",
        "started = 0",
        "ended = 0",
        "voided = 1",
        "standard_error = ''",
        "digest = x'00'",
        "digest = (SELECT digest FROM game WHERE number = 2)",
    ] {
        let (_folder, path) = finished();
        execute(&path, &format!("UPDATE game SET {change} WHERE number = 3"), []);
        let parts = ["game 4 (number 3 in the table) is damaged", "plyd report --salvage"];
        assert_refused(MatchRecord::read(&path), &parts);
        assert_refused(MatchRecord::resume(&path), &parts);
        let (rest, damage) = MatchRecord::salvage(&path).unwrap();
        assert_eq!(damage.to_string(), "1 game is damaged: 4 (number 3 in the table)", "{change}");
        assert_eq!(games(&rest), [game(0), game(1), game(2)]);
    }
}

#[test]
fn rows_that_are_gone_or_of_another_number_are_missed() {
    let (_folder, path) = finished();
    execute(&path, "DELETE FROM game WHERE number IN (1, 2)", []);
    assert_refused(MatchRecord::read(&path), &["4 games were written, but 2 are there"]);
    assert_refused(MatchRecord::resume(&path), &["4 games were written, but 2 are there"]);
    let (rest, damage) = MatchRecord::salvage(&path).unwrap();
    assert_eq!(damage.to_string(), "4 games were written, but 2 are there");
    assert_eq!(games(&rest), [game(0), game(3)]);

    execute(&path, "UPDATE game SET number = 77 WHERE number = 3", []);
    assert_refused(MatchRecord::read(&path), &["game 78 (number 77 in the table) is damaged"]);

    let (_folder, path) = finished();
    execute(&path, "UPDATE progress SET games = 3", []);
    assert_refused(MatchRecord::read(&path), &["the number of its games is damaged"]);
    assert_eq!(games(&MatchRecord::salvage(&path).unwrap().0).len(), 4);
}

/// The table's page contains a list of row offsets, which can be damaged.
#[test]
fn rows_that_stand_in_a_wrong_place_are_damaged() {
    for (change, rest) in [([1, 0, 2, 3], vec![1, 2, 3]), ([0, 0, 2, 3], vec![0, 2, 3]), ([0, 1, 2, 2], vec![0, 1, 2])]
    {
        let (_folder, path) = finished();
        let mut bytes = fs::read(&path).unwrap();
        let is_leaf_of_four = |page: &&mut [u8]| page[..1] == [13] && page[3..5] == [0, 4];
        let page = bytes.chunks_exact_mut(4_096).skip(1).find(is_leaf_of_four).unwrap();
        let places: Vec<_> = page[8..16].chunks_exact(2).map(<[u8]>::to_vec).collect();
        page[8..16].copy_from_slice(&change.map(|place: usize| places[place].clone()).concat());
        fs::write(&path, bytes).unwrap();
        assert_refused(MatchRecord::read(&path), &["is in the wrong place"]);
        assert_refused(MatchRecord::resume(&path), &["it is damaged"]);
        let (record, damage) = MatchRecord::salvage(&path).unwrap();
        assert!(damage.to_string().starts_with("1 game is damaged"), "{damage}");
        assert_eq!(games(&record), rest.into_iter().map(game).collect::<Vec<_>>());
    }
}

#[test]
fn a_game_that_the_plan_does_not_have_is_damaged() {
    let strangers = [
        game(4),
        PlayedGame { round: 0, ..game(3) },
        PlayedGame { players: [0, 1], ..game(3) },
        PlayedGame { half_points: 3, ..game(3) },
    ];
    for stranger in strangers {
        let (_folder, mut record) = record();
        record.add(&[game(0), stranger.clone()]).unwrap();
        let named = format!("number {} in the table) is damaged", stranger.number);
        assert_refused(MatchRecord::read(record.path()), &[&named]);
        assert_eq!(games(&MatchRecord::salvage(record.path()).unwrap().0), [game(0)]);
    }
}

#[test]
fn a_row_of_another_record_is_damaged() {
    let (_folder, path) = finished();
    let (_other_folder, other) = finished();
    let connection = Connection::open(&path).unwrap();
    connection.execute("ATTACH ?1 AS other", params![other.to_str().unwrap()]).unwrap();
    connection.execute("REPLACE INTO game SELECT * FROM other.game WHERE number = 1", []).unwrap();
    drop(connection);
    assert_refused(MatchRecord::read(&path), &["game 2 (number 1 in the table) is damaged"]);
}

#[test]
fn a_plan_that_was_changed_is_refused() {
    for change in [
        "id = 'x'",
        "settings = replace(settings, '\"seed\":0', '\"seed\":1')",
        "openings = ''",
        "concurrency = 7",
        "started = 0",
        "identities = '[]'",
        "digest = x'00'",
    ] {
        let (_folder, path) = finished();
        execute(&path, &format!("UPDATE plan SET {change}"), []);
        for found in [
            MatchRecord::read(&path),
            MatchRecord::resume(&path),
            MatchRecord::salvage(&path).map(|(record, _)| record),
        ] {
            assert_refused(found, &["its plan is damaged"]);
        }
    }
    let (_folder, path) = finished();
    execute(&path, "INSERT INTO plan SELECT * FROM plan", []);
    assert_refused(MatchRecord::read(&path), &["more than one plan"]);
    execute(&path, "DELETE FROM plan", []);
    assert_refused(MatchRecord::read(&path), &["no plan"]);
}

/// An invalid page between the games, after which SQLite cannot continue.
#[test]
fn what_cannot_be_read_is_an_error_and_can_be_left_out() {
    let long = |number: u64| PlayedGame { detail: format!("detail-{number} ").repeat(350), ..game(number) };
    let (_folder, mut record) = record();
    record.add(&[long(0), long(1), long(2), long(3)]).unwrap();
    let path = record.path().to_owned();
    drop(record);
    let mut bytes = fs::read(&path).unwrap();
    let has_the_third = |page: &&mut [u8]| page[0] == 13 && page.windows(9).any(|part| part == b"detail-2 ");
    bytes.chunks_exact_mut(4_096).find(has_the_third).unwrap()[0] = 0xff;
    fs::write(&path, bytes).unwrap();
    assert_refused(MatchRecord::read(&path), &["malformed"]);
    assert_refused(MatchRecord::resume(&path), &["it is damaged"]);
    let (rest, damage) = MatchRecord::salvage(&path).unwrap();
    assert!(damage.to_string().starts_with("the next games cannot be read"), "{damage}");
    assert_eq!(games(&rest), [long(0), long(1)]);
}
