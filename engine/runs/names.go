package runs

import (
	"strings"

	"witness/engine/lines"
)

// resolve finds the tests that are named only by a part of their name: its end, or, in a list of
// failures as wide as the terminal, its beginning. Such a list may also leave out the headings and the suite of a test.
func (r *walkedRun) resolve() {
	failing, nested, suited := r.failing(), r.nested(), r.suited()
	list := make([]*entry, 0, len(r.list))
	for _, e := range r.list {
		known := r.truncated(e)
		if known == nil && e.listed && !e.loose {
			known = nested[entryKey{suite: e.key.suite, test: e.key.test}]
			if known == nil && e.key.suite == "" {
				known = suited[e.key.test]
			}
		}
		if known != nil {
			known.adopt(e)
			continue
		}
		if e.key.short == "" {
			list = append(list, e)
			continue
		}
		if known := shortened(e, failing); known != nil {
			known.adopt(e)
			known.listed = known.listed || e.listed
			continue
		}
		if e.loose && len(e.more) == 0 {
			continue // a heading of something else
		}
		e.key.test = e.ownName()
		e.key.short = ""
		list = append(list, e)
	}
	r.list = list
}

// pair finds the tests that failed and had an error besides, in their teardown, and names that so. If a
// list of failures names only the error, it is what the line of the test calls a failure.
func (r *walkedRun) pair() {
	failed := map[entryKey]*entry{}
	for _, e := range r.list {
		if e.outcome == "fail" {
			failed[e.key] = e
		}
	}
	if len(failed) == 0 {
		return
	}
	list := make([]*entry, 0, len(r.list))
	for _, e := range r.list {
		key := e.key
		key.isError = !key.isError
		twin := failed[key]
		switch {
		case twin == nil || e.outcome != "fail":
		case e.key.isError && (e.loose || twin.listed):
			e.key.test += " (teardown)"
		case !e.key.isError && !e.listed && !twin.loose:
			continue
		}
		list = append(list, e)
	}
	r.list = list
}

// besides returns how many failures the total of a run does not include: those of setups, and all but
// one of a test, which may fail in several subtests and in its teardown.
func (r *walkedRun) besides() (n int64) {
	seen := map[[2]string]bool{}
	for _, e := range r.list {
		test := [2]string{e.key.suite, e.base}
		if e.outcome == "fail" && (e.besides || seen[test]) {
			n++
		}
		seen[test] = seen[test] || e.outcome == "fail"
	}
	return n
}

// truncated returns the failing test whose name begins as that of e, which a list has cut short.
func (r *walkedRun) truncated(e *entry) *entry {
	begin, cut := strings.CutSuffix(e.key.test, "…")
	if !cut || e.loose {
		return nil
	}
	for _, k := range r.list {
		if k != e && k.key.suite == e.key.suite && k.outcome == "fail" && strings.HasPrefix(k.key.test, begin) {
			return k
		}
	}
	return nil
}

// shortened returns the failing test whose name ends with that of e, preferring one in the same file.
func shortened(e *entry, failing map[string][]*entry) (found *entry) {
	short := strings.ReplaceAll(e.key.short, "::", ".")
	for _, k := range failing[lastPart(short)] {
		name := strings.ReplaceAll(k.key.test, "::", ".")
		if k.key.isError != e.key.isError || name != short && !strings.HasSuffix(name, "."+short) {
			continue
		}
		if found == nil || k.column(lines.File) == e.column(lines.File) {
			found = k
		}
	}
	return found
}

// failing returns the failing tests that are named in full by the last part of their name.
func (r *walkedRun) failing() map[string][]*entry {
	byPart := map[string][]*entry{}
	for _, e := range r.list {
		if e.key.short == "" && e.outcome == "fail" {
			part := lastPart(e.key.test)
			byPart[part] = append(byPart[part], e)
		}
	}
	return byPart
}

// nested returns the tests with headings by the last part of their name, unless a list names them.
func (r *walkedRun) nested() map[entryKey]*entry {
	byPart := map[entryKey]*entry{}
	for _, e := range r.list {
		if !e.loose || e.outcome == "pass" {
			continue
		}
		if i := strings.LastIndex(e.key.test, joined); i >= 0 {
			byPart[entryKey{suite: e.key.suite, test: e.key.test[i+len(joined):]}] = e
		}
	}
	return byPart
}

// suited returns the failing tests that have a suite by their names, unless a list names them.
func (r *walkedRun) suited() map[string]*entry {
	byName := map[string]*entry{}
	for _, e := range r.list {
		if e.loose && e.outcome == "fail" && e.key.suite != "" {
			byName[e.key.test] = e
		}
	}
	return byName
}

// lastPart returns what follows the last dot or colon of a name.
func lastPart(name string) string { return name[strings.LastIndexAny(name, ".:")+1:] }

// ownName returns the name of a test that no line names in full: its file and the end of its name.
func (e *entry) ownName() string {
	name, args, bracket := strings.Cut(e.key.short, "[")
	name = strings.ReplaceAll(name, ".", "::")
	if bracket {
		name += "[" + args
	}
	if file := e.column(lines.File); file != "" {
		return file + "::" + name
	}
	return name
}
