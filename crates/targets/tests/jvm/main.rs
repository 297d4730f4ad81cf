//! Compilers for the JVM, each for real.

mod compilers;
mod javac;
mod support;
