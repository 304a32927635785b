// Package remote sends HTTP requests through the program witness-http. It keeps net/http and crypto/tls out of the hooks, which
// would initialise them each time.
package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"runtime"

	"witness/engine/project"
)

// A Request is one that witness-http sends.
type Request struct {
	URL       string `json:"url"`
	User      string `json:"user,omitempty"`
	Password  string `json:"password,omitempty"`
	CAFile    string `json:"ca_file,omitempty"`
	Body      string `json:"body,omitempty"` // POST, or GET if it is empty
	TimeoutMS int64  `json:"timeout_ms"`

	Spans []Span `json:"spans,omitempty"` // sent to a receiver of OTLP at the URL, instead of the body
}

// An Answer is that to a Request.
type Answer struct {
	Status int    `json:"status"`
	Body   string `json:"body"`
	Error  string `json:"error,omitempty"` // why there is none
}

// A Transport sends requests through a process of witness-http, which it starts with the first one. Requests have the
// password, and arguments of a process are visible to others, so they go through its standard input.
type Transport struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *json.Decoder
}

// Send sends a request and waits for the answer until ctx is done.
func (t *Transport) Send(ctx context.Context, r Request) (answer Answer, err error) {
	if t.command == nil {
		if err := t.start(); err != nil {
			return answer, err
		}
	}
	done := make(chan error, 1)
	go func() {
		err := json.NewEncoder(t.in).Encode(r)
		if err == nil {
			err = t.out.Decode(&answer)
		}
		done <- err
	}()
	select {
	case err = <-done:
	case <-ctx.Done():
		t.Close()
		<-done
		return Answer{}, fmt.Errorf("no answer: %w", ctx.Err())
	}
	if err != nil {
		t.Close()
		return Answer{}, fmt.Errorf("witness-http: %w", err)
	}
	if answer.Error != "" {
		return answer, errors.New(answer.Error)
	}
	return answer, nil
}

// start starts witness-http.
func (t *Transport) start() error {
	path, err := httpProgram()
	if err != nil {
		return err
	}
	c := exec.Command(path)
	in, err := c.StdinPipe()
	if err != nil {
		return err
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return err
	}
	if err := c.Start(); err != nil {
		return err
	}
	t.command, t.in, t.out = c, in, json.NewDecoder(out)
	return nil
}

// Close ends the process; another request would start another one.
func (t *Transport) Close() {
	if t.command != nil {
		_ = t.in.Close()
		_ = t.command.Process.Kill()
		_ = t.command.Wait()
		t.command = nil
	}
}

// httpProgram returns the path of witness-http: beside this program, or else in PATH.
func httpProgram() (string, error) {
	name := "witness-http"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	beside := filepath.Join(filepath.Dir(project.Resolve(project.Program())), name)
	if project.IsFile(beside) {
		return beside, nil
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("witness-http, which sends the requests to the server, is missing: it comes with witness and belongs beside it, at %s", beside)
	}
	return path, nil
}
