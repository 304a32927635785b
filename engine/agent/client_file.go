package agent

import (
	"cmp"
	"embed"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// A clientFile is the text of a client's file clients/NAME.txt, which has all of a client that needs no code. A line is a key and its
// value; each key has a method here, whose comment explains it. The text is searched for a key when it is asked for, so that a hook,
// which needs little of it, does not read the files of all clients.
//
// Every command line of a hook that these files have exits with status 0 whatever happens to witness, because status 2, that of a Go
// panic, would block the call. env runs witness, since fish gives up on an unknown command. cat reads the rest of the payload if
// witness is missing, for clients that write into a closed pipe.
type clientFile string

// line returns the value of a key, "" if the file does not have it.
func (f clientFile) line(key string) string {
	for value := range f.lines(key) {
		return value
	}
	return ""
}

// lines yields the values of a key that stands in several lines.
func (f clientFile) lines(key string) func(yield func(value string) bool) {
	return func(yield func(string) bool) {
		rest, found := string(f), true
		for {
			if _, rest, found = strings.Cut(rest, "\n"+key+" "); !found {
				return
			}
			value, _, _ := strings.Cut(rest, "\n")
			if !yield(strings.TrimLeft(value, " ")) {
				return
			}
		}
	}
}

// words returns the words of the values of a key.
func (f clientFile) words(key string) (all []string) {
	for value := range f.lines(key) {
		all = append(all, strings.Fields(value)...)
	}
	return all
}

// is reports whether a word is among the values of the key flags.
func (f clientFile) is(flag string) bool { return slices.Contains(f.words("flags"), flag) }

// EnvMarkers are environment variables that the client sets for the programs it runs (environment). They show that no person started
// the program. Empty if none are known.
func (f clientFile) EnvMarkers() []string { return f.words("environment") }

// projectIn is the variable that has the directory in which the client was started (project_in), "" if it sets none.
func (f clientFile) projectIn() string { return f.line("project_in") }

// RunsHooksOf names the agents whose settings this one reads too (also_runs). It may run the hook line that was installed for one of them.
func (f clientFile) RunsHooksOf() []string { return f.words("also_runs") }

// pkg returns the package of the client, of npm or PyPI, and which versions of it are known (package): NAME OLDEST PROVEN.
func (f clientFile) pkg() Package {
	words := append(f.words("package"), "", "", "")
	return Package{Name: words[0], Oldest: strings.Trim(words[1], "-"), Proven: words[2]}
}

// programs are the names of the client's program, which is a sign of it (programs).
func (f clientFile) programs() []string { return f.words("programs") }

// tool returns what a tool of the client does, "" if it is not known: the files have a line "tool" for each of hook.Tools, that word and
// then the client's names. In the line "other" are tools that are known and that witness has no use for: a tool in no line is new, and
// doctor says so.
func (f clientFile) tool(name string) string {
	for value := range f.lines("tool") {
		kind, names, _ := strings.Cut(value, " ")
		for known := range strings.FieldsSeq(names) {
			if known == name {
				return kind
			}
		}
	}
	return ""
}

// Probe is the payload that the client sends before a shell command (probe), with $CWD and $COMMAND as placeholders. "witness doctor"
// runs the installed hooks with it.
func (f clientFile) Probe() string { return f.line("probe") }

// countsFromOne is true if the argument offset of the tool for reading is known to be the number of a line, from 1.
func (f clientFile) countsFromOne() bool { return f.is("counts_from_one") }

// NoContextAt lists the moments (before, stop, ...) at which a warning does not reach the model (silent_at). The warning is then given
// once at the next moment at which it does.
func (f clientFile) NoContextAt() []string { return f.words("silent_at") }

// BriefsLate reports whether the state of the project is told with the next result or prompt if NoContextAt has the start of a session,
// or a compaction is followed by no start.
func (f clientFile) BriefsLate() bool { return f.is("briefs_late") }

// briefsAtCompact reports whether a text reaches the model with a compaction.
func (f clientFile) briefsAtCompact() bool { return f.is("briefs_at_compact") }

// CanAsk reports whether the severity ask reaches the user. If it does not, the engine blocks the call and tells the agent to ask its user.
func (f clientFile) CanAsk() bool { return f.is("asks") }

// TellsUser reports whether the client shows the member systemMessage of a reply to the user and keeps it from the model, at each moment
// of hook.CarriesNotes in an interactive session.
func (f clientFile) TellsUser() bool { return f.is("tells_user") }

// Checks lists the client's tools, by its own names, that refuse to change a file the agent has not read (checks).
func (f clientFile) Checks() []string { return f.words("checks") }

// RunsOnce reports whether the client runs identical command lines in several settings once.
func (f clientFile) RunsOnce() bool { return f.is("runs_once") }

// form is how a client with replies in the form of Claude Code's takes them (decides, members, context, stops; the flags warns, apart, asks).
func (f clientFile) form() formReply {
	return formReply{
		decision: f.line("decides"), members: f.line("members"), context: f.words("context"), stops: f.words("stops"),
		warns: f.is("warns"), apart: f.is("apart"), asks: f.CanAsk(),
	}
}

// Marked is what the client does with settings that begin with a byte order mark (marked): "ignores them". "" if it reads them as others,
// or if that is not known.
func (f clientFile) Marked() string { return f.line("marked") }

// Settings lists the files into which "witness init" writes the hooks of this agent (settings).
func (f clientFile) Settings() []Settings { return f.files("settings") }

// ExtraSettings lists further files from which the client takes hooks (extra). "witness init" does not write to them, but the user may have.
func (f clientFile) ExtraSettings() []Settings { return f.files("extra") }

// Servers are the files that name the MCP servers that the client starts (servers).
func (f clientFile) Servers() []Settings { return f.files("servers") }

// files returns the files that the lines of a key name: the scope, the path, and what else is known of it, which is moved=VARIABLE=FOLDER,
// comments, only, executable, and what is written into it: a file of clients as whole=FILE, block=FILE, hooks=FILE or new=FILE, or
// merged for the hooks of the key events, each as in the key entry, on Windows that of entry_windows if there is one; last, what is left
// for the user to do, as note=TEXT.
func (f clientFile) files(key string) (all []Settings) {
	for value := range f.lines(key) {
		value, note, _ := strings.Cut(value, " note=")
		words := strings.Fields(value)
		s := Settings{Scope: words[0], Path: strings.Replace(words[1], "$claude", claudeSystemFolder(), 1), Note: note}
		for _, word := range words[2:] {
			switch name, value, _ := strings.Cut(word, "="); name {
			case "moved":
				s.MovedBy = value
			case "comments":
				s.Comments = true
			case "only":
				s.Only = true
			case "executable":
				s.Mode = 0o755
			case "whole":
				s.Whole = written(value)
			case "block":
				s.Block = written(value)
			case "hooks":
				s.Hooks = written(value)
			case "new":
				s.New = written(value)
			case "merged":
				s.Events, s.Entry = f.line("events"), f.line("entry")
				if runtime.GOOS == "windows" {
					s.Entry = cmp.Or(f.line("entry_windows"), s.Entry)
				}
			}
		}
		all = append(all, s)
	}
	return all
}

// writtenFiles are the texts that "witness init" writes.
//
//go:embed clients/*.js clients/*.json clients/*.sh clients/*.toml clients/*.ts
var writtenFiles embed.FS

// writtenTexts are those texts by the names of their files.
var writtenTexts = sync.OnceValue(func() map[string]string {
	texts := map[string]string{}
	files, _ := writtenFiles.ReadDir("clients")
	for _, f := range files {
		text, _ := writtenFiles.ReadFile("clients/" + f.Name())
		texts[f.Name()] = string(text)
	}
	return texts
})

// written returns a text that "witness init" writes, "" if there is none.
func written(name string) string { return writtenTexts()[name] }
