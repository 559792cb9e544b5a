//! What Ctrl-C does.

use super::error::CliError;
use crate::arena::process::kill_all;
use crate::search::Control;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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
            end_at_once();
        }
        stopping.stop();
    })?;
    Ok(control)
}

/// The first signal lets matches end in order, the second at once. Engines never outlive either.
pub(super) fn cancel_on_signals() -> Result<Arc<AtomicBool>, CliError> {
    let cancel = Arc::new(AtomicBool::new(false));
    let signalled = Arc::clone(&cancel);
    on_interrupt(move || {
        if signalled.swap(true, Ordering::Relaxed) {
            kill_all();
            end_at_once();
        }
        eprintln!("stopping: games that are being played are given up (once more to stop at once)");
    })?;
    Ok(cancel)
}

/// Ends the program as a signal without a handler does.
pub(super) fn end_at_once() -> ! {
    std::process::exit(130)
}
