//! Compilers for the JVM, each for real.

mod compilers;
mod extract;
mod javac;
mod support;
