package engine

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
)

// systemConfig is where an administrator's settings lie. It is a variable for tests,
// which have no /etc of their own: $WITNESS_SYSTEM_CONFIG replaces it.
func systemConfig() string {
	if path := os.Getenv("WITNESS_SYSTEM_CONFIG"); path != "" {
		return path
	}
	return "/etc/witness/config.toml"
}

// A Config is all settings in force, layer over layer.
type Config struct {
	rules map[string]setting
	// Files are the configuration files that were read, lowest layer first.
	Files []string
	// BeforeMS and AfterMS bound what a hook may spend, in milliseconds.
	BeforeMS, AfterMS int64
	// Briefing is when a session begins with the briefing: auto, always or never.
	Briefing string
	// Errs is everything that is wrong with the files; what is right stays in force.
	Errs []error
}

// defaultBefore and defaultAfter are the bounds of a hook before and after a call.
const (
	defaultBefore = 25
	defaultAfter  = 150
)

// loadConfig reads all layers for a call in dir of the project root, lowest first: the
// system's, the user's, the project's, the environment.
func loadConfig(dir, root string) *Config {
	c := &Config{rules: map[string]setting{}, BeforeMS: defaultBefore, AfterMS: defaultAfter, Briefing: "auto"}
	c.read(systemConfig(), true)
	if user := userConfigDir(); user != "" {
		c.read(filepath.Join(user, "config.toml"), true)
	}
	if path := projectConfig(dir, root); path != "" {
		c.read(path, false)
	}
	for _, env := range os.Environ() {
		if rest, ok := strings.CutPrefix(env, "WITNESS_RULES_"); ok {
			name, severity, _ := strings.Cut(rest, "=")
			c.set(strings.ToLower(name), map[string]any{"severity": severity}, "$WITNESS_RULES_"+name, 0)
		}
	}
	return c
}

// projectConfig is the nearest .witness.toml or .witness.json, walking up from dir to
// root, "" if there is none.
func projectConfig(dir, root string) string {
	for up := dir; within(up, root); up = filepath.Dir(up) {
		for _, name := range []string{".witness.toml", ".witness.json"} {
			if path := filepath.Join(up, name); isFile(path) {
				return path
			}
		}
		if up == filepath.Dir(up) {
			break
		}
	}
	return ""
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// read adds one file. A file that is not there says nothing. Only the machine's own
// files, own, set limits: with them a project could silence what is locked.
func (c *Config) read(path string, own bool) {
	info, err := os.Stat(path)
	if err != nil {
		return
	}
	if !info.Mode().IsRegular() || info.Size() > maxFileSize {
		c.Errs = append(c.Errs, &FileError{path, 0, errors.New("not a regular file of at most 256 kB")})
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
	c.add(tree, path, string(text), own)
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
			return nil, &FileError{path, line, err}
		}
		return wholeNumbers(tree).(map[string]any), nil
	}
	if _, err := toml.Decode(string(text), &tree); err != nil {
		if e, ok := errors.AsType[toml.ParseError](err); ok {
			return nil, &FileError{path, e.Position.Line, errors.New(e.Message)}
		}
		return nil, &FileError{path, 0, err}
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

// add takes over what one file says.
func (c *Config) add(tree map[string]any, path, text string, own bool) {
	wrong := func(key, format string, a ...any) {
		c.Errs = append(c.Errs, &FileError{path, keyLine(text, key), fmt.Errorf(format, a...)})
	}
	for _, name := range slices.Sorted(maps.Keys(tree)) {
		table, ok := tree[name].(map[string]any)
		known := []string{"rules", "limits", "start"}
		switch {
		case !slices.Contains(known, name):
			wrong(name, "unknown key %q%s", name, didYouMean(name, known))
		case !ok:
			wrong(name, "%s must be a table", name)
		case name == "start":
			c.setStart(table, wrong)
		case name == "limits" && !own:
			wrong(name, "limits are set in ~/.config/witness/config.toml or /etc/witness/config.toml, not by a project")
		case name == "limits":
			for _, k := range slices.Sorted(maps.Keys(table)) {
				n, ok := table[k].(int64)
				limit := map[string]*int64{"before_ms": &c.BeforeMS, "after_ms": &c.AfterMS}[k]
				switch {
				case limit == nil:
					wrong(k, "unknown key %q%s", k, didYouMean(k, []string{"before_ms", "after_ms"}))
				case !ok || n < 1:
					wrong(k, "%s must be a number of milliseconds above 0", k)
				default:
					*limit = n
				}
			}
		default:
			for _, rule := range slices.Sorted(maps.Keys(table)) {
				if err := c.set(rule, table[rule], path, keyLine(text, rule)); err != nil {
					wrong(rule, "%v", err)
				}
			}
		}
	}
}

// keyLine is the first line of a file that sets key, 0 if none is found.
func keyLine(text, key string) int {
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimLeft(strings.TrimSpace(line), `["`)
		if rest, ok := strings.CutPrefix(line, key); ok && (rest == "" || strings.ContainsAny(rest[:1], `"]= :.`)) {
			return n
		}
		if strings.Contains(line, "rules."+key) {
			return n
		}
	}
	return 0
}
