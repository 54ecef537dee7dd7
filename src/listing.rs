//! Which rows of the fleet table are listed, in which order, and which of those are in the page: of a large fleet only
//! the rows in sight are, with a gap in place of the others.

use std::{cmp::Ordering, ops::Range, sync::Arc};

use crate::rows::Row;

/// So many rows are all in the page: a reader's tools can then walk through the whole table.
pub const ALL_IN_PAGE: usize = 40;
/// Rows beyond the edge that are in the page as well: for the keyboard, and for a quick wheel.
const BEYOND: usize = 4;
/// No list is higher than this, in CSS px: browsers end somewhere beyond, each elsewhere. The gaps of a longer one are
/// squeezed.
const HIGHEST: f64 = 8_000_000.0;

/// What rows can be sorted by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
    /// The name, as text.
    Name,
    /// The weight.
    Weight,
    /// Keys.
    Keys,
    /// Keys over fair share.
    TimesFair,
}

/// An order that the reader asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    /// What counts.
    pub column: Column,
    /// Largest first?
    pub descending: bool,
}

impl Order {
    /// The order after a press on a column's heading: first the way that one looks for (names from A, numbers from the
    /// largest), then the other way, then the fleet's own order again.
    #[must_use]
    pub fn after_press(now: Option<Self>, column: Column) -> Option<Self> {
        let first = Self { column, descending: column != Column::Name };
        match now {
            Some(order) if order == first => Some(Self { descending: !first.descending, ..first }),
            Some(order) if order.column == column => None,
            _ => Some(first),
        }
    }

    fn compare(self, a: &Row, b: &Row) -> Ordering {
        let ascending = match self.column {
            Column::Name => a.name.cmp(&b.name),
            Column::Weight => a.weight.cmp(&b.weight),
            Column::Keys => a.keys.cmp(&b.keys),
            Column::TimesFair => a.bar.now.total_cmp(&b.bar.now),
        };
        if self.descending { ascending.reverse() } else { ascending }
    }
}

/// The places of the rows whose name has `filter` in it, whatever the case, in an order; without one, in the fleet's.
#[must_use]
pub fn listed(rows: &[Arc<Row>], filter: &str, order: Option<Order>) -> Vec<usize> {
    let filter = filter.trim().to_lowercase();
    let wanted = |row: &Row| filter.is_empty() || row.name.to_lowercase().contains(&filter);
    let mut places: Vec<usize> = (0..rows.len()).filter(|&at| wanted(&rows[at])).collect();
    if let Some(order) = order {
        places.sort_by(|&a, &b| order.compare(&rows[a], &rows[b]));
    }
    places
}

/// The part of the list that is in sight. Lengths in CSS px.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sight {
    /// How far it is scrolled.
    pub top: f64,
    /// The height of the box that it scrolls in.
    pub room: f64,
    /// The height of a row.
    pub row: f64,
}

impl Sight {
    /// The height in the list of a row that is not in the page, in CSS px: its own, or less in a list of so many that it
    /// would be too high.
    #[must_use]
    pub fn gap_row(self, rows: usize) -> f64 {
        self.row.min(HIGHEST / rows.max(1) as f64)
    }

    /// The places in the page: those in sight and some on both sides. It starts at an even step, so that a slow scroll
    /// changes it seldom.
    #[must_use]
    pub fn window(self, rows: usize) -> Range<usize> {
        if rows <= ALL_IN_PAGE || self.row < 1.0 {
            return 0..rows;
        }
        let seen = (self.room.max(0.0) / self.row) as usize + 2;
        let last = rows.saturating_sub(seen);
        let first =
            ((self.top.max(0.0) / self.gap_row(rows)) as usize).min(last).saturating_sub(BEYOND) / BEYOND * BEYOND;
        first..(first + seen + 3 * BEYOND).min(rows)
    }
}

/// A part of the table's body.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// The row at this place of the list.
    Row(usize),
    /// So many rows that are not in the page, after so many gaps.
    Gap(usize, usize),
}

/// The parts of the body: the window, the row that is `kept` wherever it is, since the focus is in it, and gaps.
#[must_use]
pub fn parts(rows: usize, window: Range<usize>, kept: Option<usize>) -> Vec<Part> {
    let outside = kept.filter(|at| *at < rows && !window.contains(at));
    let before = outside.filter(|&at| at < window.start);
    let after = outside.filter(|&at| at >= window.end);
    let mut parts = Vec::new();
    let mut next = 0;
    let mut gaps = 0;
    for at in before.into_iter().chain(window).chain(after) {
        if at > next {
            parts.push(Part::Gap(gaps, at - next));
            gaps += 1;
        }
        parts.push(Part::Row(at));
        next = at + 1;
    }
    if next < rows {
        parts.push(Part::Gap(gaps, rows - next));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{rows, view::View};
    use placement::scenario::Scenario;

    fn first_paint() -> Vec<Arc<Row>> {
        rows::rows(&View::new(&Scenario::default(), "", None, None)).into_iter().map(Arc::new).collect()
    }

    #[test]
    fn rows_stand_in_the_order_that_was_asked_for() {
        let rows = first_paint();
        let by = |column, descending| listed(&rows, "", Some(Order { column, descending }));
        // The first paint's counts: 10841 16616 16891 9009 11672 13106 15077 6788.
        assert_eq!(by(Column::Keys, true), [2, 1, 6, 5, 4, 0, 3, 7]);
        assert_eq!(by(Column::TimesFair, false), [7, 3, 0, 4, 5, 6, 1, 2]);
        assert_eq!(by(Column::Name, true), [7, 6, 5, 4, 3, 2, 1, 0]);
        // Equals keep the fleet's order, either way.
        assert_eq!(by(Column::Weight, true), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(listed(&rows, "", None), [0, 1, 2, 3, 4, 5, 6, 7]);
    }

    #[test]
    fn a_heading_goes_through_both_ways_and_back() {
        let press = |now| Order::after_press(now, Column::Keys);
        let first = press(None);
        assert_eq!(first, Some(Order { column: Column::Keys, descending: true }));
        assert_eq!(press(first), Some(Order { column: Column::Keys, descending: false }));
        assert_eq!(press(press(first)), None);
        // Another column begins anew; names begin with A.
        assert_eq!(Order::after_press(first, Column::Name), Some(Order { column: Column::Name, descending: false }));
    }

    #[test]
    fn a_filter_finds_parts_of_names_in_any_case() {
        let rows = first_paint();
        assert_eq!(listed(&rows, " CACHE-03 ", None), [2]);
        assert_eq!(listed(&rows, "7", None), [6]);
        assert_eq!(listed(&rows, "none", None), [0; 0]);
    }

    #[test]
    fn what_is_in_sight_is_in_the_page_wherever_it_is_scrolled() {
        let (room, row) = (374.0, 28.0);
        for rows in [0, 1, 40, 41, 100, 1_000] {
            for top in 0..rows * 28 {
                let window = Sight { top: top as f64, room, row }.window(rows);
                let first = top / 28;
                let last = ((top + 374).div_ceil(28)).min(rows);
                assert!(window.start <= first && window.end >= last, "{rows} rows at {top}: {window:?}");
                assert!(rows <= ALL_IN_PAGE || window.len() <= 28, "{window:?}");
            }
        }
        // Before the boxes are measured, and with a list that has become shorter than it was scrolled.
        assert_eq!(Sight { top: 0.0, room: 0.0, row: 0.0 }.window(7), 0..7);
        assert_eq!(Sight { top: 1e9, room, row }.window(100).end, 100);
    }

    #[test]
    fn a_million_rows_are_squeezed_and_every_one_can_be_reached() {
        let (room, row, rows) = (374.0, 28.0, 1_000_000);
        let sight = |top: f64| Sight { top, room, row };
        let gap = sight(0.0).gap_row(rows);
        assert!((gap - 8.0).abs() < 1e-9);
        let height = |window: &Range<usize>| (rows - window.len()) as f64 * gap + window.len() as f64 * row;
        let most = height(&sight(0.0).window(rows)) - room;
        assert!(most < 8.01e6);
        for step in 0..=10_000 {
            let top = most * f64::from(step) / 10_000.0;
            let window = sight(top).window(rows);
            // The window covers what is in sight, rows in it being as high as they are.
            let (start, end) = (window.start as f64 * gap, window.start as f64 * gap + window.len() as f64 * row);
            assert!(start <= top && (end >= top + room || window.end == rows), "{top}: {window:?}");
        }
        assert_eq!((sight(0.0).window(rows).start, sight(most).window(rows).end), (0, rows));
        // Few rows are as high in a gap as they are.
        assert!((sight(0.0).gap_row(1_000) - row).abs() < 1e-9);
    }

    #[test]
    fn gaps_and_rows_make_up_the_whole_list() {
        assert_eq!(parts(3, 0..3, Some(1)), [Part::Row(0), Part::Row(1), Part::Row(2)]);
        assert_eq!(parts(9, 4..6, None), [Part::Gap(0, 4), Part::Row(4), Part::Row(5), Part::Gap(1, 3)]);
        let kept_above = [Part::Gap(0, 1), Part::Row(1), Part::Gap(1, 2), Part::Row(4), Part::Gap(2, 4)];
        assert_eq!(parts(9, 4..5, Some(1)), kept_above);
        assert_eq!(parts(9, 0..1, Some(8)), [Part::Row(0), Part::Gap(0, 7), Part::Row(8)]);
        assert_eq!(parts(0, 0..0, Some(3)), []);
        for (rows, window, kept) in [(100, 12..46, Some(99)), (50, 0..34, Some(3)), (77, 43..77, Some(0))] {
            let count = |part: &Part| if let Part::Gap(_, rows) = part { *rows } else { 1 };
            assert_eq!(parts(rows, window, kept).iter().map(count).sum::<usize>(), rows);
        }
    }
}
