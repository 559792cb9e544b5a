//! What processor and system are told about how memory will be used. It changes nothing but speed, and is all the unsafe code
//! that there is.
#![allow(unsafe_code)]

/// Has the cache line of this value loaded, for an access soon after.
#[inline(always)]
pub(super) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has the instruction (it belongs to SSE), which may be given any address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Bytes in a huge page, or in part of one; a multiple of every size of other pages.
pub(super) const HUGE_PAGE: usize = 2 << 20;

/// Asks for huge pages where memory has not been touched yet: a large table that is read here and there needs a translation of
/// addresses for each page.
pub(super) fn prefer_huge_pages<T>(memory: &[T]) {
    #[cfg(target_os = "linux")]
    {
        let begin = memory.as_ptr().cast::<u8>();
        let skipped = begin.align_offset(HUGE_PAGE);
        let bytes = size_of_val(memory).saturating_sub(skipped) / HUGE_PAGE * HUGE_PAGE;
        if bytes > 0 {
            let begin = begin.wrapping_add(skipped).cast_mut().cast();
            // SAFETY: the pages lie within `memory`, and this advice leaves what they hold as it is.
            let _ = unsafe { libc::madvise(begin, bytes, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}
