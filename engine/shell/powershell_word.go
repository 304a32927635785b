package shell

import "strings"

// psWord is a word or a separator of PowerShell.
type psWord struct {
	// text is the word, in which unknown parts are represented by unknownMark.
	text string
	// separator is set if the text separates commands: a semicolon, an operator or a bracket.
	separator bool
	// quoted is set if the word starts with a quote.
	quoted bool
}

// powershellWords splits a line of PowerShell into words and separators. Subexpressions are
// unknown.
func powershellWords(line string) []psWord {
	var out []psWord
	var cur strings.Builder
	started, quoted := false, false
	flush := func() {
		if started || cur.Len() > 0 {
			out = append(out, psWord{text: cur.String(), quoted: quoted})
		}
		cur.Reset()
		started, quoted = false, false
	}
	sign := func(s string) {
		flush()
		out = append(out, psWord{text: s, separator: true})
	}
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case c == '@' && i+1 < len(line) && (line[i+1] == '\'' || line[i+1] == '"'):
			end := strings.Index(line[i+2:], "\n"+line[i+1:i+2]+"@")
			if end < 0 {
				return out
			}
			cur.WriteString(strings.TrimPrefix(line[i+2:i+2+end], "\n"))
			started, quoted = true, true
			i += end + 4
		case c == '\'' || c == '"':
			started, quoted = true, cur.Len() == 0
			j := i + 1
			for j < len(line) {
				if line[j] == c {
					if j+1 < len(line) && line[j+1] == c {
						j++
					} else {
						break
					}
				} else if line[j] == '`' && c == '"' && j+1 < len(line) {
					j++
				}
				if line[j] == '$' && c == '"' && j+1 < len(line) && line[j+1] == '(' {
					cur.WriteString(unknownMark)
				} else if line[j] == '$' && c == '\'' {
					// This is not a variable, but expanding the word later would treat it as one. A
					// dollar sign in the name of a file is rare enough to give the name up.
					cur.WriteString(unknownMark)
				} else {
					cur.WriteByte(line[j])
				}
				j++
			}
			i = j
		case c == '`' && i+1 < len(line):
			i++
			if line[i] != '\n' {
				cur.WriteByte(line[i])
				started = true
			}
		case c == '#' && cur.Len() == 0 && !started:
			for i+1 < len(line) && line[i+1] != '\n' {
				i++
			}
		case c == ' ' || c == '\t':
			flush()
		case c == ',' && cur.Len() == 0 && len(out) > 0 && !out[len(out)-1].separator && len(out[len(out)-1].text) < 4096:
			// Blanks around a comma do not end a list.
			last := out[len(out)-1]
			out = out[:len(out)-1]
			cur.WriteString(last.text + ",")
			started = true
			for i+1 < len(line) && line[i+1] == ' ' {
				i++
			}
		case c == ',':
			cur.WriteByte(c)
			for i+1 < len(line) && line[i+1] == ' ' {
				i++
			}
		case strings.HasPrefix(line[i:], "&&") || strings.HasPrefix(line[i:], "||"):
			sign(line[i : i+2])
			i++
		case c == '&' && cur.Len() == 0 && !started:
			out = append(out, psWord{text: "&"})
		case c == '$' && strings.HasPrefix(line[i:], "$("):
			cur.WriteString(unknownMark)
		case c == '$' && strings.HasPrefix(line[i:], "$?"):
			cur.WriteString("$?")
			i++
		case c == ';' || c == '|' || c == '\n' || c == '{' || c == '}' || c == '(' || c == ')':
			sign(line[i : i+1])
		case c == '>' && (cur.Len() == 0 || strings.Trim(cur.String(), "123456*") == ""):
			cur.WriteByte('>')
			if i+1 < len(line) && line[i+1] == '>' {
				cur.WriteByte('>')
				i++
			}
			if i+1 < len(line) && line[i+1] == '&' {
				cur.WriteString(">&")
				i++
				continue
			}
			flush()
		default:
			cur.WriteByte(c)
		}
	}
	flush()
	return out
}
