package guard

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"witness"
	"witness/engine/disk"
	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/shell"
	"witness/internal/testenv"
)

func TestMain(m *testing.M) { os.Exit(testenv.Run(m)) }

// protected is a repository with files of witness that git does not know, one that it ignores and one that is
// committed.
func protected(t *testing.T) (home, root string) {
	t.Helper()
	home = project.Resolve(t.TempDir())
	t.Setenv("HOME", home)
	root = filepath.Join(home, "proj")
	write := func(names ...string) {
		for _, name := range names {
			if err := os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(root, name), []byte(`{"by": "witness"}`), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	git := func(args ...string) {
		cmd := exec.CommandContext(t.Context(), "git", append([]string{"-c", "user.name=x", "-c", "user.email=x@y"}, args...)...)
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v %s", args, err, out)
		}
	}
	write("a.go")
	git("init", "-q", "-b", "main")
	git("add", "-A")
	git("commit", "-qm", "one")
	git("commit", "-qm", "two", "--allow-empty")
	write(".claude/settings.json", "b.go")
	git("add", "-A")
	git("commit", "-qm", "three")
	write(".witness.toml", ".codex/hooks.json", ".gitignore")
	if err := os.WriteFile(filepath.Join(root, ".gitignore"), []byte(".codex\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return home, root
}

// effectsOf returns what a line in the project would do, a word and what it does that to for each effect.
func effectsOf(root, line string) (list []string) {
	c := &facts.Call{Event: hook.Event{Moment: hook.Before, Tool: hook.Run, Command: line}, Project: project.Find(root, "")}
	c.Line = shell.Parse(line, root, project.Home())
	for _, effects := range New(c, &disk.Live{}, "", witness.Files).OfCommands() {
		for _, e := range effects {
			list = append(list, e.Does+" "+strings.Replace(e.What, project.Home(), "~", 1))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// TestLines states what lines would do that name a file in a way which the analysis of a shell line does not
// see: through a link, a mount, a message to another program, or as all files that git does not know.
func TestLines(t *testing.T) {
	_, root := protected(t)
	const own, codex, claude = "changes .witness.toml", "changes .codex/hooks.json", "changes .claude/settings.json"
	for line, want := range map[string][]string{
		"ln -s .codex x && rm x/hooks.json":                          {codex},
		"ln -s .codex x && rm y/hooks.json":                          nil,
		"echo 'rm .witness.toml' | at now":                           {own},
		"at noon <<< 'witness snooze no_tests'":                      {"runs witness snooze"},
		"echo 'ls .witness.toml' | at now":                           nil,
		"echo '@reboot rm " + root + "/.witness.toml' | crontab -":   {own},
		"echo '0 5 * * 1 rm " + root + "/.witness.toml' | crontab -": {own},
		"echo '0 5 * * 1 ls " + root + "/.witness.toml' | crontab -": nil,
		"expect -c 'spawn rm .witness.toml; expect eof'":             {own},
		"ssh me@localhost 'rm " + root + "/.witness.toml'":           {own},
		"ssh example.com 'rm " + root + "/.witness.toml'":            nil,
		"docker run img rm /w/.witness.toml":                         nil,
		"docker run -v .:/w img rm /w/.witness.toml":                 {own},
		"docker run -v .:/w img cat /w/.witness.toml":                nil,
		"tmux new -d 'rm .witness.toml'":                             {own},
		"watchexec -- grep -r 'witness snooze' .":                    nil,
		"hyperfine 'witness doctor'":                                 nil,
		"chmod 000 .witness.toml":                                    {own},
		"chmod g-w,o-r .witness.toml":                                nil,
		"chmod 644 .witness.toml":                                    nil,
		"chmod a-x .":                                                {own, codex, claude},
		"chmod -R a-w .codex":                                        {codex},
		"chmod -R g-w .":                                             nil,
		"git clean -fd":                                              {own},
		"git clean -fdx":                                             {own, codex},
		"git clean -fdX":                                             {codex},
		"git clean -ndx":                                             nil,
		"git clean -dx":                                              nil,
		"git clean -fdx -e .codex":                                   {own},
		"git clean -fdx -e '*.toml' --exclude=.codex":                nil,
		"git clean -fdx '-e.witness.toml'":                           {codex},
		"git stash -u":                                               {own},
		"git stash push -um wip":                                     {own},
		"git stash -a -- .codex":                                     {codex},
		"git stash list":                                             nil,
		"git stash -u && git stash pop":                              nil,
		"git stash -u; rm -f x":                                      {own},
		"git rm --cached .claude/settings.json && git clean -fd":     {own, claude},
		"git checkout HEAD~1 -- .":                                   {claude},
		"git restore -s main~2 .":                                    {claude},
		"git checkout -- .":                                          nil,
		"git checkout HEAD~1 -- a.go":                                nil,
		"git checkout HEAD -- .claude":                               nil, // it is as it is there
		"git checkout HEAD~1 .claude":                                {claude},
		"git checkout .claude/settings.json":                         nil,
		"git restore --source=HEAD~1 --staged .claude":               nil,
		"git reset --hard":                                           nil,
		"git reset --hard HEAD~1":                                    {claude},
		"git reset --soft HEAD~1":                                    nil,
		"git checkout --no-such HEAD~9 -- .claude":                   nil, // no such revision
		"git stash push -m -u":                                       nil,
		"git stash -m wip -u":                                        {own},
		"git apply --directory=.codex/x missing.patch":               nil,
		"git apply --check --directory=.codex missing.patch":         nil,
		"fd -H hooks .codex -x rm":                                   {codex},
		"fd -H -e toml -X rm":                                        {own},
		"fd -e toml -X rm":                                           nil, // fd leaves out hidden files
		"fd -H '^\\.wit.*l$' | xargs rm":                             {own},
		"fd -H -e go -x rm":                                          nil,
		"fd -H hooks .codex":                                         nil,
		"rg -l x | xargs rm":                                         nil,
		"rg --hidden -l x | xargs rm":                                nil, // none contains it
		"rg --hidden -l witness | xargs rm":                          {own, codex, claude},
		"grep -rl witness .codex | xargs sed -i s/a/b/":              {codex},
		"grep -rl other . | xargs sed -i s/a/b/":                     nil,
		"grep -rl witness --include='*.go' . | xargs sed -i s/a/b/":  nil,
		"fd -H .codex -x rm -r":                                      {codex},
		"fd . src -t f -x chmod 644":                                 nil,
		"tar xf a.tar .codex":                                        {codex},
		"tar xf a.tar src":                                           nil,
		"printf '.codex/hooks.json\\0' | xargs -0 rm":                {codex},
		"vim -c '!rm .codex/hooks.json' -c q":                        {codex},
		"vim -c 'wq!' a.go":                                          nil,
		"git -c alias.x='!rm .codex/hooks.json' x":                   {codex},
		"git config alias.x '!rm' && git x .codex/hooks.json":        {codex},
		"git -c alias.x='!ls' x .codex/hooks.json":                   nil,
		"GIT_EDITOR='rm .codex/hooks.json' git commit":               {codex},
		"GIT_EDITOR=true git commit":                                 nil,
		"git submodule foreach 'rm .codex/hooks.json'":               {codex},
		"git rebase -x 'go test ./...' main":                         nil,
		"git bisect run rm .codex/hooks.json":                        {codex},
		"git rebase --exec='rm .codex/hooks.json' main":              {codex},
		"Rscript -e 'unlink(\".codex\", recursive=TRUE)'":            {codex},
		"ls -A | grep '^\\.c' | xargs rm -r":                         {codex, claude},
		"ls -A | grep '^\\.x' | xargs rm -r":                         nil,
		"ls | xargs rm -r":                                           nil,
		"echo .codex/hooks.json | parallel rm":                       {codex},
		"ls *.go | parallel rm {}":                                   nil,
		"rm \".codex/$(pick)\"":                                      {codex},
		"rm \"$(pick).toml\"":                                        nil,
		"rm -rf -- * .[!.]*":                                         {own, codex, claude},
		"python3 -c 'import os; print(os.environ[\"WITNESS_DB\"])'":  nil,
		"git clone https://example.com/x .codex":                     nil, // no place is a folder of this name
		"npm uninstall -g witness":                                   {"removes npm"},
		"brew uninstall x/tap/witness":                               {"removes brew"},
		"pacman -Rns witness":                                        {"removes pacman"},
		"pip uninstall --prefix witness other":                       nil,
		"go clean -i example.com/witness@latest":                     {"removes go"},
		"go clean witness":                                           nil,
		"npm uninstall witness-utils":                                nil,
		"python3 -c 'import os; os.remove(\".witness.toml\")'":       {own},
		"python3 -c 'open(\".witness.toml\", \"w\")'":                {own},
		"python3 -c 'print(open(\".witness.toml\").read())'":         nil,
		"python3 -c 'import shutil; shutil.rmtree(\".codex\")'":      {codex},
		"python3 -c 'import os; os.unlink(os.path.join(\".codex\", \"hooks.json\"))'": {codex, "changes ~/.codex/hooks.json"},
		"node -e 'require(\"child_process\").execSync(\"rm .witness.toml\")'":         {own},
		"node -e 'console.log(\"rm .witness.toml\")'":                                 nil,
		"export WITNESS_DB=x":              {"sets WITNESS_DB"},
		"declare -x WITNESS_DB=x":          {"sets WITNESS_DB"},
		"WITNESS_DB=x go test ./...":       {"sets WITNESS_DB"},
		"echo WITNESS_DB=x":                nil,
		"witness trust --list":             nil,
		"witness trust --list=x":           {"runs witness trust"},
		"witness db prune --older 1d":      {"runs witness db prune"},
		"witness db list":                  nil,
		"witness init":                     nil,
		"witness init --remove":            {"runs witness init --remove"},
		"witness rules new x":              {"runs witness rules new"},
		"witness trust --help":             nil,
		"rm \"$(witness db path)\"":        {"locates rm"},
		"ls \"$(witness db path)\"":        nil,
		"tar xf a.tar -C .codex":           {codex},
		"tar xf a.tar":                     nil,
		"find . -name '*.toml' -delete":    {own},
		"find . -name '*.go' -delete":      nil,
		"rm rules.d/no_commit_failing.sql": {"changes rules.d/no_commit_failing.sql"}, // the name of a rule of witness's own
		"rm rules.d/orders.sql":            nil,
	} {
		slices.Sort(want)
		if got := effectsOf(root, line); !slices.Equal(got, want) {
			t.Errorf("%s\n\thas the effects %q, not %q", line, got, want)
		}
	}
}
