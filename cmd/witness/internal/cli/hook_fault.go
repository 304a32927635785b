package cli

import (
	"bytes"
	"context"
	"errors"
	"os"

	"witness"
	"witness/engine"
	"witness/engine/project"
)

// leaveMark notes an error beside the store, for the next start of a session. The store itself may be what
// failed.
func (h *hookRun) leaveMark(err error) {
	dir, started := "", os.Getenv("CLAUDE_PROJECT_DIR")
	if ev := h.event.Load(); ev != nil {
		dir, started = ev.CWD, ev.Project
	}
	engine.LeaveMark(dir, started, err)
}

// recordFault records that a payload could not be decoded, in the store of the working directory's
// project. Otherwise doctor could not distinguish an agent whose payloads are all rejected
// from an idle one. It returns an error if the fault is not recorded, or in strict mode.
func recordFault(payload []byte, err error) error { return recordAt("witness hook", payload, err) }

// recordAt is recordFault with the place of the error.
func recordAt(place string, payload []byte, err error) error {
	if engine.Strict() {
		return err
	}
	if len(bytes.TrimSpace(payload)) == 0 {
		return nil
	}
	dir, wdErr := os.Getwd()
	if wdErr != nil {
		return err
	}
	dropVariables(dir, os.Getenv("CLAUDE_PROJECT_DIR"))
	if failed := engine.RecordFault(context.Background(), witness.Files, dir, os.Getenv("CLAUDE_PROJECT_DIR"), place, err); failed != nil {
		return errors.Join(err, failed)
	}
	return nil
}

// dropVariables ignores what the settings of a project set in the environment of its hooks.
func dropVariables(cwd, started string) {
	dir, err := os.Getwd()
	if err != nil {
		dir = ""
	}
	project.DropVariables(cwd, started, dir)
}
