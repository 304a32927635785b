package agent

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"witness/engine/hook"
)

// recordedSessions are the transcripts of real sessions, with the payloads of the same sessions:
// see record.py there.
const recordedSessions = "../../cmd/witness/testdata/replay"

// FuzzTranscript passes any text to each transcript reader. None may panic, and each step has a
// line and a moment.
func FuzzTranscript(f *testing.F) {
	files, err := filepath.Glob(recordedSessions + "/*/transcript/*.jsonl")
	if err != nil || len(files) < 3 {
		f.Fatal("no recordings", err)
	}
	parts, err := filepath.Glob(recordedSessions + "/*/transcript/*/*.jsonl")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range append(files, parts...) {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text[:min(len(text), 48<<10)])
	}
	for _, text := range []string{
		"null\n[]\n\"\"\n{}\n",
		`{"type":"assistant","sessionId":"s","cwd":"/p","message":{"content":[{"type":"tool_use","id":"1","name":"Write","input":{"file_path":7}},{"type":"tool_use","id":"1","input":[]}]}}` + "\n" +
			`{"type":"user","sessionId":"s","message":{"content":[{"type":"tool_result","tool_use_id":"1","content":[{"text":5}],"is_error":"x"}]},"toolUseResult":"Error"}`,
		`{"type":"response_item","payload":{"type":"function_call","name":"exec_command","call_id":"","arguments":"{\"cmd\":\"x\"}"}}` + "\n" +
			`{"type":"event_msg","payload":{"type":"item_completed","item":{"type":"CommandExecution","id":"","command":[]}}}` + "\n" +
			`{"type":"event_msg","payload":{"type":"item_completed","item":{"type":"FileChange","id":"f","status":"completed","changes":{"":{}}}}}`,
		`{"type":"response_item","payload":{"type":"function_call","name":"shell","call_id":"a","arguments":"{\"command\":[\"x\"]}"}}` + "\n" +
			`{"type":"response_item","payload":{"type":"function_call_output","call_id":"a","output":"Process running with session ID 7\nOutput:\n"}}` + "\n" +
			`{"type":"response_item","payload":{"type":"function_call","name":"write_stdin","call_id":"b","arguments":"{\"session_id\":7}"}}` + "\n" +
			`{"type":"response_item","payload":{"type":"function_call_output","call_id":"b","output":"{\"output\":\"\",\"metadata\":{\"exit_code\":1}}"}}`,
		`{"type":"response_item","payload":{"type":"custom_tool_call","name":"exec","call_id":"a","input":"const c = [{cmd: 'x'}]; await Promise.all([tools.exec_command({cmd: ` + "`a${b}\\u0041`" + `, x}), tools[\"write_stdin\"]({session_id: 7})]) /* tools.apply_patch( */"}}` + "\n" +
			`{"type":"response_item","payload":{"type":"custom_tool_call_output","call_id":"a","output":[{"text":"Script completed\nOutput:\n"},{"text":"[{\"output\":\"\",\"session_id\":7},{\"output\":\"\",\"exit_code\":0}]"}]}}`,
		`{"type":"session.start","data":{"sessionId":"s","context":{"cwd":"/p"}}}` + "\n" +
			`{"type":"tool.execution_start","data":{"toolCallId":"a","toolName":"bash","arguments":{"command":"x"}}}` + "\n" +
			`{"type":"tool.execution_complete","data":{"toolCallId":"a","success":true,"result":{"content":"<command with shellId: 7 is still running"}}}` + "\n" +
			`{"type":"tool.execution_start","data":{"toolCallId":"b","toolName":"read_bash","arguments":{"shellId":7}}}` + "\n" +
			`{"type":"tool.execution_complete","data":{"toolCallId":"b","success":true,"result":{"content":"<shellId: 7 completed with exit code 1>"}}}`,
		`{"info":{"id":"ses_1","directory":"/p"}}` + "\n" +
			`{"info":{"id":"m","role":"assistant","finish":"stop"},"parts":[{"type":"tool","tool":"edit","state":{"status":"error","input":[],"metadata":7}}]}` + "\n" +
			`{"info":{"id":"m","role":"user"},"parts":[{"type":"file","source":{"path":"a"}}]}`,
		`{"role":"user","message":{"content":"x"}}` + "\n" +
			`{"role":"assistant","message":{"content":[{"type":"tool_use","id":"1","name":"Shell","input":{"command":7}}]}}` + "\n" +
			`{"role":"tool","message":{"content":[{"type":"tool_result","tool_use_id":"1","content":[]}]}}`,
		`{"type":"user","sessionId":"s","cwd":"/p","message":{"content":"@\"a\" @b/c#L1 x@y.z @."}}` + "\n" +
			`{"type":"attachment","sessionId":"s","attachment":{"type":"file","filename":"a"}}`,
		`{"sessionId":"s","projectHash":"h","directories":[]}` + "\n" +
			`{"type":"gemini","id":"1","toolCalls":[{"id":"1","name":"run_shell_command","status":"success","result":[{"functionResponse":{"response":{"output":"Command: x\nDirectory: y\nOutput: \nExit Code: z"}}}]}]}`,
		`{"sessionId":"s","projectHash":"h","directories":[]}` + "\n" +
			`{"type":"gemini","toolCalls":[{"id":"1","name":"write_file","status":"success","args":[],"result":[{}],"resultDisplay":{"newContent":1}}]}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, a := range All {
			if a.Transcript == nil || a.Transcript.Read == nil {
				continue
			}
			read, n := a.Transcript.Read(), 0
			check := func(steps []Step) {
				for _, s := range steps {
					if s.Line < 1 || s.Line > n || s.Event.Moment == "" {
						t.Fatalf("%s: step %+v of %d lines", a.Name, s, n)
					}
					if s.Event.Moment == hook.Before && s.Event.Outcome != "" {
						t.Fatalf("%s: a call that has not run came to something: %+v", a.Name, s)
					}
				}
			}
			for line := range bytes.Lines(text) {
				n++
				a.Transcript.Head("some/where.jsonl", line)
				if line = bytes.TrimSpace(line); len(line) > 0 {
					check(read(n, line))
				}
			}
			check(read(0, nil))
		}
	})
}

// Only its own agent recognises a transcript, by its content.
func TestHeadRecognisesOwnTranscript(t *testing.T) {
	for _, a := range All {
		if a.Transcript == nil || a.Transcript.Head == nil {
			continue
		}
		files, err := filepath.Glob(recordedSessions + "/*/transcript/*.jsonl")
		if err != nil || len(files) < 3 {
			t.Fatal("no recordings", err)
		}
		for _, file := range files {
			own := filepath.Base(filepath.Dir(filepath.Dir(file))) == a.Name
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			found := false
			for line := range bytes.Lines(text) {
				h, ok := a.Transcript.Head(file, line)
				found = found || ok && h.Session != ""
			}
			if found != own {
				t.Errorf("%s takes %s for its own: %v", a.Name, file, found)
			}
		}
	}
}
