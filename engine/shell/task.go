package shell

import (
	"slices"
	"strings"
)

// taskSyntax describes how a program is told which scripts or targets of the project to run.
type taskSyntax struct {
	run      string // the subcommands that are followed by a task; "" if tasks follow the program itself
	own      string // subcommands of the program that are no tasks
	flags    string // flags whose value is a task, or several separated by commas
	many     bool   // all operands are tasks, not only the first
	packages string // flags that limit the run to packages, with a value
	all      string // flags that extend or limit it to packages, without a value
}

// taskSyntaxOf returns the syntax of the task runner base, and false for any other program.
func taskSyntaxOf(base string) (taskSyntax, bool) {
	const filters = "--filter -F --scope --ignore -w --workspace -p --projects --project --exclude"
	switch base {
	case "npm":
		return taskSyntax{run: "run run-script rum urn", own: packageManagerCommands, packages: "-w --workspace", all: "--workspaces -ws"}, true
	case "pnpm":
		return taskSyntax{run: "run", own: packageManagerCommands, packages: "--filter -F --filter-prod", all: "-w --workspace-root"}, true
	case "yarn":
		return taskSyntax{run: "run", own: packageManagerCommands, packages: "--scope --include --exclude --from"}, true
	case "bun":
		return taskSyntax{run: "run", own: packageManagerCommands + " test build x create init", packages: "--filter -F"}, true
	case "make", "gmake", "just", "task", "rake", "mage", "invoke", "inv", "fab", "ninja", "gradle", "ant", "grunt", "gulp":
		return taskSyntax{many: true}, true
	case "mvn", "mvnd":
		return taskSyntax{many: true, packages: "-pl --projects"}, true
	case "node":
		return taskSyntax{own: "*", flags: "--run"}, true
	case "mise":
		return taskSyntax{run: "run r", own: "*"}, true
	case "turbo":
		return taskSyntax{run: "run", own: "prune login link ls info watch", many: true, packages: "--filter -F --scope", all: "--affected"}, true
	case "nx":
		return taskSyntax{run: "run", own: "graph list reset migrate", flags: "-t --target --targets", packages: filters, all: "affected"}, true
	case "lerna":
		return taskSyntax{run: "run", own: "*", packages: "--scope --ignore", all: "--since"}, true
	case "tox":
		return taskSyntax{own: "*", flags: "-e"}, true
	case "nox":
		return taskSyntax{own: "*", flags: "-s -e --session --sessions"}, true
	case "poe", "moon":
		return taskSyntax{own: ""}, true
	case "hatch", "pdm", "rye", "pixi", "deno", "composer", "wireit", "lage", "melos":
		return taskSyntax{run: "run run-script task", own: "*"}, true
	case "cargo":
		return taskSyntax{run: "make xtask", own: "*"}, true
	}
	return taskSyntax{}, false
}

// packageManagerCommands are the subcommands of npm, pnpm, yarn and bun that are no scripts.
const packageManagerCommands = "install i ci add remove rm uninstall un update up upgrade link unlink exec x dlx create init publish pack audit outdated " +
	"list ls why view info config cache login logout whoami version rebuild dedupe prune pm store patch help bin root import set plugin node workspaces"

// namedTasks returns the tasks that p runs, sorted.
func namedTasks(p program) []string {
	s, ok := taskSyntaxOf(p.base)
	if !ok || len(p.argv) == 0 {
		return nil
	}
	var list []string
	for _, f := range flagValues(p.argv[1:], s.flags) {
		list = append(list, strings.Split(f.arg(), ",")...)
	}
	words := taskWords(p, s)
	if s.run != "" && len(words) > 0 && has(s.run, words[0].text) {
		words = words[1:]
	} else if s.own == "*" || len(words) > 0 && has(s.own, words[0].text) {
		words = nil
	}
	if p.base == "yarn" && len(words) > 2 && has("workspace", words[0].text) {
		words = words[2:]
		if words[0].text == "run" {
			words = words[1:]
		}
	}
	if p.base == "nx" && len(list) > 0 {
		words = nil // nx run-many -t test
	}
	for i, f := range words {
		if i > 0 && !s.many || strings.Contains(f.text, "=") {
			break
		}
		_, target, ok := strings.Cut(f.text, ":")
		if p.base == "nx" && ok {
			list = append(list, target) // nx run app:test
			continue
		}
		if p.base == "gradle" {
			_, f.text = gradleTask(f.text)
		}
		list = append(list, f.arg())
	}
	if len(list) == 0 && s.many && s.run == "" && !hasFlag(p.argv[1:], "-v --version -h --help -l --list --summary --dump -n --dry-run --just-print") {
		return []string{defaultTask}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// lifecycle are the scripts of a project's own package that commands of its package manager run. To install another package runs none of them.
var lifecycle = map[string]string{
	"npm install": installs, "npm ci": installs, "pnpm install": installs, "pnpm i": installs, "yarn install": installs, "yarn": installs, "bun install": installs, "bun i": installs,
	"npm pack":         "prepack prepare postpack",
	"npm publish":      "prepublishOnly prepack prepare postpack publish postpublish",
	"npm version":      "preversion version postversion",
	"composer install": "pre-install-cmd post-install-cmd pre-autoload-dump post-autoload-dump",
	"composer update":  "pre-update-cmd post-update-cmd pre-autoload-dump post-autoload-dump",
}

// installs are those that the installation of what the project needs runs.
const installs = "preinstall install postinstall prepublish preprepare prepare postprepare"

// defaultTask stands for the task of make, just or task without one.
const defaultTask = "default"

// taskWords returns the operands of p before "--", without the values of flags and without
// assignments such as CC=gcc.
func taskWords(p program, s taskSyntax) []field {
	valued := s.packages + " " + s.flags
	if sub, ok := subcommandsOf(p.base); ok {
		valued += " " + sub.valued
	}
	words := operands(beforeDashes(p.argv[1:]), valued)
	return slices.DeleteFunc(words, func(f field) bool { return strings.HasPrefix(f.text, "+") || isAssignment(f.text) })
}

// packages returns the flags and words of p that limit the run to packages of a workspace, sorted.
func packages(p program) []string {
	s, ok := taskSyntaxOf(p.base)
	if !ok || len(p.argv) == 0 {
		return nil
	}
	var list []string
	words := beforeDashes(p.argv[1:])
	for _, f := range flagValues(words, s.packages) {
		list = append(list, f.arg())
	}
	for _, f := range words {
		if has(s.all, f.text) {
			list = append(list, f.text)
		}
	}
	operands := taskWords(p, s)
	if p.base == "gradle" {
		for _, f := range operands {
			if module, _ := gradleTask(f.text); module != "" {
				list = append(list, module)
			}
		}
	}
	switch {
	case p.base == "yarn" && len(operands) > 1 && operands[0].text == "workspace":
		list = append(list, operands[1].arg())
	case p.base == "nx" && len(operands) > 1 && operands[0].text == "run":
		project, _, _ := strings.Cut(operands[1].text, ":")
		list = append(list, project)
	case p.base == "nx" && len(operands) > 1 && !has("run-many affected", operands[0].text):
		list = append(list, operands[1].arg())
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// gradleTask splits the path of a task of Gradle: :api:cart:test is the task test of the module api/cart, whose folder has that name
// unless the settings say another.
func gradleTask(path string) (module, task string) {
	i := strings.LastIndexByte(path, ':')
	return strings.ReplaceAll(strings.Trim(path[:max(i, 0)], ":"), ":", "/"), path[i+1:]
}

// flagValues returns the values of all flags in the list that are given: "-e a" and "-e=a".
func flagValues(words []field, flags string) (values []field) {
	for i, f := range words {
		name, value, attached := strings.Cut(f.text, "=")
		switch {
		case flags == "" || !isFlag(f.text) || !has(flags, name):
		case attached:
			values = append(values, field{text: value, glob: f.glob})
		case i+1 < len(words):
			values = append(values, words[i+1])
		}
	}
	return values
}
