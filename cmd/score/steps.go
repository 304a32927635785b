package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"witness"
	"witness/engine"
	"witness/engine/agent"
)

// maxPayload bounds one line of a session, in bytes.
const maxPayload = 16 << 20

// ended reads a session and returns the calls that have ended, in order.
func ended(path string) (steps []engine.Event, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lines, err := gzip.NewReader(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	scanner := bufio.NewScanner(lines)
	scanner.Buffer(nil, maxPayload)
	for scanner.Scan() {
		events, err := agent.Claude.Hear(scanner.Bytes(), func(string) string { return "" })
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		for _, ev := range events {
			if ev.Moment == engine.After {
				steps = append(steps, ev)
			}
		}
	}
	return steps, errors.Join(scanner.Err(), lines.Close())
}

// A result is one run that a reader found.
type result struct {
	tool           string
	passed, failed int64
	complete       bool
}

// String is a result as it is printed.
func (r result) String() string {
	return fmt.Sprintf("%s: %d passed, %d failed", r.tool, r.passed, r.failed)
}

// read is what the readers find in one call. Runs of which only the exit code is known are left out.
func read(ctx context.Context, ev engine.Event) (found []result, err error) {
	var b bytes.Buffer
	if err := engine.ReadFacts(ctx, witness.Brain, ev.CWD, ev, &b); err != nil {
		return nil, err
	}
	for line := range bytes.Lines(b.Bytes()) {
		fields := fieldsOf(string(line))
		if fields["kind"] != "runs" || fields["how"] == "exit" {
			continue
		}
		r := result{tool: fields["tool"], complete: fields["complete"] == "1"}
		var errs [2]error
		r.passed, errs[0] = number(fields["passed"])
		r.failed, errs[1] = number(fields["failed"])
		if err := errors.Join(errs[:]...); err != nil {
			return nil, err
		}
		found = append(found, r)
	}
	return found, nil
}

// fieldsOf splits a line of facts: the kind, then key=value, two spaces between them. It
// is only for values without spaces, such as those of a run before its selection.
func fieldsOf(line string) map[string]string {
	fields := map[string]string{}
	for i, field := range strings.Split(strings.TrimSpace(line), "  ") {
		if i == 0 {
			fields["kind"] = field
		} else if key, value, ok := strings.Cut(field, "="); ok && fields[key] == "" {
			fields[key] = value
		}
	}
	return fields
}

// number reads a count; -1 stands for one that the runner does not tell.
func number(s string) (int64, error) {
	if s == "" {
		return -1, nil
	}
	return strconv.ParseInt(s, 10, 64)
}
