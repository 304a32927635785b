package term

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// ShellQuote returns path quoted for a shell, if necessary.
func ShellQuote(path string) string {
	if !strings.ContainsAny(path, " \t\n'\"\\$`&|;<>()*?[]#~!{}") {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}

// ShortPaths returns what shortens the paths in a text: those in the project become relative to it, and those in the
// user's home directory, if there is one, begin with ~.
func ShortPaths(project, home string) *strings.Replacer {
	slash := string(filepath.Separator)
	short := [][]string{{project + slash, ""}}
	if home != "" {
		short = append(short, []string{home + slash, "~" + slash})
	}
	slices.SortFunc(short, func(a, b []string) int { return len(b[0]) - len(a[0]) }) // one may contain the other
	return strings.NewReplacer(slices.Concat(short...)...)
}

// Ago returns how long ago a time in Unix milliseconds was, in the largest unit that fits.
func Ago(at int64) string {
	since := time.Since(time.UnixMilli(at))
	for _, unit := range []struct {
		name string
		long time.Duration
	}{{"day", 24 * time.Hour}, {"hour", time.Hour}, {"minute", time.Minute}} {
		if n := int(since / unit.long); n > 0 {
			return Count(n, unit.name) + " ago"
		}
	}
	return "just now"
}

// Bytes returns a size in the unit that fits: 12 kB, 3.4 MB, 1.2 GB.
func Bytes(n int64) string {
	switch {
	case n < 1e6:
		return fmt.Sprintf("%d kB", (n+999)/1000)
	case n < 1e9:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(n)/1e9)
}
