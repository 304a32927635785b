package eval

import (
	"context"
	"slices"
	"strings"

	"witness/engine/bundle"
	"witness/engine/calls"
	"witness/engine/facts"
	"witness/engine/project"
)

// exactly leaves of the targets that the header of a rule selects those that it means: in its circumstances, and, of an instance,
// the calls that its options name.
func (v *Evaluation) exactly(r *Rule, targets []Target) []Target {
	if len(targets) == 0 || r.Shape == nil && len(r.Branch)+len(r.CWD)+len(r.Agent)+len(r.Except) == 0 {
		return targets
	}
	return slices.DeleteFunc(targets, func(t Target) bool { return !v.circumstances(r, t) || r.Shape != nil && !v.means(r, t) })
}

// circumstances reports whether a target is in the circumstances in which the rule is evaluated.
func (v *Evaluation) circumstances(r *Rule, t Target) bool {
	c := v.call
	if len(r.Agent) > 0 {
		who := []string{"main"}
		if c.Actor != "" {
			who = []string{"sub", c.AgentType}
		}
		if !slices.ContainsFunc(who, func(name string) bool { return name != "" && project.Selects(r.Agent, name) }) {
			return false
		}
	}
	root, dir := c.Project.Root, project.File(c.Project.Root, c.Project.Dir)
	if t.command != nil {
		root, dir = t.command.Root, t.command.RelDir
	}
	if dir == "" {
		dir = "."
	}
	if len(r.CWD) > 0 && !project.Selects(r.CWD, dir) {
		return false
	}
	if len(r.Branch) > 0 {
		branch, _ := c.Ask(context.Background(), v.Disk, root, "branch").(string)
		if branch == "" || !project.Selects(r.Branch, branch) {
			return false
		}
	}
	if t.command == nil {
		return true
	}
	cmd := calls.Of(&t.command.Command, t.command.Kind)
	for _, text := range r.Except {
		if n, err := calls.Parse(text, false); err == nil && n.Is(&cmd, calls.Written) {
			return false
		}
	}
	return !slices.ContainsFunc(r.Unless, func(words string) bool { return hasWords(t.command, words) })
}

// hasWords reports whether a command is written with these words, has this variable set, or writes to a file (">") or runs in
// the background ("&").
func hasWords(cmd *facts.Command, words string) bool {
	switch {
	case words == "&":
		return cmd.Background
	case words == ">":
		return strings.Contains(cmd.Text, ">")
	case slices.Contains(cmd.Environment, words):
		return true
	}
	text := " " + strings.Join(cmd.Args, " ") + " " + cmd.Text + " "
	return strings.Contains(text, " "+words+" ") || strings.HasSuffix(words, "/") && strings.Contains(text, " "+words)
}

// means reports whether a target is a call that the options of an instance name.
func (v *Evaluation) means(r *Rule, t Target) bool {
	for option, kind := range r.Takes {
		values := listOf(r.Options[option])
		switch {
		case kind == bundle.TakesPaths:
			if t.touch != nil && calls.Fits(values, v.call.Project.File(t.touch.Path)) {
				return true
			}
		case kind != bundle.TakesCalls && kind != bundle.TakesWritten || t.touch != nil:
		case slices.ContainsFunc(values, func(text string) bool { return v.isCall(r, t, text, kind == bundle.TakesWritten) }):
			return true
		}
	}
	return false
}

// isCall reports whether a target is what a text names.
func (v *Evaluation) isCall(r *Rule, t Target, text string, written bool) bool {
	n, err := calls.Parse(text, !written)
	if err != nil {
		return false
	}
	if t.command == nil {
		return n.IsStop() && !atCall(v.call.Moment) || n.IsTool(v.call.Name) || n.IsSkill(v.call.Name, v.call.AgentType)
	}
	how := calls.Peeled
	if written {
		how = calls.Written
	}
	cmd := calls.Of(&t.command.Command, t.command.Kind)
	if !n.Is(&cmd, how) || written && r.Options["bare"] == true && n.Extra(&cmd) {
		return false
	}
	line := make([]calls.Command, len(v.call.Commands))
	for i := range v.call.Commands {
		line[i] = calls.Of(&v.call.Commands[i].Command, v.call.Commands[i].Kind)
	}
	return n.AllOn(line, how)
}

// listOf returns the texts of an option.
func listOf(option any) (list []string) {
	values, _ := option.([]any)
	for _, value := range values {
		if text, ok := value.(string); ok {
			list = append(list, text)
		}
	}
	return list
}
