package agent

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// diagnosePi looks for what keeps pi from loading the extension: settings that leave it out, as "pi config" writes them,
// and, of a project, missing trust.
func diagnosePi(a Agent, w Machine, s Settings) (problems []Problem) {
	extension := w.Path(s)
	settings := filepath.Join(filepath.Dir(filepath.Dir(extension)), "settings.json") // those of the same scope
	if entry := piLeavesOut(settings, extension); entry != "" {
		problems = append(problems, Problem{fmt.Sprintf("%q in \"extensions\" leaves the extension of witness out", entry), settings, fmt.Sprintf("remove %q from %s", entry, settings)})
	}
	if s.Scope == "project" && !piBeforeTrust() {
		problems = append(problems, piDistrusts(a, w)...)
	}
	return problems
}

// piLeavesOut returns the entry of pi's settings that leaves an extension out, "" if there is none. An entry -PATH does,
// and !GLOB unless there is a +PATH (0.87.1, by its source; measured).
func piLeavesOut(settings, extension string) string {
	var config struct {
		Extensions []string `json:"extensions"`
	}
	readJSON(settings, &config)
	rel, err := filepath.Rel(filepath.Dir(settings), extension)
	if err != nil {
		return ""
	}
	names := []string{filepath.ToSlash(rel), filepath.ToSlash(extension)}
	out, forced := "", false
	for _, entry := range config.Extensions {
		path, isPath := strings.CutPrefix(entry, "-")
		if isPath && slices.Contains(names, strings.TrimPrefix(path, "./")) {
			return entry
		}
		if path, isPath = strings.CutPrefix(entry, "+"); isPath && slices.Contains(names, strings.TrimPrefix(path, "./")) {
			forced = true
		}
		if glob, isGlob := strings.CutPrefix(entry, "!"); isGlob && slices.ContainsFunc(append(names, filepath.Base(extension)), globExpression(glob).MatchString) {
			out = entry
		}
	}
	if forced {
		return ""
	}
	return out
}

// globExpression returns the expression for a glob: ** stands for any folders, * and ? for what is in a name.
func globExpression(glob string) *regexp.Regexp {
	parts := strings.NewReplacer(`\*\*/`, `(.*/)?`, `\*\*`, `.*`, `\*`, `[^/]*`, `\?`, `[^/]`)
	return regexp.MustCompile("^" + parts.Replace(regexp.QuoteMeta(filepath.ToSlash(glob))) + "$")
}

// piDistrusts looks for the decision about the project in trust.json: the nearest folder's counts, and without one the
// user's default (pi 0.79.10, by its source; 0.87.1, measured). Earlier versions trust every project.
func piDistrusts(a Agent, w Machine) []Problem {
	home := filepath.Dir(filepath.Dir(w.Path(a.Settings()[1])))
	path := filepath.Join(home, "trust.json")
	var decisions map[string]*bool
	readJSON(path, &decisions)
	fix := "start pi in " + w.Project + " and type /trust"
	for folder := realPath(w.Project); ; folder = filepath.Dir(folder) {
		switch trusted := decisions[folder]; {
		case trusted != nil && *trusted:
			return nil
		case trusted != nil:
			return []Problem{{fmt.Sprintf("pi does not trust this project and does not load its extensions: %s is set to false", folder), path, fix}}
		}
		if folder == filepath.Dir(folder) {
			break
		}
	}
	var settings struct {
		Default string `json:"defaultProjectTrust"`
	}
	readJSON(filepath.Join(home, "settings.json"), &settings)
	if settings.Default == "always" {
		return nil
	}
	return []Problem{{"pi does not trust this project yet and does not load its extensions", path, fix}}
}

// piBeforeTrust reports whether the pi on PATH is older than 0.79, the first version that asks for trust.
func piBeforeTrust() bool {
	v, ok := programVersion("pi", "/pi-coding-agent")
	return ok && v[0] == 0 && v[1] < 79
}
