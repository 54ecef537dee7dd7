//! docs/link.md is made from the declarations of the parameters. `UPDATE_DOCS=1 cargo test -p placement --test link_doc`
//! writes it anew; the test fails while it is out of date.

use placement::{
    algorithm::{self, Algorithm, all_parameters},
    parameter::{Kind, Parameter},
    system,
};

const HEAD: &str = "# The link

A scenario is a query string that can be read and typed. `v=1` comes first; a field at its default is left out; a field
that is not known is ignored with a note on the page, and a bad value becomes the default with a message. A link that was
once given away keeps its meaning.

| field | what it is | values | default |
|---|---|---|---|
";

const TAIL: &str = "
## Real systems

`sys` says which of them places; where both stand, `alg` is left out with a note. A fleet or a setting that the system refuses,
such as a weight with a fraction, is placed by the ring instead, with a note that says why. Its settings are fields of
their own; `cmp` names systems as it names algorithms.

What a cluster has given to its nodes stands in `ranges`, `casstokens` or `owns`: `ranges=cache-01=0-5460+10923-16383,cache-02=5461-10922`
gives two nodes their slots. Before the equals sign stands a node's name, in which `~` stands before any of `, = + ~`; behind it
what it has, with `+` between the parts (a blank will do, and a line break in place of a comma). A range is written with a
hyphen; tokens have none. A text that is none, or gives two nodes the same, is left out. A name that is no node's has what it
has in vain; a node that is renamed keeps its own. Up to 1,000,000 bytes can be given, though a link of more than 8,000
characters stays in its tab.

## Nodes

`nodes=cache-01,cache-02*2,cache-03!` are three nodes, the second of weight 2, the third down. After a name stand, in any
order: `*` and a weight from 0 to 1,000 with up to two places; `!` for down, with a number behind it where nodes went down in
another order than that of the rows; `@` and an id, which fixes colour and letter;
`^` and a bucket, which numbered algorithms know the node by. Ids and buckets are left out where they are the node's place
in the list, counted from 0. Inside a name, `~` stands before any of `, * ! @ ^ ~`. Names may be URLs:
`nodes=http://10.0.0.1:9001,http://10.0.0.2:9001`.

## Vacant buckets

Under an algorithm that remembers removals (AnchorHash, MementoHash, DxHash) a node that is removed for good leaves its bucket
vacant, so that no other node changes its own. `vacant=1,4-3` are the buckets 1, 4 and 3 in the order in which they were
removed: up to 1,024, and a range goes up or down. The nodes have what buckets are left, in their order: `^` counts those of
nodes alone. Where a node went down before a bucket was vacant, `!` and a number say what went first, beside the numbers of
the nodes that are down: `nodes=a!2,b,c&vacant=1!1,3!3`. Buckets that do not fit the fleet are left out.

## The lookup table

`shards=29.0123…` is the table at version 29: after the dot stands the owner of each of the 256 shards, by its place in
`nodes` counted from 0, in digits to the base 36 (`0` … `9`, `a` … `z`), as many for each as the last place needs: one up to
36 nodes. An owner is up, has a weight and is not drained. Without the dot the shards are as freshly dealt.
`pins=user:42@3,acme:@0` gives all keys that begin with `user:42` to the node at place 3, and those of `acme:` to the first;
up to 32 texts of up to 64 bytes, with `~` before the same characters as in a name. `drained=2,5` are nodes by their places.
One of these that does not fit the fleet is left out.

## A change, and a comparison

`then` is a change of the fleet: the page opens after it and shows what it moved. Up to 32 parts with commas between them: a
name, with `*` and a weight if it is not 1, joins; `@3` is the node of the id 3, removed for good; `@3!` takes it down, `@3!up`
brings it up, `@3*2` gives it the weight 2. So `then=cache-09` adds a node, and `then=@2!` takes the third one down. A change
that cannot be made of the fleet is left out as a whole.

`cmp` opens the comparison: up to three placements beside the scenario's own, each an algorithm with its settings behind
stars: `cmp=ring*fin:1,rendezvous*fin:1*score:xor,ring*vn:1000`. Settings at their defaults are left out; they are those of the
placement alone and do not follow the scenario's. In values `~` stands before the same characters as in a name.

## A migration

`to` opens the migration: what it would move to place the same keys in another way. It names that as `cmp` does, with its
settings behind stars, and then, with commas between them, the servers there: `to=envoy-ring-hash*envmin:2048,a*2,b,c!` is Envoy
on three servers, the first of weight 2, the last down. Without servers they are those of `nodes`; a comma with nothing after
it, `to=ring,`, is no server at all. A server is the one of `nodes` that has its name; with `*by:place` behind the settings it is
the one that has its place. In names and values `~` stands before the same characters as above. What cannot be placed is left
out as a whole.
## A drill

`drill=add` opens a drill by its id (docs/drills.md lists them). Behind stars stands what is set otherwise than the drill has
it, for all its runs: `drill=dies*clients:8*db_rate:20000`. Then, after commas, what happens besides, each as `@`, a tick of a
tenth of a second, `!` and what: `kill:2`, `revive:2` and `remove:2` by the id of a node; `fail:2:30` (of a hundred requests)
and `slow:2:50` (per cent of its speed); `cut:0:2` and `heal:0:2`, a client and a node; `hot:20` (of a hundred reads); `add:cache-09` with
`*` and a weight if it is not 1; `weigh:2:0.5`; `set:vn:500`, a parameter of the placement. `^60` behind a change of the
membership tells it to the clients over 60 seconds. So `drill=flap,@3000!add:cache-09^60` adds a node after five minutes. Up to 64
events; in names and values `~` stands before the same characters as in a name.

## Pasted keys

`list` holds up to 2,000 bytes of keys, one a line (`%0A`). After a key a tab (`%09`) and a whole number up to 1,000,000,000
can stand: the requests for it, 1 where another key has a number and this one has none. A longer list stays in the tab where
it was pasted: the link then carries its number of keys and a digest, and says so where it is opened.

## The lab

`lab` says what is on show beside the explorer: `movement`, `balance`, `lens`, `advice`, `weights`, `cost` or `sources`. After
dots stands what is not as usual: `movement.down.n3` or `movement.remove.n3` (what a node does, and the id of which),
`balance.spread.x16` or `balance.lightest` (what is plotted, over how many name sets), `advice.p130.alone.q95` (per cent of
the fair share, only while all nodes are up, in so many of 100 name sets), `weights.example`.

## A figure

`embed=1` makes the page a figure for another page. What it shows and what can be done in it stands in fields beside those of
the scenario, in [embedding.md](embedding.md).
";

fn values(parameter: &Parameter) -> (String, String) {
    match &parameter.kind {
        Kind::Count { least, most, default, .. } => (format!("{least} to {most}"), default.to_string()),
        Kind::Choice(options) => {
            let all: Vec<String> = options.iter().map(|one| format!("`{}`", one.id)).collect();
            (all.join(" "), format!("`{}`", options[0].id))
        }
        Kind::Switch => ("`0` `1`".into(), "`0`".into()),
        Kind::Label { default, .. } => ("a text with `{node}` and `{i}`".into(), format!("`{default}`")),
        Kind::Assignment(units) => (format!("{} of nodes; see below", units.many), units.otherwise.into()),
    }
}

fn document() -> String {
    let mut rows = vec![{
        let ids: Vec<String> = algorithm::ALL.iter().map(|one| format!("`{}`", one.id)).collect();
        format!("| `alg` | The algorithm. | {} | {} |", ids.join(" "), ids[0])
    }];
    let systems: Vec<String> = system::ALL.iter().map(|one| format!("`{}`", one.id)).collect();
    rows.push(format!("| `sys` | A real system, in place of `alg`. | {} | none |", systems.join(" ")));
    for parameter in all_parameters() {
        let (values, default) = values(parameter);
        let takers: Vec<&str> = Algorithm::every().filter(|one| one.takes(parameter)).map(|one| one.name).collect();
        let help = parameter.help.replace('|', "\\|");
        rows.push(format!("| `{}` | {help} ({}) | {values} | {default} |", parameter.field, takers.join(", ")));
    }
    rows.push("| `nodes` | The fleet; see below. | names, separated by commas | `cache-01` … `cache-08` |".into());
    rows.push("| `vacant` | Buckets whose node is gone for good; see below. | see below | none |".into());
    rows.push("| `drained` | Nodes that are drained, in the lookup table. | places in `nodes`, with commas | |".into());
    rows.push("| `pins` | Tenants that are pinned to a node; see below. | see below | |".into());
    rows.push("| `shards` | The lookup table; see below. | see below | as freshly dealt |".into());
    rows.push("| `then` | A change of the fleet that leads on from all this; see below. | see below | none |".into());
    rows.push("| `cmp` | Other ways to place the same, to be compared; see below. | see below | none |".into());
    rows.push("| `to` | Where all this is migrated to; see below. | see below | none |".into());
    rows.push("| `drill` | The drill that is on show; see below. | see below | none |".into());
    rows.push("| `keys` | The key pattern. | a text with `{i}` | `user:{i}` |".into());
    rows.push("| `from` | The first value of the counter. | 0 to 4294967295 | 0 |".into());
    rows.push("| `n` | The number of keys. | 0 to 1000000 | 100000 |".into());
    rows.push("| `list` | Pasted keys, in place of the three above. | see below | |".into());
    format!("{HEAD}{}\n{TAIL}", rows.join("\n"))
}

#[test]
fn the_document_of_the_link_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/link.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(path, document()).unwrap();
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(written, document(), "write docs/link.md anew with UPDATE_DOCS=1");
}
