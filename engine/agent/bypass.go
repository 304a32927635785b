package agent

import (
	"path/filepath"
	"slices"
	"strings"
)

// How a client is made to work without the hooks of its settings. Each list has only what is known of the client; what it does not know
// is noticed by its effect, see package guard.

// bypasses are flags and subcommands with which the client runs no hooks, reads other settings or removes witness (bypass), each one or
// more words that follow each other in this order. A word that ends with * stands for all that begin like it, and "--flag value" also
// for "--flag=value".
func (f clientFile) bypasses() []string { return slices.Collect(f.lines("bypass")) }

// movers are the variables that make it do the same, beside the MovedBy of its settings (moves).
func (f clientFile) movers() []string { return f.words("moves") }

// off are the variables with which it runs no hooks if one is 1 or true (off).
func (f clientFile) off() []string { return f.words("off") }

// setIn are the files that can set off for it (sets): in the member env of JSON, or in the lines of any other file. With the flag
// overrides a variable of these files replaces one of the environment.
func (f clientFile) setIn() []Settings { return f.files("sets") }

// Guarded are further files in which hooks can be switched off, beside Settings and ExtraSettings (guarded).
func (f clientFile) Guarded() []Settings { return f.files("guarded") }

// PluginFolders are those in which the client keeps its copy of the plugin (folder).
func (f clientFile) PluginFolders() []Settings { return f.files("folder") }

// keys are the members of its settings, beside hooks, that decide whether hooks run (keys).
func (f clientFile) keys() []string { return f.words("keys") }

// ProgramNames returns the names that the client's program has: also those of its packages (starts).
func (a Agent) ProgramNames() []string {
	return append(a.programs(), a.words("starts")...)
}

// GuardedSettings returns the files that decide whether the client runs its hooks.
func (a Agent) GuardedSettings() []Settings {
	return slices.Concat(a.Settings(), a.ExtraSettings(), a.Guarded())
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
	for _, known := range a.bypasses() {
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
	return MovesAll(name) || a.MovedOwn(name) || slices.Contains(a.off(), name)
}

// movesAll are the variables by which witness and every client find their settings, and witness its store.
var movesAll = []string{"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "USERPROFILE"}

// MovesAll reports whether witness and every client look for their files in another place if a variable is set.
func MovesAll(name string) bool { return slices.Contains(movesAll, name) }

// Movers returns all variables that can make the client run no hooks, or it or witness look elsewhere for their files.
func (a Agent) Movers() []string {
	names := slices.Concat(movesAll, a.off(), a.movers())
	for _, s := range a.Settings() {
		if moved, _, ok := strings.Cut(s.MovedBy, "="); ok && moved != "" {
			names = append(names, moved)
		}
	}
	return names
}

// MovedOwn reports whether a variable of the client's own makes it read other settings than those of the user.
func (a Agent) MovedOwn(name string) bool {
	return slices.Contains(a.movers(), name) || slices.ContainsFunc(a.Settings(), func(s Settings) bool {
		moved, _, _ := strings.Cut(s.MovedBy, "=")
		return moved == name && name != "" && !strings.HasPrefix(name, "XDG_")
	})
}

// SwitchedOff reports whether the client runs no hooks if a variable has a value.
func (a Agent) SwitchedOff(name, value string) bool {
	return slices.Contains(a.off(), name) && isOn(value)
}

// TakesVariablesOf reports whether the client gets the variables that a startup file sets: of .env those that read it themselves.
func (a Agent) TakesVariablesOf(path string) bool {
	return filepath.Base(path) != ".env" || slices.ContainsFunc(a.setIn(), func(s Settings) bool { return filepath.Base(s.Path) == ".env" })
}
