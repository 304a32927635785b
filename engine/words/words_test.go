package words

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// asWritten gives commands as they are written.
func asWritten(line string) string { return line }

// TestExtract reads the prompts of testdata/en.txt.
func TestExtract(t *testing.T) { testCases(t, "testdata/en.txt", Extract, 80) }

// TestVerbFinal reads the prompts of testdata/final.txt.
func TestVerbFinal(t *testing.T) { testCases(t, "testdata/final.txt", Extract, 29) }

// TestOffers reads the messages of testdata/en_offers.txt.
func TestOffers(t *testing.T) { testCases(t, "testdata/en_offers.txt", Offers, 12) }

// TestAnswer reads what a person answers to a question of the agent.
func TestAnswer(t *testing.T) {
	for _, test := range []struct{ question, answer, want string }{
		{"Should I push it now?", "Yes", "permission push"},
		{"Should I push it now?", "Yes (Recommended)", "permission push"},
		{"Should I push it now?", "No", ""},
		{"Should I push it now?", "Later", ""},
		{"Should I push it now?", "", ""},
		{"I have run git push. Is the color right?", "Yes", ""},
		{"Ready to force-push the branch?", "Yes, force push", "order force push permission force push"},
		{"Publish it now?", "Push only", "order push"},
		{"Which database shall we use?", "Proceed", ""},
	} {
		var got []string
		for _, s := range Answer(test.question, test.answer, asWritten) {
			if s.Kind != Names {
				got = append(got, s.Kind+" "+s.Verb)
			}
		}
		slices.Sort(got)
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s %s: got %q, want %q", test.question, test.answer, strings.Join(got, " "), test.want)
		}
	}
}

// TestAccepts reads answers to a plan whose form the user has refused.
func TestAccepts(t *testing.T) {
	for _, test := range []struct {
		answer      string
		whole, part bool
	}{
		{"Looks good. Let us do it with two agents", true, false},
		{"Only implement step 2", false, true},
		{"Implement it how?", false, false},
		{"Use a list in step 1", false, false},
		{"", false, false},
	} {
		if whole, part := Accepts(test.answer); whole != test.whole || part != test.part {
			t.Errorf("%s: got %v and %v", test.answer, whole, part)
		}
	}
}

// TestSteps reads plans that the user has accepted.
func TestSteps(t *testing.T) {
	for _, test := range []struct{ plan, want string }{
		{"# Release 2.0\n\n## Phase A - Deploy the server\n\nThe old one still runs.", "deploy publish"},
		{"## Context\nNothing was deployed, and the deploy script is pinned.\n\n1. Change the page\n2. Commit and push", "commit push"},
		{"## Out of scope\n- Do not push yet\n- When is it deployed?", ""},
	} {
		var got []string
		for _, s := range Steps(test.plan, asWritten) {
			if s.Kind != Permission {
				t.Errorf("%s: got %v, want permissions", test.plan, s)
			}
			got = append(got, s.Verb)
		}
		slices.Sort(got)
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: got %q, want %q", test.plan, strings.Join(got, " "), test.want)
		}
	}
}

// testCases compares what extract finds in each text of a file with the statements below it.
func testCases(t *testing.T, path string, extract func(string, func(string) string) []Statement, least int) {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	cases := 0
	var prompt string
	var want []string
	check := func() {
		if prompt == "" {
			return
		}
		cases++
		objects := map[string]string{}
		for _, line := range want {
			if _, object, ok := strings.Cut(line, " | "); ok {
				objects[Hash(object)] = object
			}
		}
		var got []string
		for _, s := range extract(strings.ReplaceAll(prompt, `\n`, "\n"), asWritten) {
			line := strings.TrimSpace(s.Kind + " " + s.Verb)
			if object, ok := objects[s.Object]; ok {
				line += " | " + object
			} else if s.Object != "" {
				line += " | " + s.Object
			}
			got = append(got, line)
		}
		if a, b := sorted(got), sorted(want); a != b {
			t.Errorf("%s\ngot:\n%s\nwant:\n%s", prompt, a, b)
		}
	}
	for _, line := range strings.Split(string(text), "\n") {
		switch {
		case strings.HasPrefix(line, "\t"):
			want = append(want, strings.TrimSpace(line))
		case line == "" || strings.HasPrefix(line, "# ") && !strings.Contains(line, `\n`) || strings.HasPrefix(line, "# What "):
		default:
			check()
			prompt, want = line, nil
		}
	}
	check()
	if cases < least {
		t.Errorf("%d prompts were read", cases)
	}
}
