//! How long to think.

use super::limits::{Clock, Control, Limits};
use std::time::{Duration, Instant};

/// Turns that a player is expected to have still to play, where the clock does not say: half of a game's usual length.
const EXPECTED_TURNS: u32 = 18;
/// The part of the remaining time that one turn may take, in percent.
const HARD_PERCENT: u32 = 30;
/// How many times the planned time one turn may take.
const HARD_FACTOR: u32 = 4;
/// A new iteration takes so much longer than all before that it is begun only within this part of the planned time.
const SOFT_PERCENT: u32 = 55;

/// The times at which a search ends, counted from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    /// No iteration is begun after this.
    pub soft: Duration,
    /// The search is broken off at this.
    pub hard: Duration,
}

impl Budget {
    /// The budget that the limits set; `None` without a limit of time.
    pub fn new(limits: &Limits) -> Option<Self> {
        let fixed = limits.move_time.map(|time| {
            let time = time.saturating_sub(limits.move_overhead);
            Self { soft: time, hard: time }
        });
        let planned = limits.clock.map(|clock| Self::for_clock(clock, limits.move_overhead));
        match (fixed, planned) {
            (Some(a), Some(b)) => Some(Self { soft: a.soft.min(b.soft), hard: a.hard.min(b.hard) }),
            (a, b) => a.or(b),
        }
    }

    fn for_clock(clock: Clock, overhead: Duration) -> Self {
        let turns = clock.turns_to_go.unwrap_or(EXPECTED_TURNS).clamp(1, EXPECTED_TURNS);
        let usable = clock.remaining.saturating_sub(overhead);
        let planned = (usable / turns + clock.increment * 3 / 4).min(usable);
        let most = if turns == 1 { usable * 9 / 10 } else { usable * HARD_PERCENT / 100 };
        let hard = (planned * HARD_FACTOR).min(most);
        Self { soft: (planned * SOFT_PERCENT / 100).min(hard), hard }
    }
}

/// Tells a running search when its time is over.
#[derive(Debug)]
pub(super) struct Timer {
    budget: Option<Budget>,
    /// When the budget began to count; not before the expected turn was played, while pondering.
    start: Option<Instant>,
}

impl Timer {
    pub fn new(limits: &Limits) -> Self {
        let budget = if limits.infinite { None } else { Budget::new(limits) };
        Self { budget, start: (!limits.ponder).then_some(limits.start) }
    }

    fn used(&mut self, control: &Control) -> Option<Duration> {
        if self.start.is_none() && control.is_ponderhit() {
            self.start = Some(Instant::now());
        }
        self.start.map(|start| start.elapsed())
    }

    /// Whether the search must be broken off now.
    pub fn is_over(&mut self, control: &Control) -> bool {
        let Some(budget) = self.budget else { return false };
        self.used(control).is_some_and(|used| used >= budget.hard)
    }

    /// Whether another iteration should not be begun.
    pub fn is_late(&mut self, control: &Control) -> bool {
        let Some(budget) = self.budget else { return false };
        self.used(control).is_some_and(|used| used >= budget.soft)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn clock(remaining: u64, increment: u64, turns_to_go: Option<u32>) -> Budget {
        let clock = Clock { remaining: ms(remaining), increment: ms(increment), turns_to_go };
        Budget::new(&Limits { clock: Some(clock), move_overhead: ms(10), ..Limits::none() }).unwrap()
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
        assert_eq!(clock(1810, 0, None), Budget { soft: ms(55), hard: ms(400) });
        assert_eq!(clock(1810, 0, Some(1)).hard, ms(1620));
    }

    #[test]
    fn limits_combine() {
        let mut limits = Limits::time(ms(30));
        assert_eq!(Budget::new(&limits), Some(Budget { soft: ms(30), hard: ms(30) }));
        limits.clock = Some(Clock { remaining: ms(100), increment: ms(0), turns_to_go: None });
        assert!(Budget::new(&limits).unwrap().hard <= ms(30));
        assert_eq!(Budget::new(&Limits::none()), None);
    }

    #[test]
    fn pondering_takes_no_time() {
        let limits = Limits { ponder: true, ..Limits::time(ms(0)) };
        let control = Control::new();
        let mut timer = Timer::new(&limits);
        assert!(!timer.is_over(&control));
        control.ponderhit();
        assert!(timer.is_over(&control));
    }
}
