//! The bar on top: the name, undo and redo, the link, the theme.

use leptos::prelude::*;
use placement::drill::{Asked, catalogue::IDS};

use super::{clipboard, share_dialog::Share};
use crate::{
    a11y,
    lab::{Options, Section},
    react::{on_click, on_focus, on_key, remade, shown_while, text},
    store::{Page, use_store},
};

/// Where the reader's choice of a theme is kept; `public/boot.js` reads it before the first paint.
const THEME_KEY: &str = "ringscope-theme";

/// The bar.
#[component]
pub fn TopBar() -> impl IntoView {
    let store = use_store();
    let (can_undo, can_redo) = (store.can_undo(), store.can_redo());
    // A button that is truly disabled loses the focus: a keyboard that undid the last step would stand nowhere.
    view! {
        <header class="top-bar">
            <span class="brand">
                <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
                    <circle cx="10" cy="10" r="8" class="brand-ring" />
                    <circle cx="10" cy="10" r="3.5" class="brand-core" />
                </svg>
                <span class="brand-name">"Ringscope"</span>
            </span>
            <Tabs />
            <div class="top-actions">
                <button
                    type="button"
                    class="bar-button"
                    aria-disabled=text(move || (!can_undo.get()).to_string())
                    on:click=on_click(move |_| store.undo())
                >
                    "Undo"
                    {shown_while(can_undo, || view! { <kbd>"Ctrl Z"</kbd> }.into_any())}
                </button>
                <button
                    type="button"
                    class="bar-button"
                    aria-disabled=text(move || (!can_redo.get()).to_string())
                    on:click=on_click(move |_| store.redo())
                >
                    "Redo"
                </button>
                <CopyLink />
                <Share />
                <ThemeSwitch />
            </div>
        </header>
    }
}

/// The pages.
#[component]
fn Tabs() -> impl IntoView {
    let store = use_store();
    let now = Memo::new(move |_| store.page());
    let tab = |name: &'static str, page: Page| {
        let current = move || (now.get() == page).then_some("page");
        let go = move |_| {
            if now.get_untracked() != page {
                match page {
                    Page::Explore => store.show_lab(None),
                    Page::Compare => store.show_comparison(),
                    Page::Migrate => store.show_migration(),
                    Page::Lab => store.show_lab(Some(Options::new(Section::Movement))),
                    Page::Drills => Asked::new(IDS[0]).into_iter().for_each(|asked| store.show_drill(asked)),
                }
            }
        };
        view! {
            <button type="button" class="bar-button tab" aria-current=current on:click=on_click(go)>
                {name}
            </button>
        }
    };
    view! {
        <nav class="tabs" aria-label="Pages">
            {tab("Explore", Page::Explore)} {tab("Compare", Page::Compare)} {tab("Migrate", Page::Migrate)}
            {tab("Lab", Page::Lab)} {tab("Drills", Page::Drills)}
        </nav>
    }
}

/// Copies the address. Where the clipboard is closed it shows the link, selected, to be copied by hand.
#[component]
fn CopyLink() -> impl IntoView {
    let store = use_store();
    let copied = RwSignal::new(false);
    let by_hand = RwSignal::new(None::<String>);
    let (button, input) = (NodeRef::<leptos::html::Button>::new(), NodeRef::<leptos::html::Input>::new());
    Effect::new(move |_| {
        if let Some(input) = input.get() {
            let _ = input.focus();
            input.select();
        }
    });
    let copy = move |_: leptos::ev::MouseEvent| {
        let address = store.address();
        let link = address.clone();
        let then = move |done: bool| {
            if done {
                by_hand.set(None);
                copied.set(true);
                a11y::announce(store.announcement, "Link copied.".into());
                set_timeout(move || copied.set(false), std::time::Duration::from_secs(2));
            } else {
                by_hand.set(Some(address));
            }
        };
        clipboard::copy(link, Box::new(then));
    };
    view! {
        <span class="copy">
            <button node_ref=button type="button" class="bar-button" on:click=on_click(copy)>
                {text(move || if copied.get() { "Copied".into() } else { "Copy link".into() })}
            </button>
            {remade(move || {
                let address = by_hand.get();
                address
                    .map(|address| {
                        view! {
                            <span class="copy-by-hand editor" role="dialog" aria-label="Link to this scenario">
                                <label>
                                    "The browser keeps the clipboard closed. Copy this:"
                                    <input
                                        node_ref=input
                                        type="text"
                                        readonly
                                        value=address
                                        on:keydown=on_key(move |event| {
                                            // The field goes when it loses the focus.
                                            if event.key() == "Escape" && let Some(button) = button.get_untracked() {
                                                let _ = button.focus();
                                            }
                                        })
                                        on:blur=on_focus(move |_| by_hand.set(None))
                                    />
                                </label>
                            </span>
                        }
                    })
                    .into_any()
            })}
        </span>
    }
}

/// The other theme's name; the choice is kept where there is storage.
#[component]
fn ThemeSwitch() -> impl IntoView {
    let store = use_store();
    let dark = RwSignal::new(is_dark());
    // The system may change its mind, as long as the reader has not chosen.
    let media = web_sys::window().and_then(|window| window.match_media("(prefers-color-scheme: dark)").ok().flatten());
    if let Some(media) = media {
        let listener = window_event_listener(leptos::ev::focus, move |_| dark.set(is_dark()));
        let change = wasm_bindgen::closure::Closure::<dyn FnMut()>::new(move || {
            dark.set(is_dark());
            store.theme.update(|theme| *theme += 1);
        });
        let function: js_sys::Function =
            wasm_bindgen::JsCast::unchecked_ref::<js_sys::Function>(change.as_ref()).clone();
        let _ = media.add_event_listener_with_callback("change", &function);
        let held = StoredValue::new_local(Some((media, change)));
        on_cleanup(move || {
            listener.remove();
            if let Some((media, change)) = held.try_update_value(Option::take).flatten() {
                let function = wasm_bindgen::JsCast::unchecked_ref(change.as_ref());
                let _ = media.remove_event_listener_with_callback("change", function);
            }
        });
    }
    let switch = move |_: leptos::ev::MouseEvent| {
        let theme = if dark.get_untracked() { "light" } else { "dark" };
        if let Some(root) = document().document_element() {
            let _ = root.set_attribute("data-theme", theme);
        }
        if let Some(storage) = web_sys::window().and_then(|window| window.local_storage().ok().flatten()) {
            let _ = storage.set_item(THEME_KEY, theme);
        }
        dark.set(theme == "dark");
        store.theme.update(|theme| *theme += 1);
    };
    view! {
        <button type="button" class="bar-button" on:click=on_click(switch)>
            {text(move || if dark.get() { "Light".into() } else { "Dark".into() })}
        </button>
    }
}

/// Is the page dark, by the reader's choice or the system's?
fn is_dark() -> bool {
    let chosen = document().document_element().and_then(|root| root.get_attribute("data-theme"));
    chosen.map_or_else(|| a11y::media_matches("(prefers-color-scheme: dark)"), |theme| theme == "dark")
}
