//go:build unix

package e2e

import (
	"bufio"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestOTLP sends the spans of a small session to the receiver of OpenTelemetry's collector, which is built from tools/otlpsink and listens on
// loopback. It runs with WITNESS_OTLP=1, because the collector takes minutes to build.
func TestOTLP(t *testing.T) {
	if os.Getenv("WITNESS_OTLP") == "" {
		t.Skip("it builds the receiver of OpenTelemetry's collector: WITNESS_OTLP=1")
	}
	dir := t.TempDir()
	run := func(in, name string, args ...string) string {
		t.Helper()
		c := exec.CommandContext(t.Context(), name, args...)
		c.Dir, c.Stdin = in, nil
		c.Env = append(os.Environ(), "HOME="+dir, "XDG_STATE_HOME="+dir+"/state", "XDG_CONFIG_HOME="+dir+"/config", "PATH="+dir+":"+os.Getenv("PATH"))
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	goEnv := func(in string, args ...string) {
		t.Helper()
		c := exec.CommandContext(t.Context(), "go", append([]string{"build", "-o", dir + "/"}, args...)...)
		c.Dir = in
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	goEnv("..", "./cmd/witness", "./cmd/witness-http")
	sink := os.Getenv("WITNESS_OTLPSINK")
	if sink == "" {
		goEnv("../tools/otlpsink", ".")
		sink = filepath.Join(dir, "otlpsink")
	}
	project := filepath.Join(dir, "shop")
	if err := os.MkdirAll(filepath.Join(project, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, payload := range []string{
		`{"session_id":"s1","cwd":"` + project + `","permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"go test ./..."},"tool_use_id":"c1"}`,
		`{"session_id":"s1","cwd":"` + project + `","permission_mode":"default","hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"go test ./..."},"tool_response":{"stdout":"--- FAIL: TestTotal (0.00s)\n    cart_test.go:3: S3cr3t output\nFAIL\nFAIL\texample.com/shop\t0.003s\nFAIL","stderr":"","interrupted":false},"tool_use_id":"c1"}`,
	} {
		file := filepath.Join(dir, "payload.json")
		if err := os.WriteFile(file, []byte(payload), 0o600); err != nil {
			t.Fatal(err)
		}
		run(project, "sh", "-c", "witness hook claude < "+file)
	}
	// A port that was free is free for the receiver.
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().String()
	if err := free.Close(); err != nil {
		t.Fatal(err)
	}
	receiver := exec.CommandContext(t.Context(), sink, address)
	stdin, err := receiver.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := receiver.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := receiver.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(stdout)
	lines.Buffer(nil, 1<<20)
	lines.Scan() // it listens
	if said := run(project, filepath.Join(dir, "witness"), "export", "otlp", "--since", "1d", "--url", "http://"+address+"/v1/traces"); !strings.HasPrefix(said, "Sent: ") {
		t.Error(said)
	}
	if err := stdin.Close(); err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for lines.Scan() {
		got.Write(lines.Bytes())
	}
	_ = receiver.Wait()
	for _, want := range []string{
		`"name":"invoke_agent claude"`, `"name":"execute_tool Bash"`, `"name":"test go_test"`, `{"key":"gen_ai.operation.name","value":{"stringValue":"execute_tool"}}`,
		`{"key":"witness.run.failed","value":{"intValue":"1"}}`, `"status":{"message":"fail","code":2}`, `{"key":"service.name","value":{"stringValue":"witness"}}`,
	} {
		if !strings.Contains(got.String(), want) {
			t.Errorf("the receiver has not got %s, but\n%s", want, got.String())
		}
	}
	if strings.Contains(got.String(), "S3cr3t") {
		t.Errorf("an output was sent:\n%s", got.String())
	}
}
