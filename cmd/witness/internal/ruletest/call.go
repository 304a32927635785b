package ruletest

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/bundle"
	"witness/engine/hook"
)

// call returns the payload of the plain protocol for a verb and its arguments.
func (o options) call(name, verb string, args []string) (map[string]any, error) {
	dir, err := filepath.Abs(o.dir)
	if err != nil {
		return nil, err
	}
	call := map[string]any{"protocol": "witness/1", "session": o.session, "actor": o.actor, "cwd": dir, "moment": hook.Before, "mode": o.mode}
	if name == "did" {
		call["moment"] = hook.After
	}
	switch verb {
	case hook.Read, hook.Edit, hook.Write, hook.Delete:
		if len(args) == 0 {
			return nil, fmt.Errorf("%s: missing file", verb)
		}
		call["tool"] = verb
		var files []map[string]string
		content, err := o.written()
		if err != nil {
			return nil, err
		}
		for _, path := range args {
			files = append(files, map[string]string{"path": path, "kind": verb, "content": content})
		}
		call["files"] = files
	case hook.Run:
		if err := o.run(name, call, args); err != nil {
			return nil, err
		}
	case hook.Search, hook.Fetch, hook.Task, hook.Other:
		if err := o.use(call, verb, args); err != nil {
			return nil, err
		}
	default:
		moments := slices.DeleteFunc(slices.Clone(hook.Moments), func(m string) bool { return m == hook.Before || m == hook.After })
		if !slices.Contains(moments, verb) {
			return nil, fmt.Errorf("unknown argument %q: want %s", verb, bundle.Listed(slices.Concat(hook.Tools, moments)))
		}
		stops := verb == hook.Stop || verb == hook.SubagentStop
		switch {
		case verb == hook.Prompt && len(args) == 1:
			text, err := textOf(args[0])
			if err != nil {
				return nil, err
			}
			call["prompt"], args = text, nil
		case verb == hook.Prompt && len(args) > 1:
			return nil, fmt.Errorf("prompt: takes what the user wrote, one argument, not %d", len(args))
		case len(args) > 0 && !stops:
			return nil, fmt.Errorf("%s: takes no argument, not %q", verb, args[0])
		case len(args) > 1:
			return nil, fmt.Errorf("%s: takes one file with the agent's last message, not %d", verb, len(args))
		}
		if len(args) == 1 {
			message, err := os.ReadFile(args[0])
			if err != nil {
				return nil, err
			}
			call["message"] = string(message)
		}
		call["moment"] = verb
	}
	if o.took > 0 {
		call["duration_ms"] = o.took.Milliseconds()
	}
	if o.failed {
		call["outcome"] = hook.Failed
	}
	if o.refused {
		call["outcome"], call["reason"] = hook.Denied, hook.ByUser
	}
	return call, nil
}

// written returns what a write writes, "" if -content does not say it.
func (o options) written() (string, error) {
	if o.content == "" {
		return "", nil
	}
	text, err := os.ReadFile(o.content)
	return string(text), err
}

// textOf returns an argument, or the lines of the file that it names behind an @.
func textOf(arg string) (string, error) {
	file, ok := strings.CutPrefix(arg, "@")
	if !ok {
		return arg, nil
	}
	text, err := os.ReadFile(file)
	return strings.TrimSuffix(string(text), "\n"), err
}

// run adds a command and its output to a call.
func (o options) run(name string, call map[string]any, args []string) error {
	if len(args) == 0 || len(args) > 2 {
		return errors.New("run: want a command and, after did, an optional file with its output")
	}
	line, err := textOf(args[0])
	if err != nil {
		return err
	}
	call["tool"], call["command"] = hook.Run, line
	if len(args) == 2 {
		output, err := os.ReadFile(args[1])
		if err != nil {
			return err
		}
		call["output"] = string(output)
	}
	call["background"], call["cut"] = o.background, o.cut
	if o.exit >= 0 {
		call["exit"] = o.exit
	} else if name == "did" {
		call["outcome"] = hook.Unknown
	}
	return nil
}

// use adds what a tool without files is used for, and its answer, to a call.
func (o options) use(call map[string]any, verb string, args []string) error {
	if len(args) == 0 || len(args) > 2 {
		return fmt.Errorf("%s: want what it is used for and, after did, an optional file with the answer", verb)
	}
	call["tool"] = verb
	switch verb {
	case hook.Fetch:
		at, err := url.Parse(args[0])
		if err != nil || at.Hostname() == "" {
			return fmt.Errorf("fetch: %q is no URL such as https://example.org/page", args[0])
		}
		call["host"] = at.Hostname()
	case hook.Task:
		call["agent_type"] = args[0]
	case hook.Other:
		call["name"] = args[0]
		var todos []map[string]string
		for todo := range strings.FieldsSeq(o.todos) {
			id, state, _ := strings.Cut(todo, "=")
			todos = append(todos, map[string]string{"id": id, "state": state})
		}
		call["todos"] = todos
	}
	if len(args) == 2 {
		output, err := os.ReadFile(args[1])
		if err != nil {
			return err
		}
		call["output"] = string(output)
	}
	return nil
}
