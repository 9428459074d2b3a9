//! `read`, where the library is in a process of its own. All else of it is tested in `engine/session/tests`.

use super::only;
use plyd_tests::Engine;

#[test]
fn a_child_reads_what_the_program_reads() {
    for (game, texts) in [
        ("chess", &[r#""[Event \"x\"]\n\n1. e4 {best} (1. d4 d5) e5 2. Qh5?? g6 1-0""#, r#""1. e4 e5\n2. 00 *""#][..]),
        ("go", &[r#""(;SZ[5]AB[ab][bb][ba];W[aa];B[cc])""#, r#""(;SZ[5]\n;B[aa];W[aa])""#]),
        ("leaftree", &[r#""((3 5)\n (2 9))""#]),
    ] {
        let [mut own, mut isolated] = [&["--game", game][..], &["--game", game, "--isolate"]].map(Engine::start);
        for text in texts {
            let line = format!("read {text}");
            let answer = only(own.ask(&line));
            assert!(answer.starts_with("read {") || answer.starts_with("info string error bad-read line "), "{answer}");
            assert_eq!(only(isolated.ask(&line)), answer, "{text}");
        }
    }
}
