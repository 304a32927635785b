package store

import (
	"io/fs"
	"slices"
	"strings"
)

// A view is one of views.sql: a name for a SELECT, which may use the views before it.
type view struct{ Name, Body string }

// Views are the views of views.sql and the statements of settle.sql. They are read when first
// needed, because most hooks need few of them. Views are not part of the store's schema: each
// process would have to parse all of them when it opens the store. Instead a statement that
// names a view is given it as a common table expression.
type Views struct {
	assets  fs.FS
	script  string // views.sql
	views   []view
	settle  []string
	wrapped map[string]string // by a file's text: see wrap
}

// all returns the views of views.sql.
func (v *Views) All() []view {
	if v.views != nil {
		return v.views
	}
	for _, statement := range Statements(v.text()) {
		if name, ok := creates(statement, "VIEW"); ok {
			_, body, _ := strings.Cut(statement, " AS\n")
			v.views = append(v.views, view{name, body})
		}
	}
	return v.views
}

// text returns views.sql, "" if it cannot be read: a statement that names a view will say so.
func (v *Views) text() string {
	if v.script == "" {
		script, err := fs.ReadFile(v.assets, "views.sql")
		if err != nil {
			return ""
		}
		v.script = string(script)
	}
	return v.script
}

// names returns the names of the views without parsing views.sql.
func (v *Views) names() (list []string) {
	_, rest, more := strings.Cut(v.text(), "CREATE VIEW ")
	for more {
		name, _, _ := strings.Cut(rest[:min(len(rest), 64)], " ")
		list = append(list, name)
		_, rest, more = strings.Cut(rest, "CREATE VIEW ")
	}
	return list
}

// usedBy returns the views that a statement needs, in the order of views.sql.
func (v *Views) usedBy(statement string) []view {
	var list []view
	if !hasName(statement, v.names()...) {
		return nil
	}
	for _, one := range slices.Backward(v.All()) {
		if hasName(statement, one.Name) || slices.ContainsFunc(list, func(o view) bool { return hasName(o.Body, one.Name) }) {
			list = append(list, one)
		}
	}
	slices.Reverse(list)
	return list
}

// hasName reports whether one of these names, each shorter than 64 bytes, occurs in a statement
// as a word of its own, in any case.
func hasName(statement string, names ...string) bool {
	lengths := uint64(0)
	for _, name := range names {
		lengths |= 1 << len(name)
	}
	isName := func(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' || b == '_' || b >= '0' && b <= '9' }
	start := 0
	for end := 0; end <= len(statement); end++ {
		if end < len(statement) && isName(statement[end]) {
			continue
		}
		if n := end - start; n < 64 && lengths>>n&1 == 1 && slices.ContainsFunc(names, func(name string) bool {
			return len(name) == n && strings.EqualFold(name, statement[start:end])
		}) {
			return true
		}
		start = end + 1
	}
	return false
}

// with prepends the views that a statement names. They are not materialized, so that the store's
// indexes apply to what is asked of them.
func (v *Views) With(statement string) string {
	views := v.usedBy(statement)
	if len(views) == 0 {
		return statement
	}
	var b strings.Builder
	for i, one := range views {
		b.WriteString([]string{"WITH ", ", "}[min(i, 1)])
		b.WriteString(one.Name + " AS NOT MATERIALIZED (\n" + one.Body + "\n)")
	}
	return b.String() + "\n" + statement
}

// wrap puts a file's text into a SELECT, with the views that it names, so that only a single
// SELECT compiles: anything else is a syntax error.
func (v *Views) wrap(text string) string {
	statement, ok := v.wrapped[text]
	if !ok {
		if statement = v.With("SELECT * FROM (\n" + text + "\n)"); v.wrapped == nil {
			v.wrapped = map[string]string{}
		}
		v.wrapped[text] = statement
	}
	return statement
}

// settling returns the statements of settle.sql, which follow a recorded run.
func (v *Views) Settling() ([]string, error) {
	if v.settle == nil {
		script, err := fs.ReadFile(v.assets, "settle.sql")
		if err != nil {
			return nil, err
		}
		for _, statement := range Statements(string(script)) {
			v.settle = append(v.settle, v.With(statement))
		}
	}
	return v.settle, nil
}
