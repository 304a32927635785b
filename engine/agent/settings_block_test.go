package agent

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
)

// The hooks in a TOML file are recognised after another program has rewritten the file: they are
// added once and removed as a whole.
func TestBlockIsRecognisedAfterRewrite(t *testing.T) {
	s := Kimi.Settings()[0]
	const mine = "model = \"k2\"\n\n[[hooks]]\nevent = \"Stop\"\ncommand = \"guard.sh\"\n"
	comments := regexp.MustCompile(`(?m)^#.*\n`)
	once, err := s.Apply([]byte(mine))
	if err != nil {
		t.Fatal(err)
	}
	for name, rewrite := range map[string]func(string) string{
		"ends of lines":     func(file string) string { return strings.ReplaceAll(file, "\n", "\r\n") },
		"no comments":       func(file string) string { return comments.ReplaceAllString(file, "") },
		"neither":           func(file string) string { return strings.ReplaceAll(comments.ReplaceAllString(file, ""), "\n", "\r\n") },
		"one mark":          func(file string) string { return strings.Replace(file, blockEnd, "", 1) },
		"the other mark":    func(file string) string { return strings.Replace(file, blockBegin, "", 1) },
		"twice":             func(file string) string { return file + "\n" + s.Block },
		"twice, both kinds": func(file string) string { return file + "\n" + comments.ReplaceAllString(s.Block, "") },
		"quotes": func(file string) string {
			return strings.NewReplacer(`"`, `'`, "command = ", "  command=").Replace(comments.ReplaceAllString(file, ""))
		},
		"a longer table": func(file string) string {
			return strings.ReplaceAll(comments.ReplaceAllString(file, ""), "timeout = 10\n", "\n# slow\ntimeout = 30\n")
		},
		"no last end":      func(file string) string { return strings.TrimRight(file, "\n") },
		"something behind": func(file string) string { return file + "\n# mine\n[ui]\ndark = true\n" },
	} {
		file := rewrite(string(once))
		if lines, err := s.Installed("config.toml", []byte(file), Kimi); err != nil || len(lines) != 1 || lines[0] != "env witness hook kimi 2>/dev/null || cat >/dev/null" {
			t.Errorf("%s: installed %q, %v", name, lines, err)
		}
		merged, err := s.Apply([]byte(file))
		if n := bytes.Count(merged, []byte("witness hook kimi")); err != nil || n != strings.Count(s.Block, "witness hook kimi") {
			t.Errorf("%s: %d hooks, %v\n%s", name, n, err, merged)
		}
		if again, err := s.Apply(merged); err != nil || !bytes.Equal(again, merged) {
			t.Errorf("%s: twice is another: %v\n%s", name, err, again)
		}
		want := rewrite(mine)
		switch name {
		case "twice", "twice, both kinds", "no last end":
			want = mine
		}
		for _, file := range []string{file, string(merged)} {
			if left, err := s.Revoke([]byte(file)); err != nil || string(left) != want {
				t.Errorf("%s: left %q, %v\nwant %q", name, left, err, want)
			}
		}
	}
	if left, err := s.Revoke([]byte(mine)); err != nil || string(left) != mine {
		t.Errorf("nothing of witness's became %q, %v", left, err)
	}
}
