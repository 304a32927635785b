package bundle

import (
	"fmt"
	"slices"
	"strings"

	"witness/engine/hook"
)

// DidYouMean returns the nearest of the known names as the end of a message, such as
// `; did you mean "x"?`, or "" if none is near.
func DidYouMean(name string, known []string) string {
	if best := Nearest(name, known); best != "" {
		return fmt.Sprintf("; did you mean %q?", best)
	}
	return ""
}

// synonym returns witness's name for what an agent calls a tool or a moment, or another linter a
// severity; "" if there is none.
func synonym(lower string) string {
	return map[string]string{
		"bash": hook.Run, "shell": hook.Run, "exec": hook.Run, "terminal": hook.Run, "command": hook.Run,
		"multiedit": hook.Edit, "apply_patch": hook.Edit, "patch": hook.Edit, "create": hook.Write, "remove": hook.Delete,
		"grep": hook.Search, "glob": hook.Search, "find": hook.Search, "webfetch": hook.Fetch, "websearch": hook.Fetch, "agent": hook.Task,
		"pretooluse": hook.Before, "pre": hook.Before, "posttooluse": hook.After, "post": hook.After, "sessionstart": hook.Start, "userpromptsubmit": hook.Prompt, "sessionend": hook.End,
		"error": hook.Block, "deny": hook.Block, "warning": hook.Warn, "info": hook.Warn, "disabled": hook.Off,
	}[lower]
}

// maxSuggested is the length above which no similar name is looked for, in bytes. All of witness's own are
// shorter, and the search takes the product of two lengths.
const maxSuggested = 64

// Nearest returns the known name that was probably meant, "" if none is near.
func Nearest(name string, known []string) string {
	if len(name) > maxSuggested {
		return ""
	}
	lower := strings.ToLower(name)
	if s := synonym(lower); s != "" && slices.Contains(known, s) {
		return s
	}
	// A third of the letters may be wrong; in a short word, one.
	best, least := "", max(1, (len(name)+1)/3)+1
	for _, k := range known {
		if d := distance(lower, strings.ToLower(k)); d < least && k != name {
			best, least = k, d
		}
	}
	return best
}

// distance returns the edit distance of two words, in bytes; a swap of neighbours counts as one edit
// (optimal string alignment).
func distance(a, b string) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}
