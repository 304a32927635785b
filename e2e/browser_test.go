//go:build unix

package e2e

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A browser is a headless Chromium that is driven through its debugging pipe: requests and replies of the DevTools
// protocol as JSON, each followed by a zero byte.
type browser struct {
	t        *testing.T
	in       *bufio.Reader
	out      *os.File
	session  string
	id       int
	Messages []string // what the page logged, and the violations of its own policy
	Requests []string // the addresses that it asked for
}

// startBrowser starts Chromium and opens an empty page.
func startBrowser(t *testing.T, program string) *browser {
	t.Helper()
	profile, err := os.MkdirTemp("", "witness-browser-")
	if err != nil {
		t.Fatal(err)
	}
	theirIn, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	in, theirOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), program, "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--user-data-dir="+profile)
	cmd.ExtraFiles = []*os.File{theirIn, theirOut}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(theirIn.Close(), theirOut.Close(), in.SetReadDeadline(time.Now().Add(2*time.Minute))); err != nil {
		t.Fatal(err)
	}
	b := &browser{t: t, in: bufio.NewReaderSize(in, 1<<20), out: out}
	t.Cleanup(func() {
		_ = out.Close() // which ends it
		_ = cmd.Wait()  // its status says nothing about the page
		_ = os.RemoveAll(profile)
	})
	var target struct{ TargetID string }
	b.do("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var attached struct{ SessionID string }
	b.do("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	b.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Log", "Network"} {
		b.do(domain+".enable", nil, nil)
	}
	return b
}

// do sends a request and decodes the reply into result, which may be nil. Events that arrive meanwhile are noted.
func (b *browser) do(method string, params map[string]any, result any) {
	b.t.Helper()
	b.id++
	request := map[string]any{"id": b.id, "method": method, "params": params}
	if params == nil {
		request["params"] = map[string]any{}
	}
	if b.session != "" {
		request["sessionId"] = b.session
	}
	text, err := json.Marshal(request)
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := b.out.Write(append(text, 0)); err != nil {
		b.t.Fatal(err)
	}
	for {
		reply := b.next()
		if reply.ID != b.id {
			continue
		}
		if reply.Error != nil {
			b.t.Fatalf("%s: %s", method, reply.Error.Message)
		}
		if result != nil {
			if err := json.Unmarshal(reply.Result, result); err != nil {
				b.t.Fatal(err)
			}
		}
		return
	}
}

// A message is a reply or an event of the browser.
type message struct {
	ID     int
	Method string
	Result json.RawMessage
	Error  *struct{ Message string }
	Params struct {
		Entry            struct{ Text string }
		Request          struct{ URL string }
		Args             []struct{ Value any }
		ExceptionDetails struct{ Text string }
	}
}

// next reads a message and notes what events tell.
func (b *browser) next() (m message) {
	b.t.Helper()
	text, err := b.in.ReadBytes(0)
	if err != nil {
		b.t.Fatal(err)
	}
	if err := json.Unmarshal(text[:len(text)-1], &m); err != nil {
		b.t.Fatal(err)
	}
	switch m.Method {
	case "Log.entryAdded":
		b.Messages = append(b.Messages, m.Params.Entry.Text)
	case "Runtime.consoleAPICalled":
		b.Messages = append(b.Messages, fmt.Sprint(m.Params.Args))
	case "Runtime.exceptionThrown":
		b.Messages = append(b.Messages, m.Params.ExceptionDetails.Text)
	case "Network.requestWillBeSent":
		if !strings.HasPrefix(m.Params.Request.URL, "data:") {
			b.Requests = append(b.Requests, m.Params.Request.URL)
		}
	}
	return m
}

// open shows an address and waits until it is loaded.
func (b *browser) open(url string) {
	b.t.Helper()
	b.do("Page.navigate", map[string]any{"url": url}, nil)
	for b.next().Method != "Page.loadEventFired" {
	}
}

// view sets the size of the window and the color scheme.
func (b *browser) view(width, height int, scheme string) {
	b.t.Helper()
	b.do("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}, nil)
	b.do("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}}, nil)
}

// eval evaluates an expression in the page.
func (b *browser) eval(expression string, result any) {
	b.t.Helper()
	var reply struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails *struct{ Exception struct{ Description string } }
	}
	b.do("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true}, &reply)
	if reply.ExceptionDetails != nil {
		b.t.Fatal(reply.ExceptionDetails.Exception.Description)
	}
	if result != nil {
		if err := json.Unmarshal(reply.Result.Value, result); err != nil {
			b.t.Fatal(err)
		}
	}
}

// press presses and releases a key.
func (b *browser) press(key string, code int) {
	b.t.Helper()
	for _, kind := range []string{"keyDown", "keyUp"} {
		params := map[string]any{"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code}
		if key == "Enter" {
			params["text"] = "\r"
		}
		b.do("Input.dispatchKeyEvent", params, nil)
	}
}

// keep writes a picture of the whole page, or its print, into $WITNESS_SHOTS, if that is set.
func (b *browser) keep(name string) {
	b.t.Helper()
	folder := os.Getenv("WITNESS_SHOTS")
	if folder == "" {
		return
	}
	var shot struct{ Data string }
	if strings.HasSuffix(name, ".pdf") {
		b.do("Page.printToPDF", map[string]any{"printBackground": true}, &shot)
	} else {
		b.do("Page.captureScreenshot", map[string]any{"captureBeyondViewport": true}, &shot)
	}
	data, err := base64.StdEncoding.DecodeString(shot.Data)
	if err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name), data, 0o600); err != nil {
		b.t.Fatal(err)
	}
}
