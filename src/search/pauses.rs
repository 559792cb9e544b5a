//! How long the search is left without a processor: on a machine that others use too, it must be ready for more.

use super::params;
use std::time::{Duration, Instant};

/// The pauses between looks at the clock. An undisturbed search looks several times in a millisecond.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pauses {
    /// The longest pause of a search, on average; later searches count more.
    usual: Duration,
    /// The longest of the current search.
    longest: Duration,
    last_look: Option<Instant>,
}

/// How many searches the average goes back, about.
const MEMORY: u32 = 8;

impl Pauses {
    /// Begins another search.
    pub fn begin(&mut self, now: Instant) {
        self.usual = (self.usual * (MEMORY - 1) + self.longest) / MEMORY;
        (self.longest, self.last_look) = (Duration::ZERO, Some(now));
    }

    /// Hears of a look at the clock.
    pub fn look(&mut self, now: Instant) {
        let pause = self.last_look.map_or(Duration::ZERO, |last| now.saturating_duration_since(last));
        self.longest = self.longest.max(pause);
        self.last_look = Some(now);
    }

    /// How long a pause must be expected: few searches have one so long, but some in a game or two.
    pub fn expected(&self) -> Duration {
        let ms = |ms: i32| Duration::from_millis(ms.unsigned_abs().into());
        let many = self.usual * params::stall_factor().unsigned_abs();
        many.clamp(ms(params::stall_least()), ms(params::stall_most().max(params::stall_least())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is to be expected after a number of searches with a pause of so many milliseconds among shorter ones.
    fn after(searches: u32, pause: u64) -> Duration {
        let (mut pauses, mut now) = (Pauses::default(), Instant::now());
        for _ in 0..searches {
            pauses.begin(now);
            for ms in [1, pause, 1] {
                now += Duration::from_millis(ms);
                pauses.look(now);
            }
            // Between searches others may think as long as they like.
            now += Duration::from_secs(60);
        }
        pauses.begin(now);
        pauses.expected()
    }

    #[test]
    fn the_more_the_machine_is_used_the_longer() {
        let ms = |ms: i32| Duration::from_millis(ms as u64);
        let least = ms(params::stall_least());
        assert_eq!(after(0, 0), least);
        assert_eq!(after(100, 1), least);
        assert!(least < after(100, 4) && after(100, 4) < ms(4 * params::stall_factor()));
        assert!(after(2, 10) < after(20, 10));
        assert_eq!(after(100, 1000), ms(params::stall_most()));
    }
}
