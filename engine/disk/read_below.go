package disk

import (
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/deeds"
	"witness/engine/facts"
	"witness/engine/shell"
)

// readBelow returns the files of a folder that a command reads, packs or sends as a whole, without those that its options leave out. Of
// too many it returns those directly in the folder whose names begin with a dot: secrets are kept in them.
func readBelow(c *facts.Call, t shell.Touch) []string {
	files := filesBelow(t.Path)
	if files == nil {
		files, _ = filepath.Glob(filepath.Join(t.Path, ".*"))
	}
	var globs []string
	ignores := false
	if t.Command < len(c.Line.Commands) {
		globs, ignores = leftOut(c.Line.Commands[t.Command])
	}
	return slices.DeleteFunc(files, func(path string) bool {
		within, base := strings.TrimPrefix(path, t.Path+"/"), filepath.Base(path)
		return isDir(path) || ignores && deeds.HoldsCredentials(path) || slices.ContainsFunc(globs, func(glob string) bool {
			named, _ := filepath.Match(glob, base)
			placed, _ := filepath.Match(glob, within)
			return named || placed || strings.HasPrefix(within, glob+"/")
		})
	})
}

// leftOut returns the patterns of what a command leaves out that packs or sends folders, by its options, and whether it leaves out what a file of
// patterns says, as that of git does: tar --exclude=.env, rsync -f '- .env' --filter=':- .gitignore', zip -x .env.
func leftOut(cmd shell.Command) (globs []string, ignores bool) {
	o := deeds.OptionsOf(cmd)
	if cmd.Name == "zip" && o.Has("exclude") && len(o.Operands) > 1 {
		globs = slices.Clone(o.Operands[1:]) // its option takes all words that follow
	}
	for _, option := range o.List {
		value := strings.Trim(option.Value, `'"`)
		if _, pattern, ok := strings.Cut(value, "!"); ok {
			value = pattern // 7z a x.7z . -xr!.env
		}
		switch option.Name {
		case "exclude":
			globs = append(globs, value)
		case "filter":
			if pattern, ok := strings.CutPrefix(value, "- "); ok {
				globs = append(globs, pattern)
			}
			ignores = ignores || strings.Contains(value, "ignore")
		case "exclude-from", "exclude-vcs-ignores", "exclude-standard":
			ignores = true
		}
	}
	for i, glob := range globs {
		globs[i] = strings.TrimPrefix(strings.TrimSuffix(glob, "/"), "./")
	}
	return globs, ignores
}
