//! The busiest node over its fair share, by number of virtual nodes. The chart is the slider: a native range lies over
//! it, whose track is the horizontal scale. A drag is one step of the history, and so are the strokes of a held key;
//! Escape puts the old number back.

mod curves;
mod table;

use std::sync::Arc;

use leptos::{ev, html, prelude::*};
use placement::{algorithm::ring, measure::curve, number::Ratio, parameter::Value, scenario::Command};
use web_sys::HtmlCanvasElement;

use self::{curves::Curves, table::CurveTable};
use super::{
    lab_link::LabLink,
    number::{Form, Range},
    part,
    save_menu::{Act, save_menu, table_entries},
    saved_file::{name_of, save_file, save_svg},
};
use crate::{
    apart::{self, Charted},
    charts::{board::keep_drawn, busiest::depth, figure::Figure},
    lab::Section,
    react::{css_percent, on_change, on_focus, on_key, on_pointer, shown_while, text},
    store::use_store,
    view::View,
};

/// The scale of the slider and of the chart.
const RANGE: Range = Range { least: 1, most: 10_000, logarithmic: true, form: Form::Whole };

/// What a saved chart is called, in it and as a file.
const TITLE: &str = "Busiest node, × fair, by virtual nodes";
const NAME: &str = "busiest node";

/// The chart, where the placement has virtual nodes.
#[component]
pub fn BusiestChart() -> impl IntoView {
    let applies = use_store().flag(|view| curve::applies(view.scenario().algorithm));
    shown_while(applies, || view! { <Chart /> }.into_any())
}

fn count_of(view: &View) -> u32 {
    view.scenario().settings.count(&ring::VIRTUAL_NODES)
}

fn exact_of(view: &View) -> Option<Ratio> {
    curve::busiest_exact(&view.balance)
}

fn take_png(figure: &Figure, canvas: &HtmlCanvasElement) {
    if let Some(url) = apart::chart(Charted::Png(Box::new(figure.clone()), TITLE, canvas.clone())) {
        save_file(&name_of(NAME, "png"), &url);
    }
}

fn take_svg(figure: &Figure, canvas: &HtmlCanvasElement) {
    if let Some(svg) = apart::chart(Charted::Svg(Box::new(figure.clone()), TITLE, canvas.clone())) {
        save_svg(NAME, &svg);
    }
}

#[component]
fn Chart() -> impl IntoView {
    let store = use_store();
    let canvas = NodeRef::<html::Canvas>::new();
    let curves = Curves::following(store);
    keep_drawn(canvas, curves.drawn(store), store.theme.into());

    let left = store.text(|view| css_percent(f64::from(RANGE.slider(count_of(view))) / 1_000.0));
    let top = store.text(|view| css_percent(exact_of(view).map_or(1.0, |exact| depth(exact.value()))));
    let has_dot = store.flag(|view| exact_of(view).is_some());
    let open = RwSignal::new(false);
    let ends = [0, 1].map(|at| {
        let label = text(move || curves.end(at).map_or_else(String::new, |end| end.label));
        let top = text(move || css_percent(curves.end(at).map_or(0.0, |end| end.depth)));
        view! { <span class="curve-end" class:quiet=(at == 1) style:top=top>{label}</span> }
    });
    let scale = ["3×", "2×", "1×"].map(|label| view! { <span>{label}</span> });
    let counts = ["1", "10", "100", "1,000", "10,000"].map(|label| view! { <span>{label}</span> });
    let picture = move |save: fn(&Figure, &HtmlCanvasElement)| -> Act {
        Arc::new(move || {
            if let Some(canvas) = canvas.get_untracked() {
                save(&curves.figure(store), &canvas);
            }
        })
    };
    let entries = move || {
        let mut entries = vec![("PNG", picture(take_png)), ("SVG", picture(take_svg))];
        entries.extend(table_entries(NAME, move || curves.table()));
        entries
    };
    let toggled = move |_| open.update(|open| *open = !*open);
    view! {
        <section class="curve" aria-labelledby="curve-heading">
            <div class="curve-head">
                <h2 id="curve-heading">"Busiest node, × fair"</h2>
                <span class="quiet">{text(move || curves.caption())}</span>
                <LabLink section=Section::Advice words="How many?" />
            </div>
            {part::charts()}
            <div class="curve-body">
                <div class="curve-scale quiet" aria-hidden="true">{scale.collect_view()}</div>
                <div class="curve-plot">
                    <canvas node_ref=canvas class="curve-canvas" aria-hidden="true"></canvas>
                    <div class="curve-marks" class:curve-unmarked=move || !has_dot.get()>
                        <i class="curve-line" style:left=left style:top=top></i>
                        <i class="curve-dot" style:left=left style:top=top></i>
                    </div>
                    <div class="curve-track">
                        <i style:width=left></i>
                    </div>
                    <Slider />
                </div>
                <div class="curve-ends" aria-hidden="true">{ends.collect_view()}</div>
                <div class="curve-counts quiet" aria-hidden="true">{counts.collect_view()}</div>
                <details class="curve-details" on:toggle=on_change(toggled)>
                    <summary class="quiet">"Show as table"</summary>
                    {shown_while(open.into(), move || {
                        view! {
                            <CurveTable curves />
                            <div class="save-line">{save_menu(("Save", " the chart and its table"), entries(), ().into_any())}</div>
                        }
                        .into_any()
                    })}
                </details>
            </div>
        </section>
    }
}

/// The range that lies over the chart.
#[component]
fn Slider() -> impl IntoView {
    let store = use_store();
    let input = NodeRef::<html::Input>::new();
    let count = store.number(count_of);
    let place = move || RANGE.slider(count.get_untracked()).to_string();
    let is_held = StoredValue::new(false);
    // The native slider of a given-up drag goes on for as long as the button is down.
    let given_up = StoredValue::new(false);
    let stepping = StoredValue::new(false);

    let set = move |number: u32| {
        if let Err(error) = store.drag(Command::Set(&ring::VIRTUAL_NODES, Value::Count(number))) {
            store.notes.set(vec![error.to_string()]);
        }
    };
    let slid = move |_: ev::Event| {
        let Some(input) = input.get_untracked() else { return };
        if let Some(number) = input.value().parse().ok().filter(|_| !given_up.get_value()) {
            set(RANGE.from_slider(number));
        }
        // The thumb stands at the number that was taken, under its dot.
        input.set_value(&place());
    };
    let pointer_down = move |event: ev::PointerEvent| {
        if event.button() == 0 {
            is_held.set_value(true);
            store.begin_gesture();
        }
    };
    let let_go = move || {
        for flag in [is_held, given_up, stepping] {
            flag.set_value(false);
        }
        store.end_gesture();
    };
    let pointer_cancel = move |_: ev::PointerEvent| {
        store.cancel_gesture();
        let_go();
    };
    let key_down = move |event: ev::KeyboardEvent| {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let now = count.get_untracked();
        // A hundredth, a tenth or a quarter of the number, and never less than 1.
        let step = (now / if event.shift_key() { 10 } else { 100 }).max(1);
        let page = (now / 4).max(1);
        let number = match event.key().as_str() {
            "ArrowUp" | "ArrowRight" => now + step,
            "ArrowDown" | "ArrowLeft" => now.saturating_sub(step),
            "PageUp" => now + page,
            "PageDown" => now.saturating_sub(page),
            "Home" => RANGE.least,
            "End" => RANGE.most,
            "Escape" => {
                given_up.set_value(is_held.get_value());
                stepping.set_value(false);
                store.cancel_gesture();
                return;
            }
            _ => return,
        };
        event.prevent_default();
        if !stepping.get_value() {
            stepping.set_value(true);
            store.begin_gesture();
        }
        set(number.clamp(RANGE.least, RANGE.most));
    };
    let key_up = move |_: ev::KeyboardEvent| {
        if stepping.get_value() {
            let_go();
        }
    };
    let words = store.text(|view| {
        let exact = exact_of(view).map(|exact| format!(", busiest node {} times fair", exact.times()));
        format!("{}{}", RANGE.write(count_of(view)), exact.unwrap_or_default())
    });
    view! {
        <input
            node_ref=input
            class="curve-slider"
            type="range"
            min="0"
            max="1000"
            aria-label="Virtual nodes"
            aria-valuetext=words
            prop:value=text(move || RANGE.slider(count.get()).to_string())
            on:input=on_change(slid)
            on:change=on_change(move |_| let_go())
            on:pointerdown=on_pointer(pointer_down)
            on:pointerup=on_pointer(move |_| let_go())
            on:pointercancel=on_pointer(pointer_cancel)
            on:keydown=on_key(key_down)
            on:keyup=on_key(key_up)
            on:blur=on_focus(move |_| let_go())
        />
    }
}
