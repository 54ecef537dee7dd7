//! The page as a figure in somebody else's page: title, parts, a caption with live numbers, and a link to the whole page. It
//! starts at once, is never higher than its frame as long as the picture can give way, and tells the page around how high
//! it would be.

mod loads;

use std::{cell::Cell, sync::Arc};

use leptos::{html, prelude::*};
use placement::beside::Variant;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use self::loads::Loads;
use super::{
    at_work::AtWork, compare::Comparison, configuration_dialog::ConfigurationDialog, finding_line,
    fleet_table::FleetTable, migrate::Migration, movement_panel::MovementPanel, notes::Notes, on_show::OnShow, part,
    picture::Picture, sentence::Sentence, term::TermTip,
};
use crate::{
    compare::heading,
    embed::{
        channel,
        presentation::{Control, Part, Presentation},
    },
    finding,
    observer::{SightObserver, SizeObserver},
    react::{flag, on_click, remade, shown_while, text},
    store::{Page, Store, use_store},
    view::View,
};

/// The figure.
#[component]
pub fn Figure() -> impl IntoView {
    let store = use_store();
    channel::listen(store);
    let made_with = store.presented;
    let page = Memo::new(move |_| store.page());
    TOLD_CSS_PX.set(0);
    say_changes(store);
    let figure = move || {
        let page = page.get();
        made_with.track();
        store.presentation().map(|shown| layout(store, &shown, page)).into_any()
    };
    view! {
        {remade(figure)}
        <AtWork />
        <TermTip />
        <ConfigurationDialog />
        <p class="visually-hidden" aria-live="polite">{store.announcement}</p>
    }
}

fn layout(store: Store, shown: &Presentation, page: Page) -> AnyView {
    let (parts, notes) = shown.parts(page);
    let root = NodeRef::<html::Article>::new();
    follow_height(store, root);
    let own_title = shown.title.clone();
    let several = parts.contains(&Part::Comparison);
    // What comes later says itself what it is called.
    let is_named = parts.iter().any(|part| matches!(part, Part::Migration | Part::Drill));
    let OnShow { name, .. } = expect_context();
    let title = text(move || match &own_title {
        Some(title) => title.clone(),
        None if is_named => name.get(),
        None => store.view().with(|view| title_of(view, several)),
    });
    let has = |control| shown.has(control);
    let found = store.derive(finding::finding);
    let caption = match parts.iter().find(|part| !matches!(part, Part::Loads)) {
        Some(Part::Lab(_) | Part::Drill) => store.lab_finding.into_any(),
        Some(Part::Migration) => expect_context::<Migration>().finding_words(),
        Some(Part::Comparison) => expect_context::<Comparison>().summary_words(),
        _ => remade(move || found.with(|found| finding_line::words(&found.words))),
    };
    let is_of_placement = parts.iter().all(|part| part.is_of_placement());
    let acts = (has(Control::Finding) && is_of_placement).then(|| finding_line::actions(store, found));
    let undo = has(Control::Undo).then(|| steps(store));
    let several = parts.len() > 1;
    let alone = !parts.contains(&Part::Loads);
    let edits = has(Control::Fleet) && !store.is_locked("nodes");
    let parts = parts.into_iter().map(|part| part_view(store, part, alone, edits)).collect_view();
    let whole = text(move || {
        store.settled.track();
        store.lab().track();
        store.drill().track();
        store.target().track();
        store.address()
    });
    view! {
        <article class="embed" node_ref=root aria-labelledby="embed-title">
            <h1 id="embed-title">{title}</h1>
            {has(Control::Settings).then(|| view! { <Sentence /> })}
            <Notes />
            {notes.into_iter().map(|note| view! { <p class="embed-note">{note}</p> }).collect_view()}
            <div class="embed-parts" class:embed-several=several>
                {parts}
            </div>
            <p class="embed-caption">{caption}</p>
            <div class="embed-foot">
                {acts}
                {undo}
                <a class="embed-whole" href=whole target="_blank" rel="noopener">
                    "Open in Ringscope"
                </a>
            </div>
        </article>
    }
    .into_any()
}

fn part_view(store: Store, part: Part, alone: bool, edits: bool) -> AnyView {
    match part {
        Part::Ring => {
            // Every picture has its table; where the loads are shown they are it.
            let table = alone.then(|| {
                view! {
                    <details class="embed-table">
                        <summary>"Loads as a table"</summary>
                        <Loads />
                    </details>
                }
            });
            view! {
                <div class="embed-part embed-picture">
                    <Picture view=store.view() lit=store.lit theme=store.theme.into() />
                    {table}
                </div>
            }
            .into_any()
        }
        Part::Loads if edits => view! { <div class="embed-part embed-fleet"><FleetTable /></div> }.into_any(),
        Part::Loads => view! { <div class="embed-part"><Loads /></div> }.into_any(),
        Part::Movement => {
            let has_change = store.flag(|view| view.change.is_some());
            let nothing = flag(move || !has_change.get());
            view! {
                <div class="embed-part embed-movement">
                    {shown_while(has_change, || view! { <MovementPanel /> }.into_any())}
                    {shown_while(
                        nothing,
                        || view! { <p class="quiet">"Nothing has moved yet."</p> }.into_any(),
                    )}
                </div>
            }
            .into_any()
        }
        Part::Comparison => view! { <div class="embed-part">{part::compare()}</div> }.into_any(),
        Part::Migration => {
            view! { <div class="embed-part embed-picture embed-migration">{part::migration_figure()}</div> }.into_any()
        }
        Part::Drill => view! { <div class="embed-part embed-drill">{part::drill_figure()}</div> }.into_any(),
        Part::Lab(number) => view! { <div class="embed-part">{part::lab_figures(number)}</div> }.into_any(),
    }
}

/// What is placed how: "Ring, FNV-1a 32, 8 nodes"; of several placements only on what.
fn title_of(view: &View, several: bool) -> String {
    let own = Variant::of(view.scenario());
    let nodes = view.fleet().nodes().len();
    let nodes =
        if nodes == 1 { "1 node".to_owned() } else { format!("{} nodes", placement::number::thousands(nodes as u64)) };
    if several {
        return format!("{} keys on {nodes}, compared", placement::number::thousands(view.balance.keys));
    }
    format!("{}, {nodes}", heading(&own, std::slice::from_ref(&own)))
}

fn steps(store: Store) -> AnyView {
    let button = |name: &'static str, can: Signal<bool>, act: fn(&Store)| {
        view! {
            <button
                type="button"
                class="button"
                aria-disabled=text(move || (!can.get()).to_string())
                on:click=on_click(move |_| act(&store))
            >
                {name}
            </button>
        }
    };
    view! { {button("Undo", store.can_undo(), Store::undo)} {button("Redo", store.can_redo(), Store::redo)} }.into_any()
}

/// Tells the page around of everything new that is on show; of a gesture, only its end.
fn say_changes(store: Store) {
    let view = store.view();
    Effect::new(move |last: Option<Arc<View>>| {
        store.settled.track();
        let now = view.get();
        match last {
            Some(last) if store.is_in_gesture() => last,
            Some(last) if Arc::ptr_eq(&last, &now) => last,
            Some(_) => {
                channel::say_change(store);
                now
            }
            None => now,
        }
    });
}

thread_local! {
    /// The height that the page around was told; 0 before it was told any.
    static TOLD_CSS_PX: Cell<u32> = const { Cell::new(0) };
}

/// Says at once how high the figure would be, and from then on whenever that is another height.
fn follow_height(store: Store, root: NodeRef<html::Article>) {
    // The effect lives as long as the figure, and so does what it holds.
    let mut observed = None;
    Effect::new(move |_| {
        let Some(root) = root.get() else { return };
        tell_height(store, &root);
        let parts = ":scope > *, .embed-part, .embed-part > *";
        let mut elements: Vec<Element> = vec![root.clone().into()];
        if let Ok(found) = root.query_selector_all(parts) {
            elements.extend((0..found.length()).filter_map(|at| found.item(at)?.dyn_into().ok()));
        }
        let elements: Vec<&Element> = elements.iter().collect();
        let measured = root.clone();
        let sizes = SizeObserver::new(&elements, move || tell_height(store, &measured));
        observed.replace((sizes, SightObserver::new(&root)));
    });
}

fn tell_height(store: Store, root: &HtmlElement) {
    let height = natural_height_css_px(root);
    // The style sheet makes the figure as high, or as high as its frame.
    let _ = root.style().set_property("--natural", &format!("{height}px"));
    match TOLD_CSS_PX.replace(height) {
        0 => channel::say_ready(store, height),
        known if known == height => {}
        _ => channel::say_height(height),
    }
}

/// How high the figure would be in a frame that holds nothing back. Asked for in one go, so that nothing of it is painted.
fn natural_height_css_px(root: &HtmlElement) -> u32 {
    const FREE: &str = "embed-free";
    let _ = root.class_list().add_1(FREE);
    let height = root.get_bounding_client_rect().height().ceil();
    let _ = root.class_list().remove_1(FREE);
    height as u32
}
