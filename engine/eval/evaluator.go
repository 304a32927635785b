// Package eval evaluates rules and queries against the facts of a store.
//
// Read rule.go for what a rule in force is, evaluate.go for how a call leads to a verdict, target.go
// for what a rule is evaluated for, and throttle.go, suppress.go and quarantine.go for which findings
// are withheld.
package eval

import (
	"errors"
	"slices"

	"witness/engine/bundle"
	"witness/engine/facts"
	"witness/engine/project"
	"witness/engine/store"
)

// An Evaluator evaluates rules and queries against the facts of a store.
type Evaluator struct {
	DB      *store.DB
	Config  *project.Config
	Project project.Project // around the directory that witness was started for
	Sources []bundle.Source
	Disk    facts.Disk
	Clock   func() int64                  // milliseconds since 1970
	Faults  func(place string, err error) // reports an error of a file or step

	// Mark names the file whose SQL is running.
	Mark *store.Mark

	overruns map[string]int64 // see SetAside; nil until it is needed

	// Rules are the rules to evaluate for every call. If it is nil, each call loads those that
	// may have targets in it, as a hook does.
	Rules []*Rule
}

// LoadAll loads all rules, for callers that evaluate many calls or report on the rules themselves.
func (e *Evaluator) LoadAll() {
	var errs []error
	e.Rules, errs = LoadRules(e.Sources, e.Config)
	e.ReportConfig(errs)
}

// ReportConfig reports the mistakes in the configuration as faults: those of its files, and those of
// the settings of rules.
func (e *Evaluator) ReportConfig(settings []error) {
	for _, err := range slices.Concat(e.Config.Errs, settings) {
		place := "config"
		if at, ok := errors.AsType[*bundle.FileError](err); ok {
			place = at.Path
		}
		e.Faults(place, &bundle.Mistake{Err: err})
	}
}
