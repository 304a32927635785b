package deeds

import (
	"slices"
	"strings"

	"witness/engine/shell"
)

// changed returns what a command discards that is given the files which another command of the line lists as changed: git checkout --
// $(git diff --name-only) is git checkout . in other words. list is what its own words say.
func changed(line shell.Line, n int, list []Discarded) []Discarded {
	unknown := func(d Discarded) bool { return d.How == "paths" && d.Path == "$?" }
	if len(list) > 0 && !slices.ContainsFunc(list, unknown) {
		return list
	}
	from := ""
	if len(list) > 0 {
		from = list[0].From
	}
	paths, ok := listing(line, n, func(of shell.Command, o Options) bool {
		switch of.Name {
		case "git diff":
			return o.Has("name-only") && !o.Has("cached", "staged", "diff-filter") && !strings.Contains(strings.Join(o.Operands, " "), "..")
		case "git ls-files":
			return o.Has("m", "modified")
		case "git status":
			return o.Has("s", "short", "porcelain")
		}
		return false
	})
	switch {
	case !ok:
		return list
	case len(paths) == 0:
		return tree(true, from)
	}
	return named("paths", paths, from)
}

// untracked returns what rm deletes if it is given the files which another command of the line lists as unknown to git: that is git clean
// in other words.
func untracked(line shell.Line, n int) (list []Discarded) {
	ignored := false
	paths, ok := listing(line, n, func(of shell.Command, o Options) bool {
		switch of.Name {
		case "git ls-files":
			ignored = o.Has("i", "ignored") || !o.Has("exclude-standard")
			return o.Has("o", "others")
		case "git status":
			return o.Has("s", "short", "porcelain") && (strings.Contains(line.Text, "??") || strings.Contains(line.Text, `\?`))
		case "git clean":
			ignored = o.Has("ignored", "only-ignored")
			return o.DryRun()
		}
		return false
	})
	if !ok {
		return nil
	}
	if len(paths) == 0 {
		paths = []string{""}
	}
	for _, d := range named("clean", paths, "") {
		d.Deep, d.Ignored = true, ignored
		list = append(list, d)
	}
	return list
}

// listing returns to which paths the list is limited that the n-th command of the line is given, none for all, if a command prints it
// that is such a one. A list from which another command picks some is not all of it.
func listing(line shell.Line, n int, is func(shell.Command, Options) bool) (paths []string, ok bool) {
	for _, i := range line.Commands[n].Lists {
		of := line.Commands[i]
		o := OptionsOf(of)
		switch program, _, _ := strings.Cut(of.Name, " "); program {
		case "grep", "head", "tail", "sed", "awk":
			if strings.Contains(of.Text, "?") || strings.Contains(of.Text, "print $") || strings.Contains(of.Text, "Would") {
				continue // picks a column, or the mark of what git does not know
			}
			if !o.Has("v", "invert-match") {
				return nil, false
			}
		case "git":
			if is(of, o) {
				ok = true
				if paths = o.Operands; o.Dashes >= 0 {
					paths = o.Operands[o.Dashes:]
				} else if of.Name == "git diff" {
					paths = nil // revisions
				}
			}
		}
	}
	return paths, ok
}
