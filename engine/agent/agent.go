// Package agent adapts each coding agent (Claude Code, Codex, Gemini CLI, ...) to the event and
// the verdict of the engine: it identifies which agent sent a hook payload, decodes the payload,
// encodes the reply, and edits and checks the agent's settings files.
//
// How to read it: agent.go and agents.go hold the Agent type and the list of agents. What of an agent needs no code is in
// clients/NAME.txt, whose head lists what the client can be told and its peculiarities, with the version that was measured;
// client_file.go reads it. NAME.go decodes its payloads, NAME_call.go its tool calls,
// NAME_reply.go encodes its replies, NAME_transcript.go reads its session files, and
// NAME_diagnose.go finds settings that keep its hooks from running. Shared parts are json_scan.go
// and decode.go (payloads), reply.go (replies), transcript.go (session files), settings*.go,
// installed.go (settings files), locate.go, plugin.go and diagnose.go (the machine).
//
// To add an agent, write clients/NAME.txt and NAME.go with an Agent, and add it to All. Record payloads of its hooks in
// testdata/NAME/*.jsonl; the tests then check that every payload is identified as its agent's,
// and compare the decoded events with a golden file.
package agent

import (
	"bytes"
	"cmp"
	"io/fs"
	"slices"
	"strings"

	"witness/engine/hook"
)

// An Agent is the adapter of one coding agent: what its file says, and functions. It costs nothing when the program starts.
type Agent struct {
	// Name is the name in "witness init NAME" and "witness hook NAME".
	Name string

	clientFile

	// Identify reports how surely a payload comes from this agent. It must not return ByPayload
	// for the payload of another agent; TestEveryPayloadIsIdentifiedAsItsOwn checks that with
	// every recorded and documented payload.
	Identify func(getenv func(string) string, payload []byte) Match

	// payload returns a new payload to decode into, of a client whose payloads have the form of Claude Code's. decode is for
	// what that does not do, and for the clients with another form.
	payload func() formCaller
	decode  func(a Agent, payload []byte, getenv func(string) string) ([]hook.Event, error)

	// answer is for what the method form does not do, and for the clients with replies in another form.
	answer func(a Agent, e hook.Event, v hook.Verdict) []byte

	// Diagnose returns the reasons in the user's settings why the hooks that are installed in one of Settings, or as a
	// plugin (Settings.Scope is then "plugin"), do not run. It is nil if no such settings are known.
	Diagnose func(Agent, Machine, Settings) []Problem

	// Plugin returns the path of the file that shows that witness is installed and enabled as a
	// plugin of the client, "" if it is not. It is nil if the agent has no such plugin.
	Plugin func(Agent, Machine) string

	// Transcript reads the client's session files. It is nil if their format is not known.
	Transcript *Transcript
}

// A Match is how surely a payload comes from an agent.
type Match int

const (
	NoMatch       Match = iota // another agent sent it, or nothing identifies the sender
	ByEnvironment              // several clients could have sent it, and the environment suggests this one
	ByPayload                  // only this client sends such a payload
)

// byPayload returns ByPayload if ok, else NoMatch.
func byPayload(ok bool) Match {
	if ok {
		return ByPayload
	}
	return NoMatch
}

// pathContains reports whether a path contains part, which is spelled with slashes.
func pathContains(path, part string) bool {
	return strings.Contains(strings.ReplaceAll(path, `\`, "/"), part)
}

// Detect reports whether a payload comes from this agent, by its content or by the environment
// of the hook.
func (a Agent) Detect(getenv func(string) string, payload []byte) bool {
	return a.Identify(getenv, payload) != NoMatch
}

// Capabilities returns what the client can do with a reply, by which the engine chooses how to
// report a finding.
func (a Agent) Capabilities() hook.Capabilities {
	return hook.Capabilities{NoContextAt: a.NoContextAt(), CanAsk: a.CanAsk(), Checks: a.Checks(), TellsUser: a.TellsUser(), BriefsLate: a.BriefsLate(), AtCompact: a.briefsAtCompact()}
}

// CapabilitiesAt returns Capabilities, without those that the client does not have at this hook though it has them at others
// of the same moment.
func (a Agent) CapabilitiesAt(e hook.Event) hook.Capabilities {
	c := a.Capabilities()
	if slices.Contains(textless, e.Hook) || a.programmed(e) {
		c.NoContextAt = append(slices.Clone(c.NoContextAt), e.Moment)
	}
	c.Unheard = a.programmed(e)
	return c
}

// programmed reports whether a program of the model's makes the call: the ids of such calls begin as the key programmed says. What is added
// to their results goes to the program, which does not pass it on, and of a refusal the program is not told the reason.
func (a Agent) programmed(e hook.Event) bool {
	begin := a.line("programmed")
	return begin != "" && strings.HasPrefix(e.Call, begin)
}

// News names what in a payload a version of the client has that this one of witness does not know: a hook, a tool that is
// neither the client's nor an MCP server's, or the arguments of a tool that would say what it runs or changes. It is "" if there is nothing new.
func (a Agent) News(payload []byte, events []hook.Event) string {
	if a.line("tool") == "" {
		return ""
	}
	if len(events) == 0 {
		p := stringMembers(payload, "hook_event_name", "hookName", "stopReason")
		name := cmp.Or(p["hook_event_name"], p["hookName"])
		known := slices.Concat(strings.Fields(Claude.Settings()[0].Events), geminiHookNames, []string{"Notification", "PermissionRequest"})
		switch {
		case name == "" && p["stopReason"] == "": // Copilot's own form has no name: a subagent's agentStop is known
			return "a hook without a name"
		case name != "" && momentOf(name) == "" && !slices.ContainsFunc(known, func(k string) bool { return strings.EqualFold(k, name) }):
			return "the hook " + label(name)
		case momentOf(name) == hook.Before, momentOf(name) == hook.After:
			return "the payload of the hook " + label(name)
		}
		return ""
	}
	e := events[len(events)-1]
	if e.Session == "" {
		return "a payload without a session"
	}
	if e.Moment == hook.Before && (e.Tool == hook.Run && e.Command == "" || hook.TakesFile(e.Tool) && len(e.Files) == 0) {
		return "the arguments of the tool " + label(e.Name)
	}
	if e.Moment != hook.Before || e.Tool != hook.Other || a.tool(e.Name) != "" || strings.ContainsAny(e.Name, "_-.:/ ") || e.Name == "" {
		return "" // with one of these it is named for its server
	}
	return "the tool " + label(e.Name)
}

// textless are hooks that take no text besides a decision, or none at all.
var textless = []string{preSkillShell, "TaskCompleted", "TeammateIdle", "PermissionDenied", "DirectoryAdded", "agent_end"}

// Decode decodes a payload into events: none if the hook is of no use to witness, several if
// the payload reports several calls. Malformed input is an error, never a panic. A field of
// an unexpected type is skipped. Tools of MCP servers are hook.Other; Events adds what they do.
func (a Agent) Decode(payload []byte, getenv func(string) string) ([]hook.Event, error) {
	if a.decode != nil {
		return a.decode(a, payload, getenv)
	}
	return a.decodeForm(payload, getenv, a.payload())
}

// Answer encodes the reply to an event, with a final newline. It returns nil if there is
// nothing to say or the client does not take a reply to this hook.
func (a Agent) Answer(e hook.Event, v hook.Verdict) []byte {
	if a.answer != nil {
		return a.answer(a, e, v)
	}
	return a.form().answer(e, v)
}

// Reply encodes the reply to an event: the findings as Answer does, and the notes for the user. It returns nil
// if there is nothing to say.
func (a Agent) Reply(e hook.Event, v hook.Verdict) []byte {
	reply := a.Answer(e, v)
	if len(v.Notes) == 0 || !a.TellsUser() || !hook.CarriesNotes(e.Moment) {
		return reply
	}
	note := bytes.TrimSpace(replyJSON(map[string]string{"systemMessage": "[witness] " + strings.Join(v.Notes, "\n[witness] ")}))
	members := bytes.TrimPrefix(bytes.TrimSpace(reply), []byte("{"))
	if len(members) == 0 {
		return append(note, '\n')
	}
	return slices.Concat(note[:len(note)-1], []byte(","), members, []byte("\n"))
}

// Settings is one settings file that holds the hooks of an agent.
type Settings struct {
	Scope string // "project" or "user"; of a file in Bypass also "system"
	// Path is relative to the project, or to the home directory if Scope is "user". One of the system is absolute.
	Path string
	// MovedBy is a variable with which the user moves a folder of the client, and the prefix of
	// Path that the variable replaces: "CODEX_HOME=.codex". "" if there is none.
	MovedBy string
	// Comments reports whether the client accepts comments in the file.
	Comments bool
	// Only reports whether nothing but the members in Bypass.Keys decides about hooks, whatever else is in the file.
	Only bool
	// Hooks are the entries to merge, a JSON object in the form of the file; or Events are the names of the hooks, behind a colon the
	// tools that one is for, and Entry is the entry of each. All are "" if Whole or Block is set.
	Hooks, Events, Entry string
	// New is the JSON object that a new file holds in addition to the hooks, "" for none.
	New string
	// Whole is the content of a file that belongs to witness alone.
	Whole string
	// Block is the text to add to a file that is not JSON.
	Block string
	// Mode is the mode of a new file, 0 for 0644.
	Mode fs.FileMode
	// Note tells the user what is left to do after the installation, "" for nothing.
	Note string
}

// merged returns the entries to merge, "" if there are none.
func (s Settings) merged() string {
	if s.Events == "" {
		return s.Hooks
	}
	var entries []string
	for event := range strings.FieldsSeq(s.Events) {
		name, matcher, matches := strings.Cut(event, ":")
		entry := s.Entry
		if matches {
			entry = strings.Replace(entry, "{", `{"matcher":"`+matcher+`",`, 1)
		}
		entries = append(entries, `"`+name+`":`+entry)
	}
	return `{"hooks":{` + strings.Join(entries, ",") + `}}`
}
