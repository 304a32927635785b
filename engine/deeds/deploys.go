package deeds

import (
	"path"
	"slices"
	"strings"

	"witness/engine/shell"
)

// notDeployed are words in the name of a script that say that it only tries, looks or tidies, or where nobody else is.
var notDeployed = []string{"staging", "stage", "test", "tests", "dev", "preview", "local", "sandbox", "dry", "check", "status", "log", "logs", "plan", "build", "lint", "setup", "prepare", "pre", "rollback", "undo", "key", "keys", "config"}

// deploys returns that a script or a task of the project deploys, by its name: scripts/deploy.sh, npm run deploy, make deploy-prod.
func deploys(cmd shell.Command) (deed string, e Effect) {
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
	return "", Effect{}
}

// parts returns the words of which a name consists.
func parts(name string) []string {
	return strings.FieldsFunc(strings.ToLower(name), func(c rune) bool { return (c < 'a' || c > 'z') && (c < '0' || c > '9') })
}

// isProduction reports whether a word stands for what people use.
func isProduction(word string) bool { return isOneOf(word, "prod", "production", "live", "prd") }
