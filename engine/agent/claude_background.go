package agent

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"witness/engine/hook"
)

// claudeNotified begins the message with which Claude Code tells the model that a task in the background has ended. Version
// 2.1.330 gives it to the hook UserPromptSubmit, 2.1.197 does so only if the agent is idle; else it stands in
// the transcript alone, before the model's next call. TaskOutput then no longer knows the task, and 2.1.330 has no such tool.
const claudeNotified = "<task-notification>"

// claudeNotificationTail is how much of the end of a transcript is searched for these messages, and claudeNotificationRounds
// how many results of calls the search goes back: the transcript may be written late.
const (
	claudeNotificationTail   = 64 << 10
	claudeNotificationRounds = 3
)

// backgroundEnd returns the end of the command in the background that a message tells of, false if it tells of
// another task, or of a command that was killed. The output is in the file that the message names.
func backgroundEnd(e hook.Event, text string) (hook.Event, bool) {
	id, summary := tagged(text, "task-id"), tagged(text, "summary")
	exit, ok := claudeTaskExit(summary)
	if !strings.HasPrefix(text, claudeNotified) || !strings.HasPrefix(summary, "Background command ") || id == "" || !ok {
		return e, false
	}
	e.Moment, e.Tool, e.Name, e.Source, e.Told = hook.After, hook.Run, "task-notification", id, true
	output, whole := readSavedOutput(tagged(text, "output-file"))
	e.Output, e.Cut = output, !whole
	setExit(&e, exit)
	return e, true
}

// claudeTaskExit returns the exit code at the end of a summary, "… completed (exit code 0)" or "… failed with exit code 1".
func claudeTaskExit(summary string) (int, bool) {
	at := strings.LastIndex(summary, " exit code ")
	if at < 0 {
		at = strings.LastIndex(summary, "(exit code ")
	}
	if at < 0 {
		return 0, false
	}
	code, err := strconv.Atoi(strings.TrimSuffix(summary[at+len(" exit code "):], ")"))
	return code, err == nil
}

// tagged returns the text of the first element of a name in a message, "" if there is none.
func tagged(text, name string) string {
	_, rest, _ := strings.Cut(text, "<"+name+">")
	value, _, ok := strings.Cut(rest, "</"+name+">")
	if !ok {
		return ""
	}
	return value
}

// agentTask stands before the id of a subagent among what still runs in the background.
const agentTask = "agent:"

// runningTasks returns the ids of the commands and subagents that still run in the background, as the payload of a stop tells it: nil
// if it has no such member.
func runningTasks(payload []byte) []string {
	var tasks []struct {
		ID     string `json:"id"`
		Kind   string `json:"type"` // shell, subagent, workflow
		Status string `json:"status"`
	}
	if json.Unmarshal(rawMember(payload, "background_tasks"), &tasks) != nil {
		return nil
	}
	ids := []string{}
	for _, task := range tasks {
		switch {
		case task.Status != "running":
		case task.Kind == "shell":
			ids = append(ids, task.ID)
		case task.Kind == "subagent":
			ids = append(ids, agentTask+task.ID)
		}
	}
	return ids
}

// backgroundEnds returns the ends of commands in the background that the end of the transcript tells of. Those that
// an earlier hook has reported are among them.
func (p *claudePayload) backgroundEnds(e hook.Event) (ends []hook.Event) {
	tail := readTail(p.Transcript, claudeNotificationTail)
	for results := 0; len(tail) > 0 && results < claudeNotificationRounds; {
		begin := bytes.LastIndexByte(tail, '\n') + 1
		line := tail[begin:]
		tail = bytes.TrimRight(tail[:begin], "\n")
		if bytes.Contains(line, []byte(`"tool_result"`)) {
			results++
		}
		if !bytes.Contains(line, []byte(claudeNotified)) {
			continue
		}
		var rec struct {
			Operation  string           `json:"operation"`
			Content    string           `json:"content"` // of a queue-operation
			Attachment claudeAttachment `json:"attachment"`
		}
		if json.Unmarshal(line, &rec) != nil {
			continue
		}
		text := rec.Attachment.notification()
		if rec.Operation == "enqueue" {
			text = rec.Content // written when the command ends, some time before the model is told
		}
		if end, ok := backgroundEnd(e, text); ok {
			ends = append(ends, end)
		}
	}
	slices.Reverse(ends)
	return ends
}
