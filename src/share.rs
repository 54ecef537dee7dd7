//! What is given away: the address of a figure, and the text that puts it into a page of one's own, as each builder of
//! documentation wants it.

use placement::link;

use crate::embed::presentation::Presentation;

/// The most of a slide that a figure takes, in CSS px: reveal.js makes slides 700 px high, and some have a heading.
const MOST_ON_SLIDE_CSS_PX: u32 = 560;

/// Where a figure is put.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Any page: an iframe and nothing else.
    Html,
    /// Any page: the element of embed.js, which follows theme and height by itself.
    Element,
    /// A book by mdBook.
    MdBook,
    /// A page of Docusaurus, in JSX.
    Docusaurus,
    /// A page of MkDocs with the theme Material.
    Material,
    /// A page of Sphinx.
    Sphinx,
    /// A slide of reveal.js.
    Reveal,
}

impl Place {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Html, Self::Element, Self::MdBook, Self::Docusaurus, Self::Material, Self::Sphinx, Self::Reveal];

    /// On screen.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Html => "HTML, an iframe",
            Self::Element => "HTML, with embed.js",
            Self::MdBook => "mdBook",
            Self::Docusaurus => "Docusaurus",
            Self::Material => "MkDocs Material",
            Self::Sphinx => "Sphinx",
            Self::Reveal => "reveal.js",
        }
    }
}

/// A figure to be given away.
#[derive(Clone, Debug)]
pub struct Shared {
    /// The address of the page, without query.
    pub base: String,
    /// The scenario, as a query string.
    pub query: String,
    /// What is shown of it.
    pub presentation: Presentation,
    /// What the figure is called where its author has given it no title.
    pub name: String,
    /// How high it is at the width of the preview, in CSS px.
    pub height: u32,
}

impl Shared {
    /// The address of the figure.
    #[must_use]
    pub fn address(&self) -> String {
        let mut address = format!("{}?{}", self.base, self.query);
        for (name, value) in self.presentation.write() {
            address.push_str(&format!("&{name}={}", link::written(&value)));
        }
        address
    }

    /// The text that puts it into a page.
    #[must_use]
    pub fn snippet(&self, place: Place) -> String {
        let script = self.script();
        let element = self.element();
        match place {
            Place::Html => self.frame("src", "loading=\"lazy\" ", self.height),
            Place::Element | Place::MdBook => {
                format!("<script src=\"{}\" async></script>\n{element}", escaped(&script))
            }
            Place::Docusaurus => {
                format!("{{/* Once, in docusaurus.config.js: scripts: ['{script}'] */}}\n{element}")
            }
            // Within a div Markdown is not looked for, in attributes neither.
            Place::Material => {
                format!("<!-- Once, in mkdocs.yml: extra_javascript: [{script}] -->\n<div>\n{element}\n</div>")
            }
            Place::Sphinx => {
                let indented = element.replace('\n', "\n   ");
                format!(".. Once, in conf.py: html_js_files = [\"{script}\"]\n\n.. raw:: html\n\n   {indented}")
            }
            // reveal.js itself loads what has data-src, when its slide comes.
            Place::Reveal => self.frame("data-src", "", self.height.min(MOST_ON_SLIDE_CSS_PX)),
        }
    }

    /// An iframe, whose address stands in the attribute `source`; `more` stands before its size.
    fn frame(&self, source: &str, more: &str, height: u32) -> String {
        format!(
            "<iframe {source}=\"{}\" title=\"{}\"\n        {more}width=\"100%\" height=\"{height}\" style=\"border: 0\"\n        \
             allow=\"clipboard-write\" referrerpolicy=\"no-referrer\"></iframe>",
            escaped(&self.address()),
            escaped(self.title())
        )
    }

    fn title(&self) -> &str {
        self.presentation.title.as_deref().unwrap_or(&self.name)
    }

    /// The script stands beside the page.
    fn script(&self) -> String {
        let folder = self.base.rfind('/').and_then(|end| self.base.get(..=end)).unwrap_or_default();
        format!("{folder}embed.js")
    }

    /// The element, whose attributes are the fields; in it a link for whoever has no scripts.
    fn element(&self) -> String {
        let own = self.presentation.write();
        let own = own.into_iter().filter(|field| field.0 != "embed").map(|(name, value)| (name.to_owned(), value));
        let fields = link::fields(&self.query).filter(|field| field.0 != "v").chain(own);
        let attributes: String = fields.map(|(name, value)| format!(" {name}=\"{}\"", escaped(&value))).collect();
        let link = format!("{}?{}", self.base, self.query);
        format!(
            "<ring-scope{attributes} height=\"{}\">\n  <a href=\"{}\">{}</a>\n</ring-scope>",
            self.height,
            escaped(&link),
            plain(self.title())
        )
    }
}

/// A text within quotes of HTML and of JSX, on one line.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\r' => out.push_str("&#13;"),
            '\t' => out.push_str("&#9;"),
            c => out.push(c),
        }
    }
    out
}

/// A text between two tags that stays what it is: in JSX braces are code, and what stands in a line of its own is Markdown,
/// where stars, brackets and even a bare address mean something.
fn plain(text: &str) -> String {
    let text = escaped(text);
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let is_code = match c {
            '{' | '}' | '*' | '_' | '[' | ']' | '`' | '\\' | '~' | '|' | '$' | '@' => true,
            // "https://…", ":name[…]" and ":name:"; not the colon of a sentence.
            ':' => rest.peek().is_some_and(|next| *next != ' '),
            // "www.…"
            '.' => out.ends_with("www"),
            _ => false,
        };
        if is_code {
            out.push_str(&format!("&#{};", u32::from(c)));
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shared(query: &str, presentation: Presentation) -> Shared {
        Shared {
            base: "https://example.org/ringscope/".into(),
            query: query.into(),
            presentation,
            name: "Ring, 2 nodes".into(),
            height: 480,
        }
    }

    #[test]
    fn an_iframe_has_all_that_it_needs() {
        let plain = shared("v=1&vn=40&nodes=a,b", Presentation::default());
        assert_eq!(
            plain.snippet(Place::Html),
            "<iframe src=\"https://example.org/ringscope/?v=1&amp;vn=40&amp;nodes=a,b&amp;embed=1\" title=\"Ring, 2 nodes\"
        loading=\"lazy\" width=\"100%\" height=\"480\" style=\"border: 0\"
        allow=\"clipboard-write\" referrerpolicy=\"no-referrer\"></iframe>"
        );
        let on_slide = plain.snippet(Place::Reveal);
        assert!(on_slide.starts_with("<iframe data-src=\"https://example.org/ringscope/?v=1&amp;"), "{on_slide}");
        // It would be started ahead of its slide.
        assert!(!on_slide.contains("data-preload") && !on_slide.contains("loading"), "{on_slide}");
        let tall = Shared { height: 900, ..plain }.snippet(Place::Reveal);
        assert!(tall.contains(" height=\"560\" "), "{tall}");
    }

    #[test]
    fn a_text_between_tags_is_no_markup_of_any_builder() {
        assert_eq!(plain("Ring, FNV-1a 32: 8 nodes (a.b)"), "Ring, FNV-1a 32: 8 nodes (a.b)");
        assert_eq!(
            plain("*a* [b](c) {d} <e> `f` :g: www.h"),
            "&#42;a&#42; &#91;b&#93;(c) &#123;d&#125; &lt;e&gt; &#96;f&#96; &#58;g: www&#46;h"
        );
        assert_eq!(plain("https://i.org j@k.org"), "https&#58;//i.org j&#64;k.org");
    }

    #[test]
    fn the_element_has_the_fields_as_attributes() {
        let titled = Presentation { title: Some("Why {node} \"<b>\"".into()), ..Presentation::default() };
        let element = "<ring-scope vn=\"40\" label=\"{node}#{i}\" title=\"Why {node} &quot;&lt;b&gt;&quot;\" height=\"480\">
  <a href=\"https://example.org/ringscope/?v=1&amp;vn=40&amp;label=%7Bnode%7D%23%7Bi%7D\">Why &#123;node&#125; &quot;&lt;b&gt;&quot;</a>
</ring-scope>";
        let one = shared("v=1&vn=40&label=%7Bnode%7D%23%7Bi%7D", titled);
        let script = "https://example.org/ringscope/embed.js";
        assert_eq!(one.snippet(Place::MdBook), format!("<script src=\"{script}\" async></script>\n{element}"));
        assert_eq!(
            one.snippet(Place::Docusaurus),
            format!("{{/* Once, in docusaurus.config.js: scripts: ['{script}'] */}}\n{element}")
        );
        assert_eq!(
            one.snippet(Place::Material),
            format!("<!-- Once, in mkdocs.yml: extra_javascript: [{script}] -->\n<div>\n{element}\n</div>")
        );
        let sphinx = one.snippet(Place::Sphinx);
        assert!(
            sphinx.starts_with(&format!(
                ".. Once, in conf.py: html_js_files = [\"{script}\"]\n\n.. raw:: html\n\n   <ring"
            ))
        );
        assert!(sphinx.lines().skip(4).all(|line| line.starts_with("   ")), "{sphinx}");
    }

    #[test]
    fn a_list_of_keys_stays_on_one_line() {
        let one = shared("v=1&list=a%09%31%0Ab", Presentation::default());
        assert!(one.snippet(Place::Element).contains(" list=\"a&#9;1&#10;b\" "), "{}", one.snippet(Place::Element));
        assert!(one.snippet(Place::Html).contains("list=a%09%31%0Ab&amp;embed=1"));
    }
}
