//! A library to be preloaded: the clock of the day goes forth and back by a day,
//! every few seconds. All other clocks are left alone.

use std::ffi::{c_int, c_long, c_void};

#[repr(C)]
pub struct Timespec {
    seconds: i64,
    nanoseconds: c_long,
}

#[repr(C)]
pub struct Timeval {
    seconds: i64,
    microseconds: c_long,
}

const REALTIME: c_int = 0;
const MONOTONIC: c_int = 1;
const REALTIME_COARSE: c_int = 5;

/// For how long the clock stands at one of its days.
const SECONDS: i64 = 5;
const DAY: i64 = 86_400;

unsafe extern "C" {
    fn syscall(number: c_long, ...) -> c_long;
}

#[cfg(target_arch = "x86_64")]
const CLOCK_GETTIME: c_long = 228;
#[cfg(target_arch = "aarch64")]
const CLOCK_GETTIME: c_long = 113;

fn ask(clock: c_int, time: *mut Timespec) -> c_int {
    // SAFETY: the caller's pointer is what the system call expects.
    (unsafe { syscall(CLOCK_GETTIME, clock, time) }) as c_int
}

/// # Safety
/// As for the function of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clock_gettime(clock: c_int, time: *mut Timespec) -> c_int {
    let status = ask(clock, time);
    if status == 0 && [REALTIME, REALTIME_COARSE].contains(&clock) {
        let mut steady = Timespec { seconds: 0, nanoseconds: 0 };
        ask(MONOTONIC, &mut steady);
        // SAFETY: the system call has just written there.
        unsafe { (*time).seconds += (steady.seconds / SECONDS % 3 - 1) * DAY };
    }
    status
}

/// # Safety
/// As for the function of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gettimeofday(time: *mut Timeval, _zone: *mut c_void) -> c_int {
    let mut now = Timespec { seconds: 0, nanoseconds: 0 };
    // SAFETY: `now` is there to be written to.
    let status = unsafe { clock_gettime(REALTIME, &mut now) };
    // SAFETY: as promised by the caller.
    unsafe { *time = Timeval { seconds: now.seconds, microseconds: now.nanoseconds / 1000 } };
    status
}

/// # Safety
/// As for the function of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn time(seconds: *mut i64) -> i64 {
    let mut now = Timespec { seconds: 0, nanoseconds: 0 };
    // SAFETY: `now` is there to be written to.
    unsafe { clock_gettime(REALTIME, &mut now) };
    if !seconds.is_null() {
        // SAFETY: as promised by the caller.
        unsafe { *seconds = now.seconds };
    }
    now.seconds
}
