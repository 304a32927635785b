package demands

import "strings"

// Kinds of tokens.
const (
	word = iota // in lower case, without apostrophes
	code        // a span of code
	sign        // , ; : ( ) | or a dash
)

// A token is a word, a span of code or a sign.
type token struct {
	kind     int
	text     string
	raw      string // of a word: as it is written
	line     int
	commands []string // of code: the commands that it is
	glob     string   // of code: the glob of the path that it is
}

// Kinds of blocks.
const (
	heading = iota
	paragraph
	item
	row
	fence
)

// A block is a paragraph, an item of a list, a row of a table, a heading or a fence of code.
type block struct {
	kind      int
	depth     int        // the level of a heading, the indent of an item
	ordered   bool       // an item with a number
	line      int        // where it begins
	sentences [][]token  // of all but fences
	code      []codeLine // of a fence
	shell     bool       // the fence says that it is one of a shell
	under     *block     // the heading
	intro     *block     // the block that ends with a colon, or the item, that it belongs to
	before    *block
	next      *block
}

// A codeLine is a line of a fence.
type codeLine struct {
	text     string
	line     int
	commands []string // that it runs
}

var (
	headingLine = lazy(`^(#{1,6})\s+(.*)$`)
	itemLine    = lazy(`^(\s*)(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$`)
	numbering   = lazy(`^\d+(?:\.\d+)*[.)]\s+`)
	boldLine    = lazy(`^\*\*([^*]+?)[:.]?\*\*:?$`)
)

// parse returns the blocks of a Markdown text.
func parse(text string) (list []*block) {
	var head *block
	var open *block // takes further lines
	var raw []codeLine
	add := func(b *block) {
		b.under = head
		if n := len(list); n > 0 {
			list[n-1].next, b.before = b, list[n-1]
		}
		if list = append(list, b); b.kind != heading {
			b.intro = introOf(list, b)
		}
	}
	flush := func() {
		if open != nil {
			open.sentences = sentences(raw)
			open, raw = nil, nil
		}
	}
	begin := func(b *block, text string) {
		flush()
		add(b)
		open, raw = b, []codeLine{{text: text, line: b.line}}
	}
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		line, n := strings.TrimRight(lines[i], " \t\r"), i+1
		trimmed := strings.TrimSpace(line)
		switch {
		case opensFence(trimmed):
			flush()
			b := &block{kind: fence, line: n, depth: indent(line)}
			lang := strings.TrimLeft(trimmed, "`~")
			mark := strings.TrimSuffix(trimmed, lang)
			shell := isShell(lang)
			b.shell = shell && lang != "" && !strings.HasPrefix(lang, "t")
			for i++; i < len(lines) && !closesFence(strings.TrimSpace(lines[i]), mark); i++ {
				if shell {
					b.code = append(b.code, codeLine{text: strings.TrimSpace(lines[i]), line: i + 1})
				}
			}
			add(b)
		case trimmed == "":
			flush()
		case headingLine().MatchString(trimmed):
			m := headingLine().FindStringSubmatch(trimmed)
			flush()
			b := &block{kind: heading, depth: len(m[1]), line: n, sentences: sentences([]codeLine{{text: numbering().ReplaceAllString(m[2], ""), line: n}})}
			above := head
			for above != nil && above.depth >= b.depth {
				above = above.under
			}
			head = above
			add(b)
			head = b
		case strings.HasPrefix(trimmed, "|"):
			if strings.Trim(trimmed, "|-: ") != "" {
				begin(&block{kind: row, line: n}, trimmed)
			}
			flush()
		case itemLine().MatchString(line):
			m := itemLine().FindStringSubmatch(line)
			begin(&block{kind: item, depth: indent(m[1]), line: n, ordered: trimmed[0] >= '0' && trimmed[0] <= '9'}, m[2])
		case open != nil:
			raw = append(raw, codeLine{text: trimmed, line: n})
		default:
			begin(&block{kind: paragraph, depth: indent(line), line: n}, strings.TrimLeft(trimmed, "> "))
		}
	}
	flush()
	name(list)
	return list
}

// opensFence reports whether a line begins a fence. What has such a mark again is a span of code.
func opensFence(line string) bool {
	lang := strings.TrimLeft(line, "`~")
	return len(line)-len(lang) >= 3 && strings.Trim(line[:3], line[:1]) == "" && !strings.Contains(lang, "`")
}

// closesFence reports whether a line ends the fence that began with a mark, which is at least as long there.
func closesFence(line, mark string) bool {
	return len(line) >= len(mark) && strings.Trim(line, mark[:1]) == ""
}

// folderWords follow the name of a folder.
var folderWords = phrases{{"subdirector*"}, {"director*"}, {"folder*"}, {"subfolder*"}}

// name tells each piece of code what it names. A program is known by its name, or because the text runs it in a fence.
func name(list []*block) {
	own := programs{}
	for _, b := range list {
		for _, l := range b.code {
			if f := strings.Fields(l.text); len(f) > 1 && b.shell && f[0] != "cd" && isProgram(f[0]) {
				own[f[0]] = true
			}
		}
	}
	for _, b := range list {
		for i := range b.code {
			b.code[i].commands = own.commandsOf(b.code[i].text)
		}
		for _, tokens := range b.sentences {
			for i := range tokens {
				if t := &tokens[i]; t.kind == code {
					if f := strings.Fields(t.text); len(f) > 1 && i > 0 && tokens[i-1].text == "run" && isProgram(f[0]) {
						own[f[0]] = true // "Run `trunk fmt` before a commit"
					}
					if t.commands = own.commandsOf(t.text); len(t.commands) == 0 {
						t.glob = globOf(t.text)
						if t.glob == "" && bareWord().MatchString(t.text) && i+1 < len(tokens) && folderWords.at(tokens[i+1:]) > 0 {
							t.glob = "**/" + t.text + "/**"
						}
					}
				}
			}
		}
	}
}

func indent(line string) int {
	n := 0
	for _, r := range line {
		switch r {
		case ' ':
			n++
		case '\t':
			n += 4
		default:
			return n
		}
	}
	return n
}

// isShell reports whether the language of a fence is that of a shell, or none is named.
func isShell(lang string) bool {
	lang, _, _ = strings.Cut(strings.ToLower(strings.TrimSpace(lang)), " ")
	switch lang {
	case "", "bash", "sh", "shell", "console", "zsh", "text", "txt", "shellsession", "terminal", "cmd", "powershell":
		return true
	}
	return false
}

// introOf returns what introduces the last block: the item that it is nested in, or the block before its list that ends with a colon.
func introOf(list []*block, b *block) *block {
	for i := len(list) - 2; i >= 0; i-- {
		a := list[i]
		switch {
		case a.kind == heading:
			return nil
		case a.kind == fence || a.kind == row:
			if b.kind != item {
				return nil
			}
		case b.kind == item && a.kind == item && a.depth >= b.depth:
		case b.kind == item && a.kind == item:
			return a
		case a.kind == paragraph && b.kind == item && b.depth == 0 && !a.opens():
			return nil
		case a.kind == paragraph && b.kind == item && a.depth >= b.depth && !a.opens():
		default:
			if a.opens() || b.kind == fence {
				return a
			}
			return nil
		}
	}
	return nil
}

// opens reports whether a block ends with a colon.
func (b *block) opens() bool {
	if len(b.sentences) == 0 {
		return false
	}
	last := b.last()
	return len(last) > 0 && last[len(last)-1].kind == sign && last[len(last)-1].text == ":"
}

// last returns the last sentence of a block.
func (b *block) last() []token { return b.sentences[len(b.sentences)-1] }
