package deeds

import "testing"

// FuzzDeeds holds that a line never stops the hook, whatever its commands are called.
func FuzzDeeds(f *testing.F) {
	for _, line := range []string{`" dropdb" x`, `"" flush`, "PS> & ' ' x", "$'\\n' a", "git push -f origin +main:main", "psql -c 'drop table a'"} {
		f.Add(line)
	}
	f.Fuzz(func(_ *testing.T, line string) { describe("", line) })
}
