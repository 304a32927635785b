package agent

import "testing"

// What Codex has started without a shell is a line of the shell that knows its first word.
func TestCodexWords(t *testing.T) {
	for _, c := range []struct {
		words       codexWords
		line, shell string
	}{
		{codexWords{"bash", "-lc", "ls -la"}, "ls -la", ""},
		{codexWords{"powershell.exe", "-Command", "Get-Content a.md"}, "Get-Content a.md", "powershell"},
		{codexWords{"Get-Content", "-TotalCount", "200", "it's a.md"}, "Get-Content -TotalCount 200 'it''s a.md'", "powershell"},
		{codexWords{"cat", "it's a.md"}, `cat 'it'\''s a.md'`, ""},
		{codexWords{"apt-get", "install"}, "apt-get install", ""},
	} {
		if line, shell := c.words.line(); line != c.line || shell != c.shell {
			t.Errorf("%q: got %q, %q", c.words, line, shell)
		}
	}
}
