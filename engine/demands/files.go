package demands

import (
	"encoding/json"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
)

// texts are the globs of the files that demand something of who works on a project.
var texts = []string{
	"AGENTS.md", "CLAUDE.md", ".claude/CLAUDE.md", "GEMINI.md", ".rules", ".cursorrules", ".cursor/rules/*.mdc", ".github/copilot-instructions.md",
	".github/instructions/*.md", "CONTRIBUTING.md", ".github/CONTRIBUTING.md", "docs/CONTRIBUTING.md", ".windsurfrules", ".clinerules",
	".pre-commit-config.yaml", "package.json", "Makefile", ".github/workflows/*.yml", ".github/workflows/*.yaml",
}

// guides are the texts that a folder may have for what is in it.
var guides = []string{"AGENTS.md", "CLAUDE.md"}

// maxDepth is how many folders deep the guides of folders are looked for.
const maxDepth = 3

// Find returns the files of a project that may demand something: those of the project, and the guides of its folders.
func Find(project fs.FS) (names []string) {
	for _, glob := range texts {
		found, _ := fs.Glob(project, glob) // the globs are valid
		names = append(names, found...)
	}
	_ = fs.WalkDir(project, ".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return fs.SkipDir // a folder that cannot be read has no text
		case name == ".":
		case e.IsDir() && (strings.HasPrefix(e.Name(), ".") || slices.Contains(cues().Code.Apart, e.Name()) || strings.Count(name, "/") >= maxDepth || isRepository(project, name)):
			return fs.SkipDir
		case strings.Contains(name, "/") && slices.Contains(guides, e.Name()):
			names = append(names, name)
		}
		return nil
	})
	return names
}

// isRepository reports whether a folder is a repository of its own, such as a submodule.
func isRepository(project fs.FS, folder string) bool {
	_, err := fs.Stat(project, folder+"/.git")
	return err == nil
}

// imported is a line that takes in another text, as CLAUDE.md does: @AGENTS.md.
var imported = lazy(`(?m)^[ \t]*(?:[-*][ \t]+)?@(\.{0,2}[\w./-]+\.md)[ \t]*$`)

// Imports returns the texts that a text of a project takes in, by their paths in the project.
func Imports(project fs.FS, name string) (names []string) {
	text, err := fs.ReadFile(project, name)
	if err != nil || path.Ext(name) != ".md" {
		return nil
	}
	for _, m := range imported().FindAllStringSubmatch(string(text), -1) {
		if other := path.Join(path.Dir(name), m[1]); fs.ValidPath(other) && path.Base(other) != "SKILL.md" { // a skill says how to do one work
			names = append(names, other)
		}
	}
	return names
}

// ReadFile returns what a file of a project demands; name is its path in it, by which its form is known, and called the path by
// which the project calls it, which may be a link: AGENTS.md is about the whole project also where it is kept in docs.
func ReadFile(project fs.FS, name, called string) ([]Demand, error) {
	text, err := fs.ReadFile(project, name)
	if err != nil {
		return nil, err
	}
	switch base := path.Base(name); {
	case base == "package.json":
		return scriptsOf(project, name, text), nil
	case base == "Makefile":
		return targetsOf(name, string(text)), nil
	case base == ".pre-commit-config.yaml":
		return []Demand{{File: name, Line: 1, Text: "hooks that run before a commit", Like: runBefore, RunAny: []string{"pre-commit run", "prek run"}, Before: "commit", Severity: warn}}, nil
	case path.Base(path.Dir(name)) == "workflows":
		return workflow(name, string(text)), nil
	}
	body, scope := scoped(called, string(text))
	list := read(name, body, scope, foldersOf(project))
	present(project, list)
	if folder := path.Dir(name); scope == folder+"/**" {
		list = placed(project, folder, list)
	}
	return list, nil
}

var (
	scopeKey = lazy(`(?m)^(?:globs|applyTo):\s*["']?([^"'\n,\[\]]+)["']?\s*$`)
	target   = lazy(`^([\w-]+):(?:[^=]|$)`)
	atMoment = lazy(`^pre-?(commit|push|pr|merge)$`)
)

// scoped separates the front matter of a text, which may say which files it is about. It leaves its lines, so that the others keep
// their numbers. A text in a folder is about what is in it.
func scoped(name, text string) (body, scope string) {
	if dir := path.Dir(name); dir != "." && slices.Contains(guides, path.Base(name)) && !strings.HasPrefix(dir, ".") {
		scope = dir + "/**"
	}
	if !strings.HasPrefix(text, "---\n") {
		return text, scope
	}
	front, _, ok := strings.Cut(text[4:], "\n---")
	if !ok {
		return text, scope
	}
	if m := scopeKey().FindStringSubmatch(front); m != nil && strings.Trim(m[1], " */") != "" {
		scope = strings.TrimSpace(m[1])
	}
	end := 4 + len(front) + 4
	return strings.Repeat("\n", strings.Count(text[:end], "\n")) + text[end:], scope
}

// scriptsOf returns the scripts of a package.json that are named for a moment.
func scriptsOf(project fs.FS, name string, text []byte) (list []Demand) {
	for _, script := range slices.Sorted(maps.Keys(manifestOf(text).Scripts)) {
		if m := atMoment().FindStringSubmatch(script); m != nil {
			list = append(list, Demand{
				File: name, Line: lineOf(string(text), `"`+script+`"`), Text: "the script " + script, Like: runBefore,
				Run: []string{managerOf(project) + " run " + script}, Before: m[1], Severity: warn,
			})
		}
	}
	return list
}

// A manifest is what counts of a package.json.
type manifest struct {
	Scripts         map[string]string `json:"scripts"`
	Dependencies    map[string]any    `json:"dependencies"`
	DevDependencies map[string]any    `json:"devDependencies"`
}

func manifestOf(text []byte) (m manifest) {
	_ = json.Unmarshal(text, &m) // what is no package.json has no scripts
	return m
}

// managerOf returns the package manager whose lockfile a project has.
func managerOf(project fs.FS) string {
	for _, m := range [][2]string{{"pnpm-lock.yaml", "pnpm"}, {"yarn.lock", "yarn"}, {"bun.lock", "bun"}, {"bun.lockb", "bun"}} {
		if _, err := fs.Stat(project, m[0]); err == nil {
			return m[1]
		}
	}
	return "npm"
}

func lineOf(text, what string) int {
	before, _, _ := strings.Cut(text, what)
	return 1 + strings.Count(before, "\n")
}

// targetsOf returns the targets of a Makefile that are named for a moment.
func targetsOf(name, text string) (list []Demand) {
	n := 0
	for line := range strings.Lines(text) {
		n++
		if m := target().FindStringSubmatch(line); m != nil && atMoment().MatchString(m[1]) {
			list = append(list, Demand{File: name, Line: n, Text: "the target " + m[1], Like: runBefore, Run: []string{"make " + m[1]}, Before: atMoment().FindStringSubmatch(m[1])[1], Severity: warn})
		}
	}
	return list
}
