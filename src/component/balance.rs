//! Three figures: the busiest node, the lightest, the spread.

use leptos::prelude::*;
use placement::{measure::Load, number::Ratio};

use crate::store::use_store;

/// The figures.
#[component]
pub fn BalanceFigures() -> impl IntoView {
    let store = use_store();
    let extreme = move |which: fn(&placement::measure::Balance) -> Option<&Load>| {
        store.derive(move |view| {
            which(&view.balance).and_then(|load| Some((load.times_fair?.times(), load.id.letter())))
        })
    };
    let busiest = extreme(|balance| balance.busiest());
    let lightest = extreme(|balance| balance.lightest());
    let spread = store.derive(|view| (tenths(view.balance.spread), tenths(view.balance.usual_spread)));
    let times = |value: Memo<Option<(String, String)>>| {
        move || match value.get() {
            Some((times, letter)) => (times, format!(" × fair, {letter}")),
            None => ("–".to_owned(), String::new()),
        }
    };
    let (busiest, lightest) = (times(busiest), times(lightest));
    view! {
        <dl class="balance">
            <div title="The node with the most keys for its weight, in fair shares.">
                <dt>"Busiest"</dt>
                <dd>
                    <b data-figure="busiest">{let busiest = busiest.clone(); move || busiest().0}</b>
                    {move || busiest().1}
                </dd>
            </div>
            <div title="The node with the fewest keys for its weight, in fair shares.">
                <dt>"Lightest"</dt>
                <dd>
                    <b data-figure="lightest">{let lightest = lightest.clone(); move || lightest().0}</b>
                    {move || lightest().1}
                </dd>
            </div>
            <div title="Standard deviation of the loads, in fair shares; usual is what well-spread points give.">
                <dt>"Spread"</dt>
                <dd>
                    <b data-figure="spread">{move || spread.get().0}</b>
                    {move || format!(" usual {}", spread.get().1)}
                </dd>
            </div>
        </dl>
    }
}

/// A share of a floating-point measure as a percentage with one place.
fn tenths(share: f64) -> String {
    Ratio::new((share * 1e6).round() as u64, 1_000_000u32).percent()
}
