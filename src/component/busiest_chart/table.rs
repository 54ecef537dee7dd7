//! The chart's data as figures, behind "Show as table".

use leptos::prelude::*;
use placement::number::thousands;

use super::curves::Curves;
use crate::react::remade;

/// The table.
#[component]
pub fn CurveTable(curves: Curves) -> impl IntoView {
    let head = remade(move || {
        let names = curves.names().map(|name| (!name.is_empty()).then(|| view! { <th scope="col">{name}</th> }));
        names.collect_view().into_any()
    });
    let rows = remade(move || {
        let row = |row: super::curves::Row| {
            let figures = row.figures.map(|figure| figure.map(|figure| view! { <td>{figure}</td> }));
            view! { <tr><th scope="row">{thousands(row.count)}</th>{figures.collect_view()}</tr> }
        };
        curves.rows().into_iter().map(row).collect_view().into_any()
    });
    view! {
        <div class="curve-table" role="region" tabindex="0" aria-label="Busiest node by virtual nodes, as a table">
            <table>
                <thead>
                    <tr><th scope="col">"virtual nodes"</th>{head}</tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}
