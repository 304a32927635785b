package shell

import (
	"slices"
	"strings"
)

// The kinds of Touch.Kind.
const (
	kindRead    = "read"
	kindScan    = "scan"
	kindEdit    = "edit"
	kindWrite   = "write"
	kindOutput  = "output"
	kindRewrite = "rewrite"
	kindDelete  = "delete"
)

// place is where a touch happens.
type place struct {
	dir         string
	command     int
	sure        bool
	container   bool // in a container
	fresh       bool // only where no file is yet
	tree        bool // the file may be a folder
	exact       bool // from gets just this name, be it that of a folder or not
	from        *field
	conditional bool
	tests       []Test
}

// maxTouches bounds what one line reports.
const maxTouches = 4000

// filePath is the absolute path of the file that f names from dir. It returns false for a
// directory, a device, standard input and whatever cannot be known.
func filePath(f field, dir string) (string, bool) {
	s := f.text
	if f.hasUnknown() || s == "" || s == "-" || strings.ContainsAny(s, "\n") {
		return "", false
	}
	if strings.HasSuffix(s, "/") || s == "." || s == ".." || strings.HasSuffix(s, "/.") || strings.HasSuffix(s, "/..") {
		return "", false
	}
	p := resolve(dir, field{text: s})
	if p == "" || strings.HasPrefix(p, "/dev/") || strings.HasPrefix(p, "/proc/") || p == "/" {
		return "", false
	}
	return p, true
}

// guessed is a name of which a part is not known as the pattern of all that it may be.
func asPattern(f field) field {
	if strings.HasPrefix(f.text, unknownMark) || f.glob || isGlob(f.text) {
		return f
	}
	slash := strings.LastIndexByte(f.text, '/')
	if strings.Contains(f.text[:slash+1], unknownMark) {
		return f
	}
	text := strings.ReplaceAll(f.text, unknownMark, "*")
	for strings.Contains(text, "**") {
		text = strings.ReplaceAll(text, "**", "*")
	}
	return field{text: text, glob: true, subset: true}
}

// treePath is the absolute path of the file or folder that f names from dir, "" if it cannot
// be known or is the root.
func treePath(f field, dir string) string {
	if f.hasUnknown() || f.text == "" || strings.Contains(f.text, "\n") {
		return ""
	}
	p := resolve(dir, field{text: f.text})
	if p == "/" || strings.HasPrefix(p, "/dev/") || strings.HasPrefix(p, "/proc/") {
		return ""
	}
	return p
}

// filesOnly keeps the words that by their name are files: where a command also takes
// directories, "src" may be either.
func filesOnly(fs []field) []field {
	var out []field
	for _, f := range fs {
		if looksLikeFile(f.text) {
			out = append(out, f)
		}
	}
	return out
}

func looksLikeFile(p string) bool {
	base := p[strings.LastIndexByte(p, '/')+1:]
	if dot := strings.LastIndexByte(base, '.'); dot > 0 && dot < len(base)-1 && base != ".." {
		return strings.Trim(base[dot+1:], "0123456789") != "" && !slices.Contains([]string{"d", "git", "venv"}, base[dot+1:])
	}
	switch base {
	case "Makefile", "Dockerfile", "Justfile", "justfile", "Rakefile", "Gemfile", "Procfile", "LICENSE", "README", "CHANGELOG", "VERSION", "AUTHORS", "NOTICE", "COPYING", "Jenkinsfile", "Vagrantfile", "BUILD", "WORKSPACE", "CODEOWNERS",
		".gitignore", ".env", ".bashrc", ".zshrc", ".profile", ".gitattributes", ".editorconfig", ".npmrc", ".dockerignore", ".flake8", ".pylintrc", ".coveragerc", ".eslintrc", ".prettierrc", ".babelrc":
		return true
	}
	return false
}
