package deeds

import (
	"cmp"
	"slices"
	"strings"

	"witness/engine/shell"
)

// A Discarded is what a command of version control takes away that was not committed, or that no other branch has.
type Discarded struct {
	// How it is lost:
	//   - "tree": all changes of files that version control knows
	//   - "paths": the changes of the files that are named
	//   - "patch": those that the diff of an earlier command of the line shows, which is applied in reverse
	//   - "clean": files that version control does not know
	//   - "stash": an entry of the stash
	//   - "branch": a branch, also if it has commits that no other has
	//   - "worktree": a worktree, also if it has changes
	How string `json:"how"`
	// Path is a file or folder relative to the root of the repository, "" for all of it; the name of a branch; the
	// number of an entry of the stash, "" for all.
	Path    string `json:"path"`
	Glob    bool   `json:"glob"`    // Path is a pattern
	Deep    bool   `json:"deep"`    // of clean: with folders
	Ignored bool   `json:"ignored"` // of clean: also what is ignored
	From    string `json:"from"`    // the revision or entry whose content comes in its place, "" for the index
	Other   bool   `json:"other"`   // From is another revision than the one that is checked out
}

// Discards returns what the n-th command of a line discards. Paths are as the words have them.
func Discards(line shell.Line, n int) []Discarded {
	cmd := line.Commands[n]
	program, _, _ := strings.Cut(cmd.Name, " ")
	if cmd.Container != "" || !isOneOf(program, "git", "patch", "hg", "jj", "svn", "rm", "tar") {
		return nil
	}
	o := OptionsOf(cmd)
	if o.DryRun() {
		return nil
	}
	switch cmd.Name {
	case "git reset":
		return tree(o.Has("hard"), "")
	case "git read-tree":
		return tree(o.Has("reset") && o.Has("u"), "")
	case "git checkout-index":
		return tree(o.Has("f", "force") && o.Has("a", "all"), "")
	case "git switch":
		return tree(o.Has("discard-changes"), "")
	case "rm":
		return untracked(line, n)
	case "tar": // git archive HEAD | tar x
		if n > 0 && line.Commands[n-1].Name == "git archive" && Feeds(line, n-1, n) && len(cmd.Args) > 0 && strings.Contains(cmd.Args[0], "x") && (!o.Has("directory") || cmd.PathOf(o.Value("directory")) == cmd.Dir) {
			return tree(true, OptionsOf(line.Commands[n-1]).Operand(0))
		}
	case "git checkout":
		return changed(line, n, checkout(o))
	case "git restore":
		if o.Has("patch") || o.Has("staged") && !o.Has("worktree") {
			return nil
		}
		return changed(line, n, named("paths", o.Operands, cmp.Or(side(o), o.Value("source"))))
	case "git rm":
		if o.Has("cached") || !o.Has("force") {
			return nil
		}
		return named("paths", o.Operands, "")
	case "git clean":
		if o.Has("interactive") || !o.Has("force") {
			return nil
		}
		return clean(o)
	case "git stash":
		return stash(o)
	case "git branch":
		if o.Has("delete") && o.Has("force") {
			return named("branch", o.Operands, "")
		}
	case "git worktree":
		if o.Operand(0) == "remove" && o.Has("force") {
			return named("worktree", o.Operands[1:], "")
		}
	case "git show", "git cat-file":
		return shown(line, n, o)
	case "git apply", "patch":
		return reversed(line, n, o)
	case "hg update", "hg up", "hg checkout", "hg co":
		return tree(o.Has("C", "clean"), "")
	case "hg revert":
		if o.Has("a", "all") {
			return tree(true, "")
		}
		return named("paths", o.Operands, "")
	case "svn revert":
		return named("paths", o.Operands, "")
	case "jj restore":
		if len(o.Operands) == 0 {
			return tree(true, "")
		}
		return named("paths", o.Operands, "")
	}
	return nil
}

// tree returns that all changes are discarded if the condition holds.
func tree(holds bool, from string) []Discarded {
	if !holds {
		return nil
	}
	return []Discarded{{How: "tree", From: from}}
}

// named returns a discarded thing for each operand.
func named(how string, operands []string, from string) (list []Discarded) {
	for _, path := range operands {
		list = append(list, Discarded{How: how, Path: path, From: from, Other: !isOneOf(from, "", "HEAD", "@", "ours", "theirs")})
	}
	return list
}

// checkout returns what git checkout puts back. Without "--" the first operand may be a revision or a file.
func checkout(o Options) []Discarded {
	switch {
	case side(o) != "":
		return named("paths", o.Operands, side(o))
	case o.Has("patch", "create", "force-create", "orphan"):
		return tree(o.Has("force") && !o.Has("patch"), "")
	case o.Has("force"):
		return tree(true, "")
	case o.Has("pathspec-from-file"):
		return tree(true, o.Operand(0))
	case o.Dashes > 0:
		return named("paths", o.Operands[o.Dashes:], o.Operands[0])
	case o.Dashes < 0 && len(o.Operands) > 1:
		return append(named("paths", o.Operands[:1], ""), named("paths", o.Operands[1:], o.Operands[0])...)
	}
	return named("paths", o.Operands, "")
}

// side returns the side of conflicts that is taken: ours, theirs or "".
func side(o Options) string {
	for _, name := range []string{"ours", "theirs"} {
		if o.Has(name) {
			return name
		}
	}
	return ""
}

// clean returns what git clean deletes.
func clean(o Options) []Discarded {
	list := named("clean", o.Operands, "")
	if len(list) == 0 {
		list = []Discarded{{How: "clean"}}
	}
	for i := range list {
		list[i].Deep, list[i].Ignored = o.Has("directories"), o.Has("ignored", "only-ignored")
	}
	return list
}

// stash returns the entry that git stash drop removes.
func stash(o Options) []Discarded {
	switch o.Operand(0) {
	case "clear":
		return []Discarded{{How: "stash"}}
	case "drop":
		entry := strings.TrimSuffix(strings.TrimPrefix(o.Operand(1), "stash@{"), "}")
		if entry == "" || entry == "stash" {
			entry = "0"
		}
		return []Discarded{{How: "stash", Path: entry}}
	}
	return nil
}

// shown returns the file that git show overwrites with its content in a revision: git show HEAD:f > f, git show HEAD:f | tee f, or all in
// a loop over those that are changed.
func shown(line shell.Line, n int, o Options) (list []Discarded) {
	for _, operand := range o.Operands {
		revision, _, ok := strings.Cut(operand, ":")
		each := operand == "$?" // HEAD:$f, for each that a command lists
		if !ok && !each {
			continue
		}
		for _, t := range line.Touches {
			if t.Kind == "write" && (t.Command == n || t.Command > n && Feeds(line, n, t.Command) && isOneOf(line.Commands[t.Command].Name, "tee", "cat")) {
				if each && t.Glob {
					list = append(list, changed(line, n, nil)...)
				} else if !each {
					list = append(list, Discarded{How: "paths", Path: t.Path, From: revision})
				}
			}
		}
	}
	return list
}

// reversed returns what a diff takes back that is applied in reverse. If an earlier command of the line shows the
// diff of the working tree, or has saved it, that are the files which it names, or all.
func reversed(line shell.Line, n int, o Options) []Discarded {
	if !o.Has("reverse") || o.Has("cached", "check", "stat", "numstat", "summary") {
		return nil
	}
	for i := range line.Commands[:n] {
		diff := line.Commands[i]
		shows := OptionsOf(diff)
		applied := slices.ContainsFunc(line.Touches, func(t shell.Touch) bool {
			return t.Command == i && t.Kind == "write" && slices.ContainsFunc(o.Operands, func(w string) bool { return line.Commands[n].PathOf(w) == t.Path })
		})
		if diff.Name != "git diff" || !applied && !strings.HasPrefix(diff.Filter, "|") || shows.Has("cached", "staged", "stat", "name-only") {
			continue
		}
		if shows.Dashes >= 0 {
			shows.Operands = shows.Operands[shows.Dashes:]
		}
		if len(shows.Operands) == 0 {
			return tree(true, "")
		}
		return named("paths", shows.Operands, "")
	}
	return []Discarded{{How: "patch"}}
}

// isOneOf reports whether a word is in a list.
func isOneOf(word string, list ...string) bool {
	for _, w := range list {
		if w == word {
			return true
		}
	}
	return false
}
