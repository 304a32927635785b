package eval

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"witness/engine/bundle"
	"witness/engine/hook"
	"witness/engine/project"
)

// A Rule is a rule in force: its file with the configuration applied. Severity, Repeat, Escalate and
// Options replace the fields of the file's header.
type Rule struct {
	*bundle.File
	Severity  string
	Repeat    any
	Escalate  int64
	Options   map[string]any
	DecidedBy string        // the file that sets the severity or locks the rule, "" for the header itself
	Locked    bool          // no later layer of the configuration changes it
	ChosenBy  string        // the place that chooses the rule's pack, "" if it is not chosen
	Stage     project.Stage // of a rule of witness's own; one on trial warns at most, unless it is in a pack, which somebody has chosen

	Pinned bool // off because the configuration has pinned an earlier release

	// Overridden holds the options that the configuration sets.
	Overridden map[string]Override

	machineGlobs []string // Paths with ~, $config, $store and $program replaced; see Evaluation.globs
}

// An Override is an option of a rule that the configuration sets.
type Override struct {
	Default any    // the value in the header
	By      string // the file that sets it
	Line    int    // in that file
}

// maxSettingErrs is the maximum number of mistakes in the settings of one rule that are reported.
const maxSettingErrs = 10

// NewRule applies the configuration to a rule's file. A setting that does not fit the rule is an
// error and leaves the header's value in force. If the header itself is wrong, r.Err is set.
func NewRule(f *bundle.File, config *project.Config) (r *Rule, errs []error) {
	r = &Rule{File: f}
	if f.Parse() != nil {
		return r, nil
	}
	r.Severity, r.Repeat, r.Escalate, r.Options = f.Severity, f.Repeat, f.Escalate, maps.Clone(f.Options)
	s := config.Setting(f)
	r.Locked, r.DecidedBy, r.ChosenBy = s.Locked, s.DecidedBy, s.ChosenBy
	r.Stage, r.Pinned = project.StageOf(f), s.Pinned
	if s.Severity != "" {
		r.Severity = s.Severity
	} else if f.Pack == "" && r.Stage.Name == project.Trial && hook.Rank(r.Severity) > hook.Rank(hook.Warn) {
		r.Severity = hook.Warn
	}
	if s.Repeat != nil {
		r.Repeat = s.Repeat
	}
	if s.Escalate != nil {
		r.Escalate = *s.Escalate
	}
	if f.Shares != "" {
		shared := *f
		shared.Name, shared.Was, shared.OptionWas = f.Shares, nil, nil
		for name, o := range config.Setting(&shared).Options {
			if _, own := s.Options[name]; !own && sameType(o.Value, r.Options[name]) {
				r.Options[name] = o.Value
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Options)) {
		o := s.Options[name]
		def, ok := r.Options[name]
		switch kind := r.Takes[name]; {
		case ok && r.Shape != nil && (kind == bundle.TakesCalls || kind == bundle.TakesWritten || kind == bundle.TakesPaths):
			errs = append(errs, &bundle.FileError{Path: o.From, Line: o.Line, Err: fmt.Errorf("%s of rule %s says which calls it is about: set it where the rule is", name, f.Name)})
		case ok && sameType(o.Value, def):
			if r.Overridden == nil {
				r.Overridden = map[string]Override{}
			}
			r.Overridden[name] = Override{def, o.From, o.Line}
			r.Options[name] = o.Value
		case len(errs) == maxSettingErrs:
		case !ok || def == nil:
			known := slices.Sorted(maps.Keys(r.Options))
			errs = append(errs, &bundle.FileError{Path: o.From, Line: o.Line, Err: fmt.Errorf("rule %s has no option %q%s", f.Name, project.CleanKey(name), bundle.DidYouMean(name, known))})
		default:
			errs = append(errs, &bundle.FileError{Path: o.From, Line: o.Line, Err: fmt.Errorf("option %s of rule %s must be %s like its default %s, not %s", name, f.Name, project.TypeName(def), project.OptionText(def), project.TypeName(o.Value))})
		}
	}
	return r, errs
}

// New reports whether the latest release has brought the rule.
func (r *Rule) New() bool { return r.Stage.Since != "" && r.Stage.Since == project.Newest() }

// OnlyNew turns a rule off that the latest release has not brought, and on one that it has and that the configuration leaves out only
// because it has pinned an earlier release.
func (r *Rule) OnlyNew() {
	switch {
	case !r.New():
		r.Severity = hook.Off
	case r.Severity == hook.Off && r.Pinned:
		if r.Severity = r.File.Severity; r.Pack == "" && r.Stage.Name == project.Trial {
			r.Severity = hook.Warn
		}
	}
}

// Named returns the rules of this name, or, if there is none, those that had it before.
func Named(rules []*Rule, name string) (list []*Rule) {
	for _, r := range rules {
		if r.Name == name {
			return []*Rule{r}
		}
		if r.Had(name) {
			list = append(list, r)
		}
	}
	return list
}

// sameType reports whether a value can replace the default of an option.
func sameType(value, def any) bool {
	return def != nil && fmt.Sprintf("%T", value) == fmt.Sprintf("%T", def)
}

// LoadRules loads all rules in force, sorted by name. errs are the mistakes in their settings.
func LoadRules(sources []bundle.Source, config *project.Config) (rules []*Rule, errs []error) {
	for _, f := range (bundle.Loader{Sources: sources, Locked: config.Locked, Wants: bundle.All}).Load(bundle.Rules) {
		r, wrong := NewRule(f, config)
		rules, errs = append(rules, r), append(errs, wrong...)
	}
	return rules, errs
}

// Summary returns the first sentence of the documentation, and of an instance without one what it says: "run_before: run make lint,
// before commit".
func (r *Rule) Summary() string {
	if r.Shape == nil || r.Doc() != r.Shape.Doc() {
		return r.File.Summary()
	}
	var said []string
	for line := range strings.Lines(r.HeaderText()) {
		key, value, ok := strings.Cut(line, "=")
		if key = strings.TrimSpace(key); ok && !slices.Contains([]string{"like", "name", "message", "severity"}, key) {
			said = append(said, key+" "+strings.ReplaceAll(strings.Trim(strings.TrimSpace(value), "[]"), `"`, ""))
		}
	}
	if len(said) == 0 {
		return r.File.Summary() // its text was not read
	}
	return r.Like + ": " + strings.Join(said, ", ")
}
