package shell

import (
	"path"
	"slices"
	"strings"
)

// resolve is the absolute directory that f names from dir, "" if it cannot be known.
func resolve(dir string, f field) string {
	switch {
	case !f.known() || f.text == "":
		return ""
	case isAbsolute(f.text):
		return cleanPath(f.text)
	case dir == "" || len(dir) > maxPath:
		return ""
	}
	return cleanPath(dir + "/" + f.text)
}

// isAbsolute knows the drive letters of Windows besides the root.
func isAbsolute(p string) bool {
	return strings.HasPrefix(p, "/") || len(p) > 2 && p[1] == ':' && (p[2] == '/' || p[2] == '\\') && isLetter(p[0])
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// cleanPath is path.Clean that keeps a drive from being climbed out of.
func cleanPath(p string) string {
	if !strings.HasPrefix(p, "/") && isAbsolute(p) {
		return p[:2] + path.Clean("/"+toSlash(p[2:]))
	}
	return path.Clean(p)
}

// parent is the folder part of a path.
func parentDir(p string) string {
	i := strings.LastIndexByte(p, '/')
	switch {
	case i < 0:
		return "."
	case i == 0:
		return "/"
	}
	return p[:i]
}

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
