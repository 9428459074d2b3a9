//! Files: what is written is read again, and other bytes are refused.

use crate::{about, network, weights};
use fastrand::Rng;
use plyd_network::{
    HIDDEN, Invalid, MOST_BYTES, Misfit, Network, NetworkFacts, NetworkFileError, NetworkPurpose, ResultScale,
};
use sha2::{Digest, Sha256};

/// The content with the right checksum behind it.
fn sealed(content: &[u8]) -> Vec<u8> {
    [content, &Sha256::digest(content)[..]].concat()
}

/// A file with this header and this many bytes of weights.
fn file(header: &str, weights: usize) -> Vec<u8> {
    let length = (header.len() as u32).to_le_bytes();
    sealed(&[&b"plydNN01"[..], &length, header.as_bytes(), &vec![0; weights]].concat())
}

#[test]
fn a_network_is_read_as_it_was_written() {
    let mut random = Rng::with_seed(5);
    for hidden in HIDDEN {
        for (inputs, sides_differ) in [(1, false), (128, true), (722, false)] {
            let written = network(about(inputs, hidden, sides_differ, 1), &mut random);
            let bytes = written.to_bytes();
            let again = Network::read(&bytes).expect("it was written so");
            assert_eq!((again.about(), again.weights()), (written.about(), written.weights()));
            assert_eq!((again.to_bytes(), &again.checksum()[..]), (bytes.clone(), &bytes[bytes.len() - 32..]));
        }
    }
}

/// The largest network has a file that is read.
#[test]
fn no_network_is_too_large_for_its_file() {
    let bytes = network(about(4_096, 256, true, 64), &mut Rng::with_seed(6)).to_bytes();
    assert!(bytes.len() as u64 <= MOST_BYTES && Network::read(&bytes).is_ok(), "{}", bytes.len());
    let longer = vec![0; MOST_BYTES as usize + 1];
    assert!(matches!(Network::read(&longer), Err(NetworkFileError::Long)));
}

#[test]
fn no_damaged_file_is_read() {
    let mut random = Rng::with_seed(7);
    let right = network(about(20, 32, true, 5), &mut random).to_bytes();
    let other = network(about(40, 64, false, 5), &mut random).to_bytes();
    let mut damaged = 0;
    while damaged < 1_000 {
        let mut bytes = right.clone();
        for _ in 0..random.usize(1..4) {
            let (from, to) = (random.usize(0..=bytes.len()), random.usize(0..=bytes.len()));
            match random.u8(0..5) {
                _ if bytes.is_empty() => bytes.push(random.u8(..)),
                0 => bytes[from.min(to).min(right.len() / 2)] ^= 1 << random.u8(0..8),
                1 => bytes.truncate(from),
                2 => bytes.swap(from.saturating_sub(1), to.saturating_sub(1)),
                3 => drop(bytes.splice(from..from, (0..random.usize(1..40)).map(|_| random.u8(..)))),
                _ => drop(bytes.splice(from.min(to)..from.max(to), other[..from.min(other.len())].iter().copied())),
            }
        }
        if bytes == right || bytes == other {
            continue;
        }
        damaged += 1;
        let error = Network::read(&bytes).expect_err("no other file has its checksum");
        assert!(
            matches!(error, NetworkFileError::Damaged | NetworkFileError::Foreign | NetworkFileError::Version),
            "{error}"
        );
        // With a checksum that is right, what it says is looked at.
        if let Ok(network) = Network::read(&sealed(&bytes[..bytes.len().saturating_sub(32)])) {
            let again = Network::read(&network.to_bytes()).expect("it was written so");
            assert_eq!((again.about(), again.weights()), (network.about(), network.weights()));
        }
    }
}

#[test]
fn a_refusal_says_what_is_wrong() {
    let right = about(20, 32, false, 5);
    let header = |change: &dyn Fn(&mut NetworkFacts)| {
        let mut about = right.clone();
        change(&mut about);
        serde_json::to_string(&about).expect("texts and numbers can be written")
    };
    let plain = header(&|_| ());
    let bytes = 2 * (32 + 32 * 20) + 32 + 4;
    assert!(Network::read(&file(&plain, bytes)).is_ok());
    let refusals = [
        (Vec::new(), "is no network of plyd"),
        (b"plydTB01".to_vec(), "is no network of plyd"),
        (b"plydNN02 and more".to_vec(), "has another format than this version of plyd reads"),
        (b"plydNN01".to_vec(), "is damaged: its checksum is wrong"),
        (sealed(b"plydNN01"), "has a header that this version of plyd does not know"),
        (sealed(b"plydNN01\xff\xff\xff\xff{}"), "has a header that this version of plyd does not know"),
        (file("{}", 9), "has a header that this version of plyd does not know"),
        (file(&plain.replace("\"seed\"", "\"sees\""), bytes), "has a header that this version of plyd does not know"),
        (file(&plain, bytes - 1), "cannot be used: the weights are not as many as the shape has"),
        (file(&plain, bytes + 1), "cannot be used: the weights are not as many as the shape has"),
    ];
    for (bytes, reason) in refusals {
        assert_eq!(Network::read(&bytes).expect_err("it is wrong").to_string(), reason);
    }
    type InvalidChange = (fn(&mut NetworkFacts), Invalid);
    let changes: [InvalidChange; 11] = [
        (|about| about.subject.inputs = 0, Invalid::Inputs),
        (|about| about.subject.inputs = usize::MAX, Invalid::Inputs),
        (|about| about.hidden = 48, Invalid::Hidden),
        (|about| about.most_on = 0, Invalid::MostOn),
        (|about| about.most_on = 21, Invalid::MostOn),
        (|about| about.points_per_logit = 0, Invalid::PointsPerLogit),
        (|about| about.scale = Some(ResultScale { points_per_logit: 0, draw_points: 0 }), Invalid::PointsPerLogit),
        (
            |about| about.scale = Some(ResultScale { points_per_logit: 1, draw_points: 100_001 }),
            Invalid::PointsPerLogit,
        ),
        (|about| about.subject.sides_differ = true, Invalid::Count),
        (|about| about.subject.game = "a\u{1b}[2Jb".into(), Invalid::Text),
        (|about| about.origin.result = "a".repeat(4_097), Invalid::Text),
    ];
    for (change, reason) in changes {
        let error = Network::read(&file(&header(&change), bytes)).expect_err("it is wrong");
        assert!(matches!(error, NetworkFileError::Invalid(found) if found == reason), "{error}");
    }
}

/// The longest texts still have a header that is read.
#[test]
fn the_longest_header_is_read() {
    let mut about = about(1, 32, false, 1);
    let name = "\"".repeat(256);
    about.subject = NetworkPurpose { game: name.clone(), rules: name.clone(), features: name.clone(), ..about.subject };
    about.origin.version = name;
    about.origin.result = "\\".repeat(4_096);
    let weights = weights(&about, &mut Rng::with_seed(8));
    let written = Network::new(about.clone(), &weights).expect("the texts are short enough");
    assert_eq!(Network::read(&written.to_bytes()).expect("it was written so").about(), &about);
}

#[test]
fn a_network_of_another_game_is_refused() {
    let of_network = about(20, 32, true, 5);
    let network = network(of_network.clone(), &mut Rng::with_seed(9));
    let game = of_network.subject;
    assert_eq!(network.fits(&game), Ok(()));
    let others = [
        (NetworkPurpose { game: "b".into(), ..game.clone() }, Misfit::Game("a game".into()), "is for the game a game"),
        (NetworkPurpose { rules: "b".into(), ..game.clone() }, Misfit::Rules, "is for other rules of the game"),
        (
            NetworkPurpose { features: "b".into(), ..game.clone() },
            Misfit::Features,
            "is for other features of the game",
        ),
        (
            NetworkPurpose { inputs: 21, ..game.clone() },
            Misfit::Inputs { of_network: 20, of_game: 21 },
            "has 20 inputs, and the game has 21",
        ),
        (
            NetworkPurpose { sides_differ: false, ..game },
            Misfit::Sides(true),
            "takes both players for different, and the game does not",
        ),
    ];
    for (other, misfit, text) in others {
        assert_eq!((network.fits(&other), misfit.to_string().as_str()), (Err(misfit), text));
    }
}
