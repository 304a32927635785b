package inspect

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"witness/engine"
	"witness/engine/bundle"
	"witness/engine/eval"
	"witness/engine/hook"
	"witness/engine/project"
)

// Snooze suppresses a rule, by its name or one that it had before, in this project for a duration and returns the
// time at which that ends. It replaces an earlier snooze of the rule. It is an error if the rule does not exist, or
// if the system's configuration locks it.
func Snooze(ctx context.Context, e *engine.Engine, rule string, d time.Duration) (until time.Time, err error) {
	e.Eval.LoadAll()
	named := eval.Named(e.Eval.Rules, rule)
	if len(named) == 0 {
		names := []string{}
		for _, f := range e.Eval.Rules {
			names = append(names, f.Name)
		}
		return until, fmt.Errorf("no rule %q%s", rule, bundle.DidYouMean(rule, names))
	}
	if err := mayOverride(e, rule); err != nil {
		return until, err
	}
	now := e.Clock()
	until = time.UnixMilli(now).Add(d)
	for _, r := range named {
		_, err = e.DB.Exec(ctx, "INSERT OR REPLACE INTO snoozes (rule, at, until) VALUES (?1, ?2, ?3)", r.Name, now, until.UnixMilli())
		if err != nil {
			return until, err
		}
	}
	return until, nil
}

// Unsnooze ends the snooze of a rule, or of all rules if rule is "", and returns the rules. It is an error if the rule
// is not snoozed.
func Unsnooze(ctx context.Context, e *engine.Engine, rule string) (ended []string, err error) {
	now := time.UnixMilli(e.Clock())
	e.Eval.LoadAll()
	list, err := overrides(ctx, e.DB, e.Config, e.Eval.Rules, now)
	if err != nil {
		return nil, err
	}
	var snoozed []string
	for _, s := range list {
		if s.How == eval.BySnooze {
			snoozed = append(snoozed, s.Rule)
		}
	}
	meant := snoozed
	if rule != "" {
		named := eval.Named(e.Eval.Rules, rule)
		meant = slices.DeleteFunc(slices.Clone(snoozed), func(name string) bool {
			return !slices.ContainsFunc(named, func(r *eval.Rule) bool { return r.Name == name })
		})
	}
	if rule != "" && len(meant) == 0 {
		return nil, fmt.Errorf("rule %q is not snoozed in this project%s", rule, bundle.DidYouMean(rule, snoozed))
	}
	for _, name := range meant {
		if _, err := Snooze(ctx, e, name, 0); err != nil {
			return ended, err
		}
		ended = append(ended, name)
	}
	return ended, nil
}

// A Refusal is a verdict that refused a call, or asked about it.
type Refusal struct{ ID, Severity, Rule, Call, Message string }

// Refusals returns the refusals of the verdict with this id, or, if it is "", of the last refused call of this project.
func Refusals(ctx context.Context, e *engine.Engine, id string) (list []Refusal, err error) {
	e.Eval.LoadAll()
	given, err := verdicts(ctx, e, id, refused)
	switch {
	case err != nil:
		return nil, err
	case len(given) == 0 && id != "":
		return nil, fmt.Errorf("verdict %s did not refuse a call: only a call that was asked about or blocked can be allowed", id)
	case len(given) == 0:
		return nil, errors.New("nothing has been refused in this project yet")
	}
	for _, v := range given {
		if err := mayOverride(e, v.rule); err != nil {
			return nil, err
		}
		list = append(list, Refusal{v.id, v.severity, v.rule, hook.Printable(v.callText()), hook.Printable(v.message)})
	}
	return list, nil
}

// AllowOnce allows one more call of the same session with the same subject as a refused call.
func AllowOnce(ctx context.Context, e *engine.Engine, id string) error {
	e.Eval.LoadAll()
	list, err := verdicts(ctx, e, id, refused)
	if err != nil {
		return err
	}
	for _, v := range list {
		if err := mayOverride(e, v.rule); err != nil {
			return err
		}
		added, err := e.DB.Exec(ctx, "INSERT OR IGNORE INTO allowances (session, rule, subject, moment, at) VALUES (?1, ?2, ?3, ?4, ?5)",
			v.session, v.rule, v.subject, v.moment, v.at)
		if err == nil && added == 0 {
			err = fmt.Errorf("verdict %s has been allowed before; a refused call can be allowed only once", v.id)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// mayOverride returns an error if the user may not suppress a rule, by its name or one that it had before. All rules
// are loaded.
func mayOverride(e *engine.Engine, rule string) error {
	if lock := lockOf(e.Config, e.Eval.Rules, rule); lock != "" {
		return fmt.Errorf("rule %s is locked by %s: only the owner of that file can silence it", rule, lock)
	}
	return nil
}

// lockOf returns the file whose lock keeps the user from suppressing a rule, "" if there is none. The rule is named by its name or
// one that it had before.
func lockOf(config *project.Config, rules []*eval.Rule, rule string) string {
	names := [][]string{{rule}} // of a rule that is no longer there
	for _, r := range eval.Named(rules, rule) {
		names = append(names, r.AllNames())
	}
	for _, names := range names {
		if !config.Overridable(names...) {
			return config.LockedBy(names...)
		}
	}
	return ""
}
