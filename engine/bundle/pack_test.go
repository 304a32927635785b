package bundle

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"witness/internal/testfiles"
)

// TestPacksThatAreOffAreNotLoaded checks that a rule of a pack that is off is not in the list and its file not
// read, unless it takes the place of another rule.
func TestPacksThatAreOffAreNotLoaded(t *testing.T) {
	const rule = "-- Doc.\n--- pack = \"%s\"\n--- message = \"x\"\nSELECT 1"
	low := fstest.MapFS{
		"rules.d/chosen/on.sql":    {Data: fmt.Appendf(nil, rule, "chosen")},
		"rules.d/other/off.sql":    {Data: []byte("-- Doc.\n--- pack = \"other\"\n--- message = 7\nSELECT 1")},
		"rules.d/none.sql":         {Data: []byte("-- Doc.\n--- message = \"x\"\nSELECT 1")},
		"rules.d/other/single.sql": {Data: fmt.Appendf(nil, rule, "other")},
	}
	high := fstest.MapFS{
		"rules.d/none.sql": {Data: fmt.Appendf(nil, rule, "other")},
		"rules.d/off.sql":  {Data: []byte("-- Doc.\n--- message = \"x\"\nSELECT 1")},
	}
	load := func(sources ...Source) (names []string) {
		l := Loader{Sources: sources, Off: func(rule *File) bool { return rule.Pack == "other" && rule.Name != "single" }}
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

// TestPackFolders checks that the rules of a pack, and no others, are in the folder of its name.
func TestPackFolders(t *testing.T) {
	for _, path := range testfiles.Rules(t) {
		f := &File{Kind: Rules, Name: strings.TrimSuffix(filepath.Base(path), ".sql"), Path: path, Text: testfiles.Read(t, path), find: ownShape(t)}
		if f.Name == "_template" {
			continue
		}
		if err := f.Parse(); err != nil {
			t.Fatal(err)
		}
		folder := filepath.Base(filepath.Dir(path))
		if folder != cmp.Or(f.Pack, "rules.d") {
			t.Errorf("%s is of the pack %q and in the folder %s", path, f.Pack, folder)
		}
	}
}
