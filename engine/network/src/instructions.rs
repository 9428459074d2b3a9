//! Instructions that the processor has, and that the program may not take for granted.

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use fearless_simd::{Avx2, Level, Simd};

/// The instructions that may be used: the ones of the program's target, and AVX2 if the processor has it. AVX-512
/// gained at most a tenth more.
#[derive(Clone, Copy, Debug)]
pub struct Instructions {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    avx2: Option<Avx2>,
}

impl Instructions {
    /// All that this processor has.
    #[must_use]
    pub fn detect() -> Self {
        Self {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            avx2: Level::new().as_avx2(),
        }
    }

    /// Those of the program's target alone.
    #[must_use]
    pub fn plain() -> Self {
        Self {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            avx2: None,
        }
    }

    /// Whether there are more than the target has.
    #[must_use]
    pub fn are_more(self) -> bool {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        return self.avx2.is_some();
        #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
        return false;
    }

    /// Does the work with these instructions. Only code that is inlined into it is compiled for them, so the closure
    /// and what it calls should be `#[inline(always)]`. The compiler changes no result: it contracts and reorders no
    /// floating point.
    #[inline(always)]
    pub fn run<R>(self, work: impl FnOnce() -> R) -> R {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        if let Some(avx2) = self.avx2 {
            return avx2.vectorize(work);
        }
        work()
    }
}
