package bundle

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/BurntSushi/toml"

	"witness/internal/testfiles"
)

// TestPlainHeaderAgreesWithTOML compares setPlainHeader with TOML's decoder on the embedded files: their
// headers must be plain, because hooks decode them, and both must decode them to the same values.
func TestPlainHeaderAgreesWithTOML(t *testing.T) {
	files, err := filepath.Glob(testfiles.Root(t) + "/*.d/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !comparePlain(t, HeaderText(string(text))) {
			t.Errorf("the header of %s is not plain", path)
		}
	}
}

// comparePlain reports whether a header is plain, and fails the test if TOML's decoder decodes it to
// another value.
func comparePlain(t *testing.T, header string) bool {
	var h Header
	if !h.setPlainHeader(header) {
		return false
	}
	var want Header
	if _, err := toml.Decode(header, &want); err != nil {
		t.Fatalf("TOML rejects a header that was read as plain: %v\n%s", err, header)
	}
	if !reflect.DeepEqual(h, want) {
		t.Fatalf("got  %#v\nwant %#v\n%s", h, want, header)
	}
	return true
}

// FuzzPlainHeader looks for a header that setPlainHeader and TOML's decoder decode differently.
func FuzzPlainHeader(f *testing.F) {
	for _, seed := range []string{
		"severity = \"warn\"\ntools = [\"edit\", \"write\"] # a comment\n\noptions.threshold = 3\n",
		"message = \"\"\"x\"\"\"\n", "message = \"a \\\" b\"\n", "tools = [ ]\nfilters = true\nrepeat = 2",
		"repeat = 1_000", "escalate = -0", "options.a-b = 01", "tools = [\"a\",]", "message = 'x'", "[options]\nx = 1",
		"severity = \"a\"\nseverity = \"b\"", "options.x = 1979-05-27", "options.x = 1.5", "whole = [\".\"]#", "title = \"a\"b",
		"options.x = 1\noptions = 2", "tools = [\"a\",\n\n \"b\"] # c\nwhole = [\"a\",\n\"b\",\n]", "message = \"a,\nb\"", "tools = [\"a\", \",\n\"]", "tools = [\"a\", # x,\n\"b\"]", "message = \"\u0085\"", "options.x = \"\"", "briefing = 9223372036854775808", "tools = [,\n]", "tools = [ ,\n]",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) { comparePlain(t, header) })
}
