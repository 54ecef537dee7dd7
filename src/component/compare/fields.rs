//! What is compared: another placement by one click, and the change that all columns make.

use leptos::prelude::*;
use placement::{
    beside::{MOST_VARIANTS, Variant},
    scenario::Command,
    weight::Weight,
};

use crate::{
    compare::{change, choices},
    component::focus_first_shown,
    react::{flag, on_change, on_click, remade, shown_while, text},
    store::{Store, use_store},
    view::View,
};

/// Nodes of a fleet that are offered one by one.
const MOST_NODES: usize = 100;

/// Entries under a heading.
#[derive(Clone, PartialEq)]
struct Entries<T> {
    name: &'static str,
    entries: Vec<(String, T)>,
}

/// A list of things to do, as the browser's own select: it always shows its first words.
fn menu<T: Clone + Send + Sync + 'static>(
    label: &'static str,
    words: &str,
    groups: Vec<Entries<T>>,
    take: impl Fn(T) + 'static,
) -> AnyView {
    let mut place = 0;
    let mut all = Vec::new();
    let options = groups.into_iter().map(|group| {
        let entries = group.entries.into_iter().map(|(name, entry)| {
            all.push(entry);
            place += 1;
            view! { <option value=place.to_string()>{name}</option> }.into_any()
        });
        let entries: Vec<AnyView> = entries.collect();
        view! { <optgroup label=group.name>{entries}</optgroup> }.into_any()
    });
    let options: Vec<AnyView> = options.collect();
    view! {
        <select
            class="dial dial-choice"
            aria-label=label
            on:change=on_change(move |event| {
                let select: web_sys::HtmlSelectElement = event_target(&event);
                let at = select.selected_index() as usize;
                select.set_selected_index(0);
                if let Some(entry) = at.checked_sub(1).and_then(|at| all.get(at)) {
                    take(entry.clone());
                }
            })
        >
            <option value="0">{words.to_owned()}</option>
            {options}
        </select>
    }
    .into_any()
}

/// Compares the page's placement with another one.
#[component]
pub fn CompareWith() -> impl IntoView {
    let store = use_store();
    // Made anew when a change is over: not at each frame of a drag, during which nobody opens the list.
    let now = Memo::new(move |_| {
        store.settled.track();
        store.view().with_untracked(|view| Variant::of(view.scenario()))
    });
    let has_room = flag(move || !store.compares().get() || store.variants().with(|all| all.len() < MOST_VARIANTS));
    let select = move || {
        let groups = choices(&now.get()).into_iter().map(|group| Entries {
            name: group.name,
            entries: group.choices.into_iter().map(|choice| (choice.name, choice.variant)).collect(),
        });
        let words = if store.compares().get_untracked() { "Compare with another…" } else { "Compare with…" };
        menu("Compare with", words, groups.collect(), move |variant| {
            let mut variants =
                if store.compares().get_untracked() { store.variants().get_untracked() } else { Vec::new() };
            variants.push(variant);
            store.compare_with(variants);
            if !store.compares().get_untracked() {
                store.show_comparison();
                request_animation_frame(|| focus_first_shown(".tab[aria-current]"));
            }
        })
    };
    if store.is_locked("cmp") {
        return ().into_any();
    }
    shown_while(has_room, move || view! { <span class="compare-with">{remade(select)}</span> }.into_any()).into_any()
}

/// The change that every column makes, and others to take its place.
#[component]
pub fn ThenField() -> impl IntoView {
    let store = use_store();
    let offered = store.derive(offered);
    let select = move || {
        let (words, groups) = offered.get();
        menu("Change", &words, groups, move |command| take(store, command))
    };
    let has_moved = store.flag(|view| change(view).is_some());
    let flow = store.movement.flow;
    let as_flow = move || {
        view! {
            " "
            <button
                type="button"
                class="link"
                aria-pressed=text(move || flow.get().to_string())
                on:click=on_click(move |_| flow.update(|flow| *flow = !*flow))
            >
                "Show the flow"
            </button>
        }
        .into_any()
    };
    // What the author of a figure has locked is said and not asked.
    let change = if store.is_locked("then") {
        text(move || offered.with(|offered| offered.0.clone())).into_any()
    } else {
        remade(select).into_any()
    };
    view! {
        {change} ". " <CompareWith /> {shown_while(has_moved, as_flow)}
        <span class="quiet compare-same">" The same keys and the same change in every column."</span>
    }
}

/// What was chosen takes the place of the change on show; nothing takes it back.
fn take(store: Store, command: Option<Command>) {
    match command {
        Some(command) => store.try_instead(command),
        None => store.undo(),
    }
}

type Offered = (String, Vec<Entries<Option<Command>>>);

/// The change on show in words, and what can take its place.
fn offered(view: &View) -> Offered {
    let shown = view.change.as_ref().filter(|_| change(view).is_some());
    let fleet = shown.map_or_else(|| view.fleet(), |change| &change.before.scenario().fleet);
    let words = shown.map_or_else(|| "change nothing".to_owned(), |change| lower(&change.title));
    let new = fleet.suggested_name();
    let mut adds = vec![(format!("add {new}"), Some(Command::AddNode { name: new.clone(), weight: Weight::ONE }))];
    if let Ok(double) = "2".parse() {
        adds.push((format!("add {new} of weight 2"), Some(Command::AddNode { name: new, weight: double })));
    }
    let each = |name: &dyn Fn(&str) -> String, command: &dyn Fn(&placement::fleet::Node) -> Option<Command>| {
        fleet
            .nodes()
            .iter()
            .filter_map(|node| Some((name(&node.name), Some(command(node)?))))
            .take(MOST_NODES)
            .collect::<Vec<_>>()
    };
    let group = |name, entries| Entries { name, entries };
    let mut groups = vec![
        group("Add", adds),
        group(
            "Take down",
            each(&|name| format!("take {name} down"), &|node| {
                node.up.then_some(Command::SetUp { id: node.id, up: false })
            }),
        ),
        group("Remove", each(&|name| format!("remove {name}"), &|node| Some(Command::RemoveNode(node.id)))),
        group(
            "Bring up",
            each(&|name| format!("bring {name} up"), &|node| {
                (!node.up).then_some(Command::SetUp { id: node.id, up: true })
            }),
        ),
    ];
    if shown.is_some() {
        groups.insert(0, group("Undo", vec![("take the change back".to_owned(), None)]));
    }
    groups.retain(|group| !group.entries.is_empty());
    (words, groups)
}

/// A heading within a sentence.
fn lower(title: &str) -> String {
    let mut title = title.to_owned();
    if let Some(first) = title.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    title
}
