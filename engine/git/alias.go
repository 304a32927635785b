package git

import (
	"path/filepath"
	"strings"
)

// Alias returns what an alias of git stands for by the configuration of the repository, "" if it has none of this name.
func (r *Repository) Alias(name string) string {
	return AliasIn(filepath.Join(r.Common, "config"), name)
}

// AliasIn returns what an alias of git stands for by a file of git's configuration, "" if it has none of this name. The
// files that it includes are not read.
func AliasIn(path, name string) (value string) {
	aliases := false
	text := strings.ReplaceAll(string(read(path, maxConfig)), "\\\n", "")
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if section, ok := strings.CutPrefix(line, "["); ok {
			section, line, _ = strings.Cut(section, "]")
			aliases = strings.EqualFold(strings.TrimSpace(section), "alias")
		}
		if key, text, ok := strings.Cut(line, "="); aliases && ok && strings.EqualFold(strings.TrimSpace(key), name) {
			value = configValue(text) // the last one counts
		}
	}
	return value
}

// configValue returns a value as git reads it: without quotes, escapes and what follows # or ;.
func configValue(text string) string {
	var b strings.Builder
	quoted := false
	text = strings.TrimSpace(text)
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			quoted = !quoted
		case c == '\\' && i+1 < len(text):
			i++
			b.WriteString(strings.NewReplacer("n", "\n", "t", "\t").Replace(text[i : i+1]))
		case !quoted && (c == '#' || c == ';'):
			return strings.TrimSpace(b.String())
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
