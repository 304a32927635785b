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
	"witness/engine/agent"
	"witness/engine/hook"
	"witness/engine/inspect"
)

// maxPayload is the maximum length of a line in bytes.
const maxPayload = 16 << 20

// completedSteps returns the calls of a session that have ended, in order.
func completedSteps(path string) (steps []hook.Event, err error) {
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
		events, err := agent.Claude.Decode(scanner.Bytes(), func(string) string { return "" })
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		for _, ev := range events {
			if ev.Moment == hook.After {
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

// String returns the tool and the counts.
func (r result) String() string {
	return fmt.Sprintf("%s: %d passed, %d failed", r.tool, r.passed, r.failed)
}

// read returns the runs that the readers find in a call, without those of which only the exit status is
// known.
func read(ctx context.Context, ev hook.Event) (found []result, err error) {
	var b bytes.Buffer
	known, err := inspect.ReadFacts(ctx, witness.Files, ev.CWD, ev)
	if err != nil {
		return nil, err
	}
	if err := known.WriteFound(&b); err != nil {
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

// fieldsOf parses a line of facts: its kind and fields of the form key=value, separated by two spaces.
// Values with spaces, such as the selection of a run, are not supported.
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

// number parses a count. An empty one, which the runner does not report, is -1.
func number(s string) (int64, error) {
	if s == "" {
		return -1, nil
	}
	return strconv.ParseInt(s, 10, 64)
}
