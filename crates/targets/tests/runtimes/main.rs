//! The channel runtimes with their real compilers.

mod go;
mod support;
