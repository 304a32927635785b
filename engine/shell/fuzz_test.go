package shell

import (
	"strings"
	"testing"
)

// FuzzParse checks that Parse and PowerShell keep the invariants that callers rely on.
func FuzzParse(f *testing.F) {
	for _, c := range commandTable {
		f.Add(c.line)
	}
	for _, c := range fileTable {
		f.Add(c.line)
	}
	for _, c := range gateTable {
		f.Add(c.line)
	}
	for _, c := range powerShellTable {
		f.Add(c.line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		checkInvariants(t, Parse(line, "/w", "/home/dev"))
		checkInvariants(t, PowerShell(line, "/w", "/home/dev"))
	})
}

// checkInvariants checks that indexes are in range, and that paths are absolute, clean and known.
func checkInvariants(t *testing.T, l Line) {
	t.Helper()
	for i, c := range l.Commands {
		for _, g := range c.Gates {
			if g < 0 || g >= i {
				t.Errorf("command %d (%s) has gate %d", i, c.Name, g)
			}
		}
		if c.Dir != "" && (!isAbsolute(c.Dir) || cleanPath(c.Dir) != c.Dir) {
			t.Errorf("command %d (%s) runs in %q", i, c.Name, c.Dir)
		}
		if c.Name == "" || strings.Contains(c.Name+c.Text+strings.Join(c.Args, ""), unknownMark) {
			t.Errorf("command %d is %+v", i, c)
		}
		if strings.Contains(c.Text, "\n") {
			t.Errorf("command %d is shown as %q", i, c.Text)
		}
	}
	for _, touch := range l.Touches {
		if touch.Command < 0 || touch.Command >= len(l.Commands) {
			t.Errorf("touch %+v of %d commands", touch, len(l.Commands))
		}
		if !isAbsolute(touch.Path) || cleanPath(touch.Path) != touch.Path || strings.Contains(touch.Path, unknownMark) {
			t.Errorf("touch of %q", touch.Path)
		}
	}
	for _, p := range l.Patches {
		if p.Command < 0 || p.Command >= len(l.Commands) || !isAbsolute(p.Path) {
			t.Errorf("patch %+v of %d commands", p, len(l.Commands))
		}
	}
}
