package engine

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"witness/engine/hook"
)

// traceOf returns a trace of one event with one span.
func traceOf(span string) *Trace {
	t := NewTrace()
	t.Describe(hook.Event{Agent: "claude", Moment: hook.Before, Tool: hook.Edit})
	t.Start(span)()
	return t
}

// TestTraceAppendsToItsOwnFile checks that a trace creates its file, and that further traces follow
// in it under the same header.
func TestTraceAppendsToItsOwnFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.txt")
	for _, span := range []string{"open store", "judge"} {
		if err := traceOf(span).Append(path); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(text), traceHeader+"\n") || strings.Count(string(text), traceHeader) != 1 ||
		strings.Count(string(text), "claude before edit\n") != 2 || strings.Index(string(text), "  open store ") > strings.Index(string(text), "  judge ") {
		t.Errorf("the file is\n%s", text)
	}
}

// TestTraceRefusesOtherFiles checks that a file that is not a trace, a link to a trace and a folder
// are errors and are not changed.
func TestTraceRefusesOtherFiles(t *testing.T) {
	dir := t.TempDir()
	other, own, link := filepath.Join(dir, "notes.txt"), filepath.Join(dir, "trace.txt"), filepath.Join(dir, "link.txt")
	if err := os.WriteFile(other, []byte("notes\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := traceOf("judge").Append(own); err != nil {
		t.Fatal(err)
	}
	refused := []string{other, dir}
	if err := os.Symlink(own, link); err == nil && runtime.GOOS != "windows" {
		refused = append(refused, link)
	}
	before, err := os.ReadFile(own)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range refused {
		if err := traceOf("judge").Append(path); err == nil {
			t.Errorf("%s: no error", path)
		}
	}
	for path, want := range map[string]string{other: "notes\n", own: string(before)} {
		if text, err := os.ReadFile(path); err != nil || string(text) != want {
			t.Errorf("%s is now\n%s\n%v", path, text, err)
		}
	}
}

// TestTraceRefusesDevices checks that a device is an error, although its size is 0.
func TestTraceRefusesDevices(t *testing.T) {
	if _, err := os.Stat(os.DevNull); err != nil || runtime.GOOS == "windows" {
		t.Skip("no device")
	}
	if err := traceOf("judge").Append(os.DevNull); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("got %v", err)
	}
}

// TestNilTraceDoesNothing calls all methods of a nil *Trace.
func TestNilTraceDoesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.txt")
	var trace *Trace
	trace.Describe(hook.Event{})
	trace.Start("judge")()
	if err := trace.Append(path); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("the file was created")
	}
}

// TestTraceEndsSpanOnce checks that ending a span again does not change its duration.
func TestTraceEndsSpanOnce(t *testing.T) {
	trace := NewTrace()
	end := trace.Start("judge")
	end()
	took := trace.spans[0].took
	end()
	if took < 0 || trace.spans[0].took != took {
		t.Errorf("the span took %v, then %v", took, trace.spans[0].took)
	}
}
