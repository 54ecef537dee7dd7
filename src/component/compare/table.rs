//! The figures of all columns, one row each.

use leptos::prelude::*;

use super::column::TABLE;
use crate::{
    compare::{Cell, Figures, Row},
    component::{
        chip::Chip,
        save_menu::{save_menu, table_entries},
    },
    react::{css_percent, remade},
    saved_tables,
};

/// The table.
#[component]
pub fn FiguresTable(
    /// The figures.
    figures: Memo<Figures>,
) -> impl IntoView {
    let entries = table_entries("comparison", move || figures.with_untracked(saved_tables::compared));
    view! {
        <div class="compare-figures">{remade(move || figures.with(table))}</div>
        <div class="save-line">{save_menu(("Save", " the table"), entries, ().into_any())}</div>
    }
}

fn table(figures: &Figures) -> AnyView {
    let has_change = figures.rows.iter().any(|row| row.moved.is_some());
    let fair = figures.fair.as_ref().map_or_else(String::new, |fair| format!("; stroke: fair, {}", fair.0));
    // Each with the width that it asks for.
    let mut heads = vec![("times", "busiest, × fair".to_owned()), ("times", "lightest, × fair".to_owned())];
    heads.push(("spread", "spread".to_owned()));
    if has_change {
        heads.push(("moved", format!("keys moved of {}{fair}", figures.keys)));
        heads.extend(["to what grew", "from what shrank", "between the others"].map(|head| ("", head.to_owned())));
    }
    let has_elsewhere = figures.rows.iter().any(|row| !row.elsewhere.is_empty());
    if has_elsewhere {
        heads.push(("elsewhere", "elsewhere than in the first".to_owned()));
    }
    let rows: Vec<AnyView> = figures.rows.iter().map(|row| row_view(row, figures, &heads)).collect();
    let head: Vec<AnyView> = heads
        .iter()
        .map(|(kind, head)| {
            view! { <th role="columnheader" scope="col" class=format!("compare-th-{kind}")>{head.clone()}</th> }
                .into_any()
        })
        .collect();
    view! {
        <table id=TABLE class="compare-table" role="table">
            <caption class="visually-hidden">
                "Figures of each placement; small numbers are the difference to the first row"
            </caption>
            <thead role="rowgroup">
                <tr role="row">
                    <th role="columnheader" scope="col" class="compare-th-name">"placement"</th>
                    {head}
                </tr>
            </thead>
            <tbody role="rowgroup">{rows}</tbody>
        </table>
    }
    .into_any()
}

fn row_view(row: &Row, figures: &Figures, heads: &[(&str, String)]) -> AnyView {
    let plain = |text: &str| Cell { text: text.to_owned(), ..Cell::default() };
    let times = |(cell, value): &(Cell, f64)| {
        (cell.clone(), Some(bar("times", value / figures.most_times, Some(1.0 / figures.most_times))))
    };
    let mut spread = row.spread.clone();
    spread.text = format!("{}; {} usual", spread.text, row.usual);
    let mut cells = vec![times(&row.busiest), times(&row.lightest), (spread, None)];
    if let Some(moved) = &row.moved {
        let length = bar("moved", moved.share, figures.fair.as_ref().map(|fair| fair.1));
        // Nobody had to wander between nodes that stay: that stands out as the best figures do.
        let between = Cell { stands_out: moved.wanders, ..plain(&moved.between) };
        cells.extend([
            (moved.keys.clone(), Some(length)),
            (plain(&moved.to_grown), None),
            (plain(&moved.from_shrunk), None),
            (between, None),
        ]);
    }
    // Left out with its head where no row has one.
    cells.push((plain(if row.elsewhere.is_empty() { "\u{2013}" } else { &row.elsewhere }), None));
    let cells: Vec<AnyView> =
        cells.into_iter().zip(heads).map(|((cell, bar), (_, head))| cell_view(cell, bar, head)).collect();
    view! {
        <tr role="row" class:compare-reference=row.is_reference>
            <th role="rowheader" scope="row">{row.heading.clone()}</th>
            {cells}
        </tr>
    }
    .into_any()
}

fn cell_view(cell: Cell, bar: Option<AnyView>, head: &str) -> AnyView {
    let node = cell.node.map(|(id, name)| {
        view! {
            <Chip id />
            <span class="visually-hidden">{name}</span>
            " "
        }
    });
    let best = cell.is_best.then(|| view! { <span class="visually-hidden">" best of all"</span> });
    let difference =
        (!cell.difference.is_empty()).then(|| view! { " " <small class="quiet">{cell.difference}</small> });
    view! {
        <td role="cell" data-head=head.to_owned() class:compare-out=cell.stands_out || cell.is_best>
            <span class="compare-cell">
                <span class="compare-figure">{node} <b>{cell.text}</b>{best}{difference}</span>
                {bar}
            </span>
        </td>
    }
    .into_any()
}

/// A bar with a stroke.
fn bar(kind: &str, length: f64, stroke: Option<f64>) -> AnyView {
    let percent = |part: f64| css_percent(part.clamp(0.0, 1.0));
    let stroke = stroke.map(|at| view! { <i class="mark" style:left=percent(at)></i> });
    view! {
        <span class=format!("compare-bar compare-bar-{kind}") aria-hidden="true">
            <i style:width=percent(length)></i>
            {stroke}
        </span>
    }
    .into_any()
}
