//! The functions from a number to a bucket.

use placement::system::{
    clickhouse,
    cpp_dx::CppDx,
    hash4j::{self, JumpBackAnchor},
};

use super::settings::Settings;

/// A function from a key's number to a bucket.
pub type BucketOf = Box<dyn Fn(u64) -> Result<u32, String>>;

/// Most additions and removals of a case.
const STEPS: usize = 10_000;

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
        "hash4j-jump" => Box::new(move |number| Ok(hash4j::jump(number, buckets))),
        "hash4j-jumpback" => Box::new(move |number| Ok(hash4j::jump_back(number, buckets))),
        "hash4j-jumpback-anchor" => {
            let mut anchor = JumpBackAnchor::new(buckets);
            for step in steps(settings)? {
                match step {
                    Step::Remove(bucket) => anchor.remove(bucket),
                    Step::Add(count) => (0..count).for_each(|_| anchor.add()),
                }
            }
            Box::new(move |number| anchor.bucket(number).ok_or_else(|| "no bucket is left".to_owned()))
        }
        "cpp-dx" => {
            let capacity =
                if settings.get("capacity").is_some() { Some(settings.whole_given("capacity")?) } else { None };
            let mut slots = CppDx::new(buckets, capacity).map_err(|error| error.to_string())?;
            for step in steps(settings)? {
                match step {
                    Step::Remove(bucket) => slots.remove(bucket),
                    Step::Add(count) => (0..count).for_each(|_| slots.add()),
                }
            }
            // The function takes 32 bits, so the rest of the number is cut off.
            Box::new(move |number| slots.bucket(number as u32).ok_or_else(|| "no bucket is found".to_owned()))
        }
        other => return Err(format!("the id {other} is not known")),
    })
}

/// What happens to the buckets, one after the other.
enum Step {
    /// This bucket goes.
    Remove(u32),
    /// So many are added.
    Add(u32),
}

/// The steps of the settings: `-b` and `+n`.
fn steps(settings: &Settings) -> Result<Vec<Step>, String> {
    let texts = settings.texts("steps")?;
    let step = |text: &String| {
        let number = |digits: &str| digits.parse().map_err(|_| format!("the step {text} is not known"));
        match (text.strip_prefix('-'), text.strip_prefix('+')) {
            (Some(bucket), _) => number(bucket).map(Step::Remove),
            (_, Some(count)) => number(count).map(Step::Add),
            _ => Err(format!("the step {text} is not known")),
        }
    };
    let steps: Vec<Step> = texts.iter().map(step).collect::<Result<_, _>>()?;
    let added: usize = steps.iter().map(|step| if let Step::Add(count) = step { *count as usize } else { 1 }).sum();
    if added > STEPS { Err(format!("{added} steps are more than {STEPS}")) } else { Ok(steps) }
}
