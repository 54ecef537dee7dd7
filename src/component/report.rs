//! Puts the report into the page while it is printed: the style sheet hides all else on paper.

use std::sync::Arc;

use leptos::{html, prelude::*};

use super::{
    compare::Comparison,
    lab::Printed,
    picture_file::{on_paper, title_of},
};
use crate::{
    apart::{self, Charted},
    report::{Report, settings},
    saved_tables,
    store::{Store, use_store},
    view::View,
};

/// The side of the one picture, and of one of several.
const PICTURE_CSS_PX: f64 = 640.0;
const SMALL_CSS_PX: f64 = 340.0;
/// A figure of the lab.
const FIGURE_CSS_PX: (f64, f64) = (680.0, 300.0);
/// Figures of a study that a page has room for.
const MOST_FIGURES: usize = 2;

/// The place of the report.
#[component]
pub fn ReportSheet() -> impl IntoView {
    let store = use_store();
    let (comparison, printed): (Comparison, Printed) = (expect_context(), expect_context());
    let place = NodeRef::<html::Div>::new();
    let theme = StoredValue::new(None::<String>);
    let before = window_event_listener_untyped("beforeprint", move |_| {
        let (Some(place), Some(root)) = (place.get_untracked(), document().document_element()) else { return };
        // Paper is light; what is on the screen keeps its theme.
        theme.set_value(root.get_attribute("data-theme"));
        let _ = root.set_attribute("data-theme", "light");
        place.set_inner_html(&report(store, comparison, printed).html());
    });
    let after = window_event_listener_untyped("afterprint", move |_| {
        let (Some(place), Some(root)) = (place.get_untracked(), document().document_element()) else { return };
        place.set_inner_html("");
        let _ = match theme.get_value() {
            Some(theme) => root.set_attribute("data-theme", &theme),
            None => root.remove_attribute("data-theme"),
        };
    });
    on_cleanup(move || {
        before.remove();
        after.remove();
    });
    view! { <div class="paper" node_ref=place></div> }
}

fn report(store: Store, comparison: Comparison, printed: Printed) -> Report {
    let view = store.view().get_untracked();
    let mut report = Report { settings: settings(view.scenario()), link: store.address(), ..Report::default() };
    if store.lab().with_untracked(Option::is_some) {
        report.finding = store.lab_finding.get_untracked();
        of_lab(&mut report, printed);
        return report;
    }
    // The columns come with a part of the page that may still be on its way.
    let columns = comparison.views();
    if store.compares().get_untracked() && !columns.is_empty() {
        report.finding = comparison.finding();
        report.pictures = columns.iter().filter_map(|view| on_paper(view, false, SMALL_CSS_PX)).collect();
        report.tables.push(("Placements".into(), saved_tables::compared(&comparison.figures_now())));
    } else {
        report.finding = title_of(&view);
        of_explorer(&mut report, &view, store.movement.flow.get_untracked());
    }
    report
}

fn of_explorer(report: &mut Report, view: &Arc<View>, is_flow: bool) {
    report.pictures.extend(on_paper(view, is_flow, PICTURE_CSS_PX));
    report.tables.push(("Fleet".into(), saved_tables::fleet(view)));
    let title = view.change.as_ref().map_or_else(String::new, |change| format!("Moved: {}", change.title));
    report.tables.push((title, saved_tables::moved(view)));
}

fn of_lab(report: &mut Report, printed: Printed) {
    let mut figures = 0;
    for plate in printed.plates() {
        if let Some(figure) = plate.figure.as_ref().filter(|_| figures < MOST_FIGURES) {
            let charted = Charted::Sized(Box::new(figure.clone()), plate.title.clone(), FIGURE_CSS_PX);
            report.pictures.extend(apart::chart(charted));
            figures += 1;
        } else if plate.figure.is_none() {
            report.tables.push((plate.title.clone(), plate.table.clone()));
        }
    }
}
