package imports

import (
	"path/filepath"
	"strings"
)

func (p *project) ruby(path, src string, add func(name, to string)) {
	heredoc := ""
	comment := false
	for line := range strings.Lines(src) {
		line = strings.TrimSpace(line)
		switch {
		case line == "__END__":
			return
		case heredoc != "":
			if line == heredoc {
				heredoc = ""
			}
			continue
		case strings.HasPrefix(line, "=begin"), strings.HasPrefix(line, "=end"):
			comment = strings.HasPrefix(line, "=begin")
			continue
		case comment || strings.HasPrefix(line, "#"):
			continue
		}
		heredoc = rubyHeredoc(line)
		for statement := range strings.SplitSeq(line, ";") {
			p.rubyStatement(path, strings.TrimSpace(statement), add)
		}
	}
}

// rubyStatement reads a statement that begins with require, require_relative, load or
// autoload and a literal name.
func (p *project) rubyStatement(path, statement string, add func(name, to string)) {
	keyword := statement[:wordLen(statement)]
	arguments := strings.TrimLeft(statement[len(keyword):], " \t(")
	if len(arguments) == len(statement)-len(keyword) {
		return
	}
	dir := filepath.Dir(path)
	switch keyword {
	case "require_relative":
		if name, ok := rubyString(arguments); ok {
			add(name, p.rubyFile(filepath.Join(dir, name)))
		}
	case "autoload":
		if _, file, ok := strings.Cut(arguments, ","); ok {
			file = strings.TrimSpace(file)
			if name, base, ok := rubyExpanded(file, path); ok {
				add(name, p.rubyFile(filepath.Join(base, name)))
			} else if name, ok := rubyString(file); ok {
				add(name, p.rubyModule(dir, name))
			}
		}
	case "require", "load":
		if name, base, ok := rubyExpanded(arguments, path); ok {
			add(name, p.rubyFile(filepath.Join(base, name)))
		} else if name, ok := rubyString(arguments); ok {
			add(name, p.rubyModule(dir, name))
		}
	}
}

// rubyModule resolves the name of a require: from the root if it begins with a dot,
// else in the folders that the usual tools put on the load path.
func (p *project) rubyModule(dir, name string) string {
	if isRelative(name) {
		return p.rubyFile(filepath.Join(p.root, name))
	}
	if filepath.IsAbs(name) {
		return p.rubyFile(filepath.Clean(name))
	}
	for d := range p.up(dir) {
		for _, sub := range []string{"lib", "app", "test", "spec", "."} {
			if to := p.rubyFile(filepath.Join(d, sub, name)); to != "" {
				return to
			}
		}
	}
	return ""
}

func (p *project) rubyFile(path string) string { return p.first(path+".rb", path) }

// rubyString reads a string literal with nothing to fill in.
func rubyString(s string) (string, bool) {
	if s == "" || s[0] != '"' && s[0] != '\'' {
		return "", false
	}
	body, _, ok := strings.Cut(s[1:], s[:1])
	return body, ok && body != "" && !strings.ContainsAny(body, "\\\x00") && !strings.Contains(body, "#{")
}

// rubyExpanded reads `File.expand_path("name", __dir__)`, and the older form with
// __FILE__, in which the first ".." leaves the file itself; and `File.join(__dir__, "name")`.
func rubyExpanded(s, path string) (name, base string, ok bool) {
	if rest, ok := strings.CutPrefix(s, "File.join"); ok {
		rest = strings.TrimLeft(rest, " (")
		for _, dir := range []string{"__dir__", "File.dirname(__FILE__)"} {
			if after, ok := strings.CutPrefix(rest, dir); ok {
				name, ok = rubyString(strings.TrimLeft(after, " ,"))
				return name, filepath.Dir(path), ok
			}
		}
		return "", "", false
	}
	s, ok = strings.CutPrefix(s, "File.expand_path")
	if !ok {
		return "", "", false
	}
	s = strings.TrimLeft(s, " (")
	name, ok = rubyString(s)
	if !ok {
		return "", "", false
	}
	switch rest := strings.Trim(s[len(name)+2:], " ,)"); {
	case strings.HasPrefix(rest, "__dir__"):
		return name, filepath.Dir(path), true
	case strings.HasPrefix(rest, "__FILE__"):
		return name, path, true
	}
	return "", "", false
}

// rubyHeredoc gives the word that ends the heredoc which a line opens, or "".
func rubyHeredoc(line string) string {
	_, rest, ok := strings.Cut(line, "<<")
	if !ok {
		return ""
	}
	rest = strings.TrimLeft(rest, "~-")
	if rest != "" && (rest[0] == '"' || rest[0] == '\'') {
		id, _, _ := strings.Cut(rest[1:], rest[:1])
		return id
	}
	if rest == "" || rest[0] < 'A' || rest[0] > 'Z' {
		return ""
	}
	return rest[:wordLen(rest)]
}
