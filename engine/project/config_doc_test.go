package project

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"witness/internal/testfiles"
)

// TestConfigurationIsDocumented checks that docs/configuration.md has the table of keys, and that
// its examples are valid.
func TestConfigurationIsDocumented(t *testing.T) {
	b, err := os.ReadFile(testfiles.Root(t) + "/docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	text := string(b)
	for _, k := range configKeys {
		def := ""
		if k.Default != nil {
			def = fmt.Sprintf("`%v` ", k.Default)
		}
		if row := fmt.Sprintf("| `%s` | %s| %s |\n", k.Name, def, k.Doc); !strings.Contains(text, row) {
			t.Errorf("docs/configuration.md lacks the row\n%s", row)
		}
	}
	rows := strings.Count(text, "\n| `")
	if rows != len(configKeys) {
		t.Errorf("docs/configuration.md has %d rows for %d keys", rows, len(configKeys))
	}
	examples := regexp.MustCompile("(?s)```toml\n(.*?)```").FindAllStringSubmatch(text, -1)
	if len(examples) < 3 {
		t.Errorf("only %d examples", len(examples))
	}
	for _, example := range examples {
		tree, err := decodeConfig("example.toml", []byte(example[1]))
		if err != nil {
			t.Fatal(err)
		}
		c := newConfig()
		(&layerReader{config: c, below: c, layer: layerUser, path: "example.toml", lines: keyLines(example[1])}).add(tree)
		for _, err := range c.Errs {
			t.Error(err)
		}
	}
}

// TestKeyLines checks the line of every key in two files.
func TestKeyLines(t *testing.T) {
	for _, c := range []struct {
		path, text string
		want       map[string]int
	}{
		{"a.toml", "mode = 'x' # y = 1\n[rules]\na = ['warn', { t = 1, u = 2 }]\n\"b\" = { severity = 'off' }\n[rules.c]\nt = 3\n[[except]]\nrule = 'a'\n[[except]]\nrule = 'b'\nx.y = 1\n", map[string]int{
			"mode": 1, "rules": 2, "rules.a": 3, "rules.a.t": 3, "rules.a.u": 3, "rules.b.severity": 4, "rules.c": 5, "rules.c.t": 6,
			"except.0": 7, "except.0.rule": 8, "except.1": 9, "except.1.rule": 10, "except.1.x.y": 11,
		}},
		{"b.toml", "rules.a.severity = 'off'\nrules.b = [\n  'warn',\n  { t = 1 },\n]\n[limits]\nbefore_ms = 1\n", map[string]int{
			"rules.a.severity": 1, "rules.b": 2, "rules.b.t": 4, "limits.before_ms": 7,
		}},
	} {
		got := keyLines(c.text)
		for name, line := range c.want {
			if got[name] != line {
				t.Errorf("%s: %s is on line %d, not %d", c.path, name, line, got[name])
			}
		}
	}
}
