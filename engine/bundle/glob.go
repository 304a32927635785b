package bundle

import (
	"errors"
	"fmt"

	"github.com/bmatcuk/doublestar/v4"
)

// maxAlternatives bounds the combinations of a glob's alternatives in braces. Matching tries all of
// them, and a glob of thirty pairs would take a day.
const maxAlternatives = 256

// CheckGlob returns why a glob cannot be used, nil if it can.
func CheckGlob(glob string) error {
	if !doublestar.ValidatePattern(glob) {
		return errors.New("is not a valid glob")
	}
	if n, _ := combinations(glob); n > maxAlternatives {
		return fmt.Errorf("stands for more than %d globs without {alternatives}", maxAlternatives)
	}
	return nil
}

// combinations returns how many globs without braces stand for a glob, at most maxAlternatives+1, and
// the length of the alternative that it begins with.
func combinations(glob string) (n, length int) {
	product := 1
	for i := 0; i < len(glob); i++ {
		switch glob[i] {
		case '\\':
			i++
		case ',', '}':
			return product, i
		case '{':
			sum := 0
			for i < len(glob) && glob[i] != '}' {
				inner, length := combinations(glob[i+1:])
				sum += inner
				i += length + 1
			}
			product = min(product*min(sum, maxAlternatives+1), maxAlternatives+1)
		}
	}
	return product, len(glob)
}
