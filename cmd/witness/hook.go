package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"

	"witness"
	"witness/cmd/witness/internal/payload"
	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/agent"
	"witness/engine/hook"
	"witness/engine/project"
)

// hookCmd describes the hook commands for the help. run calls runHook without parsing the command
// line, because every hook would pay for setting up the parser.
type hookCmd struct {
	Agent string `arg:"" optional:"" help:"The agent that calls, such as claude; detected from the call if left out."`
}

// Run does nothing: runHook answers hook commands.
func (hookCmd) Run(term.Streams) error { return nil }

// playMode is the mode of a hook that a script plays; the others are the names of the hook commands.
const playMode = "play"

// runHook answers one hook call. So that a failure of witness never disturbs the agent, it
// prints one reply or nothing and returns ExitOK, even after a panic. In strict mode
// (WITNESS_STRICT) errors are printed and returned.
func runHook(mode string, args []string, s term.Streams) (status int) {
	defer func() {
		if r := recover(); r != nil && engine.Strict() {
			fmt.Fprintf(s.Err, "witness: %v\n%s", r, debug.Stack())
			status = term.ExitFailed
		}
	}()
	var reply bytes.Buffer
	err := answer(mode, args, s.In, &reply)
	if err != nil && engine.Strict() {
		return term.Report(s.Err, err)
	}
	if _, err := s.Out.Write(reply.Bytes()); err != nil && engine.Strict() {
		return term.Report(s.Err, err)
	}
	return term.ExitOK
}

// answer handles one payload: it records and evaluates the payload's events and writes the reply,
// if there are findings.
func answer(mode string, args []string, stdin io.Reader, reply io.Writer) (err error) {
	var trace *engine.Trace
	if file := os.Getenv("WITNESS_TRACE"); file != "" {
		trace = engine.NewTrace()
		defer func() { err = errors.Join(err, trace.Append(file)) }()
	}
	end := trace.Start("read payload")
	call, err := payload.Read(stdin)
	if err != nil {
		return err
	}
	caller, err := findCaller(args, call)
	if err != nil {
		return recordFault(call, err)
	}
	events, err := caller.Events(call, os.Getenv)
	if err != nil {
		return recordFault(call, err)
	}
	end()
	var errs []error
	var all hook.Verdict // a payload of several calls gets one reply
	for _, ev := range events {
		if mode == "lint" && ev.Moment == hook.After || mode == "record" && ev.Moment == hook.Before {
			continue
		}
		capabilities := caller.Capabilities()
		if ev.Moment != events[len(events)-1].Moment {
			// The reply answers the last event: a warning about an earlier moment cannot be delivered.
			capabilities.NoContextAt = append(slices.Clone(capabilities.NoContextAt), ev.Moment)
		}
		verdict, err := process(ev, capabilities, mode != playMode, trace)
		if err != nil {
			errs = append(errs, err)
		}
		all.Add(verdict)
	}
	if len(all.Findings) > 0 || len(all.Notes) > 0 {
		defer trace.Start("answer")()
		// The hook was called for the last event. The events before it are the ends of earlier
		// calls, which some clients report late.
		_, err := reply.Write(caller.Reply(events[len(events)-1], all))
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// recordFault records that a payload could not be decoded, in the store of the working directory's
// project. Otherwise doctor could not distinguish an agent whose payloads are all rejected
// from an idle one.
func recordFault(payload []byte, err error) error {
	dir, wdErr := os.Getwd()
	if wdErr != nil || engine.Strict() || len(bytes.TrimSpace(payload)) == 0 {
		return err
	}
	dropVariables(dir, os.Getenv("CLAUDE_PROJECT_DIR"))
	return errors.Join(err, engine.RecordFault(context.Background(), witness.Files, dir, os.Getenv("CLAUDE_PROJECT_DIR"), "witness hook", err))
}

// dropVariables ignores what the settings of a project set in the environment of its hooks.
func dropVariables(cwd, started string) {
	dir, err := os.Getwd()
	if err != nil {
		dir = ""
	}
	project.DropVariables(cwd, started, dir)
}

// findCaller returns the agent that sent the payload: the one named in args, unless the payload
// belongs to another agent that runs the same hooks, or without a name the one detected from the
// payload.
func findCaller(args []string, payload []byte) (agent.Agent, error) {
	name := ""
	if len(args) > 0 {
		name = args[0]
	}
	caller, ok := agent.Caller(name, os.Getenv, payload)
	if !ok && name != "" {
		return caller, fmt.Errorf("no agent %q", name)
	}
	if !ok {
		return caller, errors.New("the payload is not that of a known agent; name the agent: witness hook AGENT")
	}
	return caller, nil
}

// process records and evaluates one event in the store of its project. It leaves the store open
// because the process exits at once. If watch is set, it also looks for changes of the files that witness depends on.
func process(ev hook.Event, capabilities hook.Capabilities, watch bool, trace *engine.Trace) (hook.Verdict, error) {
	ctx := context.Background()
	trace.Describe(ev)
	dropVariables(ev.CWD, ev.Project)
	e, err := engine.Open(ctx, witness.Files, ev.CWD, ev.Project, trace)
	if err != nil {
		return engine.StoreFailure(ev, err), err
	}
	if watch {
		e.Watch()
	}
	verdict, err := e.Hear(ctx, ev, capabilities)
	if err != nil {
		verdict.Add(engine.StoreFailure(ev, err))
	}
	defer trace.Start("leave store")()
	return verdict, errors.Join(err, e.Leave(ctx))
}
