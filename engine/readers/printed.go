package readers

import (
	"slices"
	"strconv"
	"strings"

	"witness/engine/facts"
)

// withoutPrinted returns the output of a line without the lines of success that its own echo, printf and cat << E print, also in a script
// or recipe that it runs: after `make test; echo "12 passed"`, a reader would take these words for the report of a runner. Lines that tell of
// a failure stay, because they turn no run green, and `make test || echo FAILED` is how many scripts report one.
func withoutPrinted(c *facts.Call) string {
	said := map[string]int{} // how often each line was printed
	for _, cmd := range c.Commands {
		for text := range strings.SplitSeq(printed(cmd), "\n") {
			if text = strings.TrimRight(text, " \r"); text != "" {
				said[text]++
			}
		}
	}
	if len(said) == 0 {
		return c.Output
	}
	lines := strings.Split(c.Output, "\n")
	slices.Reverse(lines) // a runner that prints the same has done so before
	lines = slices.DeleteFunc(lines, func(line string) bool {
		text := strings.TrimRight(line, " \r")
		if said[text] == 0 || !tellsSuccess(text) {
			return false
		}
		said[text]--
		return true
	})
	slices.Reverse(lines)
	return strings.Join(lines, "\n")
}

// pretends reports whether a task or script that the n-th command runs does nothing but print, and prints that something passed, however
// the tests ended that it may have run.
func pretends(c *facts.Call, n int) bool {
	says := false
	for _, cmd := range c.Commands[n+1:] {
		if cmd.Via == "" {
			break
		} else if !cmd.Inert && !(cmd.Kind == "test" && cmd.StatusHidden) {
			return false
		}
		says = says || slices.ContainsFunc(strings.Split(printed(cmd), "\n"), tellsSuccess)
	}
	return says
}

// printed returns the text that a command prints by its own words or its here-document, "" if that is not known.
func printed(cmd facts.Command) string {
	if cmd.OutputHidden || cmd.Looped {
		return ""
	}
	words := cmd.Args
	switch cmd.Name {
	case "cat":
		if len(words) == 0 {
			return cmd.Input
		}
		return ""
	case "echo":
		for len(words) > 0 && (words[0] == "-n" || words[0] == "-e" || words[0] == "-ne" || words[0] == "-en") {
			words = words[1:]
		}
		return unescaped(strings.Join(words, " "))
	case "printf":
		if len(words) == 0 {
			return ""
		}
		text := words[0]
		for _, word := range words[1:] {
			text = strings.Replace(text, "%s", word, 1)
		}
		return unescaped(text)
	}
	return ""
}

// unescaped returns a text with the escape sequences of printf replaced; as it is if it has others.
func unescaped(text string) string {
	if plain, err := strconv.Unquote(`"` + strings.NewReplacer(`"`, `\"`, "\n", `\n`).Replace(text) + `"`); err == nil {
		return plain
	}
	return text
}

// tellsSuccess reports whether a line may say that something passed, and does not say that something failed.
func tellsSuccess(text string) bool {
	text = noneFailed().ReplaceAllString(strings.ToLower(text), " passed ")
	return succeeds().MatchString(text) && !strings.Contains(text, "fail") && !strings.Contains(text, "error") && !strings.Contains(text, "not ok")
}

// noneFailed matches a count of no failures, and succeeds the words and signs with which the runners that witness reads report success, with
// the heading of unittest (Ran 3 tests) and the progress of pytest ([100%]).
var (
	noneFailed = lazily(`\b(?:0|no) (?:fail\w*|errors?)\b|\b(?:fail\w*|errors?)[:=] *0\b`)
	succeeds   = lazily(`\bok\b|pass|succe|[✓✔√]|\bran \d+ test|\d+%\]`)
)
