// Does this client place every key as Ringscope says? Needs Go 1.18 or newer and nothing else.
//  1. Put this file and ringscope-vectors.txt into the folder of a package, and the package's name below.
//  2. Put your client between the two lines below.
//  3. go test -run Golden
package golden

import (
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"
)

type goldenNode struct {
	name   string
	weight float64
	isUp   bool
}

// --- your client ---
// Gets the settings ("algorithm": "ring", "vn": "160", …) and the nodes in their order.
// Returns a function from a key to the name of its owner; "" where nobody owns it.
func makeGoldenClient(settings map[string]string, nodes []goldenNode) func(key string) string {
	panic("Put your client here.")
}

// --- end of your client ---

func TestGolden(t *testing.T) {
	file, err := os.ReadFile("ringscope-vectors.txt")
	if err != nil {
		t.Fatal(err)
	}
	settings, nodes, keys, end := map[string]string{}, []goldenNode{}, [][2]string{}, -1
	lines := strings.Split(string(file), "\n")
	if lines[0] != "# Ringscope golden vectors, version 1" {
		t.Fatal("this test reads another version of the file")
	}
	for _, line := range lines {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, "\t")
		for at := range fields {
			if fields[at], err = url.PathUnescape(fields[at]); err != nil {
				t.Fatal(err)
			}
		}
		switch fields[0] {
		case "setting":
			settings[fields[1]] = fields[2]
		case "node":
			weight, err := strconv.ParseFloat(fields[2], 64)
			if err != nil {
				t.Fatal(err)
			}
			nodes = append(nodes, goldenNode{fields[1], weight, fields[3] == "up"})
		case "key":
			keys = append(keys, [2]string{fields[1], fields[2]})
		case "end":
			if end, err = strconv.Atoi(fields[1]); err != nil {
				t.Fatal(err)
			}
		}
	}
	if end != len(keys) || end == 0 {
		t.Fatalf("the file is not whole, or has no keys: %d of %d", len(keys), end)
	}
	ownerOf := makeGoldenClient(settings, nodes)
	wrong := 0
	// In their order: where loads are bounded, an owner hangs on the keys before.
	for _, key := range keys {
		if found := ownerOf(key[0]); found != key[1] {
			if wrong++; wrong <= 10 {
				t.Logf("%q: %q, should be %q", key[0], found, key[1])
			}
		}
	}
	if wrong > 0 {
		t.Fatalf("%d of %d keys have another owner", wrong, len(keys))
	}
}
