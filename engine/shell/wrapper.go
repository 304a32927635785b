package shell

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// wrapped is the command inside a wrapper.
type wrapped struct {
	// argv is the words of the command.
	argv      []field
	code      *string  // shell code that the wrapper runs instead of argv, nil if there is none
	dir       field    // the directory that the wrapper changes to, if any
	container bool     // the wrapper runs the command in a container
	name      string   // the container's name or service, if it is given
	external  bool     // the command is a program and never a builtin
	assigns   []string // variable assignments that the wrapper makes for the command
	settings  []string // other flags of the wrapper by which the command runs with something else, such as --python=3.12
	stays     bool     // the wrapper is a program that is itself looked for: concurrently 'npm run dev' 'npm run api'
	script    bool     // the wrapper is an interpreter and the command its script
}

// unwrap removes one wrapper, the program name, from the command argv. It returns false if name is
// not a wrapper or contains no command.
func unwrap(name string, argv []field) (wrapped, bool) {
	in, ok := unwrapAny(name, argv)
	if in.code != nil {
		return in, true
	}
	return in, ok && len(in.argv) > 0
}

// unwrapAny is unwrap without the check that there is a command.
func unwrapAny(name string, argv []field) (wrapped, bool) {
	switch name {
	case "command", "builtin":
		if name == "command" && hasFlag(argv[1:min(2, len(argv))], "-v -V") {
			return wrapped{}, false
		}
		return wrapped{argv: argv[skipFlags(argv, 1, ""):]}, true
	case "noglob", "nocorrect", "-", "repeat", "foreach":
		i := min(zshWords[name], len(argv))
		if i < len(argv) && argv[i].text == "{" {
			i++
		}
		return wrapped{argv: argv[i:]}, true
	case "env", "cross-env", "cross-env-shell", "sudo", "doas":
		return unwrapEnv(name, argv)
	case "cmd":
		return unwrapCmd(argv)
	case "npx", "bunx", "pnpx":
		return unwrapPackage(argv, 1)
	case "python", "pypy":
		return unwrapPython(argv)
	case "coverage":
		return unwrapCoverage(argv)
	case "node", "ruby", "perl", "php", "ts-node", "tsx":
		return unwrapInterpreter(name, argv)
	case "dotenv":
		i := skipFlags(argv, 1, "-e -f -v -c -p --file")
		if i < len(argv) && argv[i].text == "run" {
			i = skipFlags(argv, i+1, "")
		}
		return wrapped{argv: argv[min(i, len(argv)):], external: true}, true
	case "pwsh", "powershell":
		for i := 1; i < len(argv); i++ {
			switch s := strings.ToLower(argv[i].text); {
			case s == "-file" || s == "-f":
				return wrapped{argv: argv[i+1:], external: true, script: true}, true
			case has("-executionpolicy -ep -ex -workingdirectory -wd -version -windowstyle -w", s):
				i++
			case has("-noprofile -nop -noninteractive -noni -nologo -noexit -sta", s):
			case isFlag(s):
				return wrapped{}, false
			default:
				return wrapped{argv: argv[i:], external: true}, true
			}
		}
		return wrapped{}, false
	case "bwrap":
		return unwrapBubble(argv)
	case "tmux", "screen", "zellij", "byobu":
		return unwrapTerminal(name, argv)
	case "rtk":
		i := skipFlags(argv, 1, "")
		if i < len(argv) && has("proxy err test summary run", argv[i].text) {
			i++
		}
		if i < len(argv) && argv[i].text == "read" {
			return wrapped{argv: append([]field{{text: "cat"}}, argv[i+1:]...), external: true}, true
		}
		return wrapped{argv: argv[min(i, len(argv)):], external: true}, true
	}
	if w, ok := wrappers()[name]; ok {
		in, ok := w.unwrap(name, argv[1:])
		if name == "uvx" {
			in.settings = append(settings(argv[1:len(argv)-len(in.argv)], w.valued), addressOf(in.argv)...)
		}
		return in, ok
	}
	return unwrapSubcommand(name, argv)
}

// zshWords are the words of zsh that a command or a { follows, with how many words stand before it: repeat 2 make, foreach f (a b) make $f.
var zshWords = map[string]int{"noglob": 1, "nocorrect": 1, "-": 1, "repeat": 2, "foreach": 3}

// A wrapper is a row of wrappers.txt, by which a program knows the command that it runs.
type wrapper struct {
	valued   string // flags whose value is the next word
	operands int    // the words before the command
	dashes   bool   // the command follows "--", or begins at once
	takes    string // how it is given a line of a shell, "" if it is given words
	flags    string // those of takes
}

//go:embed wrappers.txt
var wrapperRows string

// wrappers has the rows of wrappers.txt by the names of programs.
var wrappers = sync.OnceValue(func() map[string]wrapper {
	all := map[string]wrapper{}
	for row := range strings.Lines(wrapperRows) {
		if !strings.Contains(row, "\t") {
			continue // a remark
		}
		cells := append(strings.Split(strings.TrimSuffix(row, "\n"), "\t"), "", "", "")
		w := wrapper{valued: cells[1], dashes: cells[2] == "?"}
		w.operands, _ = strconv.Atoi(cells[2])
		w.takes, w.flags, _ = strings.Cut(cells[3], " ")
		for name := range strings.SplitSeq(cells[0], ", ") {
			all[name] = w
		}
	}
	return all
})

// unwrap returns what the program name runs by this row. words are those behind its name.
func (w wrapper) unwrap(name string, words []field) (wrapped, bool) {
	rest := words[min(skipFlags(words, 0, w.valued)+w.operands, len(words)):]
	if w.operands > 0 && len(rest) > 1 && rest[0].text == "--" {
		rest = rest[1:]
	} else if name == "time" {
		rest = rest[skipAssignments(rest, 0):]
	}
	in := wrapped{argv: rest, external: true, container: name == "chroot"}
	switch w.takes {
	case "code", "or":
		given := words // script -c LINE FILE; flock FILE -c LINE
		if w.takes == "or" {
			given = rest[:min(2, len(rest))]
		}
		if code, ok := flagValue(given, w.flags); ok && !strings.HasPrefix(code.text, unknownMark) {
			return ofLine(code.text), true
		}
		return in, w.takes == "or"
	case "after":
		at := slices.IndexFunc(words, func(f field) bool { return has(w.flags, f.text) })
		in.argv = words[at+1:]
		return in, at >= 0
	case "line":
		return ofLine(joinWords(rest)), len(rest) > 0
	case "lines":
		lines := make([]string, 0, len(rest))
		for _, f := range operands(rest, w.valued) {
			lines = append(lines, f.text)
		}
		in = ofLine(strings.Join(lines, "\n"))
		in.stays = true
		return in, len(lines) > 0
	}
	if w.dashes { // the command follows "--"
		if argv, ok := afterDashes(words); ok {
			in.argv = argv
		}
	}
	return in, true
}

// ofLine returns what runs a line of a shell.
func ofLine(line string) wrapped {
	code := asSource(line)
	return wrapped{code: &code}
}
