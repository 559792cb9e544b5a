use super::*;
use crate::rules::Variant;

/// A network of small pseudo-random weights, equal for rows that share.
pub(super) fn some_network(inputs: Inputs, width: usize, seed: u64) -> Network {
    let mut random = seed;
    let mut next = |most: i16| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((random >> 33) as i16) % most
    };
    let mut rows: Vec<i16> = (0..width * inputs.rows()).map(|_| next(30)).collect();
    for row in 0..inputs.rows() {
        let shared = inputs.shared(row) * width;
        rows.copy_within(shared..shared + width, row * width);
    }
    let mut output: Vec<i16> = (0..width).map(|_| next(300)).collect();
    output[0] = 0;
    let description = "made up".to_owned();
    Network::new(Parameters { inputs, width, scale: 300, description, rows, output }).unwrap()
}

/// The value as floating-point numbers give it.
fn plain_value(network: &Network, position: &Position) -> f64 {
    let Parameters { inputs, width, scale, rows, output, .. } = network.parameters();
    let mut sums = vec![0.0; width];
    for &row in inputs.rows_of(position, &Threats::new(position)).as_slice() {
        for (sum, &weight) in sums.iter_mut().zip(&rows[usize::from(row) * width..]) {
            *sum += f64::from(weight);
        }
    }
    let hidden = sums.iter().zip(&output).skip(1).map(|(&sum, &weight)| {
        let full = (sum / f64::from(FULL)).clamp(0.0, 1.0);
        full * full * f64::from(weight) / f64::from(OUTPUT_UNIT)
    });
    f64::from(scale) * (sums[0] / f64::from(LOGIT) + hidden.sum::<f64>())
}

#[test]
fn values_are_what_the_formula_says() {
    let mut seen = std::collections::HashSet::new();
    for (seed, (inputs, width)) in
        Inputs::ALL.into_iter().flat_map(|inputs| WIDTHS.map(|width| (inputs, width))).enumerate()
    {
        let network = some_network(inputs, width, seed as u64);
        for variant in Variant::ALL {
            let mut position = Position::start(variant);
            for i in 0..40 {
                let turns: Vec<_> = position.turns().collect();
                let Some(&turn) = turns.get(i * 11 % turns.len().max(1)) else { break };
                position = position.play(turn);
                let value = network.evaluate(&position, &Threats::new(&position));
                let plain = plain_value(&network, &position);
                assert!((f64::from(value) - plain).abs() < 2.0, "{value} {plain} {inputs:?} {width}");
                seen.insert(value);
            }
        }
    }
    assert!(seen.len() > 300);
}

#[test]
fn parameters_must_fit() {
    let good = some_network(Inputs::Lines, 8, 1).parameters();
    let mut short = good.clone();
    short.rows.pop();
    assert_eq!(Network::new(short), Err(NetworkError::Size));
    let odd = Parameters { width: 2, rows: vec![0; 2 * Inputs::Lines.rows()], output: vec![0; 2], ..good.clone() };
    assert_eq!(Network::new(odd), Err(NetworkError::Width(2)));
    let long = Parameters { description: "x".repeat(256), ..good };
    assert_eq!(Network::new(long), Err(NetworkError::Description));
}
