package facts

import (
	"math"
	"strings"

	"witness/engine/hook"
	"witness/engine/redact"
)

// minKey is the least length of what is taken for a real key, and minEntropy what its letters tell at least, in bits each.
const (
	minKey     = 20
	minEntropy = 3.3
)

// notKeys are parts of values that stand for a key or are known to be none.
var notKeys = []string{"example", "sample", "dummy", "fake", "test", "placeholder", "your", "changeme", "xxxx", "0000", "1234567890", "abcdefgh", "...", "process.env", "localhost"}

// SecretsIn returns how many values that look like real keys a call writes into a file: tokens of known forms and what is assigned to the name of a
// key. A value that an edit takes out as well is not written.
func (c *Call) SecretsIn(disk Disk, path string, secrets redact.Finder) (n int) {
	for _, f := range c.Files {
		if c.Project.Path(f.Path) != path || hook.ReadOnly(f.Kind) {
			continue
		}
		texts := []hook.Replacement{{New: f.Content}}
		if f.Kind == hook.Edit || len(f.Replaced) > 0 {
			texts = f.Replaced
		}
		for _, text := range texts {
			for _, span := range secrets.Find(text.New) {
				if value := text.New[span.Start:span.End]; isKey(value) && !strings.Contains(text.Old, value) {
					n++
				}
			}
		}
	}
	if n > 0 && disk.Ignored(c.rootOf(disk, parent(path)), path) {
		return 0
	}
	return n
}

// parent returns the folder of a path.
func parent(path string) string { return path[:max(0, strings.LastIndexAny(path, `/\`))] }

// isKey reports whether a value looks like a real key and not like a word, a placeholder or a name.
func isKey(value string) bool {
	lower := strings.ToLower(value)
	for _, part := range notKeys {
		if strings.Contains(lower, part) {
			return false
		}
	}
	if strings.Contains(value, "-----BEGIN") {
		return len(value) > 200
	}
	if len(value) < minKey || !redact.LooksRandom(value) || strings.ContainsAny(value, "<>{}$ ()") {
		return false
	}
	counts := map[rune]float64{}
	for _, r := range value {
		counts[r]++
	}
	bits := 0.0
	for _, n := range counts {
		p := n / float64(len(value))
		bits -= p * math.Log2(p)
	}
	return bits >= minEntropy
}

// Ignored takes the usual names of such files.
func (*Recorded) Ignored(_, path string) bool {
	base := path[strings.LastIndexAny(path, `/\`)+1:]
	return strings.HasPrefix(base, ".env") || strings.HasSuffix(base, ".local.json")
}
