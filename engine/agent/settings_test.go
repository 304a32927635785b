package agent

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand"
	"reflect"
	"strings"
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

// What people do to a file between Merge and Remove is theirs and stays.
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
		if _, err := Merge([]byte(test.file), claudeHooks); err == nil || err.Error() != test.want {
			t.Errorf("Merge(%q): %v, want %s", test.file, err, test.want)
		}
		if _, err := Remove([]byte(test.file)); err == nil || err.Error() != test.want {
			t.Errorf("Remove(%q): %v, want %s", test.file, err, test.want)
		}
	}
}

// Merge then Remove gives back the bytes, whatever the file looks like.
func TestMergeRemoveIsIdentity(t *testing.T) {
	files := []string{
		"", "\n", " \t\r\n", "{}", "{}\n", " {\n}\r\n", `{"hooks":{}}`, "{\"hooks\" : { } }", "{\n  \"hooks\": {\n  }\n}\n",
		`{"hooks":{"Stop":[]}}`, "{\"hooks\":{\"Stop\":[\n]}}", "{\"hooks\":{\"Stop\":[ ],\"PreToolUse\":[]}}", "{\r\n\t\"hooks\": {\r\n\t\t\"Stop\": [ \r\n ]\r\n\t}\r\n}",
		`{"hooks":{"Stop":[{"hooks":[]}]}}`, `{"hooks":1,"hooks":{}}`, `{"hooks":{}, "ho\u006fks":{"Stop":[]}}`, "{\n}", "\ufeff{}\r\n", "\ufeff", "{\n\"a\":1}", "{ \"a\": [1, 2] ,\n\n \"b\": {} }",
	}
	rnd := rand.New(rand.NewSource(1))
	for range 1000 {
		files = append(files, randomSettings(rnd))
	}
	for _, file := range files {
		for _, hooks := range []string{twoHooks, claudeHooks} {
			merged := merge(t, []byte(file), hooks)
			if !json.Valid(bytes.TrimPrefix(merged, byteOrderMark)) {
				t.Fatalf("%q: merged to invalid JSON %s", file, merged)
			}
			if again := merge(t, merged, hooks); !bytes.Equal(again, merged) {
				t.Fatalf("%q: merged twice:\n%s\nonce:\n%s", file, again, merged)
			}
			if back := remove(t, merged); string(back) != file {
				t.Fatalf("%q: came back as %q from\n%s", file, back, merged)
			}
			checkMerged(t, file, merged, hooks)
		}
	}
}

// checkMerged compares what the file means: the wanted entries are at the end of their
// events, and all else is as before.
func checkMerged(t *testing.T, file string, merged []byte, hooks string) {
	t.Helper()
	type document = map[string]any
	file, merged = strings.TrimPrefix(file, "\ufeff"), bytes.TrimPrefix(merged, byteOrderMark)
	var before, after, want document
	if strings.TrimSpace(file) != "" {
		unmarshal(t, file, &before)
	}
	unmarshal(t, string(merged), &after)
	unmarshal(t, hooks, &want)
	if before == nil {
		before = document{}
	}
	section, _ := before["hooks"].(document)
	if section == nil {
		section = document{}
		before["hooks"] = section
	}
	for event, entries := range want["hooks"].(document) {
		had, _ := section[event].([]any)
		section[event] = append(had, entries.([]any)...)
	}
	if !reflect.DeepEqual(before, after) {
		t.Fatalf("%q: merged to\n%s", file, merged)
	}
}

// randomSettings writes a settings file: with or without hooks, with empty and full
// events, and with blanks wherever JSON allows them.
func randomSettings(rnd *rand.Rand) string {
	blanks := [][]string{{""}, {"", " "}, {"", " ", "\t", "  "}, {"", "\n", "\n  ", " \n\t", "\n\n"}, {"", "\r\n", "\r\n    ", " "}}[rnd.Intn(5)]
	blank := func() string { return blanks[rnd.Intn(len(blanks))] }
	list := func(open, shut string, items []string) string {
		text := open + blank()
		for i, item := range items {
			if i > 0 {
				text += "," + blank()
			}
			text += item + blank()
		}
		return text + shut
	}
	pair := func(key, value string) string { return `"` + key + `"` + blank() + ":" + blank() + value }
	group := func() string {
		return list("{", "}", []string{pair("matcher", `"Bash|Edit"`), pair("hooks", list("[", "]", []string{`{"command":"guard"}`}[:rnd.Intn(2)]))})
	}
	events := func() string {
		var items []string
		for _, event := range []string{"PreToolUse", "Stop", "Notification"} {
			var groups []string
			for range rnd.Intn(3) {
				groups = append(groups, group())
			}
			if rnd.Intn(2) == 0 {
				items = append(items, pair(event, list("[", "]", groups)))
			}
		}
		return list("{", "}", items)
	}
	var members []string
	for i := range rnd.Intn(3) {
		members = append(members, pair(fmt.Sprint("k", i), []string{`"}"`, "[1,2]", "{}", "null", `"ü\"\n"`}[rnd.Intn(5)]))
	}
	if rnd.Intn(3) > 0 {
		members = append(members, pair("hooks", events()))
		rnd.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	}
	return blank() + list("{", "}", members) + blank()
}

func merge(t *testing.T, file []byte, hooks string) []byte {
	t.Helper()
	got, err := Merge(file, hooks)
	if err != nil {
		t.Fatalf("Merge(%q): %v", file, err)
	}
	return got
}

func remove(t *testing.T, file []byte) []byte {
	t.Helper()
	got, err := Remove(file)
	if err != nil {
		t.Fatalf("Remove(%q): %v", file, err)
	}
	return got
}

func unmarshal(t *testing.T, text string, to any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), to); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}
