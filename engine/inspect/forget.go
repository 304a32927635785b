package inspect

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"witness/engine"
	"witness/engine/chain"
	"witness/engine/store"
)

// forgotten replaces what Forget removes from a text.
const forgotten = "[forgotten]"

// A Removal is what Forget changed.
type Removal struct {
	Changed, Deleted int // rows
	// Tables are the tables of these rows.
	Tables []string
	// Aside are the stores that were set aside beside this one. They are not searched.
	Aside []string
}

// Forget removes every text that matches from the store, and overwrites it on the disk. A row that is
// about something that matches (a file, a test, a session) is deleted. In a text that only describes, such as a
// command or a message, the match is replaced, so that the call, its edits and its runs stay: what a
// later rule needs to know of them is not lost.
func Forget(ctx context.Context, e *engine.Engine, match *regexp.Regexp) (r Removal, err error) {
	if r.Aside, err = setAside(e.DB.Path); err != nil {
		return r, err
	}
	var tables []string
	err = e.DB.Each(ctx, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name", nil, func(_ []string, row []store.Value) error {
		tables = append(tables, store.Text(row[0]))
		return nil
	})
	if err != nil {
		return r, err
	}
	err = e.DB.Transact(ctx, store.LockWait, func() error {
		if _, err := e.DB.Exec(ctx, "PRAGMA secure_delete = ON"); err != nil {
			return err
		}
		for _, table := range tables {
			f, err := newForgetter(ctx, e.DB, table, match)
			if err == nil {
				err = f.run(ctx)
			}
			if err != nil {
				return fmt.Errorf("table %s: %w", table, err)
			}
			if f.changed+f.deleted > 0 {
				r.Changed, r.Deleted, r.Tables = r.Changed+f.changed, r.Deleted+f.deleted, append(r.Tables, table)
			}
		}
		sessions, err := chain.Sessions(ctx, e.DB, math.MaxInt32)
		if err != nil || len(r.Tables) == 0 {
			return err
		}
		return chain.Relink(ctx, e.DB, sessions...)
	})
	if err != nil {
		return r, err
	}
	// The store is rewritten even if nothing matches, because text that the retention has deleted may still be in free pages.
	return r, e.DB.Vacuum(ctx)
}

// A forgetter removes matches from one table.
type forgetter struct {
	db               *store.DB
	match            *regexp.Regexp
	table            string
	keys, texts      []string // the columns of the primary key, and the other ones with text
	changed, deleted int
}

// newForgetter reads the columns of a table.
func newForgetter(ctx context.Context, db *store.DB, table string, match *regexp.Regexp) (*forgetter, error) {
	f := &forgetter{db: db, match: match, table: table}
	err := db.Each(ctx, "SELECT name, type, pk FROM pragma_table_info(:table)", store.Args{"table": table}, func(_ []string, row []store.Value) error {
		name := store.Text(row[0])
		if store.Text(row[2]) != "0" {
			f.keys = append(f.keys, name)
		} else if store.Text(row[1]) == "TEXT" {
			f.texts = append(f.texts, name)
		}
		return nil
	})
	if err == nil && len(f.keys) == 0 {
		err = errors.New("it has no primary key")
	}
	return f, err
}

// run deletes and changes the rows that match.
func (f *forgetter) run(ctx context.Context) error {
	columns := slices.Concat(f.keys, f.texts)
	for i, c := range columns {
		columns[i] = store.QuoteName(c)
	}
	type change struct {
		key  []any
		text []any // nil if the row is deleted
	}
	var changes []change
	err := f.db.Each(ctx, "SELECT "+strings.Join(columns, ", ")+" FROM "+store.QuoteName(f.table), nil, func(_ []string, row []store.Value) error {
		var c change
		found := false
		for _, v := range row[:len(f.keys)] {
			c.key = append(c.key, v)
			found = found || f.matches(v)
		}
		if found {
			changes = append(changes, c)
			return nil
		}
		for _, v := range row[len(f.keys):] {
			if f.matches(v) {
				found, v = true, f.without(store.Text(v))
			}
			c.text = append(c.text, v)
		}
		if found {
			changes = append(changes, c)
		}
		return nil
	})
	if err != nil {
		return err
	}
	where, set := assignments(f.keys, " AND ", len(f.texts)), assignments(f.texts, ", ", 0)
	remove := assignments(f.keys, " AND ", 0)
	for _, c := range changes {
		if c.text == nil {
			f.deleted++
			_, err = f.db.Exec(ctx, "DELETE FROM "+store.QuoteName(f.table)+" WHERE "+remove, c.key...)
		} else {
			f.changed++
			_, err = f.db.Exec(ctx, "UPDATE OR REPLACE "+store.QuoteName(f.table)+" SET "+set+" WHERE "+where, slices.Concat(c.text, c.key)...)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// assignments returns "a" = ?N for each column, with the parameters that follow the first n.
func assignments(columns []string, separator string, n int) string {
	var list []string
	for i, c := range columns {
		list = append(list, fmt.Sprintf("%s = ?%d", store.QuoteName(c), n+i+1))
	}
	return strings.Join(list, separator)
}

// matches reports whether a text, or a string in a list or an object of JSON, matches.
func (f *forgetter) matches(v store.Value) bool {
	text, ok := v.(string)
	return ok && text != "" && (f.match.MatchString(text) || f.without(text) != text)
}

// without returns a text with the matches replaced. In JSON only the strings are searched, so that it stays valid.
func (f *forgetter) without(text string) string {
	if text == "" || text[0] != '[' && text[0] != '{' {
		return f.match.ReplaceAllLiteralString(text, forgotten)
	}
	var tree any
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&tree); err != nil || decoder.More() {
		return f.match.ReplaceAllLiteralString(text, forgotten)
	}
	found := false
	clean := f.cleaned(tree, &found)
	if !found {
		if f.match.MatchString(text) { // across several strings
			return map[byte]string{'[': "[]", '{': "{}"}[text[0]]
		}
		return text
	}
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(clean); err != nil || f.match.MatchString(b.String()) {
		return map[byte]string{'[': "[]", '{': "{}"}[text[0]]
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// cleaned returns a JSON value with the matches in its strings replaced.
func (f *forgetter) cleaned(v any, found *bool) any {
	switch v := v.(type) {
	case string:
		clean := f.match.ReplaceAllLiteralString(v, forgotten)
		*found = *found || clean != v
		return clean
	case []any:
		for i := range v {
			v[i] = f.cleaned(v[i], found)
		}
	case map[string]any:
		clean := map[string]any{}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			key, _ := f.cleaned(name, found).(string)
			clean[key] = f.cleaned(v[name], found)
		}
		return clean
	}
	return v
}
