package agent

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"witness/engine/hook"
)

// Plain is witness's own protocol, for home-made agents and for tests.
//
//	capability             how the reply expresses it
//	context before a call  a finding with severity warn
//	context after a call   the same
//	ask, block             findings with severity ask or block; the caller has to obey them
//	prevent stopping       a block at the moment stop
//
// The payload is one JSON object:
//
//	{"protocol": "witness/1", "session": "s1", "moment": "before", "tool": "edit",
//	 "cwd": "/home/me/project", "call": "c7", "files": [{"path": "a.go", "kind": "edit"}]}
//
// Moments and tools are the constants of the event. For a shell call, tool is "run" and command
// the command line; after the call, output is what it printed and exit its exit code, which is
// left out if it is not known. outcome (ok, failed, denied, unknown) is optional: by default it follows
// from exit, and is ok without one. The reply is one JSON object, or nothing:
//
//	{"severity": "block", "findings": [{"rule": "no_thrashing", "severity": "block", "message": "..."}]}
//
// prompt is what the user wrote, at the moment prompt; source says who wrote it if no person did. Of it only labels are kept.
//
// todos are the tasks that a call adds to the agent's list or changes, each with its id and its state (open, doing, done, dropped).
//
// A finding of a file of the project has "project": true, and should be marked as the project's.
var Plain = Agent{
	Name:       "plain",
	clientFile: "\nflags asks\n",
	Identify:   identifyPlain,
	decode:     decodePlain,
	answer:     answerPlain,
}

// A plainCall is the payload of the plain protocol.
type plainCall struct {
	Protocol   string `json:"protocol"`
	Session    string `json:"session"`
	Moment     string `json:"moment"`
	Tool       string `json:"tool"`
	Name       string `json:"name"`
	Source     string `json:"source"`
	Actor      string `json:"actor"`
	Call       string `json:"call"`
	CWD        string `json:"cwd"`
	Project    string `json:"project"`
	Command    string `json:"command"`
	Output     string `json:"output"`
	Message    string `json:"message"`
	Prompt     string `json:"prompt"`
	Outcome    string `json:"outcome"`
	Reason     string `json:"reason"`
	Exit       *int   `json:"exit"`
	Cut        bool   `json:"cut"`
	Duration   int64  `json:"duration_ms"`
	Background bool   `json:"background"`
	Active     bool   `json:"active"`
	Mode       string `json:"mode"`
	AgentType  string `json:"agent_type"`
	Host       string `json:"host"`
	Todos      []struct {
		ID    string `json:"id"`
		State string `json:"state"`
	} `json:"todos"`
	Files []struct {
		Path    string `json:"path"`
		Kind    string `json:"kind"`
		Content string `json:"content"`
	} `json:"files"`
}

// fileTools are the tools that name files, and what can be done to a file.
var fileTools = []string{hook.Read, hook.Edit, hook.Write, hook.Delete}

func decodePlain(_ Agent, payload []byte, _ func(string) string) ([]hook.Event, error) {
	var p plainCall
	if err := json.Unmarshal(payload, &p); err != nil {
		return nil, fmt.Errorf("plain: %w", err)
	}
	if p.Protocol != "witness/1" {
		return nil, fmt.Errorf(`plain: protocol must be "witness/1", not %q`, p.Protocol)
	}
	if p.Session == "" || p.Moment == "" || p.CWD == "" {
		return nil, errors.New("plain: session, moment and cwd must be given")
	}
	ev := hook.Event{
		Session: p.Session, Agent: "plain", Actor: p.Actor, Call: p.Call, Moment: p.Moment, Tool: p.Tool, Name: p.Name,
		Source: p.Source, CWD: p.CWD, Project: p.Project, Command: p.Command, Output: p.Output, Message: p.Message, Prompt: p.Prompt, Outcome: p.Outcome,
		Exit: p.Exit, Cut: p.Cut, Duration: p.Duration, Background: p.Background, Active: p.Active,
		Mode: p.Mode, Reason: p.Reason, AgentType: p.AgentType, Host: p.Host,
	}
	if !slices.Contains(hook.Moments, p.Moment) {
		return nil, fmt.Errorf("plain: moment must be %s, not %q", strings.Join(hook.Moments, ", "), p.Moment)
	}
	if isCall := p.Moment == hook.Before || p.Moment == hook.After; isCall && !slices.Contains(hook.Tools, p.Tool) {
		return nil, fmt.Errorf("plain: tool must be %s, not %q", strings.Join(hook.Tools, ", "), p.Tool)
	}
	if slices.Contains(fileTools, p.Tool) && len(p.Files) == 0 {
		return nil, fmt.Errorf(`plain: the tool %s needs "files", such as [{"path": "a.go", "kind": %[1]q}]`, p.Tool)
	}
	for _, t := range p.Todos {
		ev.Todos = append(ev.Todos, hook.Todo{ID: label(t.ID), State: todoStates()[t.State]})
	}
	for _, f := range p.Files {
		if !slices.Contains(fileTools, f.Kind) {
			return nil, fmt.Errorf("plain: kind of %q must be read, edit, write or delete, not %q", f.Path, f.Kind)
		}
		ev.Files = append(ev.Files, hook.File{Path: f.Path, Kind: f.Kind, Content: f.Content})
	}
	if p.Moment == hook.After && p.Outcome == "" {
		ev.Outcome = hook.OK
		if p.Exit != nil && *p.Exit != 0 {
			ev.Outcome = hook.Failed
		}
	}
	return []hook.Event{ev}, nil
}

// identifyPlain looks for the member "protocol". The search for its value in the first 4 KiB
// spares the scan of a long payload of another agent.
func identifyPlain(_ func(string) string, payload []byte) Match {
	return byPayload(bytes.Contains(payload[:min(len(payload), 4096)], []byte(`"witness/1"`)) && stringMembers(payload, "protocol")["protocol"] == "witness/1")
}

func answerPlain(_ Agent, _ hook.Event, v hook.Verdict) []byte {
	type finding struct {
		Rule     string `json:"rule"`
		Severity string `json:"severity"`
		Message  string `json:"message"`
		Project  bool   `json:"project,omitempty"`
	}
	reply := struct {
		Severity string    `json:"severity"`
		Findings []finding `json:"findings"`
	}{Severity: v.Severity()}
	for _, f := range v.Findings {
		reply.Findings = append(reply.Findings, finding{f.Rule, f.Severity, f.Message, f.Project})
	}
	return replyJSON(reply)
}
