package term

import (
	"time"

	"witness/engine/project"
)

// A Duration is the value of a flag such as --since 2w.
type Duration time.Duration

// UnmarshalText sets the duration to what a person typed.
func (d *Duration) UnmarshalText(text []byte) error {
	parsed, err := project.ParseDuration(string(text))
	*d = Duration(parsed)
	return err
}
