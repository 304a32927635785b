package words

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
)

//go:embed *.toml
var files embed.FS

// A language is what a file of words says. Its lists are explained in en.toml.
type language struct {
	Polite      []string
	Request     []string
	Permit      []string
	Negate      []string
	Midway      []string
	Merely      []string
	Lacks       []string
	Unneeded    []string
	Contents    []string
	Inside      []string
	Vague       []string
	Later       []string
	Standing    []string
	Join        []string
	Fresh       []string
	Subordinate []string
	Statement   []string
	Aside       []string
	Articles    []string
	Finite      []string
	Stops       []string
	Generic     []string
	Containers  []string
	Programs    []string
	Common      []string
	Runs        []string
	Uses        []string
	Agree       []string
	Praise      []string
	Assent      []string
	Whole       []string
	Choose      []string
	Plan        []string
	Freeze      []string
	Halt        []string
	Holds       []string
	Thaw        []string
	Limited     []string
	Excepting   []string
	Anywhere    []string
	Pronouns    []string
	Meant       []string
	Leave       []string
	Untouched   []string
	Carry       []string
	Offer       []string
	Tail        []struct {
		Of      []string
		Say     []string
		Adds    string
		Instead bool
	}
	Verb map[string]struct {
		Say     []string
		Typed   []string
		Ing     []string
		Never   []string
		Takes   bool
		Planned bool
		File    string
	}

	polite, request, permit, negate, midway, later, standing, join, fresh, subordinate, statement, aside, runs, uses, agree, assent, whole, choose, plan, freeze, halt, holds, thaw, offer, carry, leave, untouched, praise, anywhere phrases
	say, typed, ing, tails                                                                                                                                                                                                            phrases
	merely, lacks, unneeded, contents, inside, vague, articles, finite, stops, generic, containers, programs, common, instead, excepting, meant, pronouns                                                                             set
	never                                                                                                                                                                                                                             map[string]set
}

// A phrase is some words that have a meaning together.
type phrase struct {
	words []string
	means string // the verb, of one that is a verb
	of    []string
}

// phrases are indexed by their first word, the longest first.
type phrases map[string][]phrase

type set map[string]bool

// languages returns the embedded languages. A file with a mistake is one of the program, which a test finds.
var languages = sync.OnceValue(func() []*language {
	list, err := load()
	if err != nil {
		panic(err)
	}
	return list
})

// load reads the files of words.
func load() (list []*language, err error) {
	list, err = decodeAll[language](files, ".")
	for _, l := range list {
		l.index()
	}
	return list, err
}

// decodeAll decodes the TOML files of a folder. A key that the type does not have is a mistake.
func decodeAll[T any](folder embed.FS, dir string) (list []*T, err error) {
	paths, err := fs.Glob(folder, path.Join(dir, "*.toml"))
	if err != nil {
		return nil, err
	}
	for _, file := range paths {
		one := new(T)
		meta, err := toml.DecodeFS(folder, file, one)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if unknown := meta.Undecoded(); len(unknown) > 0 {
			return nil, fmt.Errorf("%s: unknown key %q", file, unknown[0])
		}
		list = append(list, one)
	}
	return list, nil
}

// index builds the tables in which the phrases are looked up.
func (l *language) index() {
	for _, table := range []struct {
		of   *phrases
		list []string
	}{
		{&l.polite, l.Polite},
		{&l.request, l.Request},
		{&l.permit, l.Permit},
		{&l.negate, l.Negate},
		{&l.midway, l.Midway},
		{&l.later, l.Later},
		{&l.standing, l.Standing},
		{&l.join, l.Join},
		{&l.fresh, l.Fresh},
		{&l.subordinate, l.Subordinate},
		{&l.statement, l.Statement},
		{&l.aside, l.Aside},
		{&l.runs, l.Runs},
		{&l.uses, l.Uses},
		{&l.agree, l.Agree},
		{&l.praise, l.Praise},
		{&l.assent, l.Assent},
		{&l.whole, l.Whole},
		{&l.choose, l.Choose},
		{&l.plan, l.Plan},
		{&l.freeze, l.Freeze},
		{&l.halt, l.Halt},
		{&l.holds, l.Holds},
		{&l.thaw, l.Thaw},
		{&l.offer, l.Offer},
		{&l.carry, l.Carry},
		{&l.leave, l.Leave},
		{&l.untouched, l.Untouched},
		{&l.anywhere, l.Anywhere},
	} {
		*table.of = phrases{}
		table.of.add("", nil, table.list)
	}
	for _, table := range []struct {
		of   *set
		list []string
	}{
		{&l.merely, l.Merely}, {&l.lacks, l.Lacks}, {&l.unneeded, l.Unneeded}, {&l.contents, l.Contents}, {&l.inside, l.Inside}, {&l.vague, l.Vague}, {&l.articles, l.Articles}, {&l.finite, l.Finite}, {&l.stops, l.Stops}, {&l.generic, l.Generic}, {&l.containers, l.Containers}, {&l.programs, l.Programs}, {&l.common, l.Common}, {&l.excepting, l.Excepting}, {&l.meant, l.Meant}, {&l.pronouns, l.Pronouns},
	} {
		*table.of = setOf(table.list)
	}
	l.say, l.typed, l.ing, l.tails, l.never = phrases{}, phrases{}, phrases{}, phrases{}, map[string]set{}
	l.instead = set{}
	for name, v := range l.Verb {
		l.say.add(name, nil, v.Say)
		l.typed.add(name, nil, append(slices.Clone(v.Say), v.Typed...))
		l.ing.add(name, nil, v.Ing)
		l.never[name] = setOf(v.Never)
	}
	for _, t := range l.Tail {
		l.tails.add(t.Adds, t.Of, t.Say)
		if t.Instead {
			l.instead[t.Adds] = true
		}
	}
}

func setOf(list []string) set {
	s := set{}
	for _, word := range list {
		s[word] = true
	}
	return s
}

// add adds phrases with one meaning, behind the verbs in of.
func (p phrases) add(means string, of, list []string) {
	for _, text := range list {
		words := strings.Fields(text)
		p[words[0]] = append(p[words[0]], phrase{words, means, of})
	}
	p.sort()
}

// sort puts longer phrases before shorter ones.
func (p phrases) sort() {
	for _, list := range p {
		slices.SortFunc(list, func(a, b phrase) int {
			if n := len(b.words) - len(a.words); n != 0 {
				return n
			}
			return strings.Compare(strings.Join(a.words, " ")+a.means, strings.Join(b.words, " ")+b.means)
		})
	}
}

// match returns the longest phrase at the begin of tokens, and how many tokens it takes, 0 if there is none. Between its
// words there may be articles.
func (l *language) match(p phrases, tokens []token) (phrase, int) {
	if len(tokens) == 0 || tokens[0].kind != word {
		return phrase{}, 0
	}
	for _, candidate := range p[tokens[0].text] {
		if n := l.takes(candidate.words, tokens); n > 0 {
			return candidate, n
		}
	}
	return phrase{}, 0
}

// maxArticles is how many articles and the like may stand between two words of a phrase.
const maxArticles = 4

// takes returns how many tokens the words of a phrase take.
func (l *language) takes(words []string, tokens []token) int {
	at := 1
	for _, w := range words[1:] {
		for skipped := 0; skipped < maxArticles && at < len(tokens) && tokens[at].kind == word && tokens[at].text != w && l.articles[tokens[at].text]; skipped++ {
			at++
		}
		if at >= len(tokens) || (tokens[at].kind != word || tokens[at].text != w) && !(w == "test" && l.namesTest(words[0], tokens[at])) {
			return 0
		}
		at++
	}
	return at
}
