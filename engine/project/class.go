package project

import (
	"cmp"
	"io/fs"
	"slices"
	"strings"

	"witness/engine/bundle"
)

// classNames are the classes of files, in the order in which files.txt is tried.
var classNames = []string{"scratch", "generated", "test", "settings", "document", "code"}

// Classes tells the class of a file: scratch, generated, test, settings, document or code, or "" for
// any other. It reads files.txt when it is first asked.
type Classes struct {
	assets fs.FS
	config *Config
	list   string            // files.txt
	known  map[string]string // by file
}

// classGlobs are globs of files of one class.
type classGlobs struct {
	class string
	globs []string
	layer int // of the configuration
}

// Classes returns the classes of this configuration's [files], and after those the ones of the
// embedded files.txt.
func (c *Config) Classes(assets fs.FS) *Classes { return &Classes{assets: assets, config: c} }

// Of returns the class of a file, which is relative to the project, or absolute if it is outside.
// The table [files] of the highest layer is tried first.
func (c *Classes) Of(file string) string {
	if c == nil {
		return ""
	}
	if c.known == nil {
		c.known = map[string]string{}
		c.list, _ = bundle.ReadText(c.assets, "files.txt") // if it cannot be read, it has no globs
	}
	class, ok := c.known[file]
	if !ok {
		class = c.find(file)
		c.known[file] = class
	}
	return class
}

// find returns the class of the first glob that matches.
func (c *Classes) find(file string) (class string) {
	for _, g := range c.config.sortedClasses() {
		if AnyGlob(g.globs, file) {
			return g.class
		}
	}
	// files.txt is plain text, because every hook about a file reads it: decoding it as TOML took 6 % of such a hook.
	for line := range strings.Lines(c.list) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if name := strings.Trim(line, "[]"); line == "["+name+"]" && slices.Contains(classNames, name) {
			class = name
			continue
		}
		for glob := range strings.FieldsSeq(line) {
			if not, ok := strings.CutPrefix(glob, "!"); ok && class != "" && matchesGlob(not, file) {
				class = ""
			} else if class != "" && matchesGlob(glob, file) {
				return class
			}
		}
	}
	return ""
}

// sortedClasses returns the globs that the configuration adds, in the order in which they are tried: those
// of the highest layer first, and within a layer in the order of the classes.
func (c *Config) sortedClasses() []classGlobs {
	slices.SortStableFunc(c.classes, func(a, b classGlobs) int {
		return cmp.Or(b.layer-a.layer, slices.Index(classNames, a.class)-slices.Index(classNames, b.class))
	})
	return c.classes
}
