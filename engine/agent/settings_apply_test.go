package agent

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// Apply is idempotent and Revoke restores the file, for the settings of every agent.
func TestApplyAndRevoke(t *testing.T) {
	for _, a := range All {
		for _, s := range a.Settings() {
			name := a.Name + " " + s.Scope + " " + s.Path
			file, err := s.Apply(nil)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if strings.HasSuffix(s.Path, ".json") && !json.Valid(file) {
				t.Errorf("%s: no JSON:\n%s", name, file)
			}
			if again, err := s.Apply(file); err != nil || !bytes.Equal(again, file) {
				t.Errorf("%s: twice is another: %v\n%s", name, err, again)
			}
			if left, err := s.Revoke(file); err != nil || len(left) > 0 {
				t.Errorf("%s: left %q, %v", name, left, err)
			}
			if left, err := s.Revoke(nil); err != nil || len(left) > 0 {
				t.Errorf("%s: left of nothing %q, %v", name, left, err)
			}
		}
	}
}

func TestApplyKeepsOtherHooks(t *testing.T) {
	block := Settings{Block: blockBegin + "[[hooks]]\nevent = \"Stop\"\n" + blockEnd}
	for _, file := range []string{"a = 1\n", "a = 1", "[x]\n\n"} {
		merged, err := block.Apply([]byte(file))
		if err != nil || !strings.HasPrefix(string(merged), file+"\n"+block.Block) {
			t.Errorf("%q became %q, %v", file, merged, err)
		}
		if back, err := block.Revoke(merged); err != nil || string(back) != file {
			t.Errorf("%q came back as %q, %v", file, back, err)
		}
	}
	whole := Settings{Whole: "# written by \"witness init x\"\n2\n"}
	if file, err := whole.Apply([]byte("# written by \"witness init x\"\n1\n")); err != nil || string(file) != whole.Whole {
		t.Errorf("an older file became %q, %v", file, err)
	}
	for _, other := range []string{"echo mine\n", "#!/bin/sh\n./guard.sh || exit 1\nexec witness hook x\n"} {
		if _, err := whole.Apply([]byte(other)); err == nil {
			t.Errorf("somebody else's file was replaced: %q", other)
		}
	}
	hooks := Settings{Whole: Copilot.Settings()[0].Whole}
	if _, err := hooks.Apply([]byte(strings.Replace(hooks.Whole, "env witness hook copilot 2>/dev/null || cat >/dev/null", "./guard.sh", 1))); err == nil {
		t.Error("settings with a line of somebody else were replaced")
	}
	if file, err := hooks.Apply([]byte(strings.Replace(hooks.Whole, `"version"`, `"Version"`, 1))); err != nil || string(file) != hooks.Whole {
		t.Errorf("older settings became %q, %v", file, err)
	}
	if _, err := whole.Revoke([]byte(whole.Whole + "echo mine\n")); err == nil {
		t.Error("a changed file was deleted")
	}
	if left, err := whole.Revoke([]byte("echo mine\n")); err != nil || string(left) != "echo mine\n" {
		t.Errorf("somebody else's file became %q, %v", left, err)
	}
	framed := Settings{New: "{\n  \"version\": 1\n}\n", Events: Cursor.Settings()[0].Events, Entry: Cursor.Settings()[0].Entry}
	const mine = `{"version":1,"hooks":{"stop":[{"command":"guard"}]}}`
	merged, err := framed.Apply([]byte(mine))
	if err != nil || !json.Valid(merged) || !strings.Contains(string(merged), `{"command":"guard"}`) {
		t.Errorf("merged %s, %v", merged, err)
	}
	if back, err := framed.Revoke(merged); err != nil || string(back) != mine {
		t.Errorf("came back as %s, %v", back, err)
	}
}

// Comments are preserved in the settings of a client that accepts them.
func TestApplyAmongComments(t *testing.T) {
	commented := Settings{Events: Gemini.Settings()[0].Events, Entry: Gemini.Settings()[0].Entry, Comments: true}
	for _, file := range []string{
		"{\n  // Mine.\n  \"model\": \"x\" // and mine\n}\n",
		"{ /* none */ }", "{ // none\n}", "/* first */ {} // last",
		"{\r\n\t/* a */ \"url\": \"http://x/*y*/\", // \"quoted\\\"\r\n\t\"hooks\": { // here\r\n\t\t\"Stop\": [/* empty */]\r\n\t}\r\n}\r\n",
		"{\n  \"hooks\": {\n    \"BeforeTool\": [\n      // guard\n      {\"hooks\": [{\"command\": \"guard\"}]} // it\n    ]\n  }\n}",
	} {
		merged, err := commented.Apply([]byte(file))
		if err != nil || !json.Valid(blankComments(merged)) {
			t.Errorf("%q became %s, %v", file, merged, err)
			continue
		}
		if again, err := commented.Apply(merged); err != nil || !bytes.Equal(again, merged) {
			t.Errorf("%q: twice is another: %v\n%s", file, err, again)
		}
		if back, err := commented.Revoke(merged); err != nil || string(back) != file {
			t.Errorf("%q came back as %q, %v", file, back, err)
		}
	}
	for file, want := range map[string]string{
		"{\n  // x\n  \"a\": 1,\n}": "4:1: invalid character '}' looking for beginning of object key string; a trailing comma is not allowed here",
		"{ /* x":                    "1:3: invalid character '/' looking for beginning of object key string",
	} {
		if _, err := commented.Apply([]byte(file)); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", file, err, want)
		}
	}
}

// The line for PowerShell also works in Windows PowerShell 5, and is recognised as witness's own.
func TestPowerShellLineIsRecognised(t *testing.T) {
	var entry []struct{ Hooks []struct{ Command string } }
	if err := json.Unmarshal([]byte(geminiFile.line("entry_windows")), &entry); err != nil {
		t.Fatal(err)
	}
	line := entry[0].Hooks[0].Command
	if strings.Contains(line, "||") || !witnessCommand().MatchString(line) || !strings.HasSuffix(line, "; exit 0") {
		t.Errorf("%s", line)
	}
}
