package imports

import (
	"encoding/json"
	"path/filepath"
	"strings"
)

// A cResolver resolves the includes of C, C++ and Objective-C files to headers.
type cResolver struct {
	*tree
	flags *includeFlags // of compile_commands.json; nil until it has been read
}

func (r *cResolver) edges(path, src string, add func(name, to string)) {
	for _, inc := range scanC(src) {
		add(inc.name, r.header(path, inc))
	}
}

// header returns the file that an include means. A quoted name is first looked up in the
// directory of the file. Then follow the root with its include and src directories, those
// of the directories above the file, and the search path of the compiler.
func (r *cResolver) header(path string, inc cInclude) string {
	if filepath.IsAbs(inc.name) {
		return r.first(filepath.Clean(inc.name))
	}
	dir := filepath.Dir(path)
	var dirs []string
	if inc.quoted {
		dirs = []string{dir}
	}
	dirs = append(dirs, r.root, filepath.Join(r.root, "include"), filepath.Join(r.root, "src"))
	for d := range r.ancestors(dir) {
		dirs = append(dirs, filepath.Join(d, "include"), filepath.Join(d, "src"))
	}
	if to := r.firstIn(dirs, inc.name); to != "" {
		return to
	}
	return r.firstIn(r.searchPath(path), inc.name)
}

// firstIn returns the first of dirs/name that is a file, or "".
func (r *cResolver) firstIn(dirs []string, name string) string {
	for _, d := range dirs {
		if to := r.first(filepath.Join(d, name)); to != "" {
			return to
		}
	}
	return ""
}

// includeFlags are the -I directories of a compile_commands.json, as absolute paths.
type includeFlags struct {
	byFile map[string][]string // of each compiled file
	all    []string            // of all of them without duplicates, for headers
}

// maxCommands is the size in bytes above which a compile_commands.json is not read.
const maxCommands = 4 << 20

// searchPath returns the -I directories with which a file is compiled.
func (r *cResolver) searchPath(path string) []string {
	if r.flags == nil {
		r.flags = r.readFlags()
	}
	if dirs, ok := r.flags.byFile[path]; ok {
		return dirs
	}
	return r.flags.all
}

// readFlags reads compile_commands.json in the root or in build.
func (r *cResolver) readFlags() *includeFlags {
	flags := &includeFlags{byFile: map[string][]string{}}
	file := r.first(filepath.Join(r.root, "compile_commands.json"), filepath.Join(r.root, "build", "compile_commands.json"))
	var commands []struct {
		Directory, File, Command string
		Arguments                []string
	}
	if file != "" {
		_ = json.Unmarshal(readFile(file, maxCommands), &commands)
	}
	seen := map[string]bool{}
	for _, c := range commands {
		base := absolute(r.root, c.Directory)
		arguments := c.Arguments
		if len(arguments) == 0 {
			arguments = strings.Fields(c.Command)
		}
		dirs := includeDirs(base, arguments)
		flags.byFile[absolute(base, c.File)] = dirs
		for _, d := range dirs {
			if !seen[d] {
				seen[d] = true
				flags.all = append(flags.all, d)
			}
		}
	}
	return flags
}

// includeDirs returns the directories of the -I, -isystem and -iquote flags among the
// arguments of a compiler that runs in base.
func includeDirs(base string, arguments []string) []string {
	var dirs []string
	for i, arg := range arguments {
		for _, flag := range []string{"-I", "-isystem", "-iquote"} {
			d, ok := strings.CutPrefix(arg, flag)
			if ok && d == "" && i+1 < len(arguments) {
				d = arguments[i+1]
			}
			if d = strings.Trim(d, `"'`); ok && d != "" {
				dirs = append(dirs, absolute(base, d))
			}
		}
	}
	return dirs
}

// A cInclude is one #include or #import directive.
type cInclude struct {
	name   string
	quoted bool // "name", not <name>
}

// scanC returns the includes of a C, C++ or Objective-C file. Conditional directives are
// not evaluated.
func scanC(src string) []cInclude {
	var includes []cInclude
	l := lexer{syntax: syntax{cpp: true}, src: src}
	for t := l.next(); t.kind != end; t = l.next() {
		if t.kind != '#' || !t.first {
			continue
		}
		if d := l.next(); d.first || !d.is("include") && !d.is("import") && !d.is("include_next") {
			continue
		}
		switch t := l.peek(); {
		case t.kind == str && !t.first:
			l.next()
			includes = append(includes, cInclude{t.text, true})
		case t.kind == '<' && !t.first:
			l.next()
			rest := l.src[l.pos:]
			name, _, ok := strings.Cut(rest[:lineLen(rest)], ">")
			if ok {
				l.pos += len(name) + 1
				includes = append(includes, cInclude{name, false})
			}
		}
	}
	return includes
}
