package bundle

import (
	"reflect"
	"strings"
	"testing"
)

// TestEveryFieldHasOneKey checks that HeaderKeys has one row for each field of Header, which returns
// that field, and that the fields of the keys that select calls are lists.
func TestEveryFieldHasOneKey(t *testing.T) {
	var h Header
	header := reflect.ValueOf(&h).Elem()
	if n := header.NumField(); n != len(HeaderKeys) {
		t.Errorf("%d keys for %d fields", len(HeaderKeys), n)
	}
	for i := range header.NumField() {
		name := header.Type().Field(i).Tag.Get("toml")
		if name == "-" { // derived
			name = strings.ToLower(header.Type().Field(i).Name)
		}
		if got, want := h.field(name), header.Field(i).Addr().Interface(); got != want {
			t.Errorf("key %q sets %T %p, want %T %p", name, got, got, want, want)
		}
	}
	for _, k := range HeaderKeys {
		if _, ok := k.field(&h).(*[]string); k.Selects != "" && !ok {
			t.Errorf("key %q selects calls and takes no list", k.Name)
		}
	}
}

// TestIndentedPatterns checks that a pattern which is indented below another belongs to its section, also if
// its header is not plain, and that lists and blank lines end no section.
func TestIndentedPatterns(t *testing.T) {
	const header = `
--- contains          = ["FAILURES"]
--- tally.counts      = '{counts}'
---   test.again      = [
---     '  {test}',
---   ]
---   tally.rest      = '{suites} suites'
---
--- section.failures  = 'FAILURES'
---   test.fail       = '\d+\) {test}'
---
---     detail.text   = ' {4}{message}'
---   section.errors  = 'ERRORS'
--- test.pass         = 'ok {test}'
--- in.errors         = ["test.fail"]
--- after             = ["stop.early"]
`
	for _, text := range []string{header, header + "--- words.fail = [\"\"\"bad\"\"\"]\n"} {
		f := &File{Kind: Facts, Name: "x", Path: "x.sql", Text: text}
		if err := f.Parse(); err != nil {
			t.Fatal(err)
		}
		in := map[string]any{
			"counts": []any{"test.again", "tally.rest"}, "failures": []any{"test.fail", "section.errors"}, "fail": []any{"detail.text"}, "errors": []any{"test.fail"},
		}
		if !reflect.DeepEqual(f.In, in) {
			t.Errorf("in = %v, want %v", f.In, in)
		}
		if after := []string{"stop.early", "test.again"}; !reflect.DeepEqual(f.After, after) {
			t.Errorf("after = %v, want %v", f.After, after)
		}
		var kinds []string
		for _, p := range f.Patterns() {
			kinds = append(kinds, p.Kind())
		}
		want := []string{"tally.counts", "test.again", "tally.rest", "section.failures", "test.fail", "detail.text", "section.errors", "test.pass"}
		if !reflect.DeepEqual(kinds, want) {
			t.Errorf("patterns %v, want %v", kinds, want)
		}
	}
}
