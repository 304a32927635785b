package shell

import "strings"

// fishBlocks are the words that begin a block of fish, what closes the same block in a POSIX shell, and what stands
// there between the head of the block and its body.
var fishBlocks = map[string]struct{ end, before string }{
	"for": {"done", "do"}, "while": {"done", "do"}, "if": {"fi", "then"}, "begin": {"}", ""}, "function": {"}", ""},
}

// fromFish returns code of fish as a POSIX shell would spell it, as far as commands are concerned: its blocks, which all end with
// `end`, and (…) for what a command prints. ok is false for code that is not fish, or has a `switch`. Each command is
// taken over as it is written, so that quotes mean what they mean to the parser that reads the result. blocks is how many blocks
// it has: code without one may be that of any shell.
func fromFish(code string) (posix string, blocks int, ok bool) {
	statements, ok := fishStatements(code)
	if !ok {
		return "", 0, false
	}
	var open []string // what closes the blocks
	var out []string
	for _, s := range statements {
		word, rest, _ := strings.Cut(s, " ")
		rest = strings.TrimSpace(rest)
		block, begins := fishBlocks[word]
		switch {
		case word == "switch" || word == "case":
			return "", 0, false
		case word == "end":
			if len(open) == 0 {
				return "", 0, false
			}
			out, open = append(out, open[len(open)-1]+" "+rest), open[:len(open)-1]
			blocks++
		case word == "else" && strings.HasPrefix(rest, "if "):
			out = append(out, "elif "+strings.TrimPrefix(rest, "if "), "then", ":")
		case word == "else":
			out = append(out, "else", ":")
		case word == "function":
			name, _, _ := strings.Cut(rest, " ")
			out, open = append(out, name+"() {", ":"), append(open, block.end)
		case word == "begin":
			out, open = append(out, "{", ":", rest), append(open, block.end)
		case begins:
			out, open = append(out, s, block.before, ":"), append(open, block.end)
		case word == "and" || word == "or":
			out = append(out, rest)
		default:
			out = append(out, s)
		}
	}
	return strings.Join(out, "\n"), blocks, len(open) == 0
}

// fishStatements returns the statements of code, with $(…) for (…). ok is false for code with a here-document, which fish does not have.
func fishStatements(code string) (list []string, ok bool) {
	var b strings.Builder
	depth, quote := 0, byte(0)
	end := func() {
		if s := strings.TrimSpace(b.String()); s != "" {
			list = append(list, s)
		}
		b.Reset()
	}
	for i := 0; i < len(code); i++ {
		c := code[i]
		switch {
		case c == '\\' && i+1 < len(code):
			b.WriteByte(c)
			i++
			c = code[i]
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case strings.HasPrefix(code[i:], "<<"):
			return nil, false
		case c == '\'' || c == '"':
			quote = c
		case c == '(':
			if depth++; i == 0 || code[i-1] != '$' {
				b.WriteByte('$')
			}
		case c == ')':
			depth--
		case c == '#' && (i == 0 || strings.IndexByte(" \t\n;", code[i-1]) >= 0):
			if n := strings.IndexByte(code[i:], '\n'); n >= 0 {
				i += n - 1
			} else {
				i = len(code)
			}
			continue
		case (c == '\n' || c == ';') && depth == 0:
			end()
			continue
		}
		b.WriteByte(c)
	}
	end()
	return list, true
}
