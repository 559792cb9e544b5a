//! The constants of the search, in one table.
//!
//! Without the feature `tune` they are constants to the compiler. With it they are variables that the protocol offers as
//! options, so that matches can tell which values are better.

/// Defines the table: for each constant a function of that name that gives its value.
macro_rules! params {
    ($($(#[doc = $doc:literal])+ $name:ident = $value:literal in $range:expr;)+) => {
        $(
            $(#[doc = $doc])+
            #[cfg(not(feature = "tune"))]
            #[inline(always)]
            pub(super) const fn $name() -> i32 {
                const { assert!(*$range.start() <= $value && $value <= *$range.end()) }
                $value
            }
            $(#[doc = $doc])+
            #[cfg(feature = "tune")]
            #[inline]
            pub(super) fn $name() -> i32 {
                tune::$name.load(std::sync::atomic::Ordering::Relaxed)
            }
        )+

        /// The names of all constants. Only a build with the feature `tune` offers them as options.
        pub const PARAM_NAMES: &[&str] = &[$(stringify!($name),)+];

        #[cfg(feature = "tune")]
        #[allow(non_upper_case_globals)]
        mod tune {
            use std::sync::atomic::AtomicI32;
            $(pub(super) static $name: AtomicI32 = AtomicI32::new($value);)+
        }

        /// Every constant, to be read and set from outside.
        #[cfg(feature = "tune")]
        pub static PARAMS: &[Param] = &[
            $(Param {
                name: stringify!($name),
                default: $value,
                min: *$range.start(),
                max: *$range.end(),
                value: &tune::$name,
            },)+
        ];
    };
}

/// A constant of the search.
#[cfg(feature = "tune")]
#[derive(Debug)]
pub struct Param {
    /// Its name in the table.
    pub name: &'static str,
    /// Its value in other builds.
    pub default: i32,
    /// The least value that makes sense.
    pub min: i32,
    /// The largest value that makes sense.
    pub max: i32,
    value: &'static std::sync::atomic::AtomicI32,
}

#[cfg(feature = "tune")]
impl Param {
    /// Sets the value, for all searches of this process.
    pub fn set(&self, value: i32) {
        self.value.store(value.clamp(self.min, self.max), std::sync::atomic::Ordering::Relaxed);
    }
}

params! {
    /// Centipawns around the last score in which an iteration begins to look; 0: it looks everywhere.
    aspiration = 10 in 0..=500;
    /// The least depth with such a window.
    aspiration_depth = 4 in 1..=20;
    /// How much the window grows when the score lies outside, in percent of its width.
    aspiration_growth = 100 in 10..=1000;
    /// The greatest depth at which a static value far above the window is trusted; 0: only where no win can be missed.
    reverse_futility_depth = 3 in 0..=20;
    /// How far above it must be for each ply, in centipawns.
    reverse_futility_margin = 80 in 1..=500;
    /// The greatest depth at which turns that take nothing are left out where the static value is far below the window.
    futility_depth = 3 in 0..=20;
    /// How far below it must be for each ply, in centipawns.
    futility_margin = 57 in 1..=500;
    /// Hundredths of a ply more where the static value has not risen since the mover's last turn.
    reduction_falling = 10 in 0..=200;
    /// Hundredths of the late turns that are left where it has not risen.
    late_turn_falling = 53 in 10..=100;
    /// How much the static value may change with one turn that captures nothing, one ply from the end.
    frontier_margin = 26 in 0..=500;
    /// What a capture may win in quiescence beyond the pieces that it takes, in centipawns.
    quiescence_margin = 150 in 0..=1000;
    /// The greatest depth at which late turns are left out; 0: never.
    late_turn_depth = 4 in 0..=20;
    /// How many turns are always searched there, ...
    late_turn_base = 15 in 1..=200;
    /// ... and how many more for each ply squared, in tenths.
    late_turn_factor = 28 in 0..=200;
    /// The least depth at which late turns are searched less deep first; 99: never.
    reduction_depth = 3 in 2..=99;
    /// How many turns are searched to full depth.
    reduction_first = 3 in 1..=50;
    /// Plies of reduction, in hundredths: this ...
    reduction_base = 50 in -200..=400;
    /// ... and this for each product of the logarithms of depth and rank.
    reduction_factor = 62 in 0..=200;
    /// Hundredths of a ply more where only a bound is wanted.
    reduction_cut = 28 in -100..=200;
    /// The history score that counts one ply of reduction.
    reduction_history = 6000 in 500..=100000;
    /// Hundredths of a ply less for turns that take something.
    reduction_clearing = 48 in 0..=400;
    /// The least depth at which the table's turn is searched deeper where all others are clearly worse; 99: never.
    singular_depth = 5 in 2..=99;
    /// How much worse they must be for each ply, in hundredths of a centipawn.
    singular_margin = 200 in 0..=2000;
    /// History bonus for each ply squared.
    history_bonus = 19 in 1..=200;
    /// The largest history bonus.
    history_most = 1600 in 100..=16000;
    /// Percent of the bonus that turns which were tried in vain lose.
    history_malus = 18 in 0..=200;
    /// Over how many turns the remaining time is spread where the clock does not say: so many percent of those that the mover is
    /// expected to have still to play, ...
    spread_percent = 100 in 10..=200;
    /// ... but at least so many.
    spread_least = 10 in 1..=100;
    /// With so much left on the clock as the program may be left without a processor, half of the time is planned that would be
    /// planned otherwise: so many milliseconds at least, ...
    stall_least = 50 in 0..=1000;
    /// ... so many times the longest pause of a search, ...
    stall_factor = 50 in 0..=1000;
    /// ... and so many milliseconds at most.
    stall_most = 500 in 0..=10000;
    /// A new iteration is begun only within this part of the planned time, in percent: it takes longer than all before.
    soft_percent = 55 in 10..=200;
    /// How many times the planned time one turn may take, in percent.
    hard_percent = 400 in 100..=1000;
    /// The part of the planned time, in percent, that is thought while nothing changes and half of the nodes lie below one turn.
    steady_percent = 80 in 20..=200;
    /// What one change of the best turn adds, in percent.
    change_percent = 60 in 0..=300;
}
