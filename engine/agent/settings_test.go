package agent

import (
	"bytes"
	"encoding/json"
	"testing"
)

// Few hooks, so that whole files can be read here.
const twoHooks = `{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"env witness hook claude","timeout":10}]}],"Stop":[{"hooks":[{"type":"command","command":"env witness hook claude","timeout":10}]}]}}`

func TestMergeLayout(t *testing.T) {
	for _, test := range []struct{ name, file, want string }{
		{"missing", "", `{
  "hooks": {
    "PreToolUse": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "env witness hook claude",
            "timeout": 10
          }
        ]
      }
    ],
    "Stop": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "env witness hook claude",
            "timeout": 10
          }
        ]
      }
    ]
  }
}
`},
		{"one line", `{"model": "opus"}`, `{"model": "opus","hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"env witness hook claude","timeout":10}]}],"Stop":[{"hooks":[{"type":"command","command":"env witness hook claude","timeout":10}]}]}}`},
		{"tabs, other people's hooks, a key behind, no newline at the end", `{
	"hooks": {
		"PreToolUse": [
			{"matcher": "Bash", "hooks": [{"type": "command", "command": "guard"}]}
		],
		"Stop": []
	},
	"model": "opus"
}`, `{
	"hooks": {
		"PreToolUse": [
			{"matcher": "Bash", "hooks": [{"type": "command", "command": "guard"}]},
			{
				"hooks": [
					{
						"type": "command",
						"command": "env witness hook claude",
						"timeout": 10
					}
				]
			}
		],
		"Stop": [ 
			{
				"hooks": [
					{
						"type": "command",
						"command": "env witness hook claude",
						"timeout": 10
					}
				]
			}
		]
	},
	"model": "opus"
}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := merge(t, []byte(test.file), twoHooks)
			if string(got) != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
			if back := remove(t, got); string(back) != test.file {
				t.Errorf("removed again:\n%q\nwant\n%q", back, test.file)
			}
		})
	}
}

func TestMergeReplaces(t *testing.T) {
	const other = `{"matcher":"Bash","hooks":[{"type":"command","command":"guard"}]}`
	for _, test := range []struct{ name, file, rest string }{
		{"an older command", `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"witness hook claude || true"}]}]}}`, ``},
		{"an absolute and quoted path", `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"\"/opt/my tools/witness\" hook claude"}]}]}}`, ``},
		{"an event no longer asked for", `{"a":1,"hooks":{"Notification":[` + other + `,{"hooks":[{"command":"witness hook claude"}]}]}}`, `{"a":1,"hooks":{"Notification":[` + other + `]}}`},
		{"a hook in somebody's group", `{"hooks":{"Stop":[{"hooks":[{"command":"a"},{"command":"witness hook claude"},{"command":"b"}]}]}}`, `{"hooks":{"Stop":[{"hooks":[{"command":"a"},{"command":"b"}]}]}}`},
		{"the first of a group", `{"hooks":{"Stop":[{"hooks":[{"command":"witness hook claude"}, {"command":"b"}]}]}}`, `{"hooks":{"Stop":[{"hooks":[{"command":"b"}]}]}}`},
		{"an entry without a group", `{"hooks":{"Stop":[{"bash":"witness hook copilot"}, ` + other + `]}}`, `{"hooks":{"Stop":[` + other + `]}}`},
		{"all of it twice", `{"hooks":{"Stop":[{"hooks":[{"command":"witness hook claude"}]}, ` + other + `, {"hooks":[{"command":"witness hook claude"}]}]}}`, `{"hooks":{"Stop":[` + other + `]}}`},
		{"nothing of ours", `{"hooks":{"Stop":[{"hooks":[{"command":"eyewitness hook"}]}]}}`, `{"hooks":{"Stop":[{"hooks":[{"command":"eyewitness hook"}]}]}}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := remove(t, []byte(test.file)); string(got) != test.rest {
				t.Errorf("without witness: %s\nwant %s", got, test.rest)
			}
			merged := merge(t, []byte(test.file), twoHooks)
			if n := bytes.Count(merged, []byte("witness hook claude")); n != 2 {
				t.Errorf("witness occurs %d times in %s", n, merged)
			}
			if got := remove(t, merged); string(got) != test.rest {
				t.Errorf("merged and removed: %s\nwant %s", got, test.rest)
			}
		})
	}
}

// removeHooks keeps what a user changed in the file after mergeHooks.
func TestRemoveAfterOtherEdits(t *testing.T) {
	merged := merge(t, []byte("{}"), twoHooks)
	formatted := new(bytes.Buffer)
	if err := json.Indent(formatted, merged, "", "\t"); err != nil {
		t.Fatal(err)
	}
	if got := remove(t, formatted.Bytes()); len(got) != 0 {
		t.Errorf("reformatted: %q, want nothing left", got)
	}
	behind := bytes.Replace(merged, []byte("\n  }\n}"), []byte("\n  },\n  \"model\": \"opus\"\n}"), 1)
	if got, want := string(remove(t, behind)), "{ \n  \"model\": \"opus\"\n}"; got != want {
		t.Errorf("a key behind ours: %q, want %q", got, want)
	}
	if got := merge(t, behind, twoHooks); !bytes.Equal(got, behind) {
		t.Errorf("merged again:\n%s\nwant\n%s", got, behind)
	}
}

func TestSettingsErrors(t *testing.T) {
	for _, test := range []struct{ file, want string }{
		{"{\n  \"a\": 1,\n}", "3:1: invalid character '}' looking for beginning of object key string; comments and trailing commas are not allowed here"},
		{"{\n  // mine\n  \"a\": 1\n}", "2:3: invalid character '/' looking for beginning of object key string; comments and trailing commas are not allowed here"},
		{"{\"ü\": x}", "1:7: invalid character 'x' looking for beginning of value"},
		{"{\"a\": 1", "1:7: unexpected end of JSON input"},
		{"{} {}", "1:4: invalid character '{' after top-level value"},
		{"[]", "1:1: the settings must be an object {…}"},
		{"null", "1:1: the settings must be an object {…}"},
		{"{\n\"hooks\": []}", "2:10: \"hooks\" must be an object {…}"},
		{"{\"hooks\":{\n\t\"Stop\": {}}}", "2:10: \"Stop\" must be an array […] of hooks"},
	} {
		if _, err := mergeHooks([]byte(test.file), Claude.Settings()[0].merged(), false); err == nil || err.Error() != test.want {
			t.Errorf("mergeHooks(%q): %v, want %s", test.file, err, test.want)
		}
		if _, err := removeHooks([]byte(test.file), false); err == nil || err.Error() != test.want {
			t.Errorf("removeHooks(%q): %v, want %s", test.file, err, test.want)
		}
	}
}

func merge(t *testing.T, file []byte, hooks string) []byte {
	t.Helper()
	got, err := mergeHooks(file, hooks, false)
	if err != nil {
		t.Fatalf("mergeHooks(%q): %v", file, err)
	}
	return got
}

func remove(t *testing.T, file []byte) []byte {
	t.Helper()
	got, err := removeHooks(file, false)
	if err != nil {
		t.Fatalf("removeHooks(%q): %v", file, err)
	}
	return got
}
