//! The walk of one key, step by step: by hand, or by itself at a chosen speed. And what a ring loses that forgets to
//! wrap. It stops by itself where nobody sees it: in a hidden tab, or off the screen.

use std::time::Duration;

use leptos::{ev, html, prelude::*};
use wasm_bindgen::JsCast;

use super::{
    chip::Chip,
    choice::{ChoiceField, Item},
    save_menu::{save_menu, table_entries},
    unbroken::unbroken,
};
use crate::{
    a11y,
    idle::when_idle,
    key_walk::{self, Told},
    observer::is_in_sight,
    react::{flag, on_click, on_key, remade, shown_while, text},
    saved_tables,
    store::{Store, use_store},
};

/// How long a step stands, in ms, by speed.
const SPEEDS: [(&str, u64); 3] = [("slow", 2_000), ("medium", 1_000), ("fast", 400)];
const MEDIUM: usize = 1;

/// The walk and its buttons.
#[component]
pub fn KeyWalk() -> impl IntoView {
    let store = use_store();
    let view = store.view();
    let steps = Memo::new(move |_| {
        view.with(|view| {
            key_walk::told(view, &store.key.read(), store.forgets_wrap.get() && key_walk::can_forget(view))
        })
    });
    let at = RwSignal::new(0usize);
    let playing = RwSignal::new(false);
    let speed = RwSignal::new(MEDIUM);
    let whole = NodeRef::<html::Div>::new();
    let list = NodeRef::<html::Div>::new();
    // Another way is walked from its start.
    Effect::new(move |_| {
        steps.track();
        at.set(0);
        playing.set(false);
    });
    Effect::new(move |_| {
        let at = at.get();
        store.walk.set(steps.with(|steps| steps.get(at).map(|step| step.shows)));
        when_idle(Box::new(move || {
            if let Some(list) = list.try_get_untracked().flatten() {
                keep_current_in_view(&list);
            }
        }));
    });
    let last = move || steps.with(Vec::len).saturating_sub(1);
    let say = move || {
        let said = steps.with_untracked(|steps| steps.get(at.get_untracked()).map(said));
        a11y::announce(store.announcement, said.unwrap_or_default());
    };
    // By hand: who steps has taken over.
    let step = move |forward: bool| {
        playing.set(false);
        at.update(|at| *at = if forward { (*at + 1).min(last()) } else { at.saturating_sub(1) });
        say();
    };
    let timer = StoredValue::new(None::<TimeoutHandle>);
    let rest = move || {
        if let Some(timer) = timer.try_update_value(Option::take).flatten() {
            timer.clear();
        }
    };
    let tick = move || {
        let is_seen = whole.try_get_untracked().flatten().is_some_and(|whole| is_in_sight(&whole));
        if is_seen && at.get_untracked() < last() {
            at.update(|at| *at += 1);
        }
        if !is_seen || at.get_untracked() >= last() {
            playing.set(false);
            if is_seen {
                say();
            }
        }
    };
    Effect::new(move |_| {
        rest();
        let _ = at.get();
        if playing.get() {
            let stands = Duration::from_millis(SPEEDS.get(speed.get()).map_or(1_000, |speed| speed.1));
            timer.set_value(set_timeout_with_handle(tick, stands).ok());
        }
    });
    on_cleanup(move || {
        rest();
        store.walk.set(None);
        store.forgets_wrap.set(false);
    });
    let play = move |_| {
        if !playing.get_untracked() && at.get_untracked() >= last() {
            at.set(0);
        }
        playing.update(|playing| *playing = !*playing);
    };
    let key_down = move |event: ev::KeyboardEvent| {
        match event.key().as_str() {
            "ArrowRight" | "ArrowDown" => step(true),
            "ArrowLeft" | "ArrowUp" => step(false),
            _ => return,
        }
        event.prevent_default();
    };
    let moves = !a11y::wants_no_motion();
    let plays = move || {
        moves.then(|| {
            let items = SPEEDS.map(|(name, _)| Item { name: name.into(), help: String::new() }).into();
            view! {
                <button type="button" class="button" on:click=on_click(play)>
                    {text(move || if playing.get() { "Pause".into() } else { "Play".into() })}
                </button>
                <ChoiceField label="Speed".into() items value=speed take=move |at| speed.set(at) />
            }
            .into_any()
        })
    };
    let button = move |forward: bool, words: &'static str| {
        let ends = flag(move || if forward { at.get() >= last() } else { at.get() == 0 });
        view! {
            <button
                type="button"
                class="button"
                aria-disabled=text(move || ends.get().to_string())
                on:click=on_click(move |_| step(forward))
            >
                {words}
            </button>
        }
        .into_any()
    };
    let entries = table_entries("walk of a key", move || steps.with_untracked(|steps| saved_tables::walk(steps)));
    view! {
        <div class="walk" node_ref=whole>
            <div class="walk-buttons" role="group" aria-label="Walk">
                {button(false, "Back")}
                {button(true, "Step")}
                {plays()}
            </div>
            <div
                class="walk-steps"
                node_ref=list
                tabindex="0"
                role="group"
                aria-label="Steps of the way; arrow keys step"
                on:keydown=on_key(key_down)
            >
                {remade(move || {
                    let steps = steps.get().into_iter().enumerate();
                    view! { <ol>{steps.map(|(place, step)| line(place, step, at)).collect_view()}</ol> }.into_any()
                })}
            </div>
            {wrap_switch(store)}
            <div class="save-line">{save_menu(("Save", " the walk"), entries, ().into_any())}</div>
        </div>
    }
}

fn line(place: usize, step: Told, at: RwSignal<usize>) -> AnyView {
    let node = step.node.map(|(id, name)| {
        view! {
            <Chip id />
            <span class="fact-name">{name}</span>
            " "
        }
        .into_any()
    });
    let here = flag(move || at.get() == place);
    view! {
        <li class="walk-step" class:walk-arrives=step.arrives aria-current=move || here.get().then_some("step")>
            {node}
            {unbroken(&step.words)}
        </li>
    }
    .into_any()
}

fn said(step: &Told) -> String {
    let name = step.node.as_ref().map_or_else(String::new, |node| format!("{} ", node.1));
    format!("{name}{}", step.words)
}

/// Scrolls the list, and nothing else, so that the step can be seen.
fn keep_current_in_view(list: &web_sys::HtmlDivElement) {
    let current = list.query_selector("[aria-current]").ok().flatten();
    let Some(step) = current.and_then(|step| step.dyn_into::<web_sys::HtmlElement>().ok()) else { return };
    let (start, end) = (step.offset_top(), step.offset_top() + step.offset_height());
    let (from, room) = (list.scroll_top(), list.client_height());
    if start < from {
        list.set_scroll_top(start);
    } else if end > from + room {
        list.set_scroll_top(end - room);
    }
}

/// The switch that shows what a ring loses that forgets to wrap, where there is one.
fn wrap_switch(store: Store) -> AnyView {
    let view = store.view();
    let applies = store.flag(key_walk::can_forget);
    let forgets = store.forgets_wrap;
    let is_on = flag(move || forgets.get());
    let switch = move || {
        view! {
            <div class="walk-wrap">
                <span id="walk-wrap">"Forget the wrap-around"</span>
                <button
                    type="button"
                    class="switch"
                    role="switch"
                    aria-labelledby="walk-wrap"
                    aria-checked=text(move || forgets.get().to_string())
                    on:click=on_click(move |_| forgets.update(|forgets| *forgets = !*forgets))
                >
                    <span class="switch-track" class:switch-on=is_on></span>
                </button>
            </div>
            {shown_while(is_on, move || {
                view! { <p class="walk-lost" role="status">{text(move || view.with(|view| key_walk::forgotten(view)))}</p> }
                    .into_any()
            })}
        }
        .into_any()
    };
    shown_while(applies, switch)
}
