package inspect

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"sync"
	"unicode"

	"witness/engine/bundle"
)

// pseudonyms replaces the words of a project by numbered ones, the same word always by the same, so
// that paths, commands and names of tests still fit each other. Words that witness's own files contain
// are kept, because its rules and readers may depend on them: programs, flags, extensions, `test`.
type pseudonyms struct {
	known, given map[string]string
}

// shellWords are words of the shell and of paths that no file of witness needs to contain.
const shellWords = `if then else elif fi for in do done while until case esac function return local
	dev null tmp usr bin etc home opt var src lib sh bash eof head tail cat sed awk grep echo ls w x
	py js ts tsx jsx mjs cjs go rs rb java kt c h cc cpp hpp cs php sql md txt json toml yaml yml lock html css vue svelte swift`

// identifiers are names in any text; parts are the words of one name in camel case. They are compiled
// when they are first used, because hooks never do.
var (
	identifiers = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[\p{L}\p{N}]+`) })
	parts       = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}]+|\p{Lu}+|\p{N}+`) })
)

// newPseudonyms returns pseudonyms that keep the words of the embedded files and of programs.
func newPseudonyms(assets fs.FS, programs []string) (*pseudonyms, error) {
	p := &pseudonyms{map[string]string{}, map[string]string{}}
	keep := func(text string) {
		for _, name := range identifiers().FindAllString(text, -1) {
			for _, part := range parts().FindAllString(name, -1) {
				p.known[strings.ToLower(part)] = part
			}
		}
	}
	keep(shellWords)
	for _, program := range programs {
		if !strings.ContainsAny(program, "./\\") { // not a script of the project
			keep(program)
		}
	}
	err := fs.WalkDir(assets, ".", func(name string, d fs.DirEntry, err error) error {
		if folder := path.Dir(name); err != nil || d.IsDir() || d.Name() == bundle.OwnIndex || d.Name() == bundle.OwnHeaders || folder != "facts.d" && folder != "." && !strings.HasPrefix(folder, "rules.d") {
			return err
		}
		text, err := fs.ReadFile(assets, name)
		for line := range strings.Lines(string(text)) {
			code, _, _ := strings.Cut(line, "-- ")
			switch {
			case strings.HasPrefix(line, "--- message") || strings.HasPrefix(line, "--- pack"):
				// The words of messages and packs are not kept, because nothing that a rule finds depends on them.
			case strings.HasPrefix(line, "---"):
				keep(line)
			default:
				keep(code)
			}
		}
		return err
	})
	return p, err
}

// text replaces the unknown words of a text.
func (p *pseudonyms) text(s string) string {
	return identifiers().ReplaceAllStringFunc(s, func(name string) string {
		return parts().ReplaceAllStringFunc(name, func(part string) string {
			lower := strings.ToLower(part)
			if _, known := p.known[lower]; known || unicode.IsNumber(rune(part[0])) {
				return part
			}
			if p.given[lower] == "" {
				p.given[lower] = fmt.Sprintf("w%s", letters(len(p.given)))
			}
			if unicode.IsUpper([]rune(part)[0]) {
				return "W" + p.given[lower][1:]
			}
			return p.given[lower]
		})
	})
}

// letters returns a number in letters, which stay apart from the digits of a text: a, b, …, z, ba, ….
func letters(n int) string {
	text := string(rune('a' + n%26))
	for n /= 26; n > 0; n /= 26 {
		text = string(rune('a'+n%26)) + text
	}
	return text
}
