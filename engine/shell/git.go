package shell

import (
	"slices"
	"strings"
)

// workTree returns the directory of the repository that git's global flags select: --work-tree, or the
// folder that contains the .git of --git-dir.
func workTree(global []field, dir string) string {
	if tree, ok := flagValue(global, "--work-tree"); ok {
		return resolve(dir, tree)
	}
	if repository, ok := flagValue(global, "--git-dir"); ok {
		text := strings.TrimRight(repository.text, "/")
		if text == ".git" || strings.HasSuffix(text, "/.git") {
			text = strings.TrimSuffix(text, ".git") + "."
		}
		return resolve(dir, field{text: text, glob: repository.glob})
	}
	return dir
}

// workTreeOf returns the directory of the repository that variables of the environment of git select, if none of its
// flags does.
func workTreeOf(variables []string, argv []field, dir string) string {
	if _, given := flagValue(argv, "--work-tree --git-dir"); given {
		return dir
	}
	var flags []field
	for i := len(variables) - 1; i >= 0; i-- {
		name, value, _ := strings.Cut(variables[i], "=")
		value = strings.ReplaceAll(value, asSource(unknownMark), unknownMark)
		switch name {
		case "GIT_WORK_TREE":
			flags = append(flags, field{text: "--work-tree=" + value})
		case "GIT_DIR":
			flags = append(flags, field{text: "--git-dir=" + value})
		}
	}
	return workTree(flags, dir)
}

// GitWords returns the flags of a git command, short ones alone (-fdx is -f, -d and -x), its operands, and those before
// "--" if it is given. valued are the flags that take a separate value.
func GitWords(args []string, valued string) (flags, operands, before []string) {
	isValued := func(flag string) bool { return slices.Contains(strings.Fields(valued), flag) }
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case a == "--":
			return flags, args[i+1:], operands
		case strings.HasPrefix(a, "--"):
			flag, _, _ := strings.Cut(a, "=")
			if flags = append(flags, flag); isValued(a) {
				i++
			}
		case strings.HasPrefix(a, "-"):
			for at, c := range a[1:] {
				if flags = append(flags, "-"+string(c)); isValued("-" + string(c)) {
					if at == len(a)-2 {
						i++
					}
					break // the rest is its value
				}
			}
		default:
			operands = append(operands, a)
		}
	}
	return flags, operands, nil
}
