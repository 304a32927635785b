package words

import (
	"slices"
	"strings"
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

// TestInstructionsOutgoing checks that a text of a project leaves to an order what goes out, if it forbids all of it.
func TestInstructionsOutgoing(t *testing.T) {
	for text, want := range map[string]string{
		"- Never push to GitHub and never deploy without being told to.":          "push deploy",
		"**NEVER push** to the remote repository unless explicitly asked.":        "push",
		"Do not commit or push without explicit user permission.":                 "commit push",
		"NEVER commit changes unless the user explicitly asks you to.":            "commit",
		"Do not commit without running the tests.":                                "",
		"Do not merge pull requests yourself.":                                    "",
		"Never push directly to main.":                                            "push main",
		"Never commit directly to main. All changes go through a pull request.":   "push main",
		"Do not commit to master.":                                                "push main",
		"Don't push to main without running the tests.":                           "",
		"Never commit generated files to main.":                                   "",
		"Never push without running the tests.":                                   "",
		"**NEVER EVER merge PRs** (only people do).":                              "merge",
		"If the build fails, do not push. When you review, never merge.":          "",
		"Don't deploy when the tests are red.":                                    "",
		"Run `make test` before you push.":                                        "",
		"Push often. Never publish anything until the changelog has been edited.": "",
	} {
		var got []string
		for _, s := range Instructions(text) {
			if verb, is := strings.CutPrefix(s.Verb, Unordered); is {
				got = append(got, verb)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}
