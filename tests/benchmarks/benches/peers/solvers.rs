//! Random middle games of connect four, solved by plyd's `solve` and by the solvers of P. Pons and of J. Tromp. Those
//! are programs of their own, which plyd neither brings nor links: an environment variable names each.

use plyd_benchmarks::{Contender, Scale, contest, empty_table, loaded, processor_timed, say, verdict};
use plyd_host::{LoadedGame, StateSlot};
use plyd_plugin::testing::Random;
use plyd_rules::{Game, Move, Moves, Want};
use plyd_search::{
    Algorithm, Control, NoObserver, Root, SearchResult, SearchScore, SearcherLimits, SearcherSettings,
    TranspositionTable, search,
};
use plyd_tests::finish_reading;
use plyd_trials::left_out;
use std::fs::File;
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const FILES: usize = 7;
/// The fewest stones of a middle game, and how many more there can be.
const STONES: (u64, u64) = (16, 8);
const MEBIBYTES: usize = 64;
const PATIENCE: Duration = Duration::from_secs(600);
/// How many times as long as Pons' solver plyd may take.
const AIM: f64 = 2.0;
/// X completes the lowest rank with the next stone, so there is nothing to search.
const WON_AT_ONCE: &str = "112233";

/// The other solvers. Both read one position a line, as the files of its stones, and know who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Solver {
    /// `c4solver` of <https://github.com/PascalPons/connect4>.
    Pons,
    /// <https://github.com/tromp/fhourstones88>, compiled for seven files and six ranks.
    Fhourstones,
}

impl Solver {
    /// The environment variable with the path of its program.
    fn variable(self) -> &'static str {
        match self {
            Self::Pons => "PLYD_PONS",
            Self::Fhourstones => "PLYD_FHOURSTONES",
        }
    }

    /// Its program, if it is named.
    fn program(self) -> Option<PathBuf> {
        let program = std::env::var_os(self.variable()).map(PathBuf::from);
        if program.is_none() {
            left_out(&format!("{self:?}"), &format!("{} does not name its program", self.variable()));
        }
        program
    }

    /// All lines that it answers to these positions, and the processor time that it took.
    fn run(self, program: &Path, more: &[&str], positions: &[&str]) -> (Vec<String>, Duration) {
        let folder = tempfile::tempdir().expect("there is a temporary folder");
        let mut file = tempfile::tempfile().expect("there is room for a file");
        positions.iter().for_each(|position| writeln!(file, "{position}").expect("the file takes all positions"));
        file.rewind().expect("the file is read from its beginning");
        // There is no opening book of Pons in the folder, and one of Tromp's that is empty.
        let book = folder.path().join("book");
        File::create(&book).expect("the folder takes a file");
        let mut command = Command::new(program);
        command.args(more).current_dir(folder.path());
        match self {
            Self::Pons => command.arg("-w"),
            Self::Fhourstones => command.arg(&book),
        };
        let (finished, time) = processor_timed(|| finish_reading(command, file, PATIENCE));
        assert!(finished.status.success(), "{self:?}: {}", finished.errors);
        (finished.output.lines().map(str::to_owned).collect(), time)
    }

    /// What the positions are worth to their movers, 1, 0 or -1.
    fn values(self, lines: &[String]) -> Vec<i32> {
        let value = |line: &String| match self {
            Self::Pons => line.split(' ').nth(1)?.parse().ok().map(i32::signum),
            Self::Fhourstones => match line.strip_prefix("score ")?.chars().next()? {
                '+' => Some(1),
                '=' => Some(0),
                '-' => Some(-1),
                other => panic!("{other} in {line}"),
            },
        };
        lines.iter().filter_map(value).collect()
    }
}

/// A middle game: the files of its stones, as digits from 1, and the position.
struct Middle {
    stones: String,
    state: StateSlot,
}

/// The file of a move, from 0.
fn file(game: &LoadedGame, state: &StateSlot, mv: Move) -> usize {
    let text = game.format_move(state, mv).expect("the move is legal");
    let file = text.as_bytes().get(2).expect("a move is a cell, as in P@d1");
    usize::from(file - b'a')
}

/// The legal moves of an unfinished position.
fn moves(game: &LoadedGame, state: &StateSlot) -> Option<Vec<Move>> {
    let mut room = [Move(0); FILES];
    let step = game.examine(state, Want::MOVES, &mut Moves::new(&mut room));
    step.is_ongoing().then(|| room[..step.count()].to_vec())
}

/// A game of random moves, in which neither player can win at once; `None` if this one ended.
fn middle(game: &LoadedGame, random: &mut Random) -> Option<Middle> {
    let mut found = Middle { stones: String::new(), state: game.root() };
    for _ in 0..STONES.0 + random.below(STONES.1 + 1) {
        let moves = moves(game, &found.state)?;
        let mv = *random.choose(&moves)?;
        found.stones.push_str(&(file(game, &found.state, mv) + 1).to_string());
        found.state = game.after(&found.state, mv).expect("the move is legal");
    }
    let goes_on = |mv: &Move| {
        let after = game.after(&found.state, *mv).expect("the move is legal");
        moves(game, &after).is_some()
    };
    moves(game, &found.state)?.iter().all(goes_on).then_some(found)
}

fn solve(game: &LoadedGame, state: &StateSlot, table: &TranspositionTable) -> SearchResult {
    let settings = SearcherSettings { table: Some(table), ..Algorithm::Solve.into() };
    let root = Root::new(game, state);
    let answer = search(&root, settings, &SearcherLimits::default(), &Control::new(), &mut NoObserver, &mut |_| {});
    assert!(answer.solved, "not solved: {answer:?}");
    answer
}

/// What the answer is worth to the mover, 1, 0 or -1.
fn value(answer: &SearchResult) -> i32 {
    match answer.score {
        Some(SearchScore::Value(value)) => value.signum(),
        Some(SearchScore::Win(_)) => 1,
        Some(SearchScore::Loss(_)) => -1,
        None => panic!("{answer:?}"),
    }
}

/// Who wins, and that the move keeps it, as Pons' solver has it.
fn check_moves(program: &Path, game: &LoadedGame, middles: &[Middle], answers: &[SearchResult]) {
    let stones: Vec<&str> = middles.iter().map(|middle| middle.stones.as_str()).collect();
    let (lines, _) = Solver::Pons.run(program, &["-a"], &stones);
    assert_eq!(lines.len(), middles.len());
    for ((line, middle), answer) in lines.iter().zip(middles).zip(answers) {
        let scores: Vec<i32> = line.split(' ').skip(1).map(|score| score.parse().expect("a number")).collect();
        let best = file(game, &middle.state, answer.best.expect("the game goes on"));
        assert_eq!(scores[best].signum(), value(answer), "{line}: {answer:?}");
    }
}

pub(crate) fn run(scale: Scale) {
    let others: Vec<(Solver, PathBuf)> = [Solver::Pons, Solver::Fhourstones]
        .into_iter()
        .filter_map(|solver| Some((solver, solver.program()?)))
        .collect();
    if others.is_empty() {
        return;
    }
    let game = loaded("cfour", "");
    let mut random = Random(18);
    let count = scale.pick(20, 200);
    let middles: Vec<Middle> = std::iter::repeat_with(|| middle(&game, &mut random)).flatten().take(count).collect();
    let stones: Vec<&str> = middles.iter().map(|middle| middle.stones.as_str()).collect();
    // The others keep what they know from one position to the next too.
    let mut table = empty_table(MEBIBYTES);
    let answers: Vec<SearchResult> = middles.iter().map(|middle| solve(&game, &middle.state, &table)).collect();
    let values: Vec<i32> = answers.iter().map(value).collect();
    for (solver, program) in &others {
        let (lines, _) = solver.run(program, &[], &stones);
        assert_eq!(solver.values(&lines), values, "{solver:?} and plyd differ");
        if *solver == Solver::Pons {
            check_moves(program, &game, &middles, &answers);
        }
    }
    let plyd = Contender::new("plyd, solve through the library", || {
        table.clear();
        processor_timed(|| middles.iter().map(|middle| solve(&game, &middle.state, &table).nodes).sum())
    });
    let contenders = others.iter().map(|(solver, program)| {
        Contender::new(format!("{solver:?}, without its start"), || {
            let (_, start) = solver.run(program, &[], &[WON_AT_ONCE]);
            let (_, all) = solver.run(program, &[], &stones);
            (count as u64, all.saturating_sub(start))
        })
    });
    let results = contest(scale.pick(1, 5), std::iter::once(plyd).chain(contenders).collect());
    say(&format!("connect four, {count} random middle games of 16 to 24 stones: who wins, one thread"));
    let (plyd, others) = results.split_first().expect("plyd is the first");
    say(&format!("  plyd: {:.3} ms and {} nodes each", plyd.millis() / count as f64, plyd.work / count as u64));
    for other in others {
        let ratio = plyd.median_ratio_to(other);
        let aim = if other.name.starts_with("Pons") {
            format!(" (aim: {AIM}, {})", verdict(ratio <= AIM))
        } else {
            String::new()
        };
        let each = other.millis() / count as f64;
        say(&format!("  {}: {each:.3} ms each; time of plyd to it: {ratio:.2}{aim}", other.name));
    }
    say("");
}
