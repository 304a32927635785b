package watch

import (
	"strings"
	"unicode/utf8"
)

// sequenceKey returns the key that a terminal sends as an escape sequence, "" if it is not used.
func sequenceKey(sequence string) string {
	switch sequence {
	case "\x1b[A", "\x1bOA":
		return "up"
	case "\x1b[B", "\x1bOB":
		return "down"
	case "\x1b[5~":
		return "pgup"
	case "\x1b[6~":
		return "pgdn"
	case "\x1b[H", "\x1bOH", "\x1b[1~":
		return "home"
	case "\x1b[F", "\x1bOF", "\x1b[4~":
		return "end"
	}
	return ""
}

// controlKey returns the key that a terminal sends as a control character, "" if it is not used.
func controlKey(c byte) string {
	switch c {
	case 0x02:
		return "ctrl+b"
	case 0x03:
		return "ctrl+c"
	case 0x06:
		return "ctrl+f"
	case 0x08, 0x7f:
		return "backspace"
	case '\n', '\r':
		return "enter"
	case 0x1a:
		return "ctrl+z"
	}
	return ""
}

// Keys returns the keys in what was read from a terminal at once. A sequence that is not known is left out.
func Keys(text string) (keys []string) {
	for text != "" {
		r, size := utf8.DecodeRuneInString(text)
		switch {
		case text[0] == 0x1b:
			size = sequenceLength(text)
			if size == 1 {
				keys = append(keys, "esc")
			} else if key := sequenceKey(text[:size]); key != "" {
				keys = append(keys, key)
			}
		case controlKey(text[0]) != "":
			keys = append(keys, controlKey(text[0]))
		case r >= ' ' && r != utf8.RuneError:
			keys = append(keys, string(r))
		}
		text = text[size:]
	}
	return keys
}

// sequenceLength returns the length of the escape sequence at the beginning of text; 1 is the key Esc.
func sequenceLength(text string) int {
	switch {
	case strings.HasPrefix(text, "\x1b["):
		for i := 2; i < len(text); i++ {
			if text[i] >= 0x40 && text[i] <= 0x7e {
				return i + 1
			}
		}
		return len(text)
	case strings.HasPrefix(text, "\x1bO") && len(text) > 2:
		return 3
	}
	return 1
}
