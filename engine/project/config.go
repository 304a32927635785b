package project

import (
	"fmt"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"witness/engine/bundle"
	"witness/engine/redact"
)

// The layers of the configuration, lowest first. A higher layer overrides a lower one, but not
// a rule that the lower one locks.
const (
	layerDefault = iota
	layerSystem
	layerPolicy
	layerUser
	layerProject
	layerEnv
)

// A Config is the configuration in force, merged from all layers.
type Config struct {
	// Accepted is what a person has accepted of the project's files, nil if all of them are trusted.
	Accepted *bundle.Accepted
	// Files are the configuration files that were read, lowest layer first.
	Files []string
	// BeforeMS and AfterMS limit the CPU time of a hook before and after a call, in milliseconds.
	BeforeMS, AfterMS int64
	// Secrets finds what must not be stored, with the patterns of the configuration.
	Secrets redact.Finder
	// Keep is store.keep, 0 without a limit.
	Keep time.Duration
	// MaxSize is store.max_size in bytes, 0 without a limit.
	MaxSize int64
	// Briefing is start.briefing: auto, always or never.
	Briefing string
	// ReceiptNotes and ReceiptKey are the table [receipt].
	ReceiptNotes bool
	ReceiptKey   string
	// Fleet is the table [fleet].
	Fleet Fleet
	// Errs are the mistakes in the files. The settings without a mistake are in force.
	Errs []error

	rules      map[string]Setting
	values     map[string]Entry     // the keys outside of rules and except that a file sets
	modes      [layerEnv + 1]string // mode by layer, "" where it is not set
	exceptions []*Exception
	packs      []packChoice // lowest layer first
	trusted    []string     // globs of projects, see accepted
	proposals  []*proposal  // what untrusted files of the project say
	classes    []classGlobs // of the table files
	tables     []ruleTable  // the entries of rule, of all layers
}

// A ruleTable is an entry of rule, with the origin of the file that has it.
type ruleTable struct {
	bundle.Table
	origin string
}

// An Entry is a value in the configuration and its position.
type Entry struct {
	Value any
	From  string // the file, or the environment variable with its $
	Line  int    // 0 for a variable, or if the line is unknown

	layer int // of a rule's key or option
}

// Place returns the position of the entry: a file and a line, or an environment variable.
func (o Entry) Place() string {
	if o.Line == 0 {
		return o.From
	}
	return fmt.Sprintf("%s:%d", o.From, o.Line)
}

// at reports whether an entry is in the same place as another one.
func (o Entry) at(other Entry) bool { return o.From == other.From && o.Line == other.Line }

// SystemConfig returns the path of the administrator's configuration file. If that file does not
// exist, $WITNESS_SYSTEM_CONFIG names another one, for tests. If it exists, the variable has no
// effect, because the environment could unlock rules with it.
func SystemConfig() string {
	const path = "/etc/witness/config.toml"
	if other := os.Getenv("WITNESS_SYSTEM_CONFIG"); other != "" && !IsFile(path) {
		return other
	}
	return path
}

// LoadConfig reads all layers for a call in dir, a directory of the project at root: the
// system's file, the team's policy, the user's, the project's as judge says, and the environment.
func LoadConfig(dir, root string, judge Judge) *Config {
	c := newConfig()
	c.readFile(SystemConfig(), layerSystem)
	if user := UserConfigDir(); user != "" {
		c.readFile(filepath.Join(user, policyFolder, "config.toml"), layerPolicy)
		c.readFile(filepath.Join(user, "config.toml"), layerUser)
	}
	c.Accepted = c.accepted(root, judge)
	c.readProject(dir, root)
	for _, env := range os.Environ() {
		if rest, ok := strings.CutPrefix(env, "WITNESS_RULES_"); ok {
			name, severity, _ := strings.Cut(rest, "=")
			if severity == "" {
				continue // an empty variable counts as unset
			}
			in := &layerReader{config: c, below: c, layer: layerEnv, path: "$WITNESS_RULES_" + name}
			in.addRule(strings.ToLower(name), map[string]any{"severity": severity})
		}
	}
	c.checkMode()
	return c
}

// newConfig returns a Config with the defaults.
func newConfig() *Config {
	c := &Config{rules: map[string]Setting{}, values: map[string]Entry{}}
	for _, k := range KeysIn(AtTop) {
		c.apply(layerDefault, k.Name, Entry{Value: k.Default})
	}
	return c
}

// configName is the name of a project's configuration file.
const configName = ".witness.toml"

// ancestors yields dir and its parents up to root.
func ancestors(dir, root string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for up := dir; Within(up, root) && yield(up) && up != filepath.Dir(up); up = filepath.Dir(up) {
		}
	}
}

// exists reports whether there is anything at path, such as a link without a target.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// IsFile reports whether path is a regular file, or a link to one.
func IsFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// Value returns the value of a key outside of rules and except, such as limits.before_ms, and
// whether a file sets it.
func (c *Config) Value(key string) (Entry, bool) {
	o, ok := c.values[key]
	if key == "packs" {
		return c.chosenPacks()
	}
	return o, ok
}

// apply puts the value of a key outside of rules and except into force.
func (c *Config) apply(layer int, key string, o Entry) {
	v := o.Value
	switch key {
	case "packs":
		c.choosePacks(layer, o)
	case "limits.before_ms":
		c.BeforeMS, _ = v.(int64)
	case "limits.after_ms":
		c.AfterMS, _ = v.(int64)
	case "privacy.patterns":
		if patterns, err := compilePatterns(v); err == nil {
			c.Secrets.Patterns = append(c.Secrets.Patterns, patterns...)
		}
	case "mode":
		c.modes[layer], _ = v.(string)
	case "store.keep":
		text, _ := v.(string)
		c.Keep, _ = ParseDuration(text) // 0 for "off"
	case "store.max_size":
		text, _ := v.(string)
		c.MaxSize, _ = ParseSize(text)
	case "trust.projects":
		if globs, err := globList(v); err == nil {
			c.trusted = append(c.trusted, globs...)
		}
	case "start.briefing":
		c.Briefing, _ = v.(string)
	case "receipt.notes":
		c.ReceiptNotes, _ = v.(bool)
	case "receipt.key":
		c.ReceiptKey, _ = v.(string)
	default:
		c.Fleet.apply(key, v)
	}
	if class, ok := strings.CutPrefix(key, "files."); ok {
		if globs, err := globList(v); err == nil && len(globs) > 0 {
			c.classes = append(c.classes, classGlobs{class, globs, layer})
		}
	}
}

// checkMode records a mistake for each locked rule to which mode = "observe" of a higher layer
// does not apply.
func (c *Config) checkMode() {
	mode := c.values["mode"]
	last := layerEnv
	for last > 0 && c.modes[last] == "" {
		last--
	}
	if c.modes[last] != observe || mode.Value != observe {
		return
	}
	for _, rule := range slices.Sorted(maps.Keys(c.rules)) {
		if s := c.rules[rule]; s.Locked && s.layer < last {
			c.Errs = append(c.Errs, &bundle.FileError{Path: mode.From, Line: mode.Line, Err: fmt.Errorf("rule %s is locked by %s: mode = %q does not silence it", rule, c.LockedBy(rule), observe)})
		}
	}
}

// Enforce ignores the mode of every layer, so that all rules are enforced.
func (c *Config) Enforce() { clear(c.modes[:]) }

// Observes reports whether the verdicts of a rule with these names are recorded but not reported. The mode of layers above the
// one that locks the rule has no effect on it.
func (c *Config) Observes(names ...string) bool {
	last := layerEnv
	if s := c.named(names); s.Locked {
		last = s.layer
	}
	for ; last > 0; last-- {
		if c.modes[last] != "" {
			return c.modes[last] == observe
		}
	}
	return false
}
