package shell

import (
	"strings"
	"testing"
)

// TestStatusHidden lists for each line the commands whose exit status is lost.
func TestStatusHidden(t *testing.T) {
	for line, want := range map[string]string{
		"pytest":                                "",
		"pytest | tail -5":                      "pytest",
		"set -o pipefail; pytest | tail -5":     "",
		"set -eo pipefail; pytest | tail -5":    "",
		"pytest || true":                        "pytest",
		"pytest; echo done":                     "pytest",
		"set -e; pytest; echo done":             "",
		"pytest && echo done":                   "",
		"pytest && echo ok || echo failed":      "pytest echo",
		"pytest || exit 1; git status":          "exit",
		"pytest; exit $?":                       "exit",
		"pytest > log 2>&1; tail log":           "pytest",
		"pytest && git commit -m x; git push":   "git commit",
		"pytest; git commit -m x && git push":   "pytest",
		"pytest & git status":                   "pytest",
		"if pytest; then echo ok; fi":           "pytest echo", // without an else its status is 0
		"bash -o pipefail -c 'pytest | tail'":   "",
		"bash -c 'pytest | tail'":               "pytest",
		"cd sub && pytest 2>&1 | tail -3":       "pytest",
		"x=$(pytest); echo $x":                  "pytest",
		"timeout 60 pytest || (echo no; false)": "echo",
	} {
		var hidden []string
		for _, c := range Parse(line, "/p", "/home").Commands {
			if c.StatusHidden {
				hidden = append(hidden, c.Name)
			}
		}
		if got := strings.Join(hidden, " "); got != want {
			t.Errorf("%s: hidden %q, want %q", line, got, want)
		}
	}
}
