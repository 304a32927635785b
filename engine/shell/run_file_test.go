package shell

import (
	"path"
	"strings"
	"testing"
)

// aDisk has files by path.
type aDisk map[string]string

func (d aDisk) Text(path string) string        { return d[path] }
func (aDisk) GitSetting(string, string) string { return "" }
func (aDisk) GitRoot(string) string            { return "" }
func (aDisk) Wrote(path string) bool           { return !strings.Contains(path, "theirs") }

func (d aDisk) Glob(name PathWord) (list []string) {
	for file := range d {
		if ok, _ := path.Match(name.Path, file); ok {
			list = append(list, file)
		}
	}
	return list
}

// GitHook knows the hooks of the repository /h.
func (d aDisk) GitHook(dir, name string) string {
	if path := "/h/.git/hooks/" + name; d[path] != "" && strings.HasPrefix(dir+"/", "/h/") {
		return path
	}
	return ""
}

// TestRunFile checks what a line runs from files: each command with the place that it stands on.
func TestRunFile(t *testing.T) {
	disk := aDisk{
		"/p/a.sh":                    "#!/bin/bash\n# says what it does\ngit add -A\ngit commit -m \"$1\"\n",
		"/p/b.sh":                    "cd sub && rm -rf x\nsh ../a.sh y\n",
		"/p/again.sh":                "sh again.sh\n",
		"/p/run":                     "#!/usr/bin/env bash\ngit push --force\n",
		"/p/tool":                    "#!/usr/bin/env node\nprocess.exit()\n",
		"/p/x.py":                    "import os\n",
		"/p/ship.py":                 "import subprocess\n\ndef other():\n    subprocess.run(['git', 'push'])\n\ndef main():\n    save()\n\ndef save():\n    subprocess.run(['git', 'commit', '-am', 'x'])\n\nif __name__ == '__main__':\n    main()\n",
		"/p/ship.mjs":                "import {execSync} from 'node:child_process'\nconst push = () => {\n  execSync('git push')\n}\nexecSync('git commit -am x')\n",
		"/p/bin/save":                "#!/usr/bin/env ruby\nsystem('git', 'commit', '-am', 'x')\n",
		"/p/x.go":                    "package main\n\nimport \"os/exec\"\n\nfunc other() {\n\texec.Command(\"git\", \"push\")\n}\n\nfunc main() {\n\texec.CommandContext(ctx, \"git\", \"commit\", \"-am\", \"it's\").Run() // it's\n}\n",
		"/p/x.lua":                   "local x = 1 -- git push\nos.execute('git commit -am x')\n",
		"/p/tidy/main.go":            "package main\n\nfunc main() { exec.Command(`git`, \"stash\").Run() }\n",
		"/p/theirs.py":               "import os\nos.system('git push')\n",
		"/p/fn.sh":                   "f() { git reset --hard; }\n",
		"/p/drop.sql":                "DROP TABLE t;\n",
		"/p/Makefile":                "D = out\n.PHONY: all save\nall: save\n\nsave: clean\n\t@git add -A && \\\n\t  git commit -m wip\n\nclean:\n\trm -rf $(D)/$@ $$HOME/x\n",
		"/p/justfile":                "v := 'dist'\n\ndeploy env='x': build\n  @git push {{env}} {{v}}\n\nbuild:\n    #!/bin/sh\n    cd web\n    rm -rf node_modules\n",
		"/p/package.json":            "{\n  \"scripts\": {\n    \"presave\": \"git add -A\",\n    \"save\": \"git commit -m wip\"\n  }\n}\n",
		"/p/Taskfile.yml":            "version: '3'\ntasks:\n  x:\n    deps: [y]\n    cmds:\n      - rm -rf {{.DIR}}/a\n      - cmd: git stash\n  y: git clean -fd\n  z:\n    cmds: [\"npx a\", \"npx b\"]\n",
		"/p/mise.toml":               "[tasks.x]\nrun = ['git stash', 'git pull']\n[tasks]\ny = 'git fetch'\n",
		"/p/pyproject.toml":          "[tool.poe.tasks]\nx = { shell = 'rm -rf a', deps = ['y'] }\ny = 'ls'\n",
		"/p/hatch.toml":              "[envs.default.scripts]\nx = 'rm -rf a'\n",
		"/p/tox.ini":                 "[tox]\nenvlist = x\n\n[testenv:x]\ndeps = pytest\ncommands_pre = git stash\ncommands =\n    # all\n    -rm -rf a {posargs}\n    git gc\n[testenv:y]\ncommands = ls\n",
		"/p/build.gradle":            "task y { doLast { delete 'b' } }\n\ntasks.register('x', Exec) {\n    commandLine 'git', 'stash'\n}\n",
		"/p/magefile.go":             "func Y() { exec.Command(\"git\", \"gc\").Run() }\n\nfunc X() {\n\texec.Command(\"git\", \"stash\").Run()\n}\n",
		"/p/x.cmake":                 "file(REMOVE_RECURSE \"b\")\n",
		"/p/project.json":            "{\"targets\": {\"x\": {\"executor\": \"nx:run-commands\", \"dependsOn\": [\"y\", \"^b\"], \"options\": {\"commands\": [\"git stash\"]}}, \"y\": {\"command\": \"rm a\"}}}\n",
		"/p/apps/a/project.json":     "{\"targets\": {\"x\": {\"command\": \"rm b\"}}}\n",
		"/p/.pre-commit-config.yaml": "repos:\n  - repo: local\n    hooks:\n      - id: x\n        entry: git stash\n        language: system\n      - id: y\n        entry: rm a\n  - repo: https://example.org/h\n    hooks:\n      - id: z\n",
		"/p/gen.go":                  "package p\n\n//go:generate rm -rf a\n// //go:generate git stash\n",
		"/p/in/gen.go":               "package in\n\n//go:generate git gc\n",
		"/p/theirs_gen.go":           "package p\n\n//go:generate git stash\n",
		"/p/composer.json":           "{\"scripts\": {\"x\": [\"@y\", \"rm b\"], \"y\": \"rm a\"}}\n",
	}
	for _, test := range []struct{ line, want string }{
		{"bash a.sh wip", "a.sh wip; a.sh:3 git add -A; a.sh:4 git commit -m wip"},
		{"source a.sh", "source a.sh; a.sh:3 git add -A; a.sh:4 git commit -m $?"},
		{"bash b.sh", "b.sh; b.sh:1 cd sub; b.sh:1 rm -rf x; b.sh:2 a.sh y; a.sh:3 git add -A; a.sh:4 git commit -m y"},
		{"bash again.sh", "again.sh; again.sh:1 again.sh; again.sh:1 again.sh; again.sh:1 again.sh"},
		{"./run", "run; run:2 git push --force"},
		{"./tool; python3 x.py", "tool; x.py"},
		{"python3 -u ship.py", "ship.py; ship.py:10 git commit -am x"},
		{"node ship.mjs; ./bin/save; ruby bin/save", "ship.mjs; ship.mjs:5 git commit -am x; save; bin/save:2 git commit -am x; save; bin/save:2 git commit -am x"},
		{"bun run ship.mjs; bun run save", "bun run ship.mjs; ship.mjs:5 git commit -am x; bun run save; package.json:3 git add -A; package.json:4 git commit -m wip"},
		{"python3 theirs.py", "theirs.py"},
		{"lua x.lua", "lua x.lua; x.lua:2 git commit -am x"},
		{"go run x.go; go run -race ./tidy; go run ./none", "go run x.go; x.go:10 git commit -am it's; go run -race ./tidy; tidy/main.go:3 git stash; go run ./none"},
		{"go run - <<'E'\nfunc main() { exec.Command(\"git\", \"stash\").Run() }\nE", "go run -; git stash"},
		{"cat > y.go <<'E'\nfunc main() { exec.Command(\"git\", \"stash\").Run() }\nE\ngo run y.go", "cat; go run y.go; y.go:1 git stash"},
		{". fn.sh; f", "source fn.sh; fn.sh:1 git reset --hard"},
		{"bash -s < a.sh", "a.sh:3 git add -A; a.sh:4 git commit -m $?"},
		{"cat a.sh | bash", "cat a.sh; a.sh:3 git add -A; a.sh:4 git commit -m $?"},
		{"ssh prod bash -s < run", "ssh prod bash -s"},
		{"make", "make; Makefile:10 rm -rf $? /home/dev/x; Makefile:6 git add -A; Makefile:7 git commit -m wip"},
		{"make save -n", "make save -n"},
		{"make -f other save", "make save -f other"},
		{"just deploy x", "just deploy x; justfile:8 cd web; justfile:9 rm -rf node_modules; justfile:4 git push $? dist"},
		{"npm run save", "npm run save; package.json:3 git add -A; package.json:4 git commit -m wip"},
		{"cd src && yarn save", "cd src; yarn save; package.json:3 git add -A; package.json:4 git commit -m wip"},
		{"npm run save -w app", "npm run save -w app"},
		{"task x", "task x; Taskfile.yml:8 git clean -fd; Taskfile.yml:6 rm -rf $?; Taskfile.yml:7 git stash"},
		{"task z", "task z; Taskfile.yml:10 a; Taskfile.yml:10 b"},
		{"mise run x", "mise run x; mise.toml:1 git stash; mise.toml:1 git pull"},
		{"poe x", "poe x; pyproject.toml:3 ls; pyproject.toml:2 rm -rf a"},
		{"hatch run x; rye run x", "x; hatch.toml:2 rm -rf a; x"},
		{"tox -e x; tox run -e y", "tox -e x; tox.ini:6 git stash; tox.ini:9 rm -rf a; tox.ini:10 git gc; tox run -e y; tox.ini:12 ls"},
		{"gradle x; mage x", "gradle x; build.gradle:4 git stash; mage x; magefile.go:4 git stash"},
		{"hyperfine -w 2 'git stash' 'git gc'; watchexec -e go -- git stash", "hyperfine -w 2 git stash git gc; git stash; git gc; git stash"},
		{"aws-vault exec prod -- git stash; gosu www git stash; nodemon -w src --exec 'git stash'", "git stash; git stash; git stash"},
		{"npx nx run p:x; nx run a:x; nx y", "nx run p:x; project.json:1 rm a; project.json:1 git stash; nx run a:x; apps/a/project.json:1 rm b; nx y; project.json:1 rm a"},
		{"pre-commit run x --all-files; pre-commit run -a; pre-commit install", "pre-commit run x --all-files; .pre-commit-config.yaml:5 git stash; pre-commit run -a; .pre-commit-config.yaml:5 git stash; .pre-commit-config.yaml:8 rm a; pre-commit install"},
		{"go generate; go generate -n ./...", "go generate; gen.go:3 rm -rf a; go generate -n ./..."},
		{"go generate ./in/...", "go generate ./in/...; in/gen.go:3 git gc"},
		{"composer run x", "composer run x; composer.json:1 rm a; composer.json:1 rm b"},
	} {
		var got []string
		for _, c := range ParseOn(disk, test.line, "/p", "/home/dev").Commands {
			text := strings.Join(append([]string{c.Name}, c.Args...), " ")
			if c.Via != "" {
				text = strings.TrimPrefix(c.Via, "/p/") + " " + text
			}
			got = append(got, text)
		}
		if got := strings.Join(got, "; "); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.line, got, test.want)
		}
	}
	if line := ParseOn(disk, "psql -f drop.sql; psql < drop.sql", "/p", ""); line.Commands[0].Input != disk["/p/drop.sql"] || line.Commands[1].Input != disk["/p/drop.sql"] {
		t.Errorf("the statements are %q and %q", line.Commands[0].Input, line.Commands[1].Input)
	}
	if line := Parse("bash a.sh", "/p", ""); len(line.Commands) != 1 {
		t.Errorf("without a disk: %d commands", len(line.Commands))
	}
}

// TestGitHooks checks which hooks a command of git runs.
func TestGitHooks(t *testing.T) {
	disk := aDisk{
		"/h/.git/hooks/pre-commit":    "#!/bin/sh\nrm -rf out\n",
		"/h/.git/hooks/post-commit":   "#!/bin/sh\ngit stash\n",
		"/h/.git/hooks/post-merge":    "#!/bin/sh\ngit commit -n\n",
		"/h/.git/hooks/pre-push":      "#!/bin/sh\nmake\n",
		"/h/.git/hooks/post-checkout": "#!/bin/sh\ngit gc\n",
		"/h/.git/hooks/pre-rebase":    "#!/usr/bin/env python3\n",
	}
	for _, test := range []struct{ line, want string }{
		{"git -C sub commit -m x", "git commit; pre-commit:2 rm; post-commit:2 git stash"},
		{"git commit -n -m x", "git commit; post-commit:2 git stash"},
		{"git commit --dry-run", "git commit"},
		{"git pull", "git pull; post-merge:2 git commit; post-commit:2 git stash"},
		{"git push; git push --no-verify", "git push; pre-push:2 make; git push"},
		{"git switch x", "git switch; post-checkout:2 git gc"},
		{"git rebase --no-verify x", "git rebase; post-checkout:2 git gc"},
		{"git clone y; git -C /elsewhere commit", "git clone; git commit"},
	} {
		var got []string
		for _, c := range ParseOn(disk, test.line, "/h", "/home/dev").Commands {
			got = append(got, strings.TrimSpace(strings.TrimPrefix(c.Via, "/h/.git/hooks/")+" "+c.Name))
		}
		if got := strings.Join(got, "; "); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.line, got, test.want)
		}
	}
}

// TestRunFileIsBounded checks that no file is read that is too large, and not more than a few.
func TestRunFileIsBounded(t *testing.T) {
	disk := aDisk{"/p/large.sh": strings.Repeat("git push\n", maxScript/9+1)}
	line := "./large.sh"
	for _, name := range strings.Split("abcdefghijklmnopqrstuvwxyz", "") {
		disk["/p/"+name+".sh"] = "git push\n"
		line += ";./" + name + ".sh"
	}
	pushes := 0
	for _, c := range ParseOn(disk, line, "/p", "").Commands {
		if c.Name == "git push" {
			pushes++
		}
	}
	if pushes != maxFiles-1 {
		t.Errorf("%d scripts were read, want %d", pushes, maxFiles-1)
	}
	disk = aDisk{"/h/.git/hooks/pre-push": "#!/bin/sh\ngit push; git push\n"} // which runs itself
	if n := len(ParseOn(disk, "git push", "/h", "").Commands); n != 1<<(maxOpened+1)-1 {
		t.Errorf("%d commands of hooks", n)
	}
}

// TestListsOfFiles checks that the names in a list are those of the files that are deleted, and that no list is read for anything else.
func TestListsOfFiles(t *testing.T) {
	disk := aDisk{"/p/list": "a.csv\nb.csv\n"}
	for line, deleted := range map[string]string{
		"xargs rm < list": "/p/a.csv /p/b.csv", "xargs -a list rm -f": "/p/a.csv /p/b.csv", "cat list | xargs -I{} rm {}": "/p/a.csv /p/b.csv",
		"xargs rm < none": "", "xargs curl < list": "",
	} {
		var got []string
		parsed := ParseOn(disk, line, "/p", "/home/dev")
		for _, touch := range parsed.Touches {
			if touch.Kind == kindDelete {
				got = append(got, touch.Path)
			}
		}
		if strings.Join(got, " ") != deleted {
			t.Errorf("%s: %v", line, got)
		}
		for _, c := range parsed.Commands {
			if c.Name == "curl" && strings.Contains(strings.Join(c.Args, " "), ".csv") {
				t.Errorf("%s: %v", line, c.Args)
			}
		}
	}
}
