//! The players of a match remain the same.

use super::*;

#[test]
fn who_plays_has_to_stay_unless_a_change_is_allowed() {
    let (_folder, mut record) = record();
    record.add(&[game(0)]).unwrap();
    assert_eq!(record.go_on_with(&identity(), false).unwrap(), [""; 0]);
    let path = record.path().to_owned();
    drop(record);
    let mut other = identity();
    other.plyd = "1.1 (abd)".into();
    other.library.version = "1.3".into();
    other.engines[1].hash = Some(ContentHash::of(b"a program"));
    let mut record = MatchRecord::resume(&path).unwrap();
    let parts =
        ["plyd was 1.0 (abc) and is 1.1 (abd) now", "tictactoe 1.3", "program of engine B, the 2nd", "--allow-changed"];
    assert_refused(record.go_on_with(&other, false), &parts);
    assert_eq!(record.go_on_with(&other, true).unwrap().len(), 3);
    drop(record);
    // The change was recorded, so now the original player differs.
    let mut record = MatchRecord::resume(&path).unwrap();
    assert_eq!(record.go_on_with(&other, false).unwrap(), [""; 0]);
    assert_refused(record.go_on_with(&identity(), false), &["plyd was 1.1 (abd) and is 1.0 (abc) now"]);
    assert_eq!(games(&record), [game(0)]);
}

#[test]
fn tablebases_have_to_stay_too() {
    let with = |names: &[&str]| {
        let hash = ContentHash::of(b"a table");
        let each = |name: &&str| TablebaseIdentity { name: (*name).into(), hash: hash.clone() };
        MatchIdentity { tablebases: names.iter().map(each).collect(), ..identity() }
    };
    let changes = |before: &MatchIdentity, now: &MatchIdentity| before.changes(now, &settings());
    assert_eq!(changes(&with(&["a", "b"]), &with(&["a", "b"])), [""; 0]);
    let [change] = &changes(&with(&["a", "b"]), &with(&[]))[..] else { panic!("it is one") };
    assert!(change.starts_with("the tablebases were a (SHA-256 ") && change.contains("...), b (SHA-256 "), "{change}");
    assert!(change.ends_with("...) and are none now"), "{change}");
    // A record without tablebases has no such field, which is compatible with older records.
    let text = serde_json::to_string(&with(&[])).unwrap();
    assert!(!text.contains("tablebases"), "{text}");
    assert_eq!(serde_json::from_str::<MatchIdentity>(&text).unwrap(), with(&[]));
}

#[test]
fn networks_have_to_stay_too() {
    let with = |content: Option<&[u8]>| {
        let mut identity = identity();
        let hash = content.map(ContentHash::of);
        identity.engines[1].network = hash.map(|hash| NetworkIdentity { name: "a.plydnet".into(), hash });
        identity
    };
    let changes = |before: &MatchIdentity, now: &MatchIdentity| before.changes(now, &settings());
    assert_eq!(changes(&with(Some(b"1")), &with(Some(b"1"))), [""; 0]);
    let [change] = &changes(&with(Some(b"1")), &with(Some(b"2")))[..] else { panic!("it is one") };
    let before =
        "the network of engine B, the 2nd was a.plydnet (SHA-256 6b86b273ff34...) and is a.plydnet (SHA-256 d4";
    assert!(change.starts_with(before), "{change}");
    let [change] = &changes(&with(Some(b"1")), &with(None))[..] else { panic!("it is one") };
    assert!(change.ends_with("...) and is none now"), "{change}");
    let text = serde_json::to_string(&with(None)).unwrap();
    assert!(!text.contains("network"), "{text}");
    assert_eq!(serde_json::from_str::<MatchIdentity>(&text).unwrap(), with(None));
}

#[test]
fn what_an_engine_calls_itself_counts_where_it_was_asked() {
    let named = |name: &str| {
        let mut identity = identity();
        identity.engines[0].version = Some(name.into());
        identity
    };
    let changes = |before: &MatchIdentity, now: &MatchIdentity| before.changes(now, &settings());
    assert_eq!(changes(&named("X 1"), &named("X 1")), [""; 0]);
    assert_eq!(changes(&named("X 1"), &named("X 2")), ["engine A was `X 1` and is `X 2` now"]);
    assert_eq!(changes(&identity(), &named("X 2")), [""; 0]);
    assert_eq!(changes(&named("X 1"), &identity()), [""; 0]);
}
