package imports

import "strings"

// jsToken returns the token at pos and the position after it. A template literal without
// substitutions counts as a string.
func jsToken(src string, pos int) (token, int) {
	for pos < len(src) {
		rest := src[pos:]
		c := rest[0]
		n := commentLen(rest)
		switch {
		case n > 0:
			pos += n
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			pos++
		case c == '"' || c == '\'' || c == '`':
			n := quotedLen(rest, 1, false)
			body := rest[1:n]
			if !strings.HasSuffix(body, rest[:1]) || c == '`' && strings.Contains(body, "${") {
				return token{kind: c}, pos + n
			}
			return token{kind: str, text: body[:len(body)-1]}, pos + n
		case isWord(c) || c == '$':
			n := jsWordLen(rest)
			return token{kind: word, text: rest[:n]}, pos + n
		default:
			return token{kind: c}, pos + 1
		}
	}
	return token{}, pos
}

// jsWordLen returns the length of the identifier that s begins with. Its first byte is not
// checked.
func jsWordLen(s string) int { return 1 + wordLenWith(s[1:], "$") }

// regexpLen returns the length of the regular expression literal that s begins with, or 0
// if it is not closed on its line.
func regexpLen(s string) int {
	class := false
	for i := 1; i < len(s) && s[i] != '\n'; i++ {
		switch s[i] {
		case '\\':
			i++
		case '[':
			class = true
		case ']':
			class = false
		case '/':
			if !class {
				return i + 1
			}
		}
	}
	return 0
}

// A script is the JavaScript or TypeScript code of a file, or of one <script> element.
type script struct {
	src string
	jsx bool // it may contain JSX
	ts  bool // it is TypeScript
}

// splitScripts returns the scripts of a file with the given extension, and the files that
// it includes with <script src>. A Vue or Svelte component has one script for each <script>
// element; any other file is one script.
func splitScripts(ext, src string) (list []script, files []string) {
	if ext != ".vue" && ext != ".svelte" {
		ts := strings.Contains(ext, "ts")
		return []script{{src, !ts || ext == ".tsx", ts}}, nil
	}
	for {
		i := strings.Index(src, "<")
		if i < 0 {
			return list, files
		}
		src = src[i:]
		switch {
		case strings.HasPrefix(src, "<!--"):
			src = src[lenThrough(src, 4, "-->"):]
		case strings.HasPrefix(src, "<script") && len(src) > 7 && strings.IndexByte(" \t\r\n/>", src[7]) >= 0:
			tag := lenThrough(src, 7, ">")
			attributes := src[7:tag]
			body := lenThrough(src, tag, "</script")
			lang := attribute(attributes, "lang")
			list = append(list, script{
				src: strings.TrimSuffix(src[tag:body], "</script"),
				jsx: strings.HasSuffix(lang, "x"),
				ts:  strings.HasPrefix(lang, "ts") || lang == "typescript",
			})
			if file := attribute(attributes, "src"); file != "" {
				files = append(files, file)
			}
			src = src[body:]
		default:
			src = src[1:]
		}
	}
}

// attribute returns the quoted value of an attribute in the text of a tag, or "".
func attribute(tag, name string) string {
	for {
		before, rest, ok := strings.Cut(tag, name+"=")
		if !ok {
			return ""
		}
		if strings.HasSuffix(before, " ") && rest != "" && (rest[0] == '"' || rest[0] == '\'') {
			value, _, _ := strings.Cut(rest[1:], rest[:1])
			return value
		}
		tag = rest
	}
}
