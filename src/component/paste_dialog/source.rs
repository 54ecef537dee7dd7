//! The text that is being pasted: in the textarea, or, where it is so long that a textarea would stall the page, held
//! beside it. It never goes into a signal.

use leptos::{html, prelude::*, task::spawn_local};
use placement::{limits, number::Ratio};
use wasm_bindgen_futures::JsFuture;

/// Texts of more bytes are held, not shown: a textarea takes a second to lay out fifty thousand lines.
const SHOWN_BYTES: usize = 64 << 10;
/// Texts of more bytes that are pasted are not left to the browser, which takes a second for five hundred lines.
const TYPED_BYTES: usize = 1 << 10;
/// Most lines, and characters of each, that are shown of a text that is held.
const HEAD: (usize, usize) = (5, 120);

/// A text that is held, in words.
#[derive(Clone, PartialEq, Eq)]
pub struct Held {
    /// Where it is from: `keys.txt, 12.3 MB`.
    pub title: String,
    /// How it begins.
    pub head: String,
}

/// Where the text is.
#[derive(Clone, Copy)]
pub struct Source {
    /// The field.
    pub field: NodeRef<html::Textarea>,
    /// What is held, if it is not the field that counts.
    pub held: RwSignal<Option<Held>>,
    text: StoredValue<String>,
    /// Goes up with each text that is asked for, so that a file that arrives late does not replace a later one.
    asked: StoredValue<u32>,
}

impl Source {
    /// An empty one.
    #[must_use]
    pub fn new() -> Self {
        Self {
            field: NodeRef::new(),
            held: RwSignal::new(None),
            text: StoredValue::new(String::new()),
            asked: StoredValue::new(0),
        }
    }

    /// Gives the text to a function.
    pub fn read<T>(&self, read: impl FnOnce(&str) -> T) -> T {
        if self.held.with_untracked(Option::is_some) {
            return self.text.with_value(|text| read(text));
        }
        read(&self.field.get_untracked().map(|field| field.value()).unwrap_or_default())
    }

    /// Is it so long that to read it takes more than a moment?
    #[must_use]
    pub fn is_long(&self) -> bool {
        let in_field = || self.field.get_untracked().map_or(0, |field| field.text_length() as usize);
        self.held.with_untracked(Option::is_some) || in_field() > SHOWN_BYTES
    }

    /// Takes a text: into the field, or beside it.
    pub fn set(&self, name: &str, text: String) {
        if text.len() <= SHOWN_BYTES {
            if let Some(field) = self.field.get_untracked() {
                field.set_value(&text);
            }
            self.clear();
            return;
        }
        let lines = text.lines().take(HEAD.0).map(|line| line.chars().take(HEAD.1).collect::<String>());
        let head = lines.collect::<Vec<_>>().join("\n");
        self.held.set(Some(Held { title: format!("{name}, {}", megabytes(text.len() as u64)), head }));
        self.text.set_value(text);
    }

    /// Takes a text from the clipboard if it is long; a short one is the field's own affair.
    pub fn paste(&self, text: String) -> bool {
        let Some(field) = self.field.get_untracked().filter(|_| text.len() > TYPED_BYTES) else { return false };
        if text.len() > SHOWN_BYTES {
            self.set("From the clipboard", text);
        } else if field.set_range_text(&text).is_ok() {
            let end = field.selection_end().ok().flatten();
            let _ = field.set_selection_start(end);
        }
        true
    }

    /// The field counts again.
    pub fn clear(&self) {
        self.asked.update_value(|asked| *asked += 1);
        self.held.set(None);
        self.text.set_value(String::new());
    }

    /// Reads a file, then says how that went. A file above the limit is not read at all.
    pub fn set_file(&self, file: &web_sys::File, then: Callback<Result<(), String>>) {
        self.clear();
        let (source, name, asked) = (*self, file.name(), self.asked.get_value());
        let most = limits::PASTE_BYTES as u64;
        // A file's size is a whole number below 2^53.
        let size = file.size() as u64;
        if size > most {
            then.run(Err(format!("{name} has {}; up to {} can be read.", megabytes(size), megabytes(most))));
            return;
        }
        let text = JsFuture::from(file.text());
        spawn_local(async move {
            let text = text.await.ok().and_then(|text| text.as_string());
            // The dialog may be closed by now: then its values are gone.
            if source.asked.try_get_value() != Some(asked) {
                return;
            }
            match text {
                Some(text) => {
                    source.set(&name, text);
                    then.run(Ok(()));
                }
                None => then.run(Err(format!("The browser cannot read {name}."))),
            }
        });
    }
}

fn megabytes(bytes: u64) -> String {
    format!("{} MB", Ratio::new(bytes, 1u64 << 20).decimal(1, 1))
}
