//! Which names can serve, and which comes next.

use super::FleetError;
use crate::limits;

/// The next free name after the last one.
pub(super) fn name_after(last: Option<&str>, is_taken: impl Fn(&str) -> bool) -> String {
    let Some(last) = last else { return "cache-01".into() };
    let stem = last.trim_end_matches(|c: char| c.is_ascii_digit());
    // A long run of digits is a name of its own; count on from its end so that it cannot overflow.
    let digits = &last[stem.len()..];
    let (stem, digits) = last.split_at(last.len() - digits.len().min(9));
    let (stem, width, mut number) = match digits.parse::<u64>() {
        Ok(number) => (stem.to_owned(), digits.len(), number),
        Err(_) => (format!("{stem}-"), 1, 1),
    };
    loop {
        number += 1;
        let name = format!("{stem}{number:0width$}");
        if !is_taken(&name) {
            return name;
        }
    }
}

/// Is it neither empty nor too long?
pub(super) fn check_name(name: &str) -> Result<(), FleetError> {
    match name.len() {
        0 => Err(FleetError::EmptyName),
        length if length > limits::NAME_BYTES => Err(FleetError::NameTooLong),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use crate::fleet::Fleet;

    #[test]
    fn suggests_the_next_free_name() {
        for (names, next) in [
            (vec![], "cache-01"),
            (vec!["cache-08"], "cache-09"),
            (vec!["cache-10", "cache-09"], "cache-11"),
            (vec!["node"], "node-2"),
            (vec!["http://127.0.0.1:9010"], "http://127.0.0.1:9011"),
            (vec!["n99"], "n100"),
            (vec!["é"], "é-2"),
            (vec!["99999999999999999999999"], "999999999999991000000000"),
        ] {
            assert_eq!(Fleet::from_names(names).expect("names").suggested_name(), next);
        }
    }
}
