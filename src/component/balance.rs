//! Three figures: the busiest node, the lightest, the spread.

use leptos::prelude::*;
use placement::{
    measure::{Balance, Load},
    number::{Ratio, percent},
};

use super::term;
use crate::{help::Word, store::use_store};

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
                word=Word::Busiest
                figure=store.text(move |view| times(busiest(&view.balance)))
                rest=store.text(move |view| whose(busiest(&view.balance)))
            />
            <Figure
                name="Lightest"
                word=Word::Lightest
                figure=store.text(move |view| times(lightest(&view.balance)))
                rest=store.text(move |view| whose(lightest(&view.balance)))
            />
            <Figure
                name="Spread"
                word=Word::Spread
                figure=store.text(|view| percent(view.balance.spread))
                rest=store.text(|view| format!(" usual {}", percent(view.balance.usual_spread)))
            />
        </dl>
    }
}

#[component]
fn Figure(name: &'static str, word: Word, figure: Signal<String>, rest: Signal<String>) -> impl IntoView {
    let store = use_store();
    view! {
        <div>
            <dt>{term::word(store, name, word)}</dt>
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
