package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"witness/engine/agent"
)

// What the rule of a probe refuses, and what it says then.
const (
	refusedCommand = "witness-doctor"
	refusedReason  = "[witness] doctor: "
)

const probeRule = `-- Refuses one command, which nobody runs: witness doctor tries the hooks with it.

--- severity = "block"
--- commands = ["` + refusedCommand + `"]
--- message  = "the hooks work"

SELECT 1
`

// A probe is a project and a store that exist for one examination only.
type probe struct{ dir string }

func newProbe() (*probe, error) {
	dir, err := os.MkdirTemp("", "witness-doctor-*")
	if err != nil {
		return nil, err
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	p := &probe{dir}
	folder := filepath.Join(p.project(), ".witness", "rules.d")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	return p, os.WriteFile(filepath.Join(folder, "doctor.sql"), []byte(probeRule), 0o600)
}

func (p *probe) project() string { return filepath.Join(p.dir, "project") }

func (p *probe) close() { _ = os.RemoveAll(p.dir) } // what stays is in a temporary folder

// An answered call is what a command line did with one call.
type answered struct {
	said []byte
	took time.Duration
	err  error
}

// probeTime bounds one call. A client waits longer; a person should not have to.
const probeTime = 10 * time.Second

// call runs a command line as the client does, with the agent's own announcement of a
// shell command.
func (p *probe) call(ctx context.Context, who agent.Agent, line, command string) answered {
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", line)
	return p.run(cmd, who, command)
}

func (p *probe) run(cmd *exec.Cmd, who agent.Agent, command string) answered {
	payload := strings.NewReplacer("$CWD", p.project(), "$COMMAND", command).Replace(who.Probe)
	cmd.Dir, cmd.Stdin, cmd.WaitDelay = p.project(), strings.NewReader(payload), time.Second
	for _, env := range os.Environ() {
		// What an agent tells the hooks of its own session is not about this project.
		if name, _, _ := strings.Cut(env, "="); !strings.HasSuffix(name, "_PROJECT_DIR") && name != "WITNESS_STRICT" {
			cmd.Env = append(cmd.Env, env)
		}
	}
	cmd.Env = append(cmd.Env, "WITNESS_DB="+filepath.Join(p.dir, "store", "witness.db"), "PWD="+p.project())
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	began := time.Now()
	err := cmd.Run()
	if err != nil && bytes.Contains(said.Bytes(), []byte(refusedReason)) {
		err = nil // an agent that is told by the status
	}
	return answered{said.Bytes(), time.Since(began), err}
}

// complaint is what witness itself says of a call that went unanswered.
func (p *probe) complaint(ctx context.Context, who agent.Agent) string {
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, "env", "WITNESS_STRICT=1", "witness", "hook", who.Name)
	o := p.run(cmd, who, refusedCommand)
	if line, _, _ := strings.Cut(strings.TrimSpace(string(o.said)), "\n"); line != "" {
		return line
	}
	return "it says nothing"
}
