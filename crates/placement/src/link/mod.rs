//! A scenario as the query string of a link, and back. A link that was once given away must show the same for ever.
//!
//! # Grammar, version 1
//!
//! ```text
//! link  = "v=1" *( "&" field "=" value )       fields at their defaults are left out; written in the order below
//!
//! v     version of this grammar; written always, 1 where it is missing
//! alg   the algorithm's id: ring, rendezvous, jump, modulo, …
//! sys   in its place the id of a real system: nginx-consistent, haproxy-consistent, …
//! …     each parameter of each algorithm and each system under its own name (vn, label, hash, fin, …), as `Parameter::write` gives it
//! nodes the fleet; left out for the default one, and empty for an empty one
//! vacant
//!       buckets whose node is gone for good; left out where there are none
//! drained, pins, shards
//!       the table of a coordinator; left out where it is as freshly dealt
//! then  a change of the fleet that leads on from all this; left out where there is none
//! cmp   other ways to place the same, to be compared with this one; left out where there are none
//! to    where all this is migrated to; left out where it is not
//! drill the drill that is on show, with its own values and events; left out where there is none
//! keys  the key pattern, with {i} for the counter: user:{i}
//! from  the counter's first value
//! n     the number of keys
//! list  pasted keys, in place of keys, from and n
//!
//! nodes = [ node *( "," node ) ]
//! node  = name [ "*" weight ] [ "!" [ went ] ] [ "@" id ] [ "^" bucket ]
//! vacant = run *( "," run )                    in the order in which they were removed
//! run   = bucket [ "-" bucket ] [ "!" went ]   one, or one after the other up or down; when the first of them went
//! drained = place *( "," place )               places of nodes in the fleet, counted from 0
//! pins  = pin *( "," pin )                     keys that begin with the text go to the node
//! pin   = text "@" place
//! shards = version [ "." 256place ]            the owner of each shard; without them, as freshly dealt
//! then = change *( "," change )                in the order in which they are made
//! change = name [ "*" weight ]                 a node joins
//!       / "@" id                               is removed
//!       / "@" id "!" [ "up" ]                  goes down, or comes up
//!       / "@" id "*" weight                    has another weight
//! cmp   = variant *( "," variant )             up to three
//! variant = algorithm *( "*" field ":" value ) its id, and its parameters that are not at their defaults
//! to    = variant [ "*by:place" ] *( "," server )  without a server on those of nodes; with one that is empty on none
//! server = name [ "*" weight ] [ "!" ]
//! drill = id *( "*" field ":" value ) *( "," event )
//! event = "@" tick "!" what [ "^" rollout ]    in tenths of a second; over so many seconds the clients learn of a change
//! what  = "kill:" id / "revive:" id / "remove:" id / "fail:" id ":" percent / "slow:" id ":" percent
//!       / "cut:" client ":" id / "heal:" client ":" id / "hot:" percent / "weigh:" id ":" weight
//!       / "set:" field ":" value               a parameter of the placement
//!       / "add:" name [ "*" weight ]
//! list  = line *( LF line )                    with one more "~" in front where the first key begins with "~"
//!       / "~" number "." digest                a list of so many keys that was too long to travel
//! line  = key [ TAB count ]                    requests for the key, 0 to 1,000,000,000; 1 beside lines that have one
//! ```
//!
//! `*` is a weight other than 1, `!` a node that is down, `@` an id and `^` a bucket that are not the node's place in
//! the order (counted from 0). So `cache-01,cache-02*2,cache-03!` are three nodes, the second of weight 2, the third
//! down. Where nodes went down in another order than that of the rows, a number after `!` says which went first: 1, 2 …
//! Inside a name, `~` stands before any of `, * ! @ ^ ~`; before anything else it is itself. The digest is the
//! first 8 hexadecimal digits of the SHA-1 of the lines joined by LF, as UTF-8.
//!
//! A `^` counts the buckets of nodes only. With the vacant ones among them, each of which has the number that it says,
//! nodes have what is left: `nodes=a,b,c&vacant=1` are three nodes in the buckets 0, 2 and 3. Where a node went down
//! before a bucket was vacant, the numbers after `!` say what went first among both; of equal numbers, and without one,
//! vacant buckets come first.
//!
//! In `shards` a place is written in digits to the base 36, 0 … 9 a … z, as many for each as the last node's place needs:
//! one up to 36 nodes, so 256 in all. Each is a node that can own keys and is not drained. In the text of a pin `~` stands
//! before the same characters as in a name, and so it does in `cmp`, `to` and `drill`. One of the three fields that does
//! not fit the fleet is left out as a whole.
//!
//! Below all that lies percent-encoding, of UTF-8 bytes, which is taken off first: `%2C` in a name separates as a comma
//! does. Written as they are: ASCII letters and digits and `- . _ ~ : / @ ! * ,`, all of them legal in a query by
//! RFC 3986 and left alone by browsers, so a name such as `http://127.0.0.1:9001` can be read and typed. The very last
//! character is a letter, a digit or `=`: programs that find links in text leave out punctuation at the end. A space
//! is written `%20`; a plus that stands alone is read as a space, as browsers' `URLSearchParams` does.
//!
//! # Reading
//!
//! Reading never fails. What cannot be taken as it stands is repaired or left out, and a [`Note`] says so:
//!
//! - a field that is not known is ignored; fields for the page's presentation are ignored without a word;
//! - a bad value becomes the default; a bad part of a node becomes that part's default, a node without a usable name
//!   is left out, and the fleet is the default one if none is left;
//! - of a field or mark that stands twice the last one counts, so a link can be changed by adding to it;
//! - marks stand in any order; an id or bucket that is taken gives way to the node's place, or the lowest free number;
//! - a change that cannot be made of the fleet is left out, all of it; so is a variant that cannot be placed, and what
//!   cannot be migrated to, with all its servers;
//! - of a drill an event or a value that cannot be read is left out; what an event asks for is known only when it happens;
//! - vacant buckets that do not fit the fleet are left out, all of them;
//! - a higher version is read as far as it is understood;
//! - a link of more than [`limits::LINK_CHARACTERS`](crate::limits::LINK_CHARACTERS) characters is not read at all.

mod beside;
mod decode;
mod drill;
mod encode;
mod escape;
mod list;
mod nodes;
mod note;
mod shards;
mod target;
mod vacant;

pub use decode::{Decoded, decode};
pub use encode::{Encoded, encode, encode_all, encode_beside};
pub use escape::escape_bytes;
pub use note::{NodeFault, Note};

use crate::keys::Keys;

/// The fields of a query string as they stand, out of percent-encoding, for what stands in an address beside the scenario;
/// with or without the `?` or `#` before it.
pub fn fields(query: &str) -> impl Iterator<Item = (String, String)> {
    let pieces = query.trim_start_matches(['?', '#']).split('&').filter(|piece| !piece.is_empty());
    pieces.map(|piece| {
        let (name, value) = piece.split_once('=').unwrap_or((piece, ""));
        (escape::decode(name).text, escape::decode(value).text)
    })
}

/// A value as it is written in a query: percent-encoded where it has to be, ASCII.
#[must_use]
pub fn written(value: &str) -> String {
    escape::encode(value)
}

/// A text from elsewhere as it can stand in a sentence: at most 60 characters, and none that steers what is around it.
#[must_use]
pub fn quoted(text: &str) -> String {
    note::shortened(text)
}

/// The version of the grammar that is written.
const VERSION: u32 = 1;

/// The default keys: their pattern, first value and number.
fn usual_pattern() -> (String, u32, u32) {
    match Keys::default() {
        Keys::Pattern { pattern, first, count } => (pattern, first, count),
        Keys::List(_) => (String::new(), 0, 0),
    }
}
