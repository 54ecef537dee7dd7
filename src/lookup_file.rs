//! Keys that were looked up, as a file to take away: a line each, as comma-separated values or as JSON.

use placement::fleet::NodeId;

use crate::{csv, json, lookup::Row, moved_file::Form, one_key::REPLICAS};

/// Which columns there are besides key, position, owner and replicas.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Columns {
    /// What a slot is called; `None` where there are none.
    pub slot: Option<&'static str>,
    /// Is there an owner before?
    pub before: bool,
}

/// What stands before the first key.
#[must_use]
pub fn head(form: Form, columns: Columns) -> String {
    if form == Form::Json {
        return "[".into();
    }
    let mut head = "key,position".to_owned();
    if let Some(slot) = columns.slot {
        head.push(',');
        head.push_str(slot);
    }
    head.push_str(",owner");
    for replica in 1..=REPLICAS {
        head.push_str(&format!(",replica {replica}"));
    }
    if columns.before {
        head.push_str(",owner before");
    }
    head.push_str("\r\n");
    head
}

/// Writes the key at a place of the file; `name` and `name_before` give the names of nodes now and before.
pub fn write(
    form: Form,
    file: &mut String,
    place: usize,
    row: &Row,
    columns: Columns,
    name: &dyn Fn(NodeId) -> String,
    name_before: &dyn Fn(NodeId) -> String,
) {
    let owner = row.owner.map(name);
    let before = row.before.flatten().map(name_before);
    let slot = row.slot.map_or_else(String::new, |slot| slot.to_string());
    if form == Form::Csv {
        file.push_str(&csv::field(&row.key));
        file.push(',');
        file.push_str(&row.position);
        if columns.slot.is_some() {
            file.push(',');
            file.push_str(&slot);
        }
        let replica = |at: usize| row.replicas.get(at).map(|&id| name(id));
        let names = [owner].into_iter().chain((0..REPLICAS).map(replica)).chain(columns.before.then_some(before));
        for name in names {
            file.push(',');
            file.push_str(&csv::field(&name.unwrap_or_default()));
        }
        file.push_str("\r\n");
        return;
    }
    let text = |file: &mut String, name: &str, text: Option<&str>| {
        file.push_str(name);
        match text {
            Some(text) => json::text(file, text),
            None => file.push_str("null"),
        }
    };
    file.push_str(if place == 0 { "\n" } else { ",\n" });
    text(file, "{\"key\":", Some(&row.key));
    text(file, ",\"position\":", Some(&row.position));
    if let Some(word) = columns.slot {
        file.push_str(&format!(",\"{word}\":{}", if slot.is_empty() { "null" } else { &slot }));
    }
    text(file, ",\"owner\":", owner.as_deref());
    file.push_str(",\"replicas\":[");
    for (at, &id) in row.replicas.iter().enumerate() {
        text(file, if at == 0 { "" } else { "," }, Some(&name(id)));
    }
    file.push(']');
    if columns.before {
        text(file, ",\"before\":", before.as_deref());
    }
    file.push('}');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(form: Form, columns: Columns, rows: &[Row]) -> String {
        let mut file = head(form, columns);
        let name = |id: NodeId| ["a", "b,c", "=d"][id.0 as usize].to_owned();
        for (place, row) in rows.iter().enumerate() {
            write(form, &mut file, place, row, columns, &name, &|id| format!("old {}", id.0));
        }
        file + form.foot()
    }

    #[test]
    fn a_line_a_key() {
        let rows = [
            Row {
                key: "user:1".into(),
                position: "0x0000002a".into(),
                slot: Some(7),
                owner: Some(NodeId(1)),
                replicas: vec![NodeId(2), NodeId(0)],
                before: Some(Some(NodeId(0))),
            },
            Row {
                key: "=\"1\"".into(),
                position: "0x0000002b".into(),
                slot: None,
                owner: None,
                replicas: Vec::new(),
                before: Some(None),
            },
        ];
        let all = Columns { slot: Some("bucket"), before: true };
        assert_eq!(
            file(Form::Csv, all, &rows),
            "key,position,bucket,owner,replica 1,replica 2,owner before\r\n\
             user:1,0x0000002a,7,\"b,c\",'=d,a,old 0\r\n\
             \"'=\"\"1\"\"\",0x0000002b,,,,,\r\n"
        );
        assert_eq!(
            file(Form::Json, all, &rows),
            "[\n{\"key\":\"user:1\",\"position\":\"0x0000002a\",\"bucket\":7,\"owner\":\"b,c\",\"replicas\":[\"=d\",\"a\"],\
             \"before\":\"old 0\"},\n\
             {\"key\":\"=\\\"1\\\"\",\"position\":\"0x0000002b\",\"bucket\":null,\"owner\":null,\"replicas\":[],\
             \"before\":null}\n]\n"
        );
        let few = Columns { slot: None, before: false };
        assert_eq!(
            file(Form::Csv, few, &rows[1..]),
            "key,position,owner,replica 1,replica 2\r\n\"'=\"\"1\"\"\",0x0000002b,,,\r\n"
        );
        assert_eq!(file(Form::Json, few, &[]), "[\n]\n");
    }
}
