package shell

import (
	"strings"
	"testing"
)

// TestLongDocuments checks that the text of a file does not make a line too long to be read, and that nothing that runs is left out.
func TestLongDocuments(t *testing.T) {
	long := strings.Repeat("a line of a document\n", maxLine/20)
	for _, test := range []struct {
		line    string
		partial bool
		want    string // a command that is read
	}{
		{"cat > a.txt <<'E'\n" + long + "E\nrm b.txt", false, "rm"},
		{"mkdir -p d && cat <<\"END\" > d/a.txt\n" + long + "END\nrm b.txt", false, "rm"},
		{"cat > a.txt <<'E'\n" + long + "E\ncat > b.txt <<'F'\n" + long + "F\nrm b.txt", false, "rm"},
		{"cat > a.txt <<'E'\n" + long + "no end", true, "cat"},
		{"cat > a.txt <<E\n" + long + "E\nrm b.txt", false, "rm"},
		{"cat > a.txt <<E\n" + long + "$(rm c.txt)\nE\nrm b.txt", true, "rm"},
		{"cat <<'E' | sh\n" + long + "E\nrm b.txt", true, ""},
		{"bash <<'E'\n" + long + "E\nrm b.txt", true, ""},
		{"cd \"a b\" && cat > a.txt <<'E'\n" + long + "E\nrm b.txt", true, ""},
		{"cd 'a b'\ncat > a.txt <<'E'\n" + long + "E\nrm b.txt", false, "rm"},
		{"echo $'\\'' '\ncat > a.txt <<'E'\n" + long + "E\nrm b.txt", true, ""},
		{strings.Repeat("cat > a.txt <<'E'\nE\n", maxLine/2), true, "cat"}, // what is before each is looked at once
		{"cat > a.txt <<'E'\n" + long + "E\necho '\ncat > b.txt <<'F'\n" + long + "F\nrm b.txt", true, ""},
		{"echo '\ncat > a.txt <<'E'\n" + long + "E\nrm b.txt", true, ""},
	} {
		line := Parse(test.line, "/p", "/home/dev")
		found := test.want == ""
		for _, cmd := range line.Commands {
			found = found || cmd.Name == test.want
		}
		if line.Partial != test.partial || !found {
			t.Errorf("%.30q: partial %v, want %v; %s was read: %v", test.line, line.Partial, test.partial, test.want, found)
		}
	}
}
