//! Samples, and the bytes of them: whole, cut, and damaged.

use super::*;
use plyd_tournament::Random;

fn subject(inputs: usize) -> NetworkPurpose {
    NetworkPurpose { game: "a game".into(), rules: "5e".into(), features: "0b".into(), inputs, sides_differ: true }
}

fn random_samples(games: usize, random: &mut Random) -> Samples {
    let mut samples = Samples::new(subject(70)).expect("there is such a network");
    for _ in 0..games {
        let positions: Vec<_> = (0..1 + random.below(5)).map(|_| [random.next_u64(), random.below(64)]).collect();
        let game = positions.iter().map(|words| TrainingSample {
            words,
            second: words[0] % 2 == 1,
            value: words[1] as f32 / 7.0 - 2.0,
            half_points: (words[0] % 3) as u8,
        });
        samples.push_game(game).expect("these are positions");
    }
    samples
}

#[test]
fn samples_are_read_as_they_were_written() {
    let samples = random_samples(30, &mut Random::new(1));
    let bytes = samples.to_bytes();
    let read = Samples::read(&bytes).expect("they were written so");
    assert_eq!((read.whole_bytes, read.dropped), (bytes.len(), 0));
    assert_eq!(read.samples, samples);
    // Game by game, the way a run appends them.
    let appended: Vec<_> = (0..30).flat_map(|game| samples.game_bytes(game)).collect();
    assert_eq!([samples.header_bytes(), appended].concat(), bytes);
    assert!(samples.game_bytes(30).is_empty() && samples.game(30).is_empty());
    let mut doubled = samples.clone();
    doubled.append(&samples).expect("they are of one subject");
    assert_eq!((doubled.games(), doubled.game(31).len()), (60, samples.game(1).len()));
    assert_eq!(doubled.sample(samples.len() + 3), samples.sample(3));
    assert!(doubled.append(&Samples::new(subject(71)).expect("there is such a network")).is_err());
}

/// Whatever is missing at the end costs one game.
#[test]
fn a_cut_file_loses_its_last_game() {
    let samples = random_samples(4, &mut Random::new(2));
    let bytes = samples.to_bytes();
    let last = samples.game_bytes(3).len();
    for missing in 1..last {
        let read = Samples::read(&bytes[..bytes.len() - missing]).expect("the rest is whole");
        assert_eq!((read.samples.games(), read.whole_bytes), (3, bytes.len() - last), "{missing}");
        // A position has 21 bytes, of two words; eight are before the first, and eight behind the last one.
        assert_eq!(read.dropped, (last - missing).saturating_sub(8) / 21, "{missing}");
        let resumed = [&bytes[..read.whole_bytes], &samples.game_bytes(3)].concat();
        assert_eq!(resumed, bytes);
    }
    for left in 0..samples.header_bytes().len() {
        assert!(Samples::read(&bytes[..left]).is_err(), "{left}");
    }
}

#[test]
fn no_damaged_file_is_read() {
    let mut random = Random::new(3);
    let samples = random_samples(12, &mut random);
    let bytes = samples.to_bytes();
    let mut refused = 0;
    for _ in 0..1_000 {
        let mut damaged = bytes.clone();
        let (from, bit) = (random.below(bytes.len() as u64) as usize, random.below(8));
        match random.below(3) {
            0 => damaged[from] ^= 1 << bit,
            1 => damaged.insert(from, bit as u8),
            _ => drop(damaged.drain(from..(from + 1 + bit as usize).min(bytes.len()))),
        }
        // Games that are there are those that were written.
        match Samples::read(&damaged) {
            Ok(read) => {
                let games = read.samples.games();
                assert!(
                    (games.saturating_sub(1)..=games).contains(&11) && damaged.len() != bytes.len() || damaged == bytes
                );
                (0..games).for_each(|game| assert_eq!(read.samples.game_bytes(game), samples.game_bytes(game)));
            }
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 900, "{refused}");
    let mut other = bytes.clone();
    other[7] = b'2';
    assert_eq!(Samples::read(&other), Err(SamplesError::Version));
    assert_eq!(Samples::read(b"plydNN01"), Err(SamplesError::Foreign));
    let mut longer = bytes;
    let start = longer.len() - samples.game_bytes(11).len();
    longer[start] ^= 0x40;
    // A number of positions that is damaged is not taken for a game that is cut.
    assert_eq!(Samples::read(&longer), Err(SamplesError::Game(11)));
}

#[test]
fn what_is_no_position_is_refused() {
    let mut samples = random_samples(2, &mut Random::new(4));
    let before = samples.clone();
    let right = TrainingSample { words: &[1, 1 << 5], second: false, value: f32::INFINITY, half_points: 2 };
    for (wrong, error) in [
        (TrainingSample { words: &[1], ..right }, WrongSample::Words),
        (TrainingSample { words: &[1, 1, 1], ..right }, WrongSample::Words),
        (TrainingSample { words: &[1, 1 << 6], ..right }, WrongSample::Words),
        (TrainingSample { value: f32::NAN, ..right }, WrongSample::Value),
        (TrainingSample { half_points: 3, ..right }, WrongSample::Result),
    ] {
        assert_eq!(samples.push_game([right, wrong]), Err(error));
        assert_eq!(samples, before);
    }
    assert_eq!(samples.push_game(std::iter::repeat_n(right, LONGEST_GAME + 1)), Err(WrongSample::Long));
    samples.push_game([]).expect("no position is wrong");
    assert_eq!(samples, before);
    samples.push_game([right]).expect("it is a position");
    let last = samples.sample(samples.len() - 1);
    assert_eq!(last, TrainingSample { value: 20.0, ..right });
    assert!(Samples::new(subject(0)).is_err() && Samples::new(subject(4_097)).is_err());
}
