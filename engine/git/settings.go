package git

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
)

// Setting returns the value of a setting by the configuration of the repository, such as alias.st, core.hookspath or
// remote.origin.push; "" if it has none.
func (r *Repository) Setting(name string) string {
	return SettingIn(filepath.Join(r.Common, "config"), name)
}

// SettingIn returns the value of a setting by a file of git's configuration, "" if it has none. Files that it includes are read where they
// are named, but not those that are included on a condition.
func SettingIn(path, name string) string { return settingIn(path, name, maxIncludes) }

// maxIncludes is how many files are included one by the other.
const maxIncludes = 3

// settingIn is SettingIn for a file at a depth of includes.
func settingIn(path, name string, left int) (value string) {
	section := ""
	text := strings.ReplaceAll(string(read(path, maxConfig)), "\\\n", "")
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if header, ok := strings.CutPrefix(line, "["); ok {
			header, line, _ = strings.Cut(header, "]")
			kind, of, _ := strings.Cut(strings.TrimSpace(header), " ") // [remote "origin"]
			if section = kind; strings.TrimSpace(of) != "" {
				section += "." + strings.Trim(strings.TrimSpace(of), `"`)
			}
		}
		key, text, ok := strings.Cut(line, "=")
		if !ok {
			continue
		}
		key = section + "." + strings.TrimSpace(key)
		if strings.EqualFold(key, name) {
			value = configValue(text) // the last one counts
		}
		if strings.EqualFold(key, "include.path") && left > 0 {
			value = cmp.Or(settingIn(included(path, configValue(text)), name, left-1), value)
		}
	}
	return value
}

// included returns the path of a file that a configuration includes.
func included(by, path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		home, _ := os.UserHomeDir()
		return filepath.Join(home, rest)
	}
	if !filepath.IsAbs(path) {
		return filepath.Join(filepath.Dir(by), path)
	}
	return path
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
