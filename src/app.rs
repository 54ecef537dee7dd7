//! The page: bar, finding, settings, and below them the bench of fleet, picture and movement, the comparison, the
//! migration, the lab, or the drills. As a figure in another page it has another layout.

use leptos::prelude::*;

use crate::{
    apart,
    component::{
        at_work::AtWork,
        balance::BalanceFigures,
        busiest_chart::BusiestChart,
        compare::{CompareFinding, Comparison},
        configuration_dialog::{ConfigurationDialog, Opening},
        embed::Figure,
        finding_line::FindingLine,
        fleet_table::FleetTable,
        history_strip::HistoryStrip,
        keyboard::{KeySheet, Keyboard},
        lab::LabFinding,
        lookup::{LookupSection, LookupShow},
        migrate::{MigrateFinding, Migration},
        moved_section::MovedSection,
        movement_panel::MovementPanel,
        notes::Notes,
        on_show::OnShow,
        one_key::OneKey,
        part,
        picture::Picture,
        prices::Prices,
        report::ReportSheet,
        sentence::Sentence,
        shard_table::ShardTable,
        system_card::SystemCard,
        term::{TermTip, Tips},
        top_bar::TopBar,
    },
    react::{flag, shown_while},
    store::{Page, Store},
};

/// The whole page, or the figure.
#[component]
pub fn App() -> impl IntoView {
    let store = Store::from_address();
    provide_context(store);
    store.prepare();
    provide_context(Tips::listening());
    provide_context(Comparison::new());
    provide_context(Migration::new());
    provide_context(LookupShow::new());
    provide_context(OnShow::nothing());
    provide_context(Opening::new(store));
    if store.is_figure() {
        return view! { <Figure /> }.into_any();
    }
    provide_context(Keyboard::new(store));
    let announcement = store.announcement;
    // What would move stands there until something has moved, and again when it is asked for.
    let has_change = store.flag(|view| view.change.is_some());
    let changed = flag(move || has_change.get() && !store.looks_ahead.get());
    let unchanged = flag(move || !changed.get());
    let page = Memo::new(move |_| store.page());
    let shows = move |one: Page| flag(move || page.get() == one);
    let (in_explorer, in_lab, in_drills) = (shows(Page::Explore), shows(Page::Lab), shows(Page::Drills));
    let (compares, migrates) = (shows(Page::Compare), shows(Page::Migrate));
    let has_lab_finding = flag(move || in_lab.get() || in_drills.get());
    let is_system = store.flag(|view| view.scenario().algorithm.is_system());
    let shows_system = flag(move || in_explorer.get() && is_system.get());
    apart::load_when_idle();
    let explorer = move || {
        view! {
            <div class="bench">
                <div class="column-fleet">
                    <FleetTable />
                    <BalanceFigures />
                    <ShardTable />
                    <BusiestChart />
                </div>
                <div class="column-picture">
                    <Picture view=store.view() lit=store.lit theme=store.theme.into() />
                </div>
                <div class="column-movement">
                    {shown_while(changed, || view! { <MovementPanel /> }.into_any())}
                    {shown_while(unchanged, || view! { <Prices /> }.into_any())}
                    <OneKey />
                </div>
            </div>
            <MovedSection />
            <LookupSection />
        }
        .into_any()
    };
    view! {
        <TopBar />
        {shown_while(in_explorer, || view! { <FindingLine /> }.into_any())}
        {shown_while(compares, || view! { <CompareFinding /> }.into_any())}
        {shown_while(migrates, || view! { <MigrateFinding /> }.into_any())}
        {shown_while(has_lab_finding, || view! { <LabFinding /> }.into_any())}
        <Sentence />
        <Notes />
        {shown_while(shows_system, || view! { <SystemCard /> }.into_any())}
        {shown_while(in_explorer, explorer)}
        {shown_while(compares, part::compare)}
        {shown_while(migrates, part::migrate)}
        {shown_while(in_lab, part::lab)}
        {shown_while(in_drills, part::drills)}
        <HistoryStrip />
        <AtWork />
        <TermTip />
        <ConfigurationDialog />
        <KeySheet />
        <ReportSheet />
        <p class="visually-hidden" aria-live="polite">{announcement}</p>
    }
    .into_any()
}
