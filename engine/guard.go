package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"modernc.org/sqlite"
)

// unknowable are the functions whose result does not follow from the store: chance, the
// clock, and what tells of the machine or loads code.
var unknowable = []string{
	"random", "randomblob", "date", "time", "datetime", "julianday", "unixepoch", "strftime", "timediff",
	"current_date", "current_time", "current_timestamp", "load_extension", "fts3_tokenizer",
	"last_insert_rowid", "changes", "total_changes", "sqlite_version", "sqlite_source_id",
	"sqlite_compileoption_get", "sqlite_compileoption_used", "sqlite_offset", "sqlite_log", "zeroblob",
}

// private are the tables of what witness itself did. A rule is a question about the
// agent's day, and no rule reads another's answer.
var private = []string{"verdicts", "faults", "snoozes", "allowances", "headers"}

// guard makes the connection read only and deterministic while do runs: SELECT, read,
// function and recursion are all that can be compiled, and of the store only what
// schema.sql and views.sql describe. kind is the folder of the files that run: functions
// that Go adds are for readers alone, what witness itself said is for queries alone.
func (c *conn) guard(kind string, do func() error) error {
	if !c.authorized {
		registerer, ok := c.raw.(sqlite.AuthorizerRegisterer)
		if !ok {
			return fmt.Errorf("the SQLite driver has no authorizer")
		}
		// It stays: SQLite compiles every statement anew when its authorizer changes.
		if err := registerer.RegisterAuthorizer(c.authorize); err != nil {
			return err
		}
		c.authorized = true
	}
	outer := c.guarded
	if outer == "" {
		c.limitLength(maxText[kind])
		defer c.limitLength(unlimited)
	}
	c.guarded = kind
	defer func() { c.guarded = outer }()
	return do()
}

// maxText bounds the texts that files of each folder may make, in bytes. Readers take
// whole outputs.
var maxText = map[string]int32{Rules: 1 << 20, Queries: 16 << 20, Facts: 64 << 20}

// unlimited is SQLite's own bound.
const unlimited = 1_000_000_000

// authorize tells SQLite what may be compiled: what guard says while it is on guard, and
// witness's own statements at other times.
func (c *conn) authorize(action sqlite.AuthorizerActionCode, arg1, arg2, _, _ string) sqlite.AuthorizerReturnCode {
	kind := c.guarded
	if kind == "" {
		return sqlite.AuthorizerOK
	}
	switch action {
	case sqlite.AuthSelect, sqlite.AuthRecursive:
		return sqlite.AuthorizerOK
	case sqlite.AuthRead:
		if c.reads != nil {
			c.reads[arg1] = true
		}
		if hidden(kind, arg1) {
			return sqlite.AuthorizerDeny
		}
		return sqlite.AuthorizerOK
	case sqlite.AuthFunction:
		name := strings.ToLower(arg2)
		if slices.Contains(unknowable, name) || name == "matches" && kind != Facts {
			return sqlite.AuthorizerDeny
		}
		return sqlite.AuthorizerOK
	}
	return sqlite.AuthorizerDeny
}

// hidden tells whether files of a kind do not see a table.
func hidden(kind, table string) bool {
	return strings.HasPrefix(table, "pragma_") || strings.HasPrefix(table, "sqlite_") || kind != Queries && slices.Contains(private, table)
}

// withBudget bounds what a hook spends on rules and readers. The measure is the process's
// own time on the processor, so that a busy machine does not silence a rule that would
// have spoken; the wall clock is a second, wider bound. What is already being recorded
// is not cut short: that runs on another context.
func withBudget(parent context.Context, budget time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(parent)
	began, spent := time.Now(), processorTime()
	// No goroutine waits beside the work, and nobody looks before the time can be spent: in
	// most hooks the first look is never due.
	var look func()
	look = func() {
		left := min(budget-(processorTime()-spent), wallFactor*budget-time.Since(began))
		if left <= 0 {
			cancel()
		}
		if ctx.Err() == nil {
			time.AfterFunc(max(left, budget/5), look)
		}
	}
	time.AfterFunc(budget, look)
	return ctx, cancel
}

// wallFactor is how much longer a hook may take on the clock than on the processor.
const wallFactor = 8
