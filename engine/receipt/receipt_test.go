package receipt

import (
	"slices"
	"strings"
	"testing"

	"witness/engine/hook"
)

// TestChoose checks which runs a commit of the files a and b is shown. A history is written as its events in order: a2 gives the file a its second
// content, r is a run. The commit has a2 and b2.
func TestChoose(t *testing.T) {
	for _, c := range []struct{ history, run, untried string }{
		{"a2 b2 r", "exact", ""},
		{"a2 r b2", "changed b", "b"},
		{"a2 b2", "", "a b"},
		{"a2 b2 r a3", "exact", ""}, // later work does not count
		{"a2 b2 a3 r", "", "a"},     // nor does a run on it: b was there
		{"a2 b2 a3 r a2", "changed a", "a"},
		{"a2 b2 a3 a2 r", "exact", ""},          // put back by hand
		{"a2 b2 c2 r", "dirty c", ""},           // c is not in the commit
		{"a2 b2 c2 c1 r", "exact", ""},          // and is as in its tree
		{"a2 b2 r c2", "exact", ""},             // nor what came later
		{"ona a2 b2 r", "exact", ""},            // only what the commit changes is another than in what was checked out
		{"one a2 b2 r", "dirty e", ""},          // e was changed by nobody who was seen: the commit was moved onto another base
		{"onz a2 b2 r", "exact", ""},            // a document
		{"a2 b2 r one", "dirty e", ""},          // as was seen only after the run
		{"one ona a2 b2 r", "exact", ""},        // the latest counts
		{"onc a2 b2 c1 r", "exact", ""},         // what was seen is judged by its content
		{"c2 onf a2 b2 ona r", "exact", ""},     // c2 was committed when another commit was checked out, without c2
		{"c2 ona a2 b2 r", "dirty c", ""},       // it was committed nowhere
		{"c2 onf softa a2 b2 r", "dirty c", ""}, // and a soft reset leaves it
		{"c2 ona harda a2 b2 r", "exact", ""},   // a hard one does not
		{"c2 viaa a2 b2 r", "exact", ""},        // one line has committed it elsewhere and come back
		{"a2 b2 r d2", "dirty d", ""},           // unless the commit has it: then it was not there yet
		{"a2 r b2 r", "exact", ""},
		{"a2 b2 r r", "exact", ""},
	} {
		var h history
		was := map[string]string{}
		for i, word := range strings.Fields(c.history) {
			at := int64(i + 1)
			if at := slices.IndexFunc([]string{"on", "soft", "hard", "via"}, func(how string) bool { return len(word) > 2 && strings.HasPrefix(word, how) }); at >= 0 {
				how := []string{"on", "soft", "hard", "via"}[at]
				h.heads = append(h.heads, head{"/p", word[len(how):], int64(i + 1), hook.After, how != "soft", how == "hard"})
				continue
			}
			if word == "r" {
				h.runs = append(h.runs, Run{Command: "go test", Kind: "test", at: at, root: "/p"})
				continue
			}
			before := was[word[:1]]
			if before == "" {
				before = word[:1] + "1"
			}
			h.changes = append(h.changes, change{"s", "/p", word[:1], "code", before, word, at})
			was[word[:1]] = word
		}
		committed := func(file string) string { return map[string]string{"a": "a2", "b": "b2", "c": "c1", "d": "d2"}[file] }
		files := []File{{"a", true, "a2"}, {"b", true, "b2"}}
		in := func(commit, file string) string {
			return map[string]string{"fc": "c2", "ac": "c1", "ee": "e9"}[commit+file]
		}
		since := func(base string) []string { return strings.Split(base, "") }
		moves := func(_, _ int64) []string { return slices.Repeat([]string{"f"}, strings.Count(c.history, "via")) }
		list, untried := h.choose("/p", files, 100, tree{committed, in, since, moves, func(file string) bool { return file == "z" }})
		got := ""
		for _, r := range list {
			switch {
			case r.Exact:
				got += "exact"
			case len(r.Changed) > 0:
				got += "changed " + strings.Join(r.Changed, " ")
			default:
				got += "dirty " + strings.Join(r.Dirty, " ")
			}
		}
		if got != c.run || strings.Join(untried, " ") != c.untried {
			t.Errorf("%s: %q, untried %q; want %q, %q", c.history, got, strings.Join(untried, " "), c.run, c.untried)
		}
	}
}
