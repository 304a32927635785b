package agent

import (
	"path/filepath"
	"slices"
	"strings"
)

// A Bypass is how a client is made to work without the hooks of its settings. Each list has only what is known of
// the client; what it does not know is noticed by its effect, see package guard.
type Bypass struct {
	// Programs are further names of the client's program, such as those of its packages, after those in Signs.
	Programs []string
	// Words are flags and subcommands with which it runs no hooks, reads other settings or removes witness, each
	// one or more words that follow each other in this order. A word that ends with * stands for all that begin
	// like it, and "--flag value" also for "--flag=value".
	Words []string
	// Variables are those that make it do the same, beside the MovedBy of its settings.
	Variables []string
	// Off are the variables with which it runs no hooks if one is 1 or true, and SetIn the files that can set them for
	// it: in the member env of JSON, or in the lines of any other file.
	Off   []string
	SetIn []Settings
	// Overrides reports whether a variable of these files replaces one of the environment.
	Overrides bool
	// Settings are further files in which hooks can be switched off, beside Settings and ExtraSettings.
	Settings []Settings
	// Folders are those in which the client keeps its copy of the plugin.
	Folders []Settings
	// Keys are the members of its settings, beside hooks, that decide whether hooks run.
	Keys []string
}

// ProgramNames returns the names that the client's program has.
func (a Agent) ProgramNames() []string {
	return append(a.Signs.Programs[:len(a.Signs.Programs):len(a.Signs.Programs)], a.Bypass.Programs...)
}

// GuardedSettings returns the files that decide whether the client runs its hooks.
func (a Agent) GuardedSettings() []Settings {
	all := a.Settings[:len(a.Settings):len(a.Settings)]
	return append(append(all, a.ExtraSettings...), a.Bypass.Settings...)
}

// BypassedBy returns the flag or subcommand among the arguments of the client's program with which it runs no
// hooks or reads other settings, "" if there is none. Words after "--" are not the client's.
func (a Agent) BypassedBy(args []string) string {
	var words []string
	for _, arg := range args {
		if arg == "--" {
			break
		}
		if flag, value, ok := strings.Cut(arg, "="); ok && strings.HasPrefix(flag, "--") {
			words = append(words, flag, value)
			continue
		}
		words = append(words, arg)
	}
	for _, known := range a.Bypass.Words {
		if wanted := strings.Fields(known); follow(words, wanted) {
			return strings.ReplaceAll(known, "*", "")
		}
	}
	return ""
}

// follow reports whether the wanted words are among words, in this order. The value of a flag follows it directly,
// a subcommand may have flags before it.
func follow(words, wanted []string) bool {
	is := func(word, pattern string) bool {
		prefix, isPrefix := strings.CutSuffix(pattern, "*")
		return word == pattern || isPrefix && strings.HasPrefix(word, prefix)
	}
	for i := range words {
		if !is(words[i], wanted[0]) {
			continue
		}
		at, found := i, 1
		for found < len(wanted) {
			at++
			for !strings.HasPrefix(wanted[0], "-") && at < len(words) && strings.HasPrefix(words[at], "-") {
				at++
			}
			if at >= len(words) || !is(words[at], wanted[found]) {
				break
			}
			found++
		}
		if found == len(wanted) {
			return true
		}
	}
	return false
}

// BypassVariable reports whether a variable makes the client run no hooks, or read other settings than those of
// the user: one of its own, or one that moves the home directory or the folder of all settings.
func (a Agent) BypassVariable(name string) bool {
	return MovesAll(name) || a.MovedOwn(name) || slices.Contains(a.Bypass.Off, name)
}

// movesAll are the variables by which witness and every client find their settings, and witness its store.
var movesAll = []string{"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "USERPROFILE"}

// MovesAll reports whether witness and every client look for their files in another place if a variable is set.
func MovesAll(name string) bool { return slices.Contains(movesAll, name) }

// Movers returns all variables that can make the client run no hooks, or it or witness look elsewhere for their files.
func (a Agent) Movers() []string {
	names := slices.Concat(movesAll, a.Bypass.Off, a.Bypass.Variables)
	for _, s := range a.Settings {
		if moved, _, ok := strings.Cut(s.MovedBy, "="); ok && moved != "" {
			names = append(names, moved)
		}
	}
	return names
}

// MovedOwn reports whether a variable of the client's own makes it read other settings than those of the user.
func (a Agent) MovedOwn(name string) bool {
	return slices.Contains(a.Bypass.Variables, name) || slices.ContainsFunc(a.Settings, func(s Settings) bool {
		moved, _, _ := strings.Cut(s.MovedBy, "=")
		return moved == name && name != "" && !strings.HasPrefix(name, "XDG_")
	})
}

// SwitchedOff reports whether the client runs no hooks if a variable has a value.
func (a Agent) SwitchedOff(name, value string) bool {
	return slices.Contains(a.Bypass.Off, name) && isOn(value)
}

// TakesVariablesOf reports whether the client gets the variables that a startup file sets: of .env those that read it themselves.
func (a Agent) TakesVariablesOf(path string) bool {
	return filepath.Base(path) != ".env" || slices.ContainsFunc(a.Bypass.SetIn, func(s Settings) bool { return filepath.Base(s.Path) == ".env" })
}
