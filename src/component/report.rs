//! Puts the report into the page while it is printed: the style sheet hides all else on paper.

use std::sync::Arc;

use leptos::{html, prelude::*};

use super::{
    on_show::OnShow,
    picture_file::{on_paper, title_of},
};
use crate::{
    report::{Report, settings},
    saved_tables,
    store::{Store, use_store},
    view::View,
};

/// The side of the picture.
const PICTURE_CSS_PX: f64 = 640.0;

/// The place of the report.
#[component]
pub fn ReportSheet() -> impl IntoView {
    let store = use_store();
    let on_show: OnShow = expect_context();
    let place = NodeRef::<html::Div>::new();
    let theme = StoredValue::new(None::<String>);
    let before = window_event_listener_untyped("beforeprint", move |_| {
        let (Some(place), Some(root)) = (place.get_untracked(), document().document_element()) else { return };
        // Paper is light; what is on the screen keeps its theme.
        theme.set_value(root.get_attribute("data-theme"));
        let _ = root.set_attribute("data-theme", "light");
        place.set_inner_html(&report(store, on_show).html());
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

fn report(store: Store, on_show: OnShow) -> Report {
    let view = store.view().get_untracked();
    let mut report = Report { settings: vec![settings(view.scenario())], link: store.address(), ..Report::default() };
    // Other pages are parts that may still be on their way; until then it is the placement that they start from.
    if !on_show.print(&mut report) {
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
