//! Three figures: the busiest node, the lightest, the spread.

use leptos::prelude::*;
use placement::{
    measure::{Balance, Load},
    number::Ratio,
};

use crate::store::use_store;

/// The figures.
#[component]
pub fn BalanceFigures() -> impl IntoView {
    let store = use_store();
    let busiest = |balance: &Balance| balance.busiest().copied();
    let lightest = |balance: &Balance| balance.lightest().copied();
    view! {
        <dl class="balance">
            <Figure
                name="Busiest"
                help="The node with the most keys for its weight, in fair shares."
                figure=store.text(move |view| times(busiest(&view.balance)))
                rest=store.text(move |view| whose(busiest(&view.balance)))
            />
            <Figure
                name="Lightest"
                help="The node with the fewest keys for its weight, in fair shares."
                figure=store.text(move |view| times(lightest(&view.balance)))
                rest=store.text(move |view| whose(lightest(&view.balance)))
            />
            <Figure
                name="Spread"
                help="Standard deviation of the loads, in fair shares; usual is what well-spread points give."
                figure=store.text(|view| tenths(view.balance.spread))
                rest=store.text(|view| format!(" usual {}", tenths(view.balance.usual_spread)))
            />
        </dl>
    }
}

#[component]
fn Figure(name: &'static str, help: &'static str, figure: Signal<String>, rest: Signal<String>) -> impl IntoView {
    view! {
        <div title=help>
            <dt>{name}</dt>
            <dd>
                <b data-figure=name.to_ascii_lowercase()>{figure}</b>
                {rest}
            </dd>
        </div>
    }
}

fn times(load: Option<Load>) -> String {
    load.and_then(|load| load.times_fair).map_or_else(|| "–".to_owned(), Ratio::times)
}

fn whose(load: Option<Load>) -> String {
    load.map_or_else(String::new, |load| format!(" × fair, {}", load.id.letter()))
}

/// A share of a floating-point measure as a percentage with one place.
fn tenths(share: f64) -> String {
    Ratio::new((share * 1e6).round() as u64, 1_000_000u32).percent()
}
