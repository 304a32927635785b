package engine

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/bmatcuk/doublestar/v4"

	"witness/engine/shell"
)

// anyGlob tells whether a file matches one of the globs. A glob without a slash is about
// the file's name, wherever it lies.
func anyGlob(globs []string, file string) bool {
	return slices.ContainsFunc(globs, func(g string) bool {
		if !mayMatch(g, file) {
			return false
		}
		if ok, err := doublestar.Match(g, file); err == nil && ok {
			return true
		}
		ok, err := doublestar.Match("**/"+g, file)
		return err == nil && ok
	})
}

// mayMatch tells, at a hundredth of the cost, that a glob cannot match: its literal
// beginning or its last part is not in the file's path.
func mayMatch(glob, file string) bool {
	const special = `*?[{\`
	last := glob[strings.LastIndexByte(glob, '/')+1:]
	if !strings.ContainsAny(last, special) {
		return strings.HasSuffix(file, last)
	}
	begin := glob[:max(strings.IndexAny(glob, special), 0)]
	return strings.Contains(file, strings.TrimSuffix(begin, "/"))
}

// isFar tells whether a glob begins with what stands for a place of this machine: ~ for the
// home directory, $config for the folders of witness's configuration, $store for the file
// of the store, $program for witness itself.
func isFar(glob string) bool { return strings.HasPrefix(glob, "$") || strings.HasPrefix(glob, "~") }

// globs replaces what stands for a place of this machine.
func (e *Engine) globs(paths []string) []string {
	globs := []string{}
	add := func(place, rest string) {
		if place != "" {
			globs = append(globs, globQuoter.Replace(resolve(filepath.Dir(place))+"/"+filepath.Base(place))+rest)
		}
	}
	for _, p := range paths {
		if rest, ok := strings.CutPrefix(p, "$config"); ok {
			add(userConfigDir(), rest)
			add(filepath.Dir(systemConfig()), rest)
		} else if rest, ok := strings.CutPrefix(p, "$store"); ok {
			add(e.path, rest)
		} else if rest, ok := strings.CutPrefix(p, "$program"); ok {
			add(program(), rest)
		} else if rest, ok := strings.CutPrefix(p, "~"); ok {
			add(home(), rest)
		}
	}
	return globs
}

// program is the file of this program, "" if it cannot be told. It is asked about for each
// name in a line, and the system's answer is slow.
var program = sync.OnceValue(func() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	return path
})

// home is the home directory, "" if there is none.
func home() string {
	dir, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return dir
}

// globsFor are the globs that may match a path. The places of this machine are resolved
// only for what lies outside of the project, unless they lie in it themselves: that costs
// more than all the rest, and nearly every call stays inside.
func (c *call) globsFor(f *Script, path string) []string {
	if !slices.ContainsFunc(f.Paths, isFar) {
		return f.Paths
	}
	inside := func(place string) bool { return place != "" && within(place, c.place.Root) }
	if inside(path) && !inside(c.engine.path) && !inside(userConfigDir()) && !inside(program()) {
		return f.Paths // of those that are not replaced none matches a file
	}
	if f.far == nil {
		f.far = append(c.engine.globs(f.Paths), slices.DeleteFunc(slices.Clone(f.Paths), isFar)...)
	}
	return f.far
}

// globQuoter takes their meaning from the characters of a path.
var globQuoter = strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`, "]", `\]`, "{", `\{`, "}", `\}`)

// selects tells whether a rule's globs match a file, or what it is a link to.
func (c *call) selects(f *Script, t touch) bool {
	return anyGlob(c.globsFor(f, t.path), t.file) || c.leads(f, t.path)
}

// leads tells whether a path is a link to a file that a rule's globs match.
func (c *call) leads(f *Script, path string) bool {
	real := c.linked(path)
	return real != "" && anyGlob(c.globsFor(f, real), c.place.file(real))
}

// linked is the file that a link leads to, "" if it is no link. Each rule about files asks.
func (c *call) linked(path string) string {
	if !c.live {
		return ""
	}
	real, known := c.links[path]
	if !known {
		if real = link(path); c.links == nil {
			c.links = map[string]string{}
		}
		c.links[path] = real
	}
	return real
}

// link is the file that a link leads to now, "" if it is no link.
func link(path string) string {
	info, err := os.Lstat(path)
	if err != nil || info.Mode()&os.ModeSymlink == 0 {
		return ""
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return ""
	}
	return real
}

// naming binds what named found.
func (s subject) naming() {
	s.args["named"], s.args["above"] = list(s.named), list(s.above)
}

// named finds the files and folders that a command names and a rule's globs match, and the
// folders it names in which such files lie. What only shows something is not asked about.
func (c *call) named(f *Script, cmd command) (named, above []string) {
	if cmd.Inert {
		return nil, nil
	}
	note := func(list *[]string, file string) {
		if !slices.Contains(*list, file) {
			*list = append(*list, file)
		}
	}
	for _, name := range cmd.Names {
		paths := []string{name.Path}
		if name.Glob && c.live {
			paths = append(paths, expanded(name)...)
		}
		for _, path := range paths {
			path = c.place.path(path)
			file := c.place.file(path)
			switch {
			case anyGlob(c.globsFor(f, path), file) || c.leads(f, path):
				note(&named, file)
			case c.holds(path, c.globsFor(f, path)):
				note(&above, file)
			}
		}
	}
	return named, above
}

// expanded are the files and folders that a pattern of the shell matches. One that does not
// begin with a dot does not match what does.
func expanded(name shell.Name) []string {
	found, err := filepath.Glob(name.Path)
	if err != nil {
		return nil
	}
	if !name.Hidden && !strings.HasPrefix(filepath.Base(name.Path), ".") {
		found = slices.DeleteFunc(found, func(path string) bool { return strings.HasPrefix(filepath.Base(path), ".") })
	}
	return found[:min(len(found), maxExpanded)]
}

// holds tells whether a file or folder that one of the globs speaks of is there and lies in
// a folder. A glob that is not absolute is about the project and the home directory.
func (c *call) holds(folder string, globs []string) bool {
	if !c.live {
		return false
	}
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return false
	}
	return slices.ContainsFunc(globs, func(glob string) bool {
		base, pattern := doublestar.SplitPattern(glob)
		if !strings.ContainsAny(pattern, `*?[{\\`) {
			base = filepath.Join(base, pattern)
		}
		if base == "." {
			return false
		}
		for _, anchor := range []string{c.place.Root, home()} {
			if filepath.IsAbs(base) {
				anchor = ""
			}
			if at := filepath.Join(anchor, base); within(at, folder) {
				if _, err := os.Lstat(at); err == nil {
					return true
				}
			}
		}
		return false
	})
}
