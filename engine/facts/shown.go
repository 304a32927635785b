package facts

import (
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/runs"
)

// Limits on what is taken from the output of a search or a diff.
const (
	maxShown      = 200     // files
	maxShownBytes = 1 << 10 // of a line that can name a file
)

// searching and diffing list the commands whose output names the files that it shows.
var (
	searching = []string{"grep", "egrep", "fgrep", "zgrep", "rg", "ag", "ack", "git grep", "Select-String", "findstr"}
	diffing   = []string{"git diff", "git show", "git log", "git stash", "git format-patch", "git am", "diff", "colordiff"}
)

// The forms of lines that name a file. They are compiled when a search or a diff has been printed.
var (
	drive      = lazily(`^/?[A-Za-z]:[/\\]`)                  // a folder of Windows, also as a replay names it
	foundLine  = lazily(`^([^\s:]+):(\d+)[:-]`)               // path:12:text
	foundNear  = lazily(`^([^\s:]+\.[A-Za-z]\w*)-(\d+)-`)     // path-12-text: the lines around
	foundFile  = lazily(`^([^\s:]+\.[A-Za-z]\w*):\s?\S`)      // path:text, without numbers of lines
	foundTag   = lazily(`^<match path="([^"]+)" line=(\d+)>`) // of VS Code
	listedFile = lazily(`^(?:File: )?(\S+\.[A-Za-z]\w*):?$`)  // a path alone: of grep -l, or the heading of rg, of Gemini CLI, of opencode
	ownLine    = lazily(`^(?:\s*L(?:ine )?)?(\d+)[:-]`)       // 12:text below a heading, with L or Line before the number
	diffFile   = lazily(`^\+\+\+ (?:[bwic]/)?([^\t]+?)(?:\t.*)?$`)
	diffHunk   = lazily(`^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@`)
)

// lazily returns a function that compiles a pattern when it is first called: compiling all of them at the
// start of the program would cost every hook.
func lazily(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// A showing collects the files that an output names.
type showing struct {
	r    *Resolver
	c    *Call
	dirs []string // the directories that names may be relative to
	via  string
	n    int
}

// shown adds the files whose content the output of a search or a diff shows, with the first and last
// line of it, and those that a search lists. The line of a recursive search names folders only.
func (r *Resolver) shown(c *Call) {
	if c.Moment != hook.After || c.Output == "" || c.Outcome == hook.Denied {
		return
	}
	s := showing{r: r, c: c, via: "shell"}
	finds, diffs := c.Tool == hook.Search, false
	if finds {
		s.via = "tool"
	}
	for _, cmd := range c.Commands {
		f, d := slices.Contains(searching, cmd.Name), slices.Contains(diffing, cmd.Name)
		if !f && !d {
			continue
		}
		finds, diffs = finds || f, diffs || d
		dir := cmd.Dir
		if d && cmd.Root != "" && cmd.Root != c.Project.Root {
			dir = cmd.Root
		}
		if dir != "" && !slices.Contains(s.dirs, dir) {
			s.dirs = append(s.dirs, dir)
		}
		if d && !slices.Contains(s.dirs, cmd.Root) {
			s.dirs = append(s.dirs, cmd.Root) // the paths in a diff are relative to the repository
		}
	}
	if !finds && !diffs {
		return
	}
	if len(s.dirs) == 0 {
		s.dirs = []string{c.Project.Dir}
	}
	s.read(runs.Plain(c.Output), finds, diffs)
}

// read goes through the lines of an output.
func (s *showing) read(output string, finds, diffs bool) {
	heading, windows := "", drive().MatchString(s.c.Event.CWD)
	for line := range strings.Lines(output) {
		line = strings.TrimRight(line, "\n")
		if windows {
			name, _, _ := strings.Cut(line, ":")
			line = strings.ReplaceAll(name, "\\", "/") + line[len(name):]
		}
		if len(line) > maxShownBytes {
			line = line[:maxShownBytes]
		}
		if s.n > maxShown || line == "" {
			continue
		}
		if diffs {
			if m := diffFile().FindStringSubmatch(line); m != nil {
				heading = m[1]
				continue
			}
			if m := diffHunk().FindStringSubmatch(line); m != nil && heading != "" {
				first, count := lineNumber(m[1]), int64(1)
				if m[2] != "" {
					count = lineNumber(m[2])
				}
				s.add(heading, hook.Read, first, first+max(count, 1)-1)
				continue
			}
		}
		if !finds {
			continue
		}
		m := foundLine().FindStringSubmatch(line)
		if m == nil {
			m = foundNear().FindStringSubmatch(line)
		}
		if m == nil {
			m = foundTag().FindStringSubmatch(line)
		}
		if m != nil && looksLikePath(m[1]) {
			s.add(m[1], hook.Read, lineNumber(m[2]), lineNumber(m[2]))
		} else if m := ownLine().FindStringSubmatch(line); m != nil && heading != "" {
			s.add(heading, hook.Read, lineNumber(m[1]), lineNumber(m[1]))
		} else if m := foundFile().FindStringSubmatch(line); m != nil {
			s.add(m[1], hook.Read, 0, 0)
		} else if m := listedFile().FindStringSubmatch(line); m != nil {
			heading = m[1]
			s.add(heading, hook.Scan, 0, 0)
		}
	}
}

// add adds a file, or extends the lines that are shown of one that the output named before.
func (s *showing) add(name, kind string, first, last int64) {
	path := s.path(name)
	if path == "" {
		return
	}
	i := s.c.touchIndex(path, kind)
	if i < 0 {
		manner := map[string]string{hook.Read: "shown", hook.Scan: "listed"}[kind]
		t := s.c.TouchOf(s.r.Disk, path, kind, s.via, hook.OK)
		t.Manner, t.First, t.Last = manner, first, last
		s.c.Touches = append(s.c.Touches, t)
		s.n++
		return
	}
	t := &s.c.Touches[i]
	t.Outcome = hook.OK
	if t.Manner == "shown" && first > 0 {
		t.First, t.Last = min(t.First, first), max(t.Last, last)
	}
}

// path returns the canonical path of a file that an output names, "" if there is none.
func (s *showing) path(name string) string {
	name = filepath.FromSlash(strings.Trim(name, `"`))
	dirs := s.dirs
	if filepath.IsAbs(name) {
		dirs = []string{""}
	}
	for _, dir := range dirs {
		path := s.c.Project.Path(filepath.Join(dir, name))
		if path != "" && len(path) < project.MaxPath && s.r.Disk.Existed(path, hook.Edit) {
			return path
		}
	}
	return ""
}

// looksLikePath reports whether a text that ends before the number of a line names a file. Times and
// addresses do not: 12:30:45, localhost:80.
func looksLikePath(text string) bool {
	base := text[strings.LastIndexByte(text, '/')+1:]
	return strings.Contains(text, "/") || strings.ContainsAny(strings.TrimLeft(base, "."), ".") && strings.ContainsFunc(base, func(r rune) bool { return r >= 'A' && r <= 'z' })
}

func lineNumber(digits string) int64 {
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// showVariables are the environment variables that change only how much is shown.
var showVariables = []string{"FORCE_COLOR", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TERM", "COLUMNS", "LINES", "PYTHONUNBUFFERED", "RUST_BACKTRACE", "RUST_LIB_BACKTRACE", "NODE_NO_WARNINGS", "PYTHONWARNINGS"}
