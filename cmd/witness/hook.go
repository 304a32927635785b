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
	"witness/engine"
	"witness/engine/agent"
)

// hookCmd describes the hook commands for the help. They are answered by hook, before the
// command line is parsed: a hook must not pay for the other commands.
type hookCmd struct {
	Agent string `arg:"" optional:"" help:"The agent that calls, such as claude; found out from the call if left out."`
}

// Run is never reached: run answers hooks itself.
func (hookCmd) Run(streams) error { return nil }

// hook answers one hook call. The agent never notices a failure: whatever happens it
// prints one reply or nothing and ends with 0. In strict mode mistakes are shown.
func hook(mode string, args []string, s streams) (status int) {
	defer func() {
		if r := recover(); r != nil && engine.Strict() {
			fmt.Fprintf(s.err, "witness: %v\n%s", r, debug.Stack())
			status = exitFailed
		}
	}()
	roomy(len(args))
	var reply bytes.Buffer
	err := answer(mode, args, s.in, &reply)
	if err != nil && engine.Strict() {
		return report(s.err, err)
	}
	if _, err := s.out.Write(reply.Bytes()); err != nil && engine.Strict() {
		return report(s.err, err)
	}
	return exitOK
}

// roomy has the stack grow at once, while it is nearly empty, to what SQLite will need of
// it. Grown by and by, deep in SQLite, all frames would be looked through and moved each time.
// n is never negative, which the compiler does not know: it is the frame that counts.
//
//go:noinline
func roomy(n int) (sum byte) {
	if n >= 0 {
		return 0 // the frame was made room for and not touched
	}
	var frame [40 << 10]byte
	for i := range frame {
		frame[i] = byte(i * n)
	}
	for i := range frame {
		sum += frame[(i*7)%len(frame)]
	}
	return sum
}

// answer hears one payload and writes the reply, if there is one.
func answer(mode string, args []string, stdin io.Reader, reply io.Writer) error {
	payload, err := readPayload(stdin)
	if err != nil {
		return err
	}
	who, err := caller(args, payload)
	if err != nil {
		return unheard(payload, err)
	}
	events, err := who.Hear(payload, os.Getenv)
	if err != nil {
		return unheard(payload, err)
	}
	var errs []error
	var all engine.Verdict // a client that tells of several calls at once gets one reply
	for _, ev := range events {
		if mode == "lint" && ev.Moment == engine.After || mode == "record" && ev.Moment == engine.Before {
			continue
		}
		manners := who.Manners()
		if ev.Moment != events[len(events)-1].Moment {
			manners.Deaf = append(slices.Clone(manners.Deaf), ev.Moment) // its own hook is over, or was never called
		}
		verdict, err := hear(ev, manners)
		if err != nil {
			errs = append(errs, err)
		}
		all.Add(verdict)
	}
	if len(all.Findings) > 0 {
		// The last event is what the hook is about; what stands before it is the end of
		// earlier calls, which some clients tell of only now.
		_, err := reply.Write(who.Answer(events[len(events)-1], all))
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// unheard notes that a call was not understood, in the project where the hook runs: an agent
// that is never heard must not be taken for one that does nothing wrong.
func unheard(payload []byte, err error) error {
	dir, wd := os.Getwd()
	if wd != nil || engine.Strict() || len(bytes.TrimSpace(payload)) == 0 {
		return err
	}
	return errors.Join(err, engine.Note(context.Background(), witness.Brain, dir, "witness hook", err))
}

// caller is the agent whose call it is: the one that was named, unless the payload is that
// of another which runs the same hooks; without a name, the one that the call shows.
func caller(args []string, payload []byte) (agent.Agent, error) {
	name := ""
	if len(args) > 0 {
		name = args[0]
	}
	who, ok := agent.Caller(name, os.Getenv, payload)
	if !ok && name != "" {
		return who, fmt.Errorf("no agent %q", name)
	}
	if !ok {
		return who, errors.New("the call is no known agent's; name it: witness hook AGENT")
	}
	return who, nil
}

// hear opens the store of the event's project and takes the event in. It leaves the store
// instead of closing it: the process ends at once.
func hear(ev engine.Event, manners engine.Manners) (engine.Verdict, error) {
	ctx := context.Background()
	e, err := engine.Open(ctx, witness.Brain, ev.CWD, ev.Project)
	if err != nil {
		return engine.Confession(ev, err), err
	}
	verdict, err := e.Hear(ctx, ev, manners)
	if err != nil {
		verdict.Add(engine.Confession(ev, err))
	}
	return verdict, errors.Join(err, e.Leave(ctx))
}
