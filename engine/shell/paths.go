package shell

import (
	"path"
	"slices"
	"strings"
)

// resolve returns the absolute path that f denotes in dir, "" if it is not known.
func resolve(dir string, f field) string {
	switch {
	case !f.known() || f.text == "":
		return ""
	case isAbsolute(f.text):
		return cleanPath(onDrive(f.text, dir))
	case dir == "" || len(dir) > maxPath:
		return ""
	}
	return cleanPath(dir + "/" + f.text)
}

// isAbsolute reports whether p is an absolute path of Unix, or of Windows with a drive letter.
func isAbsolute(p string) bool {
	return strings.HasPrefix(p, "/") || len(p) > 2 && p[1] == ':' && (p[2] == '/' || p[2] == '\\') && isLetter(p[0])
}

// onDrive returns the path of Windows that Git Bash means by p, where dir is on a drive: it mounts the drives at /, so /d/shop
// is D:/shop. In a dir of Unix p is what it says.
func onDrive(p, dir string) string {
	drive := strings.TrimPrefix(dir, "/") // /D:/shop in a recording that is read on another system
	if strings.HasPrefix(drive, "/") || !isAbsolute(drive) || len(p) < 2 || p[0] != '/' || !isLetter(p[1]) || len(p) > 2 && p[2] != '/' {
		return p
	}
	return dir[:len(dir)-len(drive)] + strings.ToUpper(p[1:2]) + ":/" + strings.TrimPrefix(p[2:], "/")
}

// isLetter reports whether c is an ASCII letter.
func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// cleanPath is path.Clean for paths that may have a drive letter, which .. does not remove.
func cleanPath(p string) string {
	if !strings.HasPrefix(p, "/") && isAbsolute(p) {
		return p[:2] + path.Clean("/"+toSlash(p[2:]))
	}
	return path.Clean(p)
}

// parentDir returns the folder of a path, "." if there is none.
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

// filePath returns the absolute path of the file that f names in dir. It returns false for a
// directory, a device, standard input and a path that is not known.
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

// treePath returns the absolute path of the file or folder that f names in dir, "" if it is the
// root, a device or not known.
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

// filesOnly returns the operands that look like files. It is used for commands that also take
// directories, where a word such as "src" may be either.
func filesOnly(fs []field) []field {
	var out []field
	for _, f := range fs {
		if looksLikeFile(f.text) {
			out = append(out, f)
		}
	}
	return out
}

// looksLikeFile reports whether the base name of p is typical of a file: it has an extension that
// is not a number, or is a well-known name such as Makefile.
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
