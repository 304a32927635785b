package ruletest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"witness/engine/hook"
	"witness/engine/project"
)

// A played is a line of the file in which did and will note the calls of a script. Several of them may run at the
// same time, so each appends one line and changes none.
type played struct {
	Moment string
	ID     string
	Call   string // what the call is, without what is known only after it
}

// announce gives a call of a tool its id. A call of did has that of the same call that will has announced, unless
// the agent has made another call since.
func announce(call map[string]any) error {
	if call["tool"] == nil {
		return nil
	}
	same, err := json.Marshal([]any{call["session"], call["actor"], call["cwd"], call["tool"], call["command"], call["files"], call["host"], call["agent_type"], call["name"]})
	if err != nil {
		return err
	}
	file := filepath.Join(project.StateDir(), "played.jsonl")
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	one := played{Moment: fmt.Sprint(call["moment"]), ID: fmt.Sprintf("call%d.%d", len(text), os.Getpid()), Call: string(same)}
	if one.Moment == hook.After {
		for _, p := range announced(string(text)) {
			if p.Call == one.Call && claim(file+"."+p.ID) {
				one.ID = p.ID
				break
			}
		}
	}
	call["call"] = one.ID
	if one.Moment == hook.After && call["background"] == true {
		call["source"] = "task of " + one.ID
	}
	line, err := json.Marshal(one)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(append(line, '\n'))
	return errors.Join(err, f.Close())
}

// claim reports whether this process is the one that ends a call: the first that creates a file.
func claim(path string) bool {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	return err == nil && f.Close() == nil
}

// announced returns the calls that will has announced and the agent has not made, if it has made no other call
// since.
func announced(text string) (waiting []played) {
	for line := range strings.Lines(text) {
		var p played
		if json.Unmarshal([]byte(line), &p) != nil {
			continue // another process is writing it
		}
		i := slices.IndexFunc(waiting, func(w played) bool { return w.ID == p.ID })
		switch {
		case p.Moment == hook.Before:
			waiting = append(waiting, p)
		case i >= 0:
			waiting = slices.Delete(waiting, i, i+1)
		default:
			waiting = nil
		}
	}
	return waiting
}
