//! The reply that a search expects, on which a client may have the engine think: there is one wherever the table knows
//! a reply.

use plyd_linked::{Engine, info_field};

/// The moves that the engine lists.
fn moves(engine: &mut Engine) -> Vec<String> {
    let said = engine.ask("query moves");
    let listed = said.iter().find_map(|line| line.strip_prefix("response")).expect("an answer");
    listed.split_whitespace().map(str::to_owned).collect()
}

fn is_over(engine: &mut Engine) -> bool {
    engine.ask("query gameover").iter().any(|line| line == "response true")
}

/// Searches after each of the first plies of games with random moves, with ever more nodes, so that the searches end
/// anywhere. Returns how many searches there were, and how many of them found a new best move at their end.
fn search(game: &str, games: u64, nodes: u64) -> (u32, u32) {
    let mut engine = Engine::with_options(game, &["Algorithm=pvs"]);
    let (mut searches, mut bounds, mut random) = (0, 0, 7_u64);
    for _ in 0..games {
        let mut played = String::new();
        for ply in 0..14 {
            engine.send(&format!("position startpos moves{played}"));
            if is_over(&mut engine) {
                break;
            }
            let lines = engine.go(&format!("go nodes {}", nodes + 97 * ply));
            let words: Vec<&str> = lines.last().expect("an answer").split(' ').collect();
            let result = lines.iter().rfind(|line| info_field(line, "pv").is_some()).expect("a line");
            let line: Vec<&str> = info_field(result, "pv").expect("a line").split(' ').collect();
            bounds += u32::from(result.contains(" lowerbound "));
            searches += 1;
            assert_eq!(line[0], words[1], "{lines:?}");
            engine.send(&format!("position startpos moves{played} {}", words[1]));
            if let [_, best, "ponder", reply] = words[..] {
                assert_eq!(line[..2], [best, reply], "{lines:?}");
                assert!(moves(&mut engine).iter().any(|mv| mv == reply), "{game}: {played} {best} {reply}");
            } else {
                // Nothing is expected where nothing comes, or the table knows nothing of what comes.
                let known = engine.ask("known").join("");
                assert!(is_over(&mut engine) || known.contains("\"moves\":{}"), "{game}: {played}: {known} {lines:?}");
            }
            engine.send(&format!("position startpos moves{played}"));
            let listed = moves(&mut engine);
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            played += &format!(" {}", listed[(random >> 33) as usize % listed.len()]);
        }
    }
    (searches, bounds)
}

#[test]
fn there_is_a_move_to_ponder_on_wherever_the_table_knows_one() {
    let (searches, bounds) = search("chess", 12, 2_000);
    assert!(searches > 60 && bounds > 5, "{searches} searches, {bounds} end with a new best move");
    // Positions that a symmetry makes one share their entries, and a rule of go forbids moves.
    for game in ["cfour", "gomoku", "go", "flipello", "checkers", "breakthrough"] {
        let (searches, _) = search(game, 2, 400);
        assert!(searches > 15, "{game}: {searches}");
    }
}
