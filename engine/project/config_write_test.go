package project

import "testing"

// TestWithKey checks that a key is set and all else stays: comments, order, other tables.
func TestWithKey(t *testing.T) {
	for _, c := range []struct{ text, key, value, after string }{
		{"", "mode", `"observe"`, "mode = \"observe\"\n"},
		{"", "rules.no_thrashing", `"block"`, "[rules]\nno_thrashing = \"block\"\n"},
		{"# ours\nmode = \"enforce\" # since May\n", "mode", `"observe"`, "# ours\nmode = \"observe\" # since May\n"},
		{"packs = [ # all\n  \"loop\", # a\n  \"tdd\",\n]\nmode = \"observe\"\n", "packs", `["loop", "tdd", "git"]`, "packs = [\"loop\", \"tdd\", \"git\"]\nmode = \"observe\"\n"},
		{"[rules] # of ours\na = \"off\"   # a # b\n\n[files]\ncode = [\"x\"]\n", "rules.a", `"warn"`, "[rules] # of ours\na = \"warn\" # a # b\n\n[files]\ncode = [\"x\"]\n"},
		{"[rules]\na = \"off\"\n\n[files]\ncode = [\"x\"]\n", "rules.b", `"ask"`, "[rules]\na = \"off\"\nb = \"ask\"\n\n[files]\ncode = [\"x\"]\n"},
		{"[rules]\na = \"off\"\n", "mode", `"observe"`, "mode = \"observe\"\n[rules]\na = \"off\"\n"},
		{"[[rule]]\nname = \"x\"\n\n[rules]\n", "rules.x", `"off"`, "[[rule]]\nname = \"x\"\n\n[rules]\nx = \"off\"\n"},
		{"x = \"# no comment\" # one\n", "x", `"y"`, "x = \"y\" # one\n"},
		// Forms that are not edited.
		{"[rules.a]\nseverity = \"off\"\n", "rules.a", `"warn"`, ""},
		{"rules = { a = \"off\" }\n", "rules.a", `"warn"`, ""},
		{"rules.a = \"off\"\n", "rules.a", `"warn"`, ""},
		{"[rules]\n\"a\" = { severity = \"off\", threshold = 2 }\n", "rules.a", `"warn"`, ""},
		{"mode = \"observe\"\n", "mode", `observe`, ""},
		{"text = '''\nmode = \"x\"\n'''\n", "mode", `"observe"`, ""},
	} {
		after, err := withKey("c.toml", c.text, c.key, c.value)
		if after != c.after || (err == nil) != (c.after != "") {
			t.Errorf("%q with %s = %s: %q, %v; want %q", c.text, c.key, c.value, after, err, c.after)
		}
	}
}
