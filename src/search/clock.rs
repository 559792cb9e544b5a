//! How long to think.

use super::limits::{Clock, Control, Limits};
use super::params;
use super::pauses::Pauses;
use crate::rules::{Color, Position, Turn, Variant};
use std::time::{Duration, Instant};

/// The part of the remaining time that one turn may take, in percent.
const HARD_PERCENT: u32 = 30;

/// The times at which a search ends, counted from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    /// No iteration is begun after this.
    pub soft: Duration,
    /// The search is broken off at this.
    pub hard: Duration,
    /// Whether `soft` may be stretched or shortened by what the search finds.
    pub flexible: bool,
}

impl Budget {
    /// The budget that the limits set; `None` without a limit of time. `stall` is how long the program may be left without a
    /// processor.
    pub fn new(limits: &Limits, position: &Position, stall: Duration) -> Option<Self> {
        let fixed = limits.move_time.map(|time| {
            let time = time.saturating_sub(limits.move_overhead);
            Self { soft: time, hard: time, flexible: false }
        });
        let planned = limits.clock.map(|clock| Self::for_clock(clock, limits.move_overhead, position, stall));
        match (fixed, planned) {
            (Some(a), Some(b)) => Some(Self { soft: a.soft.min(b.soft), hard: a.hard.min(b.hard), flexible: true }),
            (a, b) => a.or(b),
        }
    }

    fn for_clock(clock: Clock, overhead: Duration, position: &Position, stall: Duration) -> Self {
        let spread = spread(position);
        let turns = clock.turns_to_go.map_or(spread, |turns| turns.clamp(1, spread));
        let usable = clock.remaining.saturating_sub(overhead);
        let planned = (usable / turns + clock.increment * 3 / 4).min(usable).mul_f64(share(usable, stall));
        let most = if turns == 1 { usable * 9 / 10 } else { usable * HARD_PERCENT / 100 };
        let hard = (planned * params::hard_percent().unsigned_abs() / 100).min(most);
        Self { soft: (planned * params::soft_percent().unsigned_abs() / 100).min(hard), hard, flexible: true }
    }
}

/// The part of the planned time that is used: nearly all of it while far more is left than a stall may take, half where no more is
/// left, so that the clock is not run down to less.
fn share(usable: Duration, stall: Duration) -> f64 {
    let (usable, stall) = (usable.as_secs_f64().powi(2), stall.as_secs_f64().powi(2));
    if usable > 0.0 { usable / (usable + stall) } else { 0.0 }
}

/// Over how many turns the remaining time is spread.
fn spread(position: &Position) -> u32 {
    (expected_turns(position) * params::spread_percent().unsigned_abs() / 100)
        .max(params::spread_least().unsigned_abs())
}

/// How many turns of his own the mover has still to play, on average: by the pieces of the player who has fewer, a straight line
/// that lies about two turns or less from the mean in 20,000 games of self-play at 500 nodes a turn, but at the very end,
/// where the least spread counts.
fn expected_turns(position: &Position) -> u32 {
    let pieces = Color::ALL.map(|color| u32::from(position.in_play(color))).into_iter().min().unwrap_or(0);
    // Tenths of a turn for each piece above so many.
    let (least, each) = if position.variant() == Variant::Basic { (6, 52) } else { (8, 36) };
    pieces.saturating_sub(least) * each / 10
}

/// What an iteration has found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finding {
    pub turn: Option<Turn>,
    pub score: i32,
    /// The part of the nodes below this turn, in percent.
    pub share: u32,
}

/// How sure the iterations so far make that the best turn is the best.
#[derive(Debug, Default)]
struct Trust {
    last: Option<Finding>,
    /// How often the best turn has changed, in percent: each change counts half as much after another iteration.
    changes: u32,
}

/// What each centipawn adds by which the score has dropped, in percent.
const DROP_PERCENT: u32 = 1;
/// The largest drop that counts, in centipawns.
const DROP_MOST: i32 = 60;

impl Trust {
    /// Hears of another iteration, and says how much of the planned time to think, in percent.
    fn percent(&mut self, found: Finding) -> u32 {
        let last = self.last.replace(found).unwrap_or(found);
        let changed = last.turn != found.turn;
        self.changes = self.changes / 2 + if changed { 100 } else { 0 };
        let drop = (last.score - found.score).clamp(0, DROP_MOST) as u32;
        let base = params::steady_percent().unsigned_abs()
            + self.changes * params::change_percent().unsigned_abs() / 100
            + drop * DROP_PERCENT;
        // From three halves, where no nodes lie below the turn, to one half.
        base * (150 - found.share.min(100)) / 100
    }
}

/// Tells a running search when its time is over.
#[derive(Debug)]
pub(super) struct Timer<'a> {
    budget: Option<Budget>,
    /// When the budget began to count; not before the expected turn was played, while pondering.
    start: Option<Instant>,
    trust: Trust,
    pauses: &'a mut Pauses,
}

impl<'a> Timer<'a> {
    pub fn new(limits: &Limits, position: &Position, pauses: &'a mut Pauses) -> Self {
        pauses.begin(Instant::now());
        let budget = if limits.infinite { None } else { Budget::new(limits, position, pauses.expected()) };
        Self { budget, start: (!limits.ponder).then_some(limits.start), trust: Trust::default(), pauses }
    }

    fn used(&mut self, control: &Control) -> Option<Duration> {
        let now = Instant::now();
        self.pauses.look(now);
        if self.start.is_none() && control.is_ponderhit() {
            self.start = Some(now);
        }
        self.start.map(|start| now.saturating_duration_since(start))
    }

    /// Whether the search must be broken off now.
    pub fn is_over(&mut self, control: &Control) -> bool {
        let Some(budget) = self.budget else { return false };
        self.used(control).is_some_and(|used| used >= budget.hard)
    }

    /// Whether another iteration should not be begun, now that one has found this: there is more time while the best turn
    /// changes or its score drops, and less when most nodes lie below it.
    pub fn is_late(&mut self, control: &Control, found: Finding) -> bool {
        let Some(budget) = self.budget else { return false };
        let percent = self.trust.percent(found);
        let soft = if budget.flexible { (budget.soft * percent / 100).min(budget.hard) } else { budget.soft };
        self.used(control).is_some_and(|used| used >= soft)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Setup;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn clock(remaining: u64, increment: u64, turns_to_go: Option<u32>) -> Budget {
        let clock = Clock { remaining: ms(remaining), increment: ms(increment), turns_to_go };
        let limits = Limits { clock: Some(clock), move_overhead: ms(10), ..Limits::none() };
        Budget::new(&limits, &Position::start(Variant::Standard), Duration::ZERO).unwrap()
    }

    #[test]
    fn never_more_than_what_is_left() {
        for remaining in [0, 1, 9, 10, 11, 50, 1000, 100_000] {
            for increment in [0, 10, 10_000] {
                for turns in [None, Some(0), Some(1), Some(2), Some(40)] {
                    let budget = clock(remaining, increment, turns);
                    assert!(budget.soft <= budget.hard);
                    assert!(budget.hard <= ms(remaining.saturating_sub(10)), "{remaining} {increment} {turns:?}");
                }
            }
        }
    }

    #[test]
    fn the_planned_time() {
        assert_eq!(clock(3610, 0, None), Budget { soft: ms(55), hard: ms(400), flexible: true });
        assert_eq!(clock(3610, 0, Some(1)).hard, ms(3240));
    }

    /// Half is planned where no more is left than a stall may take, and nearly all where far more is.
    #[test]
    fn a_reserve_is_kept() {
        let soft = |remaining, stall| {
            let clock = Clock { remaining: ms(remaining), increment: ms(10), turns_to_go: None };
            let limits = Limits { clock: Some(clock), ..Limits::none() };
            Budget::new(&limits, &Position::start(Variant::Standard), stall).unwrap().soft
        };
        assert_eq!(share(ms(0), ms(0)), 0.0);
        for stall in [50, 200, 500] {
            let near = |a: Duration, b: Duration| a.abs_diff(b) < Duration::from_nanos(10);
            assert!(near(soft(stall, ms(stall)) * 2, soft(stall, ms(0))));
            assert!(near(soft(2 * stall, ms(stall)) * 5 / 4, soft(2 * stall, ms(0))));
            assert!(soft(20 * stall, ms(stall)) > soft(20 * stall, ms(0)) * 99 / 100);
        }
    }

    /// A timer that is looked at after a pause, as where another program has taken the processor, makes the next one plan less.
    #[test]
    fn pauses_are_noticed() {
        let clock = Some(Clock { remaining: ms(100), increment: ms(0), turns_to_go: None });
        let (control, start, mut pauses) = (Control::new(), Position::start(Variant::Standard), Pauses::default());
        let planned = |pauses: &mut Pauses, pause| {
            let mut timer = Timer::new(&Limits { clock, ..Limits::none() }, &start, pauses);
            std::thread::sleep(pause);
            timer.is_over(&control);
            timer.budget.unwrap().soft
        };
        let first = planned(&mut pauses, ms(100));
        assert!(planned(&mut pauses, ms(0)) < first / 5);
    }

    #[test]
    fn fewer_pieces_mean_fewer_turns() {
        let start = Position::start(Variant::Standard);
        assert_eq!((expected_turns(&start), spread(&start)), (36, 36));
        let with = |reserve| Setup { reserve, ..start.setup() }.build().unwrap();
        // Both have six more on the board, which are three GIPF-pieces.
        assert_eq!(expected_turns(&with([12, 7])), 18);
        assert_eq!(expected_turns(&with([4, 12])), 7);
        assert_eq!(expected_turns(&with([1, 1])), 0);
        assert_eq!(spread(&with([1, 1])), params::spread_least().unsigned_abs());
    }

    #[test]
    fn limits_combine() {
        let mut limits = Limits::time(ms(30));
        let start = Position::start(Variant::Standard);
        assert_eq!(
            Budget::new(&limits, &start, Duration::ZERO),
            Some(Budget { soft: ms(30), hard: ms(30), flexible: false })
        );
        limits.clock = Some(Clock { remaining: ms(100), increment: ms(0), turns_to_go: None });
        assert!(Budget::new(&limits, &start, Duration::ZERO).unwrap().hard <= ms(30));
        assert_eq!(Budget::new(&Limits::none(), &start, Duration::ZERO), None);
    }

    #[test]
    fn pondering_takes_no_time() {
        let limits = Limits { ponder: true, ..Limits::time(ms(0)) };
        let control = Control::new();
        let mut pauses = Pauses::default();
        let mut timer = Timer::new(&limits, &Position::start(Variant::Standard), &mut pauses);
        assert!(!timer.is_over(&control));
        control.ponderhit();
        assert!(timer.is_over(&control));
    }
    #[test]
    fn doubt_takes_time() {
        let turns: Vec<Turn> = Position::start(Variant::Basic).turns().take(2).collect();
        let found = |turn: usize, score, share| Finding { turn: Some(turns[turn]), score, share };
        let after = |before: &[Finding], last: Finding| {
            let mut trust = Trust::default();
            for &found in before {
                trust.percent(found);
            }
            trust.percent(last)
        };
        let steady = after(&[found(0, 10, 50)], found(0, 10, 50));
        assert_eq!(steady, params::steady_percent().unsigned_abs());
        assert!(after(&[found(0, 10, 50)], found(0, 10, 90)) < steady);
        assert!(after(&[found(0, 10, 50)], found(0, 90, 50)) == steady);
        let dropped = after(&[found(0, 10, 50)], found(0, -20, 50));
        assert!(dropped > steady && after(&[found(0, 10, 50)], found(0, -40, 50)) > dropped);
        let changed = after(&[found(1, 10, 50)], found(0, 10, 50));
        assert!(changed > steady);
        let later = after(&[found(1, 10, 50), found(0, 10, 50)], found(0, 10, 50));
        assert!(steady < later && later < changed);
        assert!(after(&[found(0, 9, 1), found(1, 9, 1)], found(0, 9, 1)) <= 300);
    }

    #[test]
    fn only_a_clock_is_flexible() {
        let (control, start, mut pauses) = (Control::new(), Position::start(Variant::Standard), Pauses::default());
        let found = Finding { turn: None, score: 0, share: 100 };
        let begun = Instant::now() - ms(500);
        let clock = Some(Clock { remaining: ms(20_000), increment: ms(0), turns_to_go: None });
        // Planned are 555 ms, of which 305 are for beginning iterations: 122 when all speaks for one turn.
        let flexible = Limits { start: begun, clock, ..Limits::none() };
        assert!(Timer::new(&flexible, &start, &mut pauses).is_late(&control, found));
        let fixed = Limits { start: begun, move_time: Some(ms(600_000)), ..Limits::none() };
        assert!(!Timer::new(&fixed, &start, &mut pauses).is_late(&control, found));
    }
}
