package shell

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Names in code, in parts: altering those of functions that change files, removing of those that take a folder with everything in it, and
// starting the names of those that start programs.
const (
	altering = "rmtree rmsync rm_rf unlink remove delete truncate write dump chmod chown copyfile copy2 copytree copysync symlink os.rename os.replace shutil.move renamesync" +
		" path.rename path.replace fileutils file.rm fs.rm fs.cp fs.rename promises.rm"
	removing = "rmtree rmsync rm_rf rm_r removesync remove_tree removeall rmdir os.rename path.rename renamesync shutil.move fileutils.mv"
	starting = " script spawn exec execfile execsync execfilesync spawnsync system popen subprocess run shell_exec passthru "
)

// CodeDoes returns what the functions can do whose names are in the code that an interpreter is given: change files, take a folder with
// everything in it, and start programs.
func (cmd Command) CodeDoes() (alters, takesTrees, starts bool) {
	hasPart := func(name, parts string) bool {
		return slices.ContainsFunc(strings.Fields(parts), func(part string) bool { return strings.Contains(name, part) })
	}
	// In Lua "a" is also what read is told to read everything with.
	writes := slices.ContainsFunc(cmd.Literals, func(s string) bool {
		return len(s) <= 3 && strings.Trim(s, "rwax+bt>") == "" && strings.ContainsAny(s, "wax+>") && !(s == "a" && strings.HasPrefix(cmd.Name, "lua"))
	})
	for _, name := range cmd.Identifiers {
		name = strings.ToLower(name)
		member := name[strings.LastIndexByte(name, '.')+1:]
		alters = alters || hasPart(name, altering) || slices.Contains([]string{"rm", "rename", "move", "cp", "copy"}, name) || writes && strings.Contains(member, "open")
		takesTrees = takesTrees || hasPart(name, removing) || name == "rename" || name == "recursive"
		starts = starts || strings.Contains(starting, " "+member+" ")
	}
	starts = starts || slices.ContainsFunc(cmd.Literals, func(s string) bool { return strings.Contains(starting, " "+s+" ") })
	return alters, takesTrees, starts
}

// opened matches a call that only reads the file that a string literal names.
const opened = `(?:\bopen|readFileSync|\brequire|File\.read|file_get_contents)\(\s*["']%s["']\s*(?:,\s*["'](?:r|rb|rt|utf-?8)["']\s*)?\)`

// OnlyOpens reports whether each occurrence of a string literal in the code of a command is the file of a call that only reads it.
func (cmd Command) OnlyOpens(literal string) bool {
	code := strings.Join(append(slices.Clone(cmd.Args), cmd.Input), "\n")
	n := strings.Count(code, literal)
	return n > 0 && len(literal) > 4 && len(regexp.MustCompile(fmt.Sprintf(opened, regexp.QuoteMeta(literal))).FindAllStringIndex(code, -1)) == n
}
