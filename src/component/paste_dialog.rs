//! The dialog in which a fleet or a list of keys is pasted, or read from a file. What would be taken and what left out
//! is said while it is typed; nothing changes before it is taken.

mod frame;
mod source;

use std::{rc::Rc, time::Duration};

use leptos::{html, prelude::*};
use placement::{
    keys::{KeyList, KeyListError, KeyReader, KeyReport, Keys},
    number::Ratio,
    paste,
    scenario::{Command, Scenario},
};

pub(super) use self::{
    frame::{Frame, close, drag_over, load, on_drop_open},
    source::Source,
};
use super::{configuration_dialog::Opening, focus_first_shown, part};
use crate::{
    apart::Panel,
    configured::seems::seems,
    react::{flag, on_click, shown_while, text},
    store::use_store,
};

/// How long a long text is let come to rest before it is looked at.
const REST: Duration = Duration::from_millis(150);

/// So much of a long list is read before the page can show how far that is.
const PIECE_BYTES: usize = 2 << 20;

/// Most sentences about lines that were left out that stay on the page after the dialog.
const KEPT: usize = 3;

/// What is pasted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// Names of nodes.
    Fleet,
    /// Keys.
    Keys,
}

impl Wanted {
    /// The heading, and its id.
    fn title(self) -> (&'static str, &'static str) {
        match self {
            Self::Fleet => ("Paste a fleet", "paste-a-fleet-title"),
            Self::Keys => ("Paste keys", "paste-keys-title"),
        }
    }

    /// The field's name, what stands in it while it is empty, and its rows.
    fn field(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Fleet => ("Nodes", "cache-01\ncache-02 0.5", "12"),
            Self::Keys => ("Keys", "user:1\nuser:2", "12"),
        }
    }

    fn help(self) -> AnyView {
        match self {
            Self::Fleet => view! {
                "One node a line, with its weight after it where that is not 1, as in "
                <code>"cache-03 2"</code>
                ". A name that is in the fleet already stays the same node."
            }
            .into_any(),
            Self::Keys => view! {
                "One key a line, with a tab and its number of requests after it where you know it."
            }
            .into_any(),
        }
    }

    /// The buttons that the focus goes back to.
    fn opener(self) -> &'static str {
        match self {
            Self::Fleet => "[data-paste='fleet']",
            Self::Keys => "[data-paste='keys'], [data-use-pattern]",
        }
    }

    /// What stands in the field at first.
    fn text_of(self, scenario: &Scenario) -> String {
        match (self, &scenario.keys) {
            (Self::Fleet, _) => paste::text_of(&scenario.fleet),
            (Self::Keys, Keys::List(list)) => list.to_lines(),
            (Self::Keys, Keys::Pattern { .. }) => String::new(),
        }
    }
}

/// A file that was dropped where a dialog can open for it.
pub type Dropped = StoredValue<Option<web_sys::File>, LocalStorage>;

/// What was read: the command it makes, and what there is to say about it.
struct Read {
    command: Option<Command>,
    told: Told,
}

/// What there is to say about a text.
#[derive(Clone, PartialEq, Eq, Default)]
struct Told {
    /// What would be taken: `25 nodes, 1 line left out`.
    summary: String,
    /// Sentences about the rest.
    remarks: Vec<String>,
}

impl Told {
    fn only(summary: impl Into<String>) -> Self {
        Self { summary: summary.into(), remarks: Vec::new() }
    }

    /// For the notes of the page, once it is taken.
    fn note(&self) -> Option<String> {
        let kept = self.remarks.get(..KEPT).unwrap_or(&self.remarks).join(" ");
        let rest = if self.remarks.len() > KEPT { " …" } else { "" };
        (!self.remarks.is_empty()).then(|| format!("Pasted: {}. {kept}{rest}", self.summary))
    }
}

fn read(wanted: Wanted, text: &str, scenario: &Scenario) -> Read {
    match wanted {
        _ if text.is_empty() => Read { command: None, told: Told::only("Nothing there yet.") },
        Wanted::Fleet => {
            let pasted = paste::fleet(text, &scenario.fleet);
            let told = Told { summary: pasted.summary(), remarks: pasted.remarks() };
            let command = (pasted.taken > 0).then_some(Command::SetFleet(pasted.fleet));
            Read { command, told }
        }
        Wanted::Keys => keys_read(KeyList::read(text)),
    }
}

fn keys_read(read: Result<(KeyList, KeyReport), KeyListError>) -> Read {
    match read {
        Ok((list, report)) => Read {
            command: Some(Command::SetKeys(Keys::List(list))),
            told: Told { summary: report.summary(), remarks: report.remarks() },
        },
        Err(error) => Read { command: None, told: Told::only(error.to_string()) },
    }
}

/// Reads the next piece of a long list, lets the page show how far it is, and goes on.
fn read_on(
    mut reader: KeyReader,
    source: Source,
    is_still: Rc<dyn Fn() -> bool>,
    done: RwSignal<Option<Ratio>>,
    found: Rc<dyn Fn(Read)>,
) {
    if !is_still() {
        return;
    }
    let (has_more, all) = source.read(|text| (reader.step(text, PIECE_BYTES), text.len()));
    if has_more {
        done.set(Some(Ratio::new(reader.bytes() as u64, all as u64)));
        set_timeout(move || read_on(reader, source, is_still, done, found), Duration::ZERO);
    } else {
        found(keys_read(source.read(|text| reader.finish(text))));
    }
}

/// The dialog, while it is open.
#[component]
pub fn PasteDialog(
    /// For what.
    wanted: Wanted,
    /// Is it open?
    open: RwSignal<bool>,
    /// A file that it opens with.
    dropped: Dropped,
) -> impl IntoView {
    shown_while(open.into(), move || part::paste(move || Panel::Paste(wanted, open, dropped), open))
}

/// The dialog.
#[component]
pub fn Opened(
    /// For what.
    wanted: Wanted,
    /// It is.
    open: RwSignal<bool>,
    /// A file that it opens with.
    dropped: Dropped,
) -> impl IntoView {
    let store = use_store();
    let opening = expect_context::<Opening>();
    let dialog = NodeRef::<html::Dialog>::new();
    let source = Source::new();
    let (summary, remarks) = (RwSignal::new(String::new()), RwSignal::new(Vec::<String>::new()));
    // Whose configuration a list of nodes looks like.
    let looks_like = RwSignal::new(String::new());
    let can_take = RwSignal::new(false);
    let busy = RwSignal::new(false);
    let looked = StoredValue::new(0u32);

    // What was read last, to be taken.
    let ready = StoredValue::new_local(None::<Command>);
    let done = RwSignal::new(None::<Ratio>);
    let found = move |Read { command, told }: Read| {
        can_take.set(command.is_some());
        ready.set_value(command);
        summary.set(told.summary);
        remarks.set(told.remarks);
        busy.set(false);
        done.set(None);
    };
    let read_at_once = move || {
        let (now, seems) = source.read(|text| {
            (read(wanted, text, &store.scenario()), if wanted == Wanted::Fleet { seems(text) } else { "" })
        });
        looks_like.set(seems.into());
        found(now);
    };
    let is_still = move |number: u32| looked.try_get_value() == Some(number);
    let look_soon = move || {
        let number = looked.get_value() + 1;
        looked.set_value(number);
        if !source.is_long() {
            read_at_once();
            return;
        }
        busy.set(true);
        done.set(None);
        let start = move || {
            if !is_still(number) {
                return;
            }
            if wanted == Wanted::Fleet {
                read_at_once();
                return;
            }
            match source.read(KeyReader::new) {
                Ok(reader) => read_on(reader, source, Rc::new(move || is_still(number)), done, Rc::new(found)),
                Err(error) => found(keys_read(Err(error))),
            }
        };
        set_timeout(start, REST);
    };
    let refuse = move |why: String| found(Read { command: None, told: Told::only(why) });
    let arrived = Callback::new(move |result: Result<(), String>| match result {
        Ok(()) => look_soon(),
        Err(message) => refuse(message),
    });
    let opened = move || {
        if let Some(file) = dropped.try_update_value(Option::take).flatten() {
            load(&file, source, busy, arrived);
            return;
        }
        source.set("The list on show", wanted.text_of(&store.scenario()));
        if let Some(field) = source.field.get_untracked() {
            // What is pasted takes the place of what is there.
            let _ = field.focus();
            field.select();
        }
        look_soon();
    };
    let carry_out = move || {
        let Some(command) = ready.try_update_value(Option::take).flatten() else { return };
        match store.dispatch(command) {
            Ok(()) => {
                let told = Told { summary: summary.get_untracked(), remarks: remarks.get_untracked() };
                store.notes.update(|notes| notes.extend(told.note()));
                close(dialog);
            }
            Err(error) => refuse(error.to_string()),
        }
    };
    let take = move || {
        if !source.is_long() {
            carry_out();
            return;
        }
        // "Reading …" is on the screen before the page is busy.
        busy.set(true);
        request_animation_frame(move || set_timeout(carry_out, Duration::ZERO));
    };
    let configure = move || {
        let read_it = on_click(move |_| {
            opening.open(store, Some(source.read(str::to_owned)), "system");
            close(dialog);
        });
        view! {
            <p class="paste-seems">
                {text(move || format!("This looks like {} configuration. ", looks_like.get()))}
                <button type="button" class="link" on:click=read_it>
                    "Read it as one"
                </button>
            </p>
        }
        .into_any()
    };
    let frame = Frame {
        dialog,
        class: "dialog paste",
        title: wanted.title(),
        help: view! { {wanted.help()} " Nothing leaves this browser." }.into_any(),
        source,
        field: wanted.field(),
        busy,
        arrived,
        more: (().into_any(), ().into_any()),
        summary: text(move || match (busy.get(), summary.get()) {
            (true, _) => match done.get() {
                Some(done) => format!("Reading, {} so far …", done.percent()),
                None => "Reading …".into(),
            },
            (false, summary) => summary,
        }),
        remarks,
        below: (shown_while(flag(move || !looks_like.with(String::is_empty)), configure), ().into_any()),
        take: ("Take", can_take, Rc::new(take)),
        opened: Box::new(opened),
        closed: Box::new(move || {
            open.set(false);
            request_animation_frame(move || focus_first_shown(wanted.opener()));
        }),
    };
    frame.view()
}
