//go:build unix

package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// newest returns a client's packages with the newest version of the client that npm or PyPI serves.
func newest(pkgs []string) ([]string, error) {
	name := pkgs[0][:strings.LastIndex(pkgs[0], "@")]
	if python, ok := strings.CutPrefix(name, fromPyPI); ok {
		version, err := newestPython(python)
		return append([]string{name + "@" + version}, pkgs[1:]...), err
	}
	out, err := exec.Command("npm", "view", name, "version").Output()
	if err != nil {
		return nil, fmt.Errorf("npm view %s version: %w", name, err)
	}
	return append([]string{name + "@" + strings.TrimSpace(string(out))}, pkgs[1:]...), nil
}

// record writes the version with which the script of a client has passed, the day and what it shows into the lists that name it: clients.txt,
// the table of docs/agents.md, and that of README.md, which calls the client by the name in docs/agents.md and has the latest day below.
func record(repo, name, version string, day time.Time) error {
	at := regexp.QuoteMeta(name)
	agents, err := os.ReadFile(filepath.Join(repo, "docs", "agents.md"))
	if err != nil {
		return err
	}
	row := regexp.MustCompile("(?m)^\\| `" + at + "` \\| (.*?) [0-9]+\\.[0-9]+\\.[0-9]+(.*?\\| )[0-9]+ \\w+ 20[0-9]+ \\| [^|]* \\|").FindSubmatch(agents)
	if row == nil {
		return fmt.Errorf("docs/agents.md has no row of %s with a version and a day", name)
	}
	title := string(row[1])
	what, err := shown(repo, name)
	if err != nil {
		return err
	}
	for _, in := range []struct{ path, pattern, with string }{
		{"e2e/clients.txt", `(?m)^(` + at + `\s+\S+\s+)\S+`, "${1}" + version},
		{"docs/agents.md", regexp.QuoteMeta(string(row[0])), "| `" + name + "` | " + title + " " + version + string(row[2]) + day.Format("2 January 2006") + " | " + what + " |"},
		{"README.md", `(?m)^\| ` + regexp.QuoteMeta(title) + ` \| [0-9.]+ \|$`, "| " + title + " | " + version + " |"},
		{"README.md", `(the last time on )[0-9]+ \w+ 20[0-9]+`, "${1}" + day.Format("2 January 2006")},
	} {
		path := filepath.Join(repo, filepath.FromSlash(in.path))
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		after := regexp.MustCompile(in.pattern).ReplaceAll(text, []byte(in.with))
		if slices.Equal(text, after) {
			continue
		}
		if err := os.WriteFile(path, after, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// shown returns what the script of a client says that it shows.
func shown(repo, name string) (string, error) {
	script, err := os.ReadFile(filepath.Join(repo, "e2e", name+".txtar"))
	if err != nil {
		return "", err
	}
	said := regexp.MustCompile(`(?m)^# Shows: (.*)\.$`).FindSubmatch(script)
	if said == nil {
		return "", fmt.Errorf("e2e/%s.txtar does not say what it shows", name)
	}
	return string(said[1]), nil
}

// TestShown compares the table of docs/agents.md with what the scripts show: no row claims more.
func TestShown(t *testing.T) {
	packages, err := pinned("clients.txt")
	if err != nil {
		t.Fatal(err)
	}
	agents, err := os.ReadFile(filepath.Join("..", "docs", "agents.md"))
	if err != nil {
		t.Fatal(err)
	}
	for name := range packages {
		what, err := shown("..", name)
		if err != nil {
			t.Error(err)
		} else if !regexp.MustCompile("(?m)^\\| `" + name + "` \\|.*\\| " + regexp.QuoteMeta(what) + " \\| `e2e/").Match(agents) {
			t.Errorf("docs/agents.md does not say of %s that %s was shown", name, what)
		}
	}
}
