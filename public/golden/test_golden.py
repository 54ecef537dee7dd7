"""Does this client place every key as Ringscope says? Needs Python 3.8 or newer and nothing else.

1. Put this file and ringscope-vectors.txt into one folder.
2. Put your client between the two lines below.
3. python3 -m unittest test_golden.py
"""
import pathlib
import unittest
from urllib.parse import unquote


# --- your client ---
# Gets the settings ({"algorithm": "ring", "vn": "160", ...}) and the nodes in their order (name, weight, is_up).
# Returns a function from a key to the name of its owner; "" where nobody owns it.
def make_client(settings, nodes):
    raise NotImplementedError("Put your client here.")
# --- end of your client ---


def read(path):
    settings, nodes, keys, end = {}, [], [], None
    # Not splitlines(): it takes other characters for the end of a line as well.
    lines = path.read_text(encoding="ascii").split("\n")
    if lines[0] != "# Ringscope golden vectors, version 1":
        raise ValueError("this test reads another version of the file")
    for line in lines:
        if line == "" or line.startswith("#"):
            continue
        kind, *fields = [unquote(field, errors="strict") for field in line.split("\t")]
        if kind == "setting":
            settings[fields[0]] = fields[1]
        elif kind == "node":
            nodes.append((fields[0], float(fields[1]), fields[2] == "up"))
        elif kind == "key":
            keys.append((fields[0], fields[1]))
        elif kind == "end":
            end = int(fields[0])
    if end != len(keys):
        raise ValueError("the file is not whole")
    return settings, nodes, keys


class Golden(unittest.TestCase):
    def test_every_key_has_the_owner_of_the_golden_vectors(self):
        settings, nodes, keys = read(pathlib.Path(__file__).with_name("ringscope-vectors.txt"))
        self.assertTrue(keys, "the file has no keys")
        owner_of = make_client(settings, nodes)
        # In their order: where loads are bounded, an owner hangs on the keys before.
        found = [(key, owner_of(key), owner) for key, owner in keys]
        wrong = [f"{key!r}: {got!r}, should be {owner!r}" for key, got, owner in found if got != owner]
        first = "\n".join(wrong[:10])
        self.assertEqual(len(wrong), 0, f"{len(wrong)} of {len(keys)} keys have another owner. The first:\n{first}")


if __name__ == "__main__":
    unittest.main()
