package deeds

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"witness/engine/shell"
)

// notDeployed are words in the name of a script that say that it only tries, looks or tidies, or where nobody else is.
var notDeployed = []string{"staging", "stage", "test", "tests", "dev", "preview", "local", "sandbox", "dry", "check", "status", "log", "logs", "plan", "build", "lint", "setup", "prepare", "pre", "rollback", "undo", "key", "keys", "config"}

// deploys returns that a script or a task of the project deploys, by its name: scripts/deploy.sh, npm run deploy, make deploy-prod.
func deploys(line shell.Line, n int) (deed string, e Effect) {
	cmd := line.Commands[n]
	names := slices.Clone(cmd.Tasks)
	if program, _, _ := strings.Cut(cmd.Name, " "); cmd.File != "" {
		names = append(names, path.Base(cmd.File))
	} else if isShell(program) || strings.HasSuffix(program, ".sh") {
		names = append(names, path.Base(program))
		if o := OptionsOf(cmd); !o.Has("c") && len(o.Operands) > 0 {
			names = append(names, path.Base(o.Operands[0]))
		}
	}
	if len(names) == 0 || OptionsOf(cmd).DryRun() {
		return "", Effect{}
	}
	if isShell(cmd.Interpreter) && slices.Contains(cmd.InterpreterArgs, "-n") {
		return "", Effect{} // a look at the syntax
	}
	for _, name := range append(names, cmd.Args...) {
		for _, part := range parts(name) {
			if slices.Contains(notDeployed, part) {
				return "", Effect{}
			}
		}
	}
	for _, name := range names {
		if part := parts(name); len(part) > 0 && isOneOf(part[0], "deploy", "redeploy") || slices.Contains(part, "deploy") && slices.ContainsFunc(part, isProduction) {
			return "releases", Effect{Of: "deployment", What: "what people use", Name: name}
		}
	}
	if n+1 < len(line.Commands) && cmd.Via == "" && line.Commands[n+1].Via != "" {
		return "", Effect{} // what the task runs is known, and is asked about by itself
	}
	for _, name := range cmd.Tasks {
		if part := parts(name); len(part) > 0 && (part[0] == "publish" || part[0] == "release" && releases(cmd)) {
			return "releases", Effect{Of: "package", What: "a version", Name: name}
		}
	}
	return "", Effect{}
}

// releases reports whether a task release publishes with this runner. Of make, just and the like it is as often a build without the
// checks of a debug build.
func releases(cmd shell.Command) bool {
	program, _, _ := strings.Cut(cmd.Name, " ")
	return isOneOf(program, "npm", "pnpm", "yarn", "bun", "rake")
}

// versions matches the name of a tag for a version. 1.2 and release-1.2 are as often branches.
var versions = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(v|release-|.*@)?\d+\.\d+\.\d+([-+.].*)?$`) })

// tagged returns that a push takes tags along, or a branch that production runs by its name.
func tagged(line shell.Line, n int) (deed string, e Effect) {
	if line.Commands[n].Name != "git push" {
		return "", Effect{}
	}
	if OptionsOf(line.Commands[n]).Has("set-upstream") {
		return "", Effect{} // a branch of such a name
	}
	for _, p := range Pushes(line.Commands[n]) {
		if p.Does == "updates" && (p.Tag || versions().MatchString(p.Branch) || tags(line.Commands[:n], p.Branch)) {
			return "releases", Effect{Of: "tag", What: "a tag, and in many projects that is a release", Name: p.Branch}
		}
		if p.Does == "updates" && isProduction(strings.ToLower(p.Branch)) {
			return "releases", Effect{Of: "branch", What: "the branch that production runs by its name", Name: p.Branch}
		}
	}
	return "", Effect{}
}

// tags reports whether one of the commands makes a tag of this name.
func tags(commands []shell.Command, name string) bool {
	return name != "" && slices.ContainsFunc(commands, func(c shell.Command) bool { return c.Name == "git tag" && slices.Contains(c.Args, name) })
}

// parts returns the words of which a name consists.
func parts(name string) []string {
	return strings.FieldsFunc(strings.ToLower(name), func(c rune) bool { return (c < 'a' || c > 'z') && (c < '0' || c > '9') })
}

// isProduction reports whether a word stands for what people use.
func isProduction(word string) bool { return isOneOf(word, "prod", "production", "live", "prd") }
