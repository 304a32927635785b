package project

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/tailscale/hujson"
	"witness/engine/agent"
	"witness/engine/bundle"
)

// Program returns the path of this executable, "" if unknown. It is cached because os.Executable is slow and is
// needed for each path in a line.
var Program = sync.OnceValue(func() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	return path
})

// Programs returns the path of this executable, the path of a program of that name in each folder of PATH up to the first that has one,
// because a program put into an earlier folder would run instead, and what that one is a link to.
func Programs() []string {
	list := []string{Program()}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		path := filepath.Join(dir, "witness")
		if strings.EqualFold(filepath.Ext(Program()), ".exe") {
			path += ".exe"
		}
		if !filepath.IsAbs(path) || slices.Contains(list, path) {
			continue
		}
		list = append(list, path)
		if _, err := os.Stat(path); err == nil {
			if real := Resolve(path); !slices.Contains(list, real) {
				list = append(list, real)
			}
			break
		}
	}
	return list
}

// Home returns the user's home directory, "" if there is none.
func Home() string {
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return home
}

// Homes returns the home directory as the environment spells it, and its canonical path if that differs.
func Homes() []string {
	home := Home()
	if home == "" {
		return nil
	}
	if real := Resolve(home); real != home {
		return []string{home, real}
	}
	return []string{home}
}

// envFiles are the files of a project, besides the settings of its clients, whose variables reach hooks:
// Gemini and Qwen read .env, and what an editor or a container sets, the clients in it inherit.
var envFiles = []string{".env", ".gemini/.env", ".qwen/.env", ".vscode/settings.json", ".devcontainer/devcontainer.json"}

// A Variable is a variable of the environment that a file of the working tree sets for the hooks.
type Variable struct {
	Name string
	File string // absolute
}

// AnyVariable stands for all variables: it is the name that CheckedIn returns for a file that cannot be read, because it is too
// large or not a regular file, and may therefore set any.
const AnyVariable = "*"

// What describes the variable in a sentence.
func (v Variable) What() string {
	if v.Name == AnyVariable {
		return "this file cannot be read; as it may set variables for hooks, hooks ignore those of witness"
	}
	return "this file sets " + v.Name + " for hooks, which ignore it"
}

// steers reports whether a variable decides what witness does.
func steers(name string) bool {
	return strings.HasPrefix(name, "WITNESS_") || slices.Contains([]string{"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"}, name)
}

// DropVariables removes from the environment of this process, a hook, the variables that a checked-in
// setting of the client may have set: those that decide what witness does and that a file between one of
// dirs and the root of its project names. HOME becomes the home directory that the system knows.
//
// A hook cannot see who set a variable, so it looks into the files that could have set it. It does so only if one of those
// variables is set or HOME is odd, which in most environments is not the case.
func DropVariables(dirs ...string) {
	var set []string
	for _, entry := range os.Environ() {
		name, value, _ := strings.Cut(entry, "=")
		if name != "HOME" && steers(name) && value != "" {
			set = append(set, name)
		}
	}
	if len(set) == 0 && !slices.ContainsFunc(slices.Compact(slices.Sorted(slices.Values(dirs))), isHomeOdd) { // they are the same mostly
		return
	}
	for _, v := range CheckedIn(dirs...) {
		switch {
		case v.Name == "HOME":
			// The variable is set again below if it can be.
			_ = os.Unsetenv("HOME")
			if home := systemHome(); home != "" {
				_ = os.Setenv("HOME", home)
			}
		case v.Name == AnyVariable:
			for _, name := range set {
				_ = os.Unsetenv(name)
			}
		case slices.Contains(set, v.Name):
			_ = os.Unsetenv(v.Name)
		}
	}
}

// systemHome returns the home directory that the system knows, whatever HOME says; "" if it knows none.
func systemHome() string {
	me, err := user.LookupId(strconv.Itoa(os.Getuid()))
	if err != nil {
		return ""
	}
	return me.HomeDir
}

// MovedByUser returns a sentence for each variable that the user's own settings of a client set for hooks and that may give
// these another store or configuration than a terminal has. It reads the settings in the home directory that the system knows,
// because HOME may be one of those variables.
func MovedByUser() (list []string) {
	home := systemHome()
	if home == "" {
		return nil
	}
	for _, m := range agent.MovedHere(agent.Machine{Home: home, Getenv: os.Getenv}) {
		list = append(list, m.Path+": this file sets "+m.Name+" for the hooks; where it is not set, witness uses another store or configuration")
	}
	return list
}

// isHomeOdd reports whether the project may have chosen the home directory for a call in dir: it is inside of the project, or a
// repository itself.
func isHomeOdd(dir string) bool {
	home := os.Getenv("HOME")
	if dir == "" || home == "" {
		return false
	}
	if Within(dir, filepath.Clean(home)) {
		_, err := os.Lstat(filepath.Join(home, ".git"))
		return err == nil
	}
	return Within(Resolve(home), RootOf(dir))
}

// CheckedIn returns the variables that files of the working tree set for hooks and that decide what witness
// does, in the folders between each of dirs and the root of its project.
func CheckedIn(dirs ...string) (list []Variable) {
	seen := map[string]bool{}
	for _, dir := range dirs {
		if seen[dir] {
			continue
		}
		seen[dir] = true
		if dir = Resolve(dir); dir == "" {
			continue
		}
		for up := range ancestors(dir, cmp.Or(markedRoot(dir), dir)) {
			for _, name := range variableFiles() {
				path := filepath.Join(up, filepath.FromSlash(name))
				if seen[path] {
					continue
				}
				seen[path] = true
				text, err := readBounded(path, bundle.MaxFileSize)
				if err != nil {
					if !errors.Is(err, fs.ErrNotExist) {
						list = append(list, Variable{AnyVariable, path})
					}
					continue
				}
				for _, variable := range variablesIn(name, text) {
					list = append(list, Variable{variable, path})
				}
			}
		}
	}
	return list
}

// variableFiles returns the files in a folder that may set variables for hooks.
func variableFiles() (names []string) {
	for _, a := range agent.All {
		for _, s := range slices.Concat(a.Settings(), a.ExtraSettings()) {
			if s.Scope == "project" && strings.HasSuffix(s.Path, ".json") {
				names = append(names, s.Path)
			}
		}
	}
	slices.Sort(names)
	return append(slices.Compact(names), envFiles...)
}

// variablesIn returns the variables that a file sets and that decide what witness does, sorted.
func variablesIn(name string, text []byte) []string {
	found := map[string]bool{}
	if strings.HasSuffix(name, ".json") {
		var tree any
		if plain, err := hujson.Standardize(bytes.TrimPrefix(text, []byte("\ufeff"))); err == nil && json.Unmarshal(plain, &tree) == nil {
			collectEnv(tree, found)
		}
		return slices.Sorted(maps.Keys(found))
	}
	for line := range strings.Lines(string(text)) {
		variable, _, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "export "), "=")
		if variable = strings.TrimSpace(variable); ok && steers(variable) {
			found[variable] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// collectEnv collects the keys of every object whose name has env in it: env, remoteEnv, and
// terminal.integrated.env.linux.
func collectEnv(tree any, found map[string]bool) {
	switch v := tree.(type) {
	case map[string]any:
		for key, value := range v {
			if env, ok := value.(map[string]any); ok && strings.Contains(strings.ToLower(key), "env") {
				for variable := range env {
					if steers(variable) {
						found[variable] = true
					}
				}
			}
			collectEnv(value, found)
		}
	case []any:
		for _, value := range v {
			collectEnv(value, found)
		}
	}
}
