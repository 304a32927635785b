package demands

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
)

//go:embed cues.toml
var cuesText string

// Cues are the lists of cues.toml, which explains them.
type cuesFile struct {
	Never, Not, Beside, Use, Plain       phrases
	Article, Signed                      []string
	Affirm, Describe, Aside, Anyhow      phrases
	Always                               phrases
	Bare                                 []string
	Run, Edit, Create, Adverb            phrases
	Condition, Reason, Example, Subject  phrases
	Pronoun, Sync, Ask, Prefer           phrases
	Opener, Passing, Done                phrases
	Banned, Uncommitted                  phrases
	Intend, Doubt, Permit, Frozen, Setup phrases
	Subjects, Tried, Right               phrases
	Moment                               map[string]phrases
	Trigger                              struct{ Subject, Opener, Change, New, Any, Small, Verb, Also, Who, Step, Trouble, Visible, Record phrases }
	Reading                              struct {
		Verb, All, Must, Own, Fill phrases
		Template                   map[string]string
		About                      map[string]phrases
	}
	Kind, Language map[string]phrases
	Noun           phrases
	Action         []action
	Option         map[string][]string
	Says           map[string]string
	Manifest       map[string][]string
	Code           struct{ Programs, Common, Whole, Files, Documents, Named, Scripts, Apart, Packages []string }
	Checks         struct {
		Called                    phrases
		Programs, Builders, Words []string
		Elsewhere                 []string
	}
}

// An action is what words without code forbid.
type action struct {
	Say      phrases
	Commands []string
	Says     string
}

var cues = sync.OnceValue(func() *cuesFile {
	c := &cuesFile{}
	if err := toml.Unmarshal([]byte(cuesText), c); err != nil {
		panic("cues.toml: " + err.Error())
	}
	return c
})

// lazy returns an expression that is compiled when it is first used: every hook pays for what is computed when the program starts.
func lazy(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// phrases are lists of words, the longest first.
type phrases [][]string

// UnmarshalTOML reads phrases from strings.
func (p *phrases) UnmarshalTOML(v any) error {
	list, _ := v.([]any)
	for _, one := range list {
		s, _ := one.(string)
		*p = append(*p, strings.Fields(s))
	}
	slices.SortStableFunc(*p, func(a, b []string) int { return len(b) - len(a) })
	return nil
}

// at returns how many tokens the longest phrase takes that stands at the begin of tokens. Between its words there may be articles:
// "open a pull request".
func (p phrases) at(tokens []token) int {
next:
	for _, phrase := range p {
		n := 0
		for i, w := range phrase {
			for i > 0 && n < len(tokens) && tokens[n].kind == word && !takes(w, tokens[n].text) && slices.Contains(cues().Article, tokens[n].text) {
				n++
			}
			if n == len(tokens) || tokens[n].kind != word || !takes(w, tokens[n].text) {
				continue next
			}
			n++
		}
		return n
	}
	return 0
}

func takes(pattern, w string) bool {
	if begin, ok := strings.CutSuffix(pattern, "*"); ok {
		return strings.HasPrefix(w, begin)
	}
	return pattern == w
}

// find returns where the first of the phrases stands in tokens, and its length; -1 if none does.
func (p phrases) find(tokens []token) (at, n int) {
	for i := range tokens {
		if n := p.at(tokens[i:]); n > 0 {
			return i, n
		}
	}
	return -1, 0
}

// signAt returns where the first sign stands in tokens, their number if there is none.
func signAt(tokens []token) int {
	if i := slices.IndexFunc(tokens, func(t token) bool { return t.kind == sign }); i >= 0 {
		return i
	}
	return len(tokens)
}

// in reports whether one of the phrases stands in tokens.
func (p phrases) in(tokens []token) bool {
	at, _ := p.find(tokens)
	return at >= 0
}
