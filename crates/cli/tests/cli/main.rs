//! The `wellsmith` program as users meet it: run as a process, with a real
//! compiler, and also killed, interrupted, given nonsense and a full disk.

mod api;
mod change;
mod corpus;
mod demo;
mod ends;
mod faults;
mod help;
mod jobs;
mod languages;
mod many_machines;
mod merges;
mod outputs;
mod pages;
mod planted;
mod project;
mod reduce;
mod reports;
mod rules;
mod slurm;
mod support;
mod trouble;
