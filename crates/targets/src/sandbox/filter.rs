//! The system calls that no program in the sandbox may make.
//!
//! Compilers and the programs they make need none of these; each has been a way
//! out of a sandbox, or around its limits, before. The filter is a second line:
//! namespaces and dropped privileges refuse most of them already.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::sync::LazyLock;

use libc::c_long;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, sock_filter,
};

/// System calls that are refused with "operation not permitted".
const REFUSED: &[c_long] = &[
    // Mounts and namespaces.
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_unshare,
    libc::SYS_setns,
    // Other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_kcmp,
    libc::SYS_pidfd_getfd,
    // Memory that belongs to no process and no file system, and so escapes the
    // limits.
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_msgget,
    libc::SYS_semget,
    libc::SYS_mq_open,
    // The kernel's keyrings, which are not divided by namespaces.
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    // Parts of the kernel that only administrators and debuggers use.
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_fanotify_init,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    libc::SYS_syslog,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_reboot,
    libc::SYS_kexec_load,
    libc::SYS_kexec_file_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
];

/// System calls that are said not to exist, so that programs take an older one:
/// a filter cannot look into the arguments of `clone3`, nor at what is done
/// through an `io_uring`.
const ABSENT: &[c_long] = &[
    libc::SYS_clone3,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
];

/// The flags of `clone` that make namespaces.
const NEW_NAMESPACES: [libc::c_int; 8] = [
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWNS,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWCGROUP,
    // Only `unshare` and `clone3` take it today.
    0x80,
];

/// The families of sockets that a network namespace contains.
const CONTAINED: [libc::c_int; 4] =
    [libc::AF_UNIX, libc::AF_INET, libc::AF_INET6, libc::AF_NETLINK];

/// The filters in the form that `bwrap` reads from a descriptor; empty if this
/// machine's processor is not one that they can be made for.
static FILTERS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let Ok(arch) = TargetArch::try_from(std::env::consts::ARCH) else { return Vec::new() };
    let mut refused: BTreeMap<i64, Vec<SeccompRule>> =
        REFUSED.iter().map(|call| (*call, Vec::new())).collect();
    refused.insert(libc::SYS_clone, NEW_NAMESPACES.map(has_flag).into());
    refused.insert(libc::SYS_socket, vec![uncontained()]);
    let absent = ABSENT.iter().map(|call| (*call, Vec::new())).collect();
    [(refused, libc::EPERM), (absent, libc::ENOSYS)]
        .into_iter()
        .map(|(rules, errno)| {
            let action = SeccompAction::Errno(errno as u32);
            let filter = SeccompFilter::new(rules, SeccompAction::Allow, action, arch)
                .and_then(BpfProgram::try_from)
                .expect("the rules are constants");
            bytes(&without_x32(arch, filter))
        })
        .collect()
});

/// Whether there is a filter for this machine.
pub(super) fn exists() -> bool {
    !FILTERS.is_empty()
}

/// A descriptor for each filter, for one `bwrap`.
pub(super) fn descriptors() -> io::Result<Vec<OwnedFd>> {
    FILTERS
        .iter()
        .map(|filter| {
            let (read, mut write) = io::pipe()?;
            // It is smaller than a pipe's buffer.
            write.write_all(filter)?;
            Ok(read.into())
        })
        .collect()
}

fn has_flag(flag: libc::c_int) -> SeccompRule {
    let flag = flag as u64;
    rule(vec![condition(0, SeccompCmpOp::MaskedEq(flag), flag)])
}

fn uncontained() -> SeccompRule {
    rule(CONTAINED.map(|family| condition(0, SeccompCmpOp::Ne, family as u64)).into())
}

fn rule(conditions: Vec<SeccompCondition>) -> SeccompRule {
    SeccompRule::new(conditions).expect("there are conditions")
}

fn condition(argument: u8, operator: SeccompCmpOp, value: u64) -> SeccompCondition {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, operator, value)
        .expect("the argument exists")
}

/// Puts before a filter that on x86-64 the numbers of the x32 ABI do not exist:
/// they would pass by rules for the ordinary ones.
fn without_x32(arch: TargetArch, filter: BpfProgram) -> BpfProgram {
    const X32: u32 = 0x4000_0000;
    const LOAD_NUMBER: u16 = (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16;
    const JUMP_IF_AT_LEAST: u16 = (libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K) as u16;
    const RETURN: u16 = (libc::BPF_RET | libc::BPF_K) as u16;
    if arch != TargetArch::x86_64 {
        return filter;
    }
    let instruction = |code, jt, jf, k| sock_filter { code, jt, jf, k };
    let refuse = libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32;
    let prefix = [
        instruction(LOAD_NUMBER, 0, 0, 0),
        instruction(JUMP_IF_AT_LEAST, 0, 1, X32),
        instruction(RETURN, 0, 0, refuse),
    ];
    prefix.into_iter().chain(filter).collect()
}

/// A program as the kernel has it in memory.
fn bytes(program: &[sock_filter]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(size_of_val(program));
    for sock_filter { code, jt, jf, k } in program {
        bytes.extend(code.to_ne_bytes());
        bytes.extend([*jt, *jf]);
        bytes.extend(k.to_ne_bytes());
    }
    bytes
}
