package engine

import (
	"context"
	"time"

	"witness/engine/hook"
	"witness/engine/store"
)

// A Watchdog ends the process if SQL of the project runs on and cannot be interrupted. Anybody may have written that SQL.
type Watchdog struct {
	// Abandon ends the process with the verdict that is known. It is called on another goroutine. Without it the
	// watchdog waits.
	Abandon func(known hook.Verdict)
}

// guard calls do, which runs SQL of the project. If do has not returned after twice a time limit, Abandon is
// called. SQLite has not looked for the interrupt then, and the process can only end.
func (w *Watchdog) guard(limit time.Duration, known hook.Verdict, do func()) {
	if w.Abandon == nil {
		do()
		return
	}
	const patience = 2 // in limits; an interrupt ends any other statement after one
	watch, cancel := store.WithBudget(context.Background(), patience*limit)
	defer cancel()
	stop := context.AfterFunc(watch, func() { w.Abandon(known) })
	defer stop()
	do()
}
