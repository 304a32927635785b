package imports

import "strings"

// A rubyImport is a require, require_relative, load or autoload with a literal name.
type rubyImport struct {
	name string
	base rubyBase
}

// A rubyBase says what the name of a rubyImport is relative to.
type rubyBase int

const (
	rubyLoadPath rubyBase = iota // the directories of the load path
	rubyDir                      // the directory of the file
	rubyFile                     // the file itself, as in File.expand_path("../a", __FILE__)
)

// scanRuby returns the imports of a Ruby file. It reads line by line and skips comments and
// heredocs.
func scanRuby(src string) []rubyImport {
	var found []rubyImport
	heredoc := "" // the identifier that ends it
	comment := false
	for line := range strings.Lines(src) {
		line = strings.TrimSpace(line)
		switch {
		case line == "__END__":
			return found
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
			if imp, ok := scanRubyStatement(strings.TrimSpace(statement)); ok {
				found = append(found, imp)
			}
		}
	}
	return found
}

// scanRubyStatement reads one statement. ok is false if it imports nothing.
func scanRubyStatement(statement string) (imp rubyImport, ok bool) {
	keyword := statement[:wordLen(statement)]
	arguments := strings.TrimLeft(statement[len(keyword):], " \t(")
	if len(arguments) == len(statement)-len(keyword) {
		return rubyImport{}, false
	}
	switch keyword {
	case "require_relative":
		name, ok := rubyString(arguments)
		return rubyImport{name, rubyDir}, ok
	case "autoload":
		if _, file, ok := strings.Cut(arguments, ","); ok {
			return rubyPath(strings.TrimSpace(file))
		}
	case "require", "load":
		return rubyPath(arguments)
	}
	return rubyImport{}, false
}

// rubyPath reads the argument of require: a string literal, or a call that makes it
// relative to the file.
func rubyPath(s string) (imp rubyImport, ok bool) {
	if imp, ok := rubyFileCall(s); ok {
		return imp, true
	}
	name, ok := rubyString(s)
	return rubyImport{name, rubyLoadPath}, ok
}

// rubyString reads a string literal without interpolation.
func rubyString(s string) (string, bool) {
	if s == "" || s[0] != '"' && s[0] != '\'' {
		return "", false
	}
	body, _, ok := strings.Cut(s[1:], s[:1])
	return body, ok && body != "" && !strings.ContainsAny(body, "\\\x00") && !strings.Contains(body, "#{")
}

// rubyFileCall reads File.join(__dir__, "name"), File.expand_path("name", __dir__), and the
// older form of the latter with __FILE__, in which the first ".." drops the file name.
func rubyFileCall(s string) (imp rubyImport, ok bool) {
	if rest, ok := strings.CutPrefix(s, "File.join"); ok {
		rest = strings.TrimLeft(rest, " (")
		for _, dir := range []string{"__dir__", "File.dirname(__FILE__)"} {
			if after, ok := strings.CutPrefix(rest, dir); ok {
				name, ok := rubyString(strings.TrimLeft(after, " ,"))
				return rubyImport{name, rubyDir}, ok
			}
		}
		return rubyImport{}, false
	}
	s, found := strings.CutPrefix(s, "File.expand_path")
	s = strings.TrimLeft(s, " (")
	name, ok := rubyString(s)
	if !found || !ok {
		return rubyImport{}, false
	}
	switch rest := strings.Trim(s[len(name)+2:], " ,)"); {
	case strings.HasPrefix(rest, "__dir__"):
		return rubyImport{name, rubyDir}, true
	case strings.HasPrefix(rest, "__FILE__"):
		return rubyImport{name, rubyFile}, true
	}
	return rubyImport{}, false
}

// rubyHeredoc returns the identifier of the heredoc that a line opens, or "".
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
