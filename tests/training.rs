//! Making data from self-play, and what is done with the files.

mod closed_output;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;
use gipfel::arena::schedule::Shard;
use gipfel::eval::Evaluation;
use gipfel::rules::{Color, Threats, Variant};
use gipfel::search::Control;
use gipfel::training::{
    CheckpointError, DataError, DataFault, End, FileStats, Finish, GenerateError, Merged, News, Progress, RunOptions,
    Sample, Settings, TrainError, TrainSettings, Trained, Wdl, Weights, export, generate, merge, open, read_samples,
    shuffle, train,
};
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Small searches, many blocks.
fn settings() -> Settings {
    Settings { nodes: 30, seed: 7, ..Settings::default() }
}

/// Makes data, and stops when there are more than `stop_at` positions.
fn run(
    settings: &Settings,
    path: &Path,
    positions: u64,
    threads: usize,
    stop_at: u64,
) -> Result<Finish, GenerateError> {
    let control = Control::new();
    let options = RunOptions { positions, threads, control: &control };
    generate(settings, &Evaluation::Plain, path, &options, &mut |progress| {
        if progress.positions > stop_at {
            control.stop();
        }
    })
}

fn make(folder: &TempDir, name: &str, settings: &Settings, positions: u64) -> PathBuf {
    let path = folder.path().join(name);
    let finish = run(settings, &path, positions, 2, u64::MAX).unwrap();
    assert_eq!(finish.end, End::Complete);
    assert!(finish.progress.positions >= positions);
    assert_eq!(finish.stats.of_all().positions, finish.progress.positions);
    path
}

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn the_same_bytes_for_any_number_of_threads() {
    let folder = folder();
    let files = [1, 3].map(|threads| {
        let path = folder.path().join(threads.to_string());
        run(&settings(), &path, 3000, threads, u64::MAX).unwrap();
        fs::read(path).unwrap()
    });
    assert!(files[0].len() > 3000 * Sample::BYTES);
    assert!(files[0] == files[1]);
    let other = make(&folder, "other", &Settings { seed: 8, ..settings() }, 3000);
    assert!(files[0] != fs::read(other).unwrap());
}

/// Stopped in order after some positions, then as if killed within a block, then asked for more: the file is the same.
#[test]
fn what_was_interrupted_goes_on() {
    let folder = folder();
    let whole = fs::read(make(&folder, "whole", &settings(), 5000)).unwrap();
    let path = folder.path().join("parts");
    let mut before = 0;
    for stop_at in [300, 1500, 3000] {
        let finish = run(&settings(), &path, 5000, 2, stop_at).unwrap();
        assert_eq!(finish.end, End::Stopped);
        let Progress { positions, .. } = finish.progress;
        assert!(positions > before && positions < 5000, "{positions} after {before}");
        assert_eq!(read_samples(&[&path]).unwrap().len() as u64, positions);
        before = positions;
    }
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() - 7]).unwrap();
    assert_eq!(run(&settings(), &path, 4000, 3, u64::MAX).unwrap().end, End::Complete);
    assert_eq!(run(&settings(), &path, 5000, 1, u64::MAX).unwrap().end, End::Complete);
    assert!(fs::read(&path).unwrap() == whole);
    // Nothing is left to do.
    let mut heard = Vec::new();
    let options = RunOptions { positions: 5000, threads: 1, control: &Control::new() };
    let finish =
        generate(&settings(), &Evaluation::Plain, &path, &options, &mut |progress| heard.push(progress)).unwrap();
    assert_eq!(heard, [finish.progress]);
    assert!(fs::read(&path).unwrap() == whole);
}

#[test]
fn other_settings_and_other_files_are_refused() {
    let folder = folder();
    let path = make(&folder, "data", &settings(), 100);
    let bytes = fs::read(&path).unwrap();
    let other = Settings { nodes: 31, shard: "1/2".parse().unwrap(), ..settings() };
    let error = run(&other, &path, 200, 1, u64::MAX).unwrap_err();
    assert!(matches!(error, GenerateError::OtherSettings { .. }));
    let text = error.to_string();
    assert!(text.contains("nodes 30 there, 31 asked for; shard \"1/1\" there, \"1/2\" asked for"), "{text}");
    assert!(fs::read(&path).unwrap() == bytes);
    let text = folder.path().join("text");
    fs::write(&text, "no data").unwrap();
    let error = run(&settings(), &text, 200, 1, u64::MAX).unwrap_err();
    assert!(matches!(&error, GenerateError::Data(DataError { fault: DataFault::Magic, .. })), "{error}");
    assert_eq!(fs::read(&text).unwrap(), b"no data");
}

/// The bytes of a file with something else in its origin.
fn with_origin(bytes: &[u8], edit: impl FnOnce(&mut Value)) -> Vec<u8> {
    let end = 16 + u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let mut origin = serde_json::from_slice(&bytes[16..end]).unwrap();
    edit(&mut origin);
    let origin = origin.to_string();
    let mut edited = bytes[..12].to_vec();
    edited.extend((origin.len() as u32).to_le_bytes());
    edited.extend(origin.bytes());
    edited.extend(crc32fast::hash(&edited).to_le_bytes());
    edited.extend(&bytes[end + 4..]);
    edited
}

/// Files of older programs hold other positions of their games: they are read, but not gone on with.
#[test]
fn files_sampled_by_another_rule_are_read_but_not_gone_on_with() {
    let folder = folder();
    let path = make(&folder, "data", &settings(), 100);
    let rule = open(&path).unwrap().origin().sampling.clone().unwrap();
    let bytes = fs::read(&path).unwrap();
    let samples = read_samples(&[&path]).unwrap();
    let cases: [(Value, &str); 2] = [
        (Value::Null, "does not say by which rule its positions were sampled"),
        ("every-position/1".into(), "was sampled by the rule every-position/1"),
    ];
    for (other, expected) in cases {
        let edited = with_origin(&bytes, |origin| match &other {
            Value::Null => drop(origin.as_object_mut().unwrap().remove("sampling").unwrap()),
            other => origin["sampling"] = other.clone(),
        });
        fs::write(&path, &edited).unwrap();
        let error = run(&settings(), &path, 200, 1, u64::MAX).unwrap_err();
        assert!(matches!(error, GenerateError::OtherSampling { .. }), "{error}");
        let text = error.to_string();
        assert!(text.contains(&format!("data {expected}, while this program samples by the rule {rule}: ")), "{text}");
        assert!(text.ends_with("join both with gipfel data merge"), "{text}");
        assert!(fs::read(&path).unwrap() == edited);
        assert_eq!(read_samples(&[&path]).unwrap(), samples);
        let out = folder.path().join("joined");
        assert_eq!(merge(std::slice::from_ref(&path), &out, |_| ()).unwrap().samples, samples.len() as u64);
        assert_eq!(open(&out).unwrap().origin().sampling, None);
    }
    fs::write(&path, with_origin(&bytes, |_| ())).unwrap();
    assert_eq!(run(&settings(), &path, 200, 1, u64::MAX).unwrap().end, End::Complete);
}

#[test]
fn settings_that_mean_nothing_are_refused() {
    let folder = folder();
    let path = folder.path().join("data");
    for wrong in [
        Settings { variants: Weights::NONE, ..settings() },
        Settings { random_turns: 1.5, ..settings() },
        Settings { random_turns: f64::NAN, ..settings() },
        Settings { hash: 0, ..settings() },
    ] {
        assert!(matches!(run(&wrong, &path, 10, 1, u64::MAX), Err(GenerateError::Settings(_))), "{wrong:?}");
    }
    assert!(!path.exists());
    // Without chance there is one game only.
    let same = Settings { random_plies: (0, 0), random_turns: 0.0, nodes: 1, ..settings() };
    let error = run(&same, &path, 100_000, 1, u64::MAX).unwrap_err();
    assert!(matches!(error, GenerateError::Exhausted), "{error}");
}

#[test]
fn samples_fit_together() {
    let folder = folder();
    let path = make(&folder, "data", &settings(), 4000);
    let samples = read_samples(&[&path]).unwrap();
    let mut games: HashMap<u32, Vec<&Sample>> = HashMap::new();
    let mut hashes = HashSet::new();
    for sample in &samples {
        let position = sample.position();
        let threats = Threats::new(&position);
        assert!(!position.is_over() && !threats.has_row(position.side()));
        match sample.score() {
            31_000.. => assert_eq!(sample.result(), Wdl::Win),
            ..=-31_000 => assert_eq!(sample.result(), Wdl::Loss),
            _ => {}
        }
        assert!(sample.turn_number() > 8);
        assert!(hashes.insert(sample.symmetric_hash()));
        games.entry(sample.game()).or_default().push(sample);
    }
    for samples in games.values() {
        let one = |value: &dyn Fn(&Sample) -> i64| samples.iter().map(|s| value(s)).collect::<HashSet<_>>().len() == 1;
        assert!(one(&|sample| sample.variant() as i64));
        // One side has won, whoever is to move.
        let sign = |sample: &Sample| if sample.setup().side == Color::White { 1 } else { -1 };
        assert!(one(&|sample| (sample.result() as i64 - 1) * sign(sample)));
        assert!(samples.is_sorted_by_key(|sample| sample.turn_number()));
    }
    let capturing = samples.iter().filter(|sample| sample.is_capturing()).count();
    assert!(capturing > 100 && capturing < samples.len() / 2, "{capturing}");
    let of = |variant| samples.iter().filter(|sample| sample.variant() == variant).count();
    assert!(Variant::ALL.into_iter().all(|variant| of(variant) > 100));
    let right = samples.iter().filter(|sample| {
        sample.score() > 200 && sample.result() == Wdl::Win || sample.score() < -200 && sample.result() == Wdl::Loss
    });
    let clear = samples.iter().filter(|sample| sample.score().abs() > 200).count();
    assert!(right.count() * 10 > clear * 6);
}

#[test]
fn variants_are_played_by_their_shares() {
    let folder = folder();
    let variants = Weights { basic: 1, standard: 0, tournament: 9 };
    let path = make(&folder, "data", &Settings { variants, seed: 1, ..settings() }, 6000);
    let stats = FileStats::read(&[path], |_| ()).unwrap().stats;
    assert_eq!(stats.of(Variant::Standard).positions, 0);
    let [basic, tournament] = [Variant::Basic, Variant::Tournament].map(|variant| stats.of(variant).games);
    assert!(basic > 0 && tournament > 4 * basic, "{basic} {tournament}");
}

#[test]
fn shards_share_no_game_and_are_joined() {
    let folder = folder();
    let shard = |text: &str| Settings { shard: text.parse::<Shard>().unwrap(), ..settings() };
    let parts = ["1/2", "2/2"].map(|text| make(&folder, &text.replace('/', "-"), &shard(text), 1500));
    let games =
        parts.each_ref().map(|path| read_samples(&[path]).unwrap().iter().map(Sample::game).collect::<HashSet<_>>());
    assert!(games[0].is_disjoint(&games[1]));
    let out = folder.path().join("joined");
    let merged = merge(&parts, &out, |_| ()).unwrap();
    let all = read_samples(&parts).unwrap();
    assert_eq!(merged.samples + merged.duplicates, all.len() as u64);
    let whole: HashSet<u32> =
        read_samples(&[make(&folder, "whole", &settings(), 2000)]).unwrap().iter().map(Sample::game).collect();
    let both: HashSet<u32> = games.iter().flatten().copied().collect();
    assert!(whole.is_subset(&both));
}

#[test]
fn duplicates_are_dropped_and_counted() {
    let folder = folder();
    // With few random turns games soon repeat each other.
    let few = Settings { random_plies: (1, 2), nodes: 10, ..settings() };
    let path = folder.path().join("data");
    let finish = run(&few, &path, 2000, 2, u64::MAX).unwrap();
    assert!(finish.progress.duplicates > 0);
    let found = FileStats::read(std::slice::from_ref(&path), |_| ()).unwrap();
    assert_eq!((found.duplicates, &found.stats), (0, &finish.stats));
    let twice = [path.clone(), path.clone()];
    assert_eq!(FileStats::read(&twice, |_| ()).unwrap().duplicates, finish.progress.positions);
    let out = folder.path().join("out");
    let merged = merge(&twice, &out, |_| ()).unwrap();
    let positions = finish.progress.positions;
    assert_eq!(merged, Merged { samples: positions, duplicates: positions, torn: 0 });
    assert_eq!(read_samples(&[&out]).unwrap(), read_samples(&[&path]).unwrap());
    assert_eq!(open(&out).unwrap().origin().settings, None);
}

#[test]
fn shuffling_keeps_all_and_follows_the_seed() {
    let folder = folder();
    let path = make(&folder, "data", &settings(), 2500);
    let shuffled = |name: &str, seed| {
        let out = folder.path().join(name);
        shuffle(std::slice::from_ref(&path), &out, seed).unwrap();
        read_samples(&[out]).unwrap()
    };
    let (one, same, other) = (shuffled("one", 1), shuffled("same", 1), shuffled("other", 2));
    let samples = read_samples(&[&path]).unwrap();
    assert!(one == same && one != other && one != samples);
    let sorted = |mut samples: Vec<Sample>| {
        samples.sort_by_key(|sample| sample.to_bytes());
        samples
    };
    let samples = sorted(samples);
    assert!(sorted(one) == samples && sorted(other) == samples);
}

#[test]
fn text_says_what_the_file_says() {
    let folder = folder();
    let path = make(&folder, "data", &settings(), 300);
    let mut text = Vec::new();
    export(&path, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let samples = read_samples(&[&path]).unwrap();
    assert_eq!(text.lines().count(), samples.len());
    for (line, sample) in text.lines().zip(samples) {
        let fields: Vec<&str> = line.split('\t').collect();
        let expected = [
            sample.position().to_string(),
            sample.score().to_string(),
            sample.result().name().to_owned(),
            sample.game().to_string(),
            if sample.is_capturing() { "takes" } else { "quiet" }.to_owned(),
        ];
        assert_eq!(fields, expected);
        assert_eq!(fields[0].parse(), Ok(sample.position()));
    }
}

#[test]
fn a_file_that_is_cut_off_is_joined_up_to_there() {
    let folder = folder();
    let path = make(&folder, "data", &settings(), 2500);
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
    let merged = merge(std::slice::from_ref(&path), &folder.path().join("out"), |_| ()).unwrap();
    assert_eq!(merged.torn, 1);
    assert!(merged.samples >= 2048 && merged.samples < 2500, "{merged:?}");
    assert_eq!(FileStats::read(&[path], |_| ()).unwrap().torn, [true]);
}

fn gipfel(line: &str, folder: &TempDir) -> Command {
    let mut command = Command::new(cargo_bin!("gipfel"));
    command.args(line.split(' ')).current_dir(folder);
    command
}

#[test]
fn the_command_makes_and_goes_on_and_refuses() {
    let folder = folder();
    let make = |options: &str| gipfel(&format!("datagen --nodes 20 --out a.data {options}"), &folder).assert();
    make("--positions 100 --variant basic").success().stdout(contains("basic").and(contains("this run: ")));
    make("--positions 200 --variant basic --threads 1").success();
    let samples = read_samples(&[folder.path().join("a.data")]).unwrap();
    assert!(samples.len() >= 200 && samples.iter().all(|sample| sample.variant() == Variant::Basic));
    make("--positions 300")
        .code(1)
        .stderr(contains("was made with other settings (standard 0 there, 2 asked for; tournament"));
    make("--positions 300 --evalfile missing.net").code(2).stderr(contains("missing.net"));
    for (wrong, expected) in [
        ("--variant basik", "expected basic, standard or tournament"),
        ("--random-plies 9-8", "expected a number or a range"),
        ("--random-turns 2", "expected a number from 0 to 1"),
        ("--shard 3/2", "expected I/N"),
    ] {
        make(&format!("--positions 1 {wrong}")).code(2).stderr(contains(expected));
    }
    make("--positions 1 --variant basic=0").code(1).stderr(contains("no variant to play"));
}

#[test]
fn commands_replace_no_file_unasked() {
    let folder = folder();
    make(&folder, "a.data", &settings(), 100);
    for command in ["merge a.data", "shuffle a.data", "export a.data"] {
        let out = folder.path().join("out");
        fs::write(&out, "mine").unwrap();
        let line = format!("data {command} --out out");
        gipfel(&line, &folder).assert().code(1).stderr(contains("out is there already"));
        assert_eq!(fs::read(&out).unwrap(), b"mine");
        gipfel(&format!("{line} --force"), &folder).assert().success();
        assert_ne!(fs::read(&out).unwrap(), b"mine");
    }
    let files: HashSet<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(files.len(), 2, "{files:?}");
}

#[test]
#[cfg(unix)]
fn ctrl_c_ends_in_order() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    let folder = folder();
    let mut child = std::process::Command::new(cargo_bin!("gipfel"))
        .args(["datagen", "--nodes", "20", "--positions", "100000000", "--out", "a.data", "--threads", "2"])
        .current_dir(&folder)
        .stderr(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let path = folder.path().join("a.data");
    let begun = std::time::Instant::now();
    while fs::metadata(&path).map_or(0, |metadata| metadata.len()) < 30_000 {
        assert!(begun.elapsed().as_secs() < 120, "nothing comes");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    let mut said = String::new();
    std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut said).unwrap();
    assert!(said.contains("the same command goes on"), "{said}");
    let found = FileStats::read(&[path], |_| ()).unwrap();
    assert_eq!(found.torn, [false]);
    assert!(said.contains(&format!("stopped after {} of", found.stats.of_all().positions)), "{said}");
}

/// Some samples to learn from, quickly made.
fn lessons(folder: &TempDir) -> Vec<Sample> {
    let path = make(folder, "lessons.data", &settings(), 600);
    read_samples(&[path]).unwrap()
}

fn train_settings() -> TrainSettings {
    TrainSettings { width: 8, epochs: 3, batch: 64, validation: 3, ..TrainSettings::default() }
}

/// Trains on so many threads, and stops after this epoch.
fn trained(samples: &[Sample], checkpoint: &Path, threads: usize, stop_after: u32) -> Result<Trained, TrainError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let control = Control::new();
    pool.install(|| {
        train(samples, &train_settings(), checkpoint, &control, &mut |news| {
            if matches!(news, News::Epoch { epoch, .. } if epoch == stop_after) {
                control.stop();
            }
        })
    })
}

#[test]
fn equal_samples_give_equal_networks_whatever_happens() {
    let folder = folder();
    let samples = lessons(&folder);
    let path = |name: &str| folder.path().join(name);
    let one = trained(&samples, &path("one"), 1, 99).unwrap();
    let three = trained(&samples, &path("three"), 3, 99).unwrap();
    assert!(one.complete && three.complete);
    assert_eq!(one.network.to_bytes(), three.network.to_bytes());
    assert_eq!(one.epochs, three.epochs);
    assert!(one.epochs[0].training > one.epochs[2].training, "nothing was learned: {:?}", one.epochs);
    let broken = trained(&samples, &path("broken"), 2, 1).unwrap();
    assert!(!broken.complete && broken.epochs.len() == 1);
    let whole = trained(&samples, &path("broken"), 2, 99).unwrap();
    assert_eq!(whole.network.to_bytes(), one.network.to_bytes());
    // With other samples it is another training.
    let other = trained(&samples[1..], &path("broken"), 2, 99);
    assert!(matches!(other, Err(TrainError::Checkpoint(CheckpointError::Other(_)))));
    fs::write(path("broken"), "{}").unwrap();
    let damaged = trained(&samples, &path("broken"), 2, 99);
    assert!(matches!(damaged, Err(TrainError::Checkpoint(CheckpointError::Damaged(_)))));
}

#[test]
fn the_train_command_makes_a_network_that_plays() {
    let folder = folder();
    lessons(&folder);
    let train =
        |options: &str| gipfel(&format!("train lessons.data --validation 3 --batch 64 {options}"), &folder).assert();
    train("--out a.net --width 8 --epochs 2").success().stdout(contains("epoch 2: loss").and(contains("a.net: ")));
    assert!(fs::read_to_string(folder.path().join("a.svg")).unwrap().contains("<polyline"));
    gipfel("bench --depth 1 --evalfile a.net", &folder).assert().success().stdout(contains("nodes "));
    train("--out b.net --width 7").code(1).stderr(contains("no width 7"));
    train("--out b.net --blend 2").code(1).stderr(contains("it goes from 0 to 1"));
    train("--out b.net --inputs pictures").code(2).stderr(contains("spots"));
}

#[test]
fn training_writes_no_file_over_another() {
    let folder = folder();
    lessons(&folder);
    let data = folder.path().join("lessons.data");
    let before = fs::read(&data).unwrap();
    fs::copy(&data, folder.path().join("b.svg")).unwrap();
    for (words, expected) in [
        ("lessons.data --out a.svg", "the chart of the losses is written there"),
        ("lessons.data --out a.SVG", "the chart of the losses is written there"),
        ("lessons.data --out a.checkpoint", "the state after each epoch is written there"),
        ("lessons.data --out ./lessons.data", "./lessons.data holds samples to learn from"),
        ("lessons.data b.svg --out b.net", "b.svg holds samples to learn from"),
    ] {
        let refused = contains("for '--out <FILE>': ".to_owned() + expected);
        gipfel(&format!("train {words}"), &folder).assert().code(2).stderr(refused);
    }
    assert!(fs::read(&data).unwrap() == before);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
}

#[test]
fn a_closed_output_ends_the_training_quietly() {
    let folder = folder();
    lessons(&folder);
    let mut command = std::process::Command::new(cargo_bin!("gipfel"));
    command.args(["train", "lessons.data", "--out", "a.net", "--validation", "3"]).current_dir(&folder);
    closed_output::ends_quietly(&mut command);
    assert!(!folder.path().join("a.net").exists());
}
