package runs

import (
	"slices"
	"strings"

	"witness/engine/bundle"
)

// words are what a runner's words mean: the outcome of a test, the level of a finding, or what a number
// counts.
type words struct {
	of    map[string]string
	asked map[string]string // what words of the output mean, as written: many lines have the same
}

// usualWords are the words that need not be listed in a header.
var usualWords = map[string][]string{
	"pass":    {"pass", "passed", "passing", "passes", "ok", "success", "successes", "succeeded", "✓", "✔", "√"},
	"fail":    {"fail", "failed", "failing", "failure", "failures", "not ok", "✗", "✕", "✖", "✘", "×", "⨯", "timeout", "timed out", "crashed", "interrupted", "terminated"},
	"error":   {"error", "errors", "fatal error", "fatal"},
	"skip":    {"skip", "skipped", "skips", "pending", "ignored", "todo", "disabled", "○", "✎", "-", "↓", "»", "□"},
	"warning": {"warning", "warnings", "warn", "info", "style", "note", "advice", "!", "⚠", "‼"},
	"total":   {"total", "test", "tests", "doctest", "doctests", "example", "examples", "spec", "specs"},
	"absent":  {"excluded", "deselected", "filtered out", "not run"},
	begun:     {"begin"},
	attempt:   {"attempt"},
}

// Meanings are the meanings that a header can give to words.
var Meanings = []string{"pass", "fail", "error", "skip", attempt, "warning", "ignore", "total", "absent", "lost"}

// IsOutcome reports whether the name of a test's pattern tells its outcome, or when the test counts.
func IsOutcome(header map[string]any, name string) bool {
	return wordsOf(header).outcome(name, "") != "" || name == uncounted || name == "otherwise"
}

// wordsOf returns the usual words and those of a header.
func wordsOf(header map[string]any) *words {
	w := &words{of: make(map[string]string, 64), asked: map[string]string{}}
	for meaning, list := range usualWords {
		for _, word := range list {
			w.of[word] = meaning
		}
	}
	for meaning := range header {
		for _, word := range bundle.Words(header, meaning) {
			w.of[strings.ToLower(word)] = meaning
		}
	}
	for meaning := range header { // F and f may differ
		for _, word := range bundle.Words(header, meaning) {
			w.of[word] = meaning
		}
	}
	return w
}

// meaning returns what a word means, "" if that is not known.
func (w *words) meaning(word string) string {
	m, ok := w.asked[word]
	if ok {
		return m
	}
	if m, ok = w.of[word]; !ok {
		m = w.of[strings.ToLower(strings.TrimSpace(word))]
	}
	w.asked[word] = m
	return m
}

// outcome returns the outcome of a test from the name of its pattern, or from the word in the line if
// the name is no outcome.
func (w *words) outcome(name, word string) string {
	if name, _, _ = strings.Cut(name, "_"); word != "" {
		name = word
	}
	switch m := w.meaning(name); m {
	case "error":
		return "fail"
	case "pass", "fail", "skip", begun, attempt:
		return m
	}
	return ""
}

// isError reports whether the word in the line or the name of its pattern says that a test could not be
// run, which is another failure than the test's own.
func (w *words) isError(name, word string) bool {
	if name, _, _ = strings.Cut(name, "_"); word != "" {
		name = word
	}
	return w.meaning(name) == "error"
}

// level returns the level of a finding from the word in the line or the name of its pattern, "" for one
// that is left out.
func (w *words) level(name, word string) string {
	if name, _, _ = strings.Cut(name, "_"); word != "" {
		name = word
	}
	switch m := w.meaning(name); m {
	case "error", "fail":
		return "error"
	case "warning":
		return m
	case "ignore":
		return ""
	}
	return "error"
}

// count returns what a number with these words counts. The words for a test say nothing more: "3 tests passed",
// "1 pending spec".
func (w *words) count(text string) string {
	if m := w.meaning(text); m != "" {
		return m
	}
	parts := slices.DeleteFunc(strings.Fields(text), func(word string) bool { return w.of[word] == "total" })
	return w.meaning(strings.Join(parts, " "))
}
