//! The channel runtimes with their real compilers.

mod crystal;
mod go;
mod kotlin;
mod rust_channels;
mod support;
mod versions;
