package runs

import (
	"fmt"
	"strings"
)

// InWords returns how a run ended, as people are told of it everywhere: its counts, as far as they are known, and whether it is known how
// it ended.
func InWords(outcome string, passed, failed *int64) string {
	var words []string
	for _, n := range []struct {
		count *int64
		what  string
	}{{failed, "failed"}, {passed, "passed"}} {
		if n.count != nil && *n.count > 0 {
			words = append(words, fmt.Sprintf("%d %s", *n.count, n.what))
		}
	}
	switch {
	case outcome != "pass" && outcome != "fail":
		words = append(words, "outcome unknown")
	case len(words) == 0:
		words = append(words, outcome+"ed")
	}
	return strings.Join(words, ", ")
}
