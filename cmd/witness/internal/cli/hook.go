package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"witness"
	"witness/cmd/witness/internal/term"
	"witness/engine"
	"witness/engine/agent"
	"witness/engine/fleet"
	"witness/engine/hook"
	"witness/engine/store"
)

// hookCmd describes the hook commands for the help. Run calls runHook without parsing the command
// line, because every hook would pay for setting up the parser.
type hookCmd struct {
	Agent string `arg:"" optional:"" help:"The agent that calls, such as claude; detected from the call if left out."`
}

// Run does nothing: runHook answers hook commands.
func (hookCmd) Run(term.Streams) error { return nil }

// hookDeadline is how long a hook takes at most, on the wall clock. Clients wait ten seconds, and then
// they discard the answer. Tests shorten it.
var hookDeadline = 9 * time.Second

// collectAt is the percentage of debug.SetGCPercent for a hook whose payload is not larger than usualPayload: garbage is
// collected from 8 MB on instead of 4 MB. Most hooks allocate 1 MB in all and the output of thousands of tests 4 MB. To collect
// it would take 2 ms of processor time, and the threads that do it more memory than is freed. For a larger payload the collector runs.
const (
	collectAt    = 200
	usualPayload = 1 << 20
)

// errDeadline is the error of a hook that did not end in time.
var errDeadline = errors.New("a hook took longer than 9 seconds and was ended: its input did not end, or the disk did not answer")

// A hookRun is the answering of one hook call.
type hookRun struct {
	mode    string
	args    []string
	streams term.Streams
	exit    func(status int) // ends the process
	played  *store.Kept      // of the script that plays the hook, nil if a client calls it

	event  atomic.Pointer[hook.Event] // that is being processed, nil while the payload is read
	once   sync.Once                  // a hook ends once
	status int                        // with which it ended
}

// runHook answers one hook call of a client, see run.
func runHook(mode string, args []string, s term.Streams) (status int) {
	return (&hookRun{mode: mode, args: args, streams: s, exit: os.Exit}).run()
}

// run answers one hook call. So that a failure of witness never disturbs the agent, it
// prints one reply or nothing and returns ExitOK, even after a panic. If it does not end in time, it calls exit,
// which ends the process: what does not end cannot be stopped otherwise. In strict mode (WITNESS_STRICT) errors
// are printed and returned.
func (h *hookRun) run() (status int) {
	growStack(0)
	late := time.AfterFunc(hookDeadline, func() { h.exit(h.end(nil, errDeadline)) })
	defer late.Stop()
	return h.end(h.recovered())
}

// growStack makes the stack as large as most hooks need, while there is nothing on it. SQLite's compiler calls deep, and each time that
// a stack doubles, Go copies it and looks up what is on it. Go makes room for the frame of a function when it starts, also
// for an array that is not used.
//
//go:noinline
func growStack(use int) byte {
	if use == 0 {
		return 0
	}
	var space [56 << 10]byte
	space[use] = 1
	return space[0]
}

// recovered returns the reply to the call, and a panic as an error.
func (h *hookRun) recovered() (reply []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			reply, err = nil, fmt.Errorf("%v\n%s", r, debug.Stack())
		}
	}()
	var out bytes.Buffer
	err = h.answer(&out)
	return out.Bytes(), err
}

// end writes the reply and reports an error, unless the hook has ended already, and returns the exit status.
func (h *hookRun) end(reply []byte, err error) (status int) {
	h.once.Do(func() {
		_, failed := h.streams.Out.Write(reply)
		if err = errors.Join(err, failed); err == nil {
			return
		}
		if engine.Strict() {
			h.status = term.Report(h.streams.Err, err)
			return
		}
		if len(reply) == 0 { // a reply at the start of a session tells the error itself
			h.leaveMark(err)
		}
	})
	return h.status
}

// maxPayload is the size in bytes above which a payload is refused. The largest call in recorded sessions has 1 MB.
const maxPayload = 64 << 20

// readPayload reads one payload to its end, which a client may wait for.
func readPayload(r io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxPayload+1))
	if err == nil && len(text) > maxPayload {
		text, err = nil, fmt.Errorf("the payload is larger than %d MB", maxPayload>>20)
		_, _ = io.Copy(io.Discard, r)
	}
	return text, err
}

// answer handles one payload: it records and evaluates the payload's events and writes the reply,
// if there are findings.
func (h *hookRun) answer(reply io.Writer) (err error) {
	var trace *engine.Trace
	if file := os.Getenv("WITNESS_TRACE"); file != "" {
		trace = engine.NewTrace()
		defer func() { err = errors.Join(err, trace.Append(file)) }()
	}
	end := trace.Start("read payload")
	if term.IsTerminal(h.streams.In) {
		_ = term.Say(h.streams.Err, "witness: a hook reads the JSON of one call from standard input; to try one: witness hook < payload.json") // there is nowhere else to say it
	}
	call, err := readPayload(h.streams.In)
	if err != nil {
		return err
	}
	if len(call) <= usualPayload {
		debug.SetGCPercent(collectAt)
	}
	caller, err := findCaller(h.args, call)
	if err != nil {
		return recordFault(call, err)
	}
	events, err := caller.Events(call, os.Getenv)
	if err != nil {
		return recordFault(call, err)
	}
	end()
	news := caller.News(call, events)
	if news != "" && len(events) == 0 && !engine.Strict() {
		return recordAt(store.NewsOf+caller.Name, call, errors.New(news))
	}
	var errs []error
	var all hook.Verdict // a payload of several calls gets one reply
	for _, ev := range events {
		if h.mode == "lint" && ev.Moment == hook.After || h.mode == "record" && ev.Moment == hook.Before {
			continue
		}
		ev.News = news
		h.event.Store(&ev)
		capabilities := caller.CapabilitiesAt(ev)
		if ev.Moment != events[len(events)-1].Moment {
			// The reply answers the last event: a warning about an earlier moment cannot be delivered.
			capabilities.NoContextAt = append(slices.Clone(capabilities.NoContextAt), ev.Moment)
		}
		before := all
		verdict, err := h.process(ev, capabilities, trace, func(known hook.Verdict) {
			known.Add(before)
			var early bytes.Buffer
			err := respond(&early, caller, events, known)
			h.exit(h.end(early.Bytes(), err))
		})
		if err != nil {
			errs = append(errs, err)
		}
		all.Add(verdict)
	}
	defer trace.Start("answer")()
	return errors.Join(append(errs, respond(reply, caller, events, all))...)
}

// respond writes the reply for a verdict, nothing if it is empty. The hook was called for the last event.
// The events before it are the ends of earlier calls, which some clients report late.
func respond(reply io.Writer, caller agent.Agent, events []hook.Event, v hook.Verdict) error {
	if len(v.Findings)+len(v.Notes) == 0 {
		return nil
	}
	_, err := reply.Write(caller.Reply(events[len(events)-1], v))
	return err
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
// because the process exits at once. A hook that a script plays does not look
// for changes of the files that witness depends on. abandon ends the hook with the verdict that is known.
func (h *hookRun) process(ev hook.Event, capabilities hook.Capabilities, trace *engine.Trace, abandon func(hook.Verdict)) (hook.Verdict, error) {
	ctx := context.Background()
	trace.Describe(ev)
	wait := store.LockWait
	if ev.Moment == hook.Before {
		wait = store.AnswerWait
	}
	dropVariables(ev.CWD, ev.Project)
	e, err := engine.OpenKept(ctx, h.played, witness.Files, ev.CWD, ev.Project, wait, trace)
	if err != nil {
		return engine.StoreFailure(ev, err), err
	}
	e.Watchdog.Abandon = abandon
	if h.played == nil {
		e.Watch()
	}
	verdict, err := e.Hear(ctx, ev, capabilities)
	if err != nil {
		verdict.Add(engine.StoreFailure(ev, err))
	}
	if ev.Moment != hook.Before {
		end := trace.Start("wake sync")
		fleet.Wake(e.Config.Fleet, e.DB.Path, cmp.Or(ev.Project, ev.CWD))
		if e.Config.ReceiptNotes && ev.Moment == hook.After && strings.Contains(ev.Command, "commit") && h.played == nil {
			fleet.Start(e.Project.Root, "receipt", "--note")
		}
		end()
	}
	defer trace.Start("leave store")()
	return verdict, errors.Join(err, e.Leave(ctx))
}
