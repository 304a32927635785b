package doctor

import (
	"context"
	"fmt"
	"path"
	"strings"

	"witness"
	"witness/engine/agent"
	"witness/engine/check"
	"witness/engine/eval"
	"witness/engine/hook"
	"witness/engine/inspect"
)

// checkFigures reports the rules of which people have marked more than a tenth as wrong, and proposes
// what to change in the project's configuration.
func checkFigures(ctx context.Context, where agent.Machine) (all []finding) {
	figures, err := inspect.ProjectFigures(ctx, witness.Files, where.Project)
	if err != nil {
		return []finding{{Check: "figures", State: stateNote, What: "the votes cannot be read: " + err.Error()}}
	}
	var sum inspect.Figure
	rules, _, _ := check.ListRules(witness.Files, where.Project)
	for _, r := range rules {
		f := figures.Of(r.AllNames()...)
		sum.Said, sum.Wrong, sum.Weak = sum.Said+f.Said, sum.Wrong+f.Wrong, sum.Weak+f.Weak
		if f.TooWrong() && r.Severity != hook.Off {
			all = append(all, finding{
				Check: "figures", State: stateNote, Fix: strings.Join(remedies(r, f), "\n"),
				What: fmt.Sprintf("%s was %s in this project: more than a tenth is wrong", r.Name, f),
			})
		}
	}
	if len(all) == 0 && sum.Wrong+sum.Weak > 0 {
		all = []finding{{Check: "figures", State: stateOK, What: fmt.Sprintf("all rules together were %s in this project; none of them more than a tenth of %d", sum, inspect.Few)}}
	}
	return all
}

// remedies are the changes that make a rule speak less, each a line.
func remedies(r *eval.Rule, f inspect.Figure) []string {
	if r.Locked {
		return []string{"ask the owner of " + r.DecidedBy + ", which locks the rule, to change it there"}
	}
	lower := hook.Off
	if r.Severity != hook.Warn {
		lower = hook.Warn
	}
	list := []string{fmt.Sprintf("in .witness.toml, under [rules], and then witness trust: %s = %q", r.Name, lower)}
	if threshold, ok := r.Options["threshold"].(int64); ok {
		list = append(list, fmt.Sprintf("or there: %s = { threshold = %d }", r.Name, 2*threshold))
	}
	if folder := commonFolder(f.Subjects); folder != "" {
		list = append(list, fmt.Sprintf("or, if it is wrong in %s only: [[except]] with rule = %q, path = %q and a reason", folder, r.Name, folder+"/**"))
	}
	return append(list, "or for a day: witness snooze "+r.Name+" --for 24h")
}

// commonFolder returns the folder that holds all of at least three files, "" if there is none.
func commonFolder(files []string) string {
	if len(files) < 3 {
		return ""
	}
	folder := path.Dir(files[0])
	for _, file := range files {
		for folder != "." && folder != "/" && !strings.HasPrefix(file, folder+"/") {
			folder = path.Dir(folder)
		}
	}
	if folder == "." || folder == "/" || strings.Contains(folder, " ") {
		return ""
	}
	return folder
}
