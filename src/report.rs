//! The report: what is on show as one page of paper. HTML as text, built when the page is printed.

use placement::{beside::Variant, keys::Keys, number::thousands, scenario::Scenario};

use crate::{compare::in_full, lab::sheet::Table};

/// Rows of all tables that stand on paper; a page has room for no more.
const MOST_ROWS: usize = 24;

/// What stands on it.
#[derive(Debug, Default)]
pub struct Report {
    /// The finding.
    pub finding: String,
    /// What was placed, and how: a paragraph each.
    pub settings: Vec<String>,
    /// Pictures as SVG, of this program's own making.
    pub pictures: Vec<String>,
    /// Tables with their titles.
    pub tables: Vec<(String, Table)>,
    /// The link that brings it back.
    pub link: String,
}

/// What a scenario places, and how, in one sentence.
#[must_use]
pub fn settings(scenario: &Scenario) -> String {
    let keys = match &scenario.keys {
        Keys::Pattern { pattern, count, .. } => format!("{} keys {pattern}", thousands(*count)),
        Keys::List(list) if list.len() == 1 => "1 pasted key".to_owned(),
        Keys::List(list) => format!("{} pasted keys", thousands(list.len())),
    };
    format!("{keys} on {}", way(scenario))
}

/// How many nodes there are, and how a scenario places on them, whatever its keys.
#[must_use]
pub fn way(scenario: &Scenario) -> String {
    let nodes = scenario.fleet.nodes().len() as u64;
    let nodes = if nodes == 1 { "1 node".to_owned() } else { format!("{} nodes", thousands(nodes)) };
    format!("{nodes}. {}.", in_full(&Variant::of(scenario)))
}

impl Report {
    /// As HTML, for the inside of an element. All texts are escaped.
    #[must_use]
    pub fn html(&self) -> String {
        let mut html = String::from("<h1>");
        escape(&mut html, &self.finding);
        html.push_str("</h1>");
        for settings in &self.settings {
            html.push_str("<p>");
            escape(&mut html, settings);
            html.push_str("</p>");
        }
        html.push_str("<div class=\"paper-pictures\">");
        for picture in &self.pictures {
            html.push_str("<figure>");
            html.push_str(picture);
            html.push_str("</figure>");
        }
        html.push_str("</div>");
        let tables: Vec<&(String, Table)> = self.tables.iter().filter(|(_, table)| !table.rows.is_empty()).collect();
        let rows: Vec<usize> = tables.iter().map(|(_, table)| table.rows.len()).collect();
        let most = most_rows(&rows);
        for (title, table) in tables {
            table_of(&mut html, title, table, most);
        }
        html.push_str("<p class=\"paper-link\">");
        escape(&mut html, &self.link);
        html.push_str("</p>");
        html
    }
}

/// How many rows each table may have, so that all of them have room: short ones are whole, and the others share what is left.
fn most_rows(rows: &[usize]) -> usize {
    let fits = |most: &usize| rows.iter().map(|&rows| rows.min(*most)).sum::<usize>() <= MOST_ROWS;
    (1..=MOST_ROWS).rev().find(fits).unwrap_or(1)
}

fn table_of(html: &mut String, title: &str, table: &Table, most: usize) {
    html.push_str("<section><h2>");
    escape(html, title);
    html.push_str("</h2><table><thead><tr>");
    let tag =
        |at: usize| if table.columns.get(at).is_some_and(|column| column.is_number) { " class=\"number\"" } else { "" };
    for (at, column) in table.columns.iter().enumerate() {
        html.push_str(&format!("<th scope=\"col\"{}>", tag(at)));
        escape(html, &column.head);
        html.push_str("</th>");
    }
    html.push_str("</tr></thead><tbody>");
    for row in table.rows.iter().take(most) {
        html.push_str("<tr>");
        for (at, text) in row.cells.iter().enumerate() {
            html.push_str(&format!("<td{}>", tag(at)));
            escape(html, text);
            html.push_str("</td>");
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table>");
    if table.rows.len() > most {
        html.push_str(&format!("<p>The first {most} of {} rows.</p>", thousands(table.rows.len() as u64)));
    }
    html.push_str("</section>");
}

fn escape(html: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '&' => html.push_str("&amp;"),
            '"' => html.push_str("&quot;"),
            _ => html.push(character),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use placement::link;

    #[test]
    fn settings_in_a_sentence() {
        assert_eq!(
            settings(&Scenario::default()),
            "100,000 keys user:{i} on 8 nodes. Ring, FNV-1a 32, 160 virtual nodes each, labelled {node}#{i}."
        );
        let one = link::decode("nodes=a&alg=rendezvous&list=k").scenario;
        assert!(settings(&one).starts_with("1 pasted key on 1 node. Rendezvous, FNV-1a 32, scored by "));
    }

    #[test]
    fn tables_share_the_rows_that_a_page_has_room_for() {
        // Whole where they fit; else the short ones are whole and the long ones alike.
        for (rows, most) in
            [(vec![8, 8, 8], 24), (vec![30], 24), (vec![60, 60], 12), (vec![4, 60, 2, 60], 9), (vec![], 24)]
        {
            assert_eq!(most_rows(&rows), most, "{rows:?}");
        }
    }

    #[test]
    fn names_are_no_markup() {
        let hostile = "<img src=x onerror=alert(1)>\"&";
        let mut table = Table::new(&[hostile], &[]);
        (0..30).for_each(|_| table.push(vec![hostile.to_owned()], false));
        let report = Report {
            finding: hostile.into(),
            settings: vec![hostile.into()],
            pictures: Vec::new(),
            tables: vec![(hostile.into(), table)],
            link: hostile.into(),
        };
        let html = report.html();
        assert!(!html.contains("<img") && html.matches("&lt;img src=x onerror=alert(1)&gt;&quot;&amp;").count() == 29);
        assert!(html.contains("<p>The first 24 of 30 rows.</p>"));
        // Well-formed, so it is what it looks like.
        assert!(roxmltree::Document::parse(&format!("<main>{html}</main>")).is_ok(), "{html}");
    }
}
