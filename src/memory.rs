//! How much memory this process could still have.

use std::fs;

/// Bytes that could be allocated and used, as far as the system tells. Asking for more might succeed, as memory is granted
/// before it is there, and end the process later.
pub(crate) fn available() -> Option<u64> {
    let system = fs::read_to_string("/proc/meminfo").ok().and_then(|text| meminfo_available(&text));
    let group = (|| {
        let number = |file: &str| fs::read_to_string(file).ok()?.trim().parse::<u64>().ok();
        Some(number("/sys/fs/cgroup/memory.max")?.saturating_sub(number("/sys/fs/cgroup/memory.current")?))
    })();
    [system, group].into_iter().flatten().min()
}

fn meminfo_available(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meminfo() {
        let text = "MemTotal:  2000 kB\nMemFree:   100 kB\nMemAvailable:   1500 kB\n";
        assert_eq!(meminfo_available(text), Some(1500 * 1024));
        assert_eq!(meminfo_available("MemTotal: 5 kB\n"), None);
    }
}
