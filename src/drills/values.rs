//! The quantities of a drill: which of them matter to it, what the drill has them at, what they can be.

use placement::{
    drill::{
        Asked,
        catalogue::Drill,
        quantity::{self, Quantity},
    },
    number::thousands,
    parameter::{Kind, Settings, Value},
    scenario::Scenario,
};

/// The quantities that matter most to a drill; the others are offered below.
#[must_use]
pub fn that_matter(id: &str) -> Vec<&'static Quantity> {
    let own: &[&str] = match id {
        "grow" => &["reads", "keys", "dual", "db_rate"],
        "dies" => &["reads", "cap_rate", "db_rate", "eject", "penalty"],
        "reference" => &["reads", "keys", "depth"],
        "flap" => &["eject", "penalty", "backoff", "check", "grace"],
        "views" => &["clients", "writes", "reads"],
        "hot" => &["front", "front_ttl", "copies", "bound"],
        "durable" => &["item", "copy", "dual"],
        _ => &["reads", "keys", "cap_keys", "db_rate"],
    };
    std::iter::once(&"scale").chain(own).filter_map(|field| Quantity::from_field(field)).collect()
}

/// What a drill has by itself: the settings of its first run.
#[must_use]
pub fn own(id: &str, scenario: &Scenario) -> Settings {
    let plans = Drill::from_id(id).map_or_else(Vec::new, |drill| drill.runs(scenario));
    plans.into_iter().next().map(|plan| plan.settings).unwrap_or_default()
}

/// What holds: what the reader set, else what the drill has.
#[must_use]
pub fn current(asked: &Asked, own: &Settings, quantity: &Quantity) -> Value {
    let set = asked.values().iter().find(|(one, _)| *one == quantity).map(|(_, value)| value.clone());
    set.unwrap_or_else(|| own.get(&quantity.parameter))
}

/// Do its nodes hold the only copy of everything?
#[must_use]
pub fn is_durable(asked: &Asked) -> bool {
    let own = own(asked.id(), &Scenario::default());
    current(asked, &own, &quantity::DURABLE) == Value::Switch(true)
}

/// The drill with another value; the drill's own is no value of the reader's.
///
/// # Errors
/// A sentence for people: what the quantity can be.
pub fn with(asked: &Asked, own: &Settings, quantity: &'static Quantity, value: Value) -> Result<Asked, String> {
    let mut asked = asked.clone();
    if value == own.get(&quantity.parameter) {
        asked.unset(quantity);
    } else {
        asked.set(quantity, value).map_err(|error| error.to_string())?;
    }
    Ok(asked)
}

/// What it can be and what the drill has, after its unit: "1 to 64; here 4".
#[must_use]
pub fn range(quantity: &Quantity, own: &Settings) -> String {
    match quantity.parameter.kind {
        Kind::Count { least, most, .. } => {
            format!("{} to {}; here {}", thousands(least), thousands(most), thousands(quantity.of(own)))
        }
        Kind::Choice(options) => {
            format!("here {}", options.get(quantity.choice(own)).map_or("", |choice| choice.name))
        }
        _ => format!("here {}", if quantity.is_on(own) { "on" } else { "off" }),
    }
}
