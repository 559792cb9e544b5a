//! What Ctrl-C does.

use super::error::CliError;
use crate::search::Control;
use std::sync::Arc;

/// Calls `stop` when Ctrl-C is pressed or the process is told to end, in place of ending at once. Once per program.
pub(super) fn on_interrupt(stop: impl FnMut() + Send + 'static) -> Result<(), CliError> {
    ctrlc::set_handler(stop).map_err(|error| CliError::Failed(format!("cannot listen for Ctrl-C: {error}")))
}

/// A control for long work that the first signal stops; the second ends the program at once.
pub(super) fn stop_on_signals() -> Result<Arc<Control>, CliError> {
    let control = Arc::new(Control::new());
    let stopping = Arc::clone(&control);
    on_interrupt(move || {
        if stopping.is_stopped() {
            std::process::exit(130);
        }
        stopping.stop();
    })?;
    Ok(control)
}
