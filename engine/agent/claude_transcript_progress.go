package agent

import (
	"encoding/json"
	"slices"
	"strings"

	"witness/engine/hook"
)

// A claudeProgress is what a line of progress reports: of type agent_progress it is a message of a
// subagent or to it. Its final answer is not among them: that is the result of the call which started it.
type claudeProgress struct {
	Type    string        `json:"type"` // agent_progress, bash_progress, hook_progress, ...
	Agent   string        `json:"agentId"`
	Message *claudeRecord `json:"message"`
}

// A claudeSubagent reads the messages of one subagent among the lines of progress.
type claudeSubagent struct {
	id, call string // of the subagent, and of the call that started it
	claudeReader
	steps []Step // read, and not yet returned by the reader of the session
}

// subagentMessage handles a line of progress. Its steps wait for the next flush, because those of the
// call that started the subagent are not known before it has ended.
func (r *claudeReader) subagentMessage(rec *claudeRecord, here position) {
	p := rec.Progress
	if p.Type != "agent_progress" || p.Agent == "" || p.Message == nil {
		return
	}
	s := r.subagent(p.Agent, rec.Parent)
	message := *p.Message
	message.Session, message.CWD, message.Agent, message.Sidechain = rec.Session, rec.CWD, p.Agent, true
	s.steps = append(s.steps, s.record(&message, here)...)
}

// subagent returns the reader of a subagent that a call started.
func (r *claudeReader) subagent(id, call string) *claudeSubagent {
	for _, s := range r.subagents {
		if s.id == id && s.call == call {
			return s
		}
	}
	s := &claudeSubagent{id: id, call: call}
	r.subagents = append(r.subagents, s)
	return s
}

// launched returns the start of a subagent in the background, which the result of the call that started it tells of.
func (r *claudeReader) launched(call string, result json.RawMessage) (e hook.Event, ok bool) {
	var launch struct {
		Async bool   `json:"isAsync"`
		Agent string `json:"agentId"`
	}
	if json.Unmarshal(result, &launch) != nil || !launch.Async || launch.Agent == "" {
		return e, false
	}
	e = r.ofSubagent(launch.Agent, hook.SubagentStart, "SubagentStart")
	r.working = append(r.working, agentTask+launch.Agent)
	r.subagent(launch.Agent, call).base = hook.Event{Session: e.Session, Agent: e.Agent, CWD: e.CWD, Actor: e.Actor}
	return e, true
}

// notifiedEnd returns the end of a subagent in the background, which a notification tells of.
func (r *claudeReader) notifiedEnd(text string) (e hook.Event, ok bool) {
	id := tagged(text, "task-id")
	if id == "" || !strings.HasPrefix(tagged(text, "summary"), "Agent ") {
		return e, false
	}
	r.working = slices.DeleteFunc(r.working, func(task string) bool { return task == agentTask+id })
	return r.ofSubagent(id, hook.SubagentStop, "SubagentStop"), true
}

// ofSubagent returns a moment of a subagent.
func (r *claudeReader) ofSubagent(id, moment, name string) hook.Event {
	e := r.base
	e.Actor, e.Moment, e.Name, e.Hook = id, moment, name, name
	return e
}

// subagentEnd handles the result of a call: the subagent that it started has ended. One in the background
// begins after that result, and a notification tells of its end.
func (r *claudeReader) subagentEnd(call string, here position) {
	for _, s := range r.subagents {
		if s.call == call {
			s.pendingStop, s.pendingCWD = here, s.base.CWD
			s.steps = append(s.steps, s.flush()...)
		}
	}
}

// subagentSteps returns the steps of the subagents that are complete, and forgets them.
func (r *claudeReader) subagentSteps() (steps []Step) {
	for _, s := range r.subagents {
		if !s.hasOpenCalls() {
			s.steps = append(s.steps, s.flushCalls()...)
		}
		steps = append(steps, s.steps...)
		s.steps = nil
	}
	return steps
}
