package engine

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"witness/engine/project"

	"github.com/rogpeppe/go-internal/txtar"

	"witness/engine/hook"
	"witness/engine/store"
	"witness/internal/testfiles"
)

// TestLongOutputs checks that 200 kB of output take each reader at most a few times as long as the
// reader go_test, so that no runner's output exceeds the time limit after a call. docs/performance.md
// gives the absolute time for go_test.
func TestLongOutputs(t *testing.T) {
	if testing.Short() || store.CPUTime() == 0 {
		t.Skip("it measures processor time")
	}
	const most = 4 // times the duration of go_test, whose lines begin with a literal
	outputs, err := txtar.ParseFile("testdata/long.txtar")
	if err != nil {
		t.Fatal(err)
	}
	e, err := OpenMemory(t.Context(), os.DirFS(testfiles.Root(t)), t.TempDir(), project.AsHooks)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	e.Config.AfterMS = 60_000
	read := func(f txtar.File) (least time.Duration) {
		command, printed, _ := strings.Cut(string(f.Data), "\n")
		output, tests := long(printed)
		for range 4 {
			c := e.Resolve(hook.Event{Session: "s", Moment: hook.After, Tool: hook.Run, CWD: "/home/dev", Command: command, Output: output, Outcome: hook.OK})
			from := store.CPUTime()
			runs := e.Readers.Read(t.Context(), c).Runs
			if took := store.CPUTime() - from; least == 0 || took < least {
				least = took
			}
			named := 0
			for _, r := range runs {
				for _, i := range r.Items {
					named += len(i.Tests)
				}
			}
			if named < tests {
				t.Fatalf("%s: %d tests of %d were read", f.Name, named, tests)
			}
		}
		for _, f := range e.faults.list {
			t.Error(f.place, f.err)
		}
		return least
	}
	measure := read(outputs.Files[0])
	for _, f := range outputs.Files[1:] {
		took := read(f)
		if took > most*measure {
			took, measure = min(took, read(f)), max(measure, read(outputs.Files[0])) // another process may have used the processor
		}
		if took > most*measure {
			t.Errorf("%s takes %.1f times what go_test takes", f.Name, float64(took)/float64(measure))
		}
		t.Logf("%s: %.1f times go_test", f.Name, float64(took)/float64(measure))
	}
}

// long repeats the lines of an output that name tests, under other names, until there are
// 200 kB of them. tests is a lower bound of the number of tests that they name.
func long(printed string) (output string, tests int) {
	lines := strings.SplitAfter(printed, "\n")
	renamed := func(n string) *strings.Replacer {
		return strings.NewReplacer("the wallet", "the wallet"+n, "the_wallet", "the_wallet"+n, "TheWallet", "TheWallet"+n)
	}
	first := slices.IndexFunc(lines, func(line string) bool { return renamed("x").Replace(line) != line })
	last := len(lines) / 2
	part := strings.Join(lines[first:last], "")
	var b strings.Builder
	b.WriteString(strings.Join(lines[:first], ""))
	for i := 0; b.Len() < 200_000; i++ {
		b.WriteString(renamed(strconv.Itoa(i)).Replace(part))
		tests += strings.Count(part, "\n") / 20
	}
	b.WriteString(strings.Join(lines[last:], ""))
	return b.String(), tests
}
