package shell

import "strings"

// unwrapPython returns the module or script that python runs.
func unwrapPython(argv []field) (wrapped, bool) {
	i := 1
	for ; i < len(argv); i++ {
		s := argv[i].text
		if !isFlag(s) {
			break
		}
		if s == "-W" || s == "-X" || s == "--check-hash-based-pycs" {
			i++
			continue
		}
		if s[1] == '-' {
			continue
		}
		// Flags may be joined, as in -Bm and -uc. The letters c and m end a cluster.
		if at := strings.IndexAny(s[1:], "cm"); at >= 0 && s[1] != 'W' && s[1] != 'X' {
			at++
			if s[at] == 'c' {
				return wrapped{}, false
			}
			module := argv[min(i+1, len(argv)):]
			if at+1 < len(s) {
				module = append([]field{{text: s[at+1:]}}, argv[i+1:]...)
			}
			return wrapped{argv: pythonModule(module), external: true, assigns: withoutAsserts(argv[1 : i+1])}, len(module) > 0 && !module[0].hasUnknown()
		}
	}
	if i >= len(argv) || argv[i].text == "-" || strings.HasSuffix(argv[i].text, unknownMark) {
		return wrapped{}, false
	}
	return wrapped{argv: argv[i:], external: true, script: true}, true
}

// withoutAsserts returns the variable that stands for the flag -O of python, which leaves all assertions out.
func withoutAsserts(flags []field) []string {
	for _, f := range flags {
		if cluster, _, _ := strings.Cut(f.text, "m"); strings.HasPrefix(cluster, "-") && strings.Contains(cluster, "O") {
			return []string{"PYTHONOPTIMIZE=1"}
		}
	}
	return nil
}

// pythonModule returns the command that "python -m" with these words is equivalent to.
func pythonModule(words []field) []field {
	if len(words) == 0 {
		return nil
	}
	switch words[0].text {
	case "cProfile", "profile", "trace", "pdb", "kernprof", "memory_profiler", "viztracer", "pyinstrument":
		// A profiler runs another program: python -m cProfile -o out -m pytest.
		return append([]field{{text: "python"}}, withoutProfilerFlags(words[1:])...)
	case "pytest.__main__", "py.test":
		return append([]field{{text: "pytest"}}, words[1:]...)
	case "django":
		return append([]field{{text: "django-admin"}}, words[1:]...)
	}
	return words
}

// withoutProfilerFlags returns the words of a profiler without its own flags.
func withoutProfilerFlags(words []field) []field {
	for i := 0; i < len(words); i++ {
		switch s := words[i].text; {
		case s == "-m" || !isFlag(s):
			return words[i:]
		case has("-o -s -C -f --outfile --sort --file --coverdir", s):
			i++
		}
	}
	return words
}

// unwrapCoverage returns the command of "coverage run".
func unwrapCoverage(argv []field) (wrapped, bool) {
	if len(argv) < 2 || argv[1].text != "run" {
		return wrapped{}, false
	}
	rest := argv[2:]
	for i := 0; i < len(rest); i++ {
		s := rest[i].text
		if s == "-m" || s == "--module" || !isFlag(s) {
			words := append([]field{{text: "python"}}, rest[i:]...)
			if s == "--module" {
				words[1].text = "-m"
			}
			return wrapped{argv: words, external: true}, true
		}
		if has("--source --omit --include --rcfile --concurrency --context --data-file", s) {
			i++
		}
	}
	return wrapped{}, false
}

// unwrapInterpreter returns the script of an interpreter. If there is none, because the code is on
// the command line, the interpreter is the command.
func unwrapInterpreter(name string, argv []field) (wrapped, bool) {
	valued, code := "", ""
	switch name {
	case "node", "tsx", "ts-node":
		valued = "-r --require --import --loader --experimental-loader --env-file -C --conditions --project -P --tsconfig"
		code = "-e --eval -p --print --test --run --version -v --check -c -h --help"
	case "ruby":
		valued, code = "-I -r -C -E", "-e -v --version -c"
	case "perl":
		valued, code = "-I", "-e -E -v -c -i -p -n"
	case "php":
		valued, code = "-d -c", "-r -v -l -S -i"
	}
	for i := 1; i < len(argv); i++ {
		s := argv[i].text
		if s == "--" || !isFlag(s) {
			if s == "--" {
				i++
			}
			if i >= len(argv) || s == "-" || strings.HasSuffix(s, unknownMark) {
				return wrapped{}, false
			}
			if name == "tsx" && s == "watch" || s == "inspect" && name == "node" {
				continue
			}
			return wrapped{argv: argv[i:], external: true, script: true}, true
		}
		flag, _, _ := strings.Cut(s, "=")
		if has(code, flag) || name == "perl" && strings.ContainsAny(s[1:], "einp") || name == "ruby" && s[1] != 'I' && s[1] != 'r' && strings.ContainsAny(s[1:], "e") && s[1] != '-' && s[1] != 'W' && s[1] != 'E' {
			return wrapped{}, false
		}
		if has(valued, s) {
			i++
		}
	}
	return wrapped{}, false
}
