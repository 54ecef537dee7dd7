//! The functions from a number to a bucket.

use placement::system::clickhouse;

use super::settings::Settings;

/// A function from a key's number to a bucket.
pub type BucketOf = Box<dyn Fn(u64) -> Result<u32, String>>;

/// The function of an id, with the number of buckets of the settings.
pub fn of(settings: &Settings) -> Result<BucketOf, String> {
    let id = settings.id()?;
    let buckets = settings.whole_given("buckets")?;
    if buckets == 0 {
        return Err("there are no buckets".to_owned());
    }
    Ok(match id {
        "clickhouse-jump" | "guava-consistent-hash" | "jump-hash" | "supsi-jump" => {
            Box::new(move |number| Ok(clickhouse::jump(number, buckets)))
        }
        "clickhouse-kostik" => {
            Box::new(move |number| clickhouse::kostik(number, buckets).map_err(|error| error.to_string()))
        }
        other => return Err(format!("the id {other} is not known")),
    })
}
