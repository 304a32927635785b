package agent

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"

	"witness/engine/hook"
)

// todoTools are the tools with which agents keep a list of tasks, in lower case: of Claude Code, Codex, Gemini CLI,
// opencode, Qwen Code, VS Code, Copilot CLI and OpenHands.
func todoTools() []string {
	return []string{"todowrite", "taskupdate", "update_plan", "write_todos", "todo_write", "manage_todo_list", "update_todo", "task_tracker"}
}

// todoStates are the clients' words for the states of a task.
func todoStates() map[string]string {
	return map[string]string{
		"pending": hook.Open, "not-started": hook.Open, "not_started": hook.Open, "open": hook.Open, "blocked": hook.Open, "todo": hook.Open, " ": hook.Open,
		"in_progress": hook.Doing, "in-progress": hook.Doing, "doing": hook.Doing, "-": hook.Doing, "~": hook.Doing,
		"completed": hook.Done, "done": hook.Done, "x": hook.Done, "X": hook.Done,
		"cancelled": hook.Dropped, "canceled": hook.Dropped, "deleted": hook.Dropped, "dropped": hook.Dropped,
	}
}

// setTodos sets what a call says of the agent's list of tasks. It reports whether the tool keeps one.
func setTodos(e *hook.Event, input json.RawMessage) bool {
	if !slices.Contains(todoTools(), strings.ToLower(e.Name)) {
		return false
	}
	args := membersOf(input)
	if id, state := label(scalar(args["taskId"])), todoStates()[scalar(args["status"])]; id != "" {
		if state != "" {
			e.Todos = []hook.Todo{{ID: id, State: state}}
		}
		return true
	}
	for _, name := range []string{"todos", "todoList", "plan", "items", "task_list"} {
		list := args[name]
		if len(list) == 0 {
			continue
		}
		e.Todos, e.TodosWhole = append(todosOf(list), todosOfText(stringValue(list))...), string(args["merge"]) != "true"
	}
	return true
}

// todosOf returns the tasks of a list of objects.
func todosOf(list json.RawMessage) (todos []hook.Todo) {
	var items []map[string]json.RawMessage
	if json.Unmarshal(list, &items) != nil {
		return nil
	}
	for _, item := range items {
		id := label(scalar(item["id"]))
		for _, name := range []string{"content", "step", "description", "title", "text"} {
			if id == "" && scalar(item[name]) != "" {
				id = todoID(scalar(item[name]))
			}
		}
		if state := todoStates()[cmp.Or(scalar(item["status"]), scalar(item["state"]))]; id != "" && state != "" {
			todos = append(todos, hook.Todo{ID: id, State: state})
		}
	}
	return todos
}

// todosOfText returns the tasks of a list that is a text, with boxes: "- [x] done" or "1. [completed] done".
func todosOfText(list string) (todos []hook.Todo) {
	for line := range strings.Lines(list) {
		_, rest, boxed := strings.Cut(line, "[")
		mark, task, closed := strings.Cut(rest, "]")
		if state := todoStates()[mark]; boxed && closed && state != "" {
			todos = append(todos, hook.Todo{ID: todoID(task), State: state})
		}
	}
	return todos
}

// todoID returns an id for a task without one: its text is not kept.
func todoID(task string) string {
	sum := sha256.Sum256([]byte(strings.TrimSpace(task)))
	return "~" + hex.EncodeToString(sum[:8])
}

// scalar returns a JSON string or number as a text, "" for anything else.
func scalar(value json.RawMessage) string {
	if len(value) > 0 && value[0] >= '0' && value[0] <= '9' {
		return string(value)
	}
	return stringValue(value)
}
