//! From cell to cell of a matrix by the keyboard, past the cells that are empty.

/// The cell that a key leads to, by row and column; `None` for a key that leads nowhere. `is_there` says whether there is
/// something in a cell of so many rows and columns.
#[must_use]
pub fn step(
    key: &str,
    with_control: bool,
    (row, column): (usize, usize),
    (rows, columns): (usize, usize),
    is_there: &dyn Fn(usize, usize) -> bool,
) -> Option<(usize, usize)> {
    let there = |cell: &(usize, usize)| is_there(cell.0, cell.1);
    let along = |from: usize, to: usize| (from..to).map(|column| (row, column));
    let down = |from: usize, to: usize| (from..to).map(|row| (row, column));
    let all = || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    match (key, with_control) {
        ("ArrowRight", false) => along(column + 1, columns).find(there),
        ("ArrowLeft", false) => along(0, column).rfind(there),
        ("ArrowDown", false) => down(row + 1, rows).find(there),
        ("ArrowUp", false) => down(0, row).rfind(there),
        ("Home", false) => along(0, columns).find(there),
        ("End", false) => along(0, columns).rfind(there),
        ("Home", true) => all().find(there),
        ("End", true) => all().filter(there).last(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_cells_are_passed() {
        // # . # .
        // . . . #
        // # # . #
        let rows = ["#.#.", "...#", "##.#"];
        let is_there = |row: usize, column: usize| rows[row].as_bytes()[column] == b'#';
        let to = |key, with_control, from| step(key, with_control, from, (3, 4), &is_there);
        assert_eq!(to("ArrowRight", false, (0, 0)), Some((0, 2)));
        assert_eq!(to("ArrowRight", false, (0, 2)), None);
        assert_eq!(to("ArrowLeft", false, (0, 2)), Some((0, 0)));
        assert_eq!(to("ArrowDown", false, (0, 0)), Some((2, 0)));
        assert_eq!(to("ArrowUp", false, (2, 3)), Some((1, 3)));
        assert_eq!(to("ArrowUp", false, (2, 1)), None);
        assert_eq!((to("Home", false, (2, 3)), to("End", false, (2, 0))), (Some((2, 0)), Some((2, 3))));
        assert_eq!((to("Home", true, (2, 3)), to("End", true, (0, 0))), (Some((0, 0)), Some((2, 3))));
        assert_eq!((to("a", false, (0, 0)), to("ArrowDown", true, (0, 0))), (None, None));
    }
}
