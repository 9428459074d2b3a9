//! Matches with clocks, whose times are scaled by the speeds of the machines.

use crate::farm::{Farm, await_end};
use rusqlite::Connection;
use serde_json::Value;
use std::fs;

/// 130 encounters of connect four with a time for each move that is long enough on any machine.
const PLAN: &[&str] = &[
    "--game",
    "cfour",
    "--each",
    "st=0.003",
    "timemargin=20000",
    "--engine",
    "name=A",
    "builtin",
    "--engine",
    "name=B",
    "builtin",
    "--random-plies",
    "6",
    "--rounds",
    "130",
    "--seed",
    "5",
];

/// The factor of each result, and the longest time of a move in the games that it has brought, in microseconds.
fn results(farm: &Farm, worker: &str) -> Vec<(f64, u64)> {
    let record = Connection::open(farm.path("many.db")).unwrap();
    let sql = "SELECT scale, first, encounters FROM unit WHERE worker = ? ORDER BY id";
    let mut units = record.prepare(sql).unwrap();
    let units = units.query_map([worker], |row| Ok((row.get(0)?, row.get::<_, i64>(1)?, row.get::<_, i64>(2)?)));
    let mut games = record.prepare("SELECT moves FROM game WHERE number BETWEEN ? AND ?").unwrap();
    let result = |(scale, first, encounters)| {
        let moves = games.query_map([2 * first, 2 * (first + encounters) - 1], |row| row.get::<_, String>(0)).unwrap();
        let moves = moves.flat_map(|moves| serde_json::from_str::<Vec<Value>>(&moves.unwrap()).unwrap());
        (scale, moves.filter_map(|mv| mv["e"]["t"].as_u64()).max().unwrap())
    };
    units.unwrap().map(Result::unwrap).map(result).collect()
}

#[test]
fn a_slower_machine_has_more_time_and_all_results_are_compared() {
    let Some(farm) = Farm::new() else { return };
    let _quick = farm.worker("quick");
    let _slow = farm.faulty_worker("slow", ("FARM_MEMBER_SPEED", "0.25"));
    let mut command = farm.spread(PLAN, "many.db");
    command.arg("--allow-clocks");
    let mut run = farm.begin(command);
    await_end(&farm, &mut run);
    let rows = farm.rows("many.db");
    assert_eq!(rows.iter().filter(|row| row.contains(" normal ")).count(), 260);
    let (quick, slow) = (results(&farm, "quick"), results(&farm, "slow"));
    let (Some(&(factor, _)), Some(&(long_factor, _))) = (quick.first(), slow.first()) else {
        panic!("one of them has played nothing: {quick:?} {slow:?}")
    };
    // They are on one machine, and its other work is rarely the same for both of them.
    assert!((1.2..14.0).contains(&(long_factor / factor)), "{factor} {long_factor}");
    for (results, factor) in [(&quick, factor), (&slow, long_factor)] {
        assert!(results.iter().all(|(each, _)| (each - factor).abs() < 1e-9), "it changes within a run: {results:?}");
        // Solved positions take no time, and other work on the machine makes it longer without a limit.
        let longest = results.iter().map(|&(_, time)| time).max().unwrap();
        assert!(longest as f64 > 2_400.0 * factor, "{longest} {factor}");
    }
    let told = fs::read_to_string(farm.path("match.log")).unwrap();
    let line = told.lines().find(|line| line.contains("in standard deviations")).unwrap_or_else(|| panic!("{told}"));
    assert!(line.contains("quick") && line.contains("slow"), "{line}");
    // They are not part of the report, which does not depend on the workers that played.
    assert!(!farm.report("many.db").contains("deviations"));
}
