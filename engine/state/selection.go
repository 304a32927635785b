package state

import (
	"path"
	"slices"
	"strings"

	"witness/engine/facts"
	"witness/engine/runs"
	"witness/engine/store"
)

// A selection is what a command of a test runner runs. In its words `~x` is a part of a test's name, `?x` a filter that
// witness cannot interpret, `.` the directory itself, and anything else a path, package, suite or test.
type selection struct {
	words              []string
	program, dir, task string
	variant, more      []string // its flags, and those of them with which more tests run or can fail
	free               bool     // a task: neither its runner nor its flags are known
	none               bool     // it runs nothing
}

// selectionOf returns what a command selects.
func selectionOf(cmd facts.Command) selection {
	of := cmd.Params(0, store.Args{})
	return selection{
		words: words(store.Text(of["selection"])), program: store.Text(of["program"]), dir: cmd.RelDir, task: store.Text(of["task"]),
		variant: words(store.Text(of["variant"])), more: cmd.More, free: cmd.Runner == "" || cmd.Runner == "test_command", none: cmd.Inert,
	}
}

// covers reports whether the command would run a failing test again: it has the flags without which the test may not run,
// and selects all, the test's package, or something that the test is.
func (s selection) covers(f failure) bool {
	switch {
	case s.none || !s.hasFlags(f):
		return false
	case s.repeats(f), s.widens(f):
		return true
	case s.task != f.task && isPart(s.task):
		return false
	case len(s.words) == 0:
		return s.fromAbove(f)
	case s.task != "" && s.ofPackage(f):
		return true
	case slices.ContainsFunc(s.words, isFilter):
		return false
	}
	return s.namesTest(f) && s.namesPlace(f)
}

// repeats reports whether the command is the one that showed a failure: the same program or task with the same selection, in
// the same directory unless what it selects is the same anywhere.
func (s selection) repeats(f failure) bool {
	relative := len(s.words) == 0 || slices.ContainsFunc(s.words, isRelative)
	return !s.none && s.hasFlags(f) && slices.Equal(s.words, f.selection) && s.task == f.task &&
		(s.dir == f.dir || !relative) && (s.program == f.program || s.task != "")
}

// widens reports whether the command is the one that showed a failure, but for the names that chose among the tests of the same
// places: it runs these tests, too.
func (s selection) widens(f failure) bool {
	return s.program == f.program && s.task == f.task && s.dir == f.dir &&
		slices.Equal(s.words, slices.DeleteFunc(slices.Clone(f.selection), isName))
}

// hasFlags reports whether a command has the flags without which a test may not run or not fail, and none with a value, such
// as -tags=skip, that it did not have then: it may leave the test out of the program.
func (s selection) hasFlags(f failure) bool {
	lacks := func(flag string) bool { return !slices.Contains(s.variant, flag) }
	adds := func(flag string) bool { return strings.Contains(flag, "=") && !slices.Contains(f.needs, flag) }
	return s.free || !slices.ContainsFunc(f.needs, lacks) && !slices.ContainsFunc(s.more, adds)
}

// fromAbove reports whether a test is one of the directory in which the command runs all tests.
func (s selection) fromAbove(f failure) bool {
	if s.dir == "" || s.dir == f.dir || strings.HasPrefix(f.dir, s.dir+"/") {
		return true
	}
	return f.dir == "" && (strings.HasPrefix(f.file, s.dir+"/") || strings.HasPrefix(f.test, s.dir+"/"))
}

// ofPackage reports whether all words name the package whose folder the failing command ran in: pnpm --filter @shop/cart
// test, in packages/cart.
func (s selection) ofPackage(f failure) bool {
	return f.dir != "" && !slices.ContainsFunc(s.words, func(word string) bool {
		word = "/" + strings.TrimLeft(word, "?")
		return !strings.HasSuffix("/"+f.dir, word[strings.LastIndexByte(word, '/'):])
	})
}

// namesTest reports whether the words that are parts of names, if there are any, leave a test in.
func (s selection) namesTest(f failure) bool {
	return s.anyOf(isName, func(word string) bool {
		part := word[1:]
		return strings.Contains(lower(f.test), lower(part)) || strings.Contains(f.file, part) || strings.Contains(part, "*") && endsLike(f.file, part)
	})
}

// namesPlace reports whether the words that are paths, packages, suites or tests, if there are any, select a test, or those
// that showed it.
func (s selection) namesPlace(f failure) bool {
	if s.anyOf(isPlace, func(word string) bool { return s.selects(word, f) }) {
		return true
	}
	return s.dir == f.dir && len(f.selection) > 0 && !slices.ContainsFunc(f.selection, func(word string) bool { return !s.hasWord(word) })
}

// hasWord reports whether a word is among those of the command, or is a path that one of them stands for: tests/*.test.js.
func (s selection) hasWord(word string) bool {
	return slices.ContainsFunc(s.words, func(own string) bool {
		matches, _ := path.Match(own, word)
		return own == word || matches && isPlace(word)
	})
}

// anyOf reports whether one of the words of a kind is as asked, or none is of that kind.
func (s selection) anyOf(kind, is func(string) bool) bool {
	return !slices.ContainsFunc(s.words, kind) || slices.ContainsFunc(s.words, func(word string) bool { return kind(word) && is(word) })
}

// selects reports whether a path, package, suite or test selects a failing test.
func (s selection) selects(word string, f failure) bool {
	within := word
	if s.dir != "" {
		within = s.dir + "/" + word
	}
	begins := func(text, word, next string) bool {
		return strings.HasPrefix(text, word) && len(text) > len(word) && strings.IndexByte(next, text[len(word)]) >= 0
	}
	switch {
	case slices.Contains([]string{f.test, f.file, f.suite}, word), s.dir != "" && slices.Contains([]string{f.test, f.file}, within):
		return true
	case begins(f.test, word, ":./["), begins(f.file, word, "/"), begins(f.suite, word, "/."), s.dir != "" && begins(f.test, within, ":"):
		return true
	case strings.HasSuffix(f.suite, "/"+word), strings.Contains(f.suite, "/"+word+"/"), strings.Contains(f.test, "("+word+"."):
		return true
	case strings.HasPrefix(f.file, "/") && strings.Contains(f.file+"/", "/"+word+"/"): // in a container, where the project is another folder
		return true
	case f.test != "" && f.test == f.file && strings.HasPrefix(word, f.test+"::"): // a file that could not be loaded
		return true
	case f.identity != "" && identifies(within, f.identity):
		return true
	case word == "." && s.dir != "":
		return strings.HasSuffix(f.suite, "/"+s.dir)
	case word == ".":
		return (len(f.selection) == 0 || slices.Equal(f.selection, []string{"."})) && !f.below()
	}
	return s.atLine(word, f)
}

// atLine reports whether a word is the line of a test: spec/cart_spec.rb:8.
func (s selection) atLine(word string, f failure) bool {
	_, after, ok := strings.Cut(word, ":")
	if !ok || f.file == "" || strings.IndexFunc(after, isDigit) < 0 {
		return false
	}
	return slices.ContainsFunc(f.places(), func(place string) bool {
		return word == place || s.dir != "" && len(place) > len(s.dir) && word == place[len(s.dir)+1:]
	})
}

// identifies reports whether a word is the file of a test, its folder or a part of it, wherever the run is started: tests,
// tests/test_cart.py::TestCart, tests.test_cart.
func identifies(word, identity string) bool {
	if strings.HasPrefix(identity, word+"/") || strings.HasPrefix(identity, word+" ") {
		return true
	}
	return strings.HasPrefix(dotted(strings.Replace(identity, ".py ", ".", 1))+".", dotted(word)+".")
}

// dotted returns a path, or a test of pytest, as Python names it: tests.test_cart.TestCart.
func dotted(word string) string {
	word = strings.ReplaceAll(word, ".py::", ".")
	return strings.ReplaceAll(strings.ReplaceAll(strings.TrimSuffix(word, ".py"), "::", "."), "/", ".")
}

// admits reports whether the parts of names that a command selects, and its flags, leave a test in, if its suite passed. A
// package that did not build has no name to be left out by.
func (s selection) admits(f failure) bool {
	if !s.hasFlags(f) || slices.ContainsFunc(s.words, func(word string) bool { return isFilter(word) && len(word) > 1 }) {
		return false
	}
	return strings.HasPrefix(f.test, "[") || s.anyOf(isName, func(word string) bool { return strings.Contains(lower(f.test), lower(word[1:])) })
}

// includes reports whether a command runs tests of the file of a failing test, whichever it selects by name.
func (s selection) includes(f failure) bool {
	if !slices.ContainsFunc(s.words, func(word string) bool { return !isName(word) }) {
		return true
	}
	place, _, _ := strings.Cut(f.identity, " ")
	return f.identity != "" && slices.ContainsFunc(s.words, func(word string) bool {
		word, _, _ = strings.Cut(word, "::")
		if s.dir != "" {
			word = s.dir + "/" + word
		}
		module, python := strings.CutSuffix(place, ".py")
		return word == place || strings.HasPrefix(place, word+"/") || python && strings.HasPrefix(strings.ReplaceAll(word, "/", ".")+".", strings.ReplaceAll(module, "/", ".")+".")
	})
}

// limited reports whether a command leaves tests out by their names, or may: a flag without a value, such as -short, is no
// such filter.
func (s selection) limited() bool {
	return slices.ContainsFunc(s.words, func(word string) bool { return isName(word) || isFilter(word) && len(word) > 1 && !isFlag(word) })
}

// packaged reports whether a word names a package of a workspace, whose folder is not known.
func (s selection) packaged() bool {
	return slices.ContainsFunc(s.words, func(word string) bool { return isFilter(word) && len(word) > 1 && word[1] != '-' })
}

// only reports whether there are words, and all are as asked.
func (s selection) only(is func(string) bool) bool {
	return len(s.words) > 0 && !slices.ContainsFunc(s.words, func(word string) bool { return !is(word) })
}

// vague reports whether it is not known what a run has run: that of a script, of tox, whose environments have any name, of a
// task that is a part of the tests (test:e2e) or has variables (make test ARGS=-q), or with a flag without a value (go test
// -short) that names no test, or any that is not listed of a runner that is known by its name alone (robot --dryrun).
func (s *settlement) vague() bool {
	named := slices.ContainsFunc(s.Items, func(i runs.Item) bool {
		return i.Outcome == "pass" && slices.ContainsFunc(i.Tests, func(test string) bool { return test != "" })
	})
	free := s.selection.free && s.selection.task == "" && slices.ContainsFunc(s.selection.words, isFlag)
	return free || !s.vouched && s.selection.task == "" || s.selection.program == "tox" || isPart(s.selection.task) ||
		s.selection.task != "" && s.selection.only(isVariable) || !named && s.selection.only(isFlag)
}

func isName(word string) bool   { return strings.HasPrefix(word, "~") }
func isFilter(word string) bool { return strings.HasPrefix(word, "?") }

// isRelative reports whether a word is a path that means another file in another directory.
func isRelative(word string) bool {
	return isPlace(word) && !strings.HasPrefix(word, "/") && strings.ContainsAny(word, "/.")
}

func isPlace(word string) bool { return !isName(word) && !isFilter(word) }
func isDigit(c rune) bool      { return c >= '0' && c <= '9' }

// isPart reports whether a task runs a part of the tests by its name: test:e2e, unit, and not test:ci.
func isPart(task string) bool {
	kind := task[strings.LastIndexAny(task, ":-_")+1:]
	return kind != task && !slices.Contains(wholes, kind) || slices.Contains(parts, task)
}

// parts are names of tasks that run a part of the tests, wholes are ends of such names that do not.
var (
	parts  = strings.Fields("unit unittest integration e2e smoke acceptance functional")
	wholes = strings.Fields("all ci cov coverage full run once verbose quiet watch silent tests test")
)

// isFlag reports whether a filter is a flag without a value.
func isFlag(word string) bool {
	return strings.HasPrefix(word, "?-") && !strings.ContainsAny(word, " =")
}

// isVariable reports whether a word sets a variable of a task: ARGS=-q.
func isVariable(word string) bool {
	return word != "" && word[0] >= 'A' && word[0] <= 'Z' && strings.Contains(word, "=")
}

// lower returns a text in lower case, as SQLite does: ASCII alone.
func lower(text string) string {
	return strings.Map(func(c rune) rune {
		if c >= 'A' && c <= 'Z' {
			return c + 'a' - 'A'
		}
		return c
	}, text)
}

// endsLike reports whether a text ends with a pattern, in which an asterisk stands for any text.
func endsLike(text, pattern string) bool {
	parts := strings.Split(pattern, "*")
	last := parts[len(parts)-1]
	if !strings.HasSuffix(text, last) {
		return false
	}
	text = strings.TrimSuffix(text, last)
	for _, part := range parts[:len(parts)-1] {
		i := strings.Index(text, part)
		if i < 0 {
			return false
		}
		text = text[i+len(part):]
	}
	return true
}
