package bundle

import (
	"reflect"
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
		if got, want := h.field(name), header.Field(i).Addr().Interface(); got != want {
			t.Errorf("key %q sets %T %p, want %T %p", name, got, got, want, want)
		}
	}
	for _, k := range HeaderKeys {
		if _, ok := k.field(&h).(*[]string); k.Selects && !ok {
			t.Errorf("key %q selects calls and takes no list", k.Name)
		}
	}
}
