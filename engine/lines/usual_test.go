package lines

import "testing"

func TestExpand(t *testing.T) {
	for text, want := range map[string]string{
		`{file}:{line}: {message}`:   `(?P<file>[^\s:]+):(?P<line>\d+): (?P<message>.*?)`,
		`(?:{failed_build} broken)?`: `(?:(?P<failed_build>\d+) broken)?`,
		`=+ {4,} a{2}`:               `=+ {4,} a{2}`,
		`\{line} \p{Greek}\x{2713}`:  `\{line} \p{Greek}\x{2713}`,
		`{ "line": \\{line}`:         `{ "line": \\(?P<line>\d+)`,
		`\`:                          `\`,
	} {
		if got, err := Expand(text); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		`{code}`:  `{code} has no usual expression; write it, (?<code>…)`,
		`{lines}`: `the text {lines} is written \{lines}, and there is no group of this name; did you mean "line"?`,
	} {
		if _, err := Expand(text); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
