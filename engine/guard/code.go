package guard

import (
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/project"
	"witness/engine/shell"
)

// altering are parts of the names of functions that change files, and treeRemoving of those that take a folder with
// everything in it.
const (
	altering     = "rmtree rmsync rm_rf rmdir unlink remove delete truncate write dump chmod chown copyfile copy2 copytree copysync symlink os.rename os.replace shutil.move renamesync path.rename path.replace touch fileutils utime os.link save"
	treeRemoving = "rmtree rmsync rm_rf rm_r removesync remove_tree remove_dir_all rmdir os.rename path.rename renamesync shutil.move file.rename"
	starting     = "script spawn exec execfile execsync execfilesync spawnsync spawnlp execvp system popen subprocess child_process pty run shell_exec passthru open3 proc_open qx posix_spawn command"
)

// code returns the effects of code that is given to an interpreter: of the files that its string literals name, if
// one of its functions changes files, and of the programs that they name, if one starts programs.
func (g *Guard) code(cmd shell.Command, depth int) (effects []Effect) {
	if len(cmd.Literals) == 0 {
		return nil
	}
	alters, removesTrees, startsPrograms := false, false, false
	for _, name := range cmd.Identifiers {
		name = strings.ToLower(name)
		_, last, ok := strings.Cut(name, ".")
		if !ok {
			last = name
		}
		for part := range strings.FieldsSeq(altering) {
			alters = alters || strings.Contains(name, part)
		}
		for part := range strings.FieldsSeq(treeRemoving) {
			removesTrees = removesTrees || strings.Contains(name, part)
		}
		alters = alters || slices.Contains([]string{"rm", "rename", "move", "replace", "cp", "copy"}, last) && last == name
		startsPrograms = startsPrograms || slices.Contains(strings.Fields(starting), last) || slices.Contains(strings.Fields(starting), name)
		alters = alters || strings.HasPrefix(last, "exec") && slices.ContainsFunc(cmd.Literals, isWritingSQL)
		alters = alters || strings.HasSuffix(last, "open") && slices.ContainsFunc(cmd.Literals, isWritingMode) || strings.HasPrefix(last, "open") && slices.ContainsFunc(cmd.Literals, isWritingMode)
	}
	if alters || removesTrees {
		effects = append(effects, g.codeFiles(cmd, removesTrees)...)
	}
	startsPrograms = startsPrograms || slices.ContainsFunc(cmd.Literals, func(s string) bool { return slices.Contains(strings.Fields(starting), strings.ToLower(s)) })
	if !startsPrograms || depth >= maxNested {
		return effects
	}
	for i, literal := range cmd.Literals {
		line := ""
		if first, _, isLine := strings.Cut(literal, " "); isLine {
			if isKnownProgram(first) || strings.Contains(changers, " "+first+" ") {
				line = literal
			}
		} else if isKnownProgram(literal) {
			line = quoted(cmd.Literals[i:min(i+12, len(cmd.Literals))])
		}
		if line != "" {
			effects = append(effects, slices.Concat(g.line(g.parse(line, cmd.Dir), depth+1)...)...)
		}
	}
	return effects
}

// isWritingMode reports whether a string literal is a mode with which a file is opened for writing.
func isWritingMode(s string) bool {
	s = strings.TrimSpace(s)
	return s != "" && len(s) <= 3 && strings.Trim(s, "wax+bt") == "" && strings.ContainsAny(s, "wax+") || slices.Contains([]string{"r+", "rb+", "r+b", ">", ">>", "+<", "+>"}, s)
}

// isWritingSQL reports whether a string literal is SQL that changes a database.
func isWritingSQL(s string) bool {
	verb, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(s)), " ")
	return slices.Contains([]string{"delete", "update", "insert", "replace", "drop", "alter", "create", "vacuum", "pragma"}, verb)
}

// isKnownProgram reports whether a word is witness or the program of a client.
func isKnownProgram(word string) bool {
	_, isClient := clientOf([]string{word})
	return isClient || filepath.Base(word) == "witness"
}

// quoted joins words to a line in which each is quoted.
func quoted(words []string) string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
	}
	return strings.Join(list, " ")
}

// codeFiles returns the effects on the protected files that string literals name: each alone, and joined with the
// one or two that follow it, as in os.path.join. A literal that is not a whole path may be the end of one in the
// home directory.
func (g *Guard) codeFiles(cmd shell.Command, trees bool) (effects []Effect) {
	dir := cmd.Dir
	if dir == "" {
		dir = g.call.Project.Dir
	}
	for i := range cmd.Literals {
		for n := 1; n <= 4 && i+n <= len(cmd.Literals); n++ {
			name := strings.Join(cmd.Literals[i:i+n], "/")
			if len(name) > 1000 || strings.ContainsAny(name, "\n\x00") {
				break
			}
			name = name[strings.LastIndexByte(name, '}')+1:]
			name = strings.TrimPrefix(strings.TrimPrefix(name, "~"), "$HOME")
			var candidates []string
			if !filepath.IsAbs(name) {
				candidates = append(candidates, filepath.Join(dir, name))
			} else {
				candidates = append(candidates, filepath.Clean(name))
			}
			if h := project.Home(); h != "" && (strings.HasPrefix(name, "/") || strings.HasPrefix(name, ".")) && !strings.HasPrefix(name, "./") && !strings.HasPrefix(name, "..") {
				candidates = append(candidates, filepath.Join(h, name))
			}
			for _, path := range candidates {
				if len(name) < 2 {
					break
				}
				path = g.absolute(path)
				if p, ok := g.match(path, ""); ok {
					effects = append(effects, g.changes(p, path))
				} else if trees && n == 1 && path != g.call.Project.Root && !slices.Contains(project.Homes(), path) {
					effects = append(effects, g.changesAll(g.inside(path))...)
				}
			}
		}
	}
	return effects
}
