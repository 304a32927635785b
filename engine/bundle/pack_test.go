package bundle

import (
	"fmt"
	"slices"
	"testing"
	"testing/fstest"
)

// TestPackOf checks that only a key in the usual form is found without decoding the header, and that the
// header says the same wherever one is found.
func TestPackOf(t *testing.T) {
	for text, want := range map[string]string{
		"-- Doc.\n\n--- severity = \"ask\"\n--- pack = \"loop\"\n--- message = \"x\"\nSELECT 1": "loop",
		"-- Doc.\n--- pack     = 'loop' # why\r\n--- message = \"x\"\nSELECT 1":                 "loop",
		"-- Doc.\n--- message = \"x\"\nSELECT 1":                                                "",
		"-- Doc.\n--- message = \"x\"\nSELECT 1\n--- pack = \"loop\"\n":                         "",
		"-- Doc.\n--- message = \"x\"\n--- [options]\n--- pack = \"loop\"\nSELECT 1":            "",
		"-- Doc.\n--- message = \"\"\"\n--- pack = \"loop\"\n--- \"\"\"\nSELECT 1":              "",
		"-- Doc.\n--- message = \"x\"\n--- packs = [\"loop\"]\nSELECT 1":                        "",
		"-- Doc.\n--- message = \"x\"\n--- pack = 7\nSELECT 1":                                  "",
	} {
		if got := packOf(text); got != want {
			t.Errorf("%q is of the pack %q, not %q", text, got, want)
		}
		f := &File{Kind: Rules, Name: "a", Path: "a.sql", Text: text}
		if err := f.Parse(); want != "" && (err != nil || f.Pack != want) {
			t.Errorf("the header of %q says %q, %v", text, f.Pack, err)
		}
	}
}

// TestPacksThatAreOffAreNotLoaded checks that a rule of a pack that is off is not in the list and its header not
// decoded, unless it takes the place of another rule.
func TestPacksThatAreOffAreNotLoaded(t *testing.T) {
	const rule = "-- Doc.\n--- pack = \"%s\"\n--- message = \"x\"\nSELECT 1"
	low := fstest.MapFS{
		"rules.d/on.sql":     {Data: fmt.Appendf(nil, rule, "chosen")},
		"rules.d/off.sql":    {Data: []byte("-- Doc.\n--- pack = \"other\"\n--- message = 7\nSELECT 1")},
		"rules.d/none.sql":   {Data: []byte("-- Doc.\n--- message = \"x\"\nSELECT 1")},
		"rules.d/single.sql": {Data: fmt.Appendf(nil, rule, "other")},
	}
	high := fstest.MapFS{
		"rules.d/none.sql": {Data: fmt.Appendf(nil, rule, "other")},
		"rules.d/off.sql":  {Data: []byte("-- Doc.\n--- message = \"x\"\nSELECT 1")},
	}
	load := func(sources ...Source) (names []string) {
		l := Loader{Sources: sources, Off: func(rule, pack string) bool { return pack == "other" && rule != "single" }}
		for _, f := range l.Load(Rules) {
			names = append(names, f.Origin+" "+f.Name)
		}
		return names
	}
	embedded, user := Source{Origin: "embedded", FS: low}, Source{Origin: "user", FS: high}
	if got := load(embedded); !slices.Equal(got, []string{"embedded none", "embedded on", "embedded single"}) {
		t.Errorf("loaded %q", got)
	}
	if got := load(embedded, user); !slices.Equal(got, []string{"user none", "user off", "embedded on", "embedded single"}) {
		t.Errorf("loaded %q", got)
	}
	if got := load(embedded, Source{Origin: "project", FS: high, Accepted: &Accepted{}}); !slices.Equal(got, []string{"embedded none", "embedded on", "embedded single"}) {
		t.Errorf("loaded %q", got)
	}
}
