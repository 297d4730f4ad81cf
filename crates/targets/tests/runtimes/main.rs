//! The channel runtimes with their real compilers.

mod go;
mod rust_channels;
mod support;
