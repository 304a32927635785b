package words

import (
	"slices"
	"testing"
)

// TestInstructions checks that a text of a project forbids what it names as a path, without a condition.
func TestInstructions(t *testing.T) {
	for text, want := range map[string][]string{
		"# Rules\n\n- Never edit anything below `old/`.\n- Run the tests.\n":    {"old"},
		"Do not touch `live/`: pupils work with these files.":                   {"live"},
		"- **NEVER** edit `gen/api.ts` directly; run `make gen`.":               {"gen/api.ts"},
		"Never edit `CHANGELOG.md` without an entry in `news/`.":                nil,
		"Do not edit files in `db/` that have been applied.":                    nil,
		"Don't touch production.":                                               nil,
		"Do not commit `secrets/`.":                                             nil,
		"You can edit `docs/`. If a test fails, never change `src/a.go` for it": nil,
	} {
		var got []string
		for _, s := range Instructions(text) {
			got = append(got, s.Object)
			if s.Kind != Forbidden || s.Verb != Spare {
				t.Errorf("%s: %+v", text, s)
			}
		}
		var hashes []string
		for _, name := range want {
			hashes = append(hashes, Hash(name))
		}
		if !slices.Equal(got, hashes) {
			t.Errorf("%s: got %d objects, want %v", text, len(got), want)
		}
	}
}
