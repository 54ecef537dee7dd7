//! Places the keys of vector files as real systems do, and compares: how many owners are reproduced.
//!
//! `cargo run --release -p placement --example conformance -- FILE.json …`
//!
//! For each file a line `FILE: N of M owners reproduced`, then up to ten mismatches; slots, points, table entries, ranges
//! and steps of a sequence count as owners. A setting, id, kind or hash that is not known is an error that names it. The
//! exit status is 1 on any mismatch or error. `tests/vectors/README.md` says where the files come from.
#![allow(clippy::print_stdout)]

mod reader;

use std::process::ExitCode;

/// Mismatches that are printed of one file.
const SHOWN: usize = 10;

fn main() -> ExitCode {
    let files: Vec<String> = std::env::args().skip(1).collect();
    if files.is_empty() {
        println!(
            "conformance: name one or more vector files, such as crates/placement/tests/vectors/nginx_chash_n8.json"
        );
        return ExitCode::FAILURE;
    }
    let mut all_good = true;
    for file in files {
        let report =
            std::fs::read_to_string(&file).map_err(|error| error.to_string()).and_then(|text| reader::check(&text));
        match report {
            Ok(report) => {
                println!("{file}: {} of {} owners reproduced", report.reproduced, report.owners);
                report.mismatches.iter().take(SHOWN).for_each(|mismatch| println!("  {mismatch}"));
                all_good &= report.reproduced == report.owners;
            }
            Err(error) => {
                println!("{file}: error: {error}");
                all_good = false;
            }
        }
    }
    if all_good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
