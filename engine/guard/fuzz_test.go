package guard

import (
	"strings"
	"testing"

	"witness"
	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/shell"
	"witness/internal/testfiles"
)

// FuzzOfCommands checks that no line makes the guard panic: the hook would say nothing of it.
func FuzzOfCommands(f *testing.F) {
	f.Add("git -c a.b=c commit -m \"$(cat <<'EOF'\nit's\nEOF\n)\"")
	f.Add("git -c core.editor= commit -c")
	f.Add("\f")
	f.Add("cp; witness snooze $(witness db path)")
	for _, name := range []string{"attempts.tsv", "everyday.tsv"} {
		for line := range strings.Lines(testfiles.Read(f, testfiles.Root(f)+"/cmd/witness/internal/cli/testdata/tampering/"+name)) {
			_, line, _ = strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			f.Add(line)
		}
	}
	f.Fuzz(func(t *testing.T, line string) {
		c := &facts.Call{Event: hook.Event{Moment: hook.Before, Tool: hook.Run, Command: line}, Project: project.Project{Root: "/w", Dir: "/w"}}
		c.Line = shell.Parse(line, "/w", "/home/dev")
		New(c, &facts.Recorded{}, "", witness.Files).OfCommands()
	})
}
