//! `gipfel analyse --json`: the analysis service on standard input and output.

use super::error::CliError;
use super::interrupt::on_interrupt;
use crate::analysis::service::{Options, Service};
use std::io::{self, BufReader, IsTerminal, Write};

/// Answers queries until the end of the input, or until Ctrl-C; then what has been found is still told.
pub(super) fn serve(options: Options, out: &mut dyn Write) -> Result<(), CliError> {
    if io::stdin().is_terminal() {
        eprintln!(
            "Reads queries from standard input, one JSON object a line, such as {{\"id\": \"a\", \"variant\": \"basic\"}}. \
             Ctrl-D ends the input."
        );
    }
    let service = Service::new(options).map_err(|error| CliError::Failed(error.to_string()))?;
    let stopper = service.stopper();
    on_interrupt(move || stopper.stop())?;
    Ok(service.run(BufReader::new(io::stdin()), out)?)
}
