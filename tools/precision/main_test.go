package main

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"witness/engine/check"
	"witness/internal/testfiles"
)

// recording has five calls in the form of transcripts of Claude Code 2.1: a call begins with a tool_use
// and ends with a tool_result.
const recording = `{"type":"user","message":{"role":"user","content":"x"}}
{"type":"assistant","message":{"content":[{"type":"tool_use","id":"a"}]}}
{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"a"}]}}
{"type":"assistant","message":{"content":[{"type":"tool_use","id":"b"},{"type":"tool_use","id":"c"}]}}
{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"b"}]}}
{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"c"}]}}
{"type":"assistant","message":{"content":[{"type":"text"}]},"data":"of another client","payload":[]}
{"type":"assistant","message":{"content":[{"type":"tool_use","id":"d"}]}}
{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"d"}]}}
{"type":"assistant","message":{"content":[{"type":"tool_use","id":"e"}]}}
`

// TestPlaces checks which call a line of a recording belongs to.
func TestPlaces(t *testing.T) {
	tests := []struct {
		name, text string
		want       []int // of the lines from 1
	}{
		{"Claude Code", recording, []int{0, 0, 0, 1, 1, 2, 3, 3, 3, 4}},
		{"Codex", `{"type":"response_item","payload":{"type":"function_call","call_id":"a"}}
{"type":"event_msg","payload":{"type":"token_count"}}
{"type":"response_item","payload":{"type":"function_call_output","call_id":"a"}}
{"type":"response_item","payload":{"type":"custom_tool_call","call_id":"b"}}
`, []int{0, 0, 0, 1}},
		{"Copilot CLI", `{"type":"tool.execution_start","data":{"toolCallId":"a"}}
{"type":"tool.execution_complete","data":{"toolCallId":"a"}}
`, []int{0, 0}},
		{"hook payloads", `{"hook_event_name":"PreToolUse","tool_use_id":"a"}
{"hook_event_name":"PostToolUse","tool_use_id":"a"}
`, []int{0, 0}},
		{"one document", `{"messages":[]}`, []int{1, 2, 3}},
	}
	for _, test := range tests {
		path := filepath.Join(t.TempDir(), "r.jsonl")
		if err := os.WriteFile(path, []byte(test.text), 0o600); err != nil {
			t.Fatal(err)
		}
		p, err := readPlaces(path)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range test.want {
			if got := p.call(i + 1); got != want {
				t.Errorf("%s: line %d belongs to call %d, not %d", test.name, i+1, got, want)
			}
		}
	}
}

// TestCount checks what a label counts for. The recording has a call every ten lines.
func TestCount(t *testing.T) {
	at := &places{first: map[int]int{}, ends: map[int]int{}}
	for i := range 20 {
		at.first[10*i] = i
		at.ends[10*i+5] = i
		at.begins = append(at.begins, 10*i)
	}
	said := func(lines ...int) (list []verdict) {
		for _, n := range lines {
			list = append(list, verdict{"r", "warn", n})
		}
		return list
	}
	tests := []struct {
		name   string
		said   []verdict
		labels string // lines of a file without session and rule
		want   check.Precision
	}{
		{"nothing is labelled", said(10, 20), "", check.Precision{Fired: 2}},
		{"the same call", said(10), "10 right", check.Precision{Fired: 1, Read: 1, Right: 1, Repositories: 1}},
		{"a line beside", said(10), "11 wrong", check.Precision{Fired: 1, Read: 1, Wrong: 1, Repositories: 1}},
		{"the other end of the call", said(15), "10 wrong-by-cause", check.Precision{Fired: 1, Read: 1, Wrong: 1, Repositories: 1}},
		{"what is no longer said", said(10), "50 wrong", check.Precision{Fired: 1}},
		{"what is still said nearby is not a wrong one", said(20), "10 wrong", check.Precision{Fired: 1}},
		{"a right one that is said two calls later", said(30), "10 right", check.Precision{Fired: 1, Read: 1, Right: 1, Repositories: 1}},
		{"a right one counts once", said(20, 30), "10 right", check.Precision{Fired: 2, Read: 1, Right: 1, Repositories: 1}},
		{"a right one that is said since an earlier line", said(20), "150 right x 30", check.Precision{Fired: 1, Read: 1, Right: 1, Repositories: 1}},
		{"too far away", said(70), "10 right", check.Precision{Fired: 1}},
		{"twice at one call is read once", said(10, 10), "10 wrong", check.Precision{Fired: 2, Read: 1, Wrong: 1, Repositories: 1}},
		{"a repetition is not read", said(10), "10 repeat", check.Precision{Fired: 1}},
		{"right by the word only", said(10), "10 right by the word only", check.Precision{Fired: 1}},
		{"undecidable", said(10), "10 undecidable", check.Precision{Fired: 1, Read: 1, Undecidable: 1}},
		{"two readers who disagree", said(10), "10 right\n10 wrong", check.Precision{Fired: 1, Read: 1, Undecidable: 1}},
		{"not judged yet", said(10), "10 ", check.Precision{Fired: 1}},
		{"a wrong block", []verdict{{"r", "block", 10}}, "10 wrong", check.Precision{Fired: 1, Read: 1, Wrong: 1, Repositories: 1, WrongBlocks: 1}},
	}
	for _, test := range tests {
		l := labels{}
		var text strings.Builder
		for line := range strings.Lines(test.labels) {
			number, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
			word, rest, _ := strings.Cut(rest, " ")
			cause, since, _ := strings.Cut(rest, " ")
			if strings.HasPrefix(rest, "by ") {
				cause, since = rest, ""
			}
			text.WriteString(strings.Join([]string{"s", number, "r", word, cause, since}, "\t") + "\n")
		}
		if err := l.add(write(t, text.String())); err != nil {
			t.Fatal(err)
		}
		rows := []check.Precision{{Rule: "r"}}
		count(rows, []session{{"s", 20, test.said, at}}, l)
		test.want.Rule, test.want.Sessions, test.want.Calls = "r", 1, 20
		if rows[0] != test.want {
			t.Errorf("%s: %+v\nwant %+v", test.name, rows[0], test.want)
		}
	}
}

// TestLaterLabelsReplaceEarlierOnes checks the order of files, and what is said of a mistake in one.
func TestLaterLabelsReplaceEarlierOnes(t *testing.T) {
	l := labels{}
	for _, text := range []string{"# a comment\ns\t1\tr\twrong\tx\t\ns\t2\tr\tright\tx\t\n", "session\tline\trule\tlabel\ns\t1\tr\tright\ty\t\n"} {
		if err := l.add(write(t, text)); err != nil {
			t.Fatal(err)
		}
	}
	if want := (labels{"s": {{"s", "r", right, 2, 2}, {"s", "r", right, 1, 1}}}); !reflect.DeepEqual(l, want) {
		t.Errorf("%v, want %v", l, want)
	}
	for text, want := range map[string]string{
		"s\t1\tr\n":            ":1: 3 columns; want session, line, rule, label",
		"#\ns\tx\tr\tright\n":  `:2: the line is "x"; want a number`,
		"s\t1\tr\tcorrect\t\n": `:1: the label is "correct"; want right, wrong`,
	} {
		if err := l.add(write(t, text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestRun replays the example of the README with a witness that is built for it.
func TestRun(t *testing.T) {
	t.Chdir(testfiles.Root(t))
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.jsonl":    testfiles.Read(t, "examples/session.jsonl"),
		"b.jsonl":    "no recording\n",
		"notes.txt":  "x",
		"labels.tsv": "# none\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	mine := write(t, "a\t27\tno_commit_failing\tright\tx\t\n")
	var out, stderr strings.Builder
	if status := run([]string{"-n", "-labels", mine, "-unread", "1", dir}, &out, &stderr); status != 0 {
		t.Fatal(status, stderr.String())
	}
	for _, want := range []string{
		"no_commit_failing           1  11.11     1     1     0            0            0\n",
		"\n1 sessions, 9 calls, ", "\n1 of 2 recordings could not be replayed and are not counted\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	for _, args := range [][]string{nil, {"-x", dir}, {dir, dir}} {
		if status := run(args, &out, &stderr); status != 2 {
			t.Errorf("%v: exit %d, want 2", args, status)
		}
	}
}

// write writes a temporary file and returns its path.
func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "labels.tsv")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
