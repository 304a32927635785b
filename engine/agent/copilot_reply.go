package agent

import "witness/engine"

// A copilotReply is the reply to a hook in either form.
type copilotReply struct {
	Permission string `json:"permissionDecision,omitempty"`
	Denied     string `json:"permissionDecisionReason,omitempty"`
	Context    string `json:"additionalContext,omitempty"`
	Decision   string `json:"decision,omitempty"`
	Reason     string `json:"reason,omitempty"`
}

// copilotLimit is the maximum length of a reply in bytes. The client's documentation allows 10
// KB.
const copilotLimit = 9500

func answerCopilot(e engine.Event, v engine.Verdict) []byte {
	all := joinFindings(v, copilotLimit, engine.Block, engine.Ask, engine.Warn)
	if all == "" {
		return nil
	}
	switch e.Moment {
	case engine.Before:
		reply := copilotReply{
			Denied:  joinFindings(v, copilotLimit, engine.Block, engine.Ask),
			Context: joinFindings(v, copilotLimit, engine.Warn),
		}
		switch v.Severity() {
		case engine.Block:
			reply.Permission = "deny"
		case engine.Ask:
			reply.Permission = "ask"
		}
		return replyJSON(reply)
	case engine.After, engine.Start, engine.Prompt, engine.SubagentStart:
		return replyJSON(copilotReply{Context: all})
	case engine.Stop, engine.SubagentStop:
		// Any reply makes the agent go on, so there is none to a stop that follows a reply.
		if !e.Active {
			return replyJSON(copilotReply{Decision: "block", Reason: all})
		}
	}
	return nil
}
