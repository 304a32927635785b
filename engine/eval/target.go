package eval

import (
	"maps"
	"slices"
	"strings"

	"witness/engine/bundle"
	"witness/engine/calls"
	"witness/engine/facts"
	"witness/engine/guard"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/sqltext"
	"witness/engine/store"
)

// A Target is one thing that a rule is evaluated for: a file that the call reads or changes, a
// simple command that it runs, or the call as a whole.
type Target struct {
	Name string     // the file or the command, "" for the call as a whole
	Args store.Args // the parameters of the rule's statement; nil before they are bound

	file         string         // "" unless the target is a file
	touch        *facts.Touch   // nil unless it is a file
	command      *facts.Command // nil unless it is a command
	place        int            // of the command in the call
	named, above []string       // of a command: the files it names that the rule's paths match, and the folders above such files
	effects      []guard.Effect // of a rule with guards
	listed       bool           // the rule's header lists the command itself
}

// suffices reports whether a target has all the parameters that the rule uses. A rule that uses the
// parameters of a file is not evaluated for a call whose file is unknown, such as an edit without
// a path.
func (t Target) suffices(r *Rule) bool {
	if files, commands := r.Selects(); r.Shape != nil || t.file != "" || t.command != nil || !files && !commands {
		return true
	}
	known := Parameters(r.File)
	return !slices.ContainsFunc(sqltext.Parameters(r.Statement()), func(p string) bool {
		_, has := t.Args[p[1:]]
		return !has && slices.Contains(known, p[1:])
	})
}

// targetsOf returns the targets of a rule in the call: none if it is off, broken, or not
// evaluated at this moment.
func (v *Evaluation) targetsOf(r *Rule) []Target {
	if r.Err != nil || r.Severity == hook.Off || !r.RunsFor(v.call.Moment, v.call.Outcome) {
		return nil
	}
	if v.call.Active && r.Holds <= 1 {
		return nil // the agent was kept from stopping already, and this rule does so only once
	}
	targets, ok := v.targets[r]
	if !ok {
		targets = v.find(r)
		v.targets[r] = targets
	}
	return targets
}

// bound returns the targets of a rule with the parameters of its statement.
func (v *Evaluation) bound(r *Rule) []Target {
	targets := v.targetsOf(r)
	for i := range targets {
		if t := &targets[i]; t.Args == nil {
			t.Args = v.args(r, t)
		}
	}
	return targets
}

// args returns the parameters of a rule's statement for a target. A rule for several kinds of targets has the
// parameters of all of them, empty where they do not apply.
func (v *Evaluation) args(r *Rule, t *Target) store.Args {
	c := v.call
	files, commands := r.Selects()
	whole := t.touch == nil && t.command == nil
	of := subject{t.touch, t.command, files && commands || len(r.Guards) > 0 || r.Shape != nil || whole && (!atCall(c.Moment) || !hook.TakesFile(c.Tool))}
	a := v.params[of]
	if a == nil {
		a = c.Params()
		if of.ofAllKinds {
			a = facts.Command{}.Params(0, facts.Touch{}.Params(store.Args{}))
			maps.Copy(a, c.Params())
		}
		switch {
		case t.command != nil:
			a = t.command.Params(t.place, a)
		case t.touch != nil:
			a = t.touch.Params(a)
		}
		a[bundle.Others], a[bundle.Shrinks] = 1, 1 // else a rule that needs it is not asked
		v.params[of] = a
	}
	a = maps.Clone(a) // the rule's options and more are added
	if t.command != nil || len(r.Guards) > 0 {
		t.nameFiles(a)
	}
	return a
}

// A subject is what the parameters of a target are about, which many rules share.
type subject struct {
	touch      *facts.Touch
	command    *facts.Command
	ofAllKinds bool // they have the parameters of files and of commands
}

// nameFiles sets the parameters that list the files which a command names.
func (t *Target) nameFiles(a store.Args) {
	a["named"], a["above"], a["guard"] = store.JSONList(t.named), store.JSONList(t.above), store.JSONList(t.effects)
}

// atCall reports whether a moment is that of a call.
func atCall(moment string) bool { return moment == hook.Before || moment == hook.After }

// find finds the targets that a rule's header selects.
func (v *Evaluation) find(r *Rule) (targets []Target) {
	c := v.call
	if !atCall(c.Moment) {
		return v.exactly(r, []Target{{}})
	}
	if len(r.Guards) > 0 {
		return v.guarded(r)
	}
	everything := len(r.Tools) == 0 && len(r.Commands)+len(r.Deeds) == 0 && len(r.Paths) == 0 && len(r.ToolNames) == 0
	if slices.ContainsFunc(r.ToolNames, func(tool string) bool { return calls.NamesTool(tool, c.Name) }) {
		targets = append(targets, Target{Name: c.Name})
	}
	for i, t := range c.Touches {
		if !everything && v.selectsFile(r, t) {
			file := c.Project.File(t.Path) // t.File is relative to the file's own project
			targets = append(targets, Target{Name: file, file: file, touch: &c.Touches[i]})
		}
	}
	for i, cmd := range c.Commands {
		if target, ok := v.selectCommand(r, i, cmd); ok && !everything {
			target.command, target.place = &c.Commands[i], i
			targets = append(targets, target)
		}
	}
	if everything || len(r.ToolNames) == 0 && len(c.Commands) == 0 && len(c.Touches) == 0 && len(r.Paths) == 0 && len(r.Commands)+len(r.Deeds) == 0 && c.Tool != hook.Run && slices.Contains(r.Tools, c.Tool) {
		targets = append(targets, Target{})
	}
	return v.exactly(r, targets)
}

// selectsFile reports whether a rule is evaluated for a touch.
func (v *Evaluation) selectsFile(r *Rule, t facts.Touch) bool {
	if t.Many && t.Kind == hook.Write && !project.Within(t.Path, v.call.Project.Root) {
		return false // files of a folder that is copied out of the project
	}
	byTool := slices.Contains(r.Tools, t.Kind) || len(r.Tools) == 0 && len(r.Commands)+len(r.Deeds)+len(r.ToolNames) == 0 && !hook.ReadOnly(t.Kind)
	if t.Kind == hook.Output {
		// A command's product, such as the target of a redirection, counts for a rule that guards certain paths. A rule without
		// paths is about edits, and a product is not an edit.
		byTool = len(r.Paths) > 0 && (byTool || slices.Contains(r.Tools, hook.Write))
	}
	return byTool && (len(r.Paths) == 0 || v.match.matchesFile(r, t))
}

// selectCommand returns the target for a command, without parameters, if the rule is evaluated
// for it.
func (v *Evaluation) selectCommand(r *Rule, n int, cmd facts.Command) (t Target, ok bool) {
	byTool := len(r.Tools) == 0 || slices.Contains(r.Tools, hook.Run)
	byCommand := len(r.Commands) > 0 && (cmd.ListedIn(r.Commands) || cmd.WrappedBy(r.Commands)) || len(r.Commands)+len(r.Deeds) == 0 && slices.Contains(r.Tools, hook.Run)
	byCommand = byCommand || len(r.Deeds) > 0 && v.lookups.does(r.Deeds, n)
	if !byTool || !byCommand && len(r.Paths) == 0 || hasFlag(cmd.Args, r.Unless) {
		return t, false
	}
	if len(r.Paths) > 0 && slices.Contains(r.Tools, hook.Run) {
		t.named, t.above = v.match.namedFiles(r, cmd)
	}
	t.Name, t.listed = hook.Truncate(cmd.Text, facts.MaxWord), byCommand && len(r.Commands)+len(r.Deeds) > 0
	if len(r.Paths) > 0 && len(t.named)+len(t.above) == 0 && !t.listed {
		return t, false
	}
	return t, true
}

// hasFlag reports whether the words of a command have one of these flags, before --. One of a letter may stand with
// others (-fn), and one with a value may have it attached (--dry-run=client).
func hasFlag(words, flags []string) bool {
	if len(flags) == 0 {
		return false
	}
	for _, word := range words {
		if word == "--" {
			return false
		}
		if !strings.HasPrefix(word, "-") {
			continue
		}
		name, _, _ := strings.Cut(word, "=")
		if slices.Contains(flags, word) || slices.Contains(flags, name) {
			return true
		}
		if isBundle := len(word) > 2 && word[1] != '-' && strings.Trim(word[1:], letters) == ""; isBundle && slices.ContainsFunc(flags, func(flag string) bool {
			return len(flag) == 2 && strings.Contains(word[1:], flag[1:])
		}) {
			return true
		}
	}
	return false
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
