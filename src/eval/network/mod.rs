//! A network that judges positions: a table with one row for each thing that it can see, whose sum is the hidden layer.
//!
//! The value is an integer sum, the same on every machine. Nothing is carried over from one position to the next: the rows of a
//! position are few, and computing them anew costs less than keeping sums for both sides. Source of the idea: Y. Nasu,
//! "Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi" (2018).

mod file;
mod inputs;
mod lines;

pub use file::NetworkError;
pub use inputs::{Inputs, RowList};

use crate::rules::{Position, Threats};

/// The value of a hidden unit that is full, as an integer; its square fits 16 bits.
pub const FULL: i32 = 181;
/// The output weight 1, as an integer.
pub const OUTPUT_UNIT: i32 = 128;
/// One unit of the output, as an integer: the logarithm of the odds of winning.
pub const LOGIT: i32 = 1024;
/// By how many bits the sum over the hidden layer is shifted to make it a part of the output.
const SHIFT: u32 = 12;
/// No value is larger.
const LIMIT: i32 = 20_000;

/// A full hidden unit with output weight 1 adds one unit of the output, nearly.
const _: () = assert!((FULL * FULL * OUTPUT_UNIT) >> SHIFT == LOGIT - 1);

/// A network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    inputs: Inputs,
    /// Centipawns for one unit of the output.
    scale: i32,
    /// Where it comes from, in a few words.
    description: String,
    layers: Layers,
}

/// What a network has learned, as numbers: what [`Network::new`] takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// What it sees.
    pub inputs: Inputs,
    /// The width of the table, one of [`WIDTHS`].
    pub width: usize,
    /// Centipawns for one unit of the output.
    pub scale: i16,
    /// Where it comes from, in a few words: at most 255 bytes.
    pub description: String,
    /// The rows one after another, `width` numbers each: first what the row adds to the output (in units of 1/[`LOGIT`]), then
    /// what it adds to each hidden unit (in units of 1/[`FULL`]).
    pub rows: Vec<i16>,
    /// The first is not used; the others are the output weights of the hidden units (in units of 1/[`OUTPUT_UNIT`]).
    pub output: Vec<i16>,
}

/// The widths that a table can have.
pub const WIDTHS: [usize; 5] = [1, 8, 16, 32, 64];

/// The layers, by width.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Layers {
    Linear(Layer<1, 1>),
    Narrow(Layer<8, 8>),
    Medium(Layer<16, 16>),
    Wide(Layer<32, 32>),
    Widest(Layer<64, 32>),
}

/// A table, and the weights of what it sums up to. So many sums as a block has are had at once: they fit the registers.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Layer<const WIDTH: usize, const BLOCK: usize> {
    rows: Box<[[i16; WIDTH]]>,
    /// What each sum counts as it is: 1 for the first, 0 for all others.
    linear: [i16; WIDTH],
    /// What each sum counts as a hidden unit: 0 for the first.
    hidden: [i16; WIDTH],
}

/// Calls the same method of whichever layers there are.
macro_rules! with_layer {
    ($layers:expr, $layer:ident => $result:expr) => {
        match $layers {
            Layers::Linear($layer) => $result,
            Layers::Narrow($layer) => $result,
            Layers::Medium($layer) => $result,
            Layers::Wide($layer) => $result,
            Layers::Widest($layer) => $result,
        }
    };
}

impl Network {
    /// The network with these parameters.
    ///
    /// # Errors
    ///
    /// Where their numbers do not fit together.
    pub fn new(parameters: Parameters) -> Result<Self, NetworkError> {
        let Parameters { inputs, width, scale, description, rows, output } = parameters;
        if rows.len() != width * inputs.rows() || output.len() != width {
            return Err(NetworkError::Size);
        }
        if description.len() > 255 {
            return Err(NetworkError::Description);
        }
        let layers = match width {
            1 => Layers::Linear(Layer::new(&rows, &output)),
            8 => Layers::Narrow(Layer::new(&rows, &output)),
            16 => Layers::Medium(Layer::new(&rows, &output)),
            32 => Layers::Wide(Layer::new(&rows, &output)),
            64 => Layers::Widest(Layer::new(&rows, &output)),
            _ => return Err(NetworkError::Width(width)),
        };
        Ok(Self { inputs, scale: scale.into(), description, layers })
    }

    /// The numbers that make up the network.
    #[must_use]
    pub fn parameters(&self) -> Parameters {
        let (rows, output) = with_layer!(&self.layers, layer => (layer.rows.concat(), layer.hidden.to_vec()));
        Parameters {
            inputs: self.inputs,
            width: output.len(),
            scale: self.scale as i16,
            description: self.description.clone(),
            rows,
            output,
        }
    }

    /// Where it comes from, in a few words.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The value of a position from the mover's side, in hundredths of a basic piece, within ±20,000.
    #[must_use]
    #[inline]
    pub fn evaluate(&self, position: &Position, threats: &Threats) -> i32 {
        let logit = with_layer!(&self.layers, layer => layer.output(self.inputs, position, threats));
        (logit * self.scale / LOGIT).clamp(-LIMIT, LIMIT)
    }
}

impl<const WIDTH: usize, const BLOCK: usize> Layer<WIDTH, BLOCK> {
    fn new(rows: &[i16], output: &[i16]) -> Self {
        let (rows, _) = rows.as_chunks();
        let (mut linear, mut hidden) = ([0; WIDTH], [0; WIDTH]);
        hidden.copy_from_slice(output);
        // The first sum is added as it is.
        (linear[0], hidden[0]) = (1, 0);
        Self { rows: rows.into(), linear, hidden }
    }

    /// The output in units of 1/[`LOGIT`]. Sums that are too large for their numbers, as only a network that was not trained
    /// can have them, wrap around.
    #[inline(always)]
    fn output(&self, inputs: Inputs, position: &Position, threats: &Threats) -> i32 {
        let rows = inputs.rows_of(position, threats);
        let (mut linear, mut hidden) = (0_i32, 0_i32);
        let weights = self.linear.as_chunks::<BLOCK>().0.iter().zip(self.hidden.as_chunks::<BLOCK>().0);
        for (block, (to_linear, to_hidden)) in weights.enumerate() {
            let mut sums = [0_i16; BLOCK];
            for &row in rows.as_slice() {
                let row = &self.rows[usize::from(row)].as_chunks::<BLOCK>().0[block];
                for (sum, &weight) in sums.iter_mut().zip(row) {
                    *sum = sum.wrapping_add(weight);
                }
            }
            // No sum is treated in another way than the others: so the compiler keeps them together.
            for ((&sum, &to_linear), &to_hidden) in sums.iter().zip(to_linear).zip(to_hidden) {
                let full = sum.clamp(0, FULL as i16);
                linear = linear.wrapping_add(i32::from(sum) * i32::from(to_linear));
                hidden = hidden.wrapping_add(i32::from(full * full) * i32::from(to_hidden));
            }
        }
        linear + (hidden >> SHIFT)
    }
}

#[cfg(test)]
mod tests;
