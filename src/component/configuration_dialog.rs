//! The dialog in which the configuration of a real system is pasted, or read from a file: what it says, line by line, and
//! which of its servers are to be used. What reads it is fetched when the dialog is first opened; nothing of the page
//! changes before it is used.

mod opening;
mod report;

use std::{rc::Rc, time::Duration};

use leptos::{html, prelude::*, task::spawn_local};

pub use self::opening::{Opening, configure_button};
use self::{
    opening::Text,
    report::{Report, Shown},
};
use super::{
    choice::{ChoiceField, Item},
    part,
    paste_dialog::{Frame, Source, close},
};
use crate::{
    configured::{Reading, answer::Answer, counted, lines, reader},
    react::{flag, on_click, remade, shown_while, text},
};

/// What stands below the heading.
const HELP: &str = "Of nginx, HAProxy, twemproxy, Envoy or libmemcached, or what redis-cli cluster nodes or nodetool ring says. Nothing leaves this browser, and nothing changes before you use it.";
/// What stands in the field while it is empty.
const EXAMPLE: &str =
    "backend cache\n    balance hash path\n    hash-type consistent\n    server cache-01 10.0.0.1:80 weight 2";

/// How long a text is let come to rest before it is read.
const REST: Duration = Duration::from_millis(150);

/// What can be chosen as the format: the module's id, and the name on screen.
const FORMATS: [(&str, &str); 8] = [
    ("", "as recognised"),
    ("nginx", "nginx"),
    ("haproxy", "HAProxy"),
    ("twemproxy", "twemproxy"),
    ("envoy", "Envoy"),
    ("libmemcached", "libmemcached"),
    ("redis-cluster-nodes", "redis-cli cluster nodes"),
    ("nodetool-ring", "nodetool ring"),
];

/// The dialog, while it is open.
#[component]
pub fn ConfigurationDialog() -> impl IntoView {
    let opening = expect_context::<Opening>();
    shown_while(opening.is_open.into(), move || part::configuration(opening))
}

/// A state of the dialog. Copies are the same.
#[derive(Clone, Copy)]
struct State {
    opening: Opening,
    source: Source,
    /// Why what reads did not come; empty while it is not known.
    missing: RwSignal<String>,
    /// Is it there?
    is_there: RwSignal<bool>,
    format: RwSignal<usize>,
    /// As what the text was read; empty where a format was chosen, or none recognised.
    recognised: RwSignal<String>,
    shown: Shown,
    /// The place of the reading that would be used.
    chosen: RwSignal<usize>,
    /// The title that was chosen by hand, or that was used last.
    wanted: RwSignal<String>,
    summary: RwSignal<String>,
    remarks: RwSignal<Vec<String>>,
    can_use: RwSignal<bool>,
    busy: RwSignal<bool>,
    /// Goes up with each text that is looked at.
    looked: StoredValue<u32>,
}

impl State {
    fn new(opening: Opening) -> Self {
        let kept = opening.kept();
        let last = &kept.borrow().last;
        Self {
            opening,
            source: Source::new(),
            missing: RwSignal::new(String::new()),
            is_there: RwSignal::new(false),
            format: RwSignal::new(last.format),
            recognised: RwSignal::new(String::new()),
            shown: Shown::nothing(),
            chosen: RwSignal::new(0),
            wanted: RwSignal::new(last.title.clone()),
            summary: RwSignal::new(String::new()),
            remarks: RwSignal::new(Vec::new()),
            can_use: RwSignal::new(false),
            busy: RwSignal::new(false),
            looked: StoredValue::new(0),
        }
    }

    /// With the text that was given, or that was used last.
    fn start(self) {
        let kept = self.opening.kept();
        let mut kept = kept.borrow_mut();
        let text = kept.given.take().unwrap_or_else(|| kept.last.text.clone());
        self.source.set("The text that was used last", text);
        if let Some(field) = self.source.field.get_untracked() {
            let _ = field.focus();
        }
        self.fetch();
    }

    fn fetch(self) {
        self.missing.set(String::new());
        spawn_local(async move {
            let came = reader::fetch().await;
            // The dialog may be closed by now: then there is nothing to set.
            if self.is_there.try_set(came.is_ok()).is_none() {
                self.missing.set(came.err().unwrap_or_default());
                self.look_soon();
            }
        });
    }

    /// Reads the text when it has come to rest.
    fn look_soon(self) {
        let number = self.looked.get_value() + 1;
        self.looked.set_value(number);
        let is_still = move || self.looked.try_get_value() == Some(number);
        let look = move || {
            if is_still() {
                self.look();
            }
        };
        let start = move || {
            if !is_still() {
                return;
            }
            if !self.source.is_long() {
                self.look();
                return;
            }
            // "Reading …" is on the screen before the page is busy.
            self.busy.set(true);
            request_animation_frame(move || set_timeout(look, Duration::ZERO));
        };
        set_timeout(start, REST);
    }

    /// Reads the text.
    fn look(self) {
        self.busy.set(false);
        if !self.is_there.get_untracked() {
            return;
        }
        let format = FORMATS.get(self.format.get_untracked()).map(|format| format.0).filter(|id| !id.is_empty());
        let read = self.source.read(|text| match text.trim().is_empty() {
            true => Err("Nothing there yet.".to_owned()),
            false => reader::read(text, format),
        });
        let (answer, failed) = match read {
            Ok(answer) => (answer, None),
            Err(why) => (Answer::default(), Some(why)),
        };
        // The one that was chosen, or else the first that can be used.
        let (readings, wanted) = (&answer.readings, self.wanted.get_untracked());
        let place = readings.iter().position(|one| one.title == wanted);
        let place = place.or_else(|| readings.iter().position(|one| one.way().is_ok()));
        self.chosen.set(place.unwrap_or(0));
        self.shown.show(Rc::new(answer));
        match failed {
            None => self.tell(),
            Some(why) => self.refuse(why),
        }
    }

    /// There is nothing to use, for a reason.
    fn refuse(self, why: String) {
        self.busy.set(false);
        self.recognised.set(String::new());
        self.remarks.set(Vec::new());
        self.can_use.set(false);
        self.summary.set(why);
    }

    /// Says what the chosen reading is.
    fn tell(self) {
        let answer = self.shown.answer();
        let Some(reading) = answer.readings.get(self.chosen.get_untracked()) else {
            let nothing = || format!("There are no servers in it; {}.", lines(&answer.marks));
            self.refuse(answer.refused.clone().unwrap_or_else(nothing));
            return;
        };
        let name =
            FORMATS.iter().find(|format| answer.format.as_deref() == Some(format.0)).map_or("", |format| format.1);
        let is_recognised = self.format.get_untracked() == 0;
        self.recognised.set(if is_recognised { format!("recognised as {name}") } else { String::new() });
        let way = reading.way();
        self.can_use.set(way.is_ok());
        self.summary.set(reading.summary(&way, &answer.marks));
        self.remarks.set(way.map_or_else(|_| reading.notes.clone(), |way| way.notes));
    }

    /// Uses it: one step of the history.
    fn carry_out(self) -> Result<(), String> {
        let store = self.opening.kept().borrow().store;
        let answer = self.shown.answer();
        let reading = answer.readings.get(self.chosen.get_untracked()).ok_or("There is nothing to use.")?;
        let way = reading.way()?;
        let commands = reading.commands(&way, &store.scenario())?;
        store.dispatch_all(&format!("Paste {}", reading.title), &commands).map_err(|error| error.to_string())?;
        store.notes.update(|notes| notes.extend(way.notes));
        let text = self.source.read(str::to_owned);
        let last = Text { text, format: self.format.get_untracked(), title: reading.title.clone() };
        self.opening.kept().borrow_mut().last = last;
        Ok(())
    }
}

/// What is open.
#[component]
pub fn Opened(
    /// By what, and what was used last.
    opening: Opening,
) -> impl IntoView {
    let state = State::new(opening);
    let State { source, missing, is_there, format, recognised, shown, chosen, summary, busy, .. } = state;
    let dialog = NodeRef::<html::Dialog>::new();
    let arrived = Callback::new(move |result: Result<(), String>| match result {
        Ok(()) => state.look_soon(),
        Err(why) => state.refuse(why),
    });
    let use_it = move || match state.carry_out() {
        Ok(()) => close(dialog),
        Err(why) => {
            state.can_use.set(false);
            summary.set(why);
        }
    };
    let formats = FORMATS.iter().map(|format| Item { name: format.1.into(), help: String::new() }).collect();
    let take_format = move |at: usize| {
        format.set(at);
        state.look_soon();
    };
    let choose = move |at: usize| {
        let title = shown.answer().readings.get(at).map(|reading| reading.title.clone());
        state.wanted.set(title.unwrap_or_default());
        chosen.set(at);
        state.tell();
    };
    let choices = move || {
        shown.number.track();
        let items: Vec<Item> = shown.answer().readings.iter().map(item).collect();
        if items.len() < 2 {
            return ().into_any();
        }
        view! {
            <p class="configuration-choice">
                "Use " <ChoiceField label="Which servers".into() items value=chosen take=choose />
            </p>
        }
        .into_any()
    };
    let is_missing = flag(move || !missing.with(String::is_empty));
    let try_again = move || {
        view! {
            <p class="configuration-missing" role="alert">
                <span>{text(move || format!("What reads configurations did not come. {}", missing.get()))}</span>
                <button type="button" class="button" on:click=on_click(move |_| state.fetch())>
                    "Try again"
                </button>
            </p>
        }
        .into_any()
    };
    let beside = view! {
        <p>
            "Format " <ChoiceField label="Format".into() items=formats value=format take=take_format /> " "
            <span class="quiet">{recognised}</span>
        </p>
    };
    let below = view! {
        {remade(choices)}
        {shown_while(is_missing, try_again)}
    };
    let frame = Frame {
        dialog,
        class: "dialog paste configuration",
        title: ("Paste a configuration", "configuration-title"),
        help: HELP.into_any(),
        source,
        field: ("Configuration", EXAMPLE, "8"),
        busy,
        arrived,
        more: (beside.into_any(), below.into_any()),
        summary: text(move || match (is_there.get(), is_missing.get(), busy.get()) {
            (_, true, _) => "Nothing can be read without it.".into(),
            (false, ..) => "What reads configurations is being fetched …".into(),
            (_, _, true) => "Reading …".into(),
            _ => summary.get(),
        }),
        remarks: state.remarks,
        below: (().into_any(), view! { <Report shown /> }.into_any()),
        take: ("Use it", state.can_use, Rc::new(use_it)),
        opened: Box::new(move || state.start()),
        closed: Box::new(move || opening.closed()),
    };
    frame.view()
}

/// A reading as an option: how many servers, or why not.
fn item(reading: &Reading) -> Item {
    match reading.way() {
        Ok(_) => Item {
            name: format!("{}: {}", reading.title, counted(reading.servers.len(), "server")),
            help: String::new(),
        },
        Err(why) => Item { name: format!("{}: cannot be placed", reading.title), help: why },
    }
}
