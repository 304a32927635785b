package doctor

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

// The command that the rule of a probe refuses, and the beginning of its message.
const (
	refusedCommand = "witness-doctor"
	refusedReason  = "[witness: rule doctor of this project] "
)

const probeRule = `-- Refuses a command that does not exist: witness doctor tests the hooks with it.

--- severity = "block"
--- commands = ["` + refusedCommand + `"]
--- message  = "the hooks work"

SELECT 1
`

// A probe is a temporary project with its own store and one rule, to which synthetic calls are made.
type probe struct{ dir string }

// newProbe creates a probe in a temporary directory.
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
	// The mark of a repository makes it a project even if the temporary folder is in another one.
	for _, dir := range []string{folder, filepath.Join(p.project(), ".git")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, err
		}
	}
	return p, os.WriteFile(filepath.Join(folder, "doctor.sql"), []byte(probeRule), 0o600)
}

func (p *probe) project() string { return filepath.Join(p.dir, "project") }

func (p *probe) close() { _ = os.RemoveAll(p.dir) } // it is a temporary directory

// A response is the result of one synthetic call.
type response struct {
	output []byte // standard output and error
	took   time.Duration
	err    error
}

// probeTimeout is the time limit of one call. Clients wait longer, but the doctor should answer soon.
const probeTimeout = 10 * time.Second

// call runs an installed command line as the client does, with a payload of the agent that announces
// a shell command.
func (p *probe) call(ctx context.Context, client agent.Agent, line, command string) response {
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", line)
	return p.run(cmd, client, command)
}

// run runs cmd in the probe's project with the payload on standard input.
func (p *probe) run(cmd *exec.Cmd, client agent.Agent, command string) response {
	payload := strings.NewReplacer("$CWD", p.project(), "$COMMAND", command).Replace(client.Probe())
	cmd.Dir, cmd.Stdin, cmd.WaitDelay = p.project(), strings.NewReader(payload), time.Second
	for _, env := range os.Environ() {
		// The variables that an agent sets for its own hooks name another project.
		if name, _, _ := strings.Cut(env, "="); !strings.HasSuffix(name, "_PROJECT_DIR") && name != "WITNESS_STRICT" {
			cmd.Env = append(cmd.Env, env)
		}
	}
	cmd.Env = append(cmd.Env, "WITNESS_DB="+filepath.Join(p.dir, "store", "witness.db"), "PWD="+p.project())
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	start := time.Now()
	err := cmd.Run()
	if err != nil && bytes.Contains(output.Bytes(), []byte(refusedReason)) {
		err = nil // this agent expects a refusal to be an exit status
	}
	return response{output.Bytes(), time.Since(start), err}
}

// diagnose repeats a call in strict mode and returns the first line of the error.
func (p *probe) diagnose(ctx context.Context, client agent.Agent) string {
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, "env", "WITNESS_STRICT=1", "witness", "hook", client.Name)
	r := p.run(cmd, client, refusedCommand)
	if line, _, _ := strings.Cut(strings.TrimSpace(string(r.output)), "\n"); line != "" {
		return line
	}
	return "it prints nothing"
}
