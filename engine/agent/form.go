package agent

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"witness/engine/hook"
)

// Most clients took over the form of Claude Code's hooks. This file has what they share: the members of a payload, the
// arguments of tools, and the reply. What one client does otherwise is in its own file.

// momentOf returns the moment of a hook by the name that clients give it, "" if witness has no use for it.
func momentOf(name string) string {
	switch strings.ToLower(name) {
	case "pretooluse", "beforetool":
		return hook.Before
	case "posttooluse", "posttoolusefailure", "aftertool":
		return hook.After
	case "sessionstart", "agentspawn":
		return hook.Start
	case "userpromptsubmit", "beforeagent", "beforesubmitprompt":
		return hook.Prompt
	case "stop", "afteragent":
		return hook.Stop
	case "subagentstart":
		return hook.SubagentStart
	case "subagentstop":
		return hook.SubagentStop
	case "precompact":
		return hook.Compact
	case "sessionend":
		return hook.End
	}
	return ""
}

// A formPayload has the members that the payloads of several clients share. Members that are not named are skipped
// without being decoded: a payload may have megabytes.
type formPayload struct {
	Session    string `json:"session_id"`
	Transcript string `json:"transcript_path"`
	CWD        string `json:"cwd"`
	Hook       string `json:"hook_event_name"`
	Actor      string `json:"agent_id"`
	Source     string `json:"source"`  // of the start of a session
	Reason     string `json:"reason"`  // of its end
	Trigger    string `json:"trigger"` // of a compaction
	Active     bool   `json:"stop_hook_active"`
}

// event returns the event of a hook, without its call, and whether witness has a use for it.
func (p *formPayload) event(agent, project string) (hook.Event, bool) {
	e := hook.Event{Session: p.Session, Agent: agent, Actor: p.Actor, Name: p.Hook, Hook: p.Hook, CWD: p.CWD, Project: project, Moment: momentOf(p.Hook)}
	switch e.Moment {
	case hook.Start:
		e.Source = cmp.Or(p.Source, "startup")
	case hook.Compact:
		e.Source = p.Trigger
	case hook.End:
		e.Source = p.Reason
	case hook.Stop, hook.SubagentStop:
		e.Active = p.Active
	}
	return e, e.Moment != ""
}

// A formCaller is the payload of one client: its formPayload, and how the client describes calls.
type formCaller interface {
	// event is formPayload's, or what the client does otherwise.
	event(agent, project string) (hook.Event, bool)
	// setCall sets what a call is to do.
	setCall(e *hook.Event)
	// setResult sets the result of a call that has ended.
	setResult(e *hook.Event)
}

// decodeForm decodes a payload into p and returns its event, none if witness has no use for it.
func decodeForm(agent, project string, payload []byte, p formCaller) ([]hook.Event, error) {
	if err := decodePayload(agent, payload, p); err != nil {
		return nil, err
	}
	e, ok := p.event(agent, project)
	if !ok {
		return nil, nil
	}
	if e.Moment == hook.Before || e.Moment == hook.After {
		p.setCall(&e)
	}
	if e.Moment == hook.After {
		p.setResult(&e)
	}
	return []hook.Event{e}, nil
}

// decodePayload decodes a payload. Members of an unexpected type are skipped.
func decodePayload(agent string, payload []byte, p any) error {
	if err := json.Unmarshal(payload, p); err != nil && !isTypeMismatch(err) {
		return fmt.Errorf("%s payload: %w", agent, err)
	}
	return nil
}

// A formInput has the arguments of tools by the names that clients give them.
type formInput struct {
	File     string `json:"file_path"`
	Path     string `json:"path"`
	Notebook string `json:"notebook_path"`
	Content  string `json:"content"`
	Command  string `json:"command"`
}

// set sets what a tool is to do, by the client's table of tools; those that are not in it are hook.Other.
func (in *formInput) set(e *hook.Event, name string, tools map[string]string) {
	e.Name, e.Tool = name, cmp.Or(tools[name], hook.Other)
	switch e.Tool {
	case hook.Read, hook.Edit, hook.Write, hook.Delete:
		if path := cmp.Or(in.File, in.Path, in.Notebook); path != "" {
			e.Files = []hook.File{{Path: path, Kind: e.Tool, Content: in.Content}}
		}
	case hook.Run:
		e.Command = in.Command
	}
}

// Where a client reads the decision about a call.
const (
	permission = iota // in hookSpecificOutput.permissionDecision
	blocks            // in decision, which is "block"
	denies            // in decision, which is "deny"
)

// A formReply is how a client takes a reply.
type formReply struct {
	// decision is where it reads the decision about a call, and denies if a stop is denied, too.
	decision int
	// warns reports whether a warning reaches the model before a call.
	warns bool
	// context are the moments, in addition, at which a text reaches the model.
	context []string
	// join makes one text of findings. It is joinFindings if it is nil.
	join func(v hook.Verdict, severities ...string) string
	// stops are the moments that a reply can prevent. Any reply makes the agent go on, so there is none to a stop
	// that follows a reply.
	stops []string
}

// answer encodes a reply in which the decision about a call has all findings.
func (r formReply) answer(e hook.Event, v hook.Verdict) []byte {
	if r.join == nil {
		r.join = joinFindings
	}
	all := r.join(v, hook.Block, hook.Ask, hook.Warn)
	switch {
	case all == "":
	case e.Moment == hook.Before && v.Severity() != hook.Warn:
		return r.decide(e.Hook, all)
	case e.Moment == hook.Before && r.warns, slices.Contains(r.context, e.Moment):
		return replyContext(e.Hook, all)
	case slices.Contains(r.stops, e.Moment) && !e.Active:
		return replyJSON(hookReply{Decision: map[bool]string{true: "deny", false: "block"}[r.decision == denies], Reason: all})
	}
	return nil
}

// decide encodes a reply that keeps a call from running.
func (r formReply) decide(name, reason string) []byte {
	switch r.decision {
	case blocks:
		return replyJSON(hookReply{Decision: "block", Reason: reason})
	case denies:
		return replyJSON(hookReply{Decision: "deny", Reason: reason})
	}
	return replyJSON(hookReply{Output: &hookOutput{Hook: name, Decision: "deny", Reason: reason}})
}

// replyContext encodes a reply that only tells the model something.
func replyContext(name, text string) []byte {
	return replyJSON(hookReply{Output: &hookOutput{Hook: name, Context: text}})
}
