//! Inputs at addresses, from servers that do what servers do.
#![cfg(feature = "remote")]

mod server;
#[path = "../warcs/mod.rs"]
mod warcs;
mod web;
