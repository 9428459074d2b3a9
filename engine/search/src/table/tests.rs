use super::*;

const ENTRY: TableEntry = TableEntry { value: -7, bound: Bound::LOWER, proven: false, depth: 3, best: Some(2) };

#[test]
fn every_part_of_an_entry_comes_back() {
    let table = TranspositionTable::new(1).unwrap();
    assert_eq!(table.probe(5), None);
    for (key, entry) in [
        (0, ENTRY),
        (5, TableEntry { value: i32::MAX, bound: Bound::EXACT, proven: true, ..ENTRY }),
        (6, TableEntry { value: i32::MIN, bound: Bound::UPPER, depth: MAX_ENTRY_DEPTH, best: Some(65_534), ..ENTRY }),
    ] {
        table.store(key, entry);
        assert_eq!(table.probe(key), Some(entry));
    }
    let deep = TableEntry { depth: 1_000, best: Some(70_000), ..ENTRY };
    table.store(7, deep);
    assert_eq!(table.probe(7), Some(TableEntry { depth: MAX_ENTRY_DEPTH, best: None, ..deep }));
}

#[test]
fn half_of_another_entry_is_not_recognised() {
    let table = TranspositionTable::new(1).unwrap();
    table.store(5, ENTRY);
    let slot = table.slots(table.bucket(mix(5))).iter().find(|slot| slot[1].load(Relaxed) != 0).unwrap();
    slot[1].store(TableEntry { value: 8, ..ENTRY }.pack(0), Relaxed);
    assert_eq!(table.probe(5), None);
}

#[test]
fn halves_of_two_entries_are_none_of_a_third_position() {
    let words = AtomicMemory::new(BUCKET_WORDS).unwrap();
    let table = TranspositionTable::of_words(words, 1);
    // Two threads store the values 1 and 2 of one position: one wrote the first word last, the other the second.
    table.store(5, TableEntry { value: 1, ..ENTRY });
    table.slots(0)[0][1].store(TableEntry { value: 2, ..ENTRY }.pack(0), Relaxed);
    assert_eq!((0..100).find(|&key| table.probe(key).is_some()), None);
}

#[test]
fn a_position_keeps_its_move_and_its_proof() {
    let table = TranspositionTable::new(1).unwrap();
    let proof = TableEntry { bound: Bound::EXACT, proven: true, ..ENTRY };
    table.store(5, proof);
    table.store(5, TableEntry { value: 9, depth: 40, ..ENTRY });
    assert_eq!(table.probe(5), Some(proof));
    table.store(6, ENTRY);
    table.store(6, TableEntry { best: None, value: 1, ..ENTRY });
    assert_eq!(table.probe(6), Some(TableEntry { value: 1, ..ENTRY }));
}

/// The entry that is left when a second one comes after a first, stored by the same search or by the next one.
fn stored(first: TableEntry, second: TableEntry, is_next_search: bool) -> TableEntry {
    let table = TranspositionTable::new(1).unwrap();
    table.store(5, first);
    if is_next_search {
        table.begin();
    }
    table.store(5, second);
    table.probe(5).unwrap()
}

#[test]
fn a_deeper_entry_of_this_search_outlives_a_clearly_shallower_one() {
    let deep = TableEntry { depth: 12, ..ENTRY };
    let shallow = |depth| TableEntry { depth, value: 9, ..ENTRY };
    assert_eq!(stored(deep, shallow(12 - DEPTH_MARGIN - 1), false), deep);
    assert_eq!(stored(deep, shallow(12 - DEPTH_MARGIN), false), shallow(12 - DEPTH_MARGIN), "a little shallower");
    assert_eq!(stored(deep, shallow(1), true), shallow(1), "nobody has asked for the old one in this search");
    let exact = TableEntry { bound: Bound::EXACT, ..shallow(1) };
    assert_eq!(stored(deep, exact, false), exact, "a value says more than a bound");
    let proof = TableEntry { proven: true, ..shallow(1) };
    assert_eq!(stored(deep, proof, false), proof, "a proof holds at any depth");
}

#[test]
fn a_proof_is_lost_to_a_better_one_only() {
    let proven = |bound, value| TableEntry { bound, value, proven: true, ..ENTRY };
    for bound in [Bound::LOWER, Bound::UPPER, Bound::EXACT] {
        let unproven = TableEntry { proven: false, depth: 40, ..proven(Bound::EXACT, 9) };
        for is_next_search in [false, true] {
            assert_eq!(stored(proven(bound, 7), unproven, is_next_search), proven(bound, 7));
        }
        let other_move = stored(proven(bound, 7), TableEntry { best: Some(4), ..unproven }, false);
        let best = if bound == Bound::EXACT { ENTRY.best } else { Some(4) };
        assert_eq!(other_move, TableEntry { best, ..proven(bound, 7) }, "which move to try first is learnt");
        let exact = proven(Bound::EXACT, 8);
        assert_eq!(stored(proven(bound, 7), exact, false), exact);
    }
    let exact = proven(Bound::EXACT, 8);
    assert_eq!(stored(exact, proven(Bound::LOWER, 7), false), exact);
    let higher = proven(Bound::LOWER, 9);
    assert_eq!(stored(proven(Bound::LOWER, 7), higher, false), higher);
}

/// The first keys of a bucket.
fn neighbours(table: &TranspositionTable) -> [u64; 6] {
    let mut keys = (1..).filter(|&key| table.bucket(mix(key)) == table.bucket(mix(1)));
    std::array::from_fn(|_| keys.next().unwrap())
}

#[test]
fn a_proof_is_worth_more_than_a_bound_as_deep() {
    let table = TranspositionTable::new(1).unwrap();
    let keys = neighbours(&table);
    for (&key, proven) in keys[..4].iter().zip([true, true, false, true]) {
        table.store(key, TableEntry { proven, ..ENTRY });
    }
    table.store(keys[4], ENTRY);
    assert_eq!(table.probe(keys[2]), None, "a proof had to go");
    assert!([0, 1, 3, 4].iter().all(|&place| table.probe(keys[place]).is_some()));
}

#[test]
fn an_entry_in_use_stays_young() {
    let table = TranspositionTable::new(1).unwrap();
    let keys = neighbours(&table);
    keys[..4].iter().for_each(|&key| table.store(key, ENTRY));
    for _ in 0..3 {
        table.begin();
        assert_eq!(table.probe(keys[1]), Some(ENTRY));
    }
    keys[4..].iter().for_each(|&key| table.store(key, ENTRY));
    assert_eq!(table.probe(keys[1]), Some(ENTRY), "it was in use and had to go");
    table.begin();
    assert_eq!(table.permille_full(), 0);
    let slot = table.slots(table.bucket(mix(keys[1]))).iter();
    let is_young = |slot: &&EntryWords| generation_of(slot[1].load(Relaxed)) == table.generation();
    assert_eq!(slot.clone().filter(is_young).count(), 0);
    table.probe(keys[1]);
    assert_eq!(slot.filter(is_young).count(), 1);
}

#[test]
fn old_and_shallow_entries_go_first() {
    let table = TranspositionTable::new(1).unwrap();
    let keys = neighbours(&table);
    for (depth, &key) in (10..).zip(&keys[..4]) {
        table.store(key, TableEntry { depth, ..ENTRY });
    }
    table.store(keys[4], TableEntry { depth: 1, ..ENTRY });
    assert_eq!(table.probe(keys[0]), None, "the shallowest was kept");
    // Now the shallow one is young, and the deep ones are old.
    for _ in 0..4 {
        table.begin();
    }
    table.store(keys[4], TableEntry { depth: 1, ..ENTRY });
    table.store(keys[5], TableEntry { depth: 1, ..ENTRY });
    assert!(table.probe(keys[4]).is_some() && table.probe(keys[1]).is_none(), "the young one went");
}

#[test]
fn a_cleared_table_is_empty() {
    let mut table = TranspositionTable::new(1).unwrap();
    table.begin();
    (0..100).for_each(|key| table.store(key, ENTRY));
    table.clear();
    assert!((0..100).all(|key| table.probe(key).is_none()) && table.generation() == 0);
}

#[test]
fn only_the_latest_search_counts_as_full() {
    let table = TranspositionTable::new(1).unwrap();
    for key in 0..200_000 {
        table.store(key, ENTRY);
    }
    assert!(table.permille_full() > 900);
    table.begin();
    assert_eq!(table.permille_full(), 0);
}

#[test]
fn a_bucket_is_a_cache_line_and_all_of_them_are_there() {
    for mebibytes in [1, 3] {
        let table = TranspositionTable::new(mebibytes).unwrap();
        assert_eq!(table.mebibytes(), mebibytes);
        assert_eq!(table.slots(0).as_ptr().addr() % BUCKET_BYTES, 0);
        assert_eq!(table.slots(table.buckets - 1).len(), WAYS);
    }
    assert!(TranspositionTable::new(usize::MAX >> 10).is_none(), "no machine has so much");
}
