package demands

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// A Project knows its commands.
type Project struct {
	files fs.FS
	bare  bool // it has nothing but texts: then nothing is known to be missing
}

// NewProject returns what a project knows.
func NewProject(files fs.FS) *Project {
	entries, _ := fs.ReadDir(files, ".") // of what cannot be read, nothing is known
	return &Project{files, !slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		return !strings.HasPrefix(e.Name(), ".") && !isDoc(e.Name()) && e.Name() != "LICENSE"
	})}
}

// Lacks returns the first command that a demand wants to be run and the project does not have; "" if it has all of them.
func (p *Project) Lacks(d Demand) string {
	wanted, folder := slices.Concat(d.Run, d.First), path.Dir(d.File)
	lacks := func(c string) bool { return p.lacks(folder, c) }
	if len(d.RunAny) > 0 && !slices.ContainsFunc(d.RunAny, func(c string) bool { return !lacks(c) }) {
		return d.RunAny[0]
	}
	if i := slices.IndexFunc(wanted, lacks); i >= 0 {
		return wanted[i]
	}
	for _, doc := range d.Read {
		if found, _ := fs.Glob(p.files, path.Clean(strings.ReplaceAll(doc, "{1}", "*"))); len(found) == 0 && !p.bare {
			return doc
		}
	}
	return ""
}

// lacks reports whether the project surely does not have a command: it has no manifest for its program, or the manifest has no
// such script or target, or there is no file of its name, there or in the folder of the text.
func (p *Project) lacks(folder, command string) bool {
	words := strings.Fields(command)
	if p.bare || len(words) == 0 || strings.HasPrefix(words[0], "mcp:") || strings.HasPrefix(words[0], "skill:") {
		return false
	}
	if i := slices.IndexFunc(words, func(w string) bool { return strings.Contains(w, "/") && isScript(w) }); i == 0 || i == 1 && !strings.ContainsAny(words[1], "*") {
		_, err := fs.Stat(p.files, path.Clean(words[i]))
		_, below := fs.Stat(p.files, path.Join(folder, words[i]))
		return err != nil && below != nil && !strings.HasPrefix(words[i], "/")
	}
	names, ok := cues().Manifest[words[0]]
	if !ok {
		return false
	}
	var texts []string
	for _, name := range names {
		for _, glob := range []string{name, "*/" + name, "*/*/" + name, path.Join(folder, name)} {
			found, _ := fs.Glob(p.files, glob) // the globs are valid
			for _, f := range found {
				if text, err := fs.ReadFile(p.files, f); err == nil {
					texts = append(texts, string(text))
				}
			}
		}
	}
	if len(texts) == 0 {
		return true
	}
	name := scriptIn(words)
	return name != "" && !slices.ContainsFunc(texts, func(text string) bool { return defines(words[0], text, name) })
}

// scriptIn returns the script or the target that a command names, "" if it names none for sure.
func scriptIn(words []string) string {
	if len(words) < 2 || strings.HasPrefix(words[1], "-") {
		return ""
	}
	switch words[0] {
	case "make", "just", "task":
		return words[1]
	case "npm", "pnpm", "yarn", "bun":
		if words[1] == "run" && len(words) > 2 && !strings.HasPrefix(words[2], "-") {
			return words[2]
		}
	}
	return ""
}

// defines reports whether a manifest defines a script or a target.
func defines(program, text, name string) bool {
	switch program {
	case "make", "just", "task":
		return regexp.MustCompile(`(?m)^[ \t]*@?(?:[^\n#=:]*\s)?`+regexp.QuoteMeta(name)+`(?:\s[^\n:]*)?:(?:[^=]|$)|^alias\s+`+regexp.QuoteMeta(name)+`\s*:=`).MatchString(text) || strings.Contains(text, "%:")
	}
	_, ok := manifestOf([]byte(text)).Scripts[name]
	return ok
}
