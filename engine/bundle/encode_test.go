package bundle

import (
	"path"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"witness/internal/testfiles"
)

// TestEncodedHeaders checks that a header which an index has kept is the one that TOML's decoder reads from the file, with its
// query and the order of its patterns, and that all of witness's own can be kept.
func TestEncodedHeaders(t *testing.T) {
	for name, text := range testfiles.Own(t) {
		kind, _, _ := strings.Cut(name, ".d/")
		f := &File{Kind: kind, Name: strings.TrimSuffix(path.Base(name), path.Ext(name)), Path: name, Text: text, Origin: "embedded", find: ownShape(t)}
		if f.Name != "_template" && !comparesEncoded(t, f) {
			t.Errorf("no index can keep the header of %s", name)
		}
	}
}

// ownShape returns what finds witness's own rules that others are like.
func ownShape(t *testing.T) func(name string) *File {
	return func(name string) *File {
		path := "rules.d/shapes/" + name + ".sql"
		return &File{Kind: Rules, Name: name, Path: path, Text: testfiles.Own(t)[path], Origin: "embedded"}
	}
}

// comparesEncoded reports whether the header of a file can be encoded, and fails the test if it is decoded to another one.
func comparesEncoded(t *testing.T, f *File) bool {
	t.Helper()
	if err := f.Parse(); err != nil {
		t.Fatal(err)
	}
	selection, keys, ok := encode(f)
	if strings.ContainsAny(selection+keys, "\n\t") {
		t.Errorf("the header of %s is encoded in several lines or columns", f.Path)
	}
	if !ok {
		return false
	}
	got := &File{Kind: f.Kind, Name: f.Name, Path: f.Path, Text: f.Text, find: f.find, encoded: &encoded{selection, keys}}
	if err := got.Parse(); err != nil {
		t.Fatal(err)
	}
	again, keysAgain, _ := encode(got)
	if again != selection || keysAgain != keys || !reflect.DeepEqual(got.Patterns(), f.Patterns()) {
		t.Errorf("the header of %s is decoded as\n%q, and it is\n%q", f.Path, again+keysAgain, selection+keys)
	}
	if got.Statement() != f.Statement() {
		t.Errorf("the statement of %s is %q, and it was %q", f.Path, got.Statement(), f.Statement())
	}
	return true
}

// TestUnusualHeaders checks values that an index keeps and those for which it leaves the file to TOML's decoder.
func TestUnusualHeaders(t *testing.T) {
	for header, kept := range map[string]bool{
		"message = \"a\\tb\\nc\"\noptions.x = 3\noptions.y = 1.5\noptions.z = [1, \"b\", true]\noptions.none = []\noptions.empty = [\"\"]\nrepeat = \"once\"": true,
		"message = \"a\"\npaths = []\ntools = [\"edit\"]\nescalate = 2\noptions.t = \"\"":                                                                     true,
		"message = \"a\\u001e\"":                     false,
		"message = \"a\"\noptions.\"a.b\" = 3":       false,
		"message = \"a\"\npaths = [\"a\\u001fb\"]\n": false,
	} {
		var text strings.Builder
		for line := range strings.Lines(header) {
			text.WriteString("--- " + line)
		}
		f := &File{Kind: Rules, Name: "x", Path: filepath.Join("rules.d", "x.sql"), Text: text.String() + "\nSELECT 1"}
		if got := comparesEncoded(t, f); got != kept {
			t.Errorf("%q can be kept: %v, want %v", header, got, kept)
		}
	}
}

// FuzzEncodedHeader looks for a header that is decoded to another one than was encoded.
func FuzzEncodedHeader(f *testing.F) {
	for _, seed := range []string{"contains = [\"a\"]\ntest.pass = ['a', \"b\"]\n  test.fail = ''\nset.a.b = \"c\"", "commands = [\"x\"]\ninto = \"runs\"\nquery = '''\nSELECT 1'''"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var h Header
		if _, err := toml.Decode(text, &h); err != nil {
			return
		}
		reader := &File{Kind: Facts, Name: "x", Path: "facts.d/x.toml", Text: text}
		if reader.Parse() == nil {
			comparesEncoded(t, reader)
		}
	})
}
