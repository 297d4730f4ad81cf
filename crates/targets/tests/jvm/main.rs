//! Compilers for the JVM, each for real.

mod javac;
mod support;
