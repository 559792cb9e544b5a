//! How far predicted chances of winning are from what they should be.

/// A sum of losses.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    total: f64,
    lessons: u64,
}

impl Loss {
    /// Adds the cross-entropy, in nats, of a prediction, given as the logarithm of its odds, and its target.
    #[inline]
    pub fn add(&mut self, logit: f32, target: f32) {
        // The logarithm of 1 + exp(logit), without overflow.
        let softplus = logit.max(0.0) + (-logit.abs()).exp().ln_1p();
        self.total += f64::from(softplus - target * logit);
        self.lessons += 1;
    }

    /// The sum.
    #[must_use]
    pub const fn total(&self) -> f64 {
        self.total
    }

    /// The mean, in nats; 0 where nothing was added.
    #[must_use]
    pub fn mean(&self) -> f64 {
        if self.lessons == 0 { 0.0 } else { self.total / self.lessons as f64 }
    }
}

impl std::iter::Sum for Loss {
    fn sum<I: Iterator<Item = Self>>(losses: I) -> Self {
        losses.fold(Self::default(), |sum, loss| Self {
            total: sum.total + loss.total,
            lessons: sum.lessons + loss.lessons,
        })
    }
}

/// The chance whose odds have this logarithm.
#[inline]
pub(crate) fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cross_entropy() {
        let mut loss = Loss::default();
        loss.add(0.0, 1.0);
        assert!((loss.mean() - std::f64::consts::LN_2).abs() < 1e-6);
        let mut sure = Loss::default();
        sure.add(100.0, 1.0);
        sure.add(-100.0, 0.0);
        assert!(sure.mean().abs() < 1e-6);
        sure.add(-100.0, 1.0);
        assert!((sure.total() - 100.0).abs() < 1e-3);
        assert!((sigmoid(2.0_f32.ln()) - 2.0 / 3.0).abs() < 1e-6);
    }
}
