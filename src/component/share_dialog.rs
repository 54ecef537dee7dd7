//! The dialog in which what is on show is given away: as a link, or as a figure for a page of one's own, with a preview that
//! is such a figure.

use std::time::Duration;

use js_sys::Reflect;
use leptos::{ev, html, prelude::*};
use placement::beside::Variant;
use wasm_bindgen::JsValue;

use super::{clipboard::copy, focus_first_shown, on_show::OnShow, part};
use crate::{
    a11y,
    compare::heading,
    embed::{
        channel,
        presentation::{Control, Part, Presentation, Theme},
    },
    react::{flag, on_change, on_click, on_focus, on_key, shown_while, text},
    share::{Place, Shared},
    store::{Page, Store, use_store},
    url,
};

/// The height of a preview that has not said its own yet, in CSS px.
const FIRST_HEIGHT_CSS_PX: u32 = 480;

/// The button and its dialog.
#[component]
pub fn Share() -> impl IntoView {
    let open = RwSignal::new(false);
    view! {
        <button type="button" class="bar-button" data-share="" on:click=on_click(move |_| open.set(true))>
            "Share"
        </button>
        {shown_while(open.into(), move || part::share(open))}
    }
}

/// What is being given away. Made when the dialog opens: meanwhile nothing else changes.
#[derive(Clone, Copy)]
struct Sharing {
    store: Store,
    query: StoredValue<String>,
    /// What the page on show calls itself.
    name: StoredValue<String>,
    presentation: RwSignal<Presentation>,
    place: RwSignal<usize>,
    height: RwSignal<u32>,
}

impl Sharing {
    fn shared(self) -> Shared {
        let name = match untrack(|| self.store.page()) {
            Page::Migrate | Page::Drills => self.name.get_value(),
            _ => self.store.view().with_untracked(|view| {
                let own = Variant::of(view.scenario());
                heading(&own, std::slice::from_ref(&own))
            }),
        };
        Shared {
            base: url::address(Some("")),
            query: self.query.get_value(),
            presentation: self.presentation.get(),
            name: format!("Consistent hashing: {name}"),
            height: self.height.get(),
        }
    }

    fn figure_query(self) -> String {
        let address = untrack(|| self.shared().address());
        address.split_once('?').map_or_else(String::new, |parts| parts.1.to_owned())
    }
}

/// What is open.
#[component]
pub fn Dialog(
    /// It is.
    open: RwSignal<bool>,
) -> impl IntoView {
    let store = use_store();
    let query = store.query();
    let is_too_long = query.is_none();
    let sharing = Sharing {
        store,
        query: StoredValue::new(query.unwrap_or_default()),
        name: StoredValue::new(expect_context::<OnShow>().name.get_untracked()),
        presentation: RwSignal::new(Presentation::default()),
        place: RwSignal::new(0),
        height: RwSignal::new(FIRST_HEIGHT_CSS_PX),
    };
    let dialog = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        if let Some(dialog) = dialog.get()
            && !dialog.open()
        {
            let _ = dialog.show_modal();
        }
    });
    let close = move || {
        if let Some(dialog) = dialog.get_untracked() {
            dialog.close();
        }
    };
    let closed = move |_: ev::Event| {
        open.set(false);
        request_animation_frame(|| focus_first_shown("[data-share]"));
    };
    let link = Signal::derive(move || store.address());
    let snippet = text(move || {
        let place = Place::ALL.get(sharing.place.get()).copied().unwrap_or(Place::Html);
        sharing.shared().snippet(place)
    });
    let body = if is_too_long {
        view! {
            <p>
                "This scenario is too long for a link. With a pattern in place of pasted keys, or fewer nodes, it can be shared."
            </p>
        }
        .into_any()
    } else {
        view! {
            <Copied name="Link" lines=1 value=link announcement=store.announcement />
            <div class="share-columns">
                <div class="share-choices">
                    <h3>"A figure for your own page"</h3>
                    {choices(sharing)}
                    <label class="share-line">
                        <span>"For"</span>
                        <select
                            on:change=on_change(move |event| {
                                if let Ok(at) = event_target_value(&event).parse() {
                                    sharing.place.set(at);
                                }
                            })
                        >
                            {Place::ALL
                                .into_iter()
                                .enumerate()
                                .map(|(at, place)| view! { <option value=at.to_string()>{place.name()}</option> }.into_any())
                                .collect::<Vec<_>>()}
                        </select>
                    </label>
                    <Copied name="Text for the page" lines=5 value=snippet announcement=store.announcement />
                </div>
                {preview(sharing)}
            </div>
        }
        .into_any()
    };
    view! {
        <dialog
            node_ref=dialog
            class="dialog share"
            aria-labelledby="share-title"
            on:close=closed
            on:keydown=on_key(|event| event.stop_propagation())
        >
            <h2 id="share-title">"Share what is on show"</h2>
            {body}
            <div class="dialog-buttons">
                <button type="button" class="button button-main" on:click=on_click(move |_| close())>
                    "Close"
                </button>
            </div>
        </dialog>
    }
}

/// A choice of the presentation as a check box.
fn tick(
    sharing: Sharing,
    words: &'static str,
    read: fn(&Presentation) -> bool,
    set: fn(&mut Presentation, bool),
) -> AnyView {
    let take = move |on| sharing.presentation.update(|presentation| set(presentation, on));
    tick_box(words, flag(move || sharing.presentation.with(read)), Box::new(take))
}

fn tick_box(words: &'static str, checked: Signal<bool>, take: Box<dyn Fn(bool)>) -> AnyView {
    view! {
        <label class="share-tick">
            <input
                type="checkbox"
                class="tick"
                prop:checked=checked
                on:change=on_change(move |event| take(event_target_checked(&event)))
            />
            {words}
        </label>
    }
    .into_any()
}

/// What of the settings and the fleet the reader cannot change, where the others can be.
fn locks(sharing: Sharing) -> AnyView {
    let store = sharing.store;
    let parameters = store.view().with_untracked(|view| view.scenario().algorithm.parameters);
    let own: &[(&str, &str)] = if store.compares().get_untracked() {
        &[("Keys", "keys"), ("Nodes", "nodes"), ("Change", "then"), ("Columns", "cmp"), ("Algorithm", "alg")]
    } else {
        &[("Keys", "keys"), ("Nodes", "nodes"), ("Algorithm", "alg")]
    };
    let fields = own.iter().copied().chain(parameters.iter().map(|parameter| (parameter.name, parameter.field)));
    let boxes = fields.map(|(name, field)| {
        let checked = flag(move || sharing.presentation.with(|one| one.locks(field)));
        let take = move |on| sharing.presentation.update(|one| toggle(&mut one.lock, field.to_owned(), on));
        tick_box(name, checked, Box::new(take))
    });
    view! {
        <fieldset>
            <legend>"But not change"</legend>
            {boxes.collect::<Vec<_>>()}
        </fieldset>
    }
    .into_any()
}

fn edits(presentation: &Presentation) -> bool {
    presentation.has(Control::Settings) || presentation.has(Control::Fleet)
}

/// A control that leaves nothing to be locked when it goes as the last one.
fn set_control(presentation: &mut Presentation, control: Control, on: bool) {
    toggle(&mut presentation.controls, control, on);
    if !edits(presentation) {
        presentation.lock.clear();
    }
}

fn toggle<T: PartialEq>(list: &mut Vec<T>, one: T, on: bool) {
    list.retain(|known| *known != one);
    if on {
        list.push(one);
    }
}

/// A part that is shown or not; the picture alone goes without saying.
fn show(presentation: &mut Presentation, part: Part, on: bool) {
    if presentation.show.is_empty() {
        presentation.show.push(Part::Ring);
    }
    toggle(&mut presentation.show, part, on);
    if presentation.show == [Part::Ring] {
        presentation.show.clear();
    }
}

fn choices(sharing: Sharing) -> AnyView {
    let store = sharing.store;
    let parts = if store.lab().with_untracked(Option::is_some) {
        tick(
            sharing,
            "All figures of the study",
            |presentation| presentation.show.contains(&Part::Lab(None)),
            |presentation, on| presentation.show = if on { vec![Part::Lab(None)] } else { Vec::new() },
        )
    } else if untrack(|| store.page()) != Page::Explore {
        ().into_any()
    } else {
        view! {
            {tick(
                sharing,
                "Picture",
                |one| one.show.is_empty() || one.show.contains(&Part::Ring),
                |one, on| show(one, Part::Ring, on),
            )}
            {tick(sharing, "Loads", |one| one.show.contains(&Part::Loads), |one, on| show(one, Part::Loads, on))}
            {tick(
                sharing,
                "What moved",
                |one| one.show.contains(&Part::Movement),
                |one, on| show(one, Part::Movement, on),
            )}
        }
        .into_any()
    };
    let control =
        |words, read: fn(&Presentation) -> bool, set: fn(&mut Presentation, bool)| tick(sharing, words, read, set);
    let themes = [Theme::Auto, Theme::Light, Theme::Dark].into_iter().zip(["the reader's", "light", "dark"]);
    let themes = themes.map(|(theme, words)| view! { <option value=theme.id()>{words}</option> }.into_any());
    view! {
        <fieldset>
            <legend>"Shows"</legend>
            {parts}
            {control("No motion", |one| one.still, |one, on| one.still = on)}
        </fieldset>
        <fieldset>
            <legend>"The reader can"</legend>
            {control(
                "Press the finding's button",
                |one| one.has(Control::Finding),
                |one, on| toggle(&mut one.controls, Control::Finding, on),
            )}
            {control(
                "Edit the settings",
                |one| one.has(Control::Settings),
                |one, on| set_control(one, Control::Settings, on),
            )}
            {control(
                "Edit the fleet",
                |one| one.has(Control::Fleet),
                |one, on| set_control(one, Control::Fleet, on),
            )}
            {control("Undo", |one| one.has(Control::Undo), |one, on| toggle(&mut one.controls, Control::Undo, on))}
        </fieldset>
        {shown_while(flag(move || sharing.presentation.with(edits)), move || locks(sharing))}
        <label class="share-line">
            <span>"Title"</span>
            <input
                type="text"
                maxlength="120"
                placeholder="what is placed how"
                on:input=on_change(move |event| {
                    let title = event_target_value(&event).trim().to_owned();
                    sharing.presentation.update(|one| one.title = Some(title).filter(|title| !title.is_empty()));
                })
            />
        </label>
        <label class="share-line">
            <span>"Theme"</span>
            <select on:change=on_change(move |event| {
                let theme = Theme::from_id(&event_target_value(&event)).unwrap_or_default();
                sharing.presentation.update(|one| one.theme = theme);
            })>{themes.collect::<Vec<_>>()}</select>
        </label>
    }
    .into_any()
}

/// A figure as the reader of that page would have it; its height goes into the text.
fn preview(sharing: Sharing) -> AnyView {
    let frame = NodeRef::<html::Iframe>::new();
    // It is loaded once; what is chosen then is said to it, as a page around a figure would.
    let first = untrack(|| sharing.shared().address());
    let ask = move || {
        if let Some(window) = frame.get_untracked().and_then(|frame| frame.content_window()) {
            channel::ask(&window, &sharing.figure_query());
        }
    };
    Effect::new(move |before: Option<()>| {
        sharing.presentation.track();
        if before.is_some() {
            ask();
        }
    });
    let heard = window_event_listener(ev::message, move |event| {
        let window = frame.get_untracked().and_then(|frame| frame.content_window());
        let is_preview =
            window.zip(event.source()).is_some_and(|(own, source)| JsValue::from(own) == JsValue::from(source));
        if !is_preview {
            return;
        }
        let read = |name: &str| Reflect::get(&event.data(), &name.into()).unwrap_or(JsValue::UNDEFINED);
        // What was chosen while it was loading.
        if read("type") == "ready" {
            ask();
        }
        let height = read("height").as_f64();
        if let Some(height) = height.filter(|height| (1.0..10_000.0).contains(height)) {
            sharing.height.set(height as u32);
        }
    });
    on_cleanup(move || heard.remove());
    view! {
        <div class="share-preview">
            <h3>"Preview"</h3>
            <iframe
                node_ref=frame
                title="Preview of the figure"
                src=first
                height=text(move || sharing.height.get().to_string())
            ></iframe>
            <p class="quiet">
                {text(move || format!("{} px high at this width", sharing.height.get()))}
            </p>
        </div>
    }
    .into_any()
}

/// A text to be copied: by the button, or by hand, for it can be selected.
#[component]
fn Copied(name: &'static str, lines: u32, value: Signal<String>, announcement: RwSignal<String>) -> impl IntoView {
    let field = NodeRef::<html::Textarea>::new();
    let (done, refused) = (RwSignal::new(false), RwSignal::new(false));
    let select = move || {
        if let Some(field) = field.get_untracked() {
            let _ = field.focus();
            field.select();
        }
    };
    // Another text, such as that of another height, does not take the selection away.
    Effect::new(move |_| {
        value.track();
        request_animation_frame(move || {
            let has_focus = |field: &web_sys::HtmlTextAreaElement| document().active_element().as_ref() == Some(field);
            if field.try_get_untracked().flatten().is_some_and(|field| has_focus(&field)) {
                select();
            }
        });
    });
    let press = move |_| {
        let then = move |copied: bool| {
            refused.set(!copied);
            if copied {
                done.set(true);
                a11y::announce(announcement, format!("{name} copied."));
                set_timeout(
                    move || {
                        done.try_set(false);
                    },
                    Duration::from_secs(2),
                );
            } else {
                select();
            }
        };
        copy(value.get_untracked(), Box::new(then));
    };
    view! {
        <div class="share-copied">
            <textarea
                node_ref=field
                class="code"
                readonly
                rows=lines.to_string()
                spellcheck="false"
                aria-label=name
                prop:value=value
                on:focus=on_focus(move |_| select())
            ></textarea>
            <button type="button" class="button" aria-label=format!("Copy: {name}") on:click=on_click(press)>
                {text(move || if done.get() { "Copied".into() } else { "Copy".into() })}
            </button>
            {shown_while(
                refused.into(),
                || {
                    view! {
                        <p role="status">"The browser keeps the clipboard closed. The text is selected: copy it with your keyboard."</p>
                    }
                    .into_any()
                },
            )}
        </div>
    }
}
