package facts

import (
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/hook"
	"witness/engine/project"
)

// installed are the folders into which programs are installed, in a project or anywhere.
var installed = []string{"bin", ".bin", "sbin", "Scripts", "node_modules", "vendor", "shims"}

// wrappers are the programs of which a project keeps a script that starts the real one.
var wrappers = []string{"gradle", "mvn", "pants", "mill", "sbt", "lein", "bazel", "bazelisk", "buck", "buck2", "amper"}

// namesake returns the path of a program that is only named like a runner, "" for any other: ./pytest is a file of the
// project, and so is pytest if the line has put a folder of the project with a file of that name before all others in PATH.
// A script that a reader lists by its name, such as test.sh, is what it is called.
func (c *Call) namesake(disk Disk, cmd Command) string {
	name, _, _ := strings.Cut(cmd.Name, " ")
	if strings.Contains(name, ".") || slices.Contains(wrappers, name) {
		return ""
	}
	if cmd.File != "" {
		if filepath.Base(cmd.File) == name && cmd.ofProject(cmd.File) {
			return cmd.File
		}
		return ""
	}
	for _, dir := range cmd.searched() {
		path := filepath.Join(dir, name)
		written := slices.ContainsFunc(c.Touches, func(t Touch) bool { return t.Path == path && !hook.ReadOnly(t.Kind) })
		if written || project.Within(path, cmd.Root) && !strings.Contains(path, "/node_modules/") && disk.Exists(path) {
			return path
		}
	}
	return ""
}

// ofProject reports whether a program is a file of the project in which the command runs, and in no folder into which
// programs are installed.
func (cmd *Command) ofProject(path string) bool {
	if cmd.Root == "" || !project.Within(path, cmd.Root) {
		return false
	}
	dir := strings.TrimPrefix(filepath.Dir(path), cmd.Root)
	return !slices.ContainsFunc(strings.Split(dir, "/"), func(part string) bool { return slices.Contains(installed, part) })
}

// searched returns the folders that a command looks its program up in before those of the PATH around it.
func (cmd *Command) searched() (dirs []string) {
	for _, set := range cmd.Environment {
		value, ok := strings.CutPrefix(set, "PATH=")
		if !ok {
			continue
		}
		for _, dir := range filepath.SplitList(value) {
			if strings.HasPrefix(dir, "$") {
				break // the PATH around it
			}
			if !filepath.IsAbs(dir) {
				dir = filepath.Join(cmd.Dir, dir)
			}
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// becomes makes a command that was taken for a runner the program at a path.
func (cmd *Command) becomes(path string) {
	cmd.Name = "./" + strings.TrimPrefix(strings.TrimPrefix(path, cmd.Root), "/")
	cmd.Runner, cmd.Kind, cmd.Known = "", "", false
	cmd.Selection, cmd.Variant, cmd.More, cmd.Shows = nil, nil, nil, nil
}

// loaded are the names of files that decide, by being there, what a language loads or a runner tests.
var loaded = []struct{ runners, files []string }{
	{[]string{"go"}, []string{"go.work"}},
	{[]string{"pytest", "unittest", "tox", "nox", "python"}, []string{"sitecustomize.py", "usercustomize.py"}},
}

// loaders are the flags with which a runner loads a file before the tests, or takes its settings from it, and optionVariables the
// variables that hold such flags.
var (
	loaders         = strings.Fields("-p -r --require --import --loader --preload -c --config --setupFiles --setupFilesAfterEnv")
	optionVariables = strings.Fields("NODE_OPTIONS RUBYOPT PERL5OPT PYTEST_ADDOPTS BUN_OPTIONS")
)

// Loads returns the names of files which a runner would take for its own program, or load, if they were made, also because its words name
// them.
func (cmd *Command) Loads() []string {
	name, _, _ := strings.Cut(cmd.Name, " ")
	if cmd.Runner == "" || name == "" || strings.Contains(name, ".") || slices.Contains(wrappers, name) {
		return nil
	}
	names := []string{name, name + ".py", name + ".cmd"}
	words := slices.Clone(cmd.Args)
	for _, set := range cmd.Environment {
		if variable, value, _ := strings.Cut(set, "="); slices.Contains(optionVariables, variable) {
			words = append(words, strings.Fields(strings.Trim(value, `'"`))...)
		}
	}
	for i, word := range words {
		flag, file, attached := strings.Cut(word, "=")
		if !attached && i+1 < len(words) {
			file = words[i+1]
		}
		if slices.Contains(loaders, flag) && file != "" {
			names = append(names, filepath.Base(file), filepath.Base(file)+".py")
		}
	}
	for _, own := range loaded {
		if slices.Contains(own.runners, name) {
			names = append(names, own.files...)
		}
	}
	return names
}

// Borrowed returns the folders for temporary files in which a command finds its program, or the modules and libraries that it loads:
// /tmp/bin/go, PATH=/tmp/bin:$PATH, PYTHONPATH=/tmp/old.
func (cmd *Command) Borrowed() (dirs []string) {
	add := func(dir string) {
		if !project.Within(dir, cmd.Root) && slices.ContainsFunc(temporary, func(t string) bool { return project.Within(dir, t) }) {
			dirs = append(dirs, dir)
		}
	}
	if cmd.File != "" {
		add(filepath.Dir(cmd.File))
	}
	for _, set := range cmd.Environment {
		if name, value, _ := strings.Cut(set, "="); strings.HasSuffix(name, "PATH") || strings.HasSuffix(name, "LIB") || name == "LD_PRELOAD" || name == "GOROOT" {
			for _, dir := range filepath.SplitList(value) {
				add(dir)
			}
		}
	}
	return dirs
}

// unchecked are the words with which a language leaves checks out of a program, by those that begin its command: assertions, in Rust
// debug_assert and the check for overflow.
var unchecked = []struct{ program, words string }{
	{"python", "-O -OO"},
	{"cargo", "--release -r --profile=release"},
	{"swift", "release"},
	{"ctest", "Release RelWithDebInfo MinSizeRel"},
}

// Unchecked returns the words of a command, and the variables, with which such checks are left out: python -O,
// cargo test --release. What fails because one does not hold passes then.
func (cmd *Command) Unchecked() (list []string) {
	words := strings.Fields(cmd.Text)
	for _, u := range unchecked {
		if len(words) > 0 && strings.HasPrefix(filepath.Base(words[0]), u.program) {
			for _, word := range words[1:] {
				if slices.Contains(strings.Fields(u.words), word) {
					list = append(list, word)
				}
			}
		}
	}
	for _, set := range cmd.Environment {
		if name, value, _ := strings.Cut(set, "="); name == "PYTHONOPTIMIZE" && value != "" && value != "0" {
			list = append(list, name)
		}
	}
	return list
}
