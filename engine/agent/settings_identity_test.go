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

// mergeHooks followed by removeHooks restores the file byte for byte.
func TestMergeRemoveIsIdentity(t *testing.T) {
	files := []string{
		"", "\n", " \t\r\n", "{}", "{}\n", " {\n}\r\n", `{"hooks":{}}`, "{\"hooks\" : { } }", "{\n  \"hooks\": {\n  }\n}\n",
		`{"hooks":{"Stop":[]}}`, "{\"hooks\":{\"Stop\":[\n]}}", "{\"hooks\":{\"Stop\":[ ],\"PreToolUse\":[]}}", "{\r\n\t\"hooks\": {\r\n\t\t\"Stop\": [ \r\n ]\r\n\t}\r\n}",
		`{"hooks":{"Stop":[{"hooks":[]}]}}`, `{"hooks":1,"hooks":{}}`, `{"hooks":{}, "ho\u006fks":{"Stop":[]}}`, "{\n}", "\ufeff{}\r\n", "\ufeff", "{\n\"a\":1}", "{ \"a\": [1, 2] ,\n\n \"b\": {} }",
	}
	rnd := rand.New(rand.NewSource(1))
	for range 1000 {
		files = append(files, randomSettings(rnd, [][]string{{""}, {"", " "}, {"", " ", "\t", "  "}, {"", "\n", "\n  ", " \n\t", "\n\n"}, {"", "\r\n", "\r\n    ", " "}}[rnd.Intn(5)]))
	}
	for _, file := range files {
		for _, hooks := range []string{twoHooks, Claude.Settings()[0].merged()} {
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

// checkMerged compares the parsed files: the wanted entries are at the end of their events, and
// everything else is unchanged.
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

// The same for a client that accepts comments.
func TestMergeRemoveAmongComments(t *testing.T) {
	rnd := rand.New(rand.NewSource(2))
	for range 1000 {
		file := randomSettings(rnd, []string{"", "", " ", "\n  ", "/* \"hooks\": { */", " // [ \"x\n", "\n/**/\n"})
		merged, err := mergeHooks([]byte(file), twoHooks, true)
		if err != nil || !json.Valid(blankComments(merged)) {
			t.Fatalf("%q: %v, merged to %s", file, err, merged)
		}
		if again, err := mergeHooks(merged, twoHooks, true); err != nil || !bytes.Equal(again, merged) {
			t.Fatalf("%q: %v, merged twice:\n%s\nonce:\n%s", file, err, again, merged)
		}
		if back, err := removeHooks(merged, true); err != nil || string(back) != file {
			t.Fatalf("%q: %v, came back as %q from\n%s", file, err, back, merged)
		}
		checkMerged(t, string(blankComments([]byte(file))), blankComments(merged), twoHooks)
	}
}

// randomSettings returns a settings file with or without hooks, with empty and non-empty events,
// and with white space wherever JSON allows it.
func randomSettings(rnd *rand.Rand, blanks []string) string {
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

func unmarshal(t *testing.T, text string, to any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), to); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}
