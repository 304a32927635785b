package project

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"witness/engine/bundle"
	"witness/engine/redact"
)

// systemConfig is where an administrator's settings lie. $WITNESS_SYSTEM_CONFIG names
// another file where there is none, for tests; where there is one it has no effect, or the
// environment would take away what is locked.
func SystemConfig() string {
	const path = "/etc/witness/config.toml"
	if other := os.Getenv("WITNESS_SYSTEM_CONFIG"); other != "" && !IsFile(path) {
		return other
	}
	return path
}

// The layers of the configuration, lowest first. What a layer locks, a later one does not
// change.
const (
	layerDefault = iota
	layerSystem
	layerUser
	layerProject
	layerEnv
)

// A Config is all settings in force, layer over layer.
type Config struct {
	Rules map[string]setting
	// Files are the configuration files that were read, lowest layer first.
	Files []string
	// BeforeMS and AfterMS bound what a hook may spend, in milliseconds.
	BeforeMS, AfterMS int64
	Secrets           redact.Finder // what is never kept, besides the usual forms
	// Briefing is when a session begins with the briefing: auto, always or never.
	Briefing string
	// Errs is everything that is wrong with the files; what is right stays in force.
	Errs []error

	Values     map[string]Option    // the keys at the top of a file, as they were set last
	modes      [layerEnv + 1]string // mode by layer, "" where it is not set
	Exceptions []Exception
}

// loadConfig reads all layers for a call in dir of the project root, lowest first: the
// system's, the user's, the project's, the environment.
func LoadConfig(dir, root string) *Config {
	c := &Config{Rules: map[string]setting{}, Values: map[string]Option{}}
	for _, k := range ConfigKeys {
		if k.In == AtTop {
			c.put(layerDefault, k.Name, k.Default)
		}
	}
	c.read(SystemConfig(), layerSystem)
	if user := UserConfigDir(); user != "" {
		c.read(filepath.Join(user, "config.toml"), layerUser)
	}
	if path := projectConfig(dir, root); path != "" {
		c.read(path, layerProject)
	}
	for _, env := range os.Environ() {
		if rest, ok := strings.CutPrefix(env, "WITNESS_RULES_"); ok {
			name, severity, _ := strings.Cut(rest, "=")
			if severity == "" {
				continue // an empty variable is one that was unset
			}
			in := &configFile{c, layerEnv, "$WITNESS_RULES_" + name, nil}
			in.setRule(strings.ToLower(name), map[string]any{"severity": severity})
		}
	}
	c.checkMode()
	if more := len(c.Errs) - maxErrs; more > 0 {
		c.Errs = append(c.Errs[:maxErrs], fmt.Errorf("%d more mistakes in the configuration", more))
	}
	return c
}

// maxErrs is how many mistakes are told. Each is counted in the store at every call.
const maxErrs = 100

// projectConfig is the nearest .witness.toml or .witness.json, walking up from dir to
// root, "" if there is none.
func projectConfig(dir, root string) string {
	for up := dir; Within(up, root); up = filepath.Dir(up) {
		for _, name := range []string{".witness.toml", ".witness.json"} {
			if path := filepath.Join(up, name); IsFile(path) {
				return path
			}
		}
		if up == filepath.Dir(up) {
			break
		}
	}
	return ""
}

func IsFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// read adds one file. A file that is not there says nothing.
func (c *Config) read(path string, layer int) {
	info, err := os.Stat(path)
	if err != nil {
		return
	}
	if !info.Mode().IsRegular() || info.Size() > bundle.MaxFileSize {
		c.Errs = append(c.Errs, &bundle.FileError{Path: path, Line: 0, Err: errors.New("not a regular file of at most 256 kB")})
		return
	}
	text, err := os.ReadFile(path)
	if err != nil {
		c.Errs = append(c.Errs, err)
		return
	}
	c.Files = append(c.Files, path)
	tree, err := decodeConfig(path, text)
	if err != nil {
		c.Errs = append(c.Errs, err)
		return
	}
	in := &configFile{c, layer, path, keyLines(path, string(text))}
	in.add(tree)
}

// decodeConfig turns a file's bytes into a tree of tables, with whole numbers as int64.
func decodeConfig(path string, text []byte) (map[string]any, error) {
	tree := map[string]any{}
	if strings.HasSuffix(path, ".json") {
		if err := json.Unmarshal(text, &tree); err != nil {
			line := 0
			if e, ok := errors.AsType[*json.SyntaxError](err); ok {
				line = 1 + strings.Count(string(text[:e.Offset]), "\n")
			}
			return nil, &bundle.FileError{Path: path, Line: line, Err: err}
		}
		return wholeNumbers(tree).(map[string]any), nil
	}
	if err := bundle.CheckDepth(path, string(text)); err != nil {
		return nil, err
	}
	if _, err := toml.Decode(string(text), &tree); err != nil {
		if e, ok := errors.AsType[toml.ParseError](err); ok {
			return nil, &bundle.FileError{Path: path, Line: e.Position.Line, Err: errors.New(e.Message)}
		}
		return nil, &bundle.FileError{Path: path, Line: 0, Err: err}
	}
	return tree, nil
}

// wholeNumbers gives JSON's numbers the types that TOML's have.
func wholeNumbers(v any) any {
	switch v := v.(type) {
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
			return int64(v)
		}
	case map[string]any:
		for k := range v {
			v[k] = wholeNumbers(v[k])
		}
	case []any:
		for i := range v {
			v[i] = wholeNumbers(v[i])
		}
	}
	return v
}

// checkMode tells which locked rules a later layer's mode = "observe" does not silence.
func (c *Config) checkMode() {
	said := c.Values["mode"]
	last := layerEnv
	for last > 0 && c.modes[last] == "" {
		last--
	}
	if c.modes[last] != observe || said.Value != observe {
		return
	}
	for _, rule := range slices.Sorted(maps.Keys(c.Rules)) {
		if s := c.Rules[rule]; s.Locked && s.layer < last {
			c.Errs = append(c.Errs, &bundle.FileError{Path: said.From, Line: said.Line, Err: fmt.Errorf("rule %s is locked by %s: mode = %q does not silence it", rule, s.Said["locked"].From, observe)})
		}
	}
}

// enforce ignores mode = "observe" of every layer.
func (c *Config) Enforce() { clear(c.modes[:]) }

// observes tells whether a rule is only watched. What a layer locks, no later one silences
// this way.
func (c *Config) Observes(rule string) bool {
	last := layerEnv
	if s := c.Rules[rule]; s.Locked {
		last = s.layer
	}
	for ; last > 0; last-- {
		if c.modes[last] != "" {
			return c.modes[last] == observe
		}
	}
	return false
}
