package project

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// off is the value of store.keep and store.max_size that sets no limit.
const off = "off"

// ParseDuration parses a duration such as 30m, 12h, 1d or 2w: one of Go, which weeks and days may precede.
func ParseDuration(text string) (d time.Duration, err error) {
	rest := text
	for _, unit := range []struct {
		letter string
		length time.Duration
	}{{"w", 7 * 24 * time.Hour}, {"d", 24 * time.Hour}} {
		if number, after, ok := strings.Cut(rest, unit.letter); ok {
			n, err := strconv.ParseUint(number, 10, 13)
			if err != nil {
				return 0, notDuration(text)
			}
			d, rest = d+time.Duration(n)*unit.length, after
		}
	}
	if rest == "" && text != "" {
		return d, nil
	}
	more, err := time.ParseDuration(rest)
	if err != nil || more < 0 || d+more < 0 {
		return 0, notDuration(text)
	}
	return d + more, nil
}

func notDuration(text string) error {
	return fmt.Errorf("%q is not a duration such as 30m, 12h, 1d or 2w", text)
}

// ParseSize parses a size such as 500MB, in bytes.
func ParseSize(text string) (int64, error) {
	for unit, bytes := range map[string]int64{"kB": 1e3, "MB": 1e6, "GB": 1e9} {
		if number, ok := strings.CutSuffix(text, unit); ok {
			if n, err := strconv.ParseUint(strings.TrimSpace(number), 10, 32); err == nil && n > 0 {
				return int64(n) * bytes, nil
			}
		}
	}
	return 0, fmt.Errorf("%q is not a size such as 500MB", text)
}
