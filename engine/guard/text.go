package guard

import (
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/project"
	"witness/engine/shell"
)

// commandsOf lists programs that are given commands of a language of their own, with those that change the files they
// name. Each is a word of the text.
var commandsOf = map[string]string{
	"sqlite3": ".output .once .save .backup .clone .shell .system .log writefile attach vacuum",
	"psql":    `\o \w \! \copy copy`,
	"mysql":   `outfile dumpfile tee system \! \T`,
	"mariadb": `outfile dumpfile tee system \! \T`,
	"duckdb":  ".output .once .shell copy export attach",
	"gdb":     "shell ! dump restore", "lldb": "shell platform",
	"tclsh":  "delete rename open copy",
	"kotlin": jvmCommands, "clojure": jvmCommands, "clj": jvmCommands, "bb": jvmCommands,
	"vim": vimCommands, "vi": vimCommands, "nvim": vimCommands, "ex": vimCommands, "view": vimCommands,
	"make": "rm mv cp truncate tee chmod ln sed unlink", "gmake": "rm mv cp truncate tee chmod ln sed unlink",
}

const jvmCommands = ".delete .deleterecursively .writetext .writebytes .appendtext .renameto spit delete-file io/delete-file clojure.java.io/delete-file fs/delete"

const vimCommands = "delete writefile rename e edit w write sav saveas sp split vs vsplit tabe tabedit new"

// commanded returns the effects of the commands that a program is given in its own language: on all files that the
// text names, if one of its words changes files.
func (g *Guard) commanded(cmd shell.Command) []Effect {
	base, _, _ := strings.Cut(cmd.Name, " ")
	changing := strings.Fields(commandsOf[base])
	if len(changing) == 0 || readsWithFlag(base, cmd.Args) {
		return nil
	}
	var words []string
	for _, text := range append(slices.Clone(cmd.Args), cmd.Input) {
		if strings.ContainsAny(text, " \n(\\") {
			words = append(words, strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" \t\n\"'`(),;=", c) })...)
		}
	}
	isChanging := func(w string) bool {
		return slices.Contains(changing, strings.ToLower(strings.TrimPrefix(w, ":")))
	}
	if !slices.ContainsFunc(words, isChanging) {
		return nil
	}
	for i, w := range words {
		if rest, ok := strings.CutPrefix(w, "~/"); ok {
			words[i] = filepath.Join(project.Home(), rest)
		}
	}
	return g.changesNamed(cmd, words...)
}
