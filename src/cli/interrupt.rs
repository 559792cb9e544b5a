//! What Ctrl-C does.

use super::error::CliError;

/// Calls `stop` when Ctrl-C is pressed or the process is told to end, in place of ending at once. Once per program.
pub(super) fn on_interrupt(stop: impl FnMut() + Send + 'static) -> Result<(), CliError> {
    ctrlc::set_handler(stop).map_err(|error| CliError::Failed(format!("cannot listen for Ctrl-C: {error}")))
}
