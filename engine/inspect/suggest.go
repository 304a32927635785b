package inspect

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"witness/engine"
	"witness/engine/bundle"
	"witness/engine/hook"
	"witness/engine/store"
)

// A Suggestion is a rule that past sessions propose, with its test.
type Suggestion struct {
	Name string `json:"name"`
	Why  string `json:"why" jsonschema:"what went wrong, and how often"`
	Rule string `json:"rule" jsonschema:"the text of the .sql file"`
	Test string `json:"test" jsonschema:"the text of the .txtar file"`
}

// suggestionColumns are the columns of a query that suggests rules, in order.
var suggestionColumns = []string{"name", "why", "rule", "test"}

// maxSuggestions is the maximum number of suggestions of one query. There may be more; the first are those with the
// most evidence.
const maxSuggestions = 10

// Suggestions returns the rules that the queries with the key suggests propose for the project, in the order of
// the queries. Those of a name that is in taken are left out. Queries of a project that nobody has accepted are
// not asked: what they propose would look like witness's own.
func Suggestions(ctx context.Context, e *engine.Engine, queries []*bundle.File, taken []string) (list []Suggestion, err error) {
	for _, f := range queries {
		if f.Err != nil || !f.Suggests || f.Trust == bundle.Untrusted {
			continue
		}
		args := store.Args{"root": e.Project.Root, "session": nil, "now": e.Clock()}
		for name, option := range f.Options {
			args[name] = option
		}
		rows := 0
		err := e.DB.Sandbox(bundle.Queries).Each(ctx, f.Text, args, func(columns []string, row []store.Value) error {
			if !slices.Equal(columns, suggestionColumns) {
				return fmt.Errorf("a query that suggests rules returns the columns %s, not %s", strings.Join(suggestionColumns, ", "), strings.Join(columns, ", "))
			}
			s := Suggestion{Name: nameLike(store.Text(row[0])), Why: hook.Printable(store.Text(row[1])), Rule: withoutMargin(store.Text(row[2]))}
			s.Test = strings.ReplaceAll(withoutMargin(store.Text(row[3])), "{name}", s.Name)
			if rows++; rows <= maxSuggestions && bundle.CheckName(s.Name) == nil && !slices.Contains(taken, s.Name) {
				list, taken = append(list, s), append(taken, s.Name)
			}
			return nil
		})
		if err != nil {
			return list, &bundle.FileError{Path: f.Path, Err: errors.New(store.Message(err))}
		}
	}
	return list, nil
}

// nameLike returns a name of a rule that is like a text.
func nameLike(text string) string {
	const most = 40
	name := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' {
			return r
		}
		return '_'
	}, strings.ToLower(text))
	return strings.TrimRight(name[:min(len(name), most)], "_")
}

// withoutMargin removes the | at the beginning of each line. With it, a line of a rule's header is not read as one
// of the query's own.
func withoutMargin(text string) string { return strings.ReplaceAll(text, "\n|", "\n") }
