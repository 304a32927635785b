package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"witness/engine/bundle"
	"witness/engine/eval"
	"witness/engine/facts"
	"witness/engine/hook"
	"witness/engine/project"
	"witness/engine/store"

	"github.com/BurntSushi/toml"
)

// A Trial describes how the rules of a replay differ from those in force.
type Trial struct {
	Rules    []string // names of the rules to evaluate, all if empty; a rule that is off is evaluated as a warning
	Folder   string   // a folder of .sql files to evaluate instead of the rules in force
	Severity string   // of all rules; "" for each rule's own
	Set      []string // option=value, for the rules that have the option
	Trust    bool     // all files of the project are in force, not only those that a person has accepted
	Diff     bool     // only the rules that the latest release has brought, also if the configuration has pinned an earlier one
}

// A Replay processes the events of recorded sessions with a store in memory. A file exists if the
// call requires it, the recording shows it or the session has touched it. Facts bear the time of the recording, if it has one;
// for rules the clock is always 0, so that a verdict does not depend on the day of the replay.
type Replay struct {
	*Engine
	recorded *facts.Recorded
	dirs     map[string]string // the directory that each session was started in; a live client passes it in its environment
	at       int64             // of the event, milliseconds since 1970
}

// NewReplay opens a replay for the project around dir. It is an error if the trial names a rule or
// an option that does not exist.
func NewReplay(ctx context.Context, assets fs.FS, dir string, trial Trial) (*Replay, error) {
	judge := project.AsHooks
	if trial.Trust {
		judge = project.TrustAll
	}
	e, err := OpenMemory(ctx, assets, dir, judge)
	if err != nil {
		return nil, err
	}
	e.unlimited()
	e.Config.Enforce()
	r := &Replay{Engine: e, dirs: map[string]string{}}
	r.recorded, _ = e.disk.(*facts.Recorded)
	e.Clock = func() int64 { return r.at }
	e.Eval.Clock = func() int64 { return 0 }
	if err := r.apply(trial); err != nil {
		return nil, errors.Join(err, e.Close())
	}
	return r, nil
}

// Clear makes the replay forget what it has heard: what follows finds what it would find in a new one. Statements stay compiled, and rules
// and readers parsed: to do that anew for each recording was nearly half of the time.
func (r *Replay) Clear(ctx context.Context) error {
	r.dirs, r.at = map[string]string{}, 0
	r.recorded.Clear()
	return r.DB.Clear(ctx)
}

// SetTime sets the time of the next events, in RFC 3339. A text that is no time has no effect.
func (r *Replay) SetTime(at string) {
	if t, err := time.Parse(time.RFC3339, at); err == nil {
		r.at = t.UnixMilli()
	}
}

// Hear processes one event of a recording.
func (r *Replay) Hear(ctx context.Context, ev hook.Event, client hook.Capabilities) (hook.Verdict, error) {
	if r.dirs[ev.Session] == "" {
		r.dirs[ev.Session] = ev.CWD
	}
	ev.Project = r.dirs[ev.Session]
	return r.Engine.Hear(ctx, ev, client)
}

// Rules returns the rules that are evaluated.
func (r *Replay) Rules() []*eval.Rule {
	return slices.DeleteFunc(slices.Clone(r.Eval.Rules), func(r *eval.Rule) bool { return r.Err != nil || r.Severity == hook.Off })
}

// Faults returns the messages of all faults since the replay was opened: of rules, readers and the
// configuration.
func (r *Replay) Faults(ctx context.Context) (list []string, err error) {
	if err := r.faults.keep(ctx); err != nil {
		return nil, err
	}
	err = r.DB.Each(ctx, "SELECT message FROM faults ORDER BY place, message", nil, func(_ []string, row []store.Value) error {
		list = append(list, store.Text(row[0]))
		return nil
	})
	return list, err
}

// A rulesFolder presents a folder of rules as a source of files.
type rulesFolder struct{ fs.FS }

// Open maps rules.d to the folder itself.
func (f rulesFolder) Open(name string) (fs.File, error) {
	if name == bundle.Rules+".d" {
		return f.FS.Open(".")
	}
	rest, ok := strings.CutPrefix(name, bundle.Rules+".d/")
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return f.FS.Open(rest)
}

// ReadFile reads a file of the folder with the folder's own ReadFile, which accepts only regular
// files of bounded size.
func (f rulesFolder) ReadFile(name string) ([]byte, error) {
	return fs.ReadFile(f.FS, strings.TrimPrefix(name, bundle.Rules+".d/"))
}

// apply loads the rules in force and changes them as the trial describes.
func (r *Replay) apply(trial Trial) error {
	sources := r.sources
	if trial.Folder != "" {
		sources = []bundle.Source{{Origin: "project", FS: rulesFolder{bundle.Dir(trial.Folder)}, Dir: trial.Folder, Own: r.sources[0].FS}}
	}
	rules, wrong := eval.LoadRules(sources, r.Config)
	r.Eval.Rules = rules
	r.Eval.ReportConfig(wrong)
	if trial.Folder != "" && len(rules) == 0 {
		return fmt.Errorf("no .sql file in %s", trial.Folder)
	}
	var errs []error
	var names []string
	for _, rule := range rules {
		if trial.Folder != "" {
			rule.Path = path.Join(trial.Folder, path.Base(rule.Path))
		}
		names = append(names, rule.Name)
		if rule.Err != nil {
			r.faults.add(rule.Path, rule.Err)
			continue
		}
		named := slices.Contains(trial.Rules, rule.Name)
		if trial.Diff {
			rule.OnlyNew()
		}
		switch {
		case len(trial.Rules) > 0 && !named:
			rule.Severity = hook.Off
		case (named || trial.Folder != "") && rule.Pack != "" && rule.Severity == hook.Off:
			rule.Severity = rule.File.Severity
		case named && rule.Severity == hook.Off:
			rule.Severity = hook.Warn
		}
		if trial.Severity != "" && rule.Severity != hook.Off {
			rule.Severity = trial.Severity
		}
	}
	for _, name := range trial.Rules {
		if !slices.Contains(names, name) {
			errs = append(errs, fmt.Errorf("no rule %q%s", name, bundle.DidYouMean(name, names)))
		}
	}
	for _, setting := range trial.Set {
		errs = append(errs, r.set(setting))
	}
	return errors.Join(errs...)
}

// set sets an option of the rules that have it.
func (r *Replay) set(setting string) error {
	name, text, ok := strings.Cut(setting, "=")
	if !ok {
		return fmt.Errorf("%q sets no option: write option=value", setting)
	}
	var given struct{ V any }
	if _, err := toml.Decode("v = "+text, &given); err != nil {
		given.V = text // a word without quotes
	}
	known := map[string]bool{}
	set := false
	for _, rule := range r.Rules() {
		for option := range rule.Options {
			known[option] = true
		}
		def, ok := rule.Options[name]
		if !ok {
			continue
		}
		if fmt.Sprintf("%T", given.V) != fmt.Sprintf("%T", def) {
			return fmt.Errorf("option %s of rule %s must be %s like its default %s, not %s", name, rule.Name, project.TypeName(def), project.OptionText(def), project.OptionText(given.V))
		}
		rule.Options[name] = given.V
		set = true
	}
	if !set {
		return fmt.Errorf("no rule that is evaluated has an option %q%s", name, bundle.DidYouMean(name, slices.Sorted(maps.Keys(known))))
	}
	return nil
}

// unlimited raises the time limits to a minute, for callers that no agent waits for.
func (e *Engine) unlimited() {
	e.Config.BeforeMS = time.Minute.Milliseconds()
	e.Config.AfterMS = e.Config.BeforeMS
}

// Record records the end of a call without evaluating rules, and without a time limit. It returns the faults of readers
// as an error.
func (e *Engine) Record(ctx context.Context, ev hook.Event) error {
	e.unlimited()
	c := e.Resolve(ev)
	if err := amends(ctx, e.DB, c); err != nil {
		return err
	}
	found := e.Readers.Read(ctx, c)
	_, err := e.recordCall(ctx, c, &found)
	if err == nil && found.Project {
		more := e.Readers.ReadProject(ctx, c, found)
		err = e.DB.Transact(ctx, store.LockWait, func() error { return e.recorder.more(ctx, c, found, more) })
	}
	for _, f := range e.faults.list {
		err = errors.Join(err, f.err)
	}
	return err
}
