package bundle

import (
	"iter"
	"slices"
	"strings"
)

// listEnd ends each list of a selection, and textEnd separates the strings of a list. lineFeed and tab stand for those
// characters in a string.
const listEnd, textEnd, lineFeed, tab = "\x1e", "\x1f", "\x1c", "\x1d"

// encodeSelection writes the keys of a header that select calls as one line, in the order of
// HeaderKeys; ok is false if they cannot be written so.
func encodeSelection(kind string, h *Header) (line string, ok bool) {
	var b strings.Builder
	for _, list := range h.selection(kind) {
		if slices.ContainsFunc(*list, func(s string) bool { return s == "" || strings.ContainsAny(s, listEnd+textEnd+lineFeed+tab) }) {
			return "", false
		}
		b.WriteString(strings.Join(*list, textEnd) + listEnd)
	}
	return strings.NewReplacer("\n", lineFeed, "\t", tab).Replace(b.String()), true
}

// decodeSelection sets the lists of a header to what encodeSelection wrote.
func (h *Header) decodeSelection(kind, line string) {
	line = unescaped(line)
	for _, k := range HeaderKeys {
		if !strings.Contains(k.Selects, kind) {
			continue
		}
		var texts string
		texts, line, _ = strings.Cut(line, listEnd)
		list := k.field(h).(*[]string)
		if *list = nil; texts != "" {
			*list = strings.Split(texts, textEnd)
		}
	}
}

// selected yields the strings of one key of a line that encodeSelection wrote.
func selected(kind, line, key string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := range HeaderKeys {
			k := &HeaderKeys[i]
			if !strings.Contains(k.Selects, kind) {
				continue
			}
			var texts string
			if texts, line, _ = strings.Cut(line, listEnd); k.Name != key || texts == "" {
				continue
			}
			for text := range strings.SplitSeq(texts, textEnd) {
				if !yield(unescaped(text)) {
					return
				}
			}
		}
	}
}

// unescaped returns the line feeds and tabs that encodeSelection replaced.
func unescaped(text string) string {
	if !strings.ContainsAny(text, lineFeed+tab) {
		return text
	}
	return strings.NewReplacer(lineFeed, "\n", tab, "\t").Replace(text)
}

// selection returns the lists of a header that select calls.
func (h *Header) selection(kind string) (lists []*[]string) {
	for _, k := range HeaderKeys {
		if strings.Contains(k.Selects, kind) {
			lists = append(lists, k.field(h).(*[]string))
		}
	}
	return lists
}
