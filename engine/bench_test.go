package engine

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"witness/engine/project"

	"witness/engine/hook"
	"witness/internal/testfiles"
)

// BenchmarkRead reads and records what `go test -v` printed (Go 1.26.8), repeated with
// other test names up to 2, 30 and 200 kB. Claude Code passes on 30 kB of an output.
func BenchmarkRead(b *testing.B) {
	printed, err := os.ReadFile(testfiles.Root(b) + "/bench/testdata/go_test_v.txt")
	if err != nil {
		b.Fatal(err)
	}
	lines := strings.SplitAfter(strings.TrimSuffix(string(printed), "\n"), "\n")
	tests, end := strings.Join(lines[:len(lines)-2], ""), strings.Join(lines[len(lines)-2:], "")
	for _, size := range []int{2_000, 30_000, 200_000} {
		var output strings.Builder
		for i := 0; output.Len() < size; i++ {
			part := strconv.Itoa(i)
			output.WriteString(strings.NewReplacer("Test", "Test"+part, "Example", "Example"+part).Replace(tests))
		}
		output.WriteString(end + "\n")
		b.Run(fmt.Sprintf("%dkB", size/1000), func(b *testing.B) {
			ctx := context.Background()
			e, err := OpenMemory(ctx, os.DirFS(testfiles.Root(b)), b.TempDir(), project.AsHooks)
			if err != nil {
				b.Fatal(err)
			}
			defer e.Close()
			e.Config.AfterMS = int64(time.Minute / time.Millisecond)
			session := 0
			for b.Loop() {
				session++
				if err := e.recordOnly(ctx, hook.Event{Session: strconv.Itoa(session), Moment: hook.After, Tool: hook.Run, CWD: "/", Command: "go test -v ./...", Output: output.String()}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
