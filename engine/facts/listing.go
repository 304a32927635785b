package facts

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/runs"
)

// A Listing is what git has listed of a project as not committed, as in the table listings: the files, and folders with no file that git
// knows, relative to its root.
type Listing struct {
	Root               string
	Changed, Untracked []string
}

// How git lists a file that no commit has as it is.
const (
	changed   = "changed"   // git knows it
	untracked = "untracked" // git does not
)

// listingOf returns the files that git status, or git diff with names alone, has printed in a call, without those that are deleted; nil if it has
// printed none, unless git status says that there are none. The output is read, and not git's index, because a recorded session has only that.
func listingOf(c *Call) *Listing {
	if c.Moment != hook.After || c.Output == "" || c.Outcome == hook.Denied {
		return nil
	}
	for _, cmd := range c.Commands {
		read, dir := listerOf(cmd)
		if read == nil || cmd.Root == "" || !project.Within(dir, cmd.Root) || c.NeverRan(cmd) {
			continue
		}
		l, n, section := &Listing{Root: cmd.Root}, 0, ""
		for line := range strings.Lines(runs.Plain(c.Output)) {
			if line = strings.TrimRight(line, "\r\n"); n >= maxShown || len(line) > maxShownBytes {
				continue
			}
			name, state := read(line, &section)
			if state == "" {
				continue
			}
			n++
			if file := l.file(dir, name); file != "" && state == changed {
				l.Changed = append(l.Changed, file)
			} else if file != "" {
				l.Untracked = append(l.Untracked, file)
			}
		}
		if n == 0 && !saysClean(c, cmd) {
			return nil
		}
		return l
	}
	return nil
}

// saysClean reports whether git status, asked about no path and the only one of its call, says that everything is committed.
func saysClean(c *Call, cmd Command) bool {
	asked := 0
	for _, other := range c.Commands {
		if other.Name == "git status" {
			asked++
		}
	}
	path := slices.ContainsFunc(cmd.Args, func(word string) bool { return !strings.HasPrefix(word, "-") })
	return asked == 1 && cmd.Name == "git status" && !path && slices.ContainsFunc(strings.Split(runs.Plain(c.Output), "\n"), func(line string) bool {
		return strings.HasPrefix(line, "nothing to commit, working tree clean")
	})
}

// file returns a name that git has printed in a directory, relative to the root; "" if it is outside of that.
func (l *Listing) file(dir, name string) string {
	if _, to, renamed := strings.Cut(name, " -> "); renamed {
		name = to
	}
	if plain, err := strconv.Unquote(name); err == nil {
		name = plain
	}
	file, err := filepath.Rel(l.Root, filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil || !filepath.IsLocal(file) {
		return ""
	}
	return filepath.ToSlash(file)
}

// listerOf returns what reads the lines of a command that lists what is not committed, and the directory that its names are relative
// to; nil for any other command. A comparison with an older commit lists what is committed.
func listerOf(cmd Command) (read func(line string, section *string) (name, manner string), dir string) {
	has := func(flags ...string) bool {
		return slices.ContainsFunc(cmd.Args, func(word string) bool { return slices.Contains(flags, word) })
	}
	switch {
	case cmd.Name == "git status" && has("--porcelain", "--porcelain=v1"):
		return readShort, cmd.Root
	case cmd.Name == "git status" && has("-s", "--short", "-sb", "-bs", "-su", "-suall"):
		return readShort, cmd.Dir
	case cmd.Name == "git status":
		return readLong, cmd.Dir
	case cmd.Name == "git diff" && has("--name-only", "--name-status", "--stat") && !has("--relative", "--no-index"):
		words := cmd.Args
		if i := slices.Index(words, "--"); i >= 0 {
			words = words[:i]
		}
		if slices.ContainsFunc(words, func(word string) bool { return word != "HEAD" && !strings.HasPrefix(word, "-") }) {
			return nil, ""
		}
		if has("--name-only") {
			return readName, cmd.Root
		}
		return readDiff, cmd.Root
	}
	return nil, ""
}

// readShort reads a line of git status --short: XY PATH. A client may have trimmed the first line.
func readShort(line string, _ *string) (name, manner string) {
	if len(line) > 2 && line[1] == ' ' && line[2] != ' ' && line[0] != ' ' {
		line = " " + line
	}
	if len(line) < 4 || line[2] != ' ' || strings.Trim(line[:2], " MTARCU?D") != "" || line[:2] == "  " {
		return "", ""
	}
	switch {
	case line[:2] == "??":
		return line[3:], untracked
	case line[1] == 'D' || line[:2] == "D ":
		return "", ""
	}
	return line[3:], changed
}

// readLong reads a line of git status.
func readLong(line string, section *string) (name, manner string) {
	if !strings.HasPrefix(line, "\t") {
		if strings.HasSuffix(line, ":") {
			*section = line
		}
		return "", ""
	}
	name = strings.TrimSpace(line)
	if *section == "Untracked files:" {
		return name, untracked
	}
	what, rest, _ := strings.Cut(name, ":")
	if slices.Contains([]string{"modified", "new file", "renamed", "copied", "typechange", "both modified", "both added"}, what) {
		if rest = strings.TrimSpace(rest); !strings.HasSuffix(rest, ")") { // a submodule (new commits) is a repository of its own
			return rest, changed
		}
	}
	return "", ""
}

// readDiff reads a line of git diff --name-status or --stat.
func readDiff(line string, _ *string) (name, manner string) {
	if what, rest, ok := strings.Cut(line, "\t"); ok {
		if _, to, ok := strings.Cut(rest, "\t"); ok {
			rest = to
		}
		if len(what) > 0 && strings.Contains("MTARC", what[:1]) {
			return rest, changed
		}
		return "", ""
	}
	name, count, ok := strings.Cut(line, " | ")
	if count = strings.TrimSpace(count); !ok || !strings.HasPrefix(line, " ") || count == "" || strings.ContainsAny(name, "{}") || strings.HasPrefix(name, " ...") ||
		!strings.HasPrefix(count, "Bin ") && (count[0] < '0' || count[0] > '9') {
		return "", ""
	}
	return strings.TrimSpace(name), changed
}

// readName reads a line of git diff --name-only.
func readName(line string, _ *string) (name, manner string) {
	if line == "" || strings.ContainsAny(line, " \t:") {
		return "", ""
	}
	return line, changed
}
