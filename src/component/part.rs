//! Where a part of the page stands that may have to be loaded first. Until it is there its place says so, and where it
//! could not be loaded, why, with a button that tries again; the rest of the page goes on meanwhile.

use leptos::prelude::*;

use super::{configuration_dialog::Opening, focus_first_shown, lookup::LookupShow};
use crate::{
    apart::{self, Extent, Panel, Part, Studies},
    react::{flag, on_click, remade, shown_while, text},
    store::Store,
};

/// Moves the focus to the first of a selector once its part is there and drawn, unless the reader has gone elsewhere
/// meanwhile.
pub fn focus_once_there(part: Part, selector: &'static str) {
    let from = document().active_element();
    let go = move || {
        let now = document().active_element();
        if now == from || now.is_none_or(|now| now.tag_name() == "BODY") {
            focus_first_shown(selector);
        }
    };
    apart::once_there(part, move || request_animation_frame(go));
}

/// What stands in the place of a part.
#[derive(Clone, Copy)]
struct Place {
    part: Part,
    /// What it is called where a sentence begins.
    name: &'static str,
    /// How much room it takes while it is loaded: a class of `style/part.css`.
    class: &'static str,
    /// Where the focus goes when it was loaded after all.
    first: &'static str,
    /// What it is open by, where it can be closed.
    open: Option<RwSignal<bool>>,
}

/// The lab.
pub fn lab() -> AnyView {
    let place = Place { part: Part::Lab, name: "The lab", class: "part-page", first: ".lab-section", open: None };
    shown(place, || apart::lab(Studies::All))
}

/// Figures of the lab, all or the one of a number.
pub fn lab_figures(number: Option<u32>) -> AnyView {
    let place = Place { part: Part::Lab, name: "The figure", class: "part-page", first: ".plate-table", open: None };
    shown(place, move || apart::lab(Studies::Figures(number)))
}

/// The migration.
pub fn migrate() -> AnyView {
    let first = ".migrate button, .migrate select";
    let place = Place { part: Part::Migrate, name: "The migration", class: "part-page", first, open: None };
    shown(place, || apart::migrate(Extent::Page))
}

/// The migration in a figure.
pub fn migration_figure() -> AnyView {
    let first = ".embed-migration summary";
    let place = Place { part: Part::Migrate, name: "The migration", class: "part-page", first, open: None };
    shown(place, || apart::migrate(Extent::Figure))
}

/// The drills.
pub fn drills() -> AnyView {
    let first = ".drills button, .drills select";
    let place = Place { part: Part::Drills, name: "The drill", class: "part-page", first, open: None };
    shown(place, || apart::drills(Extent::Page))
}

/// The drill in a figure.
pub fn drill_figure() -> AnyView {
    let first = ".drill-transport button";
    let place = Place { part: Part::Drills, name: "The drill", class: "part-page", first, open: None };
    shown(place, || apart::drills(Extent::Figure))
}

/// The comparison.
pub fn compare() -> AnyView {
    let first = ".compare button, .compare select";
    let place = Place { part: Part::Compare, name: "The comparison", class: "part-page", first, open: None };
    shown(place, apart::compare)
}

/// The matrix and the list of what moved.
pub fn moved(store: Store) -> AnyView {
    let (first, open) = ("#moved-full-title", Some(store.movement.is_open));
    let place = Place { part: Part::Panels, name: "The matrix", class: "part-section", first, open };
    shown(place, || apart::panel(Panel::Moved))
}

/// The walk of one key.
pub fn walk() -> AnyView {
    let place =
        Place { part: Part::Panels, name: "The walk", class: "part-walk", first: ".walk-buttons button", open: None };
    shown(place, || apart::panel(Panel::Walk))
}

/// The lookup table by hand.
pub fn shards() -> AnyView {
    let place =
        Place { part: Part::Panels, name: "The lookup table", class: "part-shards", first: "#shard", open: None };
    shown(place, || apart::panel(Panel::Shards))
}

/// The dialog for a pasted list.
pub fn paste(make: impl Fn() -> Panel + Send + Sync + 'static, open: RwSignal<bool>) -> AnyView {
    let place = Place {
        part: Part::Panels,
        name: "The dialog",
        class: "part-dialog",
        first: "dialog textarea",
        open: Some(open),
    };
    shown(place, move || apart::panel(make()))
}

/// Where the keys of a list go.
pub fn lookup(show: LookupShow) -> AnyView {
    let (first, open) = ("#lookup-keys, .lookup textarea", Some(show.is_open));
    let place = Place { part: Part::Panels, name: "The list", class: "part-section", first, open };
    shown(place, move || apart::panel(Panel::Lookup(show)))
}

/// The dialog for a pasted configuration.
pub fn configuration(opening: Opening) -> AnyView {
    let place = Place {
        part: Part::Panels,
        name: "The dialog",
        class: "part-dialog",
        first: "dialog textarea",
        open: Some(opening.is_open),
    };
    shown(place, move || apart::panel(Panel::Configuration(opening)))
}

/// The dialog that gives a link or a figure away.
pub fn share(open: RwSignal<bool>) -> AnyView {
    let place = Place {
        part: Part::Panels,
        name: "The dialog",
        class: "part-dialog",
        first: "dialog textarea",
        open: Some(open),
    };
    shown(place, move || apart::panel(Panel::Share(open)))
}

/// What is said where charts cannot be drawn; nothing where they can.
pub fn charts() -> AnyView {
    let place = Place {
        part: Part::Charts,
        name: "The chart",
        class: "part-line",
        first: ".curve-slider, .lab-section",
        open: None,
    };
    let failed = flag(|| apart::has_failed(Part::Charts));
    let asked = RwSignal::new(false);
    let is_said = flag(move || !apart::is_there(Part::Charts) && (failed.get() || asked.get()));
    shown_while(is_said, move || waiting(place, asked))
}

fn shown(place: Place, make: impl Fn() -> Option<AnyView> + Send + Sync + 'static) -> AnyView {
    apart::load(place.part);
    let asked = RwSignal::new(false);
    remade(move || if apart::is_there(place.part) { make().into_any() } else { waiting(place, asked) })
}

/// That it is being loaded, or that it could not be; `asked` is whether the reader had it tried again, and then the focus
/// stays where it is until there is something to go to.
fn waiting(place: Place, asked: RwSignal<bool>) -> AnyView {
    let Place { part, name, class, first, open } = place;
    let failed = flag(move || apart::has_failed(part));
    let has_button = flag(move || failed.get() || asked.get());
    let words = text(move || {
        if failed.get() {
            format!(
                "{name} could not be loaded: there is no connection, or the page has been renewed since it was opened. \
                 If trying again does not help, reload the page."
            )
        } else {
            "Loading …".into()
        }
    });
    let again = move |_| {
        if failed.get_untracked() {
            if !asked.get_untracked() {
                asked.set(true);
                focus_once_there(part, first);
            }
            apart::load(part);
        }
    };
    let close = move || {
        open.map(|open| {
            view! {
                <button type="button" class="button" on:click=on_click(move |_| open.set(false))>
                    "Close"
                </button>
            }
        })
    };
    let buttons = move || {
        view! {
            <p class="part-buttons">
                <button
                    type="button"
                    class="button"
                    aria-disabled=text(move || (!failed.get()).to_string())
                    on:click=on_click(again)
                >
                    "Try again"
                </button>
                {close()}
            </p>
        }
        .into_any()
    };
    view! {
        <div class=class class:part-waits=true class:part-failed=failed>
            <p role="status">{words}</p>
            {shown_while(has_button, buttons)}
        </div>
    }
    .into_any()
}
