package agent

import (
	"slices"

	"witness/engine/hook"
)

func answerClaude(a Agent, e hook.Event, v hook.Verdict) []byte {
	if e.Hook != preSkillShell && slices.Contains(textless, e.Hook) {
		return nil // the work of a team is handed on: a reply in JSON does not keep it open
	}
	if (e.Moment == hook.Stop || e.Moment == hook.SubagentStop) && v.Severity() == hook.Warn && !e.Active {
		return replyContext(e.Hook, joinFindings(v, hook.Warn))
	}
	form := a.form()
	form.apart = e.Hook != preSkillShell // which knows no such member
	return form.answer(e, v)
}
