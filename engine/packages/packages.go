// Package packages finds out whether anybody has named the packages that a command installs: the files of the project, or the user.
package packages

import (
	"bytes"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"witness/engine/agent"
	"witness/engine/project"
	"witness/engine/regular"
)

// An Added is a package that a command installs by its name, as in the parameter adds.
type Added struct {
	Name   string `json:"name"`   // without its version
	Listed *bool  `json:"listed"` // whether a file of the project that lists packages or explains the project has the name; null if that is unknown
	Said   *bool  `json:"said"`   // whether the user has said the name in this session; null if the client's transcript does not tell, or was not needed
}

// listings are the files that list packages, and those in which people say what a project is made of.
var listings = []string{
	"package.json", "package-lock.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock", "deno.json", "deno.lock", "pyproject.toml", "requirements*.txt", "requirements/*.txt", "setup.py", "setup.cfg", "Pipfile",
	"Pipfile.lock", "poetry.lock", "uv.lock", "pdm.lock", "Cargo.toml", "Cargo.lock", "go.mod", "go.sum", "Gemfile", "Gemfile.lock", "*.gemspec", "composer.json", "composer.lock",
	"README*", "CONTRIBUTING*", "CLAUDE.md", "AGENTS.md", "GEMINI.md", "*.yml", "*.yaml", ".github/workflows/*.yml", "Dockerfile", "Makefile", "justfile", "environment.yml", "tox.ini",
}

// Limits on what is read to find the name of a package.
const (
	maxAdded      = 50       // packages of one command
	maxListing    = 8 << 20  // bytes of one file
	maxTranscript = 16 << 20 // bytes at the end of a transcript
)

// Of returns what is known of the packages that a command installs by name, in a folder of the project at root, which is "" if its files
// cannot be read. Nothing is read if there is no such package.
func Of(client, transcript, root, dir string, names []string) (list []Added) {
	text, read := "", false
	for _, name := range names[:min(len(names), maxAdded)] {
		added := Added{Name: name}
		listed, known := lists(root, dir, name)
		if known {
			added.Listed = &listed
		}
		if known && !listed && !read && transcript != "" {
			text, read = words(client, transcript), true
		}
		if text != "" {
			said := mentions(text, name)
			added.Said = &said
		}
		list = append(list, added)
	}
	return list
}

// lists searches the files of the folder and those above it up to the root.
func lists(root, dir, name string) (listed, known bool) {
	if root == "" || dir == "" || !project.Within(dir, root) {
		return false, false
	}
	pattern, part := namePattern(name), longestPart(name)
	for ; project.Within(dir, root); dir = filepath.Dir(dir) {
		for _, glob := range listings {
			paths, _ := filepath.Glob(project.QuoteGlob(dir) + "/" + glob)
			if slices.ContainsFunc(paths, func(path string) bool {
				text, err := regular.Read(path, maxListing)
				return err == nil && bytes.Contains(bytes.ToLower(text), part) && pattern.Match(text)
			}) {
				return true, true
			}
		}
		if dir == root {
			break
		}
	}
	return false, true
}

// longestPart returns the longest part of a name that is always written the same, in lower case. To look for it first is a hundred times faster
// than a pattern in a lock file of some megabytes.
func longestPart(name string) []byte {
	parts := strings.FieldsFunc(strings.ToLower(strings.TrimPrefix(name, "@types/")), func(r rune) bool { return r == '-' || r == '_' })
	if len(parts) == 0 {
		return nil
	}
	return []byte(slices.MaxFunc(parts, func(a, b string) int { return len(a) - len(b) }))
}

// namePattern matches the name of a package where it is not a part of a longer one. A "-" in it is also written "_" or ".", and
// the types of a package are listed by its name.
func namePattern(name string) *regexp.Regexp {
	quoted := strings.NewReplacer("-", "[-_.]", "_", "[-_.]").Replace(regexp.QuoteMeta(strings.TrimPrefix(name, "@types/")))
	return regexp.MustCompile(`(?i)(?:^|[^\w-])` + quoted + `(?:[^\w-]|$)`)
}

// words returns what the user has said in a session by the client's transcript, "" if that is not known.
func words(client, transcript string) string {
	a, _ := agent.Find(client)
	if a.Transcript == nil || a.Transcript.Said == nil {
		return ""
	}
	f, info, err := regular.Open(transcript)
	if err != nil {
		return ""
	}
	defer f.Close()
	lines := make([]byte, min(info.Size(), maxTranscript))
	n, _ := f.ReadAt(lines, info.Size()-int64(len(lines))) // what is there is read
	return a.Transcript.Words(lines[:n])
}

// mentions reports whether a person who says the text has named the package: each part of the name is one of the words, or one of the two
// begins with the other, as in "use tailwind" for tailwindcss.
func mentions(text, name string) bool {
	split := func(s string) []string {
		return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !('a' <= r && r <= 'z' || '0' <= r && r <= '9') })
	}
	words := map[string]bool{}
	for _, w := range split(text) {
		words[w] = true
	}
	parts := split(strings.TrimPrefix(name, "@types/"))
	if strings.Contains(name, ".") && strings.Contains(name, "/") { // the path of a Go module: its last element
		parts = split(filepath.Base(regexp.MustCompile(`/v\d+$`).ReplaceAllString(name, "")))
	}
	return !slices.ContainsFunc(parts, func(part string) bool {
		if words[part] {
			return false
		}
		for w := range words {
			if min(len(w), len(part)) >= 4 && (strings.HasPrefix(w, part) || strings.HasPrefix(part, w)) {
				return false
			}
		}
		return true
	})
}
