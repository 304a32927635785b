package agent

import (
	"encoding/json"
	"strconv"
	"strings"
)

// A codexScript is a call in code mode: a script in JavaScript that calls the tools.
//
//	const r = await tools.exec_command({"cmd":"go test ./...","workdir":"/p"});
//	text(r.output);
//
// Until Codex 0.144 its commands are recorded in its text only, and their results in what it
// prints: the output alone (text(r.output)), or the result with its exit code
// (text(JSON.stringify(r))).
type codexScript struct {
	start   position
	id      string
	calls   []codexScriptCall
	texts   []string // what the script has printed
	patched []bool   // whether each patch applied, as recorded beside the script
}

// A codexScriptCall is a call in a script.
type codexScriptCall struct {
	call *codexCall // nil if it polls a process
	poll string     // the process
}

// newScript returns the script with the calls in its text. Calls whose arguments are computed are
// left out.
func (r *codexReader) newScript(here position, id, text string) *codexScript {
	s := &codexScript{start: here, id: id}
	for _, use := range scriptCalls(text) {
		var in codexArguments
		if patch, ok := use.argument.(string); ok {
			in.Input = patch
		} else if arguments, err := json.Marshal(use.argument); err == nil {
			in = parseCodexArguments(arguments)
		}
		if use.tool == "write_stdin" {
			s.calls = append(s.calls, codexScriptCall{poll: in.Process.String()})
			continue
		}
		if call := r.newCall(use.tool, id+"/"+strconv.Itoa(len(s.calls)), in); call != nil && (call.Tool != "apply_patch" || call.Input.Command != "") {
			s.calls = append(s.calls, codexScriptCall{call: call})
		}
	}
	return s
}

// patchEnd handles the end of a patch, which is recorded beside the script that applies it.
func (r *codexReader) patchEnd(id string, applied bool) {
	if r.calls[id] != nil {
		return
	}
	var running *codexScript
	for _, s := range r.scripts {
		if running == nil || s.start.line > running.start.line {
			running = s
		}
	}
	if running != nil {
		running.patched = append(running.patched, applied)
	}
}

// scriptOutput handles what a script has printed: at its end, or when its call returned before.
func (r *codexReader) scriptOutput(here position, id string, s *codexScript, output json.RawMessage) []Step {
	delete(r.scripts, id)
	head, texts := scriptTexts(output)
	s.texts = append(s.texts, texts...)
	if cell, ok := strings.CutPrefix(head, "Script running with cell ID "); ok {
		r.cells[cell] = s
		return nil
	}
	for cell, other := range r.cells {
		if other == s {
			delete(r.cells, cell)
		}
	}
	return r.scriptSteps(here, s, head == "Script completed")
}

// openScripts returns the calls of the scripts that have no end.
func (r *codexReader) openScripts() (steps []Step) {
	open := map[*codexScript]bool{}
	for _, s := range r.scripts {
		open[s] = true
	}
	for _, s := range r.cells {
		open[s] = true
	}
	for s := range open {
		steps = append(steps, r.scriptSteps(position{}, s, false)...)
	}
	r.scripts, r.cells = nil, nil
	return sortedSteps(steps)
}

// scriptSteps returns the events of the calls of a script. They are known when the script has
// ended, because a later version records each of its commands as an item.
func (r *codexReader) scriptSteps(end position, s *codexScript, completed bool) (steps []Step) {
	if r.itemized {
		return nil
	}
	results := s.results()
	command, patch := 0, 0
	var ends []Step
	for _, c := range s.calls {
		if c.call == nil || c.call.Tool == "Bash" {
			out := results(command)
			command++
			if c.call == nil {
				if call := r.processCall[c.poll]; r.calls[call] != nil && end.line > 0 {
					ends = append(ends, r.commandOutput(end, call, out)...)
				}
				continue
			}
			steps = append(steps, s.start.step(r.beforeEvent(c.call)))
			r.calls[c.call.ID] = c.call
			if end.line > 0 && completed {
				ends = append(ends, r.commandOutput(end, c.call.ID, out)...)
			}
			continue
		}
		steps = append(steps, s.start.step(r.beforeEvent(c.call)))
		applied := completed
		if c.call.Tool == "apply_patch" {
			if patch < len(s.patched) {
				applied = s.patched[patch]
			}
			patch++
		}
		if end.line > 0 && applied {
			ends = append(ends, end.step(r.afterEvent(c.call)))
		}
	}
	return append(steps, ends...)
}

// results returns a function that returns the result of each command of the script. If the script
// prints something else than the results, one for each, no result is known; what a script with a
// single command prints is taken for the output of that.
func (s *codexScript) results() func(i int) codexOutputText {
	var list []codexOutputText
	for _, text := range s.texts {
		list = append(list, scriptResults(text)...)
	}
	commands := 0
	for _, c := range s.calls {
		if c.call == nil || c.call.Tool == "Bash" {
			commands++
		}
	}
	if len(list) != commands {
		out := codexOutputText{cut: true}
		if commands == 1 {
			out.text, out.cut = strings.Join(s.texts, "\n"), false
			out.trim()
		}
		return func(int) codexOutputText { return out }
	}
	return func(i int) codexOutputText { return list[i] }
}

// scriptResults returns the results in a text that a script has printed: one or several that are
// JSON, or the text itself.
func scriptResults(text string) (list []codexOutputText) {
	if out, ok := parseCodexResult([]byte(text)); ok {
		return []codexOutputText{out}
	}
	var results []json.RawMessage
	if json.Unmarshal([]byte(text), &results) == nil {
		for _, result := range results {
			var settled struct {
				Value json.RawMessage `json:"value"` // of Promise.allSettled
			}
			if json.Unmarshal(result, &settled) == nil && settled.Value != nil {
				result = settled.Value
			}
			if out, ok := parseCodexResult(result); ok {
				list = append(list, out)
			}
		}
		if len(list) == len(results) {
			return list
		}
	}
	out := codexOutputText{text: text}
	out.trim()
	return []codexOutputText{out}
}

// scriptTexts returns the first line of the output of a script and the texts that it printed. The
// first part is the client's own, also if the output is a single text:
//
//	Script completed
//	Wall time 0.1 seconds
//	Output:
func scriptTexts(output json.RawMessage) (head string, texts []string) {
	var text string
	if json.Unmarshal(output, &text) != nil {
		var parts []struct {
			Text string `json:"text"`
		}
		_ = json.Unmarshal(output, &parts) // an output of another form has no texts
		for i, p := range parts {
			if i == 0 {
				text = p.Text
			} else {
				texts = append(texts, p.Text)
			}
		}
	}
	own, printed, _ := strings.Cut(text, "\nOutput:\n")
	if printed != "" {
		texts = append([]string{printed}, texts...)
	}
	head, _, _ = strings.Cut(own, "\n")
	return head, texts
}
