package project

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// off is the value of store.keep and store.max_size that sets no limit.
const off = "off"

// ParseAge parses a number of days such as 90d.
func ParseAge(text string) (time.Duration, error) {
	number, ok := strings.CutSuffix(text, "d")
	days, err := strconv.ParseUint(number, 10, 16)
	if !ok || err != nil {
		return 0, fmt.Errorf("%q is not a number of days such as 90d", text)
	}
	return time.Duration(days) * 24 * time.Hour, nil
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
