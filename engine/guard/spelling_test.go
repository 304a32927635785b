package guard

import (
	"slices"
	"testing"
)

// TestSpellings states what lines would do that write through a flag or an address, or set what a client is started with.
func TestSpellings(t *testing.T) {
	_, root := protected(t)
	const own, codex = "changes .witness.toml", "changes .codex/hooks.json"
	for line, want := range map[string][]string{
		"source <(echo rm .codex/hooks.json)":                             {codex},
		"perl -e 'rename \".codex\", \".off\"'":                           {codex},
		"git diff --output=.witness.toml a.go":                            {own},
		"git diff --output=x.patch .witness.toml":                         nil,
		"git archive -o .witness.toml HEAD":                               {own},
		"git bundle create .codex/hooks.json HEAD":                        {codex},
		"git bundle verify .codex/hooks.json":                             nil,
		"git config -f .witness.toml a.b c":                               {own},
		"git config --file .witness.toml --unset a.b":                     {own},
		"git config -f .witness.toml a.b":                                 nil,
		"git config -f .witness.toml --list":                              nil,
		"find . -iname '*WITNESS*' -delete":                               {own},
		"xxd -r a.hex .witness.toml":                                      {own},
		"xxd .witness.toml":                                               nil,
		"sort .witness.toml -o /tmp/x":                                    nil,
		"sort a.go -o .witness.toml":                                      {own},
		"vimdiff -R .witness.toml a.go":                                   nil,
		"curl --output-dir .codex -O https://x.test/hooks.json?v=1":       {codex},
		"cd .codex && curl -sSLO https://x.test/hooks.json":               {codex},
		"curl -O https://x.test/hooks.json":                               nil,
		"sftp host:x .witness.toml":                                       {own},
		"sftp host:.witness.toml /tmp/x":                                  nil,
		"mmv .codex x":                                                    {codex},
		"emerge -C app/witness":                                           {"removes emerge"},
		"systemd-run --user -t witness snooze x":                          {"runs witness snooze"},
		"ssh localhost 'cd proj && rm .witness.toml'":                     {own},
		"ssh localhost 'rm .witness.toml'":                                nil, // that of the home directory
		"PATH=/nowhere:$PATH claude -p x":                                 nil,
		"PATH=/nowhere make":                                              nil,
		"echo 'export WITNESS_DB=x' >> ~/.bashrc":                         {"sets WITNESS_DB"},
		"printf 'set -gx WITNESS_DB x' > ~/.config/fish/config.fish":      {"sets WITNESS_DB"},
		"echo 'echo $WITNESS_DB' >> ~/.bashrc":                            nil,
		"echo '# WITNESS_DB=x would do' >> ~/.bashrc":                     nil,
		"git -c core.editor='rm .witness.toml' commit":                    {own},
		"git -c core.editor='vim' commit":                                 nil,
		"rclone sync .codex remote:backup":                                nil,
		"ls -d .codex/*.json | while read f; do mv \"$f\" /tmp; done":     {codex},
		"php -r 'rename(\".codex\", \"x\");'":                             {codex},
		"python3 -c \"df.rename(columns={'a': '.codex'})\"":               nil,
		"kotlin -e 'println(java.io.File(\".witness.toml\").readText())'": nil,
		"echo 'export WITNESS_DB=x' >> notes.md":                          nil,
	} {
		slices.Sort(want)
		if got := effectsOf(root, line); !slices.Equal(got, want) {
			t.Errorf("%s\n\thas the effects %q, not %q", line, got, want)
		}
	}
}
