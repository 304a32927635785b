package engine

import (
	"io/fs"
	"slices"
	"strings"
)

// A view is one of views.sql: a name for a SELECT, which may name those before it.
type view struct{ name, body string }

// derived is what follows from the facts: the views, and the statements of settle.sql. They
// are read when first asked for; most hooks need few of them.
type derived struct {
	brain  fs.FS
	script string // views.sql
	views  []view
	settle []string
	whole  map[string]string // what one made of a file's text
}

// all are the views of views.sql.
func (d *derived) all() []view {
	if d.views != nil {
		return d.views
	}
	for _, statement := range statements(d.text()) {
		if name, ok := creates(statement, "VIEW"); ok {
			_, body, _ := strings.Cut(statement, " AS\n")
			d.views = append(d.views, view{name, body})
		}
	}
	return d.views
}

// text is views.sql.
func (d *derived) text() string {
	if d.script == "" {
		script, err := fs.ReadFile(d.brain, "views.sql")
		if err != nil {
			return "" // the statement that names one will say so
		}
		d.script = string(script)
	}
	return d.script
}

// names are those of the views. Most statements name none, and views.sql need not be taken
// apart for them.
func (d *derived) names() (list []string) {
	_, rest, more := strings.Cut(d.text(), "CREATE VIEW ")
	for more {
		name, _, _ := strings.Cut(rest[:min(len(rest), 64)], " ")
		list = append(list, name)
		_, rest, more = strings.Cut(rest, "CREATE VIEW ")
	}
	return list
}

// named are the views that a text needs, in order.
func (d *derived) named(text string) []view {
	var list []view
	if !hasName(text, d.names()...) {
		return nil
	}
	for _, v := range slices.Backward(d.all()) {
		if hasName(text, v.name) || slices.ContainsFunc(list, func(o view) bool { return hasName(o.body, v.name) }) {
			list = append(list, v)
		}
	}
	slices.Reverse(list)
	return list
}

// hasName tells whether one of these names, of less than 64 bytes each, stands in a text by
// itself, in upper or lower case.
func hasName(text string, names ...string) bool {
	lengths := uint64(0)
	for _, name := range names {
		lengths |= 1 << len(name)
	}
	isName := func(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' || b == '_' || b >= '0' && b <= '9' }
	begin := 0
	for end := 0; end <= len(text); end++ {
		if end < len(text) && isName(text[end]) {
			continue
		}
		if n := end - begin; n < 64 && lengths>>n&1 == 1 && slices.ContainsFunc(names, func(name string) bool {
			return len(name) == n && strings.EqualFold(name, text[begin:end])
		}) {
			return true
		}
		begin = end + 1
	}
	return false
}

// with gives a statement the views that it names. They are not materialized: the store's
// indexes answer for what is asked of them.
func (d *derived) with(text string) string {
	views := d.named(text)
	if len(views) == 0 {
		return text
	}
	var b strings.Builder
	for i, v := range views {
		b.WriteString([]string{"WITH ", ", "}[min(i, 1)])
		b.WriteString(v.name + " AS NOT MATERIALIZED (\n" + v.body + "\n)")
	}
	return b.String() + "\n" + text
}

// one wraps a file's statement so that only a single SELECT compiles: a second statement
// or anything that is no SELECT is a syntax error.
func (d *derived) one(text string) string {
	statement, known := d.whole[text]
	if !known {
		if statement = d.with("SELECT * FROM (\n" + text + "\n)"); d.whole == nil {
			d.whole = map[string]string{}
		}
		d.whole[text] = statement
	}
	return statement
}

// consequences are the statements of settle.sql.
func (d *derived) consequences() ([]string, error) {
	if d.settle == nil {
		script, err := fs.ReadFile(d.brain, "settle.sql")
		if err != nil {
			return nil, err
		}
		for _, statement := range statements(string(script)) {
			d.settle = append(d.settle, d.with(statement))
		}
	}
	return d.settle, nil
}
