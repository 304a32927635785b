package guard

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/shell"
)

// altering are parts of the names of functions that change files, treeRemoving of those that take a folder with
// everything in it, listing of those that name the files of a folder, and starting are the names of those that start programs.
const (
	altering     = "rmtree rmsync rm_rf rmdir unlink remove delete truncate write dump chmod chown copyfile copy2 copytree copysync symlink os.rename os.replace shutil.move renamesync path.rename path.replace touch fileutils utime os.link save file.rm file.cp fs.rm fs.cp fs.rename promises.rm promises.cp promises.rename"
	treeRemoving = "rmtree rmsync rm_rf rm_r removesync remove_tree remove_dir_all removeall rmdir os.rename path.rename renamesync shutil.move fileutils.mv file.rename"
	listing      = "listdir scandir iterdir readdir readdirsync os.walk"
	starting     = "script spawn exec execfile execsync execfilesync spawnsync spawnlp execvp system popen subprocess child_process pty run shell_exec passthru open3 proc_open qx posix_spawn command os.execute getline"
)

// abilities are what the functions that a piece of code calls can do.
type abilities struct{ alters, removesTrees, starts bool }

// abilitiesOf returns what the code of a command can do, from the names in it.
func abilitiesOf(cmd shell.Command) (can abilities) {
	hasPart := func(name, parts string) bool {
		return slices.ContainsFunc(strings.Fields(parts), func(part string) bool { return strings.Contains(name, part) })
	}
	starts := func(name string) bool { return slices.Contains(strings.Fields(starting), name) }
	// In Lua "a" is also what read is told to read everything with.
	reads := strings.HasPrefix(cmd.Name, "lua") && slices.ContainsFunc(cmd.Identifiers, func(name string) bool { return name == "read" || strings.HasSuffix(name, ".read") })
	writes, lists, loops := slices.ContainsFunc(cmd.Literals, func(s string) bool { return isWritingMode(s) && !(reads && s == "a") }), false, false
	for _, name := range cmd.Identifiers {
		name = strings.ToLower(name)
		member := name[strings.IndexByte(name, '.')+1:]
		can.alters = can.alters || hasPart(name, altering) || slices.Contains([]string{"rm", "rename", "move", "replace", "cp", "copy"}, name) ||
			writes && (strings.HasPrefix(member, "open") || strings.HasSuffix(member, "open"))
		can.alters = can.alters || strings.HasPrefix(member, "exec") && slices.ContainsFunc(cmd.Literals, isWritingSQL)
		can.removesTrees = can.removesTrees || hasPart(name, treeRemoving) || name == "rename" && (cmd.Name == "perl" || cmd.Name == "php") || name == "move" && slices.Contains(cmd.Identifiers, "shutil") || (name == "unlink" || member == "rm" || member == "remove") && slices.Contains(cmd.Identifiers, "recursive")
		lists, loops = lists || hasPart(name, listing), loops || name == "for" || member == "foreach"
		can.starts = can.starts || starts(member) || starts(name)
	}
	// Perl opens a file by its name with the mode before it, and awk gives what it prints to a shell.
	can.alters = can.alters || cmd.Name == "perl" && slices.Contains(cmd.Identifiers, "open") && slices.ContainsFunc(cmd.Literals, func(s string) bool { return strings.HasPrefix(s, ">") })
	can.starts = can.starts || strings.HasSuffix(cmd.Name, "awk") && slices.ContainsFunc(cmd.Literals, func(s string) bool { return s == "sh" || s == "bash" })
	can.removesTrees = can.removesTrees || can.alters && lists && loops
	can.starts = can.starts || slices.ContainsFunc(cmd.Literals, func(s string) bool { return starts(strings.ToLower(s)) })
	return can
}

// code returns the effects of code that is given to an interpreter: of the files that its string literals name, if
// one of its functions changes files, and of the programs that they name, if one starts programs.
func (g *Guard) code(cmd shell.Command, depth int) (effects []Effect) {
	if len(cmd.Literals) == 0 {
		return nil
	}
	can := abilitiesOf(cmd)
	if can.alters || can.removesTrees {
		effects = append(effects, g.codeFiles(cmd, can.removesTrees)...)
	}
	if can.alters && asksForProgram(cmd) {
		effects = append(effects, Effect{Does: "locates", What: cmd.Name, Of: Program})
	}
	if !can.starts || depth >= maxNested {
		return effects
	}
	effects = append(effects, g.codeVariables(cmd)...)
	if all := " " + strings.Join(cmd.Literals, " ") + " "; can.alters && strings.Contains(all, " witness db path ") {
		effects = append(effects, Effect{Does: "locates", What: cmd.Name, Of: Store})
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

// locating matches code that asks where the program is: shutil.which('witness'), `command -v witness`.
var locating = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:\bwhich|\bcommand["', ]+-v|\bwhere(?:\.exe)?|\btype["', ]+-p|(?i:\bget-command))["'(, ]+witness\b`)
})

// asksForProgram reports whether code asks where the program is. If it also changes files, that is one which it names nowhere.
func asksForProgram(cmd shell.Command) bool {
	code := strings.Join(append(slices.Clone(cmd.Args), cmd.Input), "\n")
	return strings.Contains(code, "witness") && locating().MatchString(code)
}

// codeVariables returns the effects of code that starts programs and names a variable that witness reads, or, of a
// client that it names, one with which that reads other settings.
func (g *Guard) codeVariables(cmd shell.Command) (effects []Effect) {
	names := slices.Clone(cmd.Literals)
	for _, name := range cmd.Identifiers {
		names = append(names, name[strings.LastIndexByte(name, '.')+1:])
	}
	for _, name := range names {
		if isVariableOfWitness(name) {
			effects = append(effects, setsVariable(name, ""))
		}
	}
	for _, literal := range cmd.Literals {
		program, _, _ := strings.Cut(literal, " ")
		a, ok := clientOf([]string{program})
		for _, name := range names {
			if ok && a.BypassVariable(name) {
				effects = append(effects, setsVariable(name, program))
			}
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

// codeFiles returns the effects on the protected files that string literals name: each alone, and joined with up to
// three that follow it, as in os.path.join. A literal that is not a whole path may be the end of one in the
// home directory.
func (g *Guard) codeFiles(cmd shell.Command, trees bool) (effects []Effect) {
	dir := cmd.Dir
	if dir == "" {
		dir = g.call.Project.Dir
	}
	code := strings.Join(append(slices.Clone(cmd.Args), cmd.Input), "\n")
	for i, literal := range cmd.Literals {
		if onlyOpened(code, literal) {
			continue
		}
		for n := 1; n <= 4 && i+n <= len(cmd.Literals); n++ {
			name := strings.Join(cmd.Literals[i:i+n], "/")
			if len(name) > 1000 || strings.ContainsAny(name, "\n\x00") {
				break
			}
			name = name[strings.LastIndexByte(name, '}')+1:]
			if cmd.Name == "perl" {
				name = strings.TrimLeft(name, "+<> ")
			}
			name = strings.TrimPrefix(strings.TrimPrefix(name, "~"), "$HOME")
			if len(name) < 2 {
				continue
			}
			candidates := []string{filepath.Clean(name)}
			if !filepath.IsAbs(name) {
				candidates[0] = filepath.Join(dir, name)
			}
			if h := project.Home(); h != "" && (strings.HasPrefix(name, "/") || strings.HasPrefix(name, ".")) && !strings.HasPrefix(name, "./") && !strings.HasPrefix(name, "..") {
				candidates = append(candidates, filepath.Join(h, name))
			}
			for _, path := range candidates {
				effects = append(effects, g.codePattern(path)...)
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

// opened matches a call that only reads the file that a string literal names.
const opened = `(?:\bopen|readFileSync|\brequire|File\.read|file_get_contents)\(\s*["']%s["']\s*(?:,\s*["'](?:r|rb|rt|utf-?8)["']\s*)?\)`

// onlyOpened reports whether each occurrence of a string literal in code is the file of a call that only reads it.
func onlyOpened(code, literal string) bool {
	n := strings.Count(code, literal)
	if n == 0 || len(literal) < 4 {
		return false
	}
	return len(regexp.MustCompile(fmt.Sprintf(opened, regexp.QuoteMeta(literal))).FindAllStringIndex(code, -1)) == n
}

// codePattern returns the effects on the protected files that a pattern in code matches.
func (g *Guard) codePattern(path string) []Effect {
	folder, name := filepath.Split(path)
	switch {
	case !strings.ContainsAny(path, "*?["):
		return nil
	case filepath.Base(folder) == "**":
		return g.found(shell.Touch{Path: filepath.Join(filepath.Dir(filepath.Clean(folder)), name), Kind: hook.Delete})
	}
	return g.touched(shell.Touch{Path: path, Glob: true, Kind: hook.Edit})
}
