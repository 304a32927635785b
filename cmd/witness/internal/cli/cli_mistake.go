package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"sync"

	"github.com/alecthomas/kong"

	"witness"
	"witness/cmd/witness/internal/term"
	"witness/engine/bundle"
)

// guessed returns the command that a person means who knows other programs, "" if none is meant.
func guessed(word string) string {
	right := map[string]string{
		"log": "query timeline", "history": "query timeline", "events": "query timeline", "show": "why", "explain": "why",
		"stat": "query stats", "summary": "status", "state": "status", "st": "status", "findings": "query verdicts",
		"ls": "sessions", "list": "sessions", "session": "sessions", "red": "query failing", "tests": "query failing", "blame": "query regressions",
		"cost": "sessions --by model", "tokens": "sessions --by model", "usage": "sessions --by model", "time": "sessions --by day",
		"install": "init", "setup": "init", "check": "doctor", "health": "doctor", "test": "rules test",
		"ignore": "snooze", "mute": "snooze", "skip": "allow-once",
		"enable": "rules enable", "disable": "rules set", "set": "config set", "allow": "allow-once", "html": "report", "page": "report", "open": "report --open", "tail": "watch", "follow": "watch", "sql": "query", "prune": "db prune",
	}[word]
	if _, err := fs.Stat(witness.Files, "queries.d/"+word+".sql"); right == "" && err == nil {
		right = "query " + word
	}
	if right == "" {
		return ""
	}
	return "; you may mean `witness " + right + "`"
}

// notOneOf is the parser's error about a value that is none of those a flag takes.
var notOneOf = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(\S+) must be one of ((?:"[^"]*",?)+) but got "([^"]*)"`)
})

// mistake turns the parser's error about a command line into one that quotes what is wrong and says what would be right.
func mistake(err error) error {
	text := err.Error()
	parse, ok := errors.AsType[*kong.ParseError](err)
	if !ok {
		return term.UsageError{Err: err}
	}
	node, help := parse.Context.Selected(), "`witness help`"
	if node == nil {
		node = parse.Context.Model.Node
	} else {
		help = "`witness help " + commandName(node) + "`"
	}
	var commands []string
	for _, child := range node.Children {
		if !child.Hidden {
			commands = append(commands, child.Name)
		}
	}
	argument, unexpected := strings.CutPrefix(text, "unexpected argument ")
	argument, _, _ = strings.Cut(argument, ", did you mean")
	missing, expected := strings.CutPrefix(text, "expected ")
	switch {
	case unexpected && len(commands) > 0:
		suggestion := guessed(strings.Trim(argument, `"`))
		if suggestion == "" || node != parse.Context.Model.Node {
			suggestion = bundle.DidYouMean(argument, commands)
		}
		if suggestion == "" {
			suggestion = "; " + help + " lists them"
		}
		err = fmt.Errorf("no command %q%s", argument, suggestion)
	case unexpected:
		err = fmt.Errorf("unexpected argument %q; %s shows what the command takes", argument, help)
	case expected && len(commands) > 0:
		err = fmt.Errorf("a command is missing after %s: %s", commandName(node), strings.Join(commands, ", "))
	case expected:
		err = fmt.Errorf("%s is missing; %s has examples", strings.Trim(missing, `"`), help)
	default:
		text = notOneOf().ReplaceAllStringFunc(text, func(all string) string {
			m := notOneOf().FindStringSubmatch(all)
			values := strings.FieldsFunc(m[2], func(c rune) bool { return c == '"' || c == ',' })
			return fmt.Sprintf("%s must be one of %s, not %q%s", m[1], strings.Join(values, ", "), m[3], bundle.DidYouMean(m[3], values))
		})
		text = regexp.MustCompile(`expected a valid \d+ bit int but got (".*")`).ReplaceAllString(text, "$1 is not a whole number")
		err = errors.New(text)
	}
	return term.UsageError{Err: err}
}
