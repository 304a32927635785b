package shell

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
)

// A Destroyed is a file or folder that a word of a command names and whose content, or access to it, the
// command takes away.
type Destroyed struct {
	Path  string // absolute and lexically cleaned, with wildcards as they are written; "" if it is not known
	Does  string // deletes, overwrites, empties, moves, permits (changes the owner or the permissions)
	Whole bool   // with everything in it
	Only  string // the names to which find limits it, "" for all
	Some  bool   // find has other conditions
}

// treeRemovers are the programs that remove a folder with everything in it without an option that says so.
const treeRemovers = "trash rimraf del-cli"

// Destroys returns what the command destroys by name. What is in a container is not of this machine.
func (cmd Command) Destroys() []Destroyed {
	if cmd.Container != "" {
		return nil
	}
	if rounds := cmd.Rounds; rounds != nil {
		cmd.Rounds = nil
		var list []Destroyed
		for _, cmd.Args = range rounds {
			list = append(list, cmd.Destroys()...)
		}
		return list
	}
	args := cmd.Args
	switch cmd.Name {
	case "rm", "grm", "rimraf", "del-cli":
		whole := has(treeRemovers, cmd.Name) || hasOption(args, "rR", "--recursive")
		return cmd.destroyed(plainArgs(args, ""), Destroyed{Does: "deletes", Whole: whole})
	case "mv":
		words := plainArgs(args, "-S --suffix")
		return cmd.destroyed(words[:max(0, len(words)-1)], Destroyed{Does: "moves", Whole: true})
	case "cp", "install", "ln": // of nothing
		if words := plainArgs(args, "-m --mode"); len(words) > 1 && words[0] == "/dev/null" {
			return cmd.destroyed(words[1:], Destroyed{Does: "empties"})
		}
	case "tar": // into an archive that nobody keeps
		words := plainArgs(args, "-C --directory")
		if i := slices.Index(words, "/dev/null"); i >= 0 && slices.Contains(args, "--remove-files") {
			return cmd.destroyed(words[i+1:], Destroyed{Does: "deletes", Whole: true})
		}
	case "unlink":
		return cmd.destroyed(plainArgs(args, ""), Destroyed{Does: "deletes"})
	case "Remove-Item":
		recurse := slices.ContainsFunc(args, func(w string) bool { return len(w) > 1 && strings.HasPrefix("-recurse", strings.ToLower(w)) })
		words := slices.DeleteFunc(plainArgs(args, "-Include -Exclude -Filter -ErrorAction"), holdsNoFiles)
		words = strings.Split(strings.Join(words, ","), ",") // a list is one argument: a, b
		words = slices.DeleteFunc(words, func(w string) bool { return w == "" })
		return cmd.destroyed(words, Destroyed{Does: "deletes", Whole: recurse})
	case "shred":
		return cmd.destroyed(plainArgs(args, "-n -s --iterations --size --random-source"), Destroyed{Does: "overwrites"})
	case "truncate":
		return cmd.destroyed(plainArgs(args, "-s -r --size --reference"), Destroyed{Does: "empties"})
	case "chmod", "chown", "chgrp", "setfacl":
		words := plainArgs(args, "--reference --from -m --modify -M --modify-file -x --remove -X --remove-file --set --set-file")
		if !hasOption(args, "R", "--recursive") {
			return nil
		}
		if cmd.Name != "setfacl" && !slices.ContainsFunc(args, func(w string) bool { return strings.HasPrefix(w, "--reference") }) {
			words = words[min(1, len(words)):] // the mode or the owner
		}
		return cmd.destroyed(words, Destroyed{Does: "permits", Whole: true})
	case "rsync":
		words := plainArgs(args, "-e --rsh --exclude --include --exclude-from --include-from --files-from -f --filter --chmod --log-file --backup-dir")
		deletes := slices.ContainsFunc(args, func(w string) bool { return strings.HasPrefix(w, "--del") })
		if !deletes || hasOption(args, "n", "--dry-run") || slices.Contains(args, "--list-only") || len(words) < 2 || strings.Contains(words[len(words)-1], ":") {
			return nil
		}
		return cmd.destroyed(words[len(words)-1:], Destroyed{Does: "deletes", Whole: true})
	case "robocopy":
		return cmd.mirrored()
	case "find":
		return cmd.found()
	}
	return nil
}

// mirrored returns the folder in which robocopy deletes what the other one does not have.
func (cmd Command) mirrored() []Destroyed {
	var words []string
	deletes := false
	for _, w := range cmd.Args {
		switch option := strings.ToLower(w); {
		case option == "/l": // only lists
			return nil
		case option == "/mir" || option == "/purge":
			deletes = true
		case !strings.HasPrefix(w, "/") || strings.Count(w, "/") > 1:
			words = append(words, strings.ReplaceAll(w, `\`, "/"))
		}
	}
	if !deletes || len(words) < 2 {
		return nil
	}
	return cmd.destroyed(words[1:2], Destroyed{Does: "deletes", Whole: true})
}

// Interprets reports whether the command runs code that it is given: python -c.
func (cmd Command) Interprets() bool { return len(cmd.Literals) > 0 }

// found returns what find deletes: the folders in which it looks, and which files in them.
func (cmd Command) found() []Destroyed {
	args := cmd.Args
	tests := slices.IndexFunc(args, func(w string) bool { return strings.HasPrefix(w, "-") || w == "(" || w == "!" })
	if tests < 0 || !slices.ContainsFunc(findActions(args[tests:]), func(w string) bool { return has("-delete rm shred unlink", w) }) {
		return nil
	}
	return cmd.Finds("deletes")
}

// findActions returns the words of find that may do something: its flags, without the names that it looks for, and the words without a
// dash of the commands that it runs.
func findActions(words []string) (list []string) {
	for i := 0; i < len(words); i++ {
		switch w := words[i]; {
		case has("-name -iname -path -ipath -wholename -regex -iregex -newer", w):
			i++
		case has("-exec -execdir -ok -okdir", w):
			for i++; i < len(words) && words[i] != ";" && words[i] != "+"; i++ {
				if !isFlag(words[i]) {
					list = append(list, words[i])
				}
			}
		default:
			list = append(list, w)
		}
	}
	return list
}

// Finds returns the folders in which find looks, and for which files in them, or all that git ls-files lists, as what is destroyed by a
// command that is given them; nil if it is another command.
func (cmd Command) Finds(does string) []Destroyed {
	args := cmd.Args
	if cmd.Name == "git ls-files" && cmd.Container == "" && !slices.ContainsFunc(args, func(w string) bool { return has("-o --others -d --deleted -i --ignored", w) || !isFlag(w) }) {
		return cmd.destroyed([]string{"."}, Destroyed{Does: does, Whole: true})
	}
	tests := slices.IndexFunc(args, func(w string) bool { return strings.HasPrefix(w, "-") || w == "(" || w == "!" })
	if cmd.Name != "find" || cmd.Container != "" || tests < 0 {
		return nil
	}
	folders, d := args[:tests], Destroyed{Does: does, Whole: true}
	if len(folders) == 0 {
		folders = []string{"."}
	}
	for i, w := range args[tests:] {
		switch {
		case w == "-empty":
			return nil
		case has("-name -iname -path -ipath -wholename -regex", w) && tests+i+1 < len(args):
			d.Only = cmp.Or(d.Only, args[tests+i+1])
		case has("-mtime -mmin -atime -ctime -newer -newermt -size -user -perm -maxdepth", w):
			d.Some = true
		}
	}
	return cmd.destroyed(folders, d)
}

// destroyed returns d for each of the words.
func (cmd Command) destroyed(words []string, d Destroyed) (list []Destroyed) {
	for _, word := range words {
		d.Path = cmd.PathOf(word)
		list = append(list, d)
	}
	return list
}

// PathOf returns the absolute path that a word names, "" if it is not known where it begins.
func (cmd Command) PathOf(word string) string {
	if strings.HasSuffix(cmd.Name, "-Item") {
		word = toSlash(word)
	}
	switch {
	case word == "" || strings.HasPrefix(word, "~") || strings.HasPrefix(strings.TrimLeft(word, "/"), "$?"):
		return ""
	case isAbsolute(word):
		return cleanPath(onDrive(word, cmd.Dir))
	case cmd.Dir == "":
		return ""
	}
	return cleanPath(cmd.Dir + "/" + word)
}

// Folders returns the absolute paths of the folders that the command makes by name, or puts files into that it unpacks,
// copies or generates.
func (cmd Command) Folders() (list []string) {
	if cmd.Container != "" {
		return nil
	}
	if dir := cmd.Makes(); cmd.Name == "git init" && dir != "" {
		return []string{dir, dir + "/.git"}
	} else if dir != "" {
		return []string{dir}
	}
	args, words := cmd.Args, []string(nil)
	last := func(words []string) []string { return words[max(0, len(words)-1):] }
	switch cmd.Name {
	case "mkdir":
		words = plainArgs(args, "-m --mode")
	case "New-Item":
		words = plainArgs(args, "-ItemType -Type -Value")
	case "cp", "rsync", "Copy-Item":
		words = last(plainArgs(args, ""))
	case "gh repo":
		if words = plainArgs(args, ""); len(words) > 1 && words[0] == "clone" {
			words = []string{strings.TrimSuffix(filepath.Base(words[len(words)-1]), ".git")}
		}
	case "unzip", "tar":
		words = valuesOf(args, "-d -C --directory")
	case "cargo new", "virtualenv", "uv venv", "venv", "rails new", "dotnet new":
		words = last(plainArgs(args, ""))
	}
	words = append(words, valuesOf(args, "-o --out --output --outdir --out-dir --output-dir --outDir --target-dir --destination")...)
	for _, word := range words {
		if path := cmd.PathOf(word); path != "" && !strings.ContainsAny(path, "$*?[") {
			list = append(list, path)
		}
	}
	return list
}

// plainArgs returns the words that are neither options nor values of those in valued.
func plainArgs(words []string, valued string) (list []string) {
	for i := 0; i < len(words); i++ {
		switch w := words[i]; {
		case w == "--":
			return append(list, words[i+1:]...)
		case !isFlag(w):
			list = append(list, w)
		case has(valued, w):
			i++
		}
	}
	return list
}

// valuesOf returns the values of options, given as the next word or after "=".
func valuesOf(words []string, options string) (list []string) {
	for i, w := range words {
		if name, value, ok := strings.Cut(w, "="); ok && has(options, name) {
			list = append(list, value)
		} else if has(options, w) && i+1 < len(words) {
			list = append(list, words[i+1])
		}
	}
	return list
}

// hasOption reports whether an option is given, as a letter of a cluster or as a long one.
func hasOption(words []string, letters, long string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		return w == long || len(w) > 1 && w[0] == '-' && w[1] != '-' && strings.ContainsAny(w, letters)
	})
}
