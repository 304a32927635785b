package facts

import (
	"path"
	"strings"

	"witness/engine/project"
	"witness/engine/runs"
)

// Identity returns what identifies a test whatever runner names it: its file, relative to the project's
// root, and its name without the file, the module and the notation of a runner. It is
// "tests/test_cart.py TestCart.test_sum" for both tests/test_cart.py::TestCart::test_sum (pytest) and
// test_sum (tests.test_cart.TestCart.test_sum) (unittest). It is "" if the file is not known, or if
// the test belongs to a suite other than its file: a Go package and a name identify a test.
func Identity(test string, of runs.Item, cmd Command) string {
	if of.File == "" || test == "" || of.Suite != "" && of.Suite != of.File {
		return ""
	}
	return inProject(of.File, cmd) + " " + bareName(test, of.File)
}

// inProject returns a file that a runner prints relative to the project's root. A runner prints it as
// an absolute path, or relative to its directory or to the root.
func inProject(file string, cmd Command) string {
	if path.IsAbs(file) {
		if project.Within(file, cmd.Root) {
			return strings.TrimPrefix(file[len(cmd.Root):], "/")
		}
		return file
	}
	if dir := cmd.RelDir; dir != "" && dir != "?" && !strings.HasPrefix(file, dir+"/") {
		file = dir + "/" + file
	}
	return path.Clean(file)
}

// bareName returns the name of a test without its file and module.
func bareName(test, file string) string {
	name := test
	if method, rest, ok := strings.Cut(test, " ("); ok && !strings.Contains(method, " ") {
		if dotted, params, ok := strings.Cut(rest, ")"); ok && strings.Contains(dotted, ".") {
			// unittest: test_sum (tests.test_cart.TestCart.test_sum), before Python 3.11 without the method
			if !strings.HasSuffix(dotted, "."+method) {
				dotted += "." + method
			}
			name = dotted + params
		}
	}
	if rest, ok := strings.CutPrefix(name, file); ok {
		name = strings.TrimLeft(rest, ":›> ")
	}
	// The module is the path of the file, or its end if the tests are found from a folder.
	for module := strings.ReplaceAll(strings.TrimSuffix(file, path.Ext(file)), "/", "."); module != ""; _, module, _ = strings.Cut(module, ".") {
		if rest, ok := strings.CutPrefix(name, module+"."); ok {
			name = rest
			break
		}
	}
	return strings.ReplaceAll(name, "::", ".")
}

// WrittenName returns the name of a test as it is written in its file, "" if the file may have it in another
// form: a title that is composed, or a name that is generated.
func WrittenName(test, file string) string {
	name, _, _ := strings.Cut(bareName(test, file), "[") // without parameters
	name, _, _ = strings.Cut(name, "/")                  // Go: the test function of a subtest
	name = name[strings.LastIndexByte(name, '.')+1:]
	for _, c := range name {
		if c != '_' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return ""
		}
	}
	return name
}

// Outside reports whether the arguments of a command select files outside of the project alone.
func (cmd *Command) Outside() bool {
	if len(cmd.Selection) == 0 {
		return false
	}
	for _, word := range cmd.Selection {
		if strings.HasPrefix(word, "~") || strings.HasPrefix(word, "?") || !strings.ContainsAny(word, "/.") {
			return false
		}
		if file := inProject(word, *cmd); !path.IsAbs(file) && file != ".." && !strings.HasPrefix(file, "../") {
			return false
		}
	}
	return true
}
