package agent

import (
	"cmp"
	"strconv"
	"strings"

	"witness/engine/hook"
)

// A claudeCall is a tool call.
type claudeCall struct {
	Tool  string    `json:"tool_name"`
	ID    string    `json:"tool_use_id"`
	Input formInput `json:"tool_input"`
}

// A claudeResponse is the result of Bash and Read, and of a Write that the user changed.
type claudeResponse struct {
	Stdout         *string       `json:"stdout"` // includes stderr
	Stderr         string        `json:"stderr"`
	Interrupted    bool          `json:"interrupted"`
	Background     string        `json:"backgroundTaskId"`
	Persisted      string        `json:"persistedOutputPath"`
	PersistedSize  int64         `json:"persistedOutputSize"`
	Interpretation string        `json:"returnCodeInterpretation"`
	Shell          string        `json:"shellId"` // of a BashOutput, with the next two
	ShellStatus    string        `json:"status"`
	ShellExit      optional[int] `json:"exitCode"`
	UserModified   bool          `json:"userModified"`

	Task struct {
		Created string `json:"id"` // of a TaskCreate; the other keys are of a TaskOutput

		ID     string        `json:"task_id"`
		Kind   string        `json:"task_type"` // local_bash: a command
		Status string        `json:"status"`    // running, completed, failed, killed
		Exit   optional[int] `json:"exitCode"`
		Output string        `json:"output"`
	} `json:"task"`

	Content   string   `json:"content"`   // of a Grep
	Filenames []string `json:"filenames"` // of a Grep or a Glob

	Type string `json:"type"` // of a Read: text, notebook, image, pdf, ...
	File struct {
		Content    string `json:"content"`
		NumLines   int    `json:"numLines"`
		StartLine  int    `json:"startLine"`
		TotalLines int    `json:"totalLines"`
	} `json:"file"`
}

func (c *claudeCall) setCall(e *hook.Event, tools clientFile) {
	e.Call = c.ID
	c.Input.set(e, c.Tool, tools)
	if c.Tool == "PowerShell" {
		e.Shell = "powershell"
	}
	e.Background = e.Hook == "PreToolUse" && e.Tool == hook.Run && c.Input.InBack
}

func (p *claudePayload) setCall(e *hook.Event, tools clientFile) {
	c := p.call()
	c.setCall(e, tools)
}

func (p *claudePayload) call() claudeCall { return claudeCall{p.Tool, p.ID, p.Input} }

// setResult sets the result of a call that has ended.
func (p *claudePayload) setResult(e *hook.Event) {
	if e.Hook == "PostToolUseFailure" {
		p.setFailure(e)
	} else {
		p.setSuccess(e)
	}
}

// setSuccess sets the result that PostToolUse reports.
func (p *claudePayload) setSuccess(e *hook.Event) {
	r := &p.Response
	e.Outcome, e.Duration = hook.OK, p.Duration
	switch e.Tool {
	case hook.Read:
		whole := r.Type == "text" && r.File.StartLine == 1 && r.File.NumLines >= r.File.TotalLines
		if len(e.Files) == 1 && r.File.NumLines > 0 {
			e.Files[0].First, e.Files[0].Last = int64(r.File.StartLine), int64(r.File.StartLine+r.File.NumLines-1)
			e.Files[0].Lines = int64(r.File.TotalLines)
		}
		if whole && len(e.Files) == 1 {
			e.Files[0].Content = r.File.Content
		}
	case hook.Other:
		p.setTask(e)
	case hook.Search:
		e.Output = cmp.Or(r.Content, strings.Join(r.Filenames, "\n"))
	case hook.Write:
		if r.UserModified && len(e.Files) == 1 {
			e.Files[0].Content = "" // the file is not what the model wrote
		}
	case hook.Run:
		if r.Stdout == nil {
			e.Outcome = hook.Unknown // only the known form of the response means exit code 0
			return
		}
		e.Output = *r.Stdout
		if r.Stderr != "" {
			e.Output += "\n" + r.Stderr
		}
		e.Cut = r.Persisted != "" || r.PersistedSize > 0
		e.Background, e.Source = r.Background != "", r.Background
		if e.Background || r.Interrupted || r.Interpretation != "" {
			e.Outcome = hook.Unknown
		} else {
			setExit(e, 0)
		}
	}
}

// setTask sets the result of a tool for tasks: TaskCreate adds one to the agent's list, and TaskOutput tells how a
// command in the background ended. So did BashOutput, its older name, with what was printed since the last time.
func (p *claudePayload) setTask(e *hook.Event) {
	r, task := &p.Response, p.Response.Task
	switch {
	case e.Name == "BashOutput" && r.Shell != "" && r.ShellExit.value != nil && r.Stdout != nil && (r.ShellStatus == "completed" || r.ShellStatus == "failed"):
		e.Tool, e.Source, e.Output, e.Cut = hook.Run, r.Shell, strings.Trim(*r.Stdout+"\n"+r.Stderr, "\n"), true
		setExit(e, *r.ShellExit.value)
	case e.Name == "TaskCreate" && task.Created != "":
		e.Todos = []hook.Todo{{ID: label(task.Created), State: hook.Open}}
	case e.Name == "TaskOutput" && task.Kind == "local_bash" && (task.Status == "completed" || task.Status == "failed") && task.Exit.value != nil:
		e.Tool, e.Source, e.Output = hook.Run, task.ID, task.Output
		e.Cut = strings.HasPrefix(task.Output, "[Truncated. Full output: ")
		setExit(e, *task.Exit.value)
	}
}

// setFailure sets the result that PostToolUseFailure reports.
func (p *claudePayload) setFailure(e *hook.Event) {
	e.Outcome, e.Duration = hook.Failed, p.Duration
	if e.Tool == hook.Run {
		e.Exit, e.Output = claudeExit(string(p.Error))
		e.Cut = claudeIsTruncated(string(p.Error))
		if e.Exit != nil && *e.Exit == claudeTimeoutExit && strings.HasPrefix(e.Output, "Command timed out after ") {
			_, e.Output, _ = strings.Cut(e.Output, "\n")
			e.Outcome, e.Reason, e.Exit, e.Cut = hook.Unknown, hook.TimedOut, nil, true
		}
	}
	switch {
	case p.Interrupted:
		e.Outcome, e.Reason, e.Exit = hook.Unknown, hook.Interrupted, nil
	case e.Exit == nil && e.Reason == "":
		setFailed(e, string(p.Error))
	}
}

// batchEvents returns the ends of the calls of one assistant message, for those that had no Post
// hook: calls that were denied or cancelled, and those that the client itself rejected, whose error
// says why. None of them was a run, and only a rejected or denied one has files: those that it was to edit.
func (p *claudePayload) batchEvents(e hook.Event) []hook.Event {
	var events []hook.Event
	for i := range p.Batch {
		c, b := &p.Batch[i], e
		b.Moment, b.Outcome = hook.After, hook.Unknown
		c.setCall(&b, claudeFile)
		setFailed(&b, c.Response)
		setRefusal(&b, c.Response, string(c.Input.Plan))
		changes := b.Tool == hook.Edit || b.Tool == hook.Write // what these return otherwise is no reason for a failure
		if b.Outcome == hook.Failed && (b.Tool == hook.Run || !strings.HasPrefix(c.Response, "<tool_use_error>") && !(changes && b.Reason != "")) {
			b.Outcome, b.Reason = hook.Unknown, "" // a result of another form
		}
		if b.Outcome != hook.Failed && b.Outcome != hook.Denied {
			b.Files = nil
		}
		b.Command = ""
		events = append(events, b)
	}
	return events
}

// claudeTimeoutExit is the exit code of a command that the client killed at its timeout. The
// result of such a command is unknown.
const claudeTimeoutExit = 143

// claudeExit splits the error of a failed command, "Exit code 3\n<output>". The code is nil if
// the error has another form.
func claudeExit(text string) (*int, string) {
	rest, ok := strings.CutPrefix(text, "Exit code ")
	if !ok {
		return nil, text
	}
	line, output, _ := strings.Cut(rest, "\n")
	code, err := strconv.Atoi(line)
	if err != nil {
		return nil, text
	}
	return &code, output
}

// claudeIsTruncated reports whether the client left out the middle of an error, which it marks
// with "... [20012 characters truncated] ...".
func claudeIsTruncated(text string) bool {
	before, _, ok := strings.Cut(text, " characters truncated] ...")
	return ok && strings.HasSuffix(strings.TrimRight(before, "0123456789"), "... [")
}
