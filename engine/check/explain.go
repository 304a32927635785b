package check

import (
	"fmt"
	"io/fs"
	"maps"
	"reflect"
	"slices"
	"strings"

	"witness/engine/bundle"
	"witness/engine/eval"
	"witness/engine/hook"
	"witness/engine/project"
)

// ListRules returns the rules in force for the project that contains dir, what is not in force because
// nobody has accepted it, and the mistakes in the configuration.
func ListRules(assets fs.FS, dir string) (rules []*eval.Rule, withheld []bundle.Withheld, errs []error) {
	here := project.Find(dir, "")
	config := project.LoadConfig(here.Dir, here.Root, project.AsHooks)
	sources := config.Sources(assets, here.Root)
	rules, wrong := eval.LoadRules(sources, config)
	return rules, eval.Withheld(sources, config), slices.Concat(config.Errs, wrong)
}

// MomentsOf describes the moments at which a rule is evaluated.
func MomentsOf(f *bundle.File) string {
	words := map[string]string{
		hook.Before: "before a call", hook.After: "after a call", hook.Start: "at the start of a session", hook.Prompt: "when the user sends a prompt",
		hook.Stop: "when the agent stops", hook.SubagentStart: "when a subagent starts", hook.SubagentStop: "when a subagent stops",
		bundle.AfterFailure: "after a call that failed",
		hook.Compact:        "before the context is compacted", hook.End: "at the end of a session",
	}
	if len(f.When) == 0 {
		return words[hook.Before]
	}
	var list []string
	for _, when := range f.When {
		list = append(list, words[when])
	}
	return strings.Join(list, ", ")
}

// Explain returns what is to be said of a rule besides its purpose and its query, each with a name: when it is
// evaluated, its options and what set them, and its message. example is a message that it gave, or "".
func Explain(r *eval.Rule, example string) (fields [][]string) {
	line := func(name, format string, a ...any) {
		fields = append(fields, []string{name, hook.Clean(fmt.Sprintf(format, a...))})
	}
	origin := r.Origin
	if r.Trust == bundle.Restored {
		origin += ", as it was accepted"
	}
	line("file", "%s (%s)", r.Path, origin)
	if r.Like != "" {
		line("like", "%s", r.Like)
	}
	if r.Replaces != "" {
		line("replaces", "%s (%s)", r.Replaces, r.ReplacesOrigin)
	}
	switch {
	case r.Locked:
		line("severity", "%s, locked by %s", r.Severity, r.DecidedBy)
	case r.DecidedBy != "":
		line("severity", "%s, decided by %s", r.Severity, r.DecidedBy)
	default:
		line("severity", "%s, its default", r.Severity)
	}
	switch {
	case r.Pack == "":
	case r.ChosenBy != "":
		line("pack", "%s, chosen by %s", r.Pack, r.ChosenBy)
	default:
		line("pack", "%s, which is off; to turn it on: packs = [%q]", r.Pack, r.Pack)
	}
	line("when", "%s", MomentsOf(r.File))
	for _, key := range []struct {
		name   string
		values []string
	}{{"tools", r.Tools}, {"commands", r.Commands}, {"paths", r.Paths}, {"needs", r.Needs}} {
		if len(key.values) > 0 {
			line(key.name, "%s", strings.Join(key.values, ", "))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.Options)) {
		if r.Shape != nil && len(r.Takes) > 0 && reflect.DeepEqual(r.Options[name], r.Shape.Options[name]) {
			continue // of the many that it might set
		}
		origin := ""
		if was, ok := r.Overridden[name]; ok {
			origin = fmt.Sprintf(" (default %s, set by %s:%d)", project.OptionText(was.Default), was.By, was.Line)
		}
		doc := r.OptionDoc(name)
		if doc != "" {
			doc = "   " + doc
		}
		line("option", "%s = %s%s%s", name, project.OptionText(r.Options[name]), doc, origin)
	}
	if r.Repeat != nil {
		line("repeat", "%v", r.Repeat)
	}
	if r.Escalate > 0 {
		line("escalate", "after %d warnings in a session the rule blocks", r.Escalate)
	}
	line("message", "%s", r.Message)
	if example != "" {
		line("example", "%s", example)
	}
	if r.Err != nil {
		line("broken", "%v", r.Err)
	}
	return fields
}
