//! The tables natively: `bench --list` names them, `bench TITLE` makes one, as JSON.

fn main() {
    let asked = std::env::args().nth(1).unwrap_or_else(|| "--list".into());
    if asked == "--list" {
        println!("{}", bench::titles().join("\n"));
    } else if let Some(table) = bench::run(&asked) {
        println!("{table}");
    } else {
        eprintln!("bench: there is no table '{asked}'");
        std::process::exit(2);
    }
}
