package store

import (
	"io/fs"
	"slices"
	"strings"

	"witness/engine/bundle"
)

// A View is one view of views.sql: a name for a SELECT, which may name the views before it.
type View struct{ Name, Body string }

// views are the views of views.sql and the statements of settle.sql and the like. They are read when first
// needed, because most hooks need few of them. The views are not part of the store's schema, because
// each process would parse all of them when it opens the store. Instead, a statement that names a
// view gets it as a common table expression.
type views struct {
	assets  fs.FS
	script  string   // views.sql
	known   []string // the names of the views
	list    []View
	files   map[string][]string // statements of the files that update the state
	wrapped map[string]string   // by a file's text: see wrap
}

// Views returns the views of views.sql.
func (v *views) Views() []View {
	if v.list != nil {
		return v.list
	}
	for _, statement := range Statements(v.text()) {
		if name, ok := creates(statement, "VIEW"); ok {
			_, body, _ := strings.Cut(statement, " AS\n")
			v.list = append(v.list, View{name, body})
		}
	}
	return v.list
}

// text returns views.sql, "" if it cannot be read; a statement that names a view fails then.
func (v *views) text() string {
	if v.script == "" {
		v.script, _ = bundle.ReadText(v.assets, "views.sql")
	}
	return v.script
}

// names returns the names of the views without parsing views.sql.
func (v *views) names() []string {
	if v.known == nil {
		_, rest, more := strings.Cut(v.text(), "CREATE VIEW ")
		for more {
			name, _, _ := strings.Cut(rest[:min(len(rest), 64)], " ")
			v.known = append(v.known, name)
			_, rest, more = strings.Cut(rest, "CREATE VIEW ")
		}
	}
	return v.known
}

// usedBy returns the views that a statement needs, in the order of views.sql.
func (v *views) usedBy(statement string) (list []View) {
	needed := make([]bool, len(v.names()))
	markNamed(statement, v.names(), needed)
	if !slices.Contains(needed, true) {
		return nil
	}
	for i, one := range slices.Backward(v.Views()) {
		if needed[i] {
			list = append(list, one)
			markNamed(one.Body, v.names()[:i], needed) // a view can only use those above it
		}
	}
	slices.Reverse(list)
	return list
}

// markNamed sets named[i] if a text contains names[i] as a whole word, in any case. The names must be shorter
// than 64 bytes. It reads the text once: this is done for each statement that a hook compiles.
func markNamed(text string, names []string, named []bool) {
	var lengths [32]uint64 // by the first letter in any case: bit n is set if a name has n bytes
	for _, name := range names {
		lengths[name[0]&31] |= 1 << len(name)
	}
	isName := func(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' || b == '_' || b >= '0' && b <= '9' }
	start := 0
	for end := 0; end <= len(text); end++ {
		if end < len(text) && isName(text[end]) {
			continue
		}
		if n := end - start; n > 0 && n < 64 && lengths[text[start]&31]>>n&1 == 1 {
			for i, name := range names {
				named[i] = named[i] || strings.EqualFold(name, text[start:end])
			}
		}
		start = end + 1
	}
}

// WithViews prepends the views that a statement names to it. They are not materialized, so that SQLite
// can use the store's indexes for conditions on them.
func (v *views) WithViews(statement string) string {
	used := v.usedBy(statement)
	if len(used) == 0 {
		return statement
	}
	var b strings.Builder
	for i, one := range used {
		b.WriteString([]string{"WITH ", ", "}[min(i, 1)])
		b.WriteString(one.Name + " AS NOT MATERIALIZED (\n" + one.Body + "\n)")
	}
	return b.String() + "\n" + statement
}

// wrap puts a file's text into a subquery, with the views that it names, so that anything but a single
// SELECT is a syntax error.
func (v *views) wrap(text string) string {
	statement, ok := v.wrapped[text]
	if !ok {
		if statement = v.WithViews("SELECT * FROM (\n" + text + "\n)"); v.wrapped == nil {
			v.wrapped = map[string]string{}
		}
		v.wrapped[text] = statement
	}
	return statement
}

// FileStatements returns the statements of a file of the folder state: ran.sql and settle.sql
// after a run, touched.sql, taken_back.sql and changed.sql after changes of files.
func (v *views) FileStatements(name string) ([]string, error) {
	if list, ok := v.files[name]; ok {
		return list, nil
	}
	script, err := bundle.ReadText(v.assets, "state/"+name)
	if err != nil {
		return nil, err
	}
	var list []string
	for _, statement := range Statements(script) {
		list = append(list, v.WithViews(statement))
	}
	if v.files == nil {
		v.files = map[string][]string{}
	}
	v.files[name] = list
	return list, nil
}
