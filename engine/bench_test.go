package engine

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"witness/engine/project"

	"witness/engine/hook"
	"witness/internal/testfiles"
)

// verbose returns what `go test -v` printed (Go 1.26.8), repeated with other test names until it has at least size bytes.
func verbose(t testing.TB, size int) string {
	printed, err := os.ReadFile(testfiles.Root(t) + "/tools/bench/testdata/go_test_v.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(strings.TrimSuffix(string(printed), "\n"), "\n")
	tests, end := strings.Join(lines[:len(lines)-2], ""), strings.Join(lines[len(lines)-2:], "")
	var output strings.Builder
	for i := 0; output.Len() < size; i++ {
		part := strconv.Itoa(i)
		output.WriteString(strings.NewReplacer("Test", "Test"+part, "Example", "Example"+part).Replace(tests))
	}
	return output.String() + end + "\n"
}

// hearVerbose returns a function that reads and records an output of `go test -v ./...`, each time of another session.
func hearVerbose(t testing.TB, output string) func() {
	ctx := context.Background()
	e, err := OpenMemory(ctx, os.DirFS(testfiles.Root(t)), t.TempDir(), project.AsHooks)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	e.Config.AfterMS = int64(time.Minute / time.Millisecond)
	session := 0
	return func() {
		session++
		if err := e.Record(ctx, hook.Event{Session: strconv.Itoa(session), Moment: hook.After, Tool: hook.Run, CWD: "/", Command: "go test -v ./...", Output: output}); err != nil {
			t.Fatal(err)
		}
	}
}

// BenchmarkRead reads and records outputs of 2, 30 and 200 kB. Claude Code passes on 30 kB of an output.
func BenchmarkRead(b *testing.B) {
	for _, size := range []int{2_000, 30_000, 200_000} {
		b.Run(fmt.Sprintf("%dkB", size/1000), func(b *testing.B) {
			hear := hearVerbose(b, verbose(b, size))
			for b.Loop() {
				hear()
			}
		})
	}
}

// TestLongOutputMemory checks that reading and recording 200 kB of output, which names 2,600 tests, allocates at most 3 MB.
// A page of memory costs a hook 2 to 3 µs, and from 8 MB on, with its payload and the rules, it collects garbage.
// Garbage is not collected here, which would empty the pools of package regexp; the race detector empties them at random.
func TestLongOutputMemory(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	hear := hearVerbose(t, verbose(t, 200_000))
	hear() // compiles statements and patterns
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	hear()
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 3<<20 {
		t.Errorf("%d kB were allocated", n>>10)
	}
}
