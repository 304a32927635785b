package agent

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/regular"
)

// Clients run no hooks, or not those of a project, for reasons that neither they nor the hooks tell: a switch in their
// settings, a variable, a folder that the user does not trust.

// Problems returns the reasons why hooks that are installed in a settings file, or as a plugin, do not run.
func (a Agent) Problems(w Machine, s Settings) []Problem {
	problems := append(a.offVariables(w), a.movedByVariables(w)...)
	if a.Diagnose != nil {
		problems = append(problems, a.Diagnose(a, w, s)...)
	}
	return problems
}

// offVariables returns a Problem for each variable that turns all hooks off, as the environment or a file sets it.
func (a Agent) offVariables(w Machine) (problems []Problem) {
	add := func(name, value, path, fix string) {
		if isOn(value) {
			problems = append(problems, Problem{name + " turns all hooks off", path, fix})
		}
	}
	for _, name := range a.off() {
		add(name, w.Getenv(name), "", "unset "+name)
	}
	for _, s := range a.setIn() {
		path := w.Path(s)
		set := variablesOf(path)
		for _, name := range a.off() {
			add(name, string(set[name]), path, "remove "+name+" from "+path)
		}
	}
	return problems
}

// isOn reports whether a variable is set to what clients take for true.
func isOn(value string) bool {
	return slices.Contains([]string{"1", "true", "yes", "on", "y"}, strings.ToLower(strings.TrimSpace(value)))
}

// envLines returns the variables in the lines of a file such as .env.
func envLines(path string) map[string]lenientString {
	text, err := regular.Read(path, MaxSettings)
	if err != nil {
		return nil
	}
	set := map[string]lenientString{}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "export "), "="); ok {
			set[strings.TrimSpace(name)] = lenientString(strings.Trim(strings.TrimSpace(value), `"'`))
		}
	}
	return set
}

// disablingSettings returns a Problem for the first of the settings files that says whether hooks run, if it turns them
// all off. The files come in the order of their precedence. off returns nil if a value does not say.
func disablingSettings(off func(json.RawMessage) *bool, key string, paths ...string) []Problem {
	path := fileThatSets(off, key, paths...)
	if path == "" {
		return nil
	}
	return []Problem{{fmt.Sprintf("%q turns all hooks off", key), path, fmt.Sprintf("remove %q from %s", key, path)}}
}

// fileThatSets returns the first of the settings files whose value of a key says something, if is returns true for it,
// else "".
func fileThatSets(is func(json.RawMessage) *bool, key string, paths ...string) string {
	for _, path := range paths {
		var tree map[string]json.RawMessage
		readJSON(path, &tree) // a file that does not parse is reported as invalid elsewhere
		value, ok := tree[key]
		if !ok {
			continue
		}
		if set := is(value); set != nil {
			if *set {
				return path
			}
			return ""
		}
	}
	return ""
}

// boolValue returns a JSON value that is true or false, nil for any other.
func boolValue(value json.RawMessage) *bool {
	var b *bool
	_ = json.Unmarshal(value, &b) // a value of another type leaves it nil
	return b
}

// siblingFiles returns the paths of the named files in the folders of the agent's settings files.
func siblingFiles(a Agent, w Machine, names ...string) (paths []string) {
	for _, s := range a.Settings() {
		for _, name := range names {
			paths = append(paths, filepath.Join(filepath.Dir(w.Path(s)), name))
		}
	}
	return paths
}

// readJSON reads a JSON file, with comments or without. A file that is missing or invalid leaves the value as it is.
func readJSON(path string, value any) {
	text, err := regular.Read(path, MaxSettings)
	if err == nil {
		_ = json.Unmarshal(blankComments(bytes.TrimPrefix(text, byteOrderMark)), value)
	}
}

// realPath returns a path without links, or the path itself if it does not exist.
func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// isBelow reports whether path is folder or in it. Both must be clean.
func isBelow(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, strings.TrimSuffix(folder, string(filepath.Separator))+string(filepath.Separator))
}
