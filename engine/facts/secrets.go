package facts

import (
	"slices"
	"strings"

	"witness/engine/deeds"
	"witness/engine/hook"
	"witness/engine/redact"
)

// SecretsIn returns how many values that look like real keys a call writes into a file: tokens of known forms and what is assigned to the name of a
// key. A value that an edit takes out as well is not written.
func (c *Call) SecretsIn(disk Disk, path string, secrets redact.Finder) (n int) {
	for _, f := range c.Files {
		if c.Project.Path(f.Path) != path || hook.ReadOnly(f.Kind) {
			continue
		}
		texts := []hook.Replacement{{New: f.Content}}
		if f.Kind == hook.Edit || len(f.Replaced) > 0 {
			texts = f.Replaced
		}
		for _, text := range texts {
			for _, value := range secrets.Keys(text.New) {
				if !strings.Contains(text.Old, value) {
					n++
				}
			}
		}
	}
	if n > 0 && disk.Ignored(c.rootOf(disk, parent(path)), path) {
		return 0
	}
	return n
}

// parent returns the folder of a path.
func parent(path string) string { return path[:max(0, strings.LastIndexAny(path, `/\`))] }

// placeholders are what stands in the place of a value that is not told.
var placeholders = []string{"***", "xxxx", "...", "redacted", "your-", "your_", "placeholder", "changeme", "change-me", "change_me", "<", "•••"}

// Masked returns how many settings of a file that holds credentials by its name a call gives a placeholder in the place of a value:
// NAME=*** for NAME=value. Of any other file it is 0, so that a hook need not read it.
func Masked(c *Call, disk Disk, path string) (n int) {
	if !deeds.HoldsCredentials(path) {
		return 0
	}
	for _, f := range c.Files {
		if c.Project.Path(f.Path) != path || hook.ReadOnly(f.Kind) {
			continue
		}
		texts := f.Replaced
		if f.Kind != hook.Edit && len(texts) == 0 {
			texts = []hook.Replacement{{Old: disk.Text(path), New: f.Content}}
		}
		for _, text := range texts {
			old := settings(text.Old)
			for name, value := range settings(text.New) {
				if was := old[name]; was != "" && !isPlaceholder(was) && isPlaceholder(value) {
					n++
				}
			}
		}
	}
	return n
}

// settings returns the values of lines such as NAME=value, by their names.
func settings(text string) map[string]string {
	list := map[string]string{}
	for line := range strings.Lines(text) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok && line[0] != '#' {
			list[name] = strings.Trim(value, `"' `)
		}
	}
	return list
}

// isPlaceholder reports whether a value stands for one that is not told.
func isPlaceholder(value string) bool {
	value = strings.ToLower(value)
	return slices.ContainsFunc(placeholders, func(part string) bool { return strings.Contains(value, part) })
}

// Ignored takes the usual names of such files.
func (*Recorded) Ignored(_, path string) bool {
	base := path[strings.LastIndexAny(path, `/\`)+1:]
	return strings.HasPrefix(base, ".env") || strings.HasSuffix(base, ".local.json")
}
