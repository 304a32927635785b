package agent

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/hook"
)

// Most clients took over the form of Claude Code's hooks. This file has what they share: the members of a payload, the
// arguments of tools, and the reply. What one client does otherwise is in its own file.

// momentOf returns the moment of a hook by the name that clients give it, "" if witness has no use for it.
func momentOf(name string) string {
	switch strings.ToLower(name) {
	case "pretooluse", "beforetool", "pre_tool", "preskillshellcommand":
		return hook.Before
	case "posttooluse", "posttoolusefailure", "aftertool", "post_tool":
		return hook.After
	case "sessionstart", "agentspawn":
		return hook.Start
	case "userpromptsubmit", "beforeagent", "beforesubmitprompt":
		return hook.Prompt
	case "stop", "afteragent", "post_agent":
		return hook.Stop
	case "subagentstart":
		return hook.SubagentStart
	case "subagentstop", "taskcompleted", "teammateidle":
		return hook.SubagentStop
	case "precompact":
		return hook.Compact
	case "sessionend":
		return hook.End
	}
	return ""
}

// A formPayload has the members that the payloads of several clients share, under all names that they have. Members that
// are not named are skipped without being decoded: a payload may have megabytes. A client that sends another type under one
// of these names, or needs more, has a type of its own around this one.
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

	Tool        string    `json:"tool_name"`
	ID          string    `json:"tool_use_id"`
	CallID      string    `json:"tool_call_id"`
	Input       formInput `json:"tool_input"`
	Prompt      anyText   `json:"prompt"`
	Error       anyText   `json:"error"`
	Interrupted bool      `json:"is_interrupt"`
	Duration    int64     `json:"duration_ms"`
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

// setCall sets what a call is to do.
func (p *formPayload) setCall(e *hook.Event, tools clientFile) {
	e.Call = cmp.Or(p.ID, p.CallID)
	p.Input.set(e, p.Tool, tools)
}

// A formCaller is the payload of one client: a formPayload, with methods in place of formPayload's for what the client does
// otherwise.
type formCaller interface {
	event(agent, project string) (hook.Event, bool)
	setCall(e *hook.Event, tools clientFile)
	// setResult sets the result of a call that has ended.
	setResult(e *hook.Event)
}

// decodeForm decodes a payload into p and returns its event, none if witness has no use for it.
func (a Agent) decodeForm(payload []byte, getenv func(string) string, p formCaller) ([]hook.Event, error) {
	if err := decodePayload(a.Name, payload, p); err != nil {
		return nil, err
	}
	e, ok := p.event(a.Name, getenv(a.projectIn()))
	if !ok {
		return nil, nil
	}
	if e.Moment == hook.Before || e.Moment == hook.After {
		p.setCall(&e, a.clientFile)
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
	Target   string `json:"target_file"`
	FilePath string `json:"filePath"`

	Content string `json:"content"`
	Old     string `json:"old_string"`
	Command string `json:"command"` // of a shell, and with some clients a patch

	Patch     string `json:"patch"`
	PatchText string `json:"patchText"`
	Inner     string `json:"input"` // a patch

	Dir        string `json:"dir_path"` // in which a command runs
	Directory  string `json:"directory"`
	WorkingDir string `json:"working_directory"`
	WorkDir    string `json:"workdir"`
	Background bool   `json:"is_background"`
	InBack     bool   `json:"run_in_background"`

	Skill string        `json:"skill"` // that a call loads
	Plan  lenientString `json:"plan"`  // that a call shows to the user

	Offset, Limit *int64 // of a read of a part
}

// whole reports whether a read is not of a part.
func (in *formInput) whole() bool { return in.Offset == nil && in.Limit == nil }

// set sets what a tool is to do, by the client's table of tools; those that are not in it are hook.Other.
func (in *formInput) set(e *hook.Event, name string, tools clientFile) {
	e.Name, e.Tool = name, cmp.Or(tools.tool(name), hook.Other)
	switch e.Tool {
	case hook.Read, hook.Edit, hook.Write, hook.Delete:
		path := cmp.Or(in.File, in.Path, in.Notebook, in.Target, in.FilePath)
		switch {
		case path != "":
			e.Files = []hook.File{{Path: path, Kind: e.Tool, Content: in.Content}}
		case e.Tool == hook.Edit:
			e.Files = patchFiles(cmp.Or(in.Patch, in.PatchText, in.Inner, in.Command))
		}
	case hook.Run:
		e.Command = in.Command
		if dir := cmp.Or(in.Dir, in.Directory, in.WorkingDir, in.WorkDir); filepath.IsAbs(dir) {
			e.CWD = dir
		} else if dir != "" {
			e.CWD = filepath.Join(e.CWD, dir)
		}
	}
}

// A formReply is how a client takes a reply.
type formReply struct {
	// decision is what the client takes in the member decision to refuse a call: block, or deny, with which it refuses a stop, too. If
	// it is "", the decision about a call is in hookSpecificOutput.permissionDecision.
	decision string
	// members is where the members of a reply are if not as with Claude Code: "top" if all are in the reply itself, "inner" if all are in
	// hookSpecificOutput, also those about a stop.
	members string
	// warns reports whether a warning reaches the model before a call.
	warns bool
	// context are the moments, in addition, at which a text reaches the model.
	context []string
	// apart reports whether a decision has the warnings apart, as a context, and asks whether it may be a question.
	apart, asks bool
	// stops are the moments that a reply can prevent. Any reply makes the agent go on, so there is none to a stop
	// that follows a reply.
	stops []string
}

// answer encodes a reply.
func (r formReply) answer(e hook.Event, v hook.Verdict) []byte {
	all := joinFindings(v, hook.Block, hook.Ask, hook.Warn)
	switch {
	case all == "":
	case e.Moment == hook.Before && v.Severity() != hook.Warn:
		return r.decide(e.Hook, v)
	case e.Moment == hook.Before && r.warns, slices.Contains(r.context, e.Moment):
		return r.encode(e.Hook, hookOutput{Context: all})
	case slices.Contains(r.stops, e.Moment) && !e.Active:
		return r.encode(e.Hook, hookOutput{Stop: cmp.Or(r.decision, "block"), StopReason: all})
	}
	return nil
}

// decide encodes a reply that keeps a call from running.
func (r formReply) decide(name string, v hook.Verdict) []byte {
	all := joinFindings(v, hook.Block, hook.Ask, hook.Warn)
	if r.decision != "" {
		return replyJSON(hookReply{Decision: r.decision, Reason: all})
	}
	out := hookOutput{Decision: "deny", Reason: all}
	if r.apart {
		out.Reason, out.Context = joinFindings(v, hook.Block, hook.Ask), joinFindings(v, hook.Warn)
	}
	if r.asks && v.Severity() == hook.Ask {
		out.Decision = "ask"
	}
	return r.encode(name, out)
}

// encode encodes a reply to the hook of a name, with its members where the client reads them.
func (r formReply) encode(name string, out hookOutput) []byte {
	switch {
	case r.members == "top":
		return replyJSON(out)
	case r.members == "" && out.Stop != "":
		return replyJSON(hookReply{Decision: out.Stop, Reason: out.StopReason})
	}
	out.Hook = name
	return replyJSON(hookReply{Output: &out})
}

// replyContext encodes a reply that only tells the model something.
func replyContext(name, text string) []byte {
	return replyJSON(hookReply{Output: &hookOutput{Hook: name, Context: text}})
}
