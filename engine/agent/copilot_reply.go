package agent

import (
	"witness/engine/hook"
)

// A copilotReply is the reply to a hook in either form.
type copilotReply struct {
	Permission string `json:"permissionDecision,omitempty"`
	Denied     string `json:"permissionDecisionReason,omitempty"`
	Context    string `json:"additionalContext,omitempty"`
	Decision   string `json:"decision,omitempty"`
	Reason     string `json:"reason,omitempty"`
}

func answerCopilot(_ Agent, e hook.Event, v hook.Verdict) []byte {
	all := joinFindings(v, hook.Block, hook.Ask, hook.Warn)
	if all == "" {
		return nil
	}
	switch e.Moment {
	case hook.Before:
		reply := copilotReply{
			Denied:  joinFindings(v, hook.Block, hook.Ask),
			Context: joinFindings(v, hook.Warn),
		}
		switch v.Severity() {
		case hook.Block:
			reply.Permission = "deny"
		case hook.Ask:
			reply.Permission = "ask"
		}
		return replyJSON(reply)
	case hook.After, hook.Start, hook.Prompt, hook.SubagentStart:
		return replyJSON(copilotReply{Context: all})
	case hook.Stop, hook.SubagentStop:
		// Any reply makes the agent go on, so there is none to a stop that follows a reply.
		if !e.Active {
			return replyJSON(copilotReply{Decision: "block", Reason: all})
		}
	}
	return nil
}
