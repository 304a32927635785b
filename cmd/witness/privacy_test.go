package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"witness/engine/hook"
)

// TestPrivacy plants secrets in command lines, outputs, prompts, files and messages of rules, and searches
// for them in every file that witness wrote: the store, its write-ahead log, and a copy made by
// VACUUM INTO. The marks next to the secrets must be found, or the test would prove nothing.
func TestPrivacy(t *testing.T) {
	w := newWorld(t)
	const planted = "Pl4nt3dPl4nt3dPl4nt3d"
	w.rule("echoes", "--- tools = [\"run\"]\n--- message = \"seen: {text} of {line} {args}\"\n\nSELECT :text AS text, :command AS line, :args AS args")
	lines := []string{
		"export API_KEY=PLANTED; ./mark0",
		"mysql -u root -pPLANTED app_mark1",
		"curl -H 'Authorization: Bearer PLANTED' https://example.com/mark2",
		"git clone https://me:PLANTED@example.com/mark3.git",
		"tool_mark4 --password=PLANTED --token PLANTED",
		"P=PLANTED; tool_mark5 --password $P",
		"cat > mark6.env <<'EOF'\nPLANTED in a file\nEOF\n",
		"printf '%s' '-----BEGIN RSA PRIVATE KEY-----\nPLANTED\n-----END RSA PRIVATE KEY-----' > mark7.pem",
		"bash -c 'AWS_SECRET_ACCESS_KEY=PLANTED aws s3 ls mark8'",
		"echo PLANTED | docker login -u mark9 --password-stdin",
		"go test -run mark10 ./... -password=PLANTED",
		"docker login mark13 --password-stdin <<< PLANTED",
		"vercel --prod -t PLANTED # mark14",
		"mvn --encrypt-password PLANTED mark16",
		"psql mark15 -c \"ALTER ROLE a PASSWORD 'PLANTED'\"",
	}
	output := "PLANTED of an output\n--- FAIL: TestMark11 (0.00s)\n    a_test.go:3: mark11: got password=PLANTED, want none\nFAIL\nFAIL\texample.com/x\t0.1s\nFAIL\n"
	for i, line := range lines {
		line = strings.ReplaceAll(line, "PLANTED", planted)
		id := fmt.Sprint("c", i)
		reply := w.send(w.call("s1", id, hook.Before, hook.Run, "command", line))
		if !strings.Contains(reply, "seen: ") || strings.Contains(reply, planted) {
			t.Errorf("%s: %s", line, reply)
		}
		w.send(w.call("s1", id, hook.After, hook.Run, "command", line, "exit", 1, "output", strings.ReplaceAll(output, "PLANTED", planted)))
	}
	w.send(w.call("s1", "", hook.Prompt, "", "source", "", "prompt", planted+" of a prompt"))
	w.send(w.call("s1", "w", hook.After, hook.Write, "files", []map[string]string{{"path": "mark12.go", "kind": "write", "content": "package " + planted}}))
	w.rule("breaks", "--- tools = [\"edit\"]\n--- message = \"x\"\n\nSELECT json('password="+planted+" mark12')")
	w.send(w.call("s1", "e", hook.Before, hook.Edit))
	if w.ask("PRAGMA user_version") == "" {
		t.Fatal("no store")
	}
	w.exec("VACUUM INTO ?", filepath.Join(filepath.Dir(w.path), "copy.db"))

	recorded := ""
	err := filepath.WalkDir(filepath.Dir(w.path), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		recorded += string(text)
		if i := strings.Index(string(text), planted); i >= 0 {
			t.Errorf("%s holds %q", filepath.Base(path), text[max(0, i-200):min(len(text), i+60)])
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 17 {
		if mark := fmt.Sprint("mark", i); !strings.Contains(strings.ToLower(recorded), mark) {
			t.Errorf("%s was not recorded, so the test of its secret proves nothing", mark)
		}
	}

	// The command recorded before a call equals the one recorded after it.
	if n := w.ask("SELECT count(*) FROM events b JOIN events a USING (session, t) WHERE b.moment = 'before' AND a.moment = 'after' AND a.command = b.command AND a.command <> ''"); n != fmt.Sprint(len(lines)) {
		t.Errorf("of %d commands %s are the same before and after", len(lines), n)
	}
}

// rule writes a rule into the world's project.
func (w *world) rule(name, text string) {
	w.t.Helper()
	dir := filepath.Join(w.dir, ".witness", "rules.d")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		w.t.Fatal(err)
	}
	w.write(filepath.Join(dir, name+".sql"), text)
}
