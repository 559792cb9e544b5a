//! Ratings of many engines from all their games: maximum likelihood with intervals.
//!
//! The model is Elo's (R. Bradley and M. Terry 1952, a draw being half a win and half a loss). The intervals count pairs
//! of games as one observation each (the "sandwich" estimate of the covariance, clustered by pair), so that they neither
//! ignore that the games of a pair share an opening nor that draws vary less than decided games.

use super::statistics::{Z95, score_from_elo};
use serde::{Deserialize, Serialize};

/// Some games between two engines that stand together: a pair, or a single game without its partner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// The first engine's number.
    pub first: usize,
    /// The second engine's number.
    pub second: usize,
    /// The first engine's points.
    pub points: f64,
    /// The number of games, 1 or 2.
    pub games: f64,
}

/// An engine's rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// In Elo.
    pub elo: f64,
    /// Half the width of the interval of 95 %, in Elo, relative to the anchor (or the average).
    pub margin: f64,
    /// Games played.
    pub games: f64,
    /// Points scored.
    pub points: f64,
}

/// Elo per unit of natural log-odds: 400 / ln 10.
const ELO_PER_UNIT: f64 = 173.717_792_761_300_5;

/// Rates `engines` engines. The ratings' average is 0, or that of the anchor (engine number, rating) is what it says.
///
/// Where the games leave a rating unbounded (an engine that won or lost all), half a drawn game of each engine against
/// an average opponent is added, so that every number is finite; elsewhere nothing is.
#[must_use]
pub fn rate(engines: usize, meetings: &[Meeting], anchor: Option<(usize, f64)>) -> Vec<Rating> {
    let meetings: Vec<Meeting> =
        meetings.iter().copied().filter(|m| m.first < engines && m.second < engines && m.first != m.second).collect();
    let prior = if is_bounded(engines, &meetings) { 0.0 } else { 0.5 };
    let model = Model { engines, meetings: &meetings, prior };
    let strengths = model.fit();
    let covariance = model.covariance(&strengths);
    let anchor = anchor.filter(|&(engine, _)| engine < engines);
    let base = anchor.map_or(0.0, |(engine, elo)| elo - at(&strengths, engine) * ELO_PER_UNIT);
    (0..engines)
        .map(|i| {
            let variance = match anchor {
                Some((a, _)) => covariance.get(i, i) + covariance.get(a, a) - 2.0 * covariance.get(i, a),
                None => covariance.get(i, i),
            };
            let played = |m: &&Meeting| m.first == i || m.second == i;
            Rating {
                elo: at(&strengths, i) * ELO_PER_UNIT + base,
                margin: Z95 * variance.max(0.0).sqrt() * ELO_PER_UNIT,
                games: meetings.iter().filter(played).map(|m| m.games).sum(),
                points: meetings
                    .iter()
                    .filter(played)
                    .map(|m| if m.first == i { m.points } else { m.games - m.points })
                    .sum(),
            }
        })
        .collect()
}

fn at(values: &[f64], i: usize) -> f64 {
    values.get(i).copied().unwrap_or_default()
}

/// Ford's condition (1957): the likelihood has a maximum if from every engine every other is reached over engines that
/// took points from one another.
fn is_bounded(engines: usize, meetings: &[Meeting]) -> bool {
    let took: Vec<(usize, usize)> = meetings
        .iter()
        .flat_map(|m| {
            [(m.points > 0.0).then_some((m.first, m.second)), (m.points < m.games).then_some((m.second, m.first))]
        })
        .flatten()
        .collect();
    let gave: Vec<(usize, usize)> = took.iter().map(|&(winner, loser)| (loser, winner)).collect();
    reaches_all(engines, &took) && reaches_all(engines, &gave)
}

/// Whether the first engine leads to all others.
fn reaches_all(engines: usize, steps: &[(usize, usize)]) -> bool {
    let mut reached = std::collections::HashSet::from([0]);
    while let Some(&(_, fresh)) = steps.iter().find(|(from, to)| reached.contains(from) && !reached.contains(to)) {
        reached.insert(fresh);
    }
    reached.len() >= engines
}

struct Model<'a> {
    engines: usize,
    meetings: &'a [Meeting],
    /// Drawn games of each engine against an opponent of strength 0.
    prior: f64,
}

impl Model<'_> {
    /// Strengths in natural log-odds, 0 on average, by Newton's method with steps of bounded length.
    fn fit(&self) -> Vec<f64> {
        let mut strengths = vec![0.0; self.engines];
        for _ in 0..200 {
            let (gradient, information) = self.derivatives(&strengths);
            let steps = information.inverse().times(&gradient);
            let longest = steps.iter().fold(0.0f64, |longest, step| longest.max(step.abs()));
            let scale = if longest > 1.0 { 1.0 / longest } else { 1.0 };
            for (strength, step) in strengths.iter_mut().zip(&steps) {
                *strength += step * scale;
            }
            if longest < 1e-10 {
                break;
            }
        }
        strengths
    }

    /// The gradient of the log-likelihood, and the information matrix made regular by holding the average at 0.
    fn derivatives(&self, strengths: &[f64]) -> (Vec<f64>, Matrix) {
        let mut gradient = vec![0.0; self.engines];
        let mut information = Matrix::filled(self.engines, 1.0 / self.engines.max(1) as f64);
        for meeting in self.meetings {
            let expected = expected(meeting, strengths);
            let surplus = meeting.points - meeting.games * expected;
            for (engine, sign) in [(meeting.first, 1.0), (meeting.second, -1.0)] {
                if let Some(value) = gradient.get_mut(engine) {
                    *value += sign * surplus;
                }
            }
            information.add_difference(meeting, meeting.games * expected * (1.0 - expected));
        }
        for (i, value) in gradient.iter_mut().enumerate() {
            let expected = logistic(at(strengths, i));
            *value += self.prior * (0.5 - expected);
            information.add(i, i, self.prior * expected * (1.0 - expected));
        }
        (gradient, information)
    }

    fn covariance(&self, strengths: &[f64]) -> Matrix {
        let (_, information) = self.derivatives(strengths);
        let mut scatter = Matrix::filled(self.engines, 0.0);
        let mut seen = std::collections::HashSet::new();
        for meeting in self.meetings {
            let expected = expected(meeting, strengths);
            scatter.add_difference(meeting, (meeting.points - meeting.games * expected).powi(2));
            let pairing = (meeting.first.min(meeting.second), meeting.first.max(meeting.second));
            if seen.insert(pairing) {
                // Half a pair of doubt for each two engines, as in the statistics of a match of two.
                scatter.add_difference(meeting, meeting.games * expected * (1.0 - expected) / 2.0);
            }
        }
        let inverse = information.inverse();
        inverse.product(&scatter).product(&inverse)
    }
}

fn logistic(x: f64) -> f64 {
    score_from_elo(x * ELO_PER_UNIT)
}

/// The first engine's expected score in a game of this meeting.
fn expected(meeting: &Meeting, strengths: &[f64]) -> f64 {
    logistic(at(strengths, meeting.first) - at(strengths, meeting.second))
}

/// A small square matrix.
struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    fn filled(size: usize, value: f64) -> Self {
        Self { size, cells: vec![value; size * size] }
    }

    fn get(&self, row: usize, column: usize) -> f64 {
        at(&self.cells, row * self.size + column)
    }

    fn add(&mut self, row: usize, column: usize, value: f64) {
        if let Some(cell) = self.cells.get_mut(row * self.size + column) {
            *cell += value;
        }
    }

    /// Adds what depends on the difference between two engines.
    fn add_difference(&mut self, meeting: &Meeting, value: f64) {
        let (i, j) = (meeting.first, meeting.second);
        for (row, column, sign) in [(i, i, 1.0), (j, j, 1.0), (i, j, -1.0), (j, i, -1.0)] {
            self.add(row, column, sign * value);
        }
    }

    fn times(&self, vector: &[f64]) -> Vec<f64> {
        (0..self.size)
            .map(|row| (0..self.size).map(|column| self.get(row, column) * at(vector, column)).sum())
            .collect()
    }

    fn product(&self, other: &Self) -> Self {
        let cells = (0..self.size * self.size)
            .map(|cell| {
                let (row, column) = (cell / self.size, cell % self.size);
                (0..self.size).map(|k| self.get(row, k) * other.get(k, column)).sum()
            })
            .collect();
        Self { size: self.size, cells }
    }

    /// Of a symmetric positive definite matrix, by elimination.
    fn inverse(&self) -> Self {
        let n = self.size;
        let mut left = self.cells.clone();
        let mut right = Self::filled(n, 0.0);
        for i in 0..n {
            right.add(i, i, 1.0);
        }
        for pivot in 0..n {
            // Engines without games leave a pivot of next to nothing.
            let scale = 1.0 / at(&left, pivot * n + pivot).max(1e-12);
            for cells in [&mut left, &mut right.cells] {
                let row: Vec<f64> = cells.iter().skip(pivot * n).take(n).map(|value| value * scale).collect();
                cells.iter_mut().skip(pivot * n).take(n).zip(&row).for_each(|(cell, value)| *cell = *value);
            }
            // Both matrices lose the same multiples of the pivot row.
            let factors: Vec<f64> = (0..n).map(|row| at(&left, row * n + pivot)).collect();
            for cells in [&mut left, &mut right.cells] {
                let source: Vec<f64> = cells.iter().skip(pivot * n).take(n).copied().collect();
                for (row, factor) in factors.iter().enumerate().filter(|&(row, _)| row != pivot) {
                    let target = cells.iter_mut().skip(row * n).take(n);
                    target.zip(&source).for_each(|(cell, value)| *cell -= factor * value);
                }
            }
        }
        right
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::statistics::{GameCounts, PairCounts, elo_from_score, summarise};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn meeting(first: usize, second: usize, points: f64) -> Meeting {
        Meeting { first, second, points, games: 2.0 }
    }

    #[test]
    fn two_engines_agree_with_the_match_statistics() {
        let counts = [5, 20, 40, 25, 10];
        let meetings: Vec<Meeting> = counts
            .iter()
            .enumerate()
            .flat_map(|(i, &count)| vec![meeting(0, 1, i as f64 / 2.0); count as usize])
            .collect();
        let ratings = rate(2, &meetings, Some((1, 0.0)));
        let summary = summarise(&PairCounts(counts), &GameCounts::default()).expect("there are pairs");
        assert!((ratings[0].elo - summary.elo.value).abs() < 1e-6);
        assert!((ratings[0].margin - summary.elo.margin()).abs() < 1.5, "{ratings:?} {summary:?}");
        assert_eq!((ratings[1].elo, ratings[1].margin), (0.0, 0.0));
        assert_eq!((ratings[0].games, ratings[0].points), (200.0, 107.5));
    }

    #[test]
    fn average_is_zero_and_differences_match_scores() {
        // 0 scores 75 % against 1, which scores 75 % against 2; nothing else: the differences are those of the scores.
        let mut meetings = Vec::new();
        for _ in 0..50 {
            meetings.extend([meeting(0, 1, 2.0), meeting(0, 1, 1.0), meeting(2, 1, 0.0), meeting(2, 1, 1.0)]);
        }
        let ratings = rate(3, &meetings, None);
        let step = elo_from_score(0.75);
        for (rating, elo) in ratings.iter().zip([step, 0.0, -step]) {
            assert!((rating.elo - elo).abs() < 1e-6, "{ratings:?}");
        }
    }

    #[test]
    fn finite_in_every_case() {
        let none = rate(3, &[], None);
        let one_sided = rate(2, &[meeting(0, 1, 2.0)], None);
        let chain = rate(4, &[meeting(0, 1, 2.0), meeting(1, 2, 2.0), meeting(0, 2, 2.0)], Some((3, 1000.0)));
        for rating in none.iter().chain(&one_sided).chain(&chain) {
            assert!(rating.elo.is_finite() && rating.margin.is_finite(), "{rating:?}");
        }
        assert!(one_sided[0].elo > one_sided[1].elo && one_sided[0].margin > 50.0);
        assert!(chain[0].elo > chain[1].elo && chain[1].elo > chain[2].elo);
        assert!((chain[3].elo - 1000.0).abs() < 1e-9);
        assert!(rate(0, &[], None).is_empty());
    }

    /// 500 simulated round robins of four engines: 95 in 100 intervals hold the truth (a standard deviation is 0.5 %).
    #[test]
    fn intervals_cover() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let truth = [120.0, 30.0, -40.0, -110.0];
        let mut covered = 0;
        let tournaments = 500;
        for _ in 0..tournaments {
            let mut meetings = Vec::new();
            for first in 0..4 {
                for second in first + 1..4 {
                    let p = score_from_elo(truth[first] - truth[second]);
                    for _ in 0..40 {
                        // Games of a pair depend on each other: half of the time the second ends as the first.
                        let game = |rng: &mut Xoshiro256PlusPlus| if rng.random::<f64>() < p { 1.0 } else { 0.0 };
                        let one = game(&mut rng);
                        let two = if rng.random::<bool>() { one } else { game(&mut rng) };
                        meetings.push(meeting(first, second, one + two));
                    }
                }
            }
            let ratings = rate(4, &meetings, None);
            covered += ratings.iter().zip(truth).filter(|(r, t)| (r.elo - t).abs() <= r.margin).count();
        }
        let rate = covered as f64 / (4 * tournaments) as f64;
        assert!((0.93..=0.97).contains(&rate), "{rate}");
    }
}
