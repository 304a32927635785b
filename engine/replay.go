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

	"github.com/BurntSushi/toml"
)

// A Trial says in what a replay is to differ from the rules in force.
type Trial struct {
	Rules    []string // only these; all, if empty. One that is off is judged as a warning
	Folder   string   // a folder of .sql files to judge by instead of the rules in force
	Severity string   // of everything that is judged; "" leaves to each its own
	Set      []string // option=value, for those of the rules that have the option
}

// Replay opens a scratch engine for a session of the past. There is no disk to ask: a file
// exists if the call presupposes it, tells it, or the session has seen it, and time stands
// still. A trial that does not fit the rules is an error.
func Replay(ctx context.Context, brain fs.FS, dir string, trial Trial) (*Engine, error) {
	e, err := Scratch(ctx, brain, dir)
	if err != nil {
		return nil, err
	}
	e.config.BeforeMS = int64(time.Minute / time.Millisecond)
	e.config.AfterMS = e.config.BeforeMS
	clear(e.config.modes[:]) // what a rule would say is what is asked
	e.onDisk = func(_, kind string) bool { return kind == Edit }
	e.started = map[string]string{}
	if err := e.try(trial); err != nil {
		return nil, errors.Join(err, e.Close())
	}
	return e, nil
}

// Judges are the rules that this engine judges by.
func (e *Engine) Judges() []*Script {
	return slices.DeleteFunc(slices.Clone(e.loadRules()), func(f *Script) bool { return f.Err != nil || f.Severity == Off })
}

// Faults are what went wrong inside since the engine was opened: rules that could not
// answer, outputs that could not be read, mistakes in the configuration.
func (e *Engine) Faults(ctx context.Context) (list []string, err error) {
	if err := e.keepFaults(ctx); err != nil {
		return nil, err
	}
	err = e.db.each(ctx, "SELECT message FROM faults ORDER BY place, message", nil, func(_ []string, row []driverValue) error {
		list = append(list, show(row[0]))
		return nil
	})
	return list, err
}

// A rulesFolder is a folder of rules, wherever it lies, seen as a layer of the brain.
type rulesFolder struct{ fs.FS }

// Open maps rules.d to the folder itself.
func (f rulesFolder) Open(name string) (fs.File, error) {
	if name == Rules+".d" {
		return f.FS.Open(".")
	}
	rest, ok := strings.CutPrefix(name, Rules+".d/")
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return f.FS.Open(rest)
}

// ReadFile keeps to what the folder reads: regular files of bounded size.
func (f rulesFolder) ReadFile(name string) ([]byte, error) {
	return fs.ReadFile(f.FS, strings.TrimPrefix(name, Rules+".d/"))
}

// try settles the rules: as configured, and then as the trial wants them.
func (e *Engine) try(trial Trial) error {
	if trial.Folder != "" {
		layer := Source{Origin: "project", FS: rulesFolder{folder(trial.Folder)}, Dir: trial.Folder}
		e.rules = load([]Source{layer}, Rules, nil)
		for _, f := range e.rules {
			f.Path = path.Join(trial.Folder, path.Base(f.Path))
		}
		if len(e.rules) == 0 {
			return fmt.Errorf("no .sql file in %s", trial.Folder)
		}
	}
	var errs []error
	var names []string
	for _, f := range e.loadRules() {
		names = append(names, f.Name)
		if err := f.parse(); err != nil {
			e.fault(f.Path, err)
			continue
		}
		f.settled = true
		for _, err := range e.config.apply(f) {
			e.fault("config", err)
		}
		named := slices.Contains(trial.Rules, f.Name)
		switch {
		case len(trial.Rules) > 0 && !named:
			f.Severity = Off
		case named && f.Severity == Off:
			f.Severity = Warn
		}
		if trial.Severity != "" && f.Severity != Off {
			f.Severity = trial.Severity
		}
	}
	for _, name := range trial.Rules {
		if !slices.Contains(names, name) {
			errs = append(errs, fmt.Errorf("no rule %q%s", name, didYouMean(name, names)))
		}
	}
	for _, setting := range trial.Set {
		errs = append(errs, e.trySetting(setting))
	}
	return errors.Join(errs...)
}

// trySetting sets an option of those rules that have it.
func (e *Engine) trySetting(setting string) error {
	name, text, ok := strings.Cut(setting, "=")
	if !ok {
		return fmt.Errorf("%q sets nothing: write option=value", setting)
	}
	var given struct{ V any }
	if _, err := toml.Decode("v = "+text, &given); err != nil {
		given.V = text // a word without quotes
	}
	known := map[string]bool{}
	set := false
	for _, f := range e.Judges() {
		for option := range f.Options {
			known[option] = true
		}
		def, ok := f.Options[name]
		if !ok {
			continue
		}
		if fmt.Sprintf("%T", given.V) != fmt.Sprintf("%T", def) {
			return fmt.Errorf("option %s of rule %s must be %s like its default %v, not %v", name, f.Name, typeName(def), def, given.V)
		}
		f.Options[name] = given.V
		set = true
	}
	if !set {
		return fmt.Errorf("no rule that is judged has an option %q%s", name, didYouMean(name, slices.Sorted(maps.Keys(known))))
	}
	return nil
}
