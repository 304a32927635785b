package project

import (
	"cmp"
	"io/fs"
	"slices"
	"strings"
)

// classNames are the classes of files, in the order in which files.txt is tried.
var classNames = []string{"scratch", "generated", "test", "settings", "document", "code"}

// Classes tells the class of a file: scratch, generated, test, settings, document or code, or "" for
// any other. It reads files.txt when it is first asked.
type Classes struct {
	assets fs.FS
	config *Config
	globs  []classGlobs
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
		c.globs = append(slices.Clone(c.config.sortedClasses()), c.embedded()...)
	}
	class, ok := c.known[file]
	if !ok {
		for _, g := range c.globs {
			if AnyGlob(g.globs, file) {
				class = g.class
				break
			}
		}
		c.known[file] = class
	}
	return class
}

// embedded returns the globs of files.txt, nothing if it cannot be read: then no file has a class. It is
// plain text because every hook with a file reads it, and decoding it as TOML took 6 % of a hook.
func (c *Classes) embedded() (list []classGlobs) {
	text, err := fs.ReadFile(c.assets, "files.txt")
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(line, "#") {
			continue
		}
		if name := strings.Trim(words[0], "[]"); len(words) == 1 && slices.Contains(classNames, name) && words[0] == "["+name+"]" {
			list = append(list, classGlobs{class: name})
		} else if len(list) > 0 {
			last := &list[len(list)-1]
			last.globs = append(last.globs, words...)
		}
	}
	return list
}

// sortedClasses returns the globs that the configuration adds, in the order in which they are tried: those
// of the highest layer first, and within a layer in the order of the classes.
func (c *Config) sortedClasses() []classGlobs {
	slices.SortStableFunc(c.classes, func(a, b classGlobs) int {
		return cmp.Or(b.layer-a.layer, slices.Index(classNames, a.class)-slices.Index(classNames, b.class))
	})
	return c.classes
}
