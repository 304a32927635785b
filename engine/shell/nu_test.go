package shell

import "testing"

// TestFromNu checks how a POSIX shell would spell the commands of Nushell.
func TestFromNu(t *testing.T) {
	for code, want := range map[string]string{
		"rm -rf out":                        "rm -rf out",
		"ls d | each {|f| rm $f.name }":     "ls d | each; rm $f.name",
		"def main [] {\n  ^rm out # all\n}": "\nrm out\n",
		"ls | where size > 1kb":             "",
		"let x = 5; git push --force":       "git push --force",
	} {
		if got := fromNu(code); got != want {
			t.Errorf("%q: %q, want %q", code, got, want)
		}
	}
}
